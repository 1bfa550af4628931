"""Jobs in the database: done once their time has come, by whichever server takes them first.

A job is taken for a while. Whoever takes it ends it, or puts it off; where that server dies, another takes it again.
So a job is done at least once, and what it does should bear that.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ludens.web.storage import Storage

#: how long a server has a job for itself
HELD_SECONDS: Final = 120.0


class Job(NamedTuple):
    """What is to be done: its key, of which there is one at a time, what kind it is, and what it needs to know."""

    key: str
    kind: str
    data: str
    tries: int


def put(store: Storage, key: str, kind: str, due: float, data: str = "") -> None:
    """Do something at a time; where there is such a job already, that one stays. Raises StorageError."""
    with store.database.writing() as run:
        run(
            "INSERT INTO jobs (key, kind, due, data, tries, held) VALUES (?, ?, ?, ?, 0, 0) ON CONFLICT DO NOTHING",
            (key, kind, due, data),
        )


def take(store: Storage, now: float) -> Job | None:
    """A job whose time has come, for this server alone for a while; None where there is none. Raises StorageError."""
    with store.database.reading() as run:
        statement = "SELECT key, kind, data, tries, held FROM jobs WHERE due <= ? AND held <= ? ORDER BY due LIMIT 20"
        due = run(statement, (now, now)).fetchall()
    for key, kind, data, tries, held in due:
        with store.database.writing() as run:
            taken = "UPDATE jobs SET held = ?, tries = tries + 1 WHERE key = ? AND held = ?"
            if run(taken, (now + HELD_SECONDS, key, held)).rowcount:
                return Job(key, kind, data, tries + 1)
    return None


def end(store: Storage, key: str) -> None:
    """A job is done, or given up. Raises StorageError."""
    with store.database.writing() as run:
        run("DELETE FROM jobs WHERE key = ?", (key,))


def put_off(store: Storage, key: str, due: float) -> None:
    """Do a job that was taken at a later time, whoever takes it then. Raises StorageError."""
    with store.database.writing() as run:
        run("UPDATE jobs SET due = ?, held = 0 WHERE key = ?", (due, key))
