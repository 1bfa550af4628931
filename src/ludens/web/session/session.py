"""A session: its parts, and what clients may ask of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from ludens.web.engine.errors import GameLost
from ludens.web.engine.interface import Engine
from ludens.web.engine.requests import Choice, Chosen, Explain, Illustrate, Seating, Show, Trial, TrialText, Turn, View
from ludens.web.errors import ApiError
from ludens.web.protocol import error_message
from ludens.web.schemas import client, server
from ludens.web.schemas.reasons import ActionSteps, AskSteps, AskWhy, Reasons
from ludens.web.schemas.rules import RulePictures
from ludens.web.services import Services
from ludens.web.session import events
from ludens.web.session.agent_driver import AgentDriver
from ludens.web.session.analyst import ANALYSIS_SECONDS, Analyst
from ludens.web.session.background import Background
from ludens.web.session.connection import Connection, Reply
from ludens.web.session.flow import GameFlow
from ludens.web.session.saver import SessionSaver
from ludens.web.session.state import SessionState
from ludens.web.storage import StoredSession
from ludens.web.timeline import rng_state
from ludens.words import say

#: the driver, the analyst, and hints
_MAX_TASKS = 4
#: how long what the last page asked for may still take once that page is gone
LAST_SECONDS = 0.02


class Session:
    """A game being played, and those who look on and play."""

    def __init__(
        self,
        services: Services,
        stored: StoredSession,
        engine: Engine,
        turn: Turn,
        on_lost: Callable[[Session, str], object],
    ) -> None:
        """`on_lost` is called where the game cannot go on: nobody may touch it any more."""
        self.limits, self.state = services.limits, SessionState(services, stored, engine, turn)
        self.saver = SessionSaver(self.state)
        self.flow = GameFlow(self.state, self.saver)
        self.driver = AgentDriver(self.state, self.flow, self._wake_analyst)
        self.analyst = Analyst(self.state)
        self.background = Background(self._tell)
        self.lost = False
        #: rules are asked one question at a time; one that nobody waits for ends
        self._asking_rules = asyncio.Lock()
        #: what is opened for a game with other options
        self._opening: asyncio.Future[Engine] | None = None
        self._on_lost = on_lost

    @property
    def id(self) -> str:
        return self.state.id

    @property
    def is_busy(self) -> bool:
        """Whether somebody looks on, or something is being changed."""
        return len(self.state.audience) > 0 or self.state.lock.locked()

    # --- connections

    async def join(self, connection: Connection) -> None:
        """Let a client look on, and tell it how the session stands. Raises ApiError."""
        state = self.state
        async with state.lock:
            self._check_room(connection)
            state.check_open()
            Reply(connection).send(await self._snapshot(connection))
            state.audience.add(connection)
            state.time()
        self._wake()

    def _check_room(self, connection: Connection) -> None:
        """Raises ApiError where too many pages look on."""
        if len(self.state.audience) >= self.limits.pages_per_table:
            raise ApiError("limit", say("at most {0} pages look at a game", self.limits.pages_per_table))

    def admit(self, guest: str) -> None:
        """Let somebody look at the game. Raises ApiError where it is for others."""

    def leave(self, connection: Connection) -> None:
        """Let a client go; without any, agents wait, and what clients asked for is done soon or never."""
        self.state.audience.remove(connection)
        self.state.time()
        if not self.state.audience:
            self.state.interrupt()
            asyncio.get_running_loop().call_later(LAST_SECONDS, self._abandon)

    def _abandon(self) -> None:
        """End what is being computed for clients, if they are all gone."""
        if not self.state.audience and self.state.is_changing:
            self.state.engine.halt()
            if self._opening is not None:
                self._opening.cancel()

    # --- messages

    async def handle(self, message: client.Message, reply: Reply) -> None:
        """Do what a client asks, and answer it. Raises ApiError."""
        try:
            await self._do(message, reply)
        except GameLost as error:
            self._lose(error)
            raise

    async def _do(self, message: client.Message, reply: Reply) -> None:
        match message:
            case client.Ping():
                reply.send(server.Pong())
            case client.AskHint():
                if len(self.background) >= _MAX_TASKS:
                    raise ApiError("limit", say("one hint at a time"))
                self.background.start(self.analyst.hint(reply))
            case client.Analyse():
                self._analyse(message)
                reply.send(server.Ok())
            case _:
                async with self.state.change():
                    await self._change(message, reply)
                self._wake()

    async def _change(self, message: client.Message, reply: Reply) -> None:
        match message:
            case client.ViewPly(ply=ply):
                eyes = self.eyes_of(reply.connection.guest)
                reply.send(events.past_position(await self.state.engine.ask(View(ply, self.state.players, eyes))))
            case client.Refresh():
                reply.send(await self._snapshot(reply.connection))
            case client.Play():
                await self._play(message, reply)
            case client.Undo():
                await self.flow.go(self.flow.undo_target(), reply)
            case client.Redo():
                await self.flow.go(self.flow.redo_target(), reply)
            case client.Pause() | client.Resume():
                await self.flow.pause(isinstance(message, client.Pause), reply)
            case client.Seats(players=players):
                specs = await self.state.engine.ask(Seating(players))
                await self.flow.seat(tuple(self.state.seats.by_seat(specs)), reply)
            case client.New():
                await self._restart(message, reply)
            case _:
                raise ApiError("illegal", say("this is a game, and not a study"))

    async def _snapshot(self, connection: Connection) -> server.Snapshot:
        return events.snapshot(self.state, await self.state.engine.ask(Show(self.state.players, whole=True)))

    async def _play(self, message: client.Play, reply: Reply) -> None:
        state, turn = self.state, self.state.turn
        if message.ply != state.record.cursor:
            reason = say("this is a move for ply {0}, and the game is at ply {1}", message.ply, state.record.cursor)
            raise ApiError("stale", reason)
        if not turn.is_human:
            raise ApiError("illegal", say("no human is to move"))
        if not turn.movers:
            await self.flow.advance(message.numbers, reply)
            return
        chosen = await state.engine.ask(Chosen(message.numbers, state.players))
        if len(chosen) == len(turn.movers):
            await self.flow.advance_together(chosen, reply)
        else:  # the agents think first
            state.chosen = chosen
            reply.send(server.Ok())

    async def _restart(self, new: client.New, reply: Reply) -> None:
        state, engine = self.state, self.state.engine
        if new.options is not None:
            engine = await self._opened(new.options)
        try:
            specs = new.players if new.players is not None else state.players[: engine.facts.players]
            players = await engine.ask(Seating(specs))
            await self.flow.restart(engine, players, rng_state(new.seed), reply)
        finally:
            if engine is not state.engine:
                await engine.close()

    async def _opened(self, options: Sequence[str]) -> Engine:
        """The engine of the game with other options. Raises ApiError."""
        opening = self.state.services.engines.open(self.state.source, options)
        self._opening = asyncio.ensure_future(opening)
        try:
            return await self._opening
        except asyncio.CancelledError:
            if self.state.audience:
                raise
            raise ApiError("limit", say("stopped"), 422) from None
        finally:
            self._opening.cancel()
            self._opening = None

    def _analyse(self, message: client.Analyse) -> None:
        """Begin to analyse each position, or end it. Raises ApiError."""
        if message.on:
            self.analyst.check()
            seconds = min(message.seconds or ANALYSIS_SECONDS, self.limits.thinking_seconds)
            self.state.analysis_seconds = seconds
        else:
            self.state.analysis_seconds = None
            if not self.background.is_running("driver"):
                self.state.interrupt()
        self._wake()

    def eyes_of(self, guest: str) -> int | None:
        """With whose eyes somebody looks at it, as `viewer_of` has it; None for those of who plays."""
        return None

    async def why(self, question: AskWhy, guest: str = "") -> Reasons:
        """What the rules say about a move or an end, beside all else. Raises ApiError."""
        answer = await self._explained(Explain(question, self.state.players, self.eyes_of(guest)))
        assert answer.reasons is not None
        return answer.reasons

    async def steps(self, question: AskSteps, guest: str = "") -> ActionSteps:
        """What a move did, action by action. Raises ApiError."""
        about = AskWhy(question.ply, "played")
        answer = await self._explained(Explain(about, self.state.players, self.eyes_of(guest), steps=True))
        assert answer.steps is not None
        return answer.steps

    async def illustrate(self) -> RulePictures:
        """The pictures that go with the rules, drawn beside all else. Raises ApiError."""
        choice = await self._explained(Illustrate())
        assert choice.pictures is not None
        return choice.pictures

    async def _explained(self, request: Explain | Illustrate) -> Choice:
        state = self.state
        async with self._asking_rules:
            try:
                async with state.lock:
                    search = await state.engine.begin(request, lambda _: None)
                return await search
            except GameLost as error:
                self._lose(error)
                raise

    # --- what goes on by itself

    def _wake(self) -> None:
        """Let agents go on where it is their turn."""
        if self.lost:
            return
        if self.state.is_agents_turn:
            self.background.start_once("driver", self.driver.drive)
        self._wake_analyst()

    def _wake_analyst(self) -> None:
        if self.state.analysis_seconds is not None and self.state.audience:
            self.background.start_once("analyst", self.analyst.keep_analysing)

    def _tell(self, error: ApiError) -> None:
        """What went wrong while nobody waited for it."""
        if isinstance(error, GameLost):
            self._lose(error)
        else:
            self.state.audience.send(error_message(error))

    def _lose(self, error: GameLost) -> None:
        """The game cannot go on; its record is kept."""
        if not self.lost:
            self.lost = True
            self.state.interrupt()
            self._on_lost(self, error.message)
            self.state.audience.send(error_message(error))
            self.state.audience.close()

    def depart(self) -> None:
        """The game goes on elsewhere: what is here of it is told and written no more."""
        self.lost = True
        self.halt()

    # --- for the lobby

    async def trial(self, form: str, guest: str = "") -> TrialText:
        """The game so far as a file, or what was seen of it while it hides something. Raises ApiError."""
        async with self.state.lock:
            eyes = self.eyes_of(guest)
            return await self.state.engine.ask(Trial(self.state.source.name, self.state.players, form, eyes))

    async def save_again(self) -> None:
        """Write the whole session where that failed before."""
        if not self.lost:
            await self.saver.retry()

    def halt(self) -> None:
        """End what is being computed, and tell clients no more."""
        self.state.is_closed = True
        self.state.audience.close()
        self.background.cancel()
        self.state.interrupt()
        self.state.engine.halt()

    async def close(self) -> None:
        """Stop all that is going on."""
        if not self.state.is_closed:
            self.state.services.happenings.tell("closing", self.state)
        self.state.is_closed = True
        self.state.interrupt()
        self.state.audience.close()
        await asyncio.gather(*self.background.cancel(), return_exceptions=True)
        await self.state.engine.close()
