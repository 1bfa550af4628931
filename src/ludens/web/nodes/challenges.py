"""The lobby of several nodes: each tells the others every few seconds which seats are free at its tables."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from ludens.web.nodes.bus import MOST, Bus
from ludens.web.schemas.people import Challenge

_log = logging.getLogger("ludens.web")
_TOPIC: Final = "challenges"
#: seconds between two lists, and after which one counts no more
_SECONDS, _STALE = 2.0, 7.0
#: challenges of other nodes that are listed
_LISTED: Final = 1000


class _Notice(msgspec.Struct):
    """Some challenges of a node: those of one part of its list."""

    node: str
    part: int
    listed: Annotated[list[Challenge], Meta(max_length=_LISTED)]


class SharedChallenges:
    """The challenges at other nodes; `own` gives those of this one."""

    def __init__(self, bus: Bus, node: str, own: Callable[[], list[Challenge]]) -> None:
        self._bus, self._node, self._own = bus, node, own
        self._heard: dict[tuple[str, int], tuple[float, list[Challenge]]] = {}
        self._task: asyncio.Task[None] | None = None
        bus.on(_TOPIC, self._hear)

    def start(self) -> None:
        self._task = asyncio.create_task(self._keep_telling())

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def listed(self) -> list[Challenge]:
        """What the other nodes have told of late."""
        now = time.monotonic()
        self._heard = {key: one for key, one in self._heard.items() if now - one[0] < _STALE}
        return [one for _, part in self._heard.values() for one in part][:_LISTED]

    def _hear(self, data: bytes) -> None:
        notice = msgspec.json.decode(data, type=_Notice)
        if notice.node != self._node:
            self._heard[notice.node, notice.part] = (time.monotonic(), notice.listed)

    async def _keep_telling(self) -> None:
        had = 0
        while True:
            try:
                parts = list(self._parts(self._own()))
                for part, listed in enumerate(parts + [[]] * (had - len(parts))):
                    await self._bus.publish(_TOPIC, msgspec.json.encode(_Notice(self._node, part, listed)))
                had = len(parts)
            except Exception:
                _log.exception("challenges are not told")
            await asyncio.sleep(_SECONDS)

    def _parts(self, own: list[Challenge]) -> Iterator[list[Challenge]]:
        """A list in parts that fit into a notice."""
        part, size = list[Challenge](), 0
        for one in own[:_LISTED]:
            more = len(msgspec.json.encode(one)) + 1
            if part and size + more > MOST - 200:
                yield part
                part, size = [], 0
            part.append(one)
            size += more
        if part:
            yield part
