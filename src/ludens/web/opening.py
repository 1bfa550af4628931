"""How sessions come to be: new ones, those that go on from a trial file, those read from the database."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Sequence

from ludens.game.trial import Trial, TrialError, read_trial
from ludens.web.engine.interface import Engine
from ludens.web.engine.requests import Begun, Follow, Request, Restore, Seating, Start
from ludens.web.errors import ApiError
from ludens.web.seats import HUMAN, seated
from ludens.web.services import Services
from ludens.web.session.session import Session
from ludens.web.sources import GameSource, library_source
from ludens.web.storage import DamagedSession, StorageError, StoredSession
from ludens.web.timeline import rng_state

_log = logging.getLogger("ludens.web")


class Opener:
    """Makes sessions; `on_lost` is called where the game of one cannot go on."""

    def __init__(self, services: Services, on_lost: Callable[[Session, str], object]) -> None:
        self.services, self.limits, self._on_lost = services, services.limits, on_lost

    async def create(
        self, source: GameSource, options: Sequence[str], players: Sequence[str] | None, seed: int | None
    ) -> Session:
        """A new session. Raises ApiError."""
        engine = await self.services.engines.open(source, options)
        try:
            seats = await engine.ask(Seating(None if players is None else tuple(players)))
            return await self._opened(source, engine, seats, Start(rng_state(seed), seats))
        except BaseException:
            await engine.close()
            raise

    async def create_from_trial(self, text: str, source: GameSource | None) -> Session:
        """A session where a trial's game goes on: of this description, or the library's. Raises ApiError."""
        trial = _read(text)
        source = source or library_source(trial.game.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".lud"))
        engine = await self.services.engines.open(source, trial.options)
        try:
            seats = (HUMAN,) * engine.facts.players
            return await self._opened(source, engine, seats, Follow(text, self.limits.plies, seats))
        except BaseException:
            await engine.close()
            raise

    async def _opened(
        self, source: GameSource, engine: Engine, seats: tuple[str, ...], request: Request[Begun]
    ) -> Session:
        begun = await engine.ask(request)
        kept = (engine.facts.options, seats, begun.rng, False, begun.cursor, list(begun.plies))
        stored = StoredSession(secrets.token_urlsafe(9), source.name, source.key, source.text, *kept)
        session = Session(self.services, stored, engine, begun.turn, self._on_lost)
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
        engine = await self.services.engines.open(GameSource(stored.text, stored.name), stored.options)
        facts = engine.facts
        stored.players = seated(stored.players, [one.name for one in facts.agents], facts.players)
        try:
            begun = await engine.ask(Restore(stored.rng, stored.plies, stored.cursor, stored.players))
        except BaseException:
            await engine.close()
            raise
        return Session(self.services, stored, engine, begun.turn, self._on_lost)


def _read(text: str) -> Trial:
    """A trial file. Raises ApiError."""
    try:
        return read_trial(text, "trial")
    except (TrialError, ValueError) as error:
        raise ApiError("trial", str(error), 422) from None
