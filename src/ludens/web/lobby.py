"""All tables of a server: opened, found again, put away; and the threads in which the engine works for them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from ludens.game import Game, IllegalMove, LimitExceeded
from ludens.game.trial import TrialError, read_trial
from ludens.render import scene
from ludens.web import analysis
from ludens.web.errors import ApiError
from ludens.web.games import GameCache, GameSource, library_text
from ludens.web.limits import Limits
from ludens.web.process_pool import ProcessPool
from ludens.web.session import Session, dumps, rng_state
from ludens.web.storage import Storage, StorageError, StoredSession
from ludens.web.thread_pool import JobTimeout, ThreadPool
from ludens.web.timeline import Timeline, of_trial

T = TypeVar("T")
_log = logging.getLogger("ludens.web")
_STORE_SECONDS = 30.0
_SWEEP_SECONDS = 15.0
_UNPLAYED_SECONDS = 3600.0
_DAY = 86400.0


class Lobby:
    """The tables. `warning` says why nothing is saved, where that is so: then all is kept in memory."""

    def __init__(self, limits: Limits, data: Path | None) -> None:
        self.limits = limits
        self.compilers = ProcessPool(limits, 2)
        self.renderers = ProcessPool(limits, patient=True)  # a page asks for all
        self.games = GameCache(limits, self.compilers, lambda: sum(pool.lost for pool in self._engines))
        cores = os.cpu_count() or 1
        self.engine_pool = ThreadPool("engine", max(2, cores))
        self.search_pool = ThreadPool("search", max(4, 2 * cores))
        self.quick_pool = ThreadPool("quick", 2)  # agents that do not search need not wait for those that do
        self._opening_pool = ThreadPool("opening", 2)  # what may take long: no move that is played waits for it
        self._engines = (self.engine_pool, self.search_pool, self.quick_pool, self._opening_pool)
        self._storage_pool = ThreadPool("storage", 1)
        self.warning: str | None = None
        self.storage = self._opened(data)
        self.pages = 0
        self._open: dict[str, asyncio.Task[Session]] = {}
        self._scenes: WeakKeyDictionary[Game, str] = WeakKeyDictionary()
        self._sweeper: asyncio.Task[None] | None = None

    def _opened(self, data: Path | None) -> Storage:
        place = None if data is None else data / "tables.sqlite"
        try:
            return Storage(place, self.limits.stored_size)
        except StorageError as error:
            self.warning = f"Games are not being saved: {error}"
            _log.error("%s", self.warning)
            return Storage(None)

    # --- opening

    async def create(
        self, text: GameSource, options: Sequence[str], players: Sequence[str] | None, seed: int | None
    ) -> str:
        """The id of a new table. Raises ApiError."""
        await self._make_room()
        game = await self.games.load(text, options)
        rng = rng_state(seed)
        if players is None:  # in a thread: random games may have to be played to know who is strong
            players = await asyncio.to_thread(_default_players, game)
        seats = analysis.check_players(players, game, self.limits)
        return await self._put(text, game, seats, rng, lambda: Timeline(game, rng))

    async def create_from_trial(self, trial_text: str, text: GameSource | None = None) -> str:
        """The id of a table where a trial's game goes on: of this description, or the library's. Raises ApiError."""
        await self._make_room()
        try:
            trial = read_trial(trial_text, "trial")
        except (TrialError, ValueError) as error:
            raise ApiError("trial", str(error), 422) from None
        stem = trial.game.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".lud")
        text = text or library_text(stem)
        game = await self.games.load(text, trial.options)
        seats = ("human",) * game.num_players
        try:
            return await self._put(text, game, seats, trial.rng_state, lambda: of_trial(game, trial, self.limits.plies))
        except TrialError as error:
            raise ApiError("trial", str(error), 422) from None

    async def _put(
        self, text: GameSource, game: Game, seats: tuple[str, ...], rng: bytes, make: Callable[[], Timeline]
    ) -> str:
        play = await self._engine(make)
        name = secrets.token_urlsafe(9)
        kept = (game.description.selected, seats, rng, False, play.cursor, list(play.plies))
        stored = StoredSession(name, text.name, text.key, text.text, *kept)
        table = Session(self, stored, game, play)
        with contextlib.suppress(StorageError):  # the table knows that it is not saved, and says so
            await self._saved(table, stored)
        self._open[name] = asyncio.ensure_future(_given(table))
        return name

    async def _saved(self, table: Session, stored: StoredSession) -> None:
        try:
            await self.write(lambda: self.storage.save(stored))
        except StorageError as error:
            table.unsaved = f"This game is not being saved: {error}"
            raise

    async def _engine(self, call: Callable[[], T]) -> T:
        try:
            return await self._opening_pool.run(call, 4 * self.limits.engine_seconds)
        except JobTimeout as error:
            raise ApiError("limit", str(error), 422) from None
        except (IllegalMove, LimitExceeded) as error:
            raise ApiError("limit", str(error), 422) from None
        except (TrialError, StorageError):
            raise
        except Exception as error:  # a defect of ludens, which this game shows
            _log.exception("a game cannot be played")
            raise ApiError("unknown", f"ludens fails on this game: {error!r}", 422) from None

    async def _make_room(self) -> None:
        """Raises ApiError where there are too many tables."""
        try:
            if await self.write(self.storage.count) >= self.limits.stored_tables and not await self._forget():
                raise ApiError("limit", f"there are {self.limits.stored_tables} tables already", 503)
        except StorageError as error:
            _log.error("tables cannot be counted: %s", error)
        await self._sweep(keep=self.limits.open_tables - 1)
        if len(self._open) >= self.limits.open_tables:
            raise ApiError("limit", f"{self.limits.open_tables} games are being played: try again later", 503)

    async def _forget(self) -> bool:
        """Delete tables that nobody wants any more; whether there is room then. Raises StorageError."""
        spared = list(self._open)
        for forget, seconds in (
            (self.storage.forget_unplayed, _UNPLAYED_SECONDS),
            (self.storage.forget_old, self.limits.kept_days * _DAY),
        ):
            await self.write(partial(forget, seconds, spared))
            if await self.write(self.storage.count) < self.limits.stored_tables:
                return True
        return False

    # --- finding

    async def table(self, name: str) -> Session:
        """The table of this id, read again where it had been put away. Raises ApiError."""
        if name not in self._open:
            await self._sweep(keep=self.limits.open_tables - 1)
            if name not in self._open and len(self._open) >= self.limits.open_tables:
                raise ApiError("limit", f"{self.limits.open_tables} games are being played: try again later", 503)
        task = self._open.get(name)
        if task is None:
            task = self._open[name] = asyncio.create_task(self._read(name))
        try:
            table = await asyncio.shield(task)
            table.left = time.monotonic()
            return table
        except BaseException:
            if task.done() and self._open.get(name) is task:
                del self._open[name]
            raise

    async def _read(self, name: str) -> Session:
        try:
            stored = await self.write(lambda: self.storage.load(name))
        except StorageError as error:
            raise ApiError("storage", f"this game cannot be read: {error}", 503) from None
        if stored is None:
            raise ApiError("unknown", "there is no such game", 404)
        game = await self.games.load(GameSource(stored.text, stored.name), stored.options)
        play = await self._engine(lambda: _restored(game, stored))
        return Session(self, stored, game, play)

    def forget(self, table: Session, why: str) -> None:
        """Let go of a table whose game does not answer, and take no more of this game if it is a stranger's."""
        self._open.pop(table.id, None)
        self.games.ban(table.text, why)

    def scene_text(self, game: Game) -> str:
        """What never changes of a game's picture, as JSON; of a match each game has its own."""
        if game not in self._scenes:
            self._scenes[game] = dumps(scene.scene(game))
        return self._scenes[game]

    def agents_of(self, game: Game) -> list[dict[str, Any]]:
        """The agents that play a game."""
        return self.games.agents_of(game)

    # --- keeping

    async def write(self, call: Callable[[], T]) -> T:
        """A call of the store, in its thread. Raises StorageError."""
        try:
            return await self._storage_pool.run(call, _STORE_SECONDS)
        except JobTimeout as error:
            raise StorageError(f"the disk does not answer: {error}") from None

    def begin(self) -> None:
        """Start putting away tables at which nobody looks."""
        self._sweeper = asyncio.create_task(self._keep_sweeping())

    async def _keep_sweeping(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            try:
                await self._sweep()
            except Exception:  # the next time may go better
                _log.exception("tables cannot be put away")

    async def _sweep(self, keep: int | None = None) -> None:
        """Put away what has long been left; with `keep`, as many of the left ones as needed to keep only so many."""
        now = time.monotonic()
        empty = [table for table in self._tables() if not table.pages and not table.lock.locked()]
        for table in empty:
            await table.save_again()
        left = sorted((t for t in empty if not t.pages and t.is_kept), key=lambda t: t.left)
        surplus = 0 if keep is None else len(self._open) - keep
        for number, table in enumerate(left):
            wanted = table.pages or table.lock.locked()  # since it was looked at
            if not wanted and (number < surplus or now - table.left > self.limits.idle_seconds):
                self._open.pop(table.id, None)
                await table.close()

    def _tables(self) -> list[Session]:
        """The tables that are open."""
        tasks = [task for task in self._open.values() if task.done() and not task.cancelled()]
        return [task.result() for task in tasks if not task.exception()]

    async def close(self) -> None:
        """End everything."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        for table in self._tables():
            await table.close()
        await self.compilers.close()
        await self.renderers.close()
        with contextlib.suppress(StorageError):
            await self.write(self.storage.close)
        for pool in (*self._engines, self._storage_pool):
            pool.shutdown()


async def _given(table: Session) -> Session:
    return table


def _restored(game: Game, stored: StoredSession) -> Timeline:
    play = Timeline(game, stored.rng)
    play.restore(stored.plies, stored.cursor)
    return play


def _default_players(game: Game) -> list[str]:
    """One human, and the strongest agents against them."""
    other = analysis.strongest(game)
    return ["human", *[other] * (game.num_players - 1)][: game.num_players]
