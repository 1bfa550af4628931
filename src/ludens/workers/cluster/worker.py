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

from ludens.system.processes import hear_interrupts
from ludens.workers.cluster.answers import Answer, attempt, pack


def serve(connection: Connection[Any, Any]) -> None:
    """Do the tasks that come, until nobody sends any.

    Ctrl-C, which a terminal sends to all processes, is for the one that sends the tasks: it ends the others.
    """
    signal.signal(signal.SIGINT, lambda number, frame: None)
    hear_interrupts()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    function, call = b"", None
    while True:
        try:
            fresh, number, task = connection.recv()
        except (EOFError, OSError):
            return
        if fresh is not None:
            function, call = fresh, None
        answer, call = perform(function, call, number, task)
        try:
            connection.send_bytes(answer)
        except OSError:
            return


def perform(
    function: bytes, call: Callable[[Any], Any] | None, number: int, task: bytes
) -> tuple[bytes, Callable[[Any], Any] | None]:
    """Do a task. Returns its packed answer, and the function unpickled: the `call` for the next task."""
    loaded = attempt(pickle.loads, number, function) if call is None else Answer(number, call)
    if loaded.error is not None:
        return pack(loaded), None
    argument = attempt(pickle.loads, number, task)
    if argument.error is not None:
        return pack(argument), loaded.value
    return pack(attempt(loaded.value, number, argument.result)), loaded.value


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
