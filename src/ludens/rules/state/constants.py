"""What is known while compiling: ludemes evaluated at once, on a stage that runs (manual: regions 1.3).

A ludeme that reads nothing of the state is evaluated with `constant`; what the language evaluates at load, in the
position without pieces, with `at_load`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Any, NoReturn, TypeVar

from ludens.rules.state.context import Context, Slots
from ludens.rules.state.fields.declaration import Field
from ludens.rules.state.layout import Layout
from ludens.rules.state.model import Model
from ludens.rules.state.regions import BitRegion, Region, StaticRegion
from ludens.rules.state.view import BlankState, StateView
from ludens.stage import Address, Handle, IntLike, LongLike, Memory
from ludens.stage.direct import DirectStage, Place, Unknown

T = TypeVar("T")


class DirectContext(Context):
    """A context whose stage runs: nothing goes out of line, but what would sees the iterators as they are there."""

    def outline(
        self,
        name: str,
        body: Callable[..., Any],
        result: type[Handle] | None,
        key: Any = None,
        places: Sequence[tuple[Memory, Address]] = (),
    ) -> Any:
        is_outlined = self.region is None and self.team is None
        seen = replace(self, slots=self.slots.frozen()) if is_outlined else self
        return body(seen, *(address for _, address in places))


class _ConstantSlots(Slots):
    """The slots of another context, as far as they are known while compiling.

    `reads` collects the names that were looked up there.
    """

    def __init__(
        self, below: Slots, values: dict[str, IntLike] | None = None, reads: dict[str, None] | None = None
    ) -> None:
        super().__init__(values)
        self._below = below
        self.reads: dict[str, None] = {} if reads is None else reads

    def __getitem__(self, name: str) -> IntLike:
        if name in self._values:
            value: IntLike = self._values[name]
            return value
        plain = self._below.plain(name)
        if plain is None:
            raise Unknown
        self.reads[name] = None
        return self._below[name]

    def __contains__(self, name: object) -> bool:
        if name in self._values:
            return True
        self.reads[str(name)] = None
        return name in self._below

    def plain(self, name: str) -> int | None:
        return super().plain(name) if name in self._values else self._below.plain(name)

    def bind(self, values: Any) -> Slots:
        return _ConstantSlots(self._below, {**self._values, **values}, self.reads)


class _NoState(StateView):
    """A position of which nothing is known but what no game state holds."""

    def read(self, field: Field[Any], index: IntLike) -> NoReturn:
        raise Unknown

    def write(self, field: Field[Any], index: IntLike, value: Any) -> NoReturn:
        raise Unknown

    def place(self, field: Field[Any]) -> NoReturn:
        raise Unknown

    def moved(self, address: Address, env: Address, root: Address | None = None) -> StateView:
        return self


def is_direct(c: Context) -> bool:
    """Whether the context's stage runs."""
    return isinstance(c.s, DirectStage)


def is_at_load(c: Context) -> bool:
    """Whether it is evaluated before there is a position: of nothing, or of the one without pieces."""
    return isinstance(c.state, _NoState | BlankState)


def _direct_stage(c: Context) -> DirectStage:
    return c.s.once("direct stage", DirectStage)


def _stateless(c: Context) -> Context | None:
    """The context of a direct run without a state; None inside one, and where `(sites)` iterates a region of play."""
    if is_at_load(c) or c.team is not None or not (c.region is None or isinstance(c.region, StaticRegion)):
        return None
    stage = _direct_stage(c)
    null = Address(stage, "null")
    state = _NoState(stage, c.model, c.state.layout, null, null)
    slots = _NoSlots() if is_direct(c) else _ConstantSlots(c.slots)  # in play iterators count as unknown
    direct = DirectContext(stage, c.model, state, null, slots, guards=c.guards)
    return direct if c.region is None else replace(direct, region=StaticRegion(direct, c.region.members))


def constant(c: Context, evaluate: Callable[[Context], T]) -> T | None:
    """What `evaluate` gives where it depends on nothing of play, else None."""
    direct = _stateless(c)
    if direct is None:
        return None
    try:
        return evaluate(direct)
    except Unknown:
        return None


def constant_sites(c: Context, build: Callable[[Context], Region]) -> StaticRegion | None:
    """A region that depends on nothing of play, else None."""
    members = constant(c, lambda direct: members_of(build(direct)))
    return None if members is None else StaticRegion(c, members)


def members_of(region: Region) -> tuple[int, ...]:
    """The members of a region of a direct run, ascending."""
    if isinstance(region, StaticRegion):
        return region.sorted
    if isinstance(region, BitRegion):  # read at once: its words and bits are no work of the rules
        if not isinstance(region.address, Place):
            raise Unknown
        start = region.address.at
        bits = int.from_bytes(region.address.data[start : start + 8 * region.words], "little")
        return tuple(n for n, bit in enumerate(f"{bits:b}"[::-1]) if bit == "1")
    members: list[int] = []
    region.each(lambda site: members.append(_plain(site)))
    return tuple(members)


def _plain(value: IntLike | LongLike) -> int:
    if not isinstance(value, int):
        raise Unknown
    return int(value)


def per_value(
    c: Context, key: Hashable, count: int, build: Callable[[Context, int], Region]
) -> list[tuple[int, ...]] | None:
    """The regions that `build` gives for 0 .. count-1 where they depend on nothing else of play, else None.

    `key` decides the regions, together with the iterators that are known while compiling.
    """
    plain = tuple(sorted((n, v) for n in c.slots if (v := c.slots.plain(n)) is not None))

    def make() -> tuple[list[tuple[int, ...]] | None, dict[str, None]]:
        reads: dict[str, None] = {}

        def evaluate(d: Context) -> list[tuple[int, ...]]:
            d = replace(d, slots=_ConstantSlots(c.slots, reads=reads))
            return [members_of(build(d, value)) for value in range(count)]

        return constant(c, evaluate), reads

    regions, names = c.s.once(("per value", key, count, plain), make)
    for name in names:  # what is looked up again decides which contexts share the function being emitted
        if name in c.slots and c.slots.plain(name) is not None:
            c.slots[name]
    return regions


def at_load(c: Context, evaluate: Callable[[Context], T]) -> T:
    """What `evaluate` gives at load, in the position without pieces. Raises Unknown where that is not possible."""
    stage = _direct_stage(c)
    state = BlankState(stage, c.model, c.state.layout)
    return evaluate(DirectContext(stage, c.model, state, Address(stage, "null"), Slots()))


def fixed(c: Context, evaluate: Callable[[Context], T]) -> T | None:
    """What `evaluate` gives where it depends on nothing of play, in any context, at load too; else None."""
    if not is_at_load(c):
        return constant(c, evaluate)
    try:
        return at_load(c, evaluate)
    except Unknown:
        return None


class _NoModel(Model):
    """The model of a game of which nothing is known."""

    def __init__(self) -> None:
        """There is nothing to hold."""

    def __getattribute__(self, name: str) -> NoReturn:
        raise Unknown


class _NoSlots(Slots):
    """Iterators of which nothing is known but what is bound here."""

    def __getitem__(self, name: str) -> IntLike:
        if name not in self._values:
            raise Unknown
        return super().__getitem__(name)

    def bind(self, values: Any) -> Slots:
        return _NoSlots({**self._values, **values})


def before_the_game(evaluate: Callable[[Context], T]) -> T:
    """What `evaluate` gives while the board is made, when no game is known. Raises Unknown where it asks for one."""
    stage, model = DirectStage(), _NoModel()
    null = Address(stage, "null")
    return evaluate(DirectContext(stage, model, _NoState(stage, model, Layout(), null, null), null, _NoSlots()))


__all__ = [
    "DirectContext", "Unknown", "at_load", "before_the_game", "constant", "constant_sites", "is_at_load", "is_direct",
    "members_of", "per_value",
]  # fmt: skip
