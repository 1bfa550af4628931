"""What every answer carries, and which requests are heard at all."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders

from ludens import words
from ludens.web.errors import ApiError
from ludens.web.languages import language_of, reader
from ludens.web.meters import place_of, span
from ludens.web.protocol import encode
from ludens.web.schemas.http import ErrorAnswer
from ludens.web.visitors import Visitors, address_of, asking
from ludens.words import say

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: what those ask who keep the server running, by its address and not by its name; nothing of visitors is in the answers
PROBES = ("/health", "/ready", "/metrics")
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def is_loopback(host: str) -> bool:
    """Whether a name or an address is this machine's own."""
    name = host.strip("[]").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class SecurityMiddleware:
    """Sets the headers; refuses requests that come from other sites' pages, and too many of one address.

    A server on the loopback answers only to names of the loopback and its own, so that no foreign name can be made to
    point to it (DNS rebinding); so does one elsewhere that has names of its own. WebSockets, and requests that change
    something, come from the server's own pages or no page at all.
    """

    def __init__(self, app: ASGIApp, visitors: Visitors, *, loopback: bool, names: Sequence[str] = ()) -> None:
        self.app, self.visitors = app, visitors
        self.named, self.names = loopback or bool(names), frozenset(name.lower() for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        asking.set(address_of(scope))
        reader.set(language_of(scope))
        with words.speaking(words.MARKED):  # each answer is put into the language of who reads it
            refused = self._objection(scope) or self._too_many()
            if refused is None:
                with span(f"{scope.get('method', 'socket')} {place_of(scope['path'])}"):
                    await self.app(scope, receive, sending)
            else:
                await send_refusal(refused, scope, receive, sending)

    def _objection(self, scope: Scope) -> ApiError | None:
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        try:
            name = urlsplit(f"//{host}").hostname or ""
            foreign = origin is not None and urlsplit(origin).netloc.lower() != host.lower()
        except ValueError:
            return ApiError("forbidden", say("this host name is none"), 400)
        is_probe = scope["path"] in PROBES and _is_address(name)
        if self.named and name not in self.names and not is_loopback(name) and not is_probe:
            own = ", ".join([*sorted(self.names), "localhost"])
            return ApiError("forbidden", say("this server answers to {0}, not to {1}", own, repr(name[:100])), 421)
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if changes and foreign:
            return ApiError("forbidden", say("this request comes from another site's page"), 403)
        return None

    def _too_many(self) -> ApiError | None:
        try:
            self.visitors.check_request(asking.get())
        except ApiError as error:
            return error
        return None


async def send_refusal(refused: ApiError, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request, or a WebSocket that is about to be opened, by what is not done."""
    if scope["type"] == "websocket":
        await receive()
        reason = words.resolved(refused.message, reader.get())
        await send({"type": "websocket.close", "code": 1008, "reason": reason})
        return
    body = encode(ErrorAnswer(error=refused.info))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
