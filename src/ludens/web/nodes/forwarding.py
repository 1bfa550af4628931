"""Requests and sockets about a table that another node has are handed on to that node, with their visitor's address.

Nodes know each other by a secret that stands in their database; what comes without it is a visitor's, whatever it says.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Any, Final

import httpx
from starlette.datastructures import Headers
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from ludens.web.errors import ApiError
from ludens.web.nodes.node import Elsewhere, Node
from ludens.web.people.keys import same
from ludens.web.protocol import encode
from ludens.web.schemas.close import CloseCode
from ludens.web.schemas.http import ErrorAnswer
from ludens.web.visitors import address_of
from ludens.words import say

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_SECRET, _CLIENT, _SCHEME = b"ludens-node", b"ludens-client", b"ludens-scheme"
_OURS: Final = (_SECRET, _CLIENT, _SCHEME)
_OF_THE_LINE: Final = (b"connection", b"keep-alive", b"transfer-encoding", b"upgrade", b"te", b"trailer")
#: how long a node is waited for whose table is about to be somebody else's, and between two tries
_PATIENCE_LEASES: Final = 2.0
_PAUSE: Final = 0.2
_CONNECT_SECONDS: Final = 2.0
_TIMEOUT: Final = httpx.Timeout(None, connect=_CONNECT_SECONDS).as_dict()
_FORWARDED: Final = "ludens.forwarded"


class Introduced:
    """Believes what another node says of a request: who it comes from, and how."""

    def __init__(self, app: ASGIApp, secret: Callable[[], str]) -> None:
        self.app, self._secret = app, secret

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            headers = dict(scope["headers"])
            if same(self._secret(), headers.get(_SECRET, b"").decode("latin-1")):
                client, scheme = (headers.get(name, b"").decode("latin-1") for name in (_CLIENT, _SCHEME))
                scope = {**scope, "client": (client, 0) if client else None, "scheme": scheme, _FORWARDED: True}
            scope = {**scope, "headers": [(name, value) for name, value in scope["headers"] if name not in _OURS]}
        await self.app(scope, receive, send)


class Forwarding:
    """Hands on what is about another node's table; where that node is gone, it waits until the table is ours."""

    def __init__(self, app: ASGIApp, node: Node, is_open: Callable[[str], bool]) -> None:
        """`is_open` says of a table whether this node has it open."""
        self.app, self.node, self._is_open = app, node, is_open
        #: no client: that would keep the cookies of one visitor, and send them with the requests of the next
        self._transport: httpx.AsyncHTTPTransport | None = None
        self._upstreams: dict[ClientConnection, str] = {}
        self._requests: dict[asyncio.Future[None], str] = {}
        node.on_peers = self._hang_up

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            try:
                await self.app(scope, receive, send)
            finally:
                await self.close()
        elif scope.get(_FORWARDED):
            try:
                await self.app(scope, receive, send)
            except Elsewhere:  # it has moved meanwhile: whoever asks tries again
                await _unavailable(send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._request(scope, receive, send)

    def _headers(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        introduction = [
            (_SECRET, self.node.secret.encode()),
            (_CLIENT, address_of(scope).partition("/")[0].encode()),
            (_SCHEME, scope["scheme"].encode()),
        ]
        return [*((name, value) for name, value in scope["headers"] if name not in _OF_THE_LINE), *introduction]

    # --- requests

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer here; where the table turns out to be elsewhere, send all that has been read to that node."""
        read: list[Message] = []
        end = time.monotonic() + _PATIENCE_LEASES * self.node.seconds

        async def receiving() -> Message:
            message = await receive()
            if message["type"] == "http.request":
                read.append(message)
            return message

        source: Receive = receiving
        while True:
            try:
                await self.app(scope, source, send)
                return
            except Elsewhere as error:
                try:
                    await self._pass_on(error.address, scope, _again(read, receive), send)
                    return
                except httpx.ConnectError:
                    if time.monotonic() > end:
                        await _unavailable(send)
                        return
                await asyncio.sleep(_PAUSE)
                source = _again(read, receiving)

    async def _pass_on(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        if self._transport is None:
            limits = httpx.Limits(max_connections=None, max_keepalive_connections=50)
            self._transport = httpx.AsyncHTTPTransport(limits=limits, trust_env=False)
        query = f"?{scope['query_string'].decode('latin-1')}" if scope["query_string"] else ""
        url = f"{address}{scope['raw_path'].decode('latin-1')}{query}"
        is_read = asyncio.Event()
        headers = self._headers(scope)
        content = None if scope["method"] in ("GET", "HEAD") else _body(receive, is_read)
        if content is None:
            is_read.set()
        is_begun = asyncio.Event()
        asking = asyncio.ensure_future(self._ask(scope["method"], url, headers, content, send, is_begun))
        leaving = asyncio.ensure_future(_left(receive, is_read))
        self._requests[asking] = address
        try:
            await asyncio.wait([asking, leaving], return_when=asyncio.FIRST_COMPLETED)
            if asking.done() and not asking.cancelled():
                asking.result()
            elif asking.cancelled():
                raise httpx.ReadError("the node is gone")
        except httpx.ConnectError:
            raise
        except httpx.ConnectTimeout:
            raise httpx.ConnectError("the node does not answer") from None
        except httpx.HTTPError:
            if is_begun.is_set():
                raise ConnectionAbortedError("the node that has the table is gone") from None
            if scope["method"] in ("GET", "HEAD"):  # nothing is done twice
                raise httpx.ConnectError("the node is gone") from None
            await _unavailable(send)
        finally:
            del self._requests[asking]
            for task in (asking, leaving):
                task.cancel()
            await asyncio.gather(asking, leaving, return_exceptions=True)

    async def _ask(
        self,
        method: str,
        url: str,
        headers: list[tuple[bytes, bytes]],
        content: AsyncIterator[bytes] | None,
        send: Send,
        is_begun: asyncio.Event,
    ) -> None:
        """Send a request on, and its answer back. Raises httpx.HTTPError."""
        assert self._transport is not None
        request = httpx.Request(method, url, headers=headers, content=content, extensions={"timeout": _TIMEOUT})
        response = await self._transport.handle_async_request(request)
        try:
            given = [(name.lower(), value) for name, value in response.headers.raw]
            passed = [(name, value) for name, value in given if name not in _OF_THE_LINE]
            is_begun.set()
            await send({"type": "http.response.start", "status": response.status_code, "headers": passed})
            async for chunk in response.aiter_raw():
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            await response.aclose()

    # --- sockets

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        table, end = scope["path"].removeprefix("/ws/"), time.monotonic() + _PATIENCE_LEASES * self.node.seconds
        while not self._is_open(table):
            try:
                address = await self.node.holder(table)
            except Exception:  # the route says it to the page
                break
            if not address:  # the route claims it, and restores it as one that was lost where it was
                break
            try:
                upstream = await self._line(address, scope)
            except (OSError, TimeoutError, InvalidStatus, WebSocketException):
                if time.monotonic() > end:
                    await receive()
                    await send({"type": "websocket.close", "code": CloseCode.TRY_AGAIN, "reason": "try again"})
                    return
                await asyncio.sleep(_PAUSE)
                continue
            await self._relay(upstream, address, receive, send)
            return
        await self.app(scope, receive, send)

    async def _line(self, address: str, scope: Scope) -> ClientConnection:
        """A socket to the node that has the table, which takes it for the visitor's."""
        where, headers = httpx.URL(address), Headers(scope=scope)
        passed = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in self._headers(scope)]
        drop = ("host", "origin", "user-agent")
        more = [(name, value) for name, value in passed if name not in drop and not name.startswith("sec-websocket")]
        secure = where.scheme == "https"
        uri = f"{'wss' if secure else 'ws'}://{headers.get('host', where.host)}{scope['path']}"
        return await connect(
            uri,
            host=where.host,
            port=where.port or (443 if secure else 80),
            origin=headers.get("origin"),  # type: ignore[arg-type]
            additional_headers=more,
            user_agent_header=headers.get("user-agent"),
            compression=None,
            open_timeout=_CONNECT_SECONDS,
            ping_interval=None,
            max_size=None,
            proxy=None,
        )

    async def _relay(self, upstream: ClientConnection, address: str, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        self._upstreams[upstream] = address
        up = asyncio.ensure_future(_up(upstream, receive))
        try:
            async for text in upstream:
                await send({"type": "websocket.send", "text": text} if isinstance(text, str) else _bytes(text))
            code, reason = upstream.close_code or CloseCode.DONE, upstream.close_reason or ""
            await send({"type": "websocket.close", "code": code, "reason": reason})
        except ConnectionClosed as lost:
            code = lost.rcvd.code if lost.rcvd is not None else CloseCode.TRY_AGAIN
            reason = lost.rcvd.reason if lost.rcvd is not None else "try again"
            with contextlib.suppress(RuntimeError, OSError):
                await send({"type": "websocket.close", "code": code, "reason": reason})
        except (RuntimeError, OSError):  # the page is gone
            pass
        finally:
            del self._upstreams[upstream]
            up.cancel()
            await upstream.close()

    def _hang_up(self) -> None:
        """Let pages come back whose table's node is gone, be the line to it still open."""
        there = set(self.node.peers.values())
        for upstream, address in list(self._upstreams.items()):
            if address not in there:
                upstream.transport.abort()
        for asking, address in list(self._requests.items()):
            if address not in there:
                asking.cancel()

    async def close(self) -> None:
        if self._transport is not None:
            await self._transport.aclose()


def _bytes(data: bytes) -> dict[str, Any]:
    return {"type": "websocket.send", "bytes": data}


async def _up(upstream: ClientConnection, receive: Receive) -> None:
    """Hand on what a page sends, until it leaves."""
    with contextlib.suppress(ConnectionClosed):
        while (message := await receive())["type"] == "websocket.receive":
            text = message.get("text")
            await upstream.send(message["bytes"] if text is None else text)
    await upstream.close()


def _again(read: list[Message], receive: Receive) -> Receive:
    """What has been read of a request, then the rest."""
    past = list(read)

    async def receiving() -> Message:
        return past.pop(0) if past else await receive()

    return receiving


async def _body(receive: Receive, is_read: asyncio.Event) -> AsyncIterator[bytes]:
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise httpx.ReadError("the visitor is gone")
        yield message.get("body", b"")
        if not message.get("more_body"):
            is_read.set()
            return


async def _left(receive: Receive, is_read: asyncio.Event) -> None:
    """Wait until the visitor leaves, once the request has come whole."""
    await is_read.wait()
    while (await receive())["type"] != "http.disconnect":
        pass


async def _unavailable(send: Send) -> None:
    body = encode(ErrorAnswer(error=ApiError("limit", say("the server of this table is gone: try again"), 503).info))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": body})
