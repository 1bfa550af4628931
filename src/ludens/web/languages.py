"""In which language a server answers: what its page's menu has chosen, else what the browser asks for."""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING, Final

from starlette.requests import HTTPConnection

from ludens import words

if TYPE_CHECKING:
    from starlette.types import Scope

#: the cookie that the page's menu sets
COOKIE: Final = "ludens_language"
#: the language of whom something is answered, also by tasks that a request or a page has begun
reader: Final[ContextVar[str]] = ContextVar("reader", default="en")


def language_of(scope: Scope) -> str:
    """The language of who asks."""
    request = HTTPConnection(scope)
    chosen = request.cookies.get(COOKIE, "")
    if chosen in words.languages():
        return chosen
    return words.from_header(request.headers.get("accept-language", ""))
