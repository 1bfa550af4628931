"""Agents that move in a session."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from ludens.web.engine.requests import Choice, Choose
from ludens.web.schemas import server
from ludens.web.seats import HUMAN
from ludens.web.session.flow import GameFlow
from ludens.web.session.reports import reporter
from ludens.web.session.state import SessionState


class AgentDriver:
    """Lets agents move until it is a human's turn."""

    def __init__(self, session: SessionState, flow: GameFlow, on_move: Callable[[], object]) -> None:
        """`on_move` is called after each move of agents."""
        self.session, self.limits = session, session.limits
        self.flow, self._on_move = flow, on_move

    async def drive(self) -> None:
        """Move as long as it is agents' turn. Where that fails, the session is paused."""
        try:
            while self.session.is_agents_turn:
                await self._move()
                self._on_move()
        except Exception:
            if not self.session.audience:  # it was stopped, as nobody looks on
                return
            self.session.paused = True
            self.session.interrupt()
            self.session.audience.send(server.Paused(paused=True))
            raise

    async def _move(self) -> None:
        session, began, epoch = self.session, time.monotonic(), self.session.epoch
        numbers = await self._choices()
        if not session.has_humans:
            await asyncio.sleep(max(0.0, self.limits.pace_seconds - (time.monotonic() - began)))
        async with session.change():
            if epoch == session.epoch and session.is_agents_turn:
                await self.flow.advance_together(numbers | (session.chosen or {}))

    async def _choices(self) -> dict[int, int]:
        """What the agents choose whose turn it is, by player. Raises ApiError."""
        async with self.session.lock:
            turn = self.session.turn
            specs = {player: self.session.seat_of(player) for player in turn.movers or (turn.mover,)}
            by_itself = not turn.movers and specs[turn.mover] is None
            if turn.is_between or turn.is_forced or by_itself:
                return {turn.mover: 0}
            thinkers = [(player, spec) for player, spec in specs.items() if spec is not None and spec != HUMAN]
            searches = [await self._begin(player, spec) for player, spec in thinkers]
        choices = await asyncio.gather(*searches)
        return {player: choice.move for (player, _), choice in zip(thinkers, choices, strict=True)}

    async def _begin(self, player: int, spec: str) -> asyncio.Future[Choice]:
        """Let an agent think about the position. Raises ApiError."""
        session = self.session
        session.audience.send(server.Thinking(player=player, since=int(time.time() * 1000)))
        seed = int.from_bytes(session.record.rng, "little")
        request = Choose(player=player, agent=spec, seed=seed, seconds=self.limits.thinking_seconds)
        return await session.engine.begin(request, reporter(session))
