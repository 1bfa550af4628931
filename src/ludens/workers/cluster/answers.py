"""Answers of tasks, and how they travel from a worker."""

from __future__ import annotations

import pickle
import traceback
from collections import deque
from collections.abc import Callable, Iterable
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


class Waiting:
    """The tasks that nobody does yet: first those whose worker died, then the others, which are pickled one by one."""

    def __init__(self, tasks: Iterable[tuple[int, Any]]) -> None:
        self._again = deque[Task]()
        self._fresh = (Task(number, pickle.dumps(task)) for number, task in tasks)

    def take(self) -> Task | None:
        """The next task, None where there are no more."""
        return self._again.popleft() if self._again else next(self._fresh, None)

    def put_back(self, task: Task, reason: str) -> Answer[Any] | None:
        """Let a task wait again whose worker died; its answer where it has been tried in vain."""
        task.tries += 1
        if task.tries < TRIES:
            self._again.append(task)
            return None
        return Answer(task.number, error=TaskLost(f"task {task.number} was tried {TRIES} times: {reason}"))


def attempt(function: Callable[[T], R], number: int, task: T) -> Answer[R]:
    """Do a task."""
    try:
        return Answer(number, function(task))
    except Exception as error:
        return Answer(number, error=error, traceback=traceback.format_exc())
    except BaseException as error:
        message = f"{type(error).__name__}: {error}"
        return Answer(number, error=TaskFailed(message), traceback=traceback.format_exc())


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
