"""`(do ..)`: one thing, then another, and a condition on the position afterwards (manual: moves 8.1)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ludens.ludemes.actions.base import Act, combined_kind
from ludens.ludemes.actions.kinds import Acted
from ludens.ludemes.actions.turn import Pass
from ludens.ludemes.base import (
    ANY,
    Need,
    named,
)
from ludens.ludemes.categories import BooleanLudeme, MovesLudeme
from ludens.ludemes.consequents import Then
from ludens.ludemes.generation.candidates import Build, Candidate, Foreseen, MapSink, Sink, outline_move
from ludens.ludemes.generation.execution import MoveFamily, execute, run_effect
from ludens.ludemes.generation.records import MoveList
from ludens.ludemes.generation.sinks import with_then
from ludens.ludemes.moves.sinks import CountedSink
from ludens.ludemes.play import turn
from ludens.ludemes.runtime import memory
from ludens.ludemes.runtime.context import (
    ITERATORS,
    Context,
    Slots,
)
from ludens.ludemes.runtime.fields.declaration import Element, Field
from ludens.ludemes.runtime.random import from_seed, saved_seed
from ludens.ludemes.runtime.scratch import with_changes, with_copy
from ludens.ludemes.runtime.watched import watching
from ludens.stage import Bool, BoolLike, IntLike, Range, Variable

_OUTER = "do.outer."
_KEPT = (*ITERATORS, "mover", "next", "prev")


class Do(MovesLudeme):
    """The moves that are found after a prior effect, or that leave a position in which a condition holds."""

    spellings = ("do",)
    says = "{prior}[, then {next}][, but only if afterwards {if_afterwards}]"
    reads = ANY
    prior: MovesLudeme
    next: MovesLudeme | None = named(None)
    if_afterwards: BooleanLudeme | None = named(None)
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        sink, condition = with_then(sink, self.then), self.if_afterwards
        tested = condition is not None and not self._always_holds(c)
        if tested or self.next is not None:
            c = self._remembered(c)
        if tested:
            outside = any(f"{self._outer}{name}" in c.slots for name in _KEPT)
            sink = sink.filtered(self.passes if outside else Afterwards(self))
        if self.next is not None:
            self._emit_next(c, sink)
        elif condition is not None:
            self.prior.emit(c, sink)

    # --- afterwards

    def _always_holds(self, c: Context) -> bool:
        """Whether the condition is known to hold, as where a guard against recursion answers a part of it."""
        condition = self.if_afterwards
        assert condition is not None
        held: list[BoolLike] = []
        if c.guards:
            c.s.trial(lambda: held.append(condition.emit(c)))
        return bool(held) and held[0] is True

    @property
    def _outer(self) -> str:
        return f"{_OUTER}{id(self)}."

    def _remembered(self, c: Context) -> Context:
        """The iterators that the condition and the prior see are those outside the generator."""
        return c.bind(**{f"{self._outer}{name}": c.slots[name] for name in _KEPT if name in c.slots})

    def passes(self, move: Candidate) -> BoolLike:
        """Whether the condition holds after a move."""
        return outline_move(move, "afterwards", self._holds_after, id(self))

    def _holds_after(self, move: Candidate) -> BoolLike:
        def on_copy(c: Context) -> BoolLike:
            turn.begin_move(c)
            execute(move.seen_from(c), store=True)
            self._turned(c)
            return self._condition(replace(c, slots=OuterSlots(c.slots, self._outer)))

        result: BoolLike = with_copy(move.c, on_copy)
        return result

    def _turned(self, c: Context) -> None:
        """Whose turn it would be after the move."""
        p = c.state
        c.s.if_(p.mover.get() == p.next.get(), lambda: p.next.set(p.prev.get()))

    def holds_now(self, c: Context, fields: set[Field[Any]]) -> BoolLike:
        """What the condition would say after a move that changes nothing; it is noted what is looked at (`watched`)."""

        def on_copy(c: Context) -> BoolLike:
            self._turned(c)
            slots = OuterSlots(Slots({"applying": 1}), self._outer)
            return self._condition(replace(watching(c, fields), slots=slots))

        result: BoolLike = with_copy(c, on_copy)
        return result

    def _condition(self, c: Context) -> BoolLike:
        condition = self.if_afterwards
        assert condition is not None
        return c.outline("condition", condition.emit, Bool, key=("afterwards", condition.identity))

    # --- next

    @property
    def draws_alone(self) -> bool:
        others = (self.next, self.if_afterwards, self.then)
        unmoved = all(other is None or "rng" not in other.all_writes for other in others)
        return super().draws_alone or (self.next is not None and unmoved and self.prior.draws_alone)

    def draw(self, c: Context) -> None:
        if "rng" in self.prior.all_writes:
            self.prior.draw(c)

    @cached_property
    def _draws(self) -> bool:
        """Whether the prior draws random numbers."""
        return any(Need.STOCHASTIC in ludeme.needs for ludeme in self.prior.walk())

    def _emit_next(self, c: Context, sink: Sink) -> None:
        s, following = c.s, self.next
        assert following is not None
        name = ""
        if self._draws:
            name = f"do{sum(slot.endswith('.seed.low') for slot in c.slots)}.seed"
            c = c.bind(**saved_seed(c, name))
        outer = c

        def after_prior(move: Candidate) -> Candidate:
            here = replace(move.c, state=outer.state, tracer=outer.tracer)
            return replace(move, c=here, build=self._builder(move.build, name))

        def on_copy(c: Context) -> None:
            run_effect(c, self.prior)
            rng = c.state.rng.get()
            if self._draws:
                outer.state.rng.set(rng)
            mapped = MapSink(sink, after_prior)
            if not c.model.dice():
                following.emit(c, mapped)
            else:
                total = s.var(0)
                following.emit(c, CountedSink(mapped, total))
                s.if_(total.get() == 0, lambda: mapped.push(self._forced_pass(c)))
            if self._draws and "rng" in following.all_writes:
                outer.state.rng.set(rng)

        touched = self._touched(c, sink)
        if touched is None:
            with_copy(c, on_copy)
        else:
            with_changes(c, touched, on_copy)

    def _touched(self, c: Context, sink: Sink) -> Sequence[Element] | None:
        """What the prior may change, where finding the next moves on the position itself does no harm; else None.

        `(no Moves Next)` leaves a flag behind; a sink that leaves early or tests moves would meet the prior's changes.
        """
        leaves_marks = Need.STALEMATE in c.model.needs
        return self.prior.touched(c) if sink.only_collects and not leaves_marks else None

    def _builder(self, inner: Build, seed: str) -> Build:
        return lambda c: [DoAct(self.prior, inner, c, outer=self._outer, seed=seed)]

    def _forced_pass(self, c: Context) -> Candidate:
        return Candidate(c, lambda c: [Pass(forced=True, decision=True)], mover=c.mover)


@dataclass(frozen=True)
class Afterwards(Foreseen):
    """The condition after a move, where it sees no iterator."""

    do: Do

    def __call__(self, move: Candidate) -> BoolLike:
        return self.do.passes(move)

    @property
    def key(self) -> Hashable:
        condition = self.do.if_afterwards
        assert condition is not None
        return condition.identity

    def holds_now(self, c: Context, fields: set[Field[Any]]) -> BoolLike:
        return self.do.holds_now(c, fields)


@dataclass
class DoAct(Act):
    """A prior effect, with the random numbers that it drew when the move was found, and the actions found after it.

    `outer` is the prefix of the slots that keep the iterators outside, which the prior sees.
    `seed` names the slots of the generator's state before the prior; it is empty where the prior draws nothing.
    """

    prior: MovesLudeme
    inner: Build
    c: Context
    outer: str
    seed: str = ""
    built: Sequence[Act] = ()

    @property
    def base(self) -> Sequence[Act] | None:
        return self.built or None

    def static_kind(self) -> Acted:
        return combined_kind(self.built)

    def perform(self, c: Context) -> None:
        self.perform_prior(c)
        self.built = self.inner(c)
        for act in self.built:
            act.perform(c)

    def perform_prior(self, c: Context) -> None:
        """Do what comes before the move."""
        c = replace(c, slots=OuterSlots(c.slots, self.outer))
        if self.seed:
            from_seed(c, self.seed, lambda: run_prior(c, self.prior))
        else:
            run_prior(c, self.prior)

    def describe(self, c: Context) -> None:
        def on_copy(copy: Context) -> None:
            logging = replace(copy, tracer=c.tracer)
            self.perform_prior(logging)
            for act in self.inner(logging):
                act.describe(logging)

        with_copy(c, on_copy)


def run_prior(c: Context, prior: MovesLudeme) -> None:
    """Apply the prior's moves as a found move lists them: the first, then the others from the last to the second."""
    if prior.parts() == []:
        run_effect(c, prior)
        return
    start = memory.mark(c)
    listed = MoveList(c, MoveFamily(c, store=False))
    prior.emit(c, listed)
    count = listed.count.get()
    c.s.if_(count > 0, lambda: listed.family.execute(c, listed.record(0)))
    c.s.for_down(count, 1, lambda i: listed.family.execute(c, listed.record(i)))
    memory.release(c, start)


class OuterSlots(Slots):
    """The iterators that were set outside a generator, kept among the slots under a prefix."""

    def __init__(self, below: Slots, prefix: str) -> None:
        super().__init__()
        self._below, self._prefix = below, prefix

    def __getitem__(self, name: str) -> IntLike:
        return super().__getitem__(name) if name in self._values else self._below[self._key(name)]

    def variable(self, name: str) -> Variable[IntLike] | None:
        return super().variable(name) if name in self._values else self._below.variable(self._key(name))

    def _key(self, name: str) -> str:
        return self._prefix + name if name in _KEPT else name

    def plain(self, name: str) -> int | None:
        return super().plain(name) if name in self._values else self._below.plain(self._key(name))

    def range(self, name: str, known: Mapping[str, Range]) -> Range:
        return super().range(name, known) if name in self._values else self._below.range(self._key(name), known)

    def __contains__(self, name: object) -> bool:
        return name in self._values or self._key(str(name)) in self._below

    def __iter__(self) -> Iterator[str]:
        names = [name.removeprefix(self._prefix) for name in self._below if name not in _KEPT]
        return iter(dict.fromkeys([*self._values, *names]))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def bind(self, values: Mapping[str, IntLike | Variable[IntLike]]) -> Slots:
        result = OuterSlots(self._below, self._prefix)
        result._values = {**self._values, **values}
        return result
