"""The bus of NATS."""

from __future__ import annotations

import logging
from typing import Any, Final

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error

from ludens.web.database import StorageError
from ludens.web.nodes.bus import LocalBus

_log = logging.getLogger("ludens.web")
_PREFIX: Final = "ludens."


class NatsBus(LocalBus):
    """One connection, which is made again for as long as it takes."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address
        self._client: Client | None = None

    async def start(self) -> None:
        async def complain(error: Exception) -> None:
            _log.warning("the bus: %s", type(error).__name__)

        more: dict[str, Any] = {"error_cb": complain, "max_reconnect_attempts": -1, "reconnect_time_wait": 0.5}
        try:
            self._client = await nats.connect(self._address, allow_reconnect=True, **more)
            await self._client.subscribe(f"{_PREFIX}>", cb=self._hear)
            await self._client.flush()
        except (Error, OSError) as error:
            raise StorageError(f"the bus does not answer: {type(error).__name__}") from None

    async def _hear(self, message: Msg) -> None:
        self.tell(message.subject.removeprefix(_PREFIX), message.data)

    async def publish(self, topic: str, notice: bytes) -> None:
        assert self._client is not None
        try:
            await self._client.publish(_PREFIX + topic, notice)
        except Error as error:
            _log.warning("a notice of %s was not sent: %s", topic, type(error).__name__)

    async def close(self) -> None:
        if self._client is not None:
            await self._client.close()
