"""Answers of tasks, and how they travel from a worker."""

from __future__ import annotations

import pickle
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar, cast

T = TypeVar("T")
R = TypeVar("R")

#: how often a task is tried whose worker dies
TRIES = 3


class TaskFailed(RuntimeError):
    """A task raised an error that cannot be brought here as it was; the message names it."""


class TaskLost(RuntimeError):
    """A task has no result because its worker died each time that it was tried; the message says how."""


@dataclass(frozen=True)
class Answer(Generic[R]):
    """The outcome of the task of this number: a result, or an error and the text of its traceback."""

    number: int
    result: R | None = None
    error: Exception | None = None
    traceback: str = ""

    @property
    def value(self) -> R:
        """The result. Raises what the task raised, or TaskFailed, or TaskLost."""
        if self.error is not None:
            raise self.error
        return cast(R, self.result)


class Task:
    """A task on its way to a worker, pickled, and how often one has died of it."""

    def __init__(self, number: int, data: bytes) -> None:
        self.number, self.data, self.tries = number, data, 0


def attempt(function: Callable[[T], R], number: int, task: T) -> Answer[R]:
    """Do a task."""
    try:
        return Answer(number, function(task))
    except Exception as error:
        return Answer(number, error=error, traceback=traceback.format_exc())
    except BaseException as error:
        message = f"{type(error).__name__}: {error}"
        return Answer(number, error=TaskFailed(message), traceback=traceback.format_exc())


def lost(number: int, reason: str) -> Answer[Any]:
    """The answer of a task that has been tried in vain."""
    return Answer(number, error=TaskLost(f"task {number} was tried {TRIES} times: {reason}"))


def pack(answer: Answer[Any]) -> bytes:
    """An answer as bytes; what cannot be pickled becomes a message. An error gets its traceback as a note."""
    text = answer.traceback
    try:
        if answer.error is not None:
            answer.error.add_note(f"in a worker:\n{text}")
        data = pickle.dumps(answer)
        pickle.loads(data)
    except Exception:
        if answer.error is not None:
            message = "".join(traceback.format_exception_only(answer.error)[:1]).strip()
        else:
            message = "the result of the task cannot be pickled"
            text = traceback.format_exc()
        return pickle.dumps(replace(answer, result=None, error=TaskFailed(message), traceback=text))
    return data
