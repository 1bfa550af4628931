"""What a database offers, and the file of the usual one: made, checked when opened, set aside where it is damaged."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

from ludens.formats import OtherVersion, refuse
from ludens.system.resources import free_bytes
from ludens.web.accounts import tables as people
from ludens.web.ledger import LEDGER

#: the tables of the first version; what later ones have made of them, by the version that it was made of, is below
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
#: what came with studies: databases of before get it when they are opened
_STUDIES = """
CREATE TABLE IF NOT EXISTS studies (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    start BLOB NOT NULL,         -- the position that was begun with; empty for the start that the rules say
    study BLOB NOT NULL          -- the tree of a study; empty for a game
) WITHOUT ROWID;
"""
#: what came with tables of several people, in the same way
_PEOPLE = """
CREATE TABLE IF NOT EXISTS parties (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    party BLOB NOT NULL,         -- JSON: who holds which seat, what they agreed on, their clocks
    deadline REAL,               -- when the next flag falls, in seconds of the epoch
    began REAL                   -- since when that clock runs, where it stands while there is no server
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS chat (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, number INTEGER NOT NULL,
    line BLOB NOT NULL,          -- JSON
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
"""
#: what came with several servers on one database
_NODES = """
CREATE TABLE IF NOT EXISTS nodes (
    id TEXT PRIMARY KEY,
    address TEXT NOT NULL,       -- where the others reach it
    until REAL NOT NULL          -- it counts as gone from then on, in seconds of the epoch by the database's clock
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""
#: what came with letters to people who are away
_POST = """
CREATE TABLE IF NOT EXISTS jobs (
    key TEXT PRIMARY KEY, kind TEXT NOT NULL, due REAL NOT NULL, data TEXT NOT NULL, tries INTEGER NOT NULL,
    held REAL NOT NULL           -- until when a server has it for itself
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS jobs_due ON jobs (due);
CREATE TABLE IF NOT EXISTS contacts (
    guest TEXT NOT NULL, kind TEXT NOT NULL, address TEXT NOT NULL,
    details TEXT NOT NULL,       -- the keys of a browser
    confirmed INTEGER NOT NULL,
    token TEXT NOT NULL,         -- a digest of the secret in letters
    made REAL NOT NULL, told REAL NOT NULL,
    PRIMARY KEY (guest, kind, address)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS contacts_token ON contacts (token);
CREATE TABLE IF NOT EXISTS turns (
    guest TEXT NOT NULL, table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    title TEXT NOT NULL, ply INTEGER NOT NULL,
    sent INTEGER NOT NULL,       -- whether they have been told
    PRIMARY KEY (guest, table_id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS turns_table ON turns (table_id);
"""
_CHANGES = (
    "ALTER TABLE plies ADD COLUMN ms INTEGER NOT NULL DEFAULT 0;",  # how long the move was thought about
    "ALTER TABLE tables ADD COLUMN node TEXT NOT NULL DEFAULT '';",  # which server has the table open
)
VERSION = 1 + len(_CHANGES)
#: what there is where a database, of whatever kind, is what it should be
COLUMNS = {
    "descriptions": "key, text",
    "tables": "id, created, touched, name, description, options, players, rng, paused, cursor, node",
    "studies": "table_id, start, study",
    "parties": "table_id, party, deadline, began",
    "chat": "table_id, number, line",
    "plies": "table_id, number, moves, choices, trial, player, name, from_ref, to_ref, ms",
    "nodes": "id, address, until",
    "settings": "name, value",
    "jobs": "key, kind, due, data, tries, held",
    "contacts": "guest, kind, address, details, confirmed, token, made, told",
    "turns": "guest, table_id, title, ply, sent",
    "bots": "id, name, owner, digest, scopes, created",
    "seated": "person, table_id, since",
    "finished": "id, table_id, game, library, description, options, "
    "ended, is_over, is_public, is_rated, plies, winner, reason, record",
    "finished_people": "game_id, seat, person, name, agent",
    "positions": "opening, position, game_id, ply, mover",
    "symmetries": "opening, sites",
    "ratings": "game, person, name, system, value, error, volatility, games, changed",
    "tournaments": "id, created, is_over, state",
    "answers": "game_id, person, description, given, fun, clear, words",
    **people.COLUMNS,
}
#: the bytes that the write-ahead log keeps once its contents are in the database
_JOURNAL = 4 << 20
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class StorageError(Exception):
    """The database cannot be read or written; the message says why, and what that means."""


class DamagedDatabase(StorageError):
    """The file is no database any more, or none of ludens."""


class Rows(Protocol):
    """What a statement gives; `rowcount` says how many rows it has changed."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...


class Run(Protocol):
    """Runs a statement, whose values stand where it has question marks."""

    def __call__(self, statement: str, values: Sequence[Any] = (), /) -> Rows: ...


class Database(Protocol):
    """A database that understands the statements of `storage`. Both contexts raise StorageError."""

    #: SQL for the time by the database's clock, for the texts of a JSON list that is a parameter, and for whether the
    #: bytes of a column have those of a parameter in them
    now: str
    texts: str
    holds: str
    #: whether several servers may work on it
    is_shared: bool

    def reading(self) -> AbstractContextManager[Run]:
        """To read."""

    def writing(self) -> AbstractContextManager[Run]:
        """A transaction: all of it is written, or nothing."""

    def free(self) -> int:
        """The bytes that can still be written, be it in the place of what was deleted. Raises StorageError."""

    def close(self) -> None: ...


class FileDatabase:
    """The database of so many bytes at most in a file of SQLite's; without a place it is in memory."""

    now = "((julianday('now') - 2440587.5) * 86400.0)"
    texts = "SELECT value FROM json_each(?)"
    holds = "instr({0}, ?) > 0"
    is_shared = False

    def __init__(self, place: Path | None, most: int) -> None:
        """The file is made if there is none. Raises StorageError."""
        self.place, self._most = place, most
        with storage_errors(place):
            if place is not None:
                place.parent.mkdir(parents=True, exist_ok=True)
            self.connection = sqlite3.connect(
                place or ":memory:", isolation_level=None, check_same_thread=False, timeout=5
            )
            try:
                _prepare(self.connection, place, most)
            except BaseException:
                self.connection.close()
                raise

    @contextmanager
    def reading(self) -> Iterator[Run]:
        with storage_errors(self.place):
            yield self.connection.execute

    @contextmanager
    def writing(self) -> Iterator[Run]:
        with storage_errors(self.place):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection.execute
                self.connection.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise

    def free(self) -> int:
        with self.reading() as run:
            page, pages, unused = (
                run(f"PRAGMA {what}").fetchone()[0] for what in ("page_size", "page_count", "freelist_count")
            )
            left = self._most - page * pages
            if self.place is not None:
                left = min(left, free_bytes(self.place.parent))
            return int(left + page * unused)

    def close(self) -> None:
        self.connection.close()


def _prepare(database: sqlite3.Connection, place: Path | None, most: int) -> None:
    run = database.execute
    run("PRAGMA journal_mode = WAL")
    run("PRAGMA synchronous = NORMAL")
    run("PRAGMA foreign_keys = ON")
    run("PRAGMA trusted_schema = OFF")
    run(f"PRAGMA journal_size_limit = {_JOURNAL}")
    run(f"PRAGMA max_page_count = {max(1, most // run('PRAGMA page_size').fetchone()[0])}")
    version = run("PRAGMA user_version").fetchone()[0]
    if version == 0:
        database.executescript(f"BEGIN; {_SCHEMA} {_changes(1)} COMMIT;")
    else:
        try:
            refuse("a database of games", version, *range(1, VERSION + 1), place=place)
        except OtherVersion as error:
            raise StorageError(str(error)) from None
    run(_STUDIES)
    database.executescript(_PEOPLE + _NODES + _POST + LEDGER + people.PEOPLE)
    problem = run("PRAGMA quick_check(1)").fetchone()[0]
    if problem != "ok":
        raise DamagedDatabase(f"{place} is damaged: {problem}")
    try:
        if 0 < version < VERSION:
            database.executescript(f"BEGIN IMMEDIATE; {_changes(version)} COMMIT;")
        for table, columns in COLUMNS.items():
            run(f"SELECT {columns} FROM {table} LIMIT 0")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_ERROR:
            raise
        raise DamagedDatabase(f"{place} is damaged: {error}") from None


def _changes(version: int) -> str:
    """What makes a database of this version one of today's."""
    return " ".join((*_CHANGES[version - 1 :], f"PRAGMA user_version = {VERSION};"))


def set_aside(place: Path) -> Path:
    """Give a damaged database another name, under which nobody writes to it; gives that name. Raises StorageError."""
    now = time.strftime("%Y%m%d-%H%M%S")
    names = (place.with_name(f"{place.name}.damaged-{now}{more}") for more in ("", *(f"-{n}" for n in range(1, 100))))
    aside = next(name for name in names if not name.exists())
    with storage_errors(place):
        place.rename(aside)
        for ending in ("-wal", "-shm"):
            with suppress(FileNotFoundError):
                place.with_name(place.name + ending).rename(aside.with_name(aside.name + ending))
    return aside


@contextmanager
def storage_errors(place: Path | None) -> Iterator[None]:
    """What SQLite and the disk say, as StorageError."""
    try:
        yield
    except UnicodeDecodeError as error:  # what SQLite says of the damage names what is damaged
        raise DamagedDatabase(f"{place or 'the database in memory'}: its schema is no text") from error
    except (sqlite3.Error, OSError) as error:
        code = getattr(error, "sqlite_errorcode", None) or 0
        kind = DamagedDatabase if code & 0xFF in _DAMAGE else StorageError
        raise kind(f"{place or 'the database in memory'}: {error}") from error
