"""The compiled games of the server, and what is told of the library."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from ludens import agents, library, render
from ludens.board.errors import BoardError
from ludens.game import Game, LimitExceeded, compile_text
from ludens.game.programs import module_key
from ludens.language import Array, Clause, Description, LudError, Word, parse
from ludens.ludemes.boards import board_of
from ludens.ludemes.metadata import read_metadata
from ludens.native import sources_key
from ludens.stage.cache import read_cache, write_cache
from ludens.web import analysis, views
from ludens.web.errors import ApiError
from ludens.web.limits import Limits
from ludens.web.process_pool import ProcessPool
from ludens.web.sandbox import errors_json
from ludens.web.thread_pool import JobTimeout, ThreadPool

T = TypeVar("T")
_KEPT = 64


@dataclass(frozen=True)
class GameSource:
    """A description: its text, and the name of the library's game that it is, empty for others.

    `place` is the path of the owner's own file that it comes from: a match may have its games beside it.
    """

    text: str
    name: str = ""
    place: str = ""

    @property
    def key(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()


def library_text(name: str) -> GameSource:
    """The description of a library game. Raises ApiError."""
    try:
        found = library.find(name)
    except library.UnknownGame as error:
        raise ApiError("unknown", str(error), 404) from None
    return GameSource(found.read_text(encoding="utf-8"), found.stem)


class GameCache:
    """Compiles games, each once; those of strangers first in a process of their own."""

    def __init__(self, limits: Limits, process_pool: ProcessPool, lost: Callable[[], int] = lambda: 0) -> None:
        """`lost` counts the calls of the engine that never returned, without those that compile."""
        self.limits, self.process_pool, self._lost_elsewhere = limits, process_pool, lost
        self._pool = ThreadPool("compiler", 1)
        self._kept: OrderedDict[tuple[str, tuple[str, ...]], asyncio.Task[Game]] = OrderedDict()
        self._banned: dict[str, str] = {}
        self._trusted: dict[str, str] = {}
        #: the agents that play each game; looking takes a while, as some are compiled for it
        self._agents: WeakKeyDictionary[Game, list[dict[str, Any]]] = WeakKeyDictionary()
        self._dropped = 0

    def trust(self, text: GameSource) -> None:
        """Compile this description without trying it first: it is the server owner's own."""
        self._trusted[text.key] = text.place

    def ban(self, text: GameSource, why: str) -> None:
        """Forget this description, and compile it no more if it is a stranger's."""
        if not self._is_ours(text):
            self._banned[text.key] = why
        for known in [known for known in self._kept if known[0] == text.key]:
            del self._kept[known]

    async def load(self, text: GameSource, options: Sequence[str]) -> Game:
        """The game of a description. Raises ApiError."""
        if text.key in self._banned:
            raise ApiError("limit", self._banned[text.key], 422)
        known = (text.key, tuple(options))
        if known not in self._kept:
            self._kept[known] = asyncio.create_task(self._compiled(text, tuple(options)))
        self._kept.move_to_end(known)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
            self._dropped += 1
        task = self._kept[known]
        try:
            return await asyncio.shield(task)
        except BaseException:
            if task.done() and self._kept.get(known) is task:
                del self._kept[known]
            raise

    async def _compiled(self, text: GameSource, options: tuple[str, ...]) -> Game:
        if not self._is_ours(text):
            await self._prove(text, options)
        elif not await self._run(text, lambda: _is_cached(text.text, options)):
            await self._compile_apart("warm", text, options, self.limits.library_seconds)
        game = await self._run(text, lambda: _ready(text.text, self._file_of(text), options))
        await self._run(text, self._tidy)
        return game

    def agents_of(self, game: Game) -> list[dict[str, Any]]:
        """The agents that play a game."""
        if game not in self._agents:
            self._agents[game] = analysis.agents_json(game)
        return self._agents[game]

    def _file_of(self, text: GameSource) -> str:
        """What errors call the description, and beside what its games are looked for if it is a match."""
        return self._trusted.get(text.key) or (f"{text.name}.lud" if text.name else "<text>")

    def _tidy(self) -> None:
        """Keep the garbage collector from looking at compiled games, for which a page would wait a tenth of a second.

        Games that were dropped are collected now and then, as what is frozen is not.
        """
        if self._dropped >= _KEPT // 2:
            self._dropped = 0
            gc.unfreeze()
            gc.collect()
        gc.freeze()

    async def _run(self, text: GameSource, call: Callable[[], T]) -> T:
        try:
            return await self._pool.run(call, self.limits.library_seconds)
        except (LudError, BoardError, LimitExceeded) as error:
            raise wrong(errors_json(error)) from None
        except JobTimeout as error:
            self.ban(text, str(error))
            raise ApiError("limit", str(error), 422) from None

    def _is_ours(self, text: GameSource) -> bool:
        """Whether the text is the library's, or the owner's."""
        if text.key in self._trusted:
            return True
        try:
            return bool(text.name) and library_text(text.name).key == text.key
        except ApiError:
            return False

    async def _prove(self, text: GameSource, options: tuple[str, ...]) -> None:
        if self._pool.lost + self._lost_elsewhere() >= self.limits.lost_threads:
            raise ApiError("limit", "the server takes no more descriptions until it is started again", 503)
        await self._compile_apart("prove", text, options, self.limits.compile_seconds)

    async def _compile_apart(self, job: str, text: GameSource, options: tuple[str, ...], seconds: float) -> None:
        """Compile in another process: this one would stop for moments to do it. Raises ApiError."""
        answer = await self.process_pool.do(job, text.text, options, seconds, self._file_of(text))
        if answer["errors"]:
            raise wrong(answer["errors"])


def wrong(errors: list[dict[str, Any]]) -> ApiError:
    """The answer to a description with these errors."""
    return ApiError("description", errors[0]["message"], 422, errors=errors)


def _ready(text: str, name: str, options: Sequence[str]) -> Game:
    """A game with all compiled that it and its agents need, so that no move waits for it."""
    game = compile_text(text, name, options)
    game.compile()
    analysis.prepare(game)
    return game


def _is_cached(text: str, options: Sequence[str]) -> bool:
    """Whether the compiled code of a description is on disk. Raises LudError."""
    expanded = parse(text, options=options).expanded
    return all(read_cache(module_key(expanded, traced=traced)) is not None for traced in (True, False))


# --- the library


def board_picture(text: GameSource) -> str:
    """The small picture of a description's board, without pieces, for which it would have to be compiled."""
    description = parse(text.text, name=text.name)
    return render.svg(board_of(description.game), size=240, background=None, metadata=read_metadata(description)[0])


def agents_of(text: GameSource) -> list[dict[str, Any]]:
    """The agents that play a library game; the strongest says so."""
    game = compile_text(text.text, f"{text.name}.lud")
    best = agents.strongest(game)
    return [agent | {"strongest": agent["name"] == best} for agent in analysis.agents_json(game)]


def catalogue() -> list[dict[str, Any]]:
    """What is told of each game of the library; takes a while where it is not in the cache."""
    digest = hashlib.sha256(f"catalogue\n{sources_key()}".encode())
    for name in library.names():
        digest.update(library.find(name).read_bytes())
    cached = read_cache(digest.hexdigest())
    entries: list[dict[str, Any]] = json.loads(cached) if cached else [_entry(name) for name in library.names()]
    if cached is None:
        write_cache(digest.hexdigest(), json.dumps(entries).encode())
    return entries


def _entry(name: str) -> dict[str, Any]:
    place = library.find(name)
    entry: dict[str, Any] = {"name": name, "category": place.parent.name, "description": "", "players": 2}
    entry |= {"aliases": [], "options": [], "rulesets": []}
    try:
        description = parse(place.read_text(encoding="utf-8"), name=place.name)
        metadata, _ = read_metadata(description)
        entry["description"], entry["aliases"] = metadata.text("description"), list(metadata.aliases)
        entry["players"] = _players(description)
        entry["options"], entry["rulesets"] = views.options_json(description), views.rulesets_json(description)
    except LudError as error:
        entry["error"] = error.message
    return entry


def _players(description: Description) -> int:
    """How many players the description says there are; the language's default is two."""
    for node in description.game.arguments:
        if isinstance(node, Clause) and node.keyword == "players" and node.arguments:
            first = node.arguments[0]
            if isinstance(first, Array):
                return len(first.elements)
            if isinstance(first, Word) and first.text.isdigit():
                return int(first.text)
    return 2
