"""The secrets of people: who a browser is, and what the links to seats carry."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from typing import Any, Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

#: the cookie that says who a browser is: at tables of several people, and nowhere else
COOKIE: Final = "ludens-guest"
#: before the id of a bot, where guests are meant; no browser's guest begins so
BOT: Final = "bot:"
_YEAR: Final = 365 * 86_400
_SIZE: Final = 32


def new_key() -> str:
    """A secret that nobody guesses: 192 bits."""
    return secrets.token_urlsafe(24)


def same(one: str, other: str) -> bool:
    """Whether two secrets are the same; how long it takes tells nothing of where they differ. Empty ones are none."""
    return bool(one) and hmac.compare_digest(one.encode(), other.encode())


def guest_of(cookies: Mapping[str, str]) -> str:
    """What the server knows a browser by: a digest of its secret, which is stored nowhere; empty without one."""
    secret = cookies.get(COOKIE, "")
    return hashlib.sha256(secret.encode()).hexdigest() if len(secret) >= _SIZE else ""


def public_id(guest: str) -> str:
    """What others may know somebody by, who has a guest's secret id; a bot's is its name."""
    if guest.startswith(BOT):
        return guest.removeprefix(BOT)
    return "g-" + hashlib.sha256(f"person {guest}".encode()).hexdigest()[:16]


def introduce(connection: HTTPConnection) -> tuple[str, str | None]:
    """What the server knows a browser by, and the secret that it is to keep from now on where it has none."""
    if guest := guest_of(connection.cookies):
        return guest, None
    secret = secrets.token_urlsafe(_SIZE)
    return guest_of({COOKIE: secret}), secret


def give(response: Response, secret: str | None, scope: Mapping[str, Any]) -> Response:
    """An answer that lets a browser keep its secret: no script reads it, and no other site's page sends it."""
    if secret is not None:
        safe = scope.get("scheme") == "https"
        response.set_cookie(COOKIE, secret, _YEAR, path="/", secure=safe, httponly=True, samesite="strict")
    return response
