"""Where a game is played: in this process if it is the library's or the owner's, else in one of its own."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.web.engine.interface import Engine
from ludens.web.engine.local import LocalEngine
from ludens.web.engine.remote import RemoteEngine
from ludens.web.game_cache import GameCache
from ludens.web.limits import Limits
from ludens.web.sources import GameSource
from ludens.web.workers.messages import Open
from ludens.web.workers.pools import Pools
from ludens.web.workers.staff import Staff


class Engines:
    """Opens games."""

    def __init__(self, limits: Limits, games: GameCache, pools: Pools, staff: Staff) -> None:
        self._limits, self._games, self._pools, self._staff = limits, games, pools, staff

    async def open(self, source: GameSource, options: Sequence[str]) -> Engine:
        """The engine of a game, which nobody has begun yet. Raises ApiError."""
        if self._games.is_ours(source):
            return LocalEngine(await self._games.load(source, options), self._limits, self._pools)
        await self._games.prove(source, options)
        engine = RemoteEngine(Open(source.text, "<text>", tuple(options), self._limits), self._limits, self._staff)
        await engine.open()
        return engine
