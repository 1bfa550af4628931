"""How sessions come to be: new ones, those that go on from a trial file, those read from the database."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from typing import TypeVar

from ludens.game import Game, IllegalMove, LimitExceeded
from ludens.game.trial import Trial, TrialError, read_trial
from ludens.web.errors import ApiError
from ludens.web.seats import HUMAN, check_players, default_players
from ludens.web.services import Services
from ludens.web.session.session import Session
from ludens.web.sources import GameSource, library_source
from ludens.web.storage import DamagedSession, StorageError, StoredSession
from ludens.web.timeline import Timeline, rng_state, timeline_of_trial
from ludens.web.workers.thread_pool import JobTimeout

T = TypeVar("T")
_log = logging.getLogger("ludens.web")


class Opener:
    """Makes sessions; `on_broken` is called where the game's code of one does not return."""

    def __init__(self, services: Services, on_broken: Callable[[Session, str], object]) -> None:
        self.services, self.limits, self._on_broken = services, services.limits, on_broken

    async def create(
        self, source: GameSource, options: Sequence[str], players: Sequence[str] | None, seed: int | None
    ) -> Session:
        """A new session. Raises ApiError."""
        game = await self.services.games.load(source, options)
        rng = rng_state(seed)
        if players is None:  # in a thread: random games may have to be played to know who is strong
            players = await asyncio.to_thread(default_players, game)
        seats = check_players(players, game, self.limits)
        return await self._opened(source, game, seats, rng, lambda: Timeline(game, rng))

    async def create_from_trial(self, text: str, source: GameSource | None) -> Session:
        """A session where a trial's game goes on: of this description, or the library's. Raises ApiError."""
        trial = _read(text)
        source = source or library_source(trial.game.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".lud"))
        game = await self.services.games.load(source, trial.options)
        seats = (HUMAN,) * game.num_players

        def play() -> Timeline:
            return timeline_of_trial(game, trial, self.limits.plies)

        try:
            return await self._opened(source, game, seats, trial.rng_state, play)
        except TrialError as error:
            raise ApiError("trial", str(error), 422) from None

    async def _opened(
        self, source: GameSource, game: Game, seats: tuple[str, ...], rng: bytes, play: Callable[[], Timeline]
    ) -> Session:
        timeline = await self._run(play)
        kept = (game.description.selected, seats, rng, False, timeline.cursor, list(timeline.plies))
        stored = StoredSession(secrets.token_urlsafe(9), source.name, source.key, source.text, *kept)
        session = Session(self.services, stored, game, timeline, self._on_broken)
        await session.saver.save_all()
        return session

    async def restore(self, session_id: str) -> Session:
        """The session that was stored under this id. Raises ApiError."""
        try:
            stored = await self.services.storage.run(lambda database: database.load(session_id))
        except DamagedSession as error:
            _log.error("game %s: %s", session_id, error)
            raise ApiError("storage", f"this game is lost: {error}", 410) from None
        except StorageError as error:
            raise ApiError("storage", f"this game cannot be read: {error}", 503) from None
        if stored is None:
            raise ApiError("unknown", "there is no such game", 404)
        game = await self.services.games.load(GameSource(stored.text, stored.name), stored.options)
        timeline = await self._run(lambda: _restored(game, stored))
        return Session(self.services, stored, game, timeline, self._on_broken)

    async def _run(self, call: Callable[[], T]) -> T:
        try:
            return await self.services.opening_pool.run(call, 4 * self.limits.engine_seconds)
        except (JobTimeout, IllegalMove, LimitExceeded) as error:
            raise ApiError("limit", str(error), 422) from None
        except TrialError:
            raise
        except Exception as error:  # a defect of ludens, which this game shows
            _log.exception("a game cannot be played")
            raise ApiError("unknown", f"ludens fails on this game: {error!r}", 422) from None


def _read(text: str) -> Trial:
    """A trial file. Raises ApiError."""
    try:
        return read_trial(text, "trial")
    except (TrialError, ValueError) as error:
        raise ApiError("trial", str(error), 422) from None


def _restored(game: Game, stored: StoredSession) -> Timeline:
    timeline = Timeline(game, stored.rng)
    timeline.restore(stored.plies, stored.cursor)
    return timeline
