"""`(max ..)`: the moves that begin the longest sequence, or capture most (manual: moves 8.3 to 8.5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ludens import board
from ludens.ludemes.arguments import whether
from ludens.ludemes.moves.first_on_track import matching_track
from ludens.rules.actions.base import Act, combined_kind
from ludens.rules.actions.kinds import Acted
from ludens.rules.base import ANY, NOTHING, Need, named
from ludens.rules.categories import BooleanLudeme, MovesLudeme
from ludens.rules.consequents import Then
from ludens.rules.enums import RoleType
from ludens.rules.generation.candidates import Candidate, FilterSink, MapSink, Sink
from ludens.rules.generation.execution import execute, run_consequent
from ludens.rules.generation.last_move import store_last
from ludens.rules.naming import NameOfTrack
from ludens.rules.state import memory
from ludens.rules.state.context import Context
from ludens.rules.state.guards import MEASURED_FIRST, Guards
from ludens.rules.state.memory import WORKSPACE
from ludens.rules.state.scratch import with_copy
from ludens.rules.turns import turn
from ludens.rules.turns.legal import legal_moves
from ludens.stage import Address, Int, IntLike, Variable

_GUARD = "max moves"
#: less than any measure
_NONE = -(1 << 30)


class MaxMoves(MovesLudeme):
    """The moves that begin the longest sequence of moves of the same player in this turn."""

    spellings = ("max Moves",)
    says = (
        "{moves}, but only so that the turn is as long as possible[{with_value~True}, the values of pieces taken "
        "counted]"
    )
    reads = ANY
    with_value: BooleanLudeme | None = named(None)
    moves: MovesLudeme
    then: Then | None = None

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return frozenset({Need.REMOVALS}) if self.with_value is not None else frozenset()

    def emit(self, c: Context, sink: Sink) -> None:
        """Inside a look-ahead the filter is left out: it would keep the same best move."""
        if _GUARD in c.guards or one_will_do(c, sink):
            self.moves.emit(c, sink)
            return
        valued = whether(c, self.with_value)
        c = c.bind(**{"max.valued": c.s.to_int(valued)})
        if self.with_value is not None and c.model.stacking:
            c = c.guarded(MEASURED_FIRST)
        measure: Callable[[Candidate], IntLike] = lambda move: outline_int(move, "length", length_after)  # noqa: E731
        keep_best(c, self.moves, measure, MapSink(sink, flattened))


def one_will_do(c: Context, sink: Sink) -> bool:
    """Whether any move answers for the best ones: there are some where there is one."""
    return sink.wants_any and Need.STOCHASTIC not in c.model.needs


def keep_best(c: Context, moves: MovesLudeme, measure: Callable[[Candidate], IntLike], sink: Sink) -> None:
    """Push the moves of maximal measure, in order.

    The moves are generated twice, the second time with the same random numbers: they draw once.
    """
    best, seed = c.s.var(_NONE), c.state.rng.get()
    moves.emit(c, _BestSink(best, measure))

    def again() -> None:
        c.state.rng.set(seed)
        moves.emit(c, FilterSink(sink, lambda move: measure(move) == best.get()))

    c.s.if_(best.get() > _NONE, again)


@dataclass
class _BestSink(Sink):
    best: Variable[IntLike]
    measure: Callable[[Candidate], IntLike]

    @property
    def unordered(self) -> bool:
        return True

    def push(self, move: Candidate) -> None:
        self.best.set(move.c.s.maximum(self.best.get(), self.measure(move)))


def outline_int(move: Candidate, name: str, body: Callable[[Candidate], IntLike]) -> IntLike:
    """Emit a measure of a move out of line."""
    move = move.in_slots()
    return move.c.outline(name, lambda c: body(move.seen_from(c)), Int)


def length_after(move: Candidate) -> IntLike:
    """How many moves the mover makes in a row, beginning with this one; or what they capture."""
    valued = move.c.get("max.valued")

    def on_copy(c: Context) -> IntLike:
        own = played_on(c, move, valued)
        return own + further(c, valued)

    result: IntLike = with_copy(move.c, on_copy, whole=True)
    return result


def played_on(c: Context, move: Candidate, valued: IntLike) -> IntLike:
    """Play a move on a copy; gives 1, or the value of what it removed."""
    p = c.state
    mover = p.mover.get()
    if p.pending_count.present:
        p.pending_count.set(0)
    turn.begin_move(c)
    if p.removals.present:
        p.removals.set(0)
        p.removed_value.set(0)
    execute(move.seen_from(c), store=True)
    value = p.removed_value.get() if p.removals.present else 0
    turn.finish_move(c, mover)
    result: IntLike = c.s.select(valued == 0, 1, value)
    return result


def further(c: Context, valued: IntLike) -> IntLike:
    """What the player of the last move can add, by a function that calls itself."""

    def body(state: Address, root: Address, env: Address, valued: Int) -> IntLike:
        here = replace(c.unbound(), state=c.state.moved(state, env, root), env=env, guards=Guards(frozenset({_GUARD})))
        return memory.nested(here, lambda: _most(here.bind(**{"max.valued": valued})))

    function = c.s.recursive("further", [c.state.layout.core, c.state.layout.whole, WORKSPACE, Int], Int, body)
    return c.s.call(function, c.state.address, c.state.root, c.env, valued)


def _most(c: Context) -> IntLike:
    s, p = c.s, c.state
    best = s.var(0)
    same = s.all_of(lambda: p.over.get() == 0, lambda: p.mover.get() == p.prev.get())

    def search() -> None:
        longest = s.var(_NONE)
        legal_moves(c, _BestSink(longest, lambda move: outline_int(move, "length", length_after)))
        none = longest.get() == _NONE
        best.set(s.select(none, s.select(c.get("max.valued") == 0, 1, 0), longest.get()))

    s.if_(same, search)
    return best.get()


def flattened(move: Candidate) -> Candidate:
    """The move with its consequents worked out among its actions."""

    def build(c: Context) -> list[Act]:
        return [FlatAct(move.seen_from(c))]

    return replace(move.in_slots(), build=build, then=())


@dataclass
class FlatAct(Act):
    """A move's actions and consequents."""

    move: Candidate
    built: Sequence[Act] = ()

    @property
    def base(self) -> Sequence[Act] | None:
        return self.built or None

    def static_kind(self) -> Acted:
        return combined_kind(self.built)

    def perform(self, c: Context) -> None:
        move = replace(self.move, c=c)
        self.built = move.build(c)
        for act in self.built:
            act.perform(c)
        if move.then:
            counters = (c.state.num_moves, c.state.recent_count)
            counts = [counter.get() for counter in counters]
            store_last(move, self.built)
            for then in move.then:
                run_consequent(c, then)
            for counter, count in zip(counters, counts, strict=True):
                counter.set(count)

    def describe(self, c: Context) -> None:
        with_copy(c, lambda copy: self._describe(replace(copy, tracer=c.tracer)))

    def _describe(self, c: Context) -> None:
        turn.begin_move(c)
        execute(replace(self.move, c=c), store=True)


class MaxCaptures(MovesLudeme):
    """The moves that remove most pieces, or the most valuable."""

    spellings = ("max Captures",)
    says = (
        "{moves}, but only so that [{with_value~True}the pieces captured are worth as much|as many pieces] as "
        "possible[{with_value~True}| are captured]"
    )
    reads = ANY
    needs = frozenset({Need.REMOVALS})
    with_value: BooleanLudeme | None = named(None)
    moves: MovesLudeme
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        valued = whether(c, self.with_value)
        c = c.bind(**{"max.valued": c.s.to_int(valued)})
        keep_best(c, self.moves, lambda move: outline_int(move, "captures", _captures), sink)


def _captures(move: Candidate) -> IntLike:
    def on_copy(c: Context) -> IntLike:
        p = c.state
        turn.begin_move(c)
        p.removals.set(0)
        p.removed_value.set(0)
        execute(move.seen_from(c), store=True)
        result: IntLike = c.s.select(c.get("max.valued") == 0, p.removals.get(), p.removed_value.get())
        return result

    result: IntLike = with_copy(move.c, on_copy)
    return result


class MaxDistance(MovesLudeme):
    """The moves, if a track matches; in the reference this filters nothing (manual: moves 8.5)."""

    spellings = ("max Distance",)
    says = "{moves}, but only the furthest such move along the track"
    reads = NOTHING
    track: NameOfTrack | None = None
    role: RoleType | None = None
    moves: MovesLudeme
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        c.s.if_(matching_track(c, self.track, self.role) >= 0, lambda: self.moves.emit(c, sink))


__all__ = ["MaxCaptures", "MaxDistance", "MaxMoves"]
