"""What all pools have in common: tasks and their answers, and the journal of what is done."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from ludens.workers.cluster.answers import Answer
from ludens.workers.cluster.journal import Journal, read_journal

T = TypeVar("T")
R = TypeVar("R")
#: the fields of a journal's lines
_RUN, _TASK, _RESULT = "run", "task", "result"


class OtherRun(ValueError):
    """A journal belongs to a run with other tasks."""


class Pool(ABC):
    """Workers that do tasks. A context manager: at its end all workers end at once.

    A task may be done more than once, where a worker dies, so it must give the same each time: what it draws, it draws
    from a seed that is part of it.
    """

    @property
    @abstractmethod
    def size(self) -> int:
        """How many tasks are done at a time."""

    def run(
        self, function: Callable[[T], R], tasks: Iterable[T], *, journal: Path | None = None, name: object = None
    ) -> Generator[Answer[R], None, None]:
        """Call `function` with each task; gives the answers as they come. Tasks are numbered from 0 in their order.

        Outside of threads the function, which is sent to each worker once, and the tasks are pickled; no more tasks
        are taken than are soon to be done. A task whose worker dies is tried again, `TRIES` times in all. Where the
        answers are no longer asked for, what is being done is given up.

        With a `journal` results that are ready are kept in this file, and a run with the same file does only what is
        left. Results must then be ready for JSON, and come as JSON gives them back. `name`, ready for JSON too, says
        what is done: a journal of another name is refused with OtherRun. Errors are not kept: such tasks are left.

        :raises OSError: where the journal cannot be read or, once all is done, not be written.
        """
        numbered = enumerate(tasks)
        return (
            self._run(function, numbered)
            if journal is None
            else self._run_with_journal(function, numbered, journal, name)
        )

    @abstractmethod
    def _run(self, function: Callable[[T], R], tasks: Iterator[tuple[int, T]]) -> Generator[Answer[R], None, None]:
        """Do numbered tasks."""

    def _run_with_journal(
        self, function: Callable[[T], R], tasks: Iterator[tuple[int, T]], path: Path, name: object
    ) -> Generator[Answer[R], None, None]:
        """Do those tasks that a journal does not have, and add them to it."""
        done, ready = _read(path, name), deque[Answer[Any]]()

        def left() -> Iterator[tuple[int, T]]:
            for number, task in tasks:
                if number in done:
                    ready.append(Answer(number, done[number]))
                else:
                    yield number, task

        with Journal(path) as journal:
            if not path.stat().st_size:
                journal.add({_RUN: name})
            for answer in self._run(function, left()):
                while ready:
                    yield ready.popleft()
                if answer.error is None:
                    text = json.dumps(answer.result)
                    journal.add({_TASK: answer.number, _RESULT: answer.result})
                    yield Answer(answer.number, json.loads(text))
                else:
                    yield answer
            yield from ready
        if journal.trouble:
            raise OSError(journal.trouble)

    @abstractmethod
    def close(self) -> None:
        """End all workers at once; more than once is harmless."""

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _read(path: Path, name: object) -> dict[int, Any]:
    """The results that a journal has, by the numbers of their tasks. Raises OtherRun for one of another run."""
    if not path.exists():
        return {}
    entries = list(read_journal(path))
    if entries and (_RUN not in entries[0] or entries[0][_RUN] != name):
        raise OtherRun(f"{path} is the journal of another run")
    return {entry[_TASK]: entry[_RESULT] for entry in entries if _TASK in entry and _RESULT in entry}
