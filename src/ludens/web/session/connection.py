"""A page's line to a session, as the session sees it."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass
from typing import Final

from ludens import words
from ludens.web.languages import reader
from ludens.web.protocol import encode_message
from ludens.web.schemas import server
from ludens.web.schemas.base import Mark

#: seconds between two looks at how slow a line is, and how many of those count
_PROBE_SECONDS: Final = 5.0
_PROBES: Final = 5


class Line:
    """How slow a page's line is: how long answers took that were asked for at once."""

    def __init__(self) -> None:
        self._taken: deque[float] = deque(maxlen=_PROBES)
        self._number, self._since, self._is_out = 0, 0.0, False

    def probe(self) -> int | None:
        """The number of a message that is to be answered at once; None where it is too early for another."""
        now = time.monotonic()
        if self._is_out or (self._number and now - self._since < _PROBE_SECONDS):
            return None
        self._number, self._since, self._is_out = self._number + 1, now, True
        return self._number

    def answered(self, number: int) -> None:
        """The page has answered."""
        if self._is_out and number == self._number:
            self._is_out = False
            self._taken.append(time.monotonic() - self._since)

    @property
    def lag(self) -> int:
        """The milliseconds that there and back take at least: who answers late now and then gains nothing."""
        return round(1000 * min(self._taken, default=0.0))


class Connection:
    """What a page is to be sent, in order. One that does not read is closed."""

    def __init__(self, max_messages: int, max_size: int, guest: str = "") -> None:
        """`guest` is who is there, as `ludens.web.people.keys` has it; empty for a browser without a secret."""
        self.guest, self.line, self.language = guest, Line(), reader.get()
        self.outbox: asyncio.Queue[str | None] = asyncio.Queue(max_messages)
        self.closed = False
        self._max_size, self._unsent = max_size, 0

    def send(self, text: str) -> None:
        """Put a message into the outbox, in the language of who reads it.

        Where it is full, forget all that is in it and close the connection.
        """
        if self.closed:
            return
        text = words.resolved_json(text, self.language)
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
