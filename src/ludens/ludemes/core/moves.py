"""Moves while they are emitted: candidates, sinks, and how a move is executed.

A generator pushes a `Candidate` to a sink where it finds a move. A candidate knows how to build the move's actions;
they are built when the move is applied, in the position in which it was generated (spec 5 and 6). The sink decides what
becomes of it: executed at once, counted, tested for, recorded in a list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from ludens.ludemes.base import Ludeme, MovesLudeme, Need
from ludens.ludemes.core import memory
from ludens.ludemes.core.acts import Act, Acted, combined_kind
from ludens.ludemes.core.context import CapturedSlots, Context
from ludens.ludemes.core.history import store_last
from ludens.ludemes.core.random import from_seed, saved_seed
from ludens.ludemes.core.regions import BitRegion, Region
from ludens.ludemes.core.trace import BASE, CHAIN, CLOSE, END_CHAIN, INNER, LEVELS, OPEN
from ludens.stage import Address, Bool, BoolLike, Function, Handle, Int, IntLike, Scope, Variable

if TYPE_CHECKING:
    from ludens.ludemes.helpers import Then

Build = Callable[[Context], Sequence[Act]]
Test = Callable[["Candidate"], BoolLike]

RECORD_WORDS = 16
LIST_CAPACITY = 16384
_GENERATOR = 0
HEADER = ("move.mover", "move.from_", "move.to")  # always recorded, behind the generator's number
_FIRST_CAPTURE = 1
#: the slots of the generator's state before a move's chained effects drew
_SEED = "effect.seed"


@dataclass(frozen=True)
class Candidate:
    """A move as its generator found it.

    `build(c)` gives its actions; it may read the context only, since it is run again where the move is applied: values
    of its own go into private slots (`Context.bind`). `then` are the consequents, innermost first. `between` gives the
    sites passed over. `tests` are conditions still to be tested, for sinks that defer them.
    """

    c: Context
    build: Build
    from_: IntLike = -1
    to: IntLike = -1
    mover: IntLike = 0
    state: IntLike = -1
    edge: IntLike = -1
    oriented: IntLike = 1
    level_min: IntLike = 0
    level_max: IntLike = 0
    between: Callable[[Context], Region] | None = None
    then: tuple[Then, ...] = ()
    tests: tuple[Test, ...] = ()
    entries: int = 1  # how often the same move stands in the list: what is appended to each entry is appended to all

    @property
    def key(self) -> tuple[Any, ...] | None:
        """What decides the code of this move, besides the values it reads; None where that is not known."""
        owner = getattr(self.build, "__self__", None)
        if not isinstance(owner, MovesLudeme) or self.between is not None or self.tests:
            return None
        name = self.build.__name__
        return (owner.identity, name, tuple(then.identity for then in self.then))

    def header(self) -> list[IntLike]:
        return [self.mover, self.from_, self.to, self.state, self.oriented, self.edge, self.level_min, self.level_max]

    def in_slots(self) -> Candidate:
        """With the header in private slots, so that it is captured like everything else."""
        names = ("mover", "from_", "to", "state", "edge", "oriented", "level_min", "level_max")
        values = {f"move.{n}": getattr(self, n) for n in names}
        return replace(self, c=replace(self.c, slots=self.c.slots.bind(values)))

    def seen_from(self, c: Context) -> Candidate:
        """The same move in another function, whose context `c` has captured slots."""
        names = ("mover", "from_", "to", "state", "edge", "oriented", "level_min", "level_max")
        values = {n: c.get(f"move.{n}") for n in names}
        return replace(self, c=c, **cast(dict[str, Any], values))


class Sink:
    """What generators push moves to. `defers` tells that conditions on moves may be tested later, if at all."""

    @property
    def defers(self) -> bool:
        return False

    @property
    def only_collects(self) -> bool:
        """Whether pushing a move always goes on after it, and looks at nothing of the position."""
        return False

    def filtered(self, test: Test) -> Sink:
        """A sink that passes on the moves for which the test holds, in the end."""
        if self.defers:
            return MapSink(self, lambda move: replace(move, tests=(*move.tests, _as_now(move, test))))
        return FilterSink(self, test)

    def push(self, move: Candidate) -> None:
        raise NotImplementedError

    def push_each(self, region: Region, make: Callable[[IntLike], Candidate]) -> None:
        """Push one move for each site of a region, in order; sinks that count or pick need not go through them."""
        region.each(lambda site: self.push(make(site)))


def _as_now(move: Candidate, test: Test) -> Test:
    """A test that does not see the consequents which operators further out append later."""
    known = len(move.then)
    return lambda later: test(replace(later, then=later.then[:known]))


@dataclass
class MapSink(Sink):
    """Changes each move on its way."""

    inner: Sink
    change: Callable[[Candidate], Candidate]

    @property
    def defers(self) -> bool:
        return self.inner.defers

    @property
    def only_collects(self) -> bool:
        return self.inner.only_collects

    def push(self, move: Candidate) -> None:
        self.inner.push(self.change(move))

    def push_each(self, region: Region, make: Callable[[IntLike], Candidate]) -> None:
        self.inner.push_each(region, lambda site: self.change(make(site)))


def with_then(sink: Sink, *thens: Then | None) -> Sink:
    """Appends consequents to each move (spec 5, 3.2)."""
    added = tuple(t for t in thens if t is not None)
    return MapSink(sink, lambda m: replace(m, then=m.then + added * m.entries)) if added else sink


def sealed(sink: Sink, mover: IntLike, *thens: Then | None) -> Sink:
    """Sets the mover of each move and appends consequents (spec 5, 1.4, `seal`)."""
    added = tuple(t for t in thens if t is not None)
    return MapSink(sink, lambda m: replace(m, mover=mover, then=m.then + added * m.entries))


@dataclass
class FilterSink(Sink):
    """Passes on the moves for which the test holds; the test is emitted where each move is found."""

    inner: Sink
    test: Callable[[Candidate], BoolLike]

    def push(self, move: Candidate) -> None:
        move.c.s.if_(self.test(move), lambda: self.inner.push(move))


class CountSink(Sink):
    """Counts moves."""

    def __init__(self, c: Context) -> None:
        self.total = c.s.var(0)
        self.in_loops = False

    @property
    def only_collects(self) -> bool:
        return True

    def push(self, move: Candidate) -> None:
        self.in_loops |= move.c.s.loop_depth > 0
        self.total.set(self.total.get() + 1)

    def push_each(self, region: Region, make: Callable[[IntLike], Candidate]) -> None:
        self.in_loops |= region.s.loop_depth > 0
        self.total.set(self.total.get() + region.count())


@dataclass
class NthSink(Sink):
    """Passes on the move number `left`, counted from 0, and leaves the scope."""

    inner: Sink
    left: Variable
    out: Scope

    def push(self, move: Candidate) -> None:
        s = move.c.s
        s.if_(self.left.get() == 0, lambda: (self.inner.push(move), s.leave(self.out)))
        self.left.set(self.left.get() - 1)

    def push_each(self, region: Region, make: Callable[[IntLike], Candidate]) -> None:
        s, count = region.s, region.count()
        left = self.left.get()
        s.if_(left < count, lambda: (self.inner.push(make(region.nth(left))), s.leave(self.out)))
        self.left.set(left - count)


@dataclass
class ExistsSink(Sink):
    """Leaves the scope at the first move."""

    found: Variable
    out: Scope

    def push(self, move: Candidate) -> None:
        self.found.set(True)
        move.c.s.leave(self.out)


def exists(c: Context, generate: Callable[[Sink], object]) -> BoolLike:
    """Whether a generator pushes any move; generation stops at the first."""
    found = c.s.var(False, Bool)
    start = memory.mark(c)
    c.s.scope(lambda out: generate(ExistsSink(found, out)))
    memory.release(c, start)
    return cast(BoolLike, found.get())


class SitesSink(Sink):
    """Collects a site of each move, negative ones left out."""

    def __init__(self, c: Context, which: Callable[[Candidate], IntLike]) -> None:
        self.region, self.which = BitRegion.empty(c), which

    def push(self, move: Candidate) -> None:
        site = self.which(move)
        move.c.s.if_(site >= 0, lambda: self.region.add(site))


class ExecuteSink(Sink):
    """Executes each move where it is found, as part of another move."""

    def __init__(self, c: Context) -> None:
        self.c = c

    def push(self, move: Candidate) -> None:
        execute(move, store=False)


class DropSink(Sink):
    """Forgets all moves: generating them matters for what it leaves behind."""

    def push(self, move: Candidate) -> None:
        pass


class DescribeSink(Sink):
    """Logs each move as generated, not yet applied; its actions are no decisions."""

    def push(self, move: Candidate) -> None:
        describe(move)


# --- recorded moves


class Family:
    """The kinds of moves of one list: for each place that pushes to it, how to execute what it pushed."""

    def __init__(self, c: Context, *, store: bool) -> None:
        self.c, self.store = c, store
        self.members: list[tuple[Candidate, tuple[str, ...]]] = []
        self.passes: list[bool] = []
        self._execute: list[Function] = []
        self._describe: list[Function] = []
        self._tests: list[Function | None] = []

    def register(self, move: Candidate) -> tuple[int, tuple[str, ...]]:
        """A number for the place that pushes `move`, and the slots to be recorded with each of its moves."""
        move = move.in_slots()
        captured = list(HEADER) if self.c.tracer is not None and self.store else []
        self._execute.append(self._function(move, captured, self._perform))
        self._tests.append(self._function(move, captured, passes_tests, Bool) if move.tests else None)
        if self.c.tracer is not None and self.store:
            self._describe.append(self._function(move, captured, describe))
        self.members.append((move, tuple(captured)))
        return len(self.members) - 1, tuple(captured)

    def _perform(self, move: Candidate) -> None:
        """Execute; a player's move is logged with its header."""
        tracer = move.c.tracer
        if tracer is not None and self.store:
            tracer.mark(move.c, OPEN, move.header())
        acts = execute(move, store=self.store)
        self.passes.append(is_pass(acts))
        if tracer is not None and self.store:
            tracer.mark(move.c, CLOSE)

    def _function(
        self,
        move: Candidate,
        captured: list[str],
        body: Callable[[Candidate], object],
        result: type[Handle] | None = None,
    ) -> Function:
        def emit(state: Address, root: Address, env: Address, record: Address) -> object:
            def fetch(slot: str) -> IntLike:
                if slot not in captured:
                    captured.append(slot)
                    if len(captured) + _FIRST_CAPTURE > RECORD_WORDS:
                        raise NotImplementedError(f"more than {RECORD_WORDS} values in a move: {captured}")
                return cast(IntLike, c.s.entry_load(record, _FIRST_CAPTURE + captured.index(slot)))

            base = self.c.at(self.c.state.moved(state, root))
            applying = self.store and body is not describe
            outer = move.c.slots.bind({"applying": 1}) if applying else move.c.slots
            slots = CapturedSlots(outer, fetch)
            c = replace(base, env=env, slots=slots, scratch=self.c.scratch, guards=frozenset(), region=None, team=None)
            return body(move.seen_from(c))

        return self.c.s.function("move", [Address] * 4, result, emit)

    def forget(self, since: int) -> None:
        """Take back the places registered from number `since` on: nothing pushes there after all."""
        for listed in (self.members, self.passes, self._execute, self._tests, self._describe):
            del listed[since:]

    @property
    def has_tests(self) -> bool:
        """Whether some recorded moves are still to be tested."""
        return any(test is not None for test in self._tests)

    def test(self, c: Context, record: Address) -> BoolLike:
        """Whether a recorded move passes the tests that were deferred."""
        arguments, passed = (c.state.address, c.state.root, c.env, record), c.s.var(True, Bool)
        cases = [(lambda f=f: passed.set(c.s.call(f, *arguments)) if f is not None else None) for f in self._tests]
        c.s.switch(c.s.load(record, _GENERATOR, "i32"), cases)
        return cast(BoolLike, passed.get())

    def execute(self, c: Context, record: Address) -> None:
        """Execute a recorded move."""
        self._dispatch(c, record, self._execute)

    def describe(self, c: Context, record: Address) -> None:
        """Log a recorded move as generated."""
        self._dispatch(c, record, self._describe)

    def _dispatch(self, c: Context, record: Address, functions: Sequence[Function]) -> None:
        arguments = (c.state.address, c.state.root, c.env, record)
        kind = c.s.load(record, _GENERATOR, "i32") if len(functions) > 1 else 0
        c.s.switch(kind, [lambda f=f: c.s.call(f, *arguments) for f in functions])  # type: ignore[misc]


def passes_tests(move: Candidate) -> BoolLike:
    """Whether a move passes the tests that were deferred."""
    return move.c.s.all_of(*(lambda test=test: test(move) for test in move.tests))


class MoveList(Sink):
    """A list of recorded moves in the arena."""

    def __init__(self, c: Context, family: Family, address: Address | None = None, *, lazy: bool = False) -> None:
        self.c, self.family, self.lazy = c, family, lazy
        self.address = memory.allocate(c, RECORD_WORDS * 4 * LIST_CAPACITY) if address is None else address
        self.count = c.s.var(0)

    @property
    def defers(self) -> bool:
        return self.lazy

    @property
    def only_collects(self) -> bool:
        return True

    def record(self, index: IntLike) -> Address:
        return self.c.s.offset(self.address, index * (RECORD_WORDS * 4))

    def execute(self, c: Context) -> None:
        """Execute all moves, in order."""
        c.s.for_range(0, self.count.get(), lambda i: self.family.execute(c, self.record(i)))

    def push(self, move: Candidate) -> None:
        number, captured = self.family.register(move)
        s, slots = move.c.s, move.in_slots().c.slots
        index = self.count.get()

        def put() -> None:
            record = self.record(index)
            s.store(record, _GENERATOR, "i32", number)
            for position, name in enumerate(captured):
                s.store(record, _FIRST_CAPTURE + position, "i32", slots[name])
            self.count.set(index + 1)

        s.if_(index < LIST_CAPACITY, put, lambda: memory.fail(self.c, 2))


# --- execution


def run_effect(c: Context, effect: MovesLudeme) -> None:
    """Generate all moves of an effect, then apply them in order (spec 5, 2.1); fused where that makes no difference."""
    from ludens.ludemes.core.fusing import can_fuse

    if can_fuse(effect):
        effect.emit(c, ExecuteSink(c))
        return
    start = memory.mark(c)
    listed = MoveList(c, Family(c, store=False))
    effect.emit(c, listed)
    listed.execute(c)
    memory.release(c, start)


def execute(move: Candidate, *, store: bool) -> Sequence[Act]:
    """Apply a move: its actions, then (if it is the player's) remember it, then its consequents (spec 5, 3.1).

    Gives the move's own actions.
    """
    c = move.c
    acts = move.build(c)
    for act in acts:
        act.perform(c)
    if store:
        store_last(move, acts)
    for then in move.then:
        run_consequent(c, then)
    if store and Need.SEQUENCE_CAPTURE in c.model.needs:
        from ludens.ludemes.core.capture import capture_at_end_of_turn

        capture_at_end_of_turn(c)
    return acts


def is_pass(acts: Sequence[Act]) -> bool:
    """Whether performed actions make a pass, as far as it is known while compiling."""
    kinds = combined_kind(acts)
    return bool(kinds & Acted.PASS) and not kinds & (Acted.DECIDED | Acted.DECIDED_SWAP)


def run_consequent(c: Context, then: Then) -> None:
    """Evaluate a consequent and apply its moves; emitted once for all moves that carry it."""
    c.unbound().outline("then", lambda c: run_effect(c, then.moves), None, key=("then", then.identity))


def describe(move: Candidate) -> None:
    """Log a move as generated: nested, without consequents (spec 5, 1.2)."""
    c = move.c
    tracer = c.tracer
    assert tracer is not None
    tracer.mark(c, OPEN, move.header())
    for act in move.build(c):
        act.describe(c)
    tracer.mark(c, CLOSE)


class Link:
    """What is chained in front of a move: one effect, or one for each of several sites."""

    def effects(self) -> Sequence[MovesLudeme]:
        """For fusing: what is generated, twice where several times."""
        raise NotImplementedError

    def emit(self, sink: Sink) -> None:
        """Push all moves, in the order in which they are applied."""
        raise NotImplementedError

    def open(self, c: Context, header: Sequence[IntLike]) -> None:
        """Log the effect and begin the move that it is chained to."""
        raise NotImplementedError

    def close(self, c: Context) -> None:
        """End what `open` began."""
        raise NotImplementedError


@dataclass
class EffectAct(Act, Link):
    """An effect's moves, applied as part of a move (spec 5, 1.4); none of its actions is a decision."""

    effect: MovesLudeme
    c: Context

    def __post_init__(self) -> None:
        self.c = undecided(self.c)

    def perform(self, c: Context) -> None:
        run_effect(self.c, self.effect)

    def describe(self, c: Context) -> None:
        self.effect.emit(self.c, DescribeSink())

    def effects(self) -> Sequence[MovesLudeme]:
        return [self.effect]

    def emit(self, sink: Sink) -> None:
        self.effect.emit(self.c, sink)

    def open(self, c: Context, header: Sequence[IntLike]) -> None:
        open_link(c, lambda: self.describe(c), header)

    def close(self, c: Context) -> None:
        close_link(c)


@dataclass
class EachSite(Link):
    """An effect for each of some sites, each chained to what came before: the last one is applied first.

    `each(body)` runs the body for the sites from the last to the first; `bind(site)` is what the effect sees.
    """

    effect: MovesLudeme
    each: Callable[[Callable[[IntLike], object]], object]
    bind: Callable[[IntLike], Context]

    def effects(self) -> Sequence[MovesLudeme]:
        return [self.effect, self.effect]

    def emit(self, sink: Sink) -> None:
        self.each(lambda site: self.effect.emit(undecided(self.bind(site)), sink))

    def open(self, c: Context, header: Sequence[IntLike]) -> None:
        def one(site: IntLike) -> None:
            seen = undecided(self.bind(site))
            open_link(c, lambda: self.effect.emit(seen, DescribeSink()), header)

        self.each(one)

    def close(self, c: Context) -> None:
        self.each(lambda site: close_link(c))


def undecided(c: Context) -> Context:
    """The context of an effect, whose actions are no decisions unless the whole move has been ruled on."""
    return c if "decided" in c.slots else c.bind(decided=0)


def open_link(c: Context, effects: Callable[[], object], header: Sequence[IntLike]) -> None:
    assert c.tracer is not None
    c.tracer.mark(c, CHAIN)
    effects()
    c.tracer.mark(c, BASE)
    c.tracer.mark(c, INNER, header)


def close_link(c: Context) -> None:
    assert c.tracer is not None
    c.tracer.mark(c, CLOSE)
    c.tracer.mark(c, END_CHAIN)


@dataclass
class ChainAct(Act):
    """`chain(effect, move)`: the effect's moves, generated before the move is applied, then the move (spec 5, 1.4)."""

    link: Link
    base: Sequence[Act]
    header: Sequence[IntLike]

    def __post_init__(self) -> None:
        decided = next((a for a in self.base if a.decision), None)
        self.decision = decided is not None
        self.site_from = decided.site_from if decided else -1
        self.site_to = decided.site_to if decided else -1

    def perform(self, c: Context) -> None:
        links, acts = self.unrolled()
        if c.tracer is not None and c.model.stacking:
            self._keep_levels(c, links)
        as_drawn(c, lambda: perform_links(c, links))
        for act in acts:
            act.perform(c)

    def _keep_levels(self, c: Context, links: list[Link]) -> None:
        """A move to which no effect is chained after all shows its own levels (spec 5, 1.4)."""
        tracer, low, high = c.tracer, *self.header[-2:]
        assert tracer is not None
        some = exists(c, lambda sink: [link.emit(sink) for link in links])
        c.s.if_(c.s.not_(some), lambda: tracer.mark(c, LEVELS, [low, high]))

    def unrolled(self) -> tuple[list[Link], list[Act]]:
        """The effects in the order in which they are applied, and the actions behind them."""
        first = self.base[0]
        if not isinstance(first, ChainAct):
            return [self.link], list(self.base)
        links, acts = first.unrolled()
        return [self.link, *links], [*acts, *self.base[1:]]

    def describe(self, c: Context) -> None:
        as_drawn(c, lambda: self.link.open(c, self.header))
        for act in self.base:
            act.describe(c)
        self.link.close(c)


def perform_links(c: Context, links: Sequence[Link]) -> None:
    """Apply effects in order; they are all generated first, unless that cannot be told apart."""
    from ludens.ludemes.core.fusing import can_fuse, independent

    effects = [e for link in links for e in link.effects()]
    apart = all(independent(a, b) for i, a in enumerate(effects) for b in effects[i + 1 :])
    if apart and all(can_fuse(e) for e in effects):
        for link in links:
            link.emit(ExecuteSink(c))
        return
    start = memory.mark(c)
    lists: list[MoveList] = []
    for link in reversed(links):
        lists.append(MoveList(c, Family(c, store=False)))
        link.emit(lists[-1])
    for listed in reversed(lists):
        listed.execute(c)
    memory.release(c, start)


def chain(
    c: Context, effect: MovesLudeme | None, acts: Sequence[Act], header: Sequence[IntLike] | None = None
) -> list[Act]:
    """Join an effect to actions that are already built; `c` is what the effect sees.

    `header` is that of the inner move: mover, from, to, state, oriented, edge, lowest and highest level.
    """
    return list(acts) if effect is None else chain_link(EffectAct(effect, c), acts, header)


def drawn(move: Candidate, *effects: MovesLudeme | None) -> Candidate:
    """A move with chained effects, which draw their random numbers when the move is found (spec 5, 2.1).

    Finding them leaves a level behind, too (spec 5, 7.3).
    """
    chained = [effect for effect in effects if effect is not None]
    move = _with_level_left(move, chained)
    if not any(_draws(effect) for effect in chained):
        return move
    from ludens.ludemes.core.rules import with_copy

    c = move.c
    slots = saved_seed(c, _SEED)

    def on_copy(copy: Context) -> None:
        for act in move.build(copy):
            act.perform(copy)
        c.state.set("rng", copy.state.get("rng"))

    with_copy(c, on_copy)
    return replace(move, c=c.bind(**slots))


def _draws(effect: MovesLudeme) -> bool:
    return any(Need.STOCHASTIC in ludeme.needs for ludeme in effect.walk())


def leaves_level(ludeme: Ludeme) -> bool:
    """Whether evaluating a ludeme leaves the level iterator changed; its consequents are evaluated later."""
    from ludens.ludemes.helpers import Then

    if isinstance(ludeme, MovesLudeme) and ludeme.leaves_level:
        return True
    return any(leaves_level(child) for child in ludeme.children() if not isinstance(child, Then))


def _with_level_left(move: Candidate, effects: Sequence[MovesLudeme]) -> Candidate:
    """The move with the level that it was found with, after its effects have left theirs to what is found next."""
    level = move.c.slots.variable("level")
    changing = [effect for effect in effects if leaves_level(effect)]
    if level is None or not changing:
        return move
    before = level.get()
    for effect in changing:
        if not _draws(effect):
            effect.emit(move.c, DropSink())
    return replace(move, c=move.c.bind(level=before))


def as_drawn(c: Context, body: Callable[[], object]) -> None:
    """Run the body with the random numbers that were drawn when the move was found; the generator is left alone."""
    if f"{_SEED}.low" in c.slots:
        from_seed(c, _SEED, body)
    else:
        body()


def chain_link(link: Link, acts: Sequence[Act], header: Sequence[IntLike] | None = None) -> list[Act]:
    """Join effects to actions that are already built."""
    first = acts[0]
    plain = [0, first.site_from, first.site_to, -1, 1, -1, 0, 0]
    return [ChainAct(link, acts, header or plain)]


@dataclass
class DeferredAct(Act):
    """Actions that are built only when the ones before them have been performed."""

    build: Build
    built: Sequence[Act] = ()

    def static_kind(self) -> Acted:
        return combined_kind(self.built)

    def perform(self, c: Context) -> None:
        self.built = self.build(c)
        for act in self.built:
            act.perform(c)

    def describe(self, c: Context) -> None:
        for act in self.build(c):
            act.describe(c)


def decision_view(acts: Sequence[Act]) -> tuple[IntLike, IntLike]:
    """From and to of the first decision among actions, -1 if there is none (spec 5, 1.1)."""
    first = next((a for a in acts if a.decision), None)
    return (first.site_from, first.site_to) if first else (-1, -1)


__all__ = [
    "Candidate",
    "ChainAct",
    "CountSink",
    "DeferredAct",
    "DescribeSink",
    "EachSite",
    "EffectAct",
    "ExecuteSink",
    "ExistsSink",
    "Family",
    "FilterSink",
    "Handle",
    "Int",
    "Link",
    "MapSink",
    "MoveList",
    "Sink",
    "SitesSink",
    "chain",
    "chain_link",
    "decision_view",
    "describe",
    "execute",
    "exists",
    "run_consequent",
    "run_effect",
    "sealed",
    "with_then",
]  # fmt: skip
