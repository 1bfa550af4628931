"""`(propose ..)`, `(vote ..)`, `(bet ..)` (manual: moves 5.12 and 5.13)."""

from __future__ import annotations

from collections.abc import Callable

from ludens.ludemes.moves.sinks import by_mover
from ludens.rules import limits
from ludens.rules.actions.base import Act
from ludens.rules.actions.players import bet
from ludens.rules.actions.votes import propose, vote
from ludens.rules.categories import MovesLudeme, RangeLudeme
from ludens.rules.consequents import Then
from ludens.rules.enums import RoleType
from ludens.rules.generation.candidates import Candidate, Sink
from ludens.rules.generation.sinks import sealed
from ludens.rules.roles import PlayerArgument, index_of
from ludens.rules.state.context import Context
from ludens.rules.state.fields.players import BETTING, VOTING
from ludens.rules.state.names import PROPOSITIONS
from ludens.stage import IntLike


def proposition_number(c: Context, text: str) -> int:
    """The number of a proposition, in one table for all that name any (manual: moves 5.12)."""
    return c.model.number(PROPOSITIONS, text)


class _Message(MovesLudeme):
    """A move for each of some texts."""

    reads = frozenset({"turn"})
    writes = frozenset({"vote"})

    def texts(self) -> tuple[str, ...]:
        raise NotImplementedError

    def act(self, text: str, number: int) -> Act:
        raise NotImplementedError

    def emit_all(self, c: Context, sink: Sink, then: Then | None) -> None:
        sealed = by_mover(sink, c, then)
        for text in self.texts():
            sealed.push(Candidate(c, self._builder(text, proposition_number(c, text))))

    def _builder(self, text: str, number: int) -> Callable[[Context], list[Act]]:
        return lambda c: [self.act(text, number)]

    def parts(self) -> list[MovesLudeme]:
        return []


class Propose(_Message):
    """Proposes something for the players to vote on."""

    spellings = ("propose", "move Propose")
    says = "propose {propositions}"
    naming = PROPOSITIONS
    fields = VOTING
    propositions: str | tuple[str, ...]
    then: Then | None = None

    def texts(self) -> tuple[str, ...]:
        return self.propositions if isinstance(self.propositions, tuple) else (self.propositions,)

    def act(self, text: str, number: int) -> Act:
        return propose(text, number, decision=self.decision)

    def emit(self, c: Context, sink: Sink) -> None:
        self.emit_all(c, sink, self.then)


class Vote(_Message):
    """Votes on a proposition."""

    spellings = ("vote", "move Vote")
    says = "vote {votes}"
    naming = PROPOSITIONS
    fields = VOTING
    votes: str | tuple[str, ...]
    then: Then | None = None

    def texts(self) -> tuple[str, ...]:
        return self.votes if isinstance(self.votes, tuple) else (self.votes,)

    def act(self, text: str, number: int) -> Act:
        return vote(text, number, decision=self.decision)

    def emit(self, c: Context, sink: Sink) -> None:
        self.emit_all(c, sink, self.then)


class Bet(MovesLudeme):
    """Bets each amount of a range."""

    spellings = ("bet", "move Bet")
    says = "bet {range}"
    fields = BETTING
    reads = frozenset({"turn"})
    writes = frozenset({"amounts"})
    who: PlayerArgument | RoleType
    range: RangeLudeme
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        player, (low, high) = index_of(c, self.who), self.range.emit(c)
        for end in (low, high):
            if isinstance(end, int):
                limits.within(self, end, -limits.BET, limits.BET, "an end of the range of a bet, each a move")
        mover = player if c.model.mode == "Simultaneous" else c.mover
        sink = sealed(sink, mover, self.then)

        def build(c: Context) -> list[Act]:
            return [bet(c.get("bet.player"), c.get("bet.amount"))]

        def offer(amount: IntLike) -> None:
            sink.push(Candidate(c.bind(**{"bet.player": player, "bet.amount": amount}), build))

        c.s.for_range(low, high + 1, offer)

    def parts(self) -> list[MovesLudeme]:
        return []
