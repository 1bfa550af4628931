"""The secrets of people: who a browser is, and what the links to seats carry."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from starlette.requests import HTTPConnection
from starlette.responses import Response

#: the cookie that says who a browser is: at tables of several people, and nowhere else
COOKIE: Final = "ludens-guest"
#: before the id of a bot, where guests are meant; no browser's guest begins so
BOT: Final = "bot:"
#: where a scope says who has signed in
SIGNED_IN: Final = "ludens.signed_in"
_YEAR: Final = 365 * 86_400
_SIZE: Final = 32


class SignedIn(NamedTuple):
    """Who has an account: what tables know them by, the account's id, and what they are called."""

    guest: str
    account: str
    name: str


def new_key() -> str:
    """A secret that nobody guesses: 192 bits."""
    return secrets.token_urlsafe(24)


def same(one: str, other: str) -> bool:
    """Whether two secrets are the same; how long it takes tells nothing of where they differ. Empty ones are none."""
    return bool(one) and hmac.compare_digest(one.encode(), other.encode())


def digest(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_guest() -> str:
    """What the server knows somebody by whom no browser's cookie names."""
    return secrets.token_hex(32)


def browser_of(cookies: Mapping[str, str]) -> str:
    """What the server knows a browser by: a digest of its secret, which is stored nowhere; empty without one."""
    secret = cookies.get(COOKIE, "")
    return digest(secret) if len(secret) >= _SIZE else ""


def account_id(person: SignedIn | None) -> str:
    """The id of somebody's account; empty for guests."""
    return "" if person is None else person.account


def signed_in(connection: HTTPConnection) -> SignedIn | None:
    """Who has signed in; None for guests."""
    person: SignedIn | None = connection.scope.get(SIGNED_IN)
    return person


def guest_of(connection: HTTPConnection) -> str:
    """What the server knows the person by who asks: of an account, or of a browser; empty for nobody."""
    person = signed_in(connection)
    return browser_of(connection.cookies) if person is None else person.guest


def name_of(connection: HTTPConnection, name: str) -> str:
    """What somebody is called: by the name of their account, else as they say."""
    person = signed_in(connection)
    return name if person is None or not person.name else person.name


def public_id(guest: str) -> str:
    """What others may know somebody by, who has a guest's secret id; a bot's is its name."""
    if guest.startswith(BOT):
        return guest.removeprefix(BOT)
    return "g-" + hashlib.sha256(f"person {guest}".encode()).hexdigest()[:16]


def introduce(connection: HTTPConnection) -> tuple[str, str | None]:
    """What the server knows somebody by, and the secret that a browser is to keep from now on where it has none."""
    if guest := guest_of(connection):
        return guest, None
    secret = secrets.token_urlsafe(_SIZE)
    return browser_of({COOKIE: secret}), secret


def give(response: Response, secret: str | None, scope: Mapping[str, Any]) -> Response:
    """An answer that lets a browser keep its secret: no script reads it, and no other site's page sends it."""
    if secret is not None:
        set_cookie(response, scope, COOKIE, secret, _YEAR)
    return response


def set_cookie(response: Response, scope: Mapping[str, Any], name: str, value: str, seconds: int) -> None:
    """Let a browser keep something that no script reads, and no other site's page sends."""
    safe = scope.get("scheme") == "https"
    response.set_cookie(name, value, seconds, path="/", secure=safe, httponly=True, samesite="strict")
