"""The bus of PostgreSQL: LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import base64
import logging
from typing import Final

import psycopg
from psycopg import AsyncConnection

from ludens.web.database import StorageError
from ludens.web.nodes.bus import MOST, LocalBus
from ludens.web.postgres.database import url_of

_log = logging.getLogger("ludens.web")
_CHANNEL: Final = "ludens"
_AGAIN_SECONDS: Final = 0.5


class PostgresBus(LocalBus):
    """One connection that listens, and one that speaks; each is made again where it breaks."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = url_of(address).set(drivername="postgresql").render_as_string(hide_password=False)
        self._listener: asyncio.Task[None] | None = None
        self._speaker: AsyncConnection | None = None
        self._lock = asyncio.Lock()

    async def start(self) -> None:
        listening = asyncio.Event()
        self._listener = asyncio.create_task(self._listen(listening))
        try:
            await asyncio.wait_for(listening.wait(), 10.0)
        except TimeoutError:
            await self.close()
            raise StorageError("the database carries no notices: nothing answers") from None

    async def publish(self, topic: str, notice: bytes) -> None:
        assert len(notice) <= MOST
        text = f"{topic} {base64.b85encode(notice).decode()}"
        async with self._lock:
            for _ in range(2):  # the connection may have broken since it was last used
                try:
                    if self._speaker is None:
                        self._speaker = await AsyncConnection.connect(self._address, autocommit=True, connect_timeout=5)
                    await self._speaker.execute("SELECT pg_notify(%s, %s)", (_CHANNEL, text))
                    return
                except psycopg.Error as error:
                    _log.warning("a notice of %s was not sent: %s", topic, type(error).__name__)
                    await _closed(self._speaker)
                    self._speaker = None

    async def _listen(self, listening: asyncio.Event) -> None:
        while True:
            connection = None
            try:
                connection = await AsyncConnection.connect(self._address, autocommit=True, connect_timeout=5)
                await connection.execute(f"LISTEN {_CHANNEL}")
                listening.set()
                async for one in connection.notifies():
                    topic, _, text = one.payload.partition(" ")
                    self.tell(topic, base64.b85decode(text))
            except (psycopg.Error, ValueError) as error:
                _log.warning("the bus is broken, and made again: %s", type(error).__name__)
            finally:
                await _closed(connection)
            await asyncio.sleep(_AGAIN_SECONDS)

    async def close(self) -> None:
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)
        await _closed(self._speaker)


async def _closed(connection: AsyncConnection | None) -> None:
    if connection is not None:
        await connection.close()
