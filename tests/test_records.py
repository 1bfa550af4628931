"""Records do what data classes do."""

from __future__ import annotations

import copy
import dataclasses
import math
import pickle
import subprocess
import sys
import threading
from textwrap import dedent
from typing import ClassVar

import pytest

from ludens import records
from ludens.records import record, sealed_record


@record(frozen=True)
class Point:
    """A place."""

    x: int
    y: int = 0
    name: str = dataclasses.field(default="", compare=False, repr=False)


@record
class Bag:
    held: list[int] = dataclasses.field(default_factory=list)


@record(frozen=True)
class Named(Point):
    title: str = ""


@record(frozen=True, eq=False)
class Same:
    x: float


@record(frozen=True)
class Own:
    x: int

    def __init__(self, text: str) -> None:
        self.x = int(text)  # type: ignore[misc]

    def __repr__(self) -> str:
        return "own"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own)


@record
class Longer:
    x: int
    twice: int = dataclasses.field(init=False)
    rest: int = dataclasses.field(default=0, kw_only=True)

    def __post_init__(self) -> None:
        self.twice = 2 * self.x


@record(frozen=True)
class Empty:
    pass


@record(frozen=True)
class One:
    x: float


@sealed_record(frozen=True, slots=True)
class Sealed:
    """A place that stays."""

    kinds: ClassVar[int] = 2
    x: int
    y: int = 0


@dataclasses.dataclass(frozen=True)
class Data:
    kinds: ClassVar[int] = 2
    x: int
    y: list[int] = dataclasses.field(default_factory=list)


@record(frozen=True)
class OfData(Data):
    z: int = 3


@dataclasses.dataclass
class OfRecord(Bag):
    more: int = 1


def test_what_a_data_class_does() -> None:
    assert Point(1) == Point(1, 0, "a") != Point(1, 2)
    assert {Point(1, 2): 3}[Point(1, 2, "b")] == 3
    assert repr(Point(1, name="a")) == "Point(x=1, y=0)"
    assert dataclasses.replace(Point(1, 2), x=3) == Point(3, 2)
    assert dataclasses.asdict(Point(1, 2)) == {"x": 1, "y": 2, "name": ""}
    assert Point.__doc__ == "A place."
    match Point(1, 2):
        case Point(1, y):
            assert y == 2
    with pytest.raises(TypeError):
        Point()  # type: ignore[call-arg]


def test_records_and_data_classes_derive_from_each_other() -> None:
    assert OfData(1) == OfData(1, [], 3) and repr(OfData(1)) == "OfData(x=1, y=[], z=3)"
    assert OfRecord([1]) == OfRecord([1], 1) and repr(OfRecord()) == "OfRecord(held=[], more=1)"
    for cls, names in ((OfData, ["x", "y", "z"]), (OfRecord, ["held", "more"]), (Data, ["x", "y"])):
        assert [each.name for each in records.fields(cls)] == [each.name for each in dataclasses.fields(cls)] == names
    assert records.replace(Data(1), x=2) == Data(2) and records.replace(OfRecord(), more=2) == OfRecord([], 2)
    assert dataclasses.replace(Longer(1), x=2).twice == records.replace(Longer(1), x=2).twice == 4


def test_nothing_is_set_in_a_sealed_record() -> None:
    sealed = Sealed(1)
    assert sealed == Sealed(1, 0) != Sealed(2) and Sealed.kinds == 2 and Sealed.__doc__ == "A place that stays."
    with pytest.raises(dataclasses.FrozenInstanceError, match="'x'"):
        sealed.x = 2  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        del sealed.y
    assert not hasattr(sealed, "__dict__")
    assert pickle.loads(pickle.dumps(sealed)) == copy.deepcopy(sealed) == dataclasses.replace(sealed, x=1) == sealed


def test_a_default_that_all_objects_would_share() -> None:
    with pytest.raises(ValueError, match="factory"):

        @record
        class Shared:
            x: list[int] = []


def test_each_object_has_its_own_defaults() -> None:
    Bag().held.append(1)
    assert Bag() == Bag([]) and repr(Bag()) == "Bag(held=[])"
    assert Bag.__hash__ is None


def test_a_derived_class_has_the_fields_of_its_bases() -> None:
    assert Named(1, title="a") == Named(1, 0, "b", "a") != Point(1)
    assert [field.name for field in dataclasses.fields(Named)] == ["x", "y", "name", "title"]


def test_fields_that_are_no_places_of_arguments() -> None:
    assert repr(Longer(2, rest=3)) == "Longer(x=2, twice=4, rest=3)"
    with pytest.raises(TypeError):
        Longer(2, 3)  # type: ignore[misc]


def test_methods_that_a_class_has_stay() -> None:
    assert repr(Own("1")) == "own" and Own("1") == Own("2")
    assert hash(Own("1")) == hash(Own("1"))
    assert Same(1) != Same(1)


def test_few_fields() -> None:
    assert Empty() == Empty() and hash(Empty()) == hash(()) and repr(Empty()) == "Empty()"
    nan = One(math.nan)
    assert nan == One(nan.x)  # as tuples, of which the same objects are equal


def test_copies() -> None:
    assert copy.deepcopy(Bag([1])) == Bag([1]) == pickle.loads(pickle.dumps(Bag([1])))


def test_one_that_holds_itself_has_a_text() -> None:
    bag = Bag()
    bag.held.append(bag)  # type: ignore[arg-type]
    assert repr(bag) == "Bag(held=[...])"


def test_the_initialiser_is_made_for_the_first_object() -> None:
    @record
    class Late:
        x: int = dataclasses.field(default=3)

    stands_in = vars(Late)["__init__"]
    assert [field.name for field in dataclasses.fields(Late)] == ["x"]
    assert Late().x == 3 == Late.x and vars(Late)["__init__"] is not stands_in
    assert Late.__init__.__qualname__ == f"{Late.__qualname__}.__init__"


def test_threads_make_the_first_objects() -> None:
    @record
    class Late:
        x: list[int] = dataclasses.field(default_factory=list)

    made: list[Late] = []
    gate = threading.Barrier(8)

    def make() -> None:
        gate.wait()
        made.append(Late())

    threads = [threading.Thread(target=make) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 8 and all(late == Late([]) for late in made)


def test_the_first_object_may_come_out_of_a_pickle() -> None:
    pickled = pickle.dumps((Point(1, 2), Point(1, 2)))
    code = f"""
        import pickle
        first, second = pickle.loads({pickled!r})
        assert first == second and hash(first) == hash(second) and repr(first) == "Point(x=1, y=2)"
    """
    done = subprocess.run([sys.executable, "-c", dedent(code)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
