"""The tables of a server, and the desks that its other tools work at."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from ludens import library
from ludens.envs.tables.answers import Answer, Closed, Position
from ludens.envs.tables.apart import Apart
from ludens.envs.tables.bounds import Bounds, Refused
from ludens.envs.tables.desk import Desk
from ludens.game import Limits

#: library games that stay loaded for those who ask about them
_KEPT = 16


class Works(Protocol):
    """A desk, here or in a process of its own."""

    def do(self, job: str, arguments: dict[str, Any]) -> Answer:
        """The answer to a job."""

    def close(self) -> None:
        """Nobody asks any more."""


class Here:
    """A desk of this process, for games of the library."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def do(self, job: str, arguments: dict[str, Any]) -> Answer:
        """The answer to a job, within the time of a call. Raises what the job raises, and Stopped."""
        with Limits(seconds=self._desk.bounds.call_seconds):
            return self._desk.do(job, arguments)

    def close(self) -> None:
        """Nothing is held."""


@dataclass
class _Place:
    """A table: its desk, of whom one at a time may ask, and when somebody last did."""

    desk: Works
    used: float = field(default_factory=time.monotonic)
    lock: threading.Lock = field(default_factory=threading.Lock)


class House:
    """Desks by what they are for. May be used from several threads."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self._places: dict[str, _Place] = {}
        self._lock = threading.Lock()
        self._kept: dict[tuple[str, tuple[str, ...]], Desk] = {}

    # --- about games

    def ask(self, game: str, description: str, options: Sequence[str], job: str, **arguments: Any) -> Answer:
        """The answer to a job about a game that is at no table. Raises what the job raises, and Refused."""
        desk = self._desk(game, description, options)
        try:
            return desk.do(job, arguments)
        finally:
            desk.close()

    def _desk(self, game: str, description: str, options: Sequence[str]) -> Works:
        """A desk for a library game, a file that may be read, or a description. Raises Refused, UnknownGame."""
        if bool(game) == bool(description):
            raise Refused("say either the name of a game of the library, or a description in the .lud language")
        if description:
            return self._apart(description, "<description>", options)
        if game.endswith(".lud"):
            return self._apart(self._file(game), game, options)
        return Here(self._ours(game, tuple(options)))

    def _ours(self, name: str, options: tuple[str, ...]) -> Desk:
        """A desk for a library game, which shares what was compiled with those before it."""
        path = library.find(name)
        with self._lock:
            known = self._kept.pop((path.stem, options), None)
            if known is None:
                known = Desk(path.read_text(encoding="utf-8"), path.name, options, self.bounds)
            self._kept[path.stem, options] = known
            while len(self._kept) > _KEPT:
                self._kept.pop(next(iter(self._kept)))
        return Desk.beside(known)

    def _apart(self, text: str, name: str, options: Sequence[str]) -> Apart:
        if len(text) > self.bounds.description_size:
            raise Refused(f"a description has {self.bounds.description_size} characters at most, not {len(text)}")
        return Apart(text, name, options, self.bounds)

    def _file(self, name: str) -> str:
        """The text of a file in the folder from which files may be read. Raises Refused."""
        if self.bounds.folder is None:
            raise Refused("files are not read here: name a game of the library, or give the text of a description")
        folder = self.bounds.folder.resolve()
        path = (folder / name).resolve()
        if not path.is_relative_to(folder) or not path.is_file():
            raise Refused(f"there is no file {name!r} in the folder that may be read")
        try:
            return path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise Refused(f"{name} cannot be read as text: {error}") from None

    # --- tables

    def begin(self, game: str, description: str, options: Sequence[str], **arguments: Any) -> Position:
        """A new table. Raises what beginning a game raises, and Refused where there are too many."""
        self._clear()
        with self._lock:
            if len(self._places) >= self.bounds.tables:
                raise Refused(f"there are {self.bounds.tables} tables, and may be no more: close one with close_table")
        desk = self._desk(game, description, options)
        try:
            position = desk.do("begin", arguments)
        except BaseException:
            desk.close()
            raise
        assert isinstance(position, Position)
        name = secrets.token_hex(4)
        with self._lock:
            self._places[name] = _Place(desk)
        return position.model_copy(update={"table": name})

    def at(self, table: str, job: str, **arguments: Any) -> Answer:
        """The answer to a job at a table. Raises what the job raises, and Refused."""
        with self._taken(table) as place:
            answer = place.desk.do(job, arguments)
        return answer.model_copy(update={"table": table}) if isinstance(answer, Position) else answer

    @contextmanager
    def _taken(self, table: str) -> Iterator[_Place]:
        place = self._places.get(table)
        if place is None:
            raise Refused(f"there is no table {table!r}: start_table begins a game")
        if not place.lock.acquire(timeout=self.bounds.call_seconds):
            raise Refused(f"the table {table} is busy with another call")
        try:
            place.used = time.monotonic()
            yield place
        finally:
            place.lock.release()

    def close(self, table: str) -> Closed:
        """Put a table away. Raises Refused."""
        with self._taken(table), self._lock:
            place = self._places.pop(table)
            left = len(self._places)
        place.desk.close()
        return Closed(table=table, open_tables=left)

    def _clear(self) -> None:
        """Put away tables that nobody has asked anything for long."""
        now = time.monotonic()
        with self._lock:
            idle = [name for name, one in self._places.items() if now - one.used > self.bounds.idle_seconds]
            places = [self._places.pop(name) for name in idle]
        for place in places:
            place.desk.close()
