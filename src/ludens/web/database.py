"""The file of the database: made, checked when it is opened, set aside where it is damaged."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

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
_CHANGES = (
    "ALTER TABLE plies ADD COLUMN ms INTEGER NOT NULL DEFAULT 0;",  # how long the move was thought about
)
VERSION = 1 + len(_CHANGES)
#: what there is where the database is what it should be
_COLUMNS = {
    "descriptions": "key, text",
    "tables": "id, created, touched, name, description, options, players, rng, paused, cursor",
    "studies": "table_id, start, study",
    "parties": "table_id, party, deadline, began",
    "chat": "table_id, number, line",
    "plies": "table_id, number, moves, choices, trial, player, name, from_ref, to_ref, ms",
}
#: the bytes that the write-ahead log keeps once its contents are in the database
_JOURNAL = 4 << 20
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class StorageError(Exception):
    """The database cannot be read or written; the message says why, and what that means."""


class DamagedDatabase(StorageError):
    """The file is no database any more, or none of ludens."""


def open_database(place: Path | None, most: int) -> sqlite3.Connection:
    """The database of so many bytes at most, made if there is none; None is one in memory. Raises StorageError."""
    with storage_errors(place):
        if place is not None:
            place.parent.mkdir(parents=True, exist_ok=True)
        database = sqlite3.connect(place or ":memory:", isolation_level=None, check_same_thread=False, timeout=5)
        try:
            _prepare(database, place, most)
        except BaseException:
            database.close()
            raise
        return database


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
    elif not 0 < version <= VERSION:
        raise StorageError(f"{place} is of another version of ludens ({version}, not {VERSION})")
    run(_STUDIES)
    database.executescript(_PEOPLE + LEDGER)
    problem = run("PRAGMA quick_check(1)").fetchone()[0]
    if problem != "ok":
        raise DamagedDatabase(f"{place} is damaged: {problem}")
    try:
        if 0 < version < VERSION:
            database.executescript(f"BEGIN IMMEDIATE; {_changes(version)} COMMIT;")
        for table, columns in _COLUMNS.items():
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
