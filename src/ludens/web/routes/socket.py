"""The WebSocket of a session."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Self, TypeVar

from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludens import words
from ludens.web.errors import ApiError, server_failed
from ludens.web.languages import reader
from ludens.web.lobby import Lobby
from ludens.web.meters import span
from ludens.web.people.keys import guest_of
from ludens.web.protocol import decode_message, encode_message, error_message
from ludens.web.routes.tables import find
from ludens.web.schemas import client
from ludens.web.schemas.close import CloseCode, close_code
from ludens.web.session.connection import Connection, Reply
from ludens.web.session.session import LAST_SECONDS, Session
from ludens.web.visitors import address_of
from ludens.words import say

_log = logging.getLogger("ludens.web")
_GONE = (WebSocketDisconnect, RuntimeError, OSError)
_SENDING_SECONDS = 5.0
_REASON_SIZE = 120
#: the messages of a page that are read ahead
_AHEAD = 4
T = TypeVar("T")


class SocketRoutes:
    """Connects pages with sessions."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.limits, self.visitors = lobby, lobby.limits, lobby.visitors
        self.meters = lobby.services.meters
        #: when each page was last heard of, the longest silent first
        self._heard: OrderedDict[Connection, float] = OrderedDict()

    def routes(self) -> list[BaseRoute]:
        return [WebSocketRoute("/ws/{table}", self.connect)]

    async def connect(self, socket: WebSocket) -> None:
        await socket.accept()
        address = address_of(socket.scope)
        guest = guest_of(socket)
        connection = Connection(self.limits.unsent_frames, self.limits.unsent_size, guest)
        with Inbox(socket) as inbox:
            try:
                with self.visitors.page(address), self._counted(connection):
                    session = await inbox.while_there(find(self.lobby, socket.path_params["table"], guest))
                    await self._serve(inbox, session, connection, address)
            except PageGone:
                pass
            except ApiError as error:
                await _turn_away(socket, error)

    @contextlib.contextmanager
    def _counted(self, connection: Connection) -> Iterator[None]:
        """While a page is connected. Raises ApiError."""
        self._make_room()
        self._heard[connection] = time.monotonic()
        self.lobby.num_connections += 1
        try:
            yield
        finally:
            self.lobby.num_connections -= 1
            self._heard.pop(connection, None)

    def _make_room(self) -> None:
        """Where there are too many pages, close the one that has been silent for long. Raises ApiError."""
        if len(self._heard) < self.limits.pages:
            return
        silent, heard = next(iter(self._heard.items()))
        if time.monotonic() - heard < self.limits.silent_seconds:
            raise ApiError("limit", say("at most {0} pages are open at once", self.limits.pages), 503)
        del self._heard[silent]
        silent.close()

    async def _serve(self, inbox: Inbox, session: Session, connection: Connection, address: str) -> None:
        sender = asyncio.create_task(_send_all(inbox.socket, connection))
        try:
            await inbox.while_there(session.join(connection))
            inbox.on_gone(lambda: session.leave(connection))
            await self._listen(inbox, session, connection, address)
        except ApiError as error:
            Reply(connection).send(error_message(error))
        except PageGone:
            pass
        except Exception:
            _log.exception("session %s", session.id)
            Reply(connection).send(error_message(server_failed()))
        finally:
            session.leave(connection)
            connection.close()
            with contextlib.suppress(TimeoutError, *_GONE):
                await asyncio.wait_for(sender, _SENDING_SECONDS)

    async def _listen(self, inbox: Inbox, session: Session, connection: Connection, address: str) -> None:
        """Do what a page asks until it is gone. Raises PageGone."""
        pace = RateLimit(self.limits.frames_per_second, self.limits.frames_at_once)
        while not connection.closed:
            received = await inbox.next()
            if connection in self._heard:
                self._heard[connection] = time.monotonic()
                self._heard.move_to_end(connection)
            await pace.wait()
            try:
                await self._handle(received, session, connection, address)
            except ApiError as error:
                self.meters.refused(error.code)
                Reply(connection, error.mark).send(error_message(error))

    async def _handle(self, received: Any, session: Session, connection: Connection, address: str) -> None:
        message, began = decode_message(self._text(received)), time.perf_counter()
        kind = type(message).__name__.lower()
        compiles = isinstance(message, client.New) and message.options is not None
        try:
            with (
                self.visitors.description(address) if compiles else contextlib.nullcontext(),
                span(kind),
            ):
                await session.handle(message, Reply(connection, message.id))
            self.meters.answered(kind, time.perf_counter() - began)
        except ApiError as error:
            error.mark = message.id
            raise
        except Exception:
            _log.exception("session %s: %s", session.id, message)
            raise server_failed(message.id) from None

    def _text(self, received: Any) -> str:
        """The text of a frame. Raises ApiError."""
        text = received.get("text")
        if not isinstance(text, str):
            raise ApiError("malformed", "messages are text, not bytes")
        if len(text) > self.limits.frame_size:
            raise ApiError("limit", say("a message has at most {0} KiB", self.limits.frame_size >> 10))
        return text


class PageGone(Exception):
    """A page has left."""


class Inbox:
    """What a page sends. Some of it is read ahead, so that it is known at once when the page has left."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self._messages: asyncio.Queue[Any] = asyncio.Queue(_AHEAD)
        self._reading, self._gone_at = asyncio.ensure_future(self._read()), 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._reading.cancel()

    async def _read(self) -> None:
        with contextlib.suppress(*_GONE):
            while (received := await self.socket.receive())["type"] != "websocket.disconnect":
                await self._messages.put(received)
        self._gone_at = time.monotonic()

    def on_gone(self, call: Callable[[], object]) -> None:
        """Call something once the page has left."""
        self._reading.add_done_callback(lambda reading: reading.cancelled() or call())

    async def next(self) -> Any:
        """The next message; those that came before the page left can still be read for a moment. Raises PageGone."""
        if self._reading.done() and time.monotonic() - self._gone_at > LAST_SECONDS:
            raise PageGone
        if self._messages.empty():
            getting = asyncio.ensure_future(self._messages.get())
            await self._first_of(getting)
            return getting.result()
        return self._messages.get_nowait()

    async def while_there(self, work: Coroutine[Any, Any, T]) -> T:
        """What some work gives, which ends where the page leaves. Raises PageGone."""
        return await self._first_of(asyncio.ensure_future(work))

    async def _first_of(self, task: asyncio.Future[T]) -> T:
        """The result of a task, which ends where the page leaves. Raises PageGone."""
        try:
            either: list[asyncio.Future[Any]] = [task, self._reading]
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise PageGone
            return task.result()
        finally:
            if not task.done():
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)


class RateLimit:
    """So many a second, and so many at once; what comes faster waits."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.left, self.seen = burst, time.monotonic()

    async def wait(self) -> None:
        """Wait until one more is allowed."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.seen) * self.rate) - 1
        self.seen = now
        if self.left < 0:
            await asyncio.sleep(-self.left / self.rate)


async def _send_all(socket: WebSocket, connection: Connection) -> None:
    """Send what a page is told, until its connection is closed."""
    try:
        while (text := await connection.next()) is not None:
            await socket.send_text(text)
        await socket.close(CloseCode.DONE)
    except _GONE:
        connection.closed = True


async def _turn_away(socket: WebSocket, error: ApiError) -> None:
    with contextlib.suppress(*_GONE):
        await socket.send_text(words.resolved_json(encode_message(error_message(error)), reader.get()))
        reason = words.resolved(error.message, reader.get()).encode()[:_REASON_SIZE].decode(errors="ignore")
        await socket.close(close_code(error.status), reason)
