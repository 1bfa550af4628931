"""The evaluation context: what a ludeme sees while it is emitted.

A compile-time record, passed down: the stage, the model of the game, the position looked at, and the iterators, which
are plain integers or handles. Binding an iterator gives a changed copy; nothing has to be restored.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, overload

from ludens.rules.state.guards import UNGUARDED, Guards
from ludens.rules.state.memory import LIST_CAPACITY, WORKSPACE
from ludens.rules.state.model import Model
from ludens.rules.state.regions import Region
from ludens.rules.state.trace import Tracer
from ludens.rules.state.view import StateView
from ludens.stage import (
    FULL,
    Address,
    Bool,
    BoolLike,
    Function,
    Handle,
    Int,
    IntLike,
    Long,
    LongLike,
    Memory,
    Range,
    Stage,
    Variable,
)
from ludens.stage.lanes import NotUniform, Wide
from ludens.stage.ranges import covers, hull, meet

#: the iterators of the language; each reads -1 until some ludeme binds it
ITERATORS = ("from", "to", "between", "level", "site", "value", "player", "track", "pips", "hint", "edge")


class Slots(Mapping[str, IntLike]):
    """Iterators and private values by name; a name that is not bound reads -1.

    An iterator that some ludeme leaves changed behind it is bound to a variable: it reads what the variable holds then.
    """

    def __init__(self, values: Mapping[str, Any] | None = None) -> None:
        self._values = dict(values or {})

    def __getitem__(self, name: str) -> IntLike:
        return _read(self._values.get(name, -1))

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def bind(self, values: Mapping[str, IntLike | Variable[IntLike]]) -> Slots:
        return Slots({**self._values, **values})

    def frozen(self) -> Slots:
        """What they hold now, where the stage runs: as another function sees them."""
        return self.bind({name: self[name] for name in self})

    @property
    def has_lanes(self) -> bool:
        """Whether some iterator has many sites at once as its value."""
        return any(isinstance(value, Wide) for value in self._values.values())

    def variable(self, name: str) -> Variable[IntLike] | None:
        """What holds an iterator that can be left changed, in the function that bound it."""
        value = self._values.get(name)
        return value if isinstance(value, Variable) else None

    def plain(self, name: str) -> int | None:
        """The value if it is known while compiling; asking captures nothing."""
        value = self._values.get(name, -1)
        return None if isinstance(value, Handle | Variable) else value

    def range(self, name: str, ranges: Mapping[str, Range]) -> Range:
        """What the value lies in, where `ranges` hold in the function that bound it; asking captures nothing."""
        return _range(self._values.get(name, -1), ranges)


def _range(value: Any, ranges: Mapping[str, Range]) -> Range:
    if isinstance(value, Int):
        return meet(value.range, ranges.get(value.ref, FULL))
    return (value, value) if isinstance(value, int) else FULL


def _read(value: Any) -> IntLike:
    read: IntLike = value.get() if isinstance(value, Variable) else value
    return read


class CapturedSlots(Slots):
    """The slots of another function: a dynamic one is fetched the first time that it is read.

    `ranges` are those of values where the outer function stands.
    """

    def __init__(self, outer: Slots, ranges: Mapping[str, Range], fetch: Callable[[str, Range], IntLike]) -> None:
        super().__init__()
        self._outer, self._ranges, self._fetch = outer, ranges, fetch
        self.plain_reads: dict[str, int] = {}
        self.bound_reads: dict[str, bool] = {}

    def __getitem__(self, name: str) -> IntLike:
        if name not in self._values:
            plain = self._outer.plain(name)  # reading it there would capture it there, in the middle of this function
            if plain is not None:
                self.plain_reads[name] = plain
            dynamic = plain is None
            self._values[name] = self._fetch(name, self._outer.range(name, self._ranges)) if dynamic else plain
        value: IntLike = self._values[name]
        return value

    def plain(self, name: str) -> int | None:
        return super().plain(name) if name in self._values else self._outer.plain(name)

    def range(self, name: str, ranges: Mapping[str, Range]) -> Range:
        return super().range(name, ranges) if name in self._values else self._outer.range(name, self._ranges)

    def __contains__(self, name: object) -> bool:
        bound = name in self._outer
        self.bound_reads[str(name)] = bound
        return bound

    def __iter__(self) -> Iterator[str]:
        return iter(self._outer)

    def bind(self, values: Mapping[str, IntLike | Variable[IntLike]]) -> Slots:
        return _Layered(self, values)


class _Layered(Slots):
    """Bound values over captured ones."""

    def __init__(self, below: Slots, values: Mapping[str, IntLike | Variable[IntLike]]) -> None:
        super().__init__(values)
        self._below = below

    def __getitem__(self, name: str) -> IntLike:
        return _read(self._values[name]) if name in self._values else self._below[name]

    def variable(self, name: str) -> Variable[IntLike] | None:
        return super().variable(name) if name in self._values else self._below.variable(name)

    @property
    def has_lanes(self) -> bool:
        return super().has_lanes or self._below.has_lanes

    def plain(self, name: str) -> int | None:
        return super().plain(name) if name in self._values else self._below.plain(name)

    def range(self, name: str, ranges: Mapping[str, Range]) -> Range:
        return super().range(name, ranges) if name in self._values else self._below.range(name, ranges)

    def __contains__(self, name: object) -> bool:
        return name in self._values or name in self._below

    def __iter__(self) -> Iterator[str]:
        return iter({**dict.fromkeys(self._below), **self._values})

    def bind(self, values: Mapping[str, IntLike | Variable[IntLike]]) -> Slots:
        return _Layered(self, values)


class RenamedSlots(Slots):
    """Other slots under other names; what is bound on top of them hides them. Subclasses give `_key` and `__iter__`."""

    def __init__(self, below: Slots, prefix: str) -> None:
        super().__init__()
        self._below, self._prefix = below, prefix

    def _key(self, name: str) -> str | None:
        """What a slot is called below; None where it is not to be seen."""
        raise NotImplementedError(type(self).__name__)

    def _inner(self, name: str) -> str:
        return self._key(name) or ""  # no slot is called so

    def __getitem__(self, name: str) -> IntLike:
        return super().__getitem__(name) if name in self._values else self._below[self._inner(name)]

    def variable(self, name: str) -> Variable[IntLike] | None:
        return super().variable(name) if name in self._values else self._below.variable(self._inner(name))

    def plain(self, name: str) -> int | None:
        return super().plain(name) if name in self._values else self._below.plain(self._inner(name))

    def range(self, name: str, ranges: Mapping[str, Range]) -> Range:
        return super().range(name, ranges) if name in self._values else self._below.range(self._inner(name), ranges)

    def __contains__(self, name: object) -> bool:
        return name in self._values or self._inner(str(name)) in self._below

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def bind(self, values: Mapping[str, IntLike | Variable[IntLike]]) -> Slots:
        result = type(self)(self._below, self._prefix)
        result._values = {**self._values, **values}
        return result


class NoIterators(RenamedSlots):
    """Other slots without the iterators: reading one that is not bound on top raises NotUniform."""

    def _key(self, name: str) -> str | None:
        if name in ITERATORS:
            raise NotUniform
        return name

    def __iter__(self) -> Iterator[str]:
        return iter({**{name: None for name in self._below if name not in ITERATORS}, **self._values})


@dataclass(frozen=True)
class Context:
    """See the module. `region` is what `(sites)` iterates, `team` what `(team)` does; `guards` guard recursion.

    `tracer` is what actions are logged to here, if anything: nothing that happens on a scratch copy is logged.
    With `logs_draws` random numbers are logged as they are drawn, on scratch copies, too: see `random.Draw`. `recorder`
    records the actions that are done here (`generation.recording`). `outside` is the prefix of the slots that keep the
    iterators which consequents see; without one they see none. `in_effect` is whether moves are found as those of an
    effect, which applies all of them. With `later` consequents are not recorded with the actions: they are noted
    there, and evaluated when the actions have been done (`generation.recording.Later`). What is done `ahead` is only
    recorded. Lists of moves have room for `most_moves`. `cached` are regions that have been found in this function, by
    what decides them.
    """

    s: Stage
    model: Model
    state: StateView
    env: Address
    slots: Slots
    tracer: Tracer | None = None
    region: Region | None = None
    team: Any = None
    guards: Guards = UNGUARDED
    logs_draws: bool = False
    recorder: Any = None
    outside: str | None = None
    in_effect: bool = False
    later: Any = None
    ahead: bool = False
    most_moves: int = LIST_CAPACITY
    cached: Mapping[Hashable, Region] | None = None

    def _changed(self, **values: Any) -> Context:
        """A copy with other values in some of the fields: `dataclasses.replace` at a fifth of its cost."""
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__, **values)
        return copy

    def bind(self, **values: IntLike) -> Context:
        """A copy with iterators or private values bound; a trailing underscore is dropped (`from_=3`)."""
        return self._changed(slots=self.slots.bind({k.rstrip("_"): v for k, v in values.items()}))

    def bind_variable(self, name: str, value: IntLike) -> Context:
        """A copy with an iterator bound that ludemes may leave changed behind them."""
        return self._changed(slots=self.slots.bind({name: self.s.var(value)}))

    def get(self, name: str) -> IntLike:
        """An iterator or private value."""
        return self.slots[name]

    def without_iterators(self) -> Context:
        """A copy in which reading an iterator raises NotUniform."""
        return self._changed(slots=NoIterators(self.slots, ""))

    def caching(self, regions: Mapping[Hashable, Region]) -> Context:
        """A copy in which these regions need not be found again, as nothing changes the position meanwhile."""
        return self._changed(cached={**(self.cached or {}), **regions}) if regions else self

    def unbound(self) -> Context:
        """The context of a consequent: no iterator is bound (manual: runtime 5)."""
        return self._changed(slots=Slots(), region=None, team=None, cached=None)

    def at(self, state: StateView) -> Context:
        """The same context on another position, a scratch copy."""
        return self._changed(state=state, tracer=None, recorder=None, later=None, ahead=False, cached=None)

    def guarded(self, name: str) -> Context:
        return self._changed(guards=self.guards.and_(name))

    # --- the mover, which a generator may replace for a while

    @property
    def mover(self) -> IntLike:
        return self.slots["mover"] if "mover" in self.slots else self.state.mover.get()

    @property
    def next(self) -> IntLike:
        return self.slots["next"] if "next" in self.slots else self.state.next.get()

    @property
    def prev(self) -> IntLike:
        return self.slots["prev"] if "prev" in self.slots else self.state.prev.get()

    # --- code out of line

    @overload
    def outline(
        self, name: str, body: Callable[[Context], IntLike], result: type[Int], key: Hashable = None
    ) -> IntLike: ...

    @overload
    def outline(
        self, name: str, body: Callable[[Context], BoolLike], result: type[Bool], key: Hashable = None
    ) -> BoolLike: ...

    @overload
    def outline(
        self, name: str, body: Callable[[Context], LongLike], result: type[Long], key: Hashable = None
    ) -> LongLike: ...

    @overload
    def outline(
        self,
        name: str,
        body: Callable[..., object],
        result: None,
        key: Hashable = None,
        places: Sequence[tuple[Memory, Address]] = (),
    ) -> None: ...

    def outline(
        self,
        name: str,
        body: Callable[..., Any],
        result: type[Handle] | None,
        key: Hashable = None,
        places: Sequence[tuple[Memory, Address]] = (),
    ) -> Any:
        """Emit the body as a function of its own and call it; what it reads of the context becomes its parameters.

        Calls with an equal `key` (which must decide the body) share one function where the plain values that it read
        and the guards that it looked at agree, and its parameters' ranges hold the values given. The addresses of
        `places`, with what lies there, are given to the body, too.
        """
        if self.region is not None or self.team is not None:
            return body(self, *(address for _, address in places))
        if self.slots.has_lanes:
            raise NotUniform
        modes = (self.tracer is not None, self.recorder is not None, self.ahead, self.outside, self.in_effect)
        memo_key = None if key is None else (name, key, modes, self.later, self.state.watched)
        variants = self.s.once(memo_key, list[_Outlined]) if memo_key else []
        similar = [o for o in variants if o.agrees(self.slots, self.guards)]
        outlined = next((o for o in similar if o.holds(self.slots, self.s.ranges)), None)
        if outlined is None:
            outlined = self._outlined(name, body, result, similar, [kind for kind, _ in places])
            variants.append(outlined)
        for name in outlined.plain:  # the function that this stands in relies on them, too
            self.slots[name]
        return self.s.call(
            outlined.function,
            self.state.address,
            self.state.root,
            self.env,
            *(address for _, address in places),
            *(self.slots[n] for n in outlined.captured),
        )

    def _outlined(
        self,
        name: str,
        body: Callable[..., Any],
        result: type[Handle] | None,
        similar: Sequence[_Outlined],
        places: Sequence[Memory],
    ) -> _Outlined:
        """A function made of the body; where there are similar ones, its ranges hold the values given there as well."""
        captured: dict[str, Range] = {}

        def fetch(slot: str, range: Range) -> IntLike:
            others = [o.captured.get(slot, range) for o in similar]
            captured[slot] = FULL if len(similar) > 1 else reduce(hull, others, range)
            return self.s.parameter(Int, captured[slot])

        slots, guards = CapturedSlots(self.slots, self.s.ranges, fetch), self.guards.within()

        def emit(state: Address, root: Address, env: Address, *addresses: Address) -> Any:
            here = self.state.moved(state, env, root)
            c = self._changed(state=here, env=env, slots=slots, guards=guards, cached=None)
            return body(c, *addresses)

        layout = self.state.layout
        function = self.s.function(name, [layout.core, layout.whole, WORKSPACE, *places], result, emit)
        return _Outlined(function, captured, slots.plain_reads, slots.bound_reads, guards.queries or {})


@dataclass(frozen=True)
class _Outlined:
    """A function made by `Context.outline`: the slots that it takes with their ranges, and what it relies on.

    That is the plain values that it read, whether slots were bound at all, and whether guards held.
    """

    function: Function[Handle | None]
    captured: Mapping[str, Range]
    plain: Mapping[str, int]
    bound: Mapping[str, bool]
    queries: Mapping[str, bool]

    def holds(self, slots: Slots, ranges: Mapping[str, Range]) -> bool:
        """Whether its ranges hold what it would be given."""
        return all(covers(range, slots.range(name, ranges)) for name, range in self.captured.items())

    def agrees(self, slots: Slots, guards: Guards) -> bool:
        """Whether it relies on nothing that is otherwise here."""
        return (
            all(slots.plain(n) == v for n, v in self.plain.items())
            and all((n in slots) == b for n, b in self.bound.items())
            and all((n in guards) == held for n, held in self.queries.items())
        )
