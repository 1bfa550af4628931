"""A page's line to a session, as the session sees it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from ludens.web.protocol import encode_message
from ludens.web.schemas import server
from ludens.web.schemas.base import Mark


class Connection:
    """What a page is to be sent, in order. One that does not read is closed."""

    def __init__(self, max_messages: int, max_size: int) -> None:
        self.outbox: asyncio.Queue[str | None] = asyncio.Queue(max_messages)
        self.closed = False
        self._max_size, self._unsent = max_size, 0

    def send(self, text: str) -> None:
        """Put a message into the outbox; where it is full, forget all that is in it and close the connection."""
        if self.closed:
            return
        if self.outbox.full() or (self._unsent and self._unsent + len(text) > self._max_size):
            while not self.outbox.empty():
                self.outbox.get_nowait()
            self._unsent = 0
            self.close()
        else:
            self.outbox.put_nowait(text)
            self._unsent += len(text)

    async def next(self) -> str | None:
        """The next message to be sent; None where there will be no more."""
        text = await self.outbox.get()
        self._unsent -= len(text or "")
        return text

    def close(self) -> None:
        """Send no more."""
        if not self.closed:
            self.closed = True
            while self.outbox.full():
                self.outbox.get_nowait()
            self.outbox.put_nowait(None)


@dataclass(frozen=True)
class Reply:
    """Where the direct answer to a message goes: to the connection that it came from, with its mark."""

    connection: Connection
    mark: Mark = None

    def send(self, message: server.Message) -> None:
        self.connection.send(encode_message(message, self.mark))
