"""Operators on moves: or, and, if, append, allCombinations, seq, while (manual: moves 6)."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ludens.language import LudError
from ludens.rules.actions.base import Act
from ludens.rules.base import NOTHING, Need
from ludens.rules.categories import BooleanLudeme, MovesLudeme, NonDecision
from ludens.rules.consequents import Then
from ludens.rules.generation.candidates import Candidate, Consequent, MapSink, Sink, decision_view, describe
from ludens.rules.generation.chains import ChainAct
from ludens.rules.generation.execution import ExecuteSink, MoveFamily, execute, in_effect, run_effect
from ludens.rules.generation.fusion import can_fuse, independent
from ludens.rules.generation.piece_sets import PieceSet
from ludens.rules.generation.recording import RECORDED, Later, Recorded, begin, listing_at, recorded
from ludens.rules.generation.records import Family, MoveList
from ludens.rules.generation.single import Footprint, Single, seen_by
from ludens.rules.generation.sinks import DescribeSink, sealed, with_then
from ludens.rules.state import memory
from ludens.rules.state.context import Context, RenamedSlots
from ludens.rules.state.fields.course import LAST_MOVE
from ludens.rules.state.fields.declaration import Element
from ludens.rules.state.regions import Region
from ludens.rules.state.scratch import with_copy
from ludens.rules.state.sets import WordSet
from ludens.rules.state.view import StateView
from ludens.stage import BoolLike, IntLike


class Combine(MovesLudeme):
    """The moves of all members, in order: alternatives in a play rule, applied together in an effect."""

    spellings = ("or", "and")
    says = "[{~and}{second?}{first} and {second}|{~and}{first:and}|{second?}{first} or {second}|{first:or}]"
    reads = NOTHING
    first: MovesLudeme | tuple[MovesLudeme, ...]
    second: MovesLudeme | None = None
    then: Then | None = None

    def check(self) -> None:
        if isinstance(self.first, MovesLudeme) and self.second is None:
            raise LudError(f"({self.spelling} ...) joins two moves, or those of a list", self.node.span)

    def parts(self) -> list[MovesLudeme]:
        members = list(self.first) if isinstance(self.first, tuple) else [self.first]
        return members + ([self.second] if self.second is not None else [])

    def emit(self, c: Context, sink: Sink) -> None:
        for member in self.parts():
            member.emit(c, with_then(sink, self.then))

    def at_once(self, c: Context) -> Callable[[Sink], object] | None:
        """Member after member, where none of them changes what a later one reads."""
        if not independent(self.parts()):
            return None
        members = [partial(member.emit, c) if can_fuse(member) else member.at_once(c) for member in self.parts()]
        runs = [member for member in members if member is not None]

        def run(sink: Sink) -> None:
            for member in runs:
                member(with_then(sink, self.then))

        return run if len(runs) == len(members) else None

    def spread(self, c: Context, sink: Sink, herd: PieceSet) -> None:
        for member in self.parts():
            member.spread(c, with_then(sink, self.then), herd)

    def possible(self, c: Context, herd: PieceSet) -> BoolLike:
        return c.s.any_of(*(lambda member=member: member.possible(c, herd) for member in self.parts()))

    @property
    def draws_for_each(self) -> bool:
        return any(member.draws_for_each for member in self.parts())

    @property
    def draws_alone(self) -> bool:
        return all(member.draws_alone for member in self.parts())

    def draw(self, c: Context) -> None:
        for member in self.parts():
            member.draw(c)


class IfMoves(MovesLudeme):
    """The first moves if the condition holds, else the others, if any."""

    spellings = ("if",)
    says = "if {condition}, {moves}[; otherwise {otherwise}]"
    reads = NOTHING
    condition: BooleanLudeme
    moves: MovesLudeme
    otherwise: MovesLudeme | None = None
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        sink, otherwise = with_then(sink, self.then), self.otherwise
        holds = self.condition.emit(c)
        if otherwise is None:
            c.s.if_(holds, lambda: self.moves.emit(c, sink))
        else:
            c.s.if_(holds, lambda: self.moves.emit(c, sink), lambda: otherwise.emit(c, sink))

    @property
    def draws_for_each(self) -> bool:
        return any(branch.draws_for_each for branch in self.branches)

    @property
    def draws_alone(self) -> bool:
        return "rng" not in self.condition.all_writes and all(branch.draws_alone for branch in self.branches)

    def draw(self, c: Context) -> None:
        otherwise = self.otherwise
        holds = self.condition.emit(c)
        c.s.if_(holds, lambda: self.moves.draw(c), None if otherwise is None else lambda: otherwise.draw(c))

    def touched(self, c: Context) -> list[Element] | None:
        each = [branch.touched(c) for branch in self.branches]
        if self.then is not None or any(elements is None for elements in each):
            return None
        return [element for elements in each for element in elements or ()]

    def footprint(self, c: Context) -> Footprint | None:
        seen, footprints = seen_by(self.condition), [branch.footprint(c) for branch in self.branches]
        present = [footprint for footprint in footprints if footprint is not None]
        if seen is None or self.then is not None or len(present) < len(footprints):
            return None
        return functools.reduce(operator.or_, present, Footprint(seen))

    @property
    def branches(self) -> list[MovesLudeme]:
        return [self.moves] + ([self.otherwise] if self.otherwise is not None else [])

    def parts(self) -> list[MovesLudeme] | None:
        """Only one branch is taken, so that the two cannot disturb each other."""
        return [] if all(can_fuse(branch) for branch in self.branches) else None


class Append(MovesLudeme):
    """All moves as one."""

    spellings = ("append",)
    says = "{moves}, all as one move"
    reads = frozenset({"turn"})
    moves: NonDecision
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        first = _FirstSink(c)
        self.moves.emit(c, first)
        move = self._move(c, first.origin.get(), first.target.get())
        c.s.if_(first.total.get() > 0, lambda: sealed(sink, c.mover, self.then).push(move))

    def _move(self, c: Context, origin: IntLike, target: IntLike) -> Candidate:
        inner = c.bind(**{"append.from": origin, "append.to": target})

        def build(c: Context) -> list[Act]:
            return [ListedAct(self.moves, c, decision=True, site_from=c.get("append.from"), site_to=c.get("append.to"))]

        return Candidate(inner, build, from_=origin, to=target)

    def emit_each(self, c: Context, region: Region, sink: Sink) -> bool:
        """One move for each site that has any, where all begin with an action on the same site."""
        movable = self.moves.movable(c, ("site", "to"))
        if movable is None:
            return False

        def move(site: IntLike) -> Candidate:
            at = c.bind(site=site, to=site)
            single = self.moves.single(at)
            assert single is not None
            return self._move(at, single.site, single.site)

        origins = WordSet.of(region, len(movable.bits)) & movable
        sealed(sink, c.mover, self.then).push_each(origins, move)
        return True

    def parts(self) -> list[MovesLudeme]:
        return []


class _FirstSink(Sink):
    """Counts moves and keeps the sites of the first one's first action."""

    def __init__(self, c: Context) -> None:
        self.total, self.origin, self.target = c.s.var(0), c.s.var(-1), c.s.var(-1)

    def push(self, move: Candidate) -> None:
        def keep() -> None:
            origin, target = first_sites(move.c, move.build(move.c))
            self.origin.set(origin)
            self.target.set(target)

        move.c.s.if_(self.total.get() == 0, keep)
        self.total.set(self.total.get() + 1)


def first_sites(c: Context, acts: Sequence[Act]) -> tuple[IntLike, IntLike]:
    """From and to of the first action of the acts; -1 where there is none."""
    if not acts:
        return -1, -1
    act = acts[0]
    if isinstance(act, NestedAct):
        return first_sites(act.move.c, act.move.build(act.move.c))
    if not isinstance(act, ChainAct):
        return act.site_from, act.site_to
    before, base = _FirstSink(c), first_sites(c, act.base)
    act.link.emit(before)
    some = before.total.get() > 0
    return c.s.select(some, before.origin.get(), base[0]), c.s.select(some, before.target.get(), base[1])


@dataclass
class ListedAct(Act):
    """An effect's moves as elements of one move; the first one's actions are decisions."""

    effect: MovesLudeme
    c: Context

    def _numbered(self, sink: Sink) -> Sink:
        total = self.c.s.var(0)

        def mark(move: Candidate) -> Candidate:
            number = total.get()
            total.set(number + 1)
            return replace(move, c=move.c.bind(decided=self.c.s.select(number == 0, 1, 0)))

        return MapSink(sink, mark)

    def __post_init__(self) -> None:
        self.c = in_effect(self.c)

    def perform(self, c: Context) -> None:
        together = self.effect.at_once(self.c)
        if together is not None:
            together(self._numbered(ExecuteSink(c)))
            return
        start = memory.mark(c)
        moves = MoveList(c, MoveFamily(c, store=False))
        self.effect.emit(self.c, self._numbered(moves))
        moves.execute(c)
        memory.release(c, start)

    def describe(self, c: Context) -> None:
        self.effect.emit(self.c, self._numbered(DescribeSink()))


class AllCombinations(MovesLudeme):
    """Each move of the first list joined with each of the second."""

    spellings = ("allCombinations",)
    says = "{first}, and with it {second}"
    reads = NOTHING
    first: MovesLudeme
    second: MovesLudeme
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        sink = with_then(sink, self.then)
        pairs = _Pairs(self, c, sink)
        self.first.emit(c, pairs)

    def footprint(self, c: Context) -> Footprint | None:
        first, second = self.first.footprint(c), self.second.footprint(c)
        return first | second if first is not None and second is not None and self.then is None else None

    def single(self, c: Context) -> Single | None:
        first, second = self.first.single(c), self.second.single(c)
        if first is None or second is None or self.then is not None:
            return None
        return Single(c.s.all_of(lambda: first.holds, lambda: second.holds), first.site)


class _Pairs(Sink):
    def __init__(self, ludeme: AllCombinations, c: Context, sink: Sink) -> None:
        self.ludeme, self.c, self.sink = ludeme, c, sink

    def push(self, move: Candidate) -> None:
        self.ludeme.second.emit(self.c, _Partner(self.c, move, self.sink))


@dataclass
class _Partner(Sink):
    c: Context
    first: Candidate
    sink: Sink

    def push(self, move: Candidate) -> None:
        first, second = self.first.in_slots(), move.in_slots()
        values = {**_prefixed("1.", first.c), **_prefixed("2.", second.c)}
        c = replace(self.c, slots=self.c.slots.bind(values))
        origin, target = decision_view(self.first.build(self.first.c))

        def build(c: Context) -> list[Act]:
            return [nested(c, first, "1."), nested(c, second, "2.")]

        self.sink.push(Candidate(c, build, from_=origin, to=target))


def _prefixed(prefix: str, c: Context) -> dict[str, IntLike]:
    return {prefix + name: c.slots[name] for name in c.slots}


class PrefixedSlots(RenamedSlots):
    """The slots of another context whose names begin with a prefix."""

    def _key(self, name: str) -> str:
        """Whether actions are decisions is ruled on for the whole move."""
        return name if name == "decided" else self._prefix + name

    def __iter__(self) -> Iterator[str]:
        return (name[len(self._prefix) :] for name in self._below if name.startswith(self._prefix))


def nested(c: Context, move: Candidate, prefix: str) -> NestedAct:
    """A move as an element of another, whose slots carry a prefix."""
    inner = replace(c, slots=PrefixedSlots(c.slots, prefix))
    seen = move.seen_from(inner)
    origin, target = decision_view(seen.build(inner))
    decided = any(act.decision for act in seen.build(inner))
    return NestedAct(seen, decision=decided, site_from=origin, site_to=target)


@dataclass
class NestedAct(Act):
    """A move that is an element of another one; its own consequents run right after its actions."""

    move: Candidate

    def perform(self, c: Context) -> None:
        execute(self.move, store=False)

    def describe(self, c: Context) -> None:
        describe(self.move)


def _record_each(c: Context, effect: MovesLudeme, family: type[Family]) -> None:
    """Find an effect's moves and apply them, each recorded as a move of its own."""

    class Recording(family):  # type: ignore[misc, valid-type]
        def _perform(self, move: Candidate) -> None:
            begin(move)
            super()._perform(move)

    start = memory.mark(c)
    moves = MoveList(c, Recording(c, store=False))
    effect.emit(c, moves)
    moves.execute(c)
    memory.release(c, start)


def _push_recorded(
    c: Context, sink: Sink, run: Callable[[Context], object], later: Sequence[Consequent] = (), *, draws: bool
) -> None:
    """Push what a body records on a copy of the position: its moves, each with all that it did there.

    The consequents that it notes in `later` are evaluated when the moves are applied. What the body draws, nobody draws
    again: in the reference a copy draws from a generator of its own, here the game's goes on from where the copy's is.
    """

    def on_copy(copy: Context) -> IntLike:
        distance = recorded(copy, copy, run).keep()
        if draws:
            c.state.rng.set(copy.state.rng.get())
        return distance

    distance = with_copy(c, on_copy)
    listing = listing_at(c, distance)

    def push(move: IntLike) -> None:
        first, origin, target, mover = listing.header(move)
        values = dict(zip(RECORDED, (distance, first, listing.beginning(move + 1)), strict=True))
        sink.push(Candidate(c.bind(**values), lambda c: [Recorded(None, later)], origin, target, mover))

    c.s.for_range(0, listing.moves, push)


class Seq(MovesLudeme):
    """The moves of the members one after the other, each seeing what those before have done, on a copy."""

    spellings = ("seq",)
    says = "{moves:then}"
    needs = frozenset({Need.KEPT_ACTIONS})
    reads = NOTHING
    moves: tuple[MovesLudeme, ...]

    def emit(self, c: Context, sink: Sink) -> None:
        if not c.in_effect:
            sink.push(Candidate(c, lambda c: [SeqAct(self.moves)], from_=0, to=0))
            return

        def run(c: Context) -> None:
            for effect in self.moves:
                _record_each(c, effect, _Sequence)

        _push_recorded(c, sink, run, draws=any("rng" in effect.all_writes for effect in self.moves))

    def parts(self) -> list[MovesLudeme]:
        return []


class _Sequence(Family):
    """Moves that are the last move of the game for those behind them."""

    def _perform(self, move: Candidate) -> None:
        execute(move, store=True)


@dataclass
class SeqAct(Act):
    """Evaluates and applies effects in turn; the last move of the sequence is `(last ..)` inside it."""

    effects: tuple[MovesLudeme, ...]

    def perform(self, c: Context) -> None:
        p = c.state
        fields = (*LAST_MOVE, StateView.num_moves, StateView.recent_count)
        saved = [(field.of(p), field.of(p).get()) for field in fields]
        for effect in self.effects:
            start = memory.mark(c)
            moves = MoveList(c, _Sequence(c, store=False))
            effect.emit(in_effect(c), moves)
            moves.execute(c)
            memory.release(c, start)
        for cell, value in saved:
            cell.set(value)

    def describe(self, c: Context) -> None:
        with_copy(c, lambda copy: self.perform(replace(copy, tracer=c.tracer)))


class While(MovesLudeme):
    """Evaluates and applies the moves again and again while the condition holds."""

    spellings = ("while",)
    says = "while {condition}, {moves}"
    needs = frozenset({Need.KEPT_ACTIONS})
    reads = NOTHING
    condition: BooleanLudeme
    moves: MovesLudeme
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        sink = with_then(sink, self.then)
        if not c.in_effect:
            sink.push(Candidate(c, self._build, from_=0, to=0))
            return
        each, later = partial(_record_each, family=MoveFamily), Later(runs=True)

        def run(c: Context) -> None:
            c = replace(c, later=later)
            WhileAct(self.condition, self.moves, c, each).perform(c)

        draws = any("rng" in part.all_writes for part in (self.condition, self.moves))
        _push_recorded(c, sink, run, later.noted, draws=draws)

    def _build(self, c: Context) -> list[Act]:
        return [WhileAct(self.condition, self.moves, c, run_effect)]

    def parts(self) -> list[MovesLudeme]:
        return []


@dataclass
class WhileAct(Act):
    """Repeats an effect; more than 10000 rounds are an error."""

    condition: BooleanLudeme
    effect: MovesLudeme
    c: Context
    run: Callable[[Context, MovesLudeme], object]

    def perform(self, c: Context) -> None:
        s, rounds = c.s, c.s.var(0)

        def step() -> None:
            self.run(self.c, self.effect)
            rounds.set(rounds.get() + 1)
            s.if_(rounds.get() == memory.ROUNDS, lambda: memory.fail(c, 6))

        s.while_(lambda: s.all_of(lambda: rounds.get() < memory.ROUNDS, lambda: self.condition.emit(self.c)), step)

    def describe(self, c: Context) -> None:
        def on_copy(copy: Context) -> None:
            WhileAct(self.condition, self.effect, replace(self.c, state=copy.state), self.run).perform(copy)

        with_copy(c, on_copy)
