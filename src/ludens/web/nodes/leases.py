"""Who has which table open, as the database says it: a node has its tables as long as it says that it is there.

Times are those of the database's clock. A table is claimed in one statement that names who had it before, so that of
two that claim it one gets it; and `Storage` writes nothing of a table that another node has.
"""

from __future__ import annotations

import secrets
from typing import Final, NamedTuple

from ludens.web.storage import Storage

_SECRET: Final = "node secret"
#: tables without a node that are taken over at once
_MOST: Final = 20


class Claim(NamedTuple):
    """Where a table is: at another node's address, or with us. `was_lost`: who had it is gone, without a word."""

    address: str = ""
    was_lost: bool = False


def renew(store: Storage, address: str, seconds: float) -> bool:
    """Say that this node is there for so many seconds more; whether it was so without a break. Raises StorageError."""
    now = store.database.now
    with store.database.writing() as run:
        went_on = run(
            f"UPDATE nodes SET until = {now} + ?, address = ? WHERE id = ? AND until > {now}",
            (seconds, address, store.node),
        ).rowcount
        if not went_on:
            # whoever was at this address before is gone
            run("DELETE FROM nodes WHERE id = ? OR address = ?", (store.node, address))
            run(f"INSERT INTO nodes (id, address, until) VALUES (?, ?, {now} + ?)", (store.node, address, seconds))
            run(f"DELETE FROM nodes WHERE until < {now} - 60.0")
        return went_on > 0


def leave(store: Storage) -> None:
    """Say that this node is there no more: its tables are anybody's. Raises StorageError."""
    with store.database.writing() as run:
        run("DELETE FROM nodes WHERE id = ?", (store.node,))


def peers(store: Storage) -> dict[str, str]:
    """The addresses of the nodes that are there, by their ids. Raises StorageError."""
    with store.database.reading() as run:
        return dict(run(f"SELECT id, address FROM nodes WHERE until > {store.database.now}").fetchall())


def claim(store: Storage, table: str) -> Claim | None:
    """Have a table, unless another node that is there has it; None where there is none. Raises StorageError."""
    while True:
        with store.database.writing() as run:
            row = run("SELECT node FROM tables WHERE id = ?", (table,)).fetchone()
            if row is None:
                return None
            before = row[0]
            if before == store.node:
                return Claim()
            alive = f"SELECT address FROM nodes WHERE id = ? AND until > {store.database.now}"
            if before and (holder := run(alive, (before,)).fetchone()) is not None:
                return Claim(holder[0])
            if run("UPDATE tables SET node = ? WHERE id = ? AND node = ?", (store.node, table, before)).rowcount:
                return Claim(was_lost=before != "")


def holder(store: Storage, table: str) -> str:
    """The address of another node that is there and has a table; empty where there is none. Raises StorageError."""
    with store.database.reading() as run:
        row = run(
            "SELECT address FROM nodes JOIN tables ON node = nodes.id WHERE tables.id = ? AND node <> ?"
            f" AND until > {store.database.now}",
            (table, store.node),
        ).fetchone()
        return "" if row is None else str(row[0])


def address(store: Storage, node: str) -> str:
    """The address of another node; empty where it is not there. Raises StorageError."""
    with store.database.reading() as run:
        statement = f"SELECT address FROM nodes WHERE id = ? AND id <> ? AND until > {store.database.now}"
        row = run(statement, (node, store.node)).fetchone()
        return "" if row is None else str(row[0])


def own(store: Storage) -> list[str]:
    """The tables of this node. Raises StorageError."""
    with store.database.reading() as run:
        return [one for (one,) in run("SELECT id FROM tables WHERE node = ?", (store.node,)).fetchall()]


def release(store: Storage, table: str) -> None:
    """Have a table no more. Raises StorageError."""
    with store.database.writing() as run:
        run("UPDATE tables SET node = '' WHERE id = ? AND node = ?", (table, store.node))


def orphans(store: Storage, now: float) -> list[str]:
    """Tables that nobody has whose clocks are to be looked at: time is over, or people sat there when a node died.

    Raises StorageError.
    """
    alive = f"SELECT id FROM nodes WHERE until > {store.database.now}"
    with store.database.reading() as run:
        listed = run(
            "SELECT table_id FROM parties JOIN tables ON id = table_id"
            " WHERE deadline IS NOT NULL AND (deadline < ? OR (began IS NOT NULL AND node <> ''))"
            f" AND node <> ? AND node NOT IN ({alive}) ORDER BY deadline LIMIT {_MOST}",
            (now, store.node),
        )
        return [one for (one,) in listed.fetchall()]


def shared_secret(store: Storage) -> str:
    """What nodes know each other by: made by the first of them. Raises StorageError."""
    return setting(store, _SECRET, secrets.token_urlsafe(32))


def setting(store: Storage, name: str, first: str) -> str:
    """A value that all nodes share, which is `first` unless there is one. Raises StorageError."""
    with store.database.writing() as run:
        run("INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", (name, first))
        return str(run("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()[0])
