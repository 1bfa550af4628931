"""One of several servers on a database: says that it is there, knows the others, and takes over what they leave."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from ludens.web.async_storage import AsyncStorage
from ludens.web.errors import ApiError
from ludens.web.nodes import leases
from ludens.web.nodes.bus import Bus
from ludens.web.nodes.leases import Claim
from ludens.web.storage import Storage, StorageError
from ludens.words import say

T = TypeVar("T")
_log = logging.getLogger("ludens.web")
#: of the seconds of a lease, after what share it is renewed
_BEATS: Final = 3
#: leases after which a node that cannot renew its own lets its pages go elsewhere
_AWAY: Final = 2.0
_LEFT: Final = "left"


class Elsewhere(ApiError):
    """Another node has the table; the message is for those who cannot be sent there."""

    def __init__(self, address: str) -> None:
        super().__init__("limit", say("this table is on another server now: try again"), 503)
        self.address = address


class Node:
    """This server among the others. Raises StorageError where it begins without the database, or the bus."""

    def __init__(self, storage: AsyncStorage, bus: Bus, address: str, seconds: float) -> None:
        """`address` is where the others reach it; each lease is for so many seconds."""
        self.address, self.seconds, self.bus = address, seconds, bus
        self.secret = ""
        #: the addresses of the nodes that are there, by their ids
        self.peers: dict[str, str] = {}
        #: called where the others may have taken this node's tables, with those that are still its own; with a table
        #: that is to be looked at; and when nodes have come or gone
        self.on_lapse: Callable[[list[str]], object] = lambda own: None
        self.on_orphan: Callable[[str], Awaitable[None]] = _nothing
        self.on_peers: Callable[[], object] = lambda: None
        self._storage, self._renewed = storage, time.monotonic()
        self._beating: asyncio.Task[None] | None = None
        self._looking: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        bus.on(_LEFT, lambda _: self._look_soon())

    @property
    def is_alive(self) -> bool:
        """Whether what this node holds is its own for sure."""
        return time.monotonic() - self._renewed < self.seconds

    async def start(self) -> None:
        await self._renew()
        self.secret = await self._storage.run(leases.shared_secret)
        await self.bus.start()
        await self._look()
        self._beating = asyncio.create_task(self._beat())

    async def close(self) -> None:
        """Let the others have the tables, and tell them."""
        for task in [self._beating, *self._tasks]:
            if task is not None:
                task.cancel()
        try:
            await self._storage.run(leases.leave)
            await self.bus.publish(_LEFT, self.address.encode())
        except StorageError as error:
            _log.warning("this node's tables are free in %g seconds: %s", self.seconds, error)
        await self.bus.close()

    # --- tables

    def check(self) -> None:
        """Raises ApiError where another node may have taken what is open here."""
        if not self.is_alive:
            raise ApiError("limit", say("the server has lost its database for a moment: try again"), 503)

    async def claim(self, table: str) -> Claim | None:
        """Have a table, or know who has it; None where there is none. Raises ApiError."""
        return await self._read(lambda store: leases.claim(store, table))

    async def holder(self, table: str) -> str:
        """The address of another node that has a table; empty where none has it that is there. Raises ApiError."""
        return await self._read(lambda store: leases.holder(store, table))

    async def address_of(self, node: str) -> str:
        """The address of another node; empty where it is not there. Raises ApiError."""
        return await self._read(lambda store: leases.address(store, node))

    async def _read(self, call: Callable[[Storage], T]) -> T:
        self.check()
        try:
            return await self._storage.run(call)
        except StorageError as error:
            raise ApiError("storage", say("this game cannot be read: {0}", error), 503) from None

    async def release(self, table: str) -> None:
        try:
            await self._storage.run(lambda store: leases.release(store, table))
        except StorageError as error:  # it stays with this node, which restores it when it is next wanted
            _log.warning("game %s is not given back: %s", table, error)

    # --- being there

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self.seconds / _BEATS)
            try:
                await asyncio.wait_for(self._renew(), self.seconds)
                await self._look()
            except (StorageError, TimeoutError) as error:
                _log.error("this node cannot say that it is there: %s", error or "the database does not answer")
            except Exception:
                _log.exception("this node cannot say that it is there")
            if time.monotonic() - self._renewed > _AWAY * self.seconds:
                self.on_lapse([])

    async def _renew(self) -> None:
        began = time.monotonic()
        went_on = await self._storage.run(lambda store: leases.renew(store, self.address, self.seconds))
        if not went_on and self.peers:  # others may have taken tables meanwhile: nothing is shown of these
            _log.error("this node has not said for too long that it is there")
            self.on_lapse(await self._storage.run(leases.own))
        self._renewed = began

    def _look_soon(self) -> None:
        self._start(self._look())

    async def _look(self) -> None:
        """See who is there, and take over tables whose clocks want to be looked at."""
        peers = await self._storage.run(leases.peers)
        gone = self.peers.keys() - peers.keys()
        self.peers = peers
        if gone:
            self.on_peers()
        for table in await self._storage.run(lambda store: leases.orphans(store, time.time())):
            if table not in self._looking:
                self._looking.add(table)
                self._start(self._take_over(table))

    async def _take_over(self, table: str) -> None:
        try:
            await self.on_orphan(table)
        finally:
            self._looking.discard(table)

    def _start(self, work: Awaitable[None]) -> None:
        async def guarded() -> None:
            try:
                await work
            except StorageError as error:
                _log.warning("other nodes are not seen: %s", error)

        task = asyncio.create_task(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _nothing(table: str) -> None:
    pass
