"""What happens at tables, for parts of the server that no page asks: bots, the archive, tournaments."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Literal

_log = logging.getLogger("ludens.web")

#: somebody has a seat, a game begins, it is over, a session is put away
Kind = Literal["seated", "begun", "over", "closing"]
#: called with what happens, and the `SessionState` where it does
Listener = Callable[[Kind, Any], None]


class TableEvents:
    """Tells listeners what happens, in the order in which it does; they come back at once, and may begin tasks."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._last: list[Callable[[], object]] = []

    def listen(self, listener: Listener) -> None:
        """Tell a listener from now on."""
        self._listeners.append(listener)

    def tell(self, kind: Kind, session: Any) -> None:
        """Something happens at a session."""
        for listener in self._listeners:
            try:
                listener(kind, session)
            except Exception:  # whoever plays goes on
                _log.exception("game %s: %s", session.id, kind)

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something be done beside the session; what fails there is logged."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("beside a game", exc_info=error)

    def at_end(self, call: Callable[[], object]) -> None:
        """Call something when the server ends."""
        self._last.append(call)

    def stop(self) -> None:
        """The server ends."""
        for call in self._last:
            call()

    async def settle(self, seconds: float) -> None:
        """Wait for what has been begun, for so long at most."""
        if self._tasks:
            await asyncio.wait(list(self._tasks), timeout=seconds)
