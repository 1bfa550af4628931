"""How a task on a thread learns that it is to end; in processes of their own tasks are ended from outside."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

#: whether the tasks of this context are cancelled
is_cancelled: ContextVar[Callable[[], bool]] = ContextVar("asked", default=lambda: False)


def stopped() -> bool:
    """Whether nobody waits for the result of the task that calls this any more."""
    return is_cancelled.get()()
