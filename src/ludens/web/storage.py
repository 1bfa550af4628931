"""Sessions on disk: how each was opened, and every ply since, each written before a client is told.

The tables of the database are those of the first version, in whose words a session is a table.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from ludens.study.tree import Ply
from ludens.system.resources import free_bytes
from ludens.web import rows
from ludens.web.database import DamagedDatabase, StorageError, open_database, storage_errors
from ludens.web.rows import DamagedRow

__all__ = [
    "DamagedDatabase",
    "DamagedSession",
    "Forgotten",
    "Ply",
    "Storage",
    "StorageError",
    "StoredSession",
    "read_session",
]


#: sessions that may go: those that nobody ever played, those of descriptions that strangers wrote, all
Forgotten = Literal["unplayed", "strangers", "all"]
#: the parameter is a list of the keys of descriptions that are no stranger's
_CONDITIONS: dict[Forgotten, str] = {
    "unplayed": "id NOT IN (SELECT table_id FROM plies UNION SELECT table_id FROM studies) AND ? IS NOT NULL",
    "strangers": "name = '' AND description NOT IN (SELECT value FROM json_each(?))",
    "all": "? IS NOT NULL",
}
#: the columns of a ply, in the order of `_row`
_PLY = "table_id, number, moves, choices, trial, player, name, from_ref, to_ref, ms"
_PLACES = ", ".join("?" * len(_PLY.split(", ")))
#: where less can be written, sessions make room: moves of those that are open must find some
_RESERVE = 64 << 20


class DamagedSession(StorageError):
    """A session cannot be read any more; the others can."""


@dataclass
class StoredSession:
    """All there is to know of a session. `name` is empty where the description is somebody's own.

    `start` is the position that it began with, as `ludens.study.setup.kept` gives it, empty for the game's own start;
    `study` the tree of a study, which has no plies of its own, empty for games; `party` the people of a table that
    several have together, `chat` what they said.
    """

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
    start: bytes = b""
    study: bytes = b""
    party: StoredParty | None = None
    chat: list[bytes] = field(default_factory=list)


@dataclass(frozen=True)
class StoredParty:
    """The people of a table; when the next flag falls, and since when the clock runs if it stands without a server."""

    party: bytes
    deadline: float | None = None
    began: float | None = None


class Storage:
    """The database of a server, of so many bytes at most; one thread at a time. `place` None keeps all in memory."""

    def __init__(self, place: Path | None, most: int = 1 << 40) -> None:
        self.place, self._most = place, most
        self._database = open_database(place, most)

    def close(self) -> None:
        self._database.close()

    # --- tables of other parts of the server, in SQL that several databases speak, with named parameters

    def query(self, text: str, values: Mapping[str, Any] = MappingProxyType({})) -> list[tuple[Any, ...]]:
        """The rows that a query gives. Raises StorageError."""
        with storage_errors(self.place):
            return self._database.execute(text, dict(values)).fetchall()

    def execute(self, *statements: tuple[str, Mapping[str, Any]]) -> None:
        """Write something, all of it or nothing. Raises StorageError."""

        def write(run: Callable[[str, Any], object]) -> None:
            for text, values in statements:
                run(text, dict(values))

        self._write(write)

    # --- reading

    def load(self, session: str) -> StoredSession | None:
        """The session of this id. Raises StorageError: DamagedSession where only this one cannot be read."""
        with storage_errors(self.place):
            return read_session(self._database, session)

    def count(self) -> int:
        """How many sessions there are. Raises StorageError."""
        with storage_errors(self.place):
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
            if session.start or session.study:
                run("INSERT INTO studies VALUES (?, ?, ?)", (session.id, session.start, session.study))
            _write_party(run, session.id, session.party)
            for number, line in enumerate(session.chat):
                run("INSERT INTO chat VALUES (?, ?, ?)", (session.id, number, line))
            for number, ply in enumerate(session.plies):
                run(f"INSERT INTO plies ({_PLY}) VALUES ({_PLACES})", _row(session.id, number, ply))

        self._write(write)

    def add(self, session: str, number: int, ply: Ply, party: StoredParty | None = None) -> None:
        """Write ply `number`, from 0, and how its people stand then; plies after it go. Raises StorageError."""

        def write(run: Callable[[str, Sequence[Any]], object]) -> None:
            run("DELETE FROM plies WHERE table_id = ? AND number >= ?", (session, number))
            run(f"INSERT INTO plies ({_PLY}) VALUES ({_PLACES})", _row(session, number, ply))
            run("UPDATE tables SET cursor = ?, touched = ? WHERE id = ?", (number + 1, time.time(), session))
            _write_party(run, session, party)

        self._write(write)

    def change(
        self, session: str, *, cursor: int, paused: bool, players: Sequence[str], party: StoredParty | None = None
    ) -> None:
        """Write how many plies are played, whether it is paused, and who plays. Raises StorageError."""
        row = (cursor, int(paused), json.dumps(players), time.time(), session)
        text = "UPDATE tables SET cursor = ?, paused = ?, players = ?, touched = ? WHERE id = ?"

        def write(run: Callable[[str, Sequence[Any]], object]) -> None:
            run(text, row)
            _write_party(run, session, party)

        self._write(write)

    def say(self, session: str, line: bytes, most: int) -> None:
        """Write what somebody said; of what was said before the last so many lines stay. Raises StorageError."""

        def write(run: Callable[[str, Sequence[Any]], object]) -> None:
            run(
                "INSERT INTO chat SELECT ?, coalesce(max(number) + 1, 0), ? FROM chat WHERE table_id = ?",
                (session, line, session),
            )
            run(
                "DELETE FROM chat WHERE table_id = ?"
                " AND number <= (SELECT max(number) FROM chat WHERE table_id = ?) - ?",
                (session, session, most),
            )

        self._write(write)

    def deadlines(self, now: float) -> list[tuple[str, float]]:
        """When the clocks of tables run out, by their ids, where the server begins now. Raises StorageError.

        Where people sat at the table, they have the time of the turn again.
        """
        with storage_errors(self.place):
            listed = self._database.execute("SELECT table_id, deadline, began FROM parties WHERE deadline IS NOT NULL")
            return [(one, due if began is None else now + due - began) for one, due, began in listed.fetchall()]

    def forget(self, kind: Forgotten, older: float, spared: Sequence[str] = (), own: Sequence[str] = ()) -> int:
        """Delete the sessions of a kind that nobody has touched for so many seconds; gives their number.

        Those that are `spared` stay. `own` are the keys of descriptions that are no stranger's. Raises StorageError.
        """
        before = self.count()

        def write(run: Callable[[str, Sequence[Any]], object]) -> None:
            listed = "SELECT value FROM json_each(?)"
            condition = f"touched < ? AND id NOT IN ({listed}) AND ({_CONDITIONS[kind]})"
            run(
                f"DELETE FROM tables WHERE {condition}",
                (time.time() - older, json.dumps(list(spared)), json.dumps(list(own))),
            )
            run("DELETE FROM descriptions WHERE key NOT IN (SELECT description FROM tables)", ())

        self._write(write)
        return before - self.count()

    # --- room

    def shortage(self, most: int) -> str | None:
        """What there is no room for, in words; None where there is room for another of at most so many sessions.

        Raises StorageError.
        """
        if self.count() >= most:
            return f"there are {most} games already"
        if self._free() < min(_RESERVE, self._most // 10):
            return "the disk, or what games may take of it, is full"
        return None

    def _free(self) -> int:
        """The bytes that can still be written, be it in the place of what was deleted."""
        with storage_errors(self.place):
            page, pages, unused = (
                self._database.execute(f"PRAGMA {what}").fetchone()[0]
                for what in ("page_size", "page_count", "freelist_count")
            )
            left = self._most - page * pages
            if self.place is not None:
                left = min(left, free_bytes(self.place.parent))
            return int(left + page * unused)

    def _write(self, write: Callable[[Callable[[str, Sequence[Any]], object]], object]) -> None:
        with storage_errors(self.place):
            self._database.execute("BEGIN IMMEDIATE")
            try:
                write(self._database.execute)
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise


def _write_party(run: Callable[[str, Sequence[Any]], object], session: str, party: StoredParty | None) -> None:
    if party is not None:
        row = (session, party.party, party.deadline, party.began)
        run(
            "INSERT INTO parties VALUES (?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET"
            " party = excluded.party, deadline = excluded.deadline, began = excluded.began",
            row,
        )


def read_session(database: sqlite3.Connection, session: str) -> StoredSession | None:
    """The session of this id in a database. Raises DamagedSession, sqlite3.Error."""
    try:
        return _read(database.execute, session)
    except (DamagedRow, sqlite3.OperationalError) as error:
        if getattr(error, "sqlite_errorcode", None) is not None:  # else a text that is no text
            raise
        raise DamagedSession(f"what was kept of it is damaged: {error}") from None


def _read(run: Callable[..., sqlite3.Cursor], session: str) -> StoredSession | None:
    found = run(
        "SELECT name, key, text, options, players, rng, paused, cursor FROM tables"
        " LEFT JOIN descriptions ON key = description WHERE id = ?",
        (session,),
    ).fetchone()
    if found is None:
        return None
    row = rows.checked(found, rows.SessionRow)
    known = run("SELECT 1 FROM sqlite_master WHERE name = 'studies'").fetchone()  # a damaged file may lack it
    more = known and run("SELECT start, study FROM studies WHERE table_id = ?", (session,)).fetchone()
    studied = rows.checked(more, rows.StudyRow) if more is not None else rows.StudyRow(b"", b"")
    timed = run("SELECT 1 FROM pragma_table_info('plies') WHERE name = 'ms'").fetchone()  # not where it is salvaged
    columns = "number, moves, choices, trial, player, name, from_ref, to_ref, " + ("ms" if timed else "0")
    listed = run(f"SELECT {columns} FROM plies WHERE table_id = ? ORDER BY number", (session,)).fetchall()
    return StoredSession(
        session,
        row.name,
        row.key,
        row.text,
        rows.texts(row.options),
        rows.texts(row.players),
        row.rng,
        bool(row.paused),
        row.cursor,
        [_ply(ply, number) for number, ply in enumerate(listed)],
        *studied,
        *_people(run, session),
    )


def _people(run: Callable[..., sqlite3.Cursor], session: str) -> tuple[StoredParty | None, list[bytes]]:
    """The people of a session, and what they said. Raises DamagedRow."""
    if not run("SELECT 1 FROM sqlite_master WHERE name = 'parties'").fetchone():  # a damaged file may lack it
        return None, []
    row = run("SELECT party, deadline, began FROM parties WHERE table_id = ?", (session,)).fetchone()
    if row is None:
        return None, []
    lines = run("SELECT line FROM chat WHERE table_id = ? ORDER BY number", (session,)).fetchall()
    return StoredParty(*rows.checked(row, rows.PartyRow)), [rows.checked(line, rows.ChatRow).line for line in lines]


def _ply(found: tuple[Any, ...], number: int) -> Ply:
    """A stored ply, which has this number. Raises DamagedRow."""
    try:
        row = rows.checked(found, rows.PlyRow)
        if row.number != number:
            raise DamagedRow("it is missing")
        return Ply(rows.numbers(row.moves), *row[2:])
    except DamagedRow as error:
        raise DamagedRow(f"ply {number + 1}: {error}") from None


def _row(session: str, number: int, ply: Ply) -> tuple[Any, ...]:
    shown = (ply.player, ply.name, ply.from_ref, ply.to_ref, ply.ms)
    return (session, number, json.dumps(ply.moves), ply.choices, ply.trial, *shown)
