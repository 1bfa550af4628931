"""`(remember ..)` and `(forget ..)` (manual: effects 7)."""

from __future__ import annotations

import enum

from ludens.ludemes.arguments import whether
from ludens.ludemes.effects.effect_moves import push
from ludens.rules.actions.base import Act, EachAct, Logged, Primitive, Visit
from ludens.rules.actions.memory import forget_value, remember_value
from ludens.rules.base import Need, named
from ludens.rules.categories import BooleanLudeme, IntLudeme, MovesLudeme
from ludens.rules.consequents import Then
from ludens.rules.generation.candidates import Candidate, Sink
from ludens.rules.generation.recording import settled
from ludens.rules.generation.sinks import with_then
from ludens.rules.state import hashing
from ludens.rules.state.context import Context
from ludens.rules.state.fields.declaration import words
from ludens.rules.state.fields.memory import REMEMBERING
from ludens.rules.state.names import REMEMBERED
from ludens.rules.state.value_lists import is_remembered, list_index, remembered
from ludens.stage import BoolLike

REMEMBER = frozenset({"remember"})


#: the position's hash when it was last remembered
STORED_HASH = words(name="stored_hash")


class Everything(enum.Enum):
    """The word for all values of a list."""

    All = "All"


class RememberValue(MovesLudeme):
    """Appends a value to a list of remembered values; with `unique:` only if it is not in it."""

    spellings = ("remember Value",)
    says = "remember {value}[ as {name}][{unique~True}, unless it is remembered already]"
    naming = REMEMBERED
    fields = REMEMBERING
    reads = REMEMBER
    writes = REMEMBER
    name: str | None = None
    value: IntLudeme
    unique: BooleanLudeme | None = named(None)
    then: Then | None = None

    @property
    def recalled(self) -> frozenset[str | None] | None:
        return frozenset({self.name} if self.unique is not None else ())

    def emit(self, c: Context, sink: Sink) -> None:
        value = self.value.emit(c)
        unique = whether(c, self.unique)
        new = c.s.not_(c.s.all_of(lambda: unique, lambda: is_remembered(c, list_index(c, self.name), value)))
        c.s.if_(new, lambda: push(c, sink, self._build, {"remember.value": value}, self.then))

    def _build(self, c: Context) -> list[Act]:
        return [remember_value(self.name, c.get("remember.value"))]

    def parts(self) -> list[MovesLudeme]:
        return []


class RememberState(MovesLudeme):
    """Stores the position, for `avoidStoredState`."""

    spellings = ("remember State",)
    says = "remember the position"
    fields = (STORED_HASH,)
    writes = frozenset({"stored"})
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        push(c, sink, lambda c: [store_state()], {}, self.then)

    def parts(self) -> list[MovesLudeme]:
        return []


class ForgetAll(MovesLudeme):
    """Empties a list of remembered values; without a name, all lists."""

    spellings = ("forget Value",)
    says = "forget what was remembered[ as {name}]"
    naming = REMEMBERED
    fields = REMEMBERING
    needs = frozenset({Need.KEPT_ACTIONS})
    reads = REMEMBER
    writes = REMEMBER
    name: str | None = None
    everything: Everything
    then: Then | None = None

    @property
    def recalled(self) -> frozenset[str | None] | None:
        return frozenset({self.name}) if self.name is not None else None

    def emit(self, c: Context, sink: Sink) -> None:
        some = c.s.any_of(*(lambda n=n: self._some(c, n) for n in self._names(c)))
        push = lambda: with_then(sink, self.then).push(Candidate(c, self._build, from_=0, to=0, settle=settled))  # noqa: E731
        c.s.if_(some, push)

    def _names(self, c: Context) -> list[str | None]:
        """The lists concerned: the one without a name comes first."""
        names: list[str | None] = sorted(c.model.numbered(REMEMBERED), key=lambda n: (n is not None, n or ""))
        return [self.name] if self.name is not None else names

    def _some(self, c: Context, name: str | None) -> BoolLike:
        return c.state.remembered_count.get(list_index(c, name)) > 0

    def _build(self, c: Context) -> list[Act]:
        return [_ForgetEach(name, list_index(c, name)) for name in self._names(c)]

    def parts(self) -> list[MovesLudeme]:
        return []


class _ForgetEach(EachAct):
    """Forgets the values of a list one by one: performing it, the next one is always the first."""

    def __init__(self, name: str | None, number: int) -> None:
        super().__init__(self._each_kept, settled=True)
        self._name, self._number = name, number

    def _each_kept(self, c: Context, visit: Visit) -> None:
        count = c.state.remembered_count.get(self._number)
        c.s.for_range(0, count, lambda i: visit(forget_value(self._name, remembered(c, self._number, i))))

    def perform(self, c: Context) -> None:
        if c.ahead:
            super().perform(c)
            return
        count = c.state.remembered_count.get(self._number)
        c.s.for_range(0, count, lambda _: forget_value(self._name, remembered(c, self._number, 0)).perform(c))


class ForgetValue(MovesLudeme):
    """Takes a value out of a list of remembered values."""

    spellings = ("forget Value",)
    says = "forget {value}[ among what is remembered as {name}]"
    naming = REMEMBERED
    fields = REMEMBERING
    reads = REMEMBER
    writes = REMEMBER
    name: str | None = None
    value: IntLudeme
    then: Then | None = None

    @property
    def recalled(self) -> frozenset[str | None] | None:
        return frozenset({self.name})

    def emit(self, c: Context, sink: Sink) -> None:
        value = self.value.emit(c)
        push(c, sink, lambda c: [forget_value(self.name, c.get("forget.value"))], {"forget.value": value}, self.then)

    def parts(self) -> list[MovesLudeme]:
        return []


def store_state() -> Primitive:
    """`[StoreStateInContext:]`: the position's hash at this moment."""

    def effect(c: Context) -> None:
        STORED_HASH.of(c.state).set(hashing.state_hash(c))

    return Logged("StoreStateInContext", (), effect)
