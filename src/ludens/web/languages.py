"""In which language a server answers: what its page's menu has chosen, else what the browser asks for."""

from __future__ import annotations

from contextvars import ContextVar
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers

from ludens import words

if TYPE_CHECKING:
    from starlette.types import Scope

#: the cookie that the page's menu sets
COOKIE: Final = "ludens_language"
#: the language of whom something is answered, also by tasks that a request or a page has begun
reader: Final[ContextVar[str]] = ContextVar("reader", default="en")


def language_of(scope: Scope) -> str:
    """The language of who asks."""
    headers = Headers(scope=scope)
    try:
        chosen = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        chosen = None
    if chosen is not None and chosen.value in words.languages():
        return chosen.value
    return words.from_header(headers.get("accept-language", ""))
