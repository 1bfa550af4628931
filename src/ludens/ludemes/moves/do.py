"""`(do ..)`: one thing, then another, and a condition on the position afterwards (manual: moves 8.1)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from ludens import board
from ludens.ludemes.moves.operators import Combine, IfMoves, Seq, While
from ludens.ludemes.moves.sinks import CountedSink
from ludens.rules.actions.base import Act, combined_kind
from ludens.rules.actions.kinds import Acted
from ludens.rules.actions.turn import Pass
from ludens.rules.base import ANY, Need, named
from ludens.rules.categories import BooleanLudeme, MovesLudeme
from ludens.rules.consequents import Then, has_then
from ludens.rules.generation.candidates import Build, Candidate, Foreseen, MapSink, Sink, outline_move
from ludens.rules.generation.execution import execute, keeping, run_effect
from ludens.rules.generation.last_move import store_latest
from ludens.rules.generation.outer_slots import CARRIED, OUTER, OuterSlots, remembered, with_region_kept
from ludens.rules.generation.recording import kept_ahead, kept_effect, listing_at, replay
from ludens.rules.generation.sinks import with_then
from ludens.rules.state import memory, pending_values
from ludens.rules.state.context import ITERATORS, Context, Slots
from ludens.rules.state.fields.declaration import Element, Field
from ludens.rules.state.random import from_seed, saved_seed
from ludens.rules.state.reads import watching
from ludens.rules.state.scratch import with_changes, with_copy
from ludens.rules.turns import turn
from ludens.stage import Bool, BoolLike, IntLike


class Do(MovesLudeme):
    """The moves that are found after a prior effect, or that leave a position in which a condition holds."""

    spellings = ("do",)
    says = "{prior}[, then {next}][, but only if afterwards {if_afterwards}]"
    reads = ANY
    prior: MovesLudeme
    next: MovesLudeme | None = named(None)
    if_afterwards: BooleanLudeme | None = named(None)
    then: Then | None = None

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return frozenset({Need.KEPT_ACTIONS}) if self.next is not None else frozenset()

    def emit(self, c: Context, sink: Sink) -> None:
        sink, condition = with_then(sink, self.then), self.if_afterwards
        tested = condition is not None and not self._always_holds(c)
        if tested or self.next is not None:
            c = remembered(c, self._outer)
        if tested:
            outside = any(f"{self._outer}{name}" in c.slots for name in CARRIED)
            sink = MapSink(sink, tried).filtered(self.passes if outside else Afterwards(self))
        if self.next is not None:
            self._emit_next(c, sink)
        elif condition is not None:
            self.prior.emit(c, sink)

    # --- afterwards

    def _always_holds(self, c: Context) -> bool:
        """Whether the condition is known to hold, as where a guard against recursion answers a part of it."""
        condition = self.if_afterwards
        assert condition is not None
        results: list[BoolLike] = []
        if c.guards:
            c.s.trial(lambda: results.append(condition.emit(c)))
        return bool(results) and results[0] is True

    @property
    def _outer(self) -> str:
        """What the slots begin with that keep the iterators which the condition and the prior see."""
        return f"{OUTER}{id(self)}."

    def passes(self, move: Candidate) -> BoolLike:
        """Whether the condition holds after a move."""
        return outline_move(move, "afterwards", self._holds_after, id(self))

    def _holds_after(self, move: Candidate) -> BoolLike:
        def on_copy(c: Context) -> BoolLike:
            c = with_region_kept(c, self._outer)
            turn.begin_move(c)
            execute(move.seen_from(looking_outside(c, self._outer)), store=True)
            store_latest(c)  # the move is there with all its consequences
            self._turned(c)
            return self._condition(replace(c, slots=OuterSlots(c.slots, self._outer), outside=None))

        result: BoolLike = with_copy(move.c, on_copy)
        return result

    def _turned(self, c: Context) -> None:
        """Whose turn it would be after the move."""
        p = c.state
        c.s.if_(p.mover.get() == p.next.get(), lambda: p.next.set(p.prev.get()))

    def holds_now(self, c: Context, fields: set[Field[Any]]) -> BoolLike:
        """What the condition would say after a move that changes nothing; it is noted what is looked at (`reads`)."""

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

    @property
    def draws_for_each(self) -> bool:
        if self.next is None:
            return super().draws_for_each
        tested = self.if_afterwards is not None and "rng" in self.if_afterwards.all_writes
        return tested or self.next.draws_for_each

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
        outer, slot = c, f"do.kept.{id(self)}" if c.in_effect else ""

        def after_prior(move: Candidate) -> Candidate:
            if slot and move.settle is not None:
                move = replace(move.settle(move), settle=None)
            here = replace(move.c, state=outer.state, tracer=outer.tracer, recorder=outer.recorder)
            act = partial(DoAct, self.prior, move.build, outer=self._outer, seed=name, slot=slot, entries=move.entries)
            return replace(move, c=here, build=lambda c: [act(c=c)])

        def on_copy(c: Context) -> None:
            c = with_region_kept(c, self._outer)
            seen = looking_outside(c, self._outer)
            if slot:
                c = c.bind(**{slot: kept_effect(c, seen, self.prior)})
            else:
                run_effect(seen, self.prior)
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
    Where the move is one of an effect, which may have changed the position before it is applied, the actions of the
    prior were kept when it was found: `slot` names where. `entries` is how often the move is listed.
    """

    prior: MovesLudeme
    inner: Build
    c: Context
    outer: str
    seed: str = ""
    slot: str = ""
    entries: int = 1
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
        if self.slot:
            replay(c, listing_at(c, c.get(self.slot)), self.entries)
            return
        start = memory.mark(c)
        seen = with_region_kept(replace(c, slots=OuterSlots(c.slots, self.outer)), self.outer)
        if self.seed:
            from_seed(seen, self.seed, lambda: self._run_prior(seen))
        else:
            self._run_prior(seen)
        memory.release(c, start)

    def _run_prior(self, c: Context) -> None:
        """Find the prior's actions, as they were found with the move, and do them."""
        if self.entries == 1 and is_in_order(self.prior):
            run_effect(looking_outside(c, self.outer), self.prior)
            return

        def on_copy(copy: Context) -> IntLike:
            copy = pending_values.as_found(copy)
            return kept_effect(copy, looking_outside(copy, self.outer), self.prior)

        with keeping(c):
            seen = looking_outside(c, self.outer)
            ahead = None if has_then(self.prior) else kept_ahead(seen, self.prior)
            replay(c, listing_at(c, with_copy(c, on_copy) if ahead is None else ahead), self.entries)

    def describe(self, c: Context) -> None:
        def on_copy(copy: Context) -> None:
            logging = replace(copy, tracer=c.tracer)
            self.perform_prior(logging)
            for act in self.inner(logging):
                act.describe(logging)

        with_copy(c, on_copy)


def tried(move: Candidate) -> Candidate:
    """A move that was applied to a copy: the actions that this settles belong to the legal move, too."""
    return replace(move, c=move.c.bind(tried=1))


def looking_outside(c: Context, prefix: str) -> Context:
    """The context where consequents see the iterators that are kept under a prefix, if they look at any."""
    seen = Need.LOOKS_OUTSIDE in c.model.needs and any(f"{prefix}{name}" in c.slots for name in ITERATORS)
    return replace(c, outside=prefix) if seen else c


def is_in_order(prior: MovesLudeme) -> bool:
    """Whether what a prior does in the position itself is what its recorded actions do, in their order."""
    if isinstance(prior, Seq | While):
        return False
    if isinstance(prior, IfMoves):
        return all(is_in_order(branch) for branch in prior.branches)
    parts = prior.parts()
    if isinstance(prior, Combine) and parts is not None and len(parts) == 2:
        return not has_then(prior) and all(is_in_order(part) for part in parts)
    return parts == []
