"""Analysis of the positions that a session comes to, and hints."""

from __future__ import annotations

from ludens.web.engine.requests import Analyse
from ludens.web.errors import ApiError
from ludens.web.protocol import error_message
from ludens.web.schemas import server
from ludens.web.seats import HUMAN
from ludens.web.session.connection import Reply
from ludens.web.session.reports import reporter
from ludens.web.session.state import SessionState
from ludens.words import say

ANALYSIS_SECONDS = 5.0
_HINT_SECONDS = 1.0


class Analyst:
    """Searches for those who look on, not for those who play."""

    def __init__(self, session: SessionState) -> None:
        self.session = session

    def check(self) -> None:
        """Raises ApiError where this game must not, or cannot, be analysed."""
        session = self.session
        if session.facts.players < 1:
            raise ApiError("agent", say("a game without players has no best moves"))
        if session.facts.hides and session.book is None and session.players.count(HUMAN) > 1:
            raise ApiError("agent", say("an analysis would show what this game hides from one of you"))

    @property
    def _is_wanted(self) -> bool:
        return self.session.analysis_seconds is not None and len(self.session.audience) > 0

    async def keep_analysing(self) -> None:
        """Analyse each position that the game comes to, unless a searching agent does, who tells as much."""
        session, analysed = self.session, -1
        while self._is_wanted:
            async with session.lock:
                epoch, turn = session.epoch, session.turn
                if analysed == epoch or turn.is_over or turn.is_between or session.is_searched:
                    return
                if not session.shows_thoughts:
                    return
                request = Analyse(players=session.players, seconds=session.analysis_seconds or ANALYSIS_SECONDS)
                search = await session.engine.begin(request, reporter(session))
            await search
            analysed = epoch

    async def hint(self, reply: Reply) -> None:
        """Answer with what an agent would play; errors are answers, too."""
        try:
            reply.send(await self._hint())
        except ApiError as error:
            reply.send(error_message(error))

    async def _hint(self) -> server.HintFound:
        """By what the player may know, who is told of no move but this one: nothing hidden shows."""
        session = self.session
        if session.facts.players < 1:
            raise ApiError("agent", say("a game without players has no best moves"))
        async with session.lock:
            ply, turn = session.record.cursor, session.turn
            if not turn.is_human or turn.is_between:
                raise ApiError("illegal", say("no human is to move"))
            player = next((p for p in turn.movers if session.seat_of(p) == HUMAN), None)
            request = Analyse(players=session.players, seconds=_HINT_SECONDS, player=player)
            search = await session.engine.begin(request, lambda _: None)
        choice = await search
        return server.HintFound(move=choice.move, name=choice.name, ply=ply)
