"""What is left of a damaged database, in a new one."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from ludens.web.database import COLUMNS, set_aside, storage_errors
from ludens.web.storage import Storage, StorageError, read_session

_log = logging.getLogger("ludens.web")
#: what is read with its session, or is of no use later
_OF_SESSIONS: Final = frozenset({"descriptions", "tables", "studies", "parties", "chat", "plies", "nodes"})


def begin_again(place: Path, most: int, why: StorageError) -> Storage:
    """A new database in the place of a damaged one, which is kept under another name. Raises StorageError."""
    aside = set_aside(place)
    _log.error("%s; it is kept as %s, and another one is begun", why, aside.name)
    made = Storage(place, most)
    saved, lost = _salvage(aside, made)
    _log.error("games read from the damaged database: %d; games lost: %s", saved, lost or "none that it lists")
    return made


def _salvage(aside: Path, into: Storage) -> tuple[int, int]:
    """Save what can still be read; gives how many sessions that is, and how many more are listed."""
    saved = lost = 0
    with suppress(StorageError), storage_errors(aside), closing(sqlite3.connect(aside)) as database:
        database.execute("PRAGMA trusted_schema = OFF")
        for session in _ids(database):
            try:
                with storage_errors(aside):
                    stored = read_session(database.execute, session, is_salvaged=True)
                if stored is not None:
                    into.save(stored)
                    saved += 1
            except StorageError:
                lost += 1
        _copy(database, into)
    return saved, lost


def _copy(database: sqlite3.Connection, into: Storage) -> None:
    """Save what stands beside the sessions, such as finished games and accounts, as far as it can be read."""
    for table in COLUMNS.keys() - _OF_SESSIONS:
        names = [name.strip() for name in COLUMNS[table].split(",")]
        places = ", ".join("?" * len(names))
        statement = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({places}) ON CONFLICT DO NOTHING"
        with into.database.writing() as run, suppress(sqlite3.Error):
            for row in database.execute(f"SELECT {', '.join(names)} FROM {table}"):
                with suppress(sqlite3.Error):  # this row alone
                    run(statement, row)


def _ids(database: sqlite3.Connection) -> list[str]:
    """The ids of the sessions, up to where they can be read."""
    ids: list[str] = []
    with suppress(sqlite3.Error):
        for (session,) in database.execute("SELECT id FROM tables"):
            ids.append(str(session))
    return ids
