"""The stage: what it emits runs and gives what Python would."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ludens.native import compiled
from ludens.stage import Int, IntLike, Long, Stage
from ludens.stage.ir.llvm import MANY_ELEMENTS


def run(body: Callable[..., Any], *arguments: int, result: Any = Int) -> int:
    stage = Stage()
    kinds = [Int] * len(arguments)
    stage.function("f", kinds, result, lambda *a: body(stage, *a), exported=True)
    return int(compiled(stage).call("f", *arguments))


def test_arithmetic_wraps() -> None:
    assert run(lambda s, a, b: a * b, 65536, 65536) == 0
    assert run(lambda s, a: a.quotient(2), -7) == -3
    assert run(lambda s, a: a.remainder(3), -7) == -1
    assert run(lambda s, a: 10 - a, 3) == 7


def test_choice_is_lazy_and_folds() -> None:
    assert run(lambda s, a: s.choose(a > 3, lambda: a + 1, lambda: 0), 5) == 6
    assert run(lambda s, a: s.choose(False, lambda: pytest.fail("evaluated"), lambda: a), 5) == 5
    assert run(lambda s, a: s.to_int(s.any_of(lambda: a > 9, lambda: a == 5)), 5) == 1
    assert run(lambda s, a: s.to_int(s.all_of(lambda: a > 1, lambda: a == 6)), 5) == 0


def test_many_conditions_in_a_row_do_not_nest() -> None:
    def body(s: Stage, n: Int) -> Any:
        return s.to_int(s.all_of(*(lambda k=k: n != k for k in range(1, 1000))))

    assert [run(body, n) for n in (0, 1, 500, 999, 1000)] == [1, 0, 0, 0, 1]


def test_loops_and_leaving() -> None:
    def triangle(s: Stage, n: Int) -> Any:
        total = s.var(0)
        s.for_range(0, n, lambda i: total.set(total.get() + i))
        return total.get()

    def first_square_above(s: Stage, n: Int) -> Any:
        found = s.var(-1)

        def search(out: Any) -> None:
            s.for_range(0, 100, lambda i: s.if_(i * i > n, lambda: (found.set(i), s.leave(out))))

        s.scope(search)
        return found.get()

    assert run(triangle, 10) == 45
    assert run(first_square_above, 50) == 8


@pytest.mark.parametrize("step", [0, 1, -1, 30, -40, 3_000_000])
def test_long_tables_hold_what_short_ones_do(step: int) -> None:
    values = [(i % 70) * step - (step > 1000) for i in range(MANY_ELEMENTS)]
    for index in (0, 1, 69, MANY_ELEMENTS - 1):
        assert run(lambda s, i: s.table(values)[i], index) == values[index]
        assert run(lambda s, i: s.table(values[:70])[i], index % 70) == values[index]


def test_rows_of_arrays_are_those_of_lists() -> None:
    stage = Stage()
    listed = stage.rows([[1, 2, 3], [], [7]])
    assert stage.rows_at(np.array([0, 3, 3, 4]), np.array([1, 2, 3, 7])) is listed
    assert (listed.rows, listed.longest, len(listed)) == ([(1, 2, 3), (), (7,)], 3, 3)
    assert stage.rows([[0], [], [1, 2]]).counts_to(3) and not listed.counts_to(4)


def test_tables_fold_and_load() -> None:
    assert run(lambda s, i: s.table([5, -3, 900])[i], 2) == 900
    assert Stage().table([5, 6])[1] == 6

    def row_sum(s: Stage, i: Int) -> Any:
        total = s.var(0)
        s.rows([[1, 2, 3], [], [7]]).each(i, lambda x: total.set(total.get() + x))
        return total.get()

    assert [run(row_sum, i) for i in range(3)] == [6, 0, 7]


def test_words() -> None:
    assert run(lambda s, a: s.popcount(s.long(a)), 0b1011) == 3
    assert run(lambda s, a: s.lowest_bit(s.long(a)), 0b1000) == 3
    assert run(lambda s, a: s.long(a) * 0x9E3779B97F4A7C15, 1, result=Long) == 0x9E3779B97F4A7C15


def test_functions_call_each_other() -> None:
    def body(s: Stage, a: Int) -> Any:
        double = s.function("double", [Int], Int, lambda x: x + x)
        return s.call(double, a) + s.call(double, 1)

    assert run(body, 4) == 10


def test_functions_that_do_the_same_are_one() -> None:
    s = Stage()

    def doubled(x: Int) -> IntLike:
        return x + x

    first, again = (s.function(name, [Int], Int, doubled) for name in ("double", "twice"))
    other = s.function("triple", [Int], Int, lambda x: x + x + x)
    assert first == again and other.name != first.name
    assert len(s.module.procedures) == 2


def test_a_huge_function_is_left_as_it_is_and_still_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludens.stage.stage.HUGE", 10)
    s = Stage()

    def added(x: Int) -> IntLike:
        total = s.var(0)
        for k in range(20):
            s.if_(x > k, lambda k=k: total.set(total.get() + k))  # type: ignore[misc]
        return total.get()

    s.function("added", [Int], Int, added, exported=True)
    assert "optnone" in s.ir()
    assert compiled(s).call("added", 3) == 3


@pytest.mark.parametrize("index", [-1, 3, 1 << 30, -(1 << 31)])
def test_beyond_a_table_there_is_nothing(index: int) -> None:
    def each(s: Stage, i: Int) -> Any:
        total = s.var(0)
        s.rows([[1, 2, 3], [], [7]]).each(i, lambda x: total.set(total.get() + x))
        return total.get()

    assert run(lambda s, i: s.table([5, -3, 900])[i], index) == 0
    assert run(lambda s, i: s.table([5, 5, 5])[i], index) == 0
    assert run(lambda s, i: s.rows([[1, 2], [3], [7]]).length(i), index) == 0
    assert run(each, index) == 0
    assert Stage().table([5, 6])[index] == 0 and Stage().rows([[1, 2]]).length(index) == 0


@pytest.mark.parametrize("index", [-1, 2, 1 << 30, -(1 << 31)])
def test_beyond_an_array_nothing_is_read_or_written(index: int) -> None:
    def f(s: Stage, i: Int) -> Any:
        place = s.alloca(16)
        s.clear(place, 16)
        s.poke(place, 1, 2, "i32", 8)
        s.poke(place, i, 2, "i32", 9)
        read: Any = s.peek(place, i, 2, "i32")
        return read * 100 + s.load(place, 1, "i32")

    assert run(f, index) == 8
    assert run(f, 1) == 909


@pytest.mark.parametrize("index", [-1, 2, 1 << 30, -(1 << 31)])
def test_memory_of_a_call_has_nothing_outside(index: int) -> None:
    def f(s: Stage, i: Int) -> Any:
        place = s.alloca(8)
        s.clear(place, 8)
        s.store(place, i, "i32", 9)
        return s.load(place, i, "i32") * 100 + s.load(place, 1, "i32")

    assert run(f, index) == 0
    assert run(f, 1) == 909
