"""How sessions come to be: new ones, those that go on from a trial file, those read from the database."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from ludens.game.trial import Trial, TrialError, read_trial
from ludens.study import StudyError
from ludens.web.engine.interface import Engine
from ludens.web.engine.requests import Begun, Follow, ReadStudy, Request, Restore, Seating, Start, Turn, Walk
from ludens.web.errors import ApiError
from ludens.web.people.party import DamagedParty, Party
from ludens.web.schemas.people import OpenTable
from ludens.web.seats import HUMAN, seated
from ludens.web.services import Services
from ludens.web.session.book import Book
from ludens.web.session.session import Session
from ludens.web.session.shared import SharedSession
from ludens.web.session.study import StudySession
from ludens.web.sources import GameSource, library_source
from ludens.web.storage import DamagedSession, Ply, StorageError, StoredSession
from ludens.web.timeline import rng_state
from ludens.words import say

_log = logging.getLogger("ludens.web")


class Hosted(NamedTuple):
    """What a host wants of a table of several people, and who that is."""

    table: OpenTable
    guest: str


class Opener:
    """Makes sessions; `on_lost` is called where the game of one cannot go on."""

    def __init__(self, services: Services, on_lost: Callable[[Session, str], object]) -> None:
        self.services, self.limits, self._on_lost = services, services.limits, on_lost

    async def create(
        self,
        source: GameSource,
        options: Sequence[str],
        players: Sequence[str] | None,
        seed: int | None,
        hosted: Hosted | None = None,
    ) -> Session:
        """A new session, of several people where it is hosted. Raises ApiError."""
        engine = await self.services.engines.open(source, options)
        try:
            usual = None if hosted is None else ()  # people play each other, unless machines are asked for
            seats = await engine.ask(Seating(usual if players is None else tuple(players)))
            party = None
            if hosted is not None:
                party = Party.opened(hosted.table, hosted.guest, [seat != HUMAN for seat in seats])
            session = await self._opened(source, engine, seats, Start(rng_state(seed), seats), party)
        except BaseException:
            await engine.close()
            raise
        if any(seat != HUMAN for seat in seats):
            self.services.choosing.begin(source, options)
        return session

    async def create_from_trial(self, text: str, source: GameSource | None) -> Session:
        """A session where a trial's game goes on: of this description, or the library's. Raises ApiError."""
        trial = _read(text)
        source = source or library_source(trial.stem)
        engine = await self.services.engines.open(source, trial.options)
        try:
            seats = (HUMAN,) * engine.facts.players
            return await self._opened(source, engine, seats, Follow(text, self.limits.plies, seats))
        except BaseException:
            await engine.close()
            raise

    # --- studies

    async def study_of(self, table: Session) -> StudySession:
        """A study of a table's game, at its current position; of a study, another one like it. Raises ApiError."""
        state, record = table.state, table.state.record
        if state.party is not None and not state.turn.is_over:
            raise ApiError("forbidden", say("people play this game: it can be studied once it is over"), 403)
        if state.facts.hides and state.book is None and not state.turn.is_over:
            raise ApiError("forbidden", say("this game hides something: it can be studied once it is over"), 403)
        book = Book(self.limits.study_moves, state.facts.players)
        try:
            if state.book is None:
                book.grow(record.plies, record.cursor)
            else:
                book.read(state.book.packed())
        except StudyError as error:
            raise ApiError("study", str(error), 422) from None
        rng, start, options = record.rng, record.start, state.facts.options
        engine = await self.services.engines.open(state.source, options)
        return await self._studied(state.source, engine, book, rng, start)

    async def study(self, source: GameSource | None, options: Sequence[str], file: str | None) -> StudySession:
        """A study from the start of a game, or from a file. Raises ApiError."""
        if source is None:
            source, file_options = _game_of_file(file or "")
            options = options or file_options
        engine = await self.services.engines.open(source, options)
        book, rng, start = Book(self.limits.study_moves, engine.facts.players), rng_state(None), b""
        try:
            if file is not None:
                imported = await engine.ask(ReadStudy(file, self.limits.study_moves))
                rng, start = imported.rng, imported.start
                book.fill(msgspec.json.decode(imported.study))
        except StudyError as error:
            await engine.close()
            raise ApiError("study", str(error), 422) from None
        except BaseException:
            await engine.close()
            raise
        return await self._studied(source, engine, book, rng, start)

    async def _studied(self, source: GameSource, engine: Engine, book: Book, rng: bytes, start: bytes) -> StudySession:
        seats = (HUMAN,) * engine.facts.players
        try:
            turn = await _sat_down(engine, book, rng, start, seats)
        except BaseException:
            await engine.close()
            raise
        fields = (engine.facts.options, seats, rng, True, 0, list[Ply]())
        stored = StoredSession(secrets.token_urlsafe(9), source.name, source.key, source.text, *fields)
        session = StudySession(self.services, stored, engine, turn, self._on_lost, book)
        await session.saver.save_all()
        return session

    async def try_here(self, study: StudySession, players: Sequence[str] | None) -> Session:
        """A game that goes on from the current position of a study. Raises ApiError."""
        state, record, plies = study.state, study.state.record, list(study.book.plies())
        engine = await self.services.engines.open(state.source, state.facts.options)
        try:
            seats = await engine.ask(Seating(None if players is None else tuple(players)))
            request = Restore(record.rng, plies, len(plies), seats, record.start)
            return await self._opened(state.source, engine, seats, request)
        except BaseException:
            await engine.close()
            raise

    async def _opened(
        self,
        source: GameSource,
        engine: Engine,
        seats: tuple[str, ...],
        request: Request[Begun],
        party: Party | None = None,
    ) -> Session:
        begun = await engine.ask(request)
        fields = (engine.facts.options, seats, begun.rng, False, begun.cursor, list(begun.plies))
        stored = StoredSession(secrets.token_urlsafe(9), source.name, source.key, source.text, *fields)
        if party is not None:
            session: Session = SharedSession(self.services, stored, engine, begun.turn, self._on_lost, party)
        else:
            session = Session(self.services, stored, engine, begun.turn, self._on_lost)
        await session.saver.save_all()
        return session

    async def restore(self, session_id: str, since: float) -> Session:
        """The session that was stored under this id; before `since` there was no server for it. Raises ApiError."""
        try:
            stored = await self.services.storage.run(lambda database: database.load(session_id))
        except DamagedSession as error:
            _log.error("game %s: %s", session_id, error)
            raise ApiError("storage", say("this game is lost: {0}", error), 410) from None
        except StorageError as error:
            raise ApiError("storage", say("this game cannot be read: {0}", error), 503) from None
        if stored is None:
            raise ApiError("unknown", say("there is no such game"), 404)
        engine = await self.services.engines.open(GameSource(stored.text, stored.name), stored.options)
        facts = engine.facts
        stored.players = seated(stored.players, [one.name for one in facts.agents], facts.players)
        try:
            if stored.study:
                book = Book(self.limits.study_moves, facts.players)
                book.read(stored.study)
                turn = await _sat_down(engine, book, stored.rng, stored.start, stored.players)
                return StudySession(self.services, stored, engine, turn, self._on_lost, book)
            request = Restore(stored.rng, stored.plies, stored.cursor, stored.players, stored.start)
            begun = await engine.ask(request)
            if stored.party is not None:
                party = Party.unpacked(stored.party.party, len(stored.players))
                party.resume(since)
                return SharedSession(self.services, stored, engine, begun.turn, self._on_lost, party)
        except (StudyError, DamagedParty) as error:
            await engine.close()
            what = "study" if stored.study else "game"
            raise ApiError("storage", say("this {0} is lost: {1}", what, error), 410) from None
        except BaseException:
            await engine.close()
            raise
        return Session(self.services, stored, engine, begun.turn, self._on_lost)


async def _sat_down(engine: Engine, book: Book, rng: bytes, start: bytes, seats: tuple[str, ...]) -> Turn:
    """Let an engine be at the current position of a study. Raises ApiError."""
    await engine.ask(Start(rng, seats, start))
    return (await engine.ask(Walk(book.plies(), seats, book.eyes))).turn


def _game_of_file(file: str) -> tuple[GameSource, tuple[str, ...]]:
    """The library's game that a file is of, and its options, where the file says so. Raises ApiError."""
    head = file.removeprefix("\ufeff").lstrip()
    if head.startswith("game="):
        trial = _read(file)
        return library_source(trial.stem), trial.options
    if head.startswith("{"):
        try:
            header = msgspec.json.decode(head, type=_Header)
            return library_source(header.game), header.options
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise ApiError("study", say("this is no study: it does not say of which game it is"), 422) from None
    raise ApiError("study", say("the file does not say of which game it is: choose the game first"), 422)


class _Header(msgspec.Struct):
    """What a study says of its game."""

    game: str
    options: tuple[str, ...] = ()


def _read(text: str) -> Trial:
    """A trial file. Raises ApiError."""
    try:
        return read_trial(text, "trial")
    except (TrialError, ValueError) as error:
        raise ApiError("trial", str(error), 422) from None
