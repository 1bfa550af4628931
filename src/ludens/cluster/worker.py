"""A process that does tasks, as it looks from inside."""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections.abc import Callable
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from typing import Any

from ludens.cluster.answers import Answer, attempt, packed
from ludens.system.processes import hear_interrupts


def serve(connection: Connection[Any, Any]) -> None:
    """Do the tasks that come, until nobody sends any.

    Ctrl-C, which a terminal sends to all processes, is for the one that sends the tasks: it ends the others.
    """
    signal.signal(signal.SIGINT, lambda number, frame: None)
    hear_interrupts()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    function, kept = b"", None
    while True:
        try:
            told, number, task = connection.recv()
        except (EOFError, OSError):
            return
        if told is not None:
            function, kept = told, None
        answer, kept = done(function, kept, number, task)
        try:
            connection.send_bytes(answer)
        except OSError:
            return


def done(
    function: bytes, kept: Callable[[Any], Any] | None, number: int, task: bytes
) -> tuple[bytes, Callable[[Any], Any] | None]:
    """The packed answer of a task, and the function unpickled, to be `kept` for the next one."""
    loaded = attempt(pickle.loads, number, function) if kept is None else Answer(number, kept)
    if loaded.error is not None:
        return packed(loaded), None
    call = loaded.value
    given = attempt(pickle.loads, number, task)
    if given.error is not None:
        return packed(given), call
    return packed(attempt(call, number, given.result)), call


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
