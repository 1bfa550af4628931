"""What all sessions and routes share: threads, processes, compiled games, the database."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from ludens.web.agent_choice import Choosing
from ludens.web.async_storage import AsyncStorage
from ludens.web.deadlines import Deadlines
from ludens.web.engine.engines import Engines
from ludens.web.events import TableEvents
from ludens.web.game_cache import GameCache
from ludens.web.hosting import Hosting
from ludens.web.limits import Limits
from ludens.web.meters import Meters, PrometheusMeters
from ludens.web.moderation.measures import Measures
from ludens.web.nodes.buses import bus_of
from ludens.web.nodes.node import Node
from ludens.web.post.post import Post
from ludens.web.workers.compilers import Compilers
from ludens.web.workers.pools import Pools
from ludens.web.workers.staff import Staff


class Services:
    """Made once for each server."""

    def __init__(self, limits: Limits, data: Path | None, hosting: Hosting | None = None) -> None:
        """`data` is the folder of the database; None keeps games in memory. Raises FolderInUse, StorageError."""
        hosting = hosting or Hosting()
        self.limits, self.hosting, self.deadlines, self.started = limits, hosting, Deadlines(), time.time()
        #: called with the id of a table that turns out to be another server's
        self.on_moved: Callable[[str], object] = lambda _: None
        self.happenings = TableEvents()
        #: reviews, and searches for puzzles, that are at work
        self.reviews = 0
        self.meters = PrometheusMeters() if hosting.metrics else Meters()
        # first: another server may have the folder
        self.storage = AsyncStorage(data, limits.stored_size, hosting.database, self.meters)
        self.post = Post(self.storage, hosting, limits, self.meters)
        self.bus = bus_of(hosting.bus, hosting.database)
        #: what moderators have decided, and whom people do not want to meet
        self.measures = Measures(self.storage, self.bus, is_on=hosting.accounts)
        #: this server among others on the same database
        self.node: Node | None = None
        if hosting.database:
            self.node = Node(self.storage, self.bus, hosting.address, limits.lease_seconds)
        self.pools, self.staff = Pools(), Staff(limits)
        starter = self.staff.starter
        self.compilers = Compilers(limits, starter, 2)  # descriptions of strangers
        self.builders = Compilers(limits, starter, 2, ours=True)
        #: a page asks for the pictures of all games
        self.renderers = Compilers(limits, starter, ours=True, background=True)
        #: the archive counts the positions of games that strangers wrote
        self.archivists = Compilers(limits, starter, background=True)
        self.games = GameCache(limits, self.compilers, self.builders)
        beside = [Compilers(limits, starter, ours=ours, background=True, plays=True) for ours in (False, True)]
        self.choosing = Choosing(limits, self.games, *beside)
        self.engines = Engines(limits, self.games, self.pools, self.staff)

    def halt(self) -> None:
        """End all native code at once, and let none begin."""
        self.pools.stop()
        self.staff.halt()

    async def start(self) -> None:
        """Be there for the other servers. Raises StorageError."""
        await (self.bus.start() if self.node is None else self.node.start())
        await self.post.start()

    async def close(self) -> None:
        """End everything."""
        self.deadlines.close()
        await self.post.close()
        await (self.bus.close() if self.node is None else self.node.close())
        await self.choosing.close()
        await self.staff.close()
        await self.storage.close()
        self.pools.shutdown()
