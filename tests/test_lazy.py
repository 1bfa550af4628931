"""Data classes whose methods are made late do what those of the standard library do."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from functools import cached_property
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from ludens import lazy


@lazy.dataclass(frozen=True)
class Point:
    x: int
    y: int = 2
    near: tuple[int, ...] = lazy.field(default=(), compare=False, repr=False)
    kind: ClassVar[str] = "point"

    @cached_property
    def total(self) -> int:
        return self.x + self.y


@lazy.dataclass(frozen=True)
class Named(Point):
    name: str = lazy.field(kw_only=True)


@lazy.dataclass
class Bag:
    held: list[int] = lazy.field(default_factory=list)
    first: int = lazy.field(init=False, default=7)

    def __post_init__(self) -> None:
        self.held.append(self.first)


@lazy.dataclass(frozen=True, slots=True)
class Pair:
    left: int
    right: tuple[int, ...] = ()


def like(module: Any) -> SimpleNamespace:
    """Classes alike, made by one module or the other."""

    @module.dataclass(frozen=True)
    class Base:
        a: int
        b: str = "b"

    @module.dataclass(frozen=True)
    class Frozen(Base):
        c: tuple[int, ...] = module.field(default=(3,), compare=False)
        d: int = module.field(default=4, repr=False, kw_only=True)

    @module.dataclass
    class Open:
        a: int
        b: list[int] = module.field(default_factory=list)

    @module.dataclass(eq=False)
    class Same:
        a: int

    return SimpleNamespace(Base=Base, Frozen=Frozen, Open=Open, Same=Same)


def told(made: Any) -> list[object]:
    """What can be seen of a record."""
    same = copy.copy(made)
    try:
        hashed: object = hash(made) == hash(same)
    except TypeError:
        hashed = "not hashable"
    try:
        made.a = 5
        changed: object = made.a
    except dataclasses.FrozenInstanceError as error:
        changed = str(error)
    return [
        repr(made).rpartition(".")[2],
        made == same,
        made == 3,
        hashed,
        changed,
        [(f.name, f.init, f.repr, f.compare) for f in dataclasses.fields(made)],
        dataclasses.asdict(made),
        type(made).__match_args__,
    ]


@pytest.mark.parametrize(
    "make",
    [
        lambda of: of.Base(1),
        lambda of: of.Base(1, "x"),
        lambda of: of.Frozen(1, "x", (2,), d=5),
        lambda of: of.Frozen(a=1),
        lambda of: of.Open(1),
        lambda of: of.Open(1, [2]),
        lambda of: of.Same(1),
    ],
)
def test_like_the_standard_library(make: Any) -> None:
    assert told(make(like(lazy))) == told(make(like(dataclasses)))


@pytest.mark.parametrize("arguments", [(), (1, 2, 3, 4, 5)])
def test_wrong_arguments_are_refused(arguments: tuple[int, ...]) -> None:
    with pytest.raises(TypeError):
        like(lazy).Frozen(*arguments)


def test_equal_by_the_fields_that_compare_and_the_class() -> None:
    assert Point(1, near=(4,)) == Point(1)
    assert hash(Point(1, near=(4,))) == hash(Point(1))
    assert Point(1) != Point(2)
    assert Point(1) != Named(1, name="")


def test_before_the_first_object() -> None:
    of = like(lazy)
    assert [f.name for f in dataclasses.fields(of.Frozen)] == ["a", "b", "c", "d"]
    assert dataclasses.is_dataclass(of.Open)


def test_changed_copies() -> None:
    named = Named(1, name="a")
    assert lazy.replace(named, y=3) == dataclasses.replace(named, y=3) == Named(1, 3, name="a")
    assert [f.name for f in lazy.fields(named)] == ["x", "y", "near", "name"]
    with pytest.raises(TypeError):
        lazy.replace(named, z=3)


def test_kept_and_copied() -> None:
    for made in (Point(1), Named(2, name="b"), Pair(1, (2,))):
        assert pickle.loads(pickle.dumps(made)) == made
        assert copy.deepcopy(made) == made


def test_an_object_that_was_kept_may_be_the_first_of_its_class() -> None:
    cls = like(lazy).Frozen
    made = object.__new__(cls)
    made.__dict__.update(a=1, b="", c=(), d=2)
    assert made == cls(1, "", (), d=2)


def test_values_that_are_worked_out_once_and_class_variables() -> None:
    assert (Point(1).total, Point.kind, Point.y) == (3, "point", 2)


def test_what_is_done_after_the_fields() -> None:
    assert Bag().held == [7]
    assert Bag([1]).held == [1, 7]
    with pytest.raises(TypeError):
        Bag([], 3)  # type: ignore[call-arg]


def test_slots() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Pair(1).left = 2  # type: ignore[misc]
    assert not hasattr(Pair(1), "__dict__")
    assert (Pair(1), hash(Pair(1))) == (Pair(1, ()), hash(Pair(1, ())))
