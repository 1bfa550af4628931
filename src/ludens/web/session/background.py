"""What goes on in a session while nobody waits for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine

from ludens.web.errors import ApiError, server_failed

Work = Coroutine[object, object, None]
_log = logging.getLogger("ludens.web")


class Background:
    """Tasks whose errors are told, not raised."""

    def __init__(self, on_error: Callable[[ApiError], object]) -> None:
        self._on_error = on_error
        self._tasks: set[asyncio.Task[None]] = set()
        self._named: dict[str, asyncio.Task[None]] = {}

    def __len__(self) -> int:
        return len(self._tasks)

    def start(self, work: Work) -> asyncio.Task[None]:
        task = asyncio.create_task(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def start_once(self, name: str, work: Callable[[], Work]) -> None:
        """Start a task, unless the one of this name is still at work."""
        if not self.is_running(name):
            self._named[name] = self.start(work())

    def is_running(self, name: str) -> bool:
        task = self._named.get(name)
        return task is not None and not task.done()

    async def _guarded(self, work: Work) -> None:
        try:
            await work
        except ApiError as error:
            self._on_error(error)
        except Exception:
            _log.exception("a session's task failed")
            self._on_error(server_failed())

    def cancel(self) -> list[asyncio.Task[None]]:
        """Let all tasks end; gives them, to be waited for."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        return tasks
