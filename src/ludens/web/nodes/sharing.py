"""What several nodes list together: each tells the others every few seconds what it has itself."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from typing import Annotated, Final, Generic, TypeVar

import msgspec
from msgspec import Meta

from ludens.web.nodes.bus import MOST, Bus

T = TypeVar("T")
_log = logging.getLogger("ludens.web")
#: seconds between two lists, and after which one counts no more
_SECONDS, _STALE = 2.0, 7.0
#: entries of a notice, and those of other nodes that are listed
_LISTED: Final = 1000


class _Notice(msgspec.Struct, Generic[T]):
    """Some entries of a node: those of one part of its list."""

    node: str
    part: int
    listed: Annotated[list[T], Meta(max_length=_LISTED)]


class SharedList(Generic[T]):
    """The entries of a topic at other nodes, each of a kind; `own` gives those of this one."""

    def __init__(self, bus: Bus, node: str, topic: str, kind: type[T], own: Callable[[], list[T]]) -> None:
        self._bus, self._node, self._topic, self._own = bus, node, topic, own
        self._decoder = msgspec.json.Decoder(_Notice[kind])  # type: ignore[valid-type]
        self._heard: dict[tuple[str, int], tuple[float, list[T]]] = {}
        self._task: asyncio.Task[None] | None = None
        bus.on(topic, self._hear)

    def start(self) -> None:
        self._task = asyncio.create_task(self._keep_telling())

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def listed(self) -> list[T]:
        """What the other nodes have told of late."""
        now = time.monotonic()
        self._heard = {key: one for key, one in self._heard.items() if now - one[0] < _STALE}
        return [one for _, part in self._heard.values() for one in part][:_LISTED]

    def _hear(self, data: bytes) -> None:
        notice = self._decoder.decode(data)
        if notice.node != self._node:
            self._heard[notice.node, notice.part] = (time.monotonic(), notice.listed)

    async def _keep_telling(self) -> None:
        had = 0
        while True:
            try:
                parts = list(self._parts(self._own()))
                for part, listed in enumerate(parts + [[]] * (had - len(parts))):
                    await self._bus.publish(self._topic, msgspec.json.encode(_Notice(self._node, part, listed)))
                had = len(parts)
            except Exception:
                _log.exception("%s are not told", self._topic)
            await asyncio.sleep(_SECONDS)

    def _parts(self, own: list[T]) -> Iterator[list[T]]:
        """A list in parts that fit into a notice."""
        part, size = list[T](), 0
        for one in own[:_LISTED]:
            more = len(msgspec.json.encode(one)) + 1
            if part and size + more > MOST - 200:
                yield part
                part, size = [], 0
            part.append(one)
            size += more
        if part:
            yield part
