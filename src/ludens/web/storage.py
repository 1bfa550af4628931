"""Sessions on disk: how each was opened, and every ply since, each written before a client is told.

The tables of the database are those of the first version, in whose words a session is a table.
"""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal

from ludens.study.tree import Ply
from ludens.web import rows
from ludens.web.database import DamagedDatabase, Database, FileDatabase, Run, StorageError
from ludens.web.rows import DamagedRow

#: a parameter by its name
_NAMED: Final = re.compile(r"(?<!:):([a-z_][a-z_0-9]*)")

__all__ = [
    "DamagedDatabase",
    "DamagedSession",
    "Forgotten",
    "HeldElsewhere",
    "Ply",
    "Storage",
    "StorageError",
    "StoredSession",
    "read_session",
]


#: sessions that may go: those that nobody ever played, those of descriptions that strangers wrote, all
Forgotten = Literal["unplayed", "strangers", "all"]
#: `{texts}` gives the keys of descriptions that are no stranger's
_CONDITIONS: dict[Forgotten, str] = {
    "unplayed": "id NOT IN (SELECT table_id FROM plies UNION SELECT table_id FROM studies)",
    "strangers": "name = '' AND description NOT IN ({texts})",
    "all": "1 = 1",
}
#: the columns of a ply, in the order of `_row`
_PLY = "table_id, number, moves, choices, trial, player, name, from_ref, to_ref, ms"
_ADD = f"INSERT INTO plies ({_PLY}) VALUES ({', '.join('?' * len(_PLY.split(', ')))})"
#: when a session was made stays as it is
_SAVE = """
INSERT INTO tables (id, created, touched, name, description, options, players, rng, paused, cursor, node)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET touched = excluded.touched,
    name = excluded.name, description = excluded.description, options = excluded.options, players = excluded.players,
    rng = excluded.rng, paused = excluded.paused, cursor = excluded.cursor
WHERE tables.node = excluded.node
"""
#: where less can be written, sessions make room: moves of those that are open must find some
_RESERVE = 64 << 20


class DamagedSession(StorageError):
    """A session cannot be read any more; the others can."""


@dataclass
class StoredSession:
    """All there is to know of a session. `name` is empty where the description is somebody's own.

    `start` is the position that it began with, as `ludens.study.setup.position_bytes` gives it, empty for the game's
    own start; `study` the tree of a study, which has no plies of its own, empty for games; `party` the people of a
    table that several have together, `chat` what they said.
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


class HeldElsewhere(StorageError):
    """Another server has the table: what this one has of it is worth nothing any more, and nothing was written."""


def positional(text: str, values: Mapping[str, Any]) -> tuple[str, list[Any]]:
    """A statement with question marks for its named parameters, and their values in this order.

    >>> positional("SELECT :b, :a, :b", {"a": 1, "b": 2})
    ('SELECT ?, ?, ?', [2, 1, 2])
    """
    names = _NAMED.findall(text)
    return _NAMED.sub("?", text), [values[name] for name in names]


class Storage:
    """The sessions of a database. `node` is the server that writes: of tables that another has it writes nothing."""

    def __init__(self, place: Path | Database | None, most: int = 1 << 40, node: str = "") -> None:
        """A path is that of a file of so many bytes at most, None keeps all in memory. Raises StorageError."""
        self.database = FileDatabase(place, most) if place is None or isinstance(place, Path) else place
        self.node, self._most = node, most

    def close(self) -> None:
        self.database.close()

    # --- tables of other parts of the server, in SQL that several databases speak, with named parameters

    def query(self, text: str, values: Mapping[str, Any] = MappingProxyType({})) -> list[tuple[Any, ...]]:
        """The rows that a query gives. Raises StorageError."""
        with self.database.reading() as run:
            return run(*positional(text, values)).fetchall()

    def execute(self, *statements: tuple[str, Mapping[str, Any]]) -> None:
        """Write something, all of it or nothing. Raises StorageError."""
        with self.database.writing() as run:
            for text, values in statements:
                run(*positional(text, values))

    # --- reading

    def load(self, session: str) -> StoredSession | None:
        """The session of this id. Raises StorageError: DamagedSession where only this one cannot be read."""
        with self.database.reading() as run:
            return read_session(run, session)

    def touch(self) -> None:
        """See whether the database answers. Raises StorageError."""
        with self.database.reading() as run:
            run("SELECT 1").fetchone()

    def count(self) -> int:
        """How many sessions there are. Raises StorageError."""
        with self.database.reading() as run:
            return int(run("SELECT count(*) FROM tables").fetchone()[0])

    # --- writing

    def save(self, session: StoredSession) -> None:
        """Write a session whole, in the place of what there was of it. Raises StorageError."""
        now = time.time()
        settings = (json.dumps(session.options), json.dumps(session.players), session.rng)
        row = (session.id, now, now, session.name, session.key, *settings, int(session.paused), session.cursor)
        with self.database.writing() as run:
            run(
                "INSERT INTO descriptions (key, text) VALUES (?, ?) ON CONFLICT DO NOTHING", (session.key, session.text)
            )
            self._check(run, session.id, run(_SAVE, (*row, self.node)).rowcount)
            for part in ("plies", "studies", "parties", "chat"):
                run(f"DELETE FROM {part} WHERE table_id = ?", (session.id,))
            if session.start or session.study:
                studied = (session.id, session.start, session.study)
                run("INSERT INTO studies (table_id, start, study) VALUES (?, ?, ?)", studied)
            _write_party(run, session.id, session.party)
            for number, line in enumerate(session.chat):
                run("INSERT INTO chat (table_id, number, line) VALUES (?, ?, ?)", (session.id, number, line))
            for number, ply in enumerate(session.plies):
                run(_ADD, _row(session.id, number, ply))

    def add(self, session: str, number: int, ply: Ply, party: StoredParty | None = None) -> None:
        """Write ply `number`, from 0, and how its people stand then; plies after it go. Raises StorageError."""
        with self.database.writing() as run:
            self._touch(run, session, "cursor = ?", (number + 1,))
            run("DELETE FROM plies WHERE table_id = ? AND number >= ?", (session, number))
            run(_ADD, _row(session, number, ply))
            _write_party(run, session, party)

    def change(
        self, session: str, *, cursor: int, paused: bool, players: Sequence[str], party: StoredParty | None = None
    ) -> None:
        """Write how many plies are played, whether it is paused, and who plays. Raises StorageError."""
        with self.database.writing() as run:
            changed = (cursor, int(paused), json.dumps(players))
            self._touch(run, session, "cursor = ?, paused = ?, players = ?", changed)
            _write_party(run, session, party)

    def say(self, session: str, line: bytes, most: int) -> None:
        """Write what somebody said; of what was said before the last so many lines stay. Raises StorageError."""
        with self.database.writing() as run:
            self._touch(run, session, "paused = paused", ())
            last = run("SELECT max(number) FROM chat WHERE table_id = ?", (session,)).fetchone()[0]
            number = 0 if last is None else last + 1
            run("INSERT INTO chat (table_id, number, line) VALUES (?, ?, ?)", (session, number, line))
            run("DELETE FROM chat WHERE table_id = ? AND number <= ?", (session, number - most))

    def _touch(self, run: Run, session: str, changes: str, values: tuple[Any, ...]) -> None:
        """Change a session that this server has."""
        statement = f"UPDATE tables SET {changes}, touched = ? WHERE id = ? AND node = ?"
        self._check(run, session, run(statement, (*values, time.time(), session, self.node)).rowcount)

    def _check(self, run: Run, session: str, count: int) -> None:
        """Whether a session was written. Raises StorageError."""
        if count == 0:
            holder = run("SELECT node FROM tables WHERE id = ?", (session,)).fetchone()
            kind = StorageError if holder is None or holder[0] == self.node else HeldElsewhere
            raise kind("it is not stored any more" if kind is StorageError else "it is played on another server now")

    def deadlines(self, now: float) -> list[tuple[str, float]]:
        """When the clocks of tables run out, by their ids, where the server begins now. Raises StorageError.

        Where people sat at the table, they have the time of the turn again.
        """
        with self.database.reading() as run:
            listed = run("SELECT table_id, deadline, began FROM parties WHERE deadline IS NOT NULL")
            return [(one, due if began is None else now + due - began) for one, due, began in listed.fetchall()]

    def forget(self, kind: Forgotten, older: float, spared: Sequence[str] = (), own: Sequence[str] = ()) -> int:
        """Delete the sessions of a kind that nobody has touched for so many seconds; gives their number.

        Those that are `spared` stay, and those that another server has. `own` are the keys of descriptions that are
        no stranger's. Raises StorageError.
        """
        texts, now = self.database.texts, self.database.now
        others = f"SELECT id FROM nodes WHERE until > {now} AND id <> ?"
        condition = _CONDITIONS[kind].format(texts=texts)
        statement = f"DELETE FROM tables WHERE touched < ? AND id NOT IN ({texts}) AND node NOT IN ({others})"
        keys = (json.dumps(list(own)),) if texts in condition else ()
        with self.database.writing() as run:
            values = (time.time() - older, json.dumps(list(spared)), self.node, *keys)
            count = run(f"{statement} AND ({condition})", values).rowcount
            run(  # a public game is of no use without its rules
                "DELETE FROM descriptions WHERE key NOT IN (SELECT description FROM tables)"
                " AND key NOT IN (SELECT description FROM finished WHERE is_public = 1)"
            )
        return count

    # --- room

    def shortage(self, most: int) -> str | None:
        """What there is no room for, in words; None where there is room for another of at most so many sessions.

        Raises StorageError.
        """
        if self.count() >= most:
            return f"there are {most} games already"
        if self.database.free() < min(_RESERVE, self._most // 10):
            return "the disk, or what games may take of it, is full"
        return None


def _write_party(run: Run, session: str, party: StoredParty | None) -> None:
    if party is not None:
        row = (session, party.party, party.deadline, party.began)
        run(
            "INSERT INTO parties (table_id, party, deadline, began) VALUES (?, ?, ?, ?) ON CONFLICT (table_id)"
            " DO UPDATE SET party = excluded.party, deadline = excluded.deadline, began = excluded.began",
            row,
        )


def read_session(run: Run, session: str, *, is_salvaged: bool = False) -> StoredSession | None:
    """The session of this id in a database; a damaged one may lack parts. Raises DamagedSession, sqlite3.Error."""
    try:
        return _read(run, session, is_salvaged=is_salvaged)
    except (DamagedRow, sqlite3.OperationalError) as error:
        if getattr(error, "sqlite_errorcode", None) is not None:  # else a text that is no text
            raise
        raise DamagedSession(f"what was kept of it is damaged: {error}") from None


def _has(run: Run, table: str, column: str) -> bool:
    """Whether a file of SQLite's has a column."""
    return run("SELECT 1 FROM pragma_table_info(?) WHERE name = ?", (table, column)).fetchone() is not None


def _read(run: Run, session: str, *, is_salvaged: bool) -> StoredSession | None:
    fields = run(
        "SELECT name, key, text, options, players, rng, paused, cursor FROM tables"
        " LEFT JOIN descriptions ON key = description WHERE id = ?",
        (session,),
    ).fetchone()
    if fields is None:
        return None
    row = rows.checked(fields, rows.SessionRow)
    more = None
    if not is_salvaged or _has(run, "studies", "study"):
        more = run("SELECT start, study FROM studies WHERE table_id = ?", (session,)).fetchone()
    studied = rows.checked(more, rows.StudyRow) if more is not None else rows.StudyRow(b"", b"")
    is_timed = not is_salvaged or _has(run, "plies", "ms")
    columns = "number, moves, choices, trial, player, name, from_ref, to_ref, " + ("ms" if is_timed else "0")
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
        *(_people(run, session) if not is_salvaged or _has(run, "parties", "began") else (None, [])),
    )


def _people(run: Run, session: str) -> tuple[StoredParty | None, list[bytes]]:
    """The people of a session, and what they said. Raises DamagedRow."""
    row = run("SELECT party, deadline, began FROM parties WHERE table_id = ?", (session,)).fetchone()
    if row is None:
        return None, []
    lines = run("SELECT line FROM chat WHERE table_id = ? ORDER BY number", (session,)).fetchall()
    return StoredParty(*rows.checked(row, rows.PartyRow)), [rows.checked(line, rows.ChatRow).line for line in lines]


def _ply(fields: tuple[Any, ...], number: int) -> Ply:
    """A stored ply, which has this number. Raises DamagedRow."""
    try:
        row = rows.checked(fields, rows.PlyRow)
        if row.number != number:
            raise DamagedRow("it is missing")
        return Ply(rows.numbers(row.moves), *row[2:])
    except DamagedRow as error:
        raise DamagedRow(f"ply {number + 1}: {error}") from None


def _row(session: str, number: int, ply: Ply) -> tuple[Any, ...]:
    shown = (ply.player, ply.name, ply.from_ref, ply.to_ref, ply.ms)
    return (session, number, json.dumps(ply.moves), ply.choices, ply.trial, *shown)
