"""The compiled games of the server."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TypeVar

from ludens.board.errors import BoardError
from ludens.game import Game, LimitExceeded, compile_text
from ludens.game.programs import module_key
from ludens.language import LudError, parse
from ludens.stage.cache import read_cache
from ludens.web import seats
from ludens.web.engine.desk import facts_of
from ludens.web.errors import ApiError, invalid_description
from ludens.web.limits import Limits
from ludens.web.sources import GameSource
from ludens.web.workers.compilers import Compilers
from ludens.web.workers.jobs import JobName, Outcome, errors_of
from ludens.web.workers.thread_pool import JobTimeout, ThreadPool

T = TypeVar("T")
_MOST_GAMES = 64
_PROVEN = 1024

GameKey = tuple[str, tuple[str, ...]]


class GameCache:
    """Compiles games, each once; what strangers wrote is compiled and tried out in other processes alone."""

    def __init__(self, limits: Limits, strangers: Compilers, ours: Compilers) -> None:
        self.limits, self._strangers, self._ours = limits, strangers, ours
        self._pool = ThreadPool("compiler", 1)
        self._games: OrderedDict[GameKey, asyncio.Task[Game]] = OrderedDict()
        self._proven: OrderedDict[GameKey, None] = OrderedDict()
        self._trusted: dict[str, str] = {}

    def trust(self, source: GameSource) -> None:
        """Compile this description without trying it first: it is the server owner's own."""
        self._trusted[source.key] = source.path

    @property
    def own_keys(self) -> list[str]:
        """The keys of the owner's own descriptions."""
        return list(self._trusted)

    def forget(self, source: GameSource) -> bool:
        """Compile this game anew when it is next wanted; whether it is ours."""
        for key in [key for key in self._games if key[0] == source.key]:
            del self._games[key]
        return self.is_ours(source)

    async def load(self, source: GameSource, options: Sequence[str]) -> Game:
        """The game of a description that is ours. Raises ApiError."""
        key = (source.key, tuple(options))
        if key not in self._games:
            self._games[key] = asyncio.create_task(self._compiled(source, tuple(options)))
        self._games.move_to_end(key)
        self._evict()
        task = self._games[key]
        try:
            return await asyncio.shield(task)
        except BaseException:
            if task.done() and self._games.get(key) is task:
                del self._games[key]
            raise

    def _evict(self) -> None:
        while len(self._games) > _MOST_GAMES:
            self._games.popitem(last=False)

    async def _compiled(self, source: GameSource, options: tuple[str, ...]) -> Game:
        if not await self._run(source, lambda: _is_cached(source.text, options)):
            await self._compile_apart(self._ours, "warm", source, options, self.limits.library_seconds)
        return await self._run(source, lambda: _ready(source.text, self.file_of(source), options))

    def file_of(self, source: GameSource) -> str:
        """What errors call the description, and beside what its games are looked for if it is a match."""
        return self._trusted.get(source.key) or (f"{source.name}.lud" if source.name else "<text>")

    async def _run(self, source: GameSource, call: Callable[[], T]) -> T:
        try:
            return await self._pool.run(call, self.limits.library_seconds)
        except (LudError, BoardError, LimitExceeded) as error:
            raise invalid_description(errors_of(error)) from None
        except JobTimeout as error:
            self.forget(source)
            raise ApiError("limit", str(error), 422) from None

    def is_ours(self, source: GameSource) -> bool:
        """Whether the description is the library's, or the owner's."""
        return source.key in self._trusted or source.is_library

    async def prove(self, source: GameSource, options: Sequence[str]) -> None:
        """Compile and try out what a stranger wrote, unless that has been done. Raises ApiError."""
        key = (source.key, tuple(options))
        if key not in self._proven:
            await self._compile_apart(self._strangers, "prove", source, tuple(options), self.limits.compile_seconds)
            self._proven[key] = None
            while len(self._proven) > _PROVEN:
                self._proven.popitem(last=False)

    async def _compile_apart(
        self, compilers: Compilers, job: JobName, source: GameSource, options: tuple[str, ...], seconds: float
    ) -> None:
        """Compile in another process: this one would stop for moments to do it. Raises ApiError."""
        outcome = await compilers.run(Outcome, job, source.text, options, seconds, self.file_of(source))
        if outcome.errors:
            raise invalid_description(outcome.errors)


def _ready(text: str, name: str, options: Sequence[str]) -> Game:
    """A game with all compiled that it and its agents need, so that no move waits for it."""
    game = compile_text(text, name, options)
    game.compile()
    seats.prepare(game)
    facts_of(game)
    return game


def _is_cached(text: str, options: Sequence[str]) -> bool:
    """Whether the compiled code of a description is on disk. Raises LudError."""
    placed = parse(text, options=options).placed
    return all(read_cache(module_key(placed, traced=traced)) is not None for traced in (True, False))
