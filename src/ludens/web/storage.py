"""Sessions on disk: how each was opened, and every ply since, each written before a client is told.

The tables of the database are those of the first version, in whose words a session is a table.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

VERSION = 1
_SCHEMA = """
CREATE TABLE descriptions (key TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE tables (
    id TEXT PRIMARY KEY, created REAL NOT NULL, touched REAL NOT NULL,
    name TEXT NOT NULL,          -- of the library's game; empty for a description of somebody's own
    description TEXT NOT NULL REFERENCES descriptions (key),
    options TEXT NOT NULL,       -- JSON list of "Heading/Item"
    players TEXT NOT NULL,       -- JSON list of "human" or an agent
    rng BLOB NOT NULL,           -- the generator's eight bytes before the start
    paused INTEGER NOT NULL,
    cursor INTEGER NOT NULL      -- how many plies are played; those after it can be played again
) WITHOUT ROWID;
CREATE TABLE plies (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, number INTEGER NOT NULL,
    moves TEXT NOT NULL,         -- JSON list of numbers of legal moves
    choices INTEGER NOT NULL,    -- how many legal moves there were
    trial TEXT NOT NULL,         -- the move in trial format
    player INTEGER NOT NULL, name TEXT NOT NULL, from_ref TEXT, to_ref TEXT,  -- what pages are told
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
CREATE INDEX tables_touched ON tables (touched);
"""


class StorageError(Exception):
    """The database cannot be read or written; the message says why, and what that means."""


@dataclass(frozen=True)
class Ply:
    """A ply that was played: the numbers of its moves among so many legal ones, and its text in trial format.

    For people: who moved (0 for all at once), what it is called, between which sites it went.
    """

    moves: tuple[int, ...]
    choices: int
    trial: str
    player: int
    name: str
    from_ref: str | None = None
    to_ref: str | None = None


@dataclass
class StoredSession:
    """All there is to know of a session. `name` is empty where the description is somebody's own."""

    id: str
    name: str
    key: str
    text: str
    options: tuple[str, ...]
    players: tuple[str, ...]
    rng: bytes
    paused: bool = False
    cursor: int = 0
    plies: list[Ply] = field(default_factory=list)


class Storage:
    """The database of a server, of so many bytes at most; one thread at a time. `place` None keeps all in memory."""

    def __init__(self, place: Path | None, most: int = 1 << 40) -> None:
        self.place, self._most = place, most
        with _storage_errors(place):
            if place is not None:
                place.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(
                place or ":memory:", isolation_level=None, check_same_thread=False, timeout=5
            )
            try:
                self._prepare()
            except BaseException:
                self._database.close()
                raise

    def _prepare(self) -> None:
        run = self._database.execute
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = NORMAL")
        run("PRAGMA foreign_keys = ON")
        run(f"PRAGMA max_page_count = {max(1, self._most // run('PRAGMA page_size').fetchone()[0])}")
        version = run("PRAGMA user_version").fetchone()[0]
        if version == 0:
            self._database.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
        elif version != VERSION:
            raise StorageError(f"{self.place} is of another version of ludens ({version}, not {VERSION})")
        problem = run("PRAGMA quick_check(1)").fetchone()[0]
        if problem != "ok":
            raise StorageError(f"{self.place} is damaged: {problem}")

    def close(self) -> None:
        self._database.close()

    # --- reading

    def load(self, session: str) -> StoredSession | None:
        """The session of this id. Raises StorageError."""
        with _storage_errors(self.place):
            row = self._database.execute(
                "SELECT name, key, text, options, players, rng, paused, cursor FROM tables"
                " JOIN descriptions ON key = description WHERE id = ?",
                (session,),
            ).fetchone()
            if row is None:
                return None
            plies = self._database.execute(
                "SELECT moves, choices, trial, player, name, from_ref, to_ref FROM plies"
                " WHERE table_id = ? ORDER BY number",
                (session,),
            ).fetchall()
        name, key, text, options, players, rng, paused, cursor = row
        read = [Ply(tuple(json.loads(moves)), *rest) for moves, *rest in plies]
        choices = tuple(json.loads(options))
        return StoredSession(
            session, name, key, text, choices, tuple(json.loads(players)), rng, bool(paused), cursor, read
        )

    def count(self) -> int:
        """How many sessions there are. Raises StorageError."""
        with _storage_errors(self.place):
            return int(self._database.execute("SELECT count(*) FROM tables").fetchone()[0])

    # --- writing

    def save(self, session: StoredSession) -> None:
        """Write a session whole, in the place of what there was of it. Raises StorageError."""

        def write(run: Callable[[str, Sequence[Any]], object]) -> None:
            run("INSERT OR IGNORE INTO descriptions VALUES (?, ?)", (session.key, session.text))
            created = self._database.execute("SELECT created FROM tables WHERE id = ?", (session.id,)).fetchone()
            run("DELETE FROM tables WHERE id = ?", (session.id,))
            now = time.time()
            opened = (session.id, created[0] if created else now, now, session.name, session.key)
            settings = (json.dumps(session.options), json.dumps(session.players), session.rng)
            row = (*opened, *settings, int(session.paused), session.cursor)
            run("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
            for number, ply in enumerate(session.plies):
                run("INSERT INTO plies VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", _row(session.id, number, ply))

        self._write(write)

    def add(self, session: str, number: int, ply: Ply) -> None:
        """Write ply `number`, from 0; those after it are forgotten. Raises StorageError."""

        def write(run: Callable[[str, Sequence[Any]], object]) -> None:
            run("DELETE FROM plies WHERE table_id = ? AND number >= ?", (session, number))
            run("INSERT INTO plies VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", _row(session, number, ply))
            run("UPDATE tables SET cursor = ?, touched = ? WHERE id = ?", (number + 1, time.time(), session))

        self._write(write)

    def change(self, session: str, *, cursor: int, paused: bool, players: Sequence[str]) -> None:
        """Write how many plies are played, whether it is paused, and who plays. Raises StorageError."""
        row = (cursor, int(paused), json.dumps(players), time.time(), session)
        text = "UPDATE tables SET cursor = ?, paused = ?, players = ?, touched = ? WHERE id = ?"
        self._write(lambda run: run(text, row))

    def forget_unplayed(self, older: float, spared: Sequence[str] = ()) -> int:
        """Delete the sessions that nobody has played for so many seconds; gives their number. Raises StorageError."""
        return self._forget("touched < ? AND id NOT IN (SELECT table_id FROM plies)", time.time() - older, spared)

    def forget_old(self, older: float, spared: Sequence[str] = ()) -> int:
        """Delete the sessions that nobody has touched for so many seconds; gives their number. Raises StorageError."""
        return self._forget("touched < ?", time.time() - older, spared)

    def _forget(self, condition: str, limit: float, spared: Sequence[str]) -> int:
        """Delete the sessions of a condition, and the descriptions that none has any more; gives their number."""
        before = self.count()

        def write(run: Callable[[str, Sequence[Any]], object]) -> None:
            listed = "SELECT value FROM json_each(?)"
            run(f"DELETE FROM tables WHERE {condition} AND id NOT IN ({listed})", (limit, json.dumps(list(spared))))
            run("DELETE FROM descriptions WHERE key NOT IN (SELECT description FROM tables)", ())

        self._write(write)
        return before - self.count()

    def _write(self, write: Callable[[Callable[[str, Sequence[Any]], object]], object]) -> None:
        with _storage_errors(self.place):
            self._database.execute("BEGIN IMMEDIATE")
            try:
                write(self._database.execute)
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise


def _row(session: str, number: int, ply: Ply) -> tuple[Any, ...]:
    shown = (ply.player, ply.name, ply.from_ref, ply.to_ref)
    return (session, number, json.dumps(ply.moves), ply.choices, ply.trial, *shown)


@contextmanager
def _storage_errors(place: Path | None) -> Iterator[None]:
    """What SQLite and the disk say, as StorageError."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise StorageError(f"{place or 'the database in memory'}: {error}") from error
