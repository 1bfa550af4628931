"""Agents that move in a session."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from ludens import agents
from ludens.agents.agent import Agent
from ludens.game import Game, State
from ludens.web import search, seats
from ludens.web.schemas import server
from ludens.web.seats import HUMAN
from ludens.web.session.engine import SessionEngine
from ludens.web.session.flow import GameFlow
from ludens.web.session.reports import reporter
from ludens.web.session.state import SessionState


@dataclass(frozen=True)
class _Task:
    """What agents think about: a state of a game, and when that is of no use any more."""

    game: Game
    state: State
    stop: threading.Event
    report: search.Report
    at_once: bool


class AgentDriver:
    """Lets agents move until it is a human's turn."""

    def __init__(
        self, session: SessionState, engine: SessionEngine, flow: GameFlow, on_move: Callable[[], object]
    ) -> None:
        """`on_move` is called after each move of agents."""
        self.session, self.limits = session, session.limits
        self.engine, self.flow, self._on_move = engine, flow, on_move
        self._agents: dict[int, tuple[str, Game, Agent]] = {}

    def forget_agents(self) -> None:
        """Make agents anew when next asked for: another game begins."""
        self._agents.clear()

    async def drive(self) -> None:
        """Move as long as it is agents' turn. Where that fails, the session is paused."""
        try:
            while self._is_due:
                await self._move()
                self._on_move()
        except Exception:
            self.session.paused = True
            self.session.interrupt()
            self.session.audience.send(server.Paused(paused=True))
            raise

    @property
    def _is_due(self) -> bool:
        return self.session.is_agents_turn and not self.engine.broken

    async def _move(self) -> None:
        session, began, epoch = self.session, time.monotonic(), self.session.epoch
        numbers = await self._choices()
        if not session.has_humans:
            await asyncio.sleep(max(0.0, self.limits.pace_seconds - (time.monotonic() - began)))
        async with session.lock:
            if epoch == session.epoch and self._is_due:
                await self.flow.advance_together(numbers | (session.chosen or {}))

    async def _choices(self) -> dict[int, int]:
        """What the agents choose whose turn it is, by player. Raises ApiError."""
        async with self.session.lock:
            task, turn = self._task(), self.session.turn
            wanted = {player: self.session.seat_of(player) for player in turn.movers or (turn.mover,)}
        if turn.is_between or (not turn.movers and wanted[turn.mover] is None):  # the game goes on by itself
            return {turn.mover: 0}
        thinkers = [(player, spec) for player, spec in wanted.items() if spec is not None and spec != HUMAN]
        found = await asyncio.gather(*[self._choice(task, player, spec) for player, spec in thinkers])
        return dict(zip([player for player, _ in thinkers], found, strict=True))

    def _task(self) -> _Task:
        session = self.session
        return _Task(
            session.game, session.timeline.state.copy(), session.stop, reporter(session), bool(session.turn.movers)
        )

    async def _choice(self, task: _Task, player: int, spec: str) -> int:
        """The number of the move that an agent chooses. Raises ApiError."""
        self.session.audience.send(server.Thinking(player=player, since=int(time.time() * 1000)))
        state, most = task.state.copy(), self.limits.thinking_seconds

        def choose() -> int:
            agent = self._agent(task.game, player, spec)
            if task.at_once:
                return search.choose_at_once(agent, state, player, task.stop, most)
            return search.choose(agent, state, task.stop, most, task.report)

        return await self.engine.search(choose, spec, quick=not seats.searches(spec))

    def _agent(self, game: Game, player: int, spec: str) -> Agent:
        """The agent of a seat, made when first asked for; takes a while then."""
        known = self._agents.get(player)
        if known is None or known[:2] != (spec, game):
            seed = int.from_bytes(self.session.rng, "little") + (player << 64)  # repeatable, and seats are unlike
            known = self._agents[player] = (spec, game, agents.make(spec, game, seed=seed))
        return known[2]
