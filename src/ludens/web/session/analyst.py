"""Analysis of the positions that a session comes to, and hints."""

from __future__ import annotations

import threading

from ludens.game import State
from ludens.web import search
from ludens.web.errors import ApiError
from ludens.web.protocol import error_message
from ludens.web.schemas import server
from ludens.web.seats import HUMAN
from ludens.web.session.connection import Reply
from ludens.web.session.engine import SessionEngine
from ludens.web.session.reports import reporter
from ludens.web.session.state import SessionState
from ludens.web.visibility import hides

ANALYSIS_SECONDS = 5.0
_HINT_SECONDS = 1.0


class Analyst:
    """Searches for those who look on, not for those who play."""

    def __init__(self, session: SessionState, engine: SessionEngine) -> None:
        self.session, self.engine = session, engine

    def check(self) -> None:
        """Raises ApiError where this game must not, or cannot, be analysed."""
        if hides(self.session.game):
            raise ApiError("agent", "an analysis would show what this game hides")
        if self.session.game.num_players < 1:
            raise ApiError("agent", "a game without players has no best moves")

    @property
    def _is_wanted(self) -> bool:
        session = self.session
        return session.analysis_seconds is not None and len(session.audience) > 0 and not self.engine.broken

    async def keep_analysing(self) -> None:
        """Analyse each position that the game comes to, unless a searching agent does, who tells as much."""
        session, analysed = self.session, -1
        while self._is_wanted:
            async with session.lock:
                state, epoch, stop, report = (
                    session.timeline.state.copy(),
                    session.epoch,
                    session.stop,
                    reporter(session),
                )
                turn, seconds = session.turn, session.analysis_seconds or ANALYSIS_SECONDS
            if analysed == epoch or turn.is_over or turn.is_between or session.is_searched:
                return
            await self._search(state, seconds, stop, report)
            analysed = epoch

    async def hint(self, reply: Reply) -> None:
        """Answer with what an agent would play; errors are answers, too."""
        try:
            reply.send(await self._hint())
        except ApiError as error:
            reply.send(error_message(error))

    async def _hint(self) -> server.HintFound:
        session = self.session
        self.check()
        async with session.lock:
            state, ply, stop, turn = session.timeline.state.copy(), session.timeline.cursor, session.stop, session.turn
        if not turn.is_human or turn.is_between:
            raise ApiError("illegal", "no human is to move")
        found: list[server.Analysis] = []
        player = next((p for p in turn.movers if session.seat_of(p) == HUMAN), None)
        number = await self._search(state, _HINT_SECONDS, stop, found.append, player)
        name = next((move.name for move in found[-1].moves if move.index == number), "")
        return server.HintFound(move=number, name=name, ply=ply)

    async def _search(
        self, state: State, seconds: float, stop: threading.Event, report: search.Report, player: int | None = None
    ) -> int:
        """Report what an agent finds; gives the number of the best move, of `player` if given. Raises ApiError."""
        game, players = state.game, self.session.players

        def examine() -> int:
            return search.analyse(search.analyst(game, players), state, seconds, stop, report, player)

        return await self.engine.search(examine, "the analysis")
