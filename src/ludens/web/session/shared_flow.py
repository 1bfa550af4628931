"""How a game of several people goes on: each is shown it with the eyes of their own seat, and clocks run meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from ludens.game.hidden import ONLOOKER
from ludens.web.engine.requests import Pick, Show, ShowEach, Shown
from ludens.web.errors import ApiError
from ludens.web.people.party import Offer, Outcome, Party, Planned
from ludens.web.protocol import encode_message
from ludens.web.schemas import server
from ludens.web.schemas.objects import PositionInfo
from ludens.web.session import clocks, events
from ludens.web.session.connection import Connection, Reply
from ludens.web.session.flow import GameFlow
from ludens.web.session.saver import SessionSaver
from ludens.web.session.state import SessionState

#: whose eyes see everything, once the game is over
_EVERYTHING: Final = 0


class SharedFlow(GameFlow):
    """Each change, as each seat may see it. `tell_people` tells all how the people stand after it."""

    eyes = ONLOOKER

    def __init__(
        self, session: SessionState, saver: SessionSaver, party: Party, tell_people: Callable[[], object]
    ) -> None:
        super().__init__(session, saver)
        self.party, self._tell_people = party, tell_people
        #: whether somebody has another seat since the last position
        self._is_reseated = False

    # --- who sees what

    def eyes_of(self, guest: str) -> int:
        """The player with whose eyes a guest looks; all is open at the end, and to onlookers what is to everybody."""
        if self.session.turn.is_over:
            return _EVERYTHING
        seat = self.party.seat_of(guest)
        return self.session.seats.player(seat) if seat else ONLOOKER

    async def shown_to(self, eyes: int, first: int = 1, *, whole: bool = False) -> Shown:
        """The position as a player sees it. Raises ApiError."""
        looking = Show(self.session.players, first, whole=whole, eyes=eyes, seated=True)
        shown = await self.session.engine.ask(looking)
        return msgspec.structs.replace(shown, position=self.as_agreed(shown.position))

    def as_agreed(self, position: PositionInfo) -> PositionInfo:
        """A position with the end that the people, or their clocks, have given the game; nothing is played again."""
        outcome = self.party.outcome
        if outcome is None or position.ply < self.session.record.cursor:
            if self.session.paused or not clocks.is_complete(self.session, self.party):  # nobody is asked now
                position = msgspec.structs.replace(position, moves=[], prompt="", part=0)
            return msgspec.structs.replace(position, can_redo=False)
        return msgspec.structs.replace(
            position,
            over=True,
            status=outcome.words,
            result=outcome.words,
            ranking=outcome.ranking,
            moves=[],
            prompt="",
            part=0,
            can_undo=False,
            can_redo=False,
        )

    async def _tell(self, shown: Shown, reply: Reply | None, *, seats: bool = False) -> None:
        session = self.session
        whole, over = shown.game is not None, session.turn.is_over
        if seats:
            session.audience.send(events.seats_changed(session))
        # all that was hidden, or was seen with other eyes, is told again
        first, self._is_reseated = (1 if seats or over or self._is_reseated else shown.first), False
        looking = {self.eyes_of(connection.guest) for connection in session.audience.connections}
        each = await session.engine.ask(ShowEach(session.players, first, whole, tuple(sorted(looking))))
        messages = {
            eyes: events.position_update(session, msgspec.structs.replace(view, position=self.as_agreed(view.position)))
            for eyes, view in each.by_eyes.items()
        }
        texts = {eyes: encode_message(message) for eyes, message in messages.items()}
        for connection in list(session.audience.connections):
            eyes = self.eyes_of(connection.guest)
            if reply is not None and reply.connection is connection and eyes in messages:
                reply.send(messages[eyes])
            elif eyes in texts:
                connection.send(texts[eyes])
            self.probe(connection)
        self._tell_people()

    def probe(self, connection: Connection) -> None:
        """Look how slow the line of somebody is whose clock may run."""
        if self.party.rules.is_live and self.party.seat_of(connection.guest):
            number = connection.line.probe()
            if number is not None:
                Reply(connection).send(server.Probe(number=number))

    # --- moves

    async def advance(self, numbers: Sequence[int], reply: Reply | None = None) -> None:
        """Play moves, then those that play themselves: moves chosen before, and such as are the only ones."""
        await self._advance(numbers, reply)
        while (number := await self._by_itself()) is not None:
            await self._advance((number,), None)

    async def _advance(self, numbers: Sequence[int], reply: Reply | None) -> None:
        before, self.party.offer = self.party.offer, self._offer_after_move()
        plans = self.party.plans
        try:
            self.party.plans = {}
            await super().advance(numbers, reply)
        except ApiError:
            self.party.offer, self.party.plans = before, plans
            raise
        if plans:
            self._follow(plans)
            await self.saver.save_settings()
            self._tell_people()

    def _follow(self, plans: dict[int, list[list[Planned]]]) -> None:
        """Of what people have planned the part that begins with the ply that was played goes on behind it."""
        played = self.session.record.plies[self.session.record.cursor - 1].trial
        for seat, lines in plans.items():
            left = [line[1:] for line in lines if len(line) > 1 and line[0].trial == played]
            if left and not self.session.turn.is_over:
                self.party.plans[seat] = left

    def _offer_after_move(self) -> Offer | None:
        """What is still proposed once whose turn it is has moved: a draw that they have proposed with their move."""
        offer = self.party.offer
        if offer is None or offer.matter in ("adjourn", "resume"):
            return offer
        seat = self.session.seats.seat(self.session.turn.mover)
        return offer if offer.matter == "draw" and offer.seat == seat else None

    async def _by_itself(self) -> int | None:
        """The move that whose turn it is has chosen before, or has to make; None where there is none."""
        session, party = self.session, self.party
        turn, seat = session.turn, session.seats.seat(session.turn.mover)
        if session.paused or turn.is_over or turn.is_between or turn.movers or not clocks.is_person(session, seat):
            return None
        if seat in party.plans:
            planned = party.plans[seat][0][0]
            try:
                return await session.engine.ask(Pick(turn.mover, name=planned.move))
            except ApiError:  # it is not legal: people choose themselves then
                del party.plans[seat]
        premove = party.premoves.pop(seat, None)
        lone = party.lone and not session.facts.hides  # how soon it is played would tell what the mover can do
        if premove is None and not lone:
            return None
        shown = await self.shown_to(turn.mover, session.record.cursor + 1)
        moves = shown.position.moves
        chosen = [one.index for one in moves if premove and premove.is_of(one)]
        if not chosen and lone and len(moves) == 1:
            chosen = [moves[0].index]
        if chosen:
            return await session.engine.ask(Pick(turn.mover, chosen[0]))
        if premove is not None:  # it is gone
            await self.saver.save_settings()
            self._tell_people()
        return None

    # --- back and forth, and the end

    async def go(self, ply: int, reply: Reply) -> None:
        self.hold()
        self.party.offer, self.party.premoves, self.party.plans = None, {}, {}
        await super().go(ply, reply)

    async def unfinished(self, seat: int) -> int | None:
        """The ply that a seat's turn can be gone back to by itself: one that only its choice at one site is missing of.

        What a pawn becomes is such a choice: who does not make it has not moved. None where others would lose by it.
        """
        session = self.session
        number, turn = session.record.cursor - 1, session.turn
        if number < 0 or turn.is_over or turn.movers or session.facts.hides or session.facts.chance:
            return None
        ply = session.record.plies[number]
        if ply.player != turn.mover or session.seats.seat(turn.mover) != seat:
            return None
        moves = (await self.shown_to(turn.mover, number + 1)).position.moves
        at_once = len(moves) > 1 and all((one.from_ or one.to, one.to) == (ply.to_ref, ply.to_ref) for one in moves)
        return number if at_once else None

    async def go_back(self, ply: int, reply: Reply) -> None:
        """Let whose turn it is begin it again; what others have proposed, or chosen before, stands."""
        offer, premoves = self.party.offer, self.party.premoves
        await self.go(ply, reply)
        self.party.offer, self.party.premoves = offer, premoves
        await self.saver.save_settings()
        self._tell_people()

    async def seat(self, players: tuple[str, ...], reply: Reply | None) -> None:
        self._is_reseated = True
        await super().seat(players, reply)

    async def pause(self, paused: bool, reply: Reply) -> None:
        self.hold()
        self.session.paused = paused
        clocks.run(self.session, self.party, time.time())
        await super().pause(paused, reply)
        await self.show_all()

    async def show_all(self) -> None:
        """Show everybody the position again: others are asked now, or look with other eyes. Raises ApiError."""
        self._is_reseated = True
        await self._tell(await self.shown_to(self.eyes), None)

    def hold(self) -> None:
        """Stop the clocks: whoever thinks has taken their time so far, and gains none."""
        self.party.clock.hold(time.time(), self.party.rules)

    async def end(self, outcome: Outcome, reply: Reply | None) -> None:
        """End the game otherwise than by its rules. Raises ApiError."""
        session, party = self.session, self.party
        session.interrupt()
        self.hold()
        party.outcome, party.offer, party.premoves, party.plans = outcome, None, {}, {}
        session.take_turn(session.turn)
        await self.saver.save_settings()
        await self._tell(await self.shown_to(_EVERYTHING), reply)

    def _set_up(self) -> None:
        self.party.begin(len(self.session.players))
        self.session.services.happenings.tell("begun", self.session)

    async def rematch(self, rng: bytes, reply: Reply) -> None:
        """Begin again with everybody one seat further, machines too. Raises ApiError."""
        session = self.session
        self.party.rotate()
        try:
            await self.restart(session.engine, (session.players[-1], *session.players[:-1]), rng, reply)
        except ApiError:
            for _ in range(len(self.party.seats) - 1):  # back to where they sat
                self.party.rotate()
            raise
