"""What the people of a table agree on, and how a game ends that its rules have not ended."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final

from ludens.web.errors import ApiError
from ludens.web.people.party import Offer, Outcome, Party, Reason
from ludens.web.schemas import server
from ludens.web.schemas.people import Matter
from ludens.web.seats import HUMAN
from ludens.web.session import clocks
from ludens.web.session.connection import Reply
from ludens.web.session.shared_flow import SharedFlow
from ludens.web.session.state import SessionState
from ludens.web.timeline import is_forced, rng_state
from ludens.words import say

_OVER: Final = "the game is over"
_LOST: Final[Mapping[Reason, str]] = {"resigned": "{0} resigns.", "time": "{0} has no time left."}


class Agreement:
    """Proposals, and the answers to them; resigning; time that is over. All of it happens under the session's lock."""

    def __init__(self, session: SessionState, party: Party, flow: SharedFlow) -> None:
        self.session, self.party, self.flow = session, party, flow

    # --- proposals

    async def offer(self, seat: int, matter: Matter, reply: Reply) -> None:
        """Propose something; where nobody else is to be asked it is done. Raises ApiError."""
        pending = self.party.offer
        if pending is not None and pending.matter == matter:
            if seat in pending.agreed:
                raise ApiError("illegal", say("you have proposed this, or agreed to it, already"))
            await self._agree(pending, seat, reply)
            return
        if pending is not None:
            raise ApiError("illegal", say("something else is proposed: answer that first"))
        self._check(seat, matter)
        self.party.offer = Offer(matter, seat, [], self.session.record.cursor)
        await self._agree(self.party.offer, seat, reply)

    async def answer(self, seat: int, *, accept: bool, reply: Reply) -> None:
        """Accept what is proposed, decline it, or withdraw it. Raises ApiError."""
        pending = self.party.offer
        if pending is None:
            raise ApiError("illegal", say("nothing is proposed any more"))
        if accept:
            if seat in pending.agreed:
                raise ApiError("illegal", say("you have agreed to it already"))
            await self._agree(pending, seat, reply)
        else:
            self.party.offer = None
            await self.flow.saver.save_settings()
            reply.send(server.Ok())

    def _people(self) -> set[int]:
        """The seats of people who are asked."""
        return {n for n, seat in enumerate(self.party.seats, 1) if seat.guest and clocks.is_person(self.session, n)}

    def _check(self, seat: int, matter: Matter) -> None:
        """Whether something can be proposed now. Raises ApiError."""
        session, over = self.session, self.session.turn.is_over
        if matter == "rematch":
            if not over:
                raise ApiError("illegal", say("the game is not over yet"))
            return
        if over:
            raise ApiError("illegal", say(_OVER))
        if matter == "takeback":
            self._target(seat)
        elif matter == "draw":
            if len(self._people()) < 2 or any(who != HUMAN for who in session.players):
                raise ApiError("illegal", say("a draw is agreed on by people: machines play on"))
        elif session.paused == (matter == "adjourn"):
            raise ApiError(
                "illegal", say("the game is adjourned already") if session.paused else say("the game is going on")
            )

    async def _agree(self, offer: Offer, seat: int, reply: Reply) -> None:
        offer.agreed.append(seat)
        if not self._people() <= set(offer.agreed):
            await self.flow.saver.save_settings()
            reply.send(server.Ok())
            return
        self.party.offer = None
        match offer.matter:
            case "draw":
                await self._draw(reply)
            case "takeback":
                await self.flow.go(self._target(offer.seat), reply)
            case "rematch":
                await self.flow.rematch(rng_state(None), reply)
            case matter:
                await self.flow.pause(matter == "adjourn", reply)

    def _target(self, seat: int) -> int:
        """The ply of a seat's last decision. Raises ApiError."""
        session = self.session
        for number in range(session.record.cursor - 1, -1, -1):
            ply = session.record.plies[number]
            if ply.player and is_forced(ply.choices, ply.name):
                continue
            if session.seats_at(number).seat(ply.player) in (0, seat):
                return number
        raise ApiError("illegal", say("you have made no move that could be taken back"))

    # --- ends

    async def _draw(self, reply: Reply) -> None:
        count = self.session.facts.players
        await self.flow.end(Outcome("draw", [(count + 1) / 2] * count, say("Draw by agreement.")), reply)

    async def resign(self, seat: int, reply: Reply) -> None:
        """Give a game up. Raises ApiError."""
        if self.session.turn.is_over:
            raise ApiError("illegal", say(_OVER))
        await self._lose(seat, "resigned", reply)

    async def abort(self, reply: Reply | None) -> None:
        """End a game that has hardly begun, for nobody's gain. Raises ApiError."""
        session = self.session
        if session.turn.is_over or session.record.cursor >= len(session.players):
            raise ApiError("illegal", say("a game is aborted before everybody has moved"))
        count = len(session.players)
        await self.flow.end(Outcome("aborted", [(count + 1) / 2] * count, say("The game was aborted.")), reply)

    async def flag(self, now: float | None = None) -> bool:
        """End the game of whose time is over; whether there is somebody. Raises ApiError."""
        if self.session.turn.is_over or self.session.paused:
            return False
        seat = clocks.flagged(self.session, self.party, time.time() if now is None else now)
        if seat is None:
            return False
        await self._lose(seat, "time", None)
        return True

    async def lose_on_time(self, seat: int) -> None:
        """A seat has not come in time. Raises ApiError."""
        await self._lose(seat, "time", None)

    async def _lose(self, seat: int, why: Reason, reply: Reply | None) -> None:
        """A seat loses. Where more than two play the others go on, with a machine in its place."""
        session, labels = self.session, self.session.facts.labels
        player = session.seats.player(seat)
        words = say(_LOST[why], labels[player - 1])
        if len(session.players) > 2:
            await self._replace(seat, words, reply)
            return
        ranking = [1.0] * len(session.players)
        ranking[player - 1] = float(len(session.players)) if len(session.players) > 1 else 0.0
        if len(session.players) == 2:
            words += " " + say("{0} wins.", labels[2 - player])
        await self.flow.end(Outcome(why, ranking, words), reply)

    async def _replace(self, seat: int, words: str, reply: Reply | None) -> None:
        """Let a machine play for a seat from now on, and its person look on."""
        session, party = self.session, self.party
        agent = next((one.quick for one in session.facts.agents), "random")
        self.flow.hold()
        party.vacate(seat)
        party.offer = None
        players = tuple(agent if number == seat else who for number, who in enumerate(session.players, 1))
        await self.flow.seat(players, reply)
        session.audience.send(server.Notice(message=f"{words} {say('A machine plays on in their place.')}"))


def is_running(session: SessionState) -> bool:
    """Whether a game goes on: something has been played, and it is not over."""
    return session.record.cursor > 0 and not session.turn.is_over
