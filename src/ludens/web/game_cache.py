"""The compiled games of the server."""

from __future__ import annotations

import asyncio
import gc
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TypeVar
from weakref import WeakKeyDictionary

from ludens.board.errors import BoardError
from ludens.game import Game, LimitExceeded, compile_text
from ludens.game.programs import module_key
from ludens.language import LudError, parse
from ludens.stage.cache import read_cache
from ludens.web import seats
from ludens.web.errors import ApiError, invalid_description
from ludens.web.limits import Limits
from ludens.web.schemas.objects import AgentInfo
from ludens.web.sources import GameSource
from ludens.web.workers.jobs import JobName, Outcome, errors_of
from ludens.web.workers.process_pool import ProcessPool
from ludens.web.workers.thread_pool import JobTimeout, ThreadPool

T = TypeVar("T")
_KEPT = 64


class GameCache:
    """Compiles games, each once; those of strangers first in a process of their own."""

    def __init__(self, limits: Limits, compilers: ProcessPool, lost_threads: Callable[[], int] = lambda: 0) -> None:
        """`lost_threads` counts the calls of the engine that never returned, without those that compile."""
        self.limits, self.compilers, self._lost_threads = limits, compilers, lost_threads
        self._pool = ThreadPool("compiler", 1)
        self._games: OrderedDict[tuple[str, tuple[str, ...]], asyncio.Task[Game]] = OrderedDict()
        self._banned: dict[str, str] = {}
        self._trusted: dict[str, str] = {}
        self._agents: WeakKeyDictionary[Game, list[AgentInfo]] = WeakKeyDictionary()
        self._num_dropped = 0

    def trust(self, source: GameSource) -> None:
        """Compile this description without trying it first: it is the server owner's own."""
        self._trusted[source.key] = source.path

    def ban(self, source: GameSource, why: str) -> None:
        """Forget this description, and compile it no more if it is a stranger's."""
        if not self._is_ours(source):
            self._banned[source.key] = why
        for known in [known for known in self._games if known[0] == source.key]:
            del self._games[known]

    async def load(self, source: GameSource, options: Sequence[str]) -> Game:
        """The game of a description. Raises ApiError."""
        if source.key in self._banned:
            raise ApiError("limit", self._banned[source.key], 422)
        known = (source.key, tuple(options))
        if known not in self._games:
            self._games[known] = asyncio.create_task(self._compiled(source, tuple(options)))
        self._games.move_to_end(known)
        self._evict()
        task = self._games[known]
        try:
            return await asyncio.shield(task)
        except BaseException:
            if task.done() and self._games.get(known) is task:
                del self._games[known]
            raise

    def _evict(self) -> None:
        while len(self._games) > _KEPT:
            self._games.popitem(last=False)
            self._num_dropped += 1

    async def _compiled(self, source: GameSource, options: tuple[str, ...]) -> Game:
        if not self._is_ours(source):
            await self._prove(source, options)
        elif not await self._run(source, lambda: _is_cached(source.text, options)):
            await self._compile_apart("warm", source, options, self.limits.library_seconds)
        game = await self._run(source, lambda: _ready(source.text, self._file_of(source), options))
        await self._run(source, self._tidy)
        return game

    def agents_of(self, game: Game) -> list[AgentInfo]:
        """The agents that play a game; looking takes a while where some are compiled for it."""
        if game not in self._agents:
            self._agents[game] = seats.agent_infos(game)
        return self._agents[game]

    def _file_of(self, source: GameSource) -> str:
        """What errors call the description, and beside what its games are looked for if it is a match."""
        return self._trusted.get(source.key) or (f"{source.name}.lud" if source.name else "<text>")

    def _tidy(self) -> None:
        """Keep the garbage collector from looking at compiled games, for which a page would wait a tenth of a second.

        Games that were dropped are collected now and then, as what is frozen is not.
        """
        if self._num_dropped >= _KEPT // 2:
            self._num_dropped = 0
            gc.unfreeze()
            gc.collect()
        gc.freeze()

    async def _run(self, source: GameSource, call: Callable[[], T]) -> T:
        try:
            return await self._pool.run(call, self.limits.library_seconds)
        except (LudError, BoardError, LimitExceeded) as error:
            raise invalid_description(errors_of(error)) from None
        except JobTimeout as error:
            self.ban(source, str(error))
            raise ApiError("limit", str(error), 422) from None

    def _is_ours(self, source: GameSource) -> bool:
        """Whether the description is the library's, or the owner's."""
        return source.key in self._trusted or source.is_library

    async def _prove(self, source: GameSource, options: tuple[str, ...]) -> None:
        if self._pool.lost + self._lost_threads() >= self.limits.lost_threads:
            raise ApiError("limit", "the server takes no more descriptions until it is started again", 503)
        await self._compile_apart("prove", source, options, self.limits.compile_seconds)

    async def _compile_apart(self, job: JobName, source: GameSource, options: tuple[str, ...], seconds: float) -> None:
        """Compile in another process: this one would stop for moments to do it. Raises ApiError."""
        outcome = await self.compilers.run(Outcome, job, source.text, options, seconds, self._file_of(source))
        if outcome.errors:
            raise invalid_description(outcome.errors)


def _ready(text: str, name: str, options: Sequence[str]) -> Game:
    """A game with all compiled that it and its agents need, so that no move waits for it."""
    game = compile_text(text, name, options)
    game.compile()
    seats.prepare(game)
    return game


def _is_cached(text: str, options: Sequence[str]) -> bool:
    """Whether the compiled code of a description is on disk. Raises LudError."""
    expanded = parse(text, options=options).expanded
    return all(read_cache(module_key(expanded, traced=traced)) is not None for traced in (True, False))
