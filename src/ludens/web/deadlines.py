"""When the clocks of tables run out: the server looks at them then, whether anybody has a page open or not."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Final

Work = Callable[[str], Coroutine[object, object, None]]
#: what timers of the system may be late or early by
_SLACK: Final = 0.02


class Deadlines:
    """At most one for each table; `on_due` is what is done then."""

    def __init__(self) -> None:
        self.on_due: Work | None = None
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._timers)

    def set(self, table: str, when: float | None) -> None:
        """Look at a table at a time of the epoch; None: not until it is told again."""
        timer = self._timers.pop(table, None)
        if timer is not None:
            timer.cancel()
        if when is not None:
            wait = max(0.0, when - time.time()) + _SLACK
            self._timers[table] = asyncio.get_running_loop().call_later(wait, self._due, table)

    def _due(self, table: str) -> None:
        self._timers.pop(table, None)
        if self.on_due is not None:
            task = asyncio.ensure_future(self.on_due(table))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """Look at nothing any more."""
        for timer in self._timers.values():
            timer.cancel()
        for task in self._tasks:
            task.cancel()
