"""What ended a game: the first of its end rules that does so in the last position, evaluated there at once.

One mechanism for all who want to know it: words for it (`explain.endings`), its clauses with what they gave
(`explain.ends`), how trials say that a game ended, how often each rule does.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, cast

from ludens.explain import evidence
from ludens.game.direct import Workbench
from ludens.game.turns import with_next_to_move
from ludens.language import LudError
from ludens.ludemes.booleans.line import IsLine
from ludens.ludemes.booleans.nothing import NoMoves
from ludens.ludemes.ends import ByScore, EndForEach, EndForEachTrack, EndIf, Payoffs
from ludens.rules.categories import BooleanLudeme, ResultLudeme
from ludens.rules.enums import RoleType
from ludens.rules.state.context import Context
from ludens.rules.state.model import Model
from ludens.rules.turns.phases import END, PHASES
from ludens.stage.direct import GivenUp, Unknown, plain_value

if TYPE_CHECKING:
    from ludens.game.builder import Rulebook
    from ludens.game.game import Game
    from ludens.game.state import State

_OWN: Final = threading.local()
EndRule = EndIf | EndForEach | EndForEachTrack

#: what a position may not be able to answer at once
UNANSWERED: Final = (
    Unknown,
    GivenUp,
    LudError,
    ArithmeticError,
    LookupError,
    TypeError,
    NotImplementedError,
    RecursionError,
)


@dataclass(frozen=True)
class Decided:
    """What ended a game: the end rule, the conditions that led to its result from the outside in, and the result.

    `position` is the last one as the rule saw it, with the player or track that the rule is about; `block` its bytes.
    """

    rule: EndRule
    conditions: tuple[BooleanLudeme, ...]
    result: ResultLudeme
    position: LastPosition
    block: bytes

    def restored(self) -> Decided:
        """The same, after the position was changed to look what follows."""
        self.position.data[:] = self.block
        return self


def decided(state: State) -> Decided | None:
    """What ended a game; None while it goes on, and where no end rule is known to have ended it."""
    playing = state.playing
    if not playing.is_over:
        return None
    position, decision = _position_of(playing), None
    for rule in end_rules(playing.game.model, position.before):
        for one in position.each(rule):
            led = one.led(rule)
            if led is not None:
                conditions, result, is_fallback = led
                decision = Decided(rule, conditions, result, one, bytes(position.data))
                if one.ends(result, is_fallback):
                    return decision.restored()
    return decision and decision.restored()  # who of several players was out before, is not known


def ended_by(state: State) -> EndRule | None:
    """The end rule that ended a game, None where none is known to have."""
    decision = decided(state)
    return decision.rule if decision is not None else None


def _position_of(state: State) -> LastPosition:
    before = opened(state)
    data = bytearray(before.tobytes())
    book: Rulebook = cast(Any, state.game).rulebook  # what is being played is no match
    c = bench().opened(book, data).context.unbound()
    return LastPosition(state.game, state, before, c, data, state.winner)


def bench() -> Workbench:
    """A thread's own: to make one takes longer than to ask a rule."""
    if not hasattr(_OWN, "bench"):
        _OWN.bench = Workbench()
    bench: Workbench = _OWN.bench
    return bench


def end_rules(model: Model, state: State) -> list[EndRule]:
    """The end rules that apply in a position: those of the mover's phase, then those of the game."""
    listed, mover = PHASES.of(model), state.mover
    number = int(state.field("phase")[mover]) if len(listed) > 1 else 0
    ends = [listed[number].end if listed else None, END.of(model)]
    return [rule for end in ends if end is not None for rule in end.listed if isinstance(rule, EndRule)]


def condition_of(rule: EndRule) -> BooleanLudeme:
    """The condition of a rule, without those of its cases."""
    return rule.condition if isinstance(rule, EndIf) else rule.if_


def opened(over: State) -> State:
    """A state that is over, as its end rules found it."""
    game, state = over.game, over.copy()
    state.set_field("over", 0)
    state.set_field("winner", 0)
    state.set_field("active", (1 << game.num_players + 1) - 2)
    state.set_field("ranking", [0.0] * len(state.field("ranking")))
    state.set_field("counter", int(state.field("counter")) - 1)  # counted after the end rules
    moved = int(state.field("last_mover"))
    if 1 <= moved <= game.num_players and moved != state.mover:  # of more than two, the turn goes on among the others
        state.set_field("next", state.mover)
        state.set_field("mover", moved)
    return state


def _is_seen(line: IsLine) -> bool:
    """Whether a row of pieces is all that a rule about lines asks for."""
    return line.is_visible is None and line.through_how_much is None and line.use_opposites is None


@dataclass
class LastPosition:
    """A game that is over, its last position as the end rules found it, and a context there, whose block is `data`.

    `bound` are the iterators of the rule: the player or the track that is asked about.
    """

    game: Game
    state: State
    before: State
    c: Context
    data: bytearray
    winner: int
    bound: Mapping[str, int] = field(default_factory=dict)

    def holds(self, condition: BooleanLudeme) -> bool:
        """Whether a condition holds, as far as that can be told."""
        if isinstance(condition, NoMoves) and condition.role is RoleType.Next:
            return self._is_stuck
        if isinstance(condition, IsLine) and _is_seen(condition) and self.row(condition):
            return True  # to ask the rule takes long on large boards
        try:
            return bool(condition.emit(self.c))
        except UNANSWERED:
            return False

    @cached_property
    def _is_stuck(self) -> bool:
        """Whether the next player has no move but to pass; native code knows."""
        moves = with_next_to_move(self.before).legal_moves()
        return all(any(action.name == "Pass" for action in move.actions) for move in moves)

    def value(self, number: Any) -> int | None:
        try:
            value: int = plain_value(number.emit(self.c))
        except UNANSWERED:
            return None
        return value

    def each(self, rule: EndRule) -> Iterator[LastPosition]:
        """The same for each player or track whom a rule is asked about; once for one that is asked once."""
        match rule:
            case EndIf():
                yield self
            case EndForEach():
                for player in range(1, self.game.num_players + 1):
                    if rule.concerns(self.c, player):
                        yield self.about(player=player)
            case EndForEachTrack():
                for track in range(len(self.game.model.tracks)):
                    yield self.about(track=track)

    def about(self, **bound: int) -> LastPosition:
        """The same, with iterators bound."""
        return replace(self, c=self.c.bind(**bound), bound=bound)

    def led(self, rule: EndRule) -> tuple[tuple[BooleanLudeme, ...], ResultLudeme, bool] | None:
        """The conditions that lead to a result, the result, and whether it is there for want of another; None where
        there is none."""
        condition = condition_of(rule)
        if not self.holds(condition):
            return None
        cases = rule.subcases if isinstance(rule, EndIf) else ()
        for case in cases:
            if (inner := self.led(case)) is not None:
                return (condition, *inner[0]), inner[1], inner[2]
        return ((condition,), rule.result, bool(cases)) if rule.result is not None else None

    def ends(self, result: ResultLudeme, is_fallback: bool) -> bool:
        """Apply a result: whether that ends the game. To count points takes long, and always does."""
        if isinstance(result, ByScore | Payoffs):
            return not is_fallback
        try:
            result.emit(self.c, fallback=is_fallback)
            return bool(self.c.state.over.get()) or plain_value(self.c.state.active.get()) == 0
        except UNANSWERED:
            return True

    # --- sites

    def owners(self) -> dict[int, int]:
        kind = self.game.model.default_site[0]
        return {row[1]: row[4] for row in self.state.sites() if row[0] == kind}

    def row(self, line: IsLine) -> tuple[int, ...]:
        """The longest row of pieces that a rule about lines means; empty where there is none."""
        try:
            return evidence.row(self.c, line)
        except UNANSWERED:
            return ()
