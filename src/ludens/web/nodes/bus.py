"""What carries notices from each node to all: short texts that nothing depends on but how soon something is known.

>>> import asyncio
>>> heard, bus = [], LocalBus()
>>> bus.on("tea", heard.append)
>>> asyncio.run(bus.publish("tea", b"is ready"))
>>> heard
[b'is ready']
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final, Protocol

Heard = Callable[[bytes], object]
#: the most bytes of a notice: PostgreSQL takes 8000 with the topic, as text
MOST: Final = 5000
_log = logging.getLogger("ludens.web")


class Bus(Protocol):
    """Notices by topic. All nodes hear each, the one that sends it too; while a line is broken they are lost."""

    def on(self, topic: str, heard: Heard) -> None:
        """Call something on the loop with each notice of a topic."""

    async def start(self) -> None:
        """Begin to listen. Raises StorageError where that cannot be."""

    async def publish(self, topic: str, notice: bytes) -> None:
        """Tell all nodes. What cannot be sent is dropped, and logged."""

    async def close(self) -> None:
        """Listen no more."""


class LocalBus:
    """The bus of a single node."""

    def __init__(self) -> None:
        self._heard: dict[str, list[Heard]] = {}

    def on(self, topic: str, heard: Heard) -> None:
        self._heard.setdefault(topic, []).append(heard)

    async def start(self) -> None:
        pass

    async def publish(self, topic: str, notice: bytes) -> None:
        self.tell(topic, notice)

    async def close(self) -> None:
        pass

    def tell(self, topic: str, notice: bytes) -> None:
        """Hand a notice to those who listen; what they do wrong is logged."""
        for heard in self._heard.get(topic, ()):
            try:
                heard(notice)
            except Exception:
                _log.exception("a notice of %s", topic)
