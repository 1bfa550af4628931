"""The sockets that are open: how many, whose, and for how long each may keep the server waiting.

uvicorn bounds the size of headers, idle connections between requests, and answers to pings. It waits without end for a
request that never comes whole, and for what is sent to be read; it counts requests, not sockets.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import time
from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ludens.web.limits import Limits
from ludens.web.visitors import address_key

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
_SWEEP_SECONDS = 0.5
#: where there are too many sockets, the share of those that wait that make room together
_SHARE = 20
#: the bytes of a page that are read as messages at a time
_PART = 1024
#: the pieces that a message may come in
_MOST_PIECES = 1000


class Stage(NamedTuple):
    """What a socket waits for, and for how many seconds at most; another `token` is another wait. None: for us."""

    token: Hashable
    seconds: float | None


class Waiting:
    """A protocol that says what it waits for."""

    def stage(self, limits: Limits) -> Stage:
        raise NotImplementedError


@dataclass(eq=False)
class _Held:
    """An open socket."""

    transport: asyncio.Transport
    address: str
    stage: Stage
    since: float
    unsent: int = 0
    unsent_since: float = 0.0


class Sockets:
    """At most `most` sockets, and so many of one address, those of trusted proxies excepted.

    Where one more comes, those that wait longest for a request make room for it; where none does, it is refused.
    """

    def __init__(
        self, limits: Limits, most: int, proxies: Sequence[Network] = (), clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.limits, self.most, self.proxies, self._clock = limits, most, proxies, clock
        #: the hosts of other nodes, which speak for many
        self.peers: Callable[[], Collection[str]] = tuple
        self._held: dict[asyncio.Transport, _Held] = {}
        self._by_address: dict[str, set[_Held]] = {}
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._held)

    def open(self, transport: asyncio.Transport, protocol: Waiting) -> bool:
        """Hold a new socket; whether there is room for it."""
        peer = transport.get_extra_info("peername")
        host, now = str(peer[0]) if isinstance(peer, tuple) else "", self._clock()
        address = address_key(host)
        if not self._has_room(address, is_proxy=_is_one(host, self.proxies) or host in self.peers()):
            return False
        held = _Held(transport, address, protocol.stage(self.limits), now, 0, now)
        self._held[transport] = held
        self._by_address.setdefault(address, set()).add(held)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_SWEEP_SECONDS, self._tick)
        return True

    def closed(self, transport: asyncio.Transport) -> None:
        """Hold a socket no more."""
        held = self._held.pop(transport, None)
        if held is not None:
            own = self._by_address[held.address]
            own.discard(held)
            if not own:
                del self._by_address[held.address]

    def _has_room(self, address: str, *, is_proxy: bool) -> bool:
        own = self._by_address.get(address, set())
        if len(own) >= self.limits.address_sockets and not is_proxy and not self._make_room(list(own)):
            return False
        return len(self._held) < self.most or self._make_room(list(self._held.values()))

    def _make_room(self, among: list[_Held]) -> bool:
        """End those of some sockets that have waited longest for their clients; whether there is one."""
        self._look(among)
        idle = sorted((held for held in among if held.stage.seconds is not None), key=lambda held: held.since)
        for held in idle[: len(among) // _SHARE + 1]:
            self._end(held)
        return bool(idle)

    # --- deadlines

    def _tick(self) -> None:
        self._timer = None
        self.sweep()
        if self._held:
            self._timer = asyncio.get_running_loop().call_later(_SWEEP_SECONDS, self._tick)

    def sweep(self) -> None:
        """End the sockets whose clients let the server wait too long."""
        self._look(list(self._held.values()))
        now = self._clock()
        for held in list(self._held.values()):
            late = held.stage.seconds is not None and now - held.since > held.stage.seconds
            if late or now - held.unsent_since > self.limits.unread_seconds:
                self._end(held)

    def _look(self, among: list[_Held]) -> None:
        """See what sockets wait for by now, and which have read something."""
        now = self._clock()
        for held in among:
            protocol = held.transport.get_protocol()
            stage = protocol.stage(self.limits) if isinstance(protocol, Waiting) else Stage(None, None)
            if stage.token != held.stage.token:
                held.since = now
            held.stage = stage
            unsent = held.transport.get_write_buffer_size()
            if unsent == 0 or unsent < held.unsent:
                held.unsent_since = now
            held.unsent = unsent

    def _end(self, held: _Held) -> None:
        held.transport.abort()
        self.closed(held.transport)


def _is_one(host: str, proxies: Sequence[Network]) -> bool:
    try:
        return any(ipaddress.ip_address(host) in one for one in proxies)
    except ValueError:
        return False


class ServerConfig(uvicorn.Config):
    """How uvicorn serves, and the sockets that it does so on."""

    def __init__(self, app: Any, sockets: Sockets, **more: Any) -> None:
        super().__init__(app, http=HttpSocket, ws=PageSocket, limit_concurrency=None, **more)
        self.sockets = sockets


_REFUSED = json.dumps({"error": {"code": "limit", "message": "there are too many connections: try again later"}})


class HttpSocket(H11Protocol, Waiting):
    """A connection that brings requests."""

    config: ServerConfig

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        super().connection_made(transport)
        if not self.config.sockets.open(transport, self):
            head = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nConnection: close\r\n"
            transport.write(f"{head}Content-Length: {len(_REFUSED)}\r\n\r\n{_REFUSED}".encode())
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.config.sockets.closed(self.transport)
        super().connection_lost(exc)

    def stage(self, limits: Limits) -> Stage:
        theirs = self.conn.their_state
        seconds = {h11.IDLE: limits.header_seconds, h11.SEND_BODY: limits.body_seconds}.get(theirs)
        return Stage((id(self.cycle), theirs), seconds)


class PageSocket(WebSocketsSansIOProtocol, Waiting):
    """A WebSocket. What comes is read in small parts, and the next only when there is room for it."""

    config: ServerConfig

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._unread = bytearray()

    def connection_lost(self, exc: Exception | None) -> None:
        self.config.sockets.closed(self.transport)
        self._unread.clear()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            return
        self._unread += data
        self._read()

    def _read(self) -> None:
        """Read messages until one waits for the session."""
        while self._unread and not self.read_paused and not self.transport.is_closing():
            part = bytes(self._unread[:_PART])
            del self._unread[:_PART]
            super().data_received(part)
            unsent = self.transport.get_write_buffer_size()
            if unsent > self.config.sockets.limits.unsent_size or len(self.frames) > _MOST_PIECES:
                self.transport.abort()  # pings whose answers are never read, or a message without end

    async def receive(self) -> Any:
        message = await super().receive()
        self._read()
        return message

    def stage(self, limits: Limits) -> Stage:
        if not self.handshake_complete:
            return Stage("handshake", limits.header_seconds)
        return Stage("end", limits.header_seconds) if self.close_sent else Stage("page", None)
