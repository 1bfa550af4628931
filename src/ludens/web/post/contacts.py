"""Where people want to be told that it is their turn, and at which tables it is, in the database."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from ludens.web.errors import ApiError
from ludens.web.people.keys import digest
from ludens.web.post import jobs
from ludens.web.storage import Storage
from ludens.words import say

Kind = Literal["mail", "push"]
#: contacts of one person
MOST: Final = 5
#: how long a letter that asks for a confirmation is good for
CONFIRM_SECONDS: Final = 86_400.0
TURNS: Final = "turns"


class Contact(NamedTuple):
    """An address of mail with the language of its reader, or the endpoint of a browser with its keys as JSON."""

    kind: Kind
    address: str
    details: str

    @property
    def language(self) -> str:
        """In which language its reader is written to."""
        if self.kind == "mail":
            return self.details or "en"
        return str(json.loads(self.details).get("language", "en"))


class WaitingTurn(NamedTuple):
    """A table at which it is somebody's turn, and what its game is called."""

    table: str
    title: str
    ply: int


def add(store: Storage, guest: str, contact: Contact, token: str, now: float, *, confirmed: bool) -> None:
    """Add a contact of a guest, or renew it. Raises ApiError where there are too many, and StorageError."""
    with store.database.writing() as run:
        others = "SELECT count(*) FROM contacts WHERE guest = ? AND NOT (kind = ? AND address = ?)"
        count = run(others, (guest, contact.kind, contact.address)).fetchone()[0]
        if count >= MOST:
            raise ApiError(
                "limit", say("at most {0} addresses of one person are written to: remove one first", MOST), 429
            )
        row = (guest, contact.kind, contact.address, contact.details, int(confirmed), digest(token), now)
        run(
            "INSERT INTO contacts (guest, kind, address, details, confirmed, token, made, told) VALUES"
            " (?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT (guest, kind, address) DO UPDATE SET details = excluded.details,"
            " token = excluded.token, made = excluded.made",
            row,
        )


def confirm(store: Storage, token: str, now: float) -> bool:
    """Write to an address from now on whose owner has the letter's token; whether there is one. Raises StorageError."""
    with store.database.writing() as run:
        statement = "UPDATE contacts SET confirmed = 1 WHERE token = ? AND (confirmed = 1 OR made > ?)"
        return run(statement, (digest(token), now - CONFIRM_SECONDS)).rowcount > 0


def cancel(store: Storage, token: str) -> bool:
    """Write no more to the address whose owner has the token of a letter; whether there is one. Raises StorageError."""
    with store.database.writing() as run:
        return run("DELETE FROM contacts WHERE token = ?", (digest(token),)).rowcount > 0


def remove(store: Storage, guest: str, kind: Kind, address: str) -> None:
    """Forget a contact. Raises StorageError."""
    with store.database.writing() as run:
        run("DELETE FROM contacts WHERE guest = ? AND kind = ? AND address = ?", (guest, kind, address))


def listed(store: Storage, guest: str) -> list[tuple[Contact, bool]]:
    """The contacts of a guest, and which are confirmed. Raises StorageError."""
    with store.database.reading() as run:
        statement = "SELECT kind, address, details, confirmed FROM contacts WHERE guest = ? ORDER BY made, address"
        return [(Contact(*row[:3]), bool(row[3])) for row in run(statement, (guest,)).fetchall()]


# --- turns


def wait(
    store: Storage, table: str, title: str, plies: Mapping[str, int], now: float, delay: float, pause: float
) -> None:
    """At a table it is the turn of these guests, at a ply each, and of nobody else who is to be told.

    Who has a confirmed contact is told after the delay, and `pause` after they were last told. Raises StorageError.
    """
    due = list[tuple[str, float]]()
    with store.database.writing() as run:
        stale = [one for (one,) in run("SELECT guest FROM turns WHERE table_id = ?", (table,)).fetchall()]
        for guest in stale:
            if guest not in plies:
                run("DELETE FROM turns WHERE table_id = ? AND guest = ?", (table, guest))
        for guest, ply in plies.items():
            row = run("SELECT max(told) FROM contacts WHERE guest = ? AND confirmed = 1", (guest,)).fetchone()
            if row[0] is not None:
                run(
                    "INSERT INTO turns (guest, table_id, title, ply, sent) VALUES (?, ?, ?, ?, 0)"
                    " ON CONFLICT (guest, table_id) DO UPDATE SET ply = excluded.ply, sent = 0"
                    " WHERE turns.ply <> excluded.ply",
                    (guest, table, title, ply),
                )
                due.append((guest, max(now + delay, row[0] + pause)))
    for guest, when in due:
        jobs.put(store, f"{TURNS}:{guest}", TURNS, when, guest)


def waiting(store: Storage, guest: str) -> list[WaitingTurn]:
    """The tables at which it is a guest's turn who was not told of it yet. Raises StorageError."""
    with store.database.reading() as run:
        listed = "SELECT table_id, title, ply FROM turns WHERE guest = ? AND sent = 0 ORDER BY title, table_id"
        return [WaitingTurn(*row) for row in run(listed, (guest,)).fetchall()]


def sent(store: Storage, guest: str, turns: list[WaitingTurn], now: float) -> None:
    """A guest has been told of these turns; of one that came since they are told yet. Raises StorageError."""
    with store.database.writing() as run:
        run("UPDATE contacts SET told = ? WHERE guest = ?", (now, guest))
        for turn in turns:
            statement = "UPDATE turns SET sent = 1 WHERE guest = ? AND table_id = ? AND ply = ?"
            run(statement, (guest, turn.table, turn.ply))


def renew(store: Storage, guest: str, tokens: Mapping[Contact, str]) -> None:
    """Let letters to the contacts of a guest carry these tokens from now on. Raises StorageError."""
    with store.database.writing() as run:
        for contact, token in tokens.items():
            statement = "UPDATE contacts SET token = ? WHERE guest = ? AND kind = ? AND address = ?"
            run(statement, (digest(token), guest, contact.kind, contact.address))
