"""A session: its parts, and what clients may ask of it."""

from __future__ import annotations

from collections.abc import Callable

from ludens.game import Game
from ludens.web.errors import ApiError
from ludens.web.protocol import error_message
from ludens.web.schemas import client, server
from ludens.web.seats import check_players
from ludens.web.services import Services
from ludens.web.session import events, joint
from ludens.web.session.agent_driver import AgentDriver
from ludens.web.session.analyst import ANALYSIS_SECONDS, Analyst
from ludens.web.session.background import Background
from ludens.web.session.connection import Connection, Reply
from ludens.web.session.engine import SessionEngine
from ludens.web.session.flow import GameFlow
from ludens.web.session.saver import SessionSaver
from ludens.web.session.state import SessionState
from ludens.web.storage import StoredSession
from ludens.web.timeline import Timeline, rng_state

#: the driver, the analyst, and hints
_MAX_TASKS = 4


class Session:
    """A game being played, and those who look on and play."""

    def __init__(
        self,
        services: Services,
        stored: StoredSession,
        game: Game,
        timeline: Timeline,
        on_broken: Callable[[Session, str], object],
    ) -> None:
        """`on_broken` is called where the game's code does not return: nobody may touch the game any more."""
        self.limits, self.state = services.limits, SessionState(services, stored, game, timeline)
        self.engine = SessionEngine(services, self._break_off)
        self.saver = SessionSaver(self.state)
        self.flow = GameFlow(self.state, self.engine, self.saver)
        self.driver = AgentDriver(self.state, self.engine, self.flow, self._wake_analyst)
        self.analyst = Analyst(self.state, self.engine)
        self.background = Background(lambda error: self.state.audience.send(error_message(error)))
        self.closed = False
        self._on_broken = on_broken

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
        if len(state.audience) >= self.limits.pages_per_table:
            raise ApiError("limit", f"at most {self.limits.pages_per_table} pages look at a game")
        async with state.lock:
            if self.closed:  # another one may have been opened in its place
                raise ApiError("limit", "this game was put away just now: try again", 503)
            Reply(connection).send(await self.engine.run(lambda: events.snapshot(state)))
            state.audience.add(connection)
        self._wake()

    def leave(self, connection: Connection) -> None:
        """Let a client go; without any, agents wait."""
        self.state.audience.remove(connection)
        if not self.state.audience:
            self.state.interrupt()

    # --- messages

    async def handle(self, message: client.Message, reply: Reply) -> None:
        """Do what a client asks, and answer it. Raises ApiError."""
        match message:
            case client.Ping():
                reply.send(server.Pong())
            case client.AskHint():
                if len(self.background) >= _MAX_TASKS:
                    raise ApiError("limit", "one hint at a time")
                self.background.start(self.analyst.hint(reply))
            case client.Analyse():
                self._analyse(message)
                reply.send(server.Ok())
            case _:
                async with self.state.lock:
                    await self._change(message, reply)
                self._wake()

    async def _change(self, message: client.Message, reply: Reply) -> None:
        match message:
            case client.ViewPly(ply=ply):
                reply.send(await self.engine.run(lambda: events.past_position(self.state, ply)))
            case client.Refresh():
                reply.send(await self.engine.run(lambda: events.snapshot(self.state)))
            case client.Play():
                await self._play(message, reply)
            case client.Undo():
                await self.flow.go(self.flow.undo_target(), reply)
            case client.Redo():
                await self.flow.go(self.flow.redo_target(), reply)
            case client.Pause() | client.Resume():
                await self.flow.pause(isinstance(message, client.Pause), reply)
            case client.Seats(players=players):
                await self.flow.seat(check_players(players, self.state.game, self.limits), reply)
            case client.New():
                await self._restart(message, reply)

    async def _play(self, message: client.Play, reply: Reply) -> None:
        state, turn = self.state, self.state.turn
        if message.ply != state.timeline.cursor:
            told = f"this is a move for ply {message.ply}, and the game is at ply {state.timeline.cursor}"
            raise ApiError("stale", told)
        if not turn.is_human:
            raise ApiError("illegal", "no human is to move")
        if not turn.movers:
            await self.flow.advance(message.numbers, reply)
            return
        chosen = await self.engine.run(lambda: joint.choices(state, message.numbers))
        if len(chosen) == len(turn.movers):
            await self.flow.advance_together(chosen, reply)
        else:  # the agents think first
            state.chosen = chosen
            reply.send(server.Ok())

    async def _restart(self, new: client.New, reply: Reply) -> None:
        state, games = self.state, self.state.services.games
        game = state.game if new.options is None else await games.load(state.source, new.options)
        wanted = new.players if new.players is not None else state.players[: game.num_players]
        players = check_players(wanted, game, self.limits)
        await self.flow.restart(game, players, rng_state(new.seed), reply)
        self.driver.forget_agents()

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

    # --- what goes on by itself

    def _wake(self) -> None:
        """Let agents go on where it is their turn."""
        if self.state.is_agents_turn and not self.engine.broken:
            self.background.start_once("driver", self.driver.drive)
        self._wake_analyst()

    def _wake_analyst(self) -> None:
        if self.state.analysis_seconds is not None and self.state.audience:
            self.background.start_once("analyst", self.analyst.keep_analysing)

    def _break_off(self, why: str) -> None:
        """A thread is still at work on this game, and may be for ever."""
        self.state.interrupt()
        self._on_broken(self, why)
        self.state.audience.send(server.Error(code="limit", message=why))
        self.state.audience.close()

    # --- for the lobby

    async def trial(self) -> str:
        """The game so far as a trial file. Raises ApiError."""
        async with self.state.lock:
            return await self.engine.run(lambda: self.state.timeline.trial(self.state.source.name))

    async def save_again(self) -> None:
        """Write the whole session where that failed before."""
        if not self.engine.broken:
            await self.saver.retry()

    async def close(self) -> None:
        """Stop all that is going on."""
        self.closed = True
        self.state.interrupt()
        self.state.audience.close()
        await self.background.cancel()
