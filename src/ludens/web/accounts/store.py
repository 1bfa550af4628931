"""Accounts in the database: the ways in which each signs in, who is signed in where, secrets that are good once."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeVar

from ludens.web.errors import ApiError
from ludens.web.people.keys import SignedIn, digest, new_guest
from ludens.web.people.words import folded
from ludens.web.schemas.accounts import WayKind
from ludens.web.storage import Storage, positional
from ludens.words import say

T = TypeVar("T")
#: ways of one account
MOST_WAYS: Final = 20
#: how long a browser stays signed in
SESSION_SECONDS: Final = 90 * 86_400.0
#: secrets that wait to be used, of all visitors: of more, the oldest go
_MOST_ONCE: Final = 100_000


class Way(NamedTuple):
    """A way in which somebody signs in."""

    kind: WayKind
    subject: str
    account: str
    label: str
    details: str
    made: float
    used: float


class Account(NamedTuple):
    """An account, and what tables know its person by."""

    id: str
    guest: str
    name: str
    made: float


class Once(NamedTuple):
    """What was remembered with a secret that is good once."""

    guest: str
    account: str
    data: str


_WAY: Final = "kind, subject, account, label, details, made, used"
_ACCOUNT: Final = "id, guest, name, made"


def _first(rows: list[tuple[Any, ...]], kind: Callable[..., T]) -> T | None:
    return kind(*rows[0]) if rows else None


# --- accounts


def account(store: Storage, id_: str) -> Account | None:
    return _first(store.query(f"SELECT {_ACCOUNT} FROM accounts WHERE id = :id", {"id": id_}), Account)


def account_of(store: Storage, guest: str) -> Account | None:
    """The account whose person tables know so."""
    return _first(store.query(f"SELECT {_ACCOUNT} FROM accounts WHERE guest = :guest", {"guest": guest}), Account)


def _creation(now: float) -> tuple[Account, tuple[str, Mapping[str, Any]]]:
    made = Account(secrets.token_urlsafe(9), new_guest(), "", now)
    text = "INSERT INTO accounts (id, guest, name, folded, made) VALUES (:id, :guest, '', NULL, :made)"
    return made, (text, {"id": made.id, "guest": made.guest, "made": now})


def rename(store: Storage, id_: str, name: str) -> None:
    """Call an account so. Raises ApiError where somebody else is called so."""
    values = {"id": id_, "name": name, "folded": folded(name)}
    text = (  # in one statement: of two at once one has the name
        "UPDATE accounts SET name = :name, folded = :folded WHERE id = :id"
        " AND NOT EXISTS (SELECT 1 FROM accounts AS other WHERE other.folded = :folded AND other.id <> :id)"
    )
    with store.database.writing() as run:
        if not run(*positional(text, values)).rowcount:
            raise ApiError("illegal", say("somebody else is called {0}", name), 409)


# --- ways


def ways(store: Storage, id_: str) -> list[Way]:
    """The ways in which an account signs in."""
    rows = store.query(f"SELECT {_WAY} FROM ways WHERE account = :id ORDER BY made, subject", {"id": id_})
    return [Way(*row) for row in rows]


def way(store: Storage, kind: WayKind, subject: str) -> Way | None:
    values = {"kind": kind, "subject": subject}
    return _first(store.query(f"SELECT {_WAY} FROM ways WHERE kind = :kind AND subject = :subject", values), Way)


def enter(
    store: Storage, kind: WayKind, subject: str, label: str, now: float, *, account_id: str = "", details: str = ""
) -> Account:
    """The account of who comes this way, which is made where there is none; with an id, the way is added to that one.

    The details are what is to be remembered of the way from now on.
    Raises ApiError where the way is another account's already, and where there are too many.
    """
    present = way(store, kind, subject)
    if present is not None and present.account != (account_id or present.account):
        raise ApiError("illegal", say("this is how somebody signs in to another account already"), 409)
    owner = account(store, account_id or (present.account if present is not None else ""))
    if account_id and owner is None:
        raise ApiError("forbidden", say("you are not signed in any more"), 401)
    statements = list[tuple[str, Mapping[str, Any]]]()
    if owner is None:
        owner, creation = _creation(now)
        statements.append(creation)
    if present is None:
        if len(ways(store, owner.id)) >= MOST_WAYS:
            raise ApiError("limit", say("at most {0} ways lead into an account: remove one first", MOST_WAYS), 422)
        row = {"kind": kind, "subject": subject, "account": owner.id, "label": label, "details": details, "now": now}
        text = f"INSERT INTO ways ({_WAY}) VALUES (:kind, :subject, :account, :label, :details, :now, :now)"
        statements.append((text, row))
    else:
        text = "UPDATE ways SET used = :now, details = :details WHERE kind = :kind AND subject = :subject"
        statements.append((text, {"kind": kind, "subject": subject, "details": details, "now": now}))
    store.execute(*statements)
    return owner


def remove_way(store: Storage, id_: str, kind: WayKind, subject: str) -> None:
    """Let an account be entered this way no more. Raises ApiError where no other would be left."""
    own = ways(store, id_)
    if not any((one.kind, one.subject) == (kind, subject) for one in own):
        raise ApiError("unknown", say("there is no such way to sign in"), 404)
    if len(own) == 1:
        raise ApiError("illegal", say("this is the only way into your account: add another one first"), 409)
    text = "DELETE FROM ways WHERE account = :id AND kind = :kind AND subject = :subject"
    store.execute((text, {"id": id_, "kind": kind, "subject": subject}))


# --- who is signed in


def sign_in(store: Storage, id_: str, now: float) -> str:
    """Let a browser be signed in; gives the secret for its cookie, which is stored nowhere."""
    secret = secrets.token_urlsafe(32)
    row = {"digest": digest(secret), "account": id_, "made": now, "until": now + SESSION_SECONDS}
    text = "INSERT INTO signed_in (digest, account, made, until) VALUES (:digest, :account, :made, :until)"
    store.execute(("DELETE FROM signed_in WHERE until < :now", {"now": now}), (text, row))
    return secret


def who(store: Storage, secret: str, now: float) -> SignedIn | None:
    """Who is signed in with the secret of a cookie."""
    text = (
        "SELECT accounts.guest, accounts.id, accounts.name FROM signed_in JOIN accounts ON accounts.id = account"
        " WHERE digest = :digest AND until > :now"
    )
    return _first(store.query(text, {"digest": digest(secret), "now": now}), SignedIn)


def count_signed_in(store: Storage, id_: str, now: float) -> int:
    """In how many browsers an account is signed in."""
    text = "SELECT count(*) FROM signed_in WHERE account = :id AND until > :now"
    return int(store.query(text, {"id": id_, "now": now})[0][0])


def sign_out(store: Storage, secret: str) -> None:
    """Let a browser be signed in no more."""
    store.execute(("DELETE FROM signed_in WHERE digest = :digest", {"digest": digest(secret)}))


def sign_out_everywhere(store: Storage, id_: str) -> None:
    """Let an account be signed in nowhere; what it has asked for and not used is good for nothing."""
    for table in ("signed_in", "once"):
        store.execute((f"DELETE FROM {table} WHERE account = :id", {"id": id_}))


# --- secrets that are good once


def remember(store: Storage, kind: str, secret: str, once: Once, until: float, now: float) -> None:
    """Remember something by a secret that is good once, until some moment."""
    row = {"digest": digest(secret), "kind": kind, "until": until, **once._asdict()}
    text = "INSERT INTO once (digest, kind, guest, account, data, until)"
    values = "VALUES (:digest, :kind, :guest, :account, :data, :until)"
    oldest = "SELECT digest FROM once ORDER BY until DESC LIMIT 1000 OFFSET :most"
    store.execute(
        ("DELETE FROM once WHERE until < :now", {"now": now}),
        (f"DELETE FROM once WHERE digest IN ({oldest})", {"most": _MOST_ONCE}),
        (f"{text} {values}", row),
    )


def look(store: Storage, kind: str, secret: str, now: float) -> Once | None:
    """What was remembered by a secret, which stays good."""
    text = "SELECT guest, account, data FROM once WHERE digest = :digest AND kind = :kind AND until > :now"
    return _first(store.query(text, {"digest": digest(secret), "kind": kind, "now": now}), Once)


def spend(store: Storage, kind: str, secret: str, now: float) -> Once | None:
    """What was remembered by a secret, which is good no more: of two who come with it, one gets it."""
    present = look(store, kind, secret, now)
    if present is None:
        return None
    with store.database.writing() as run:
        taken = run("DELETE FROM once WHERE digest = ? AND kind = ?", (digest(secret), kind)).rowcount
    return present if taken == 1 else None
