"""Who plays a game best, found beside its first game here (`ludens.arena.selection`), for those who play it next."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

from ludens import agents
from ludens.web.errors import ApiError
from ludens.web.game_cache import GameCache
from ludens.web.limits import Limits
from ludens.web.sources import GameSource
from ludens.web.workers.compilers import Compilers
from ludens.web.workers.jobs import ChooseAgent

_log = logging.getLogger("ludens.web")
#: seconds in which games tell something
_LEAST: Final = 1.0


class Choosing:
    """Lets agents play a small tournament of each game, once, one after the other, with what processors are idle."""

    def __init__(self, limits: Limits, games: GameCache, strangers: Compilers, ours: Compilers) -> None:
        self._limits, self._games = limits, games
        self._strangers, self._ours = strangers, ours
        self._begun: set[tuple[str, tuple[str, ...]]] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, source: GameSource, options: Sequence[str]) -> None:
        """Begin with a game; where others wait already, somebody else will ask for it again."""
        if self._limits.tournament_seconds < _LEAST:
            return
        key = (source.key, tuple(options))
        if key in self._begun or len(self._tasks) >= self._limits.waiting_tournaments:
            return
        self._begun.add(key)
        task = asyncio.create_task(self._choose(source, tuple(options)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _choose(self, source: GameSource, options: tuple[str, ...]) -> None:
        ours, seconds = self._games.is_ours(source), self._limits.tournament_seconds
        compilers, name = (self._ours, self._games.file_of(source)) if ours else (self._strangers, "<text>")
        # tables of solved games stay, and may be large: strangers' would fill the disk
        request = ChooseAgent(source.text, options, name, seconds, solving=ours)
        try:
            played = await compilers.ask(request, bool, 2 * seconds + self._limits.compile_seconds)
            if played and ours:
                agents.forget(await self._games.load(source, options))
        except ApiError as error:  # what would have been chosen without stays
            _log.info("no tournament of %s: %s", source.name or "a description", error)
        except Exception:
            _log.exception("a tournament failed")

    async def close(self) -> None:
        """End all that are being played."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
