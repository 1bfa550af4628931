"""What all sessions and routes share: threads, processes, compiled games, the database."""

from __future__ import annotations

import os
from pathlib import Path
from weakref import WeakKeyDictionary

import msgspec

from ludens.game import Game
from ludens.render import scene
from ludens.web.async_storage import AsyncStorage
from ludens.web.game_cache import GameCache
from ludens.web.limits import Limits
from ludens.web.workers.process_pool import ProcessPool
from ludens.web.workers.thread_pool import ThreadPool


class Services:
    """Made once for each server."""

    def __init__(self, limits: Limits, data: Path | None) -> None:
        """`data` is the folder of the database; None keeps games in memory."""
        self.limits = limits
        cores = os.cpu_count() or 1
        self.engine_pool = ThreadPool("engine", max(2, cores))
        self.search_pool = ThreadPool("search", max(4, 2 * cores))
        self.quick_pool = ThreadPool("quick", 2)  # agents that do not search need not wait for those that do
        self.opening_pool = ThreadPool("opening", 2)  # what may take long: no move that is played waits for it
        self.compilers = ProcessPool(limits, 2)
        self.renderers = ProcessPool(limits, background=True)  # a page asks for the pictures of all games
        self.games = GameCache(limits, self.compilers, lambda: sum(pool.lost for pool in self._pools))
        self.storage = AsyncStorage(data, limits.stored_size)
        self._scenes: WeakKeyDictionary[Game, msgspec.Raw] = WeakKeyDictionary()

    @property
    def _pools(self) -> tuple[ThreadPool, ...]:
        return (self.engine_pool, self.search_pool, self.quick_pool, self.opening_pool)

    def scene(self, game: Game) -> msgspec.Raw:
        """What never changes of a game's picture, as JSON; of a match each game has its own."""
        if game not in self._scenes:
            self._scenes[game] = msgspec.Raw(msgspec.json.encode(scene.scene(game)))
        return self._scenes[game]

    async def close(self) -> None:
        """End everything."""
        await self.compilers.close()
        await self.renderers.close()
        await self.storage.close()
        for pool in self._pools:
            pool.shutdown()
