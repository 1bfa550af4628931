"""What a field of the state is: name, type and size, the games that have it, and its value before the start rules.

A field is declared once: as an attribute of the record it belongs to or, where one ludeme alone uses it, in that
ludeme's file (listed in its `fields`). On a state it is a `Cell`: `state.mover.get()`, `state.scores.set(v, player)`,
`state.scores.present`; or, from anywhere, `FIELD.of(state).get()`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast, overload

from ludens.rules.base import Need
from ludens.rules.state.layout import SIZES, FieldKind, Layout
from ludens.rules.state.memory import WIDER, fail_out_of_line
from ludens.rules.state.model import Model
from ludens.stage import Address, IntLike, LongLike, RealLike, Stage
from ludens.stage.ranges import NARROW

T = TypeVar("T", bound=IntLike | LongLike | RealLike)

#: the size of a dimension; None where a game lacks it
Size = int | Callable[[Model], int | None]
Condition = Callable[[Model], bool]
#: the value of all elements, or values by index; what is not named is 0
Initial = int | Mapping[int, int]


def always(model: Model) -> bool:
    """The condition of a field that every game has."""
    return True


def by_ludemes(model: Model) -> bool:
    """The condition of a field that only those games have one of whose ludemes lists it in its `fields`."""
    return True


def needs(*accepted: Need) -> Condition:
    """The condition that a game has one of these needs."""
    return lambda model: not model.needs.isdisjoint(accepted)


@dataclass(eq=False)
class Field(Generic[T]):
    """An array in the state; `shape` is empty for a single element.

    `element` is the type of an element in memory (see `layout.SIZES`), or gives it from the model; so do the sizes of
    `shape` and the `initial` value. `high` gives the greatest value where the least is 0 and nothing else is stored
    (None: any value is). A field without a name takes that of the attribute it is declared as. Where it is
    `unbounded`, rules can have any number written: one that does not fit is an error in play. `kind` is what a look at
    the position learns from it.
    """

    element: str | Callable[[Model], str]
    shape: tuple[Size, ...] = ()
    when: Condition = always
    initial: Initial | Callable[[Model], Initial] = 0
    name: str = ""
    high: Callable[[Model], int | None] | None = None
    unbounded: bool = False
    kind: FieldKind = FieldKind.PRESENT

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = self.name or name

    @overload
    def __get__(self, record: None, owner: type | None = None) -> Field[T]: ...
    @overload
    def __get__(self, record: Record, owner: type | None = None) -> Cell[T]: ...
    def __get__(self, record: Record | None, owner: type | None = None) -> Field[T] | Cell[T]:
        return self if record is None else Cell(record, self)

    def of(self, record: Record) -> Cell[T]:
        """The field of a state."""
        return Cell(record, self)

    def lay_out(self, layout: Layout, model: Model) -> None:
        """Add the field to the layout of a game that has it."""
        if self.when(model):
            element = self.element if isinstance(self.element, str) else self.element(model)
            sizes = [size if isinstance(size, int) else size(model) for size in self.shape]
            shape = [size for size in sizes if size is not None]
            high = self.high(model) if self.high is not None else None
            bounds = None if high is None else (0, high)
            layout.add(self.name, element, *shape, bounds=bounds, kind=self.kind)

    def initial_of(self, model: Model) -> Initial:
        """The value before the start rules."""
        return self.initial(model) if callable(self.initial) else self.initial


class Record:
    """A state block in memory, whose fields are declared as attributes of subclasses.

    `root` is the block that holds the histories: a scratch copy shares its original's. `env` is the workspace, where
    errors are left.
    """

    def __init__(
        self, s: Stage, model: Model, layout: Layout, address: Address, env: Address, root: Address | None = None
    ) -> None:
        self.s, self.model, self.layout, self.env = s, model, layout, env
        self.address, self.root = address, address if root is None else root

    def has(self, field: Field[Any]) -> bool:
        """Whether the game has a field."""
        return field.name in self.layout

    def read(self, field: Field[T], index: IntLike) -> T:
        """An element of a field; 0 where it has no such element."""
        laid = self.layout.fields[field.name]
        value = self.s.peek(self.place(field), index, laid.length, laid.element)
        if laid.bounds is not None:
            value = self.s.narrowed(cast(IntLike, value), *laid.bounds)
        return cast(T, value)

    def write(self, field: Field[T], index: IntLike, value: T) -> None:
        """Change an element of a field; nothing where it has no such element, or cannot hold the value.

        What does not fit into an unbounded field is an error as well.
        """
        laid = self.layout.fields[field.name]
        put = lambda: self.s.poke(self.place(field), index, laid.length, laid.element, value)  # noqa: E731
        if field.unbounded and laid.element in NARROW:
            fits = self.s.within(cast(IntLike, value), *NARROW[laid.element])
            self.s.if_(fits, put, lambda: fail_out_of_line(self, WIDER[laid.element]))
        else:
            self.s.if_(True if laid.bounds is None else self.s.within(cast(IntLike, value), *laid.bounds), put)

    def place(self, field: Field[Any]) -> Address:
        """Where a field lies."""
        laid = self.layout.fields[field.name]
        block = self.root if laid.offset >= self.layout.core_size else self.address
        return self.s.part(block, laid.offset, f"the field {field.name}", SIZES[laid.element] * laid.length)


@dataclass(frozen=True)
class Cell(Generic[T]):
    """A field of one state."""

    record: Record
    field: Field[T]

    @property
    def present(self) -> bool:
        """Whether the game has the field; what follows is for games that do."""
        return self.record.has(self.field)

    def get(self, index: IntLike = 0) -> T:
        return self.record.read(self.field, index)

    def set(self, value: T, index: IntLike = 0) -> None:
        self.record.write(self.field, index, value)

    def add(self, amount: T, index: IntLike = 0) -> None:
        self.set(cast(Any, self.get(index)) + amount, index)

    @property
    def address(self) -> Address:
        return self.record.place(self.field)

    @property
    def element(self) -> str:
        return self.record.layout.fields[self.field.name].element

    @property
    def length(self) -> int:
        """The number of elements."""
        return self.record.layout.fields[self.field.name].length

    @property
    def shape(self) -> tuple[int, ...]:
        return self.record.layout.fields[self.field.name].shape

    def clear(self) -> None:
        """Set all elements to 0."""
        self.record.s.clear(self.address, SIZES[self.element] * self.length)

    def reset(self) -> None:
        """Write the initial value into a block that is all 0."""
        initial = self.field.initial_of(self.record.model)
        if isinstance(initial, Mapping):
            for index, value in initial.items():
                self.set(cast(T, value), index)
        elif initial != 0 and self.field.shape:
            self.record.s.for_range(0, self.length, lambda i: self.set(cast(T, initial), i))
        elif initial != 0:
            self.set(cast(T, initial))


#: one element of a field
Element = tuple[Field[IntLike], IntLike]


@dataclass(frozen=True)
class Listing(Generic[T]):
    """Two fields that hold a list: its items, and how many there are."""

    items: Field[T]
    count: Field[IntLike]

    @property
    def fields(self) -> tuple[Field[T], Field[IntLike]]:
        """Both, as a ludeme lists them."""
        return self.items, self.count


def ints(
    *shape: Size,
    element: str | Callable[[Model], str] = "i32",
    when: Condition = always,
    initial: Initial | Callable[[Model], Initial] = 0,
    name: str = "",
    high: Callable[[Model], int | None] | None = None,
    unbounded: bool = False,
    kind: FieldKind = FieldKind.PRESENT,
) -> Field[IntLike]:
    """A field of integers."""
    return Field(element, shape, when, initial, name, high, unbounded, kind)


def words(
    *shape: Size,
    when: Condition = always,
    initial: Initial | Callable[[Model], Initial] = 0,
    name: str = "",
    kind: FieldKind = FieldKind.PRESENT,
) -> Field[LongLike]:
    """A field of words of 64 bits."""
    return Field("i64", shape, when, initial, name, kind=kind)


def reals(*shape: Size, when: Condition = always, name: str = "") -> Field[RealLike]:
    """A field of numbers with a fraction."""
    return Field("f64", shape, when, 0, name)


def declared_in(record: type[Record]) -> tuple[Field[Any], ...]:
    """The fields that a record declares itself, in order."""
    return tuple(value for value in vars(record).values() if isinstance(value, Field))
