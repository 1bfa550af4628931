"""The tables of a server, and the services of its other tools."""

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
from ludens.envs.tables.bounds import Bounds, Refused
from ludens.envs.tables.remote import RemoteService
from ludens.envs.tables.service import GameService
from ludens.game import Limits

#: how many library games stay loaded
_MOST_LOADED = 16


class Service(Protocol):
    """The service of a game, in this process or in one of its own."""

    def do(self, job: str, arguments: dict[str, Any]) -> Answer:
        """The answer to a job."""

    def close(self) -> None:
        """End the service."""


class LocalService:
    """A service of this process, for games of the library."""

    def __init__(self, service: GameService) -> None:
        self._service = service

    def do(self, job: str, arguments: dict[str, Any]) -> Answer:
        """The answer to a job, within the time of a call. Raises what the job raises, and Stopped."""
        with Limits(seconds=self._service.bounds.call_seconds):
            return self._service.do(job, arguments)

    def close(self) -> None:
        """Do nothing: there is nothing to end."""


@dataclass
class _OpenTable:
    """A table: its service, which one call at a time may use, and when one last did."""

    service: Service
    used: float = field(default_factory=time.monotonic)
    lock: threading.Lock = field(default_factory=threading.Lock)


class TableServer:
    """The services of games, and the open tables. May be used from several threads."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self._tables: dict[str, _OpenTable] = {}
        self._lock = threading.Lock()
        self._loaded: dict[tuple[str, tuple[str, ...]], GameService] = {}

    # --- about games

    def ask(self, game: str, description: str, options: Sequence[str], job: str, **arguments: Any) -> Answer:
        """The answer to a job about a game that is at no table. Raises what the job raises, and Refused."""
        service = self._service(game, description, options)
        try:
            return service.do(job, arguments)
        finally:
            service.close()

    def _service(self, game: str, description: str, options: Sequence[str]) -> Service:
        """A service for a library game, a readable file, or a description. Raises Refused, UnknownGame."""
        if bool(game) == bool(description):
            raise Refused("say either the name of a game of the library, or a description in the .lud language")
        if description:
            return self._remote_service(description, "<description>", options)
        if game.endswith(".lud"):
            return self._remote_service(self._file(game), game, options)
        return LocalService(self._library_service(game, tuple(options)))

    def _library_service(self, name: str, options: tuple[str, ...]) -> GameService:
        """A service for a library game, which shares the compiled game with earlier ones."""
        path = library.find(name)
        with self._lock:
            service = self._loaded.pop((path.stem, options), None)
            if service is None:
                service = GameService(path.read_text(encoding="utf-8"), path.name, options, self.bounds)
            self._loaded[path.stem, options] = service
            while len(self._loaded) > _MOST_LOADED:
                self._loaded.pop(next(iter(self._loaded)))
        return GameService.beside(service)

    def _remote_service(self, text: str, name: str, options: Sequence[str]) -> RemoteService:
        if len(text) > self.bounds.description_size:
            raise Refused(f"a description has {self.bounds.description_size} characters at most, not {len(text)}")
        return RemoteService(text, name, options, self.bounds)

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
            if len(self._tables) >= self.bounds.tables:
                raise Refused(f"there are {self.bounds.tables} tables, and may be no more: close one with close_table")
        service = self._service(game, description, options)
        try:
            position = service.do("begin", arguments)
        except BaseException:
            service.close()
            raise
        assert isinstance(position, Position)
        name = secrets.token_hex(4)
        with self._lock:
            self._tables[name] = _OpenTable(service)
        return position.model_copy(update={"table": name})

    def at(self, table: str, job: str, **arguments: Any) -> Answer:
        """The answer to a job at a table. Raises what the job raises, and Refused."""
        with self._lock_table(table) as place:
            answer = place.service.do(job, arguments)
        return answer.model_copy(update={"table": table}) if isinstance(answer, Position) else answer

    @contextmanager
    def _lock_table(self, table: str) -> Iterator[_OpenTable]:
        place = self._tables.get(table)
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
        with self._lock_table(table), self._lock:
            place = self._tables.pop(table)
            remaining = len(self._tables)
        place.service.close()
        return Closed(table=table, open_tables=remaining)

    def _clear(self) -> None:
        """Close tables that nobody has used for long."""
        now = time.monotonic()
        with self._lock:
            idle = [name for name, one in self._tables.items() if now - one.used > self.bounds.idle_seconds]
            places = [self._tables.pop(name) for name in idle]
        for place in places:
            place.service.close()
