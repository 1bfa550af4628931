"""What every answer carries, and which requests are heard at all."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders

from ludens.web.errors import ApiError
from ludens.web.protocol import encode
from ludens.web.schemas.http import ErrorAnswer

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

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


class SecurityMiddleware:
    """Sets the headers; refuses requests that come from other sites' pages.

    A server on the loopback answers only to names of the loopback, so that no foreign name can be made to point to it
    (DNS rebinding). WebSockets, and requests that change something, come from the server's own pages or no page at all.
    """

    def __init__(self, app: ASGIApp, *, loopback: bool) -> None:
        self.app, self.loopback = app, loopback

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

        refused = self._objection(scope)
        if refused is None:
            await self.app(scope, receive, sending)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": refused.message})
        else:
            await _answer(refused, sending)

    def _objection(self, scope: Scope) -> ApiError | None:
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        try:
            name = urlsplit(f"//{host}").hostname or ""
            foreign = origin is not None and urlsplit(origin).netloc.lower() != host.lower()
        except ValueError:
            return ApiError("forbidden", "this host name is none", 400)
        if self.loopback and not is_loopback(name):
            return ApiError("forbidden", f"this server answers to localhost, not to {name[:100]!r}", 421)
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if changes and foreign:
            return ApiError("forbidden", "this request comes from another site's page", 403)
        return None


async def _answer(refused: ApiError, send: Send) -> None:
    body = encode(ErrorAnswer(error=refused.info))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
