"""Fuel: loops without a proven end draw on it, and leave where there is none."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from ludens.language import LudError
from ludens.native import compiled
from ludens.stage import Address, Environment, Function, Int, IntLike, Stage, fuel

ENV = Environment("the workspace", fuel.HEAD_SIZE)
Emit = Callable[[Stage, Address, Int], IntLike]


class Bench:
    """The block of an environment, and the word that stops what runs in it."""

    def __init__(self, budget: int) -> None:
        self.words = np.zeros(fuel.HEAD_SIZE // 8, np.int64)
        self.stop: npt.NDArray[np.int32] = np.zeros(1, np.int32)
        self.words[fuel.BUDGET // 8] = budget
        self.words[fuel.STOP // 8] = self.stop.ctypes.data

    @property
    def error(self) -> int:
        return int(self.words.view(np.int32)[fuel.ERROR // 4])

    def run(self, stage: Stage, argument: int) -> int:
        return int(compiled(stage).call("f", self.words, argument))


def emitted(body: Emit) -> Stage:
    stage = Stage()
    stage.function("f", [ENV, Int], Int, lambda env, n: body(stage, env, n), exported=True)
    return stage


def for_ever(s: Stage, env: Address, n: Int) -> IntLike:
    rounds = s.var(n)
    s.while_(lambda: rounds.get() >= 0, lambda: rounds.set((rounds.get() + 1) & 0xFFFF_FFF))
    return rounds.get()


def counted(s: Stage, env: Address, n: Int) -> IntLike:
    total = s.var(0)
    s.for_range(0, n, lambda i: total.set(total.get() * 3 + i))
    return total.get()


@pytest.mark.integration
@pytest.mark.parametrize("body", [for_ever, counted])
def test_a_loop_of_unknown_length_ends_when_the_budget_is_spent(body: Emit) -> None:
    bench = Bench(budget=1000 * fuel.CHUNK)
    value = bench.run(emitted(body), 2**31 - 1 if body is counted else 0)
    assert bench.error == fuel.SPENT
    if body is for_ever:
        assert value == 1000 * fuel.CHUNK


def test_a_loop_ends_where_it_is_stopped() -> None:
    bench = Bench(budget=1 << 60)
    bench.stop[0] = 1
    assert bench.run(emitted(for_ever), 0) == 0
    assert bench.error == fuel.STOPPED


def test_an_error_ends_all_loops() -> None:
    bench = Bench(budget=1 << 60)
    bench.words.view(np.int32)[fuel.ERROR // 4] = 2
    assert bench.run(emitted(for_ever), 0) == 0
    assert bench.error == 2


def test_a_short_loop_draws_nothing_and_a_long_nest_of_short_loops_does() -> None:
    def short(s: Stage, env: Address, n: Int) -> IntLike:
        total = s.var(n)
        s.for_range(0, 100, lambda i: total.set(total.get() + i))
        s.for_range(0, n, lambda i: total.set(total.get() + i), rounds=50)
        return total.get()

    def nest(s: Stage, env: Address, n: Int) -> IntLike:
        total = s.var(n)

        def outer(_: IntLike) -> None:
            s.for_range(0, 1000, lambda i: total.set(total.get() * 3 + i))

        s.for_range(0, 2_000_000, outer)
        return total.get()

    assert "refuel" not in emitted(short).ir()
    bench = Bench(budget=0)
    assert bench.run(emitted(short), 20) == 20 + 4950 + 190
    assert bench.error == 0
    bench.run(emitted(nest), 0)
    assert bench.error == fuel.SPENT


def test_a_long_loop_with_a_bound_draws_now_and_then() -> None:
    def long(s: Stage, env: Address, n: Int) -> IntLike:
        total = s.var(n)

        def one(i: IntLike) -> None:
            total.set(total.get() * 3 + i)

        s.for_range(0, 50_000_000, one)
        return total.get()

    stage = emitted(long)
    apart = fuel.BETWEEN >> 4  # a round has about as many lines
    bench = Bench(budget=50_000_000 // apart * 8)
    bench.run(stage, 0)
    assert bench.error == 0
    spent = 50_000_000 // apart * 8 - int(bench.words[fuel.BUDGET // 8])
    assert 0 < spent < 50_000_000 // apart * 8
    bench = Bench(budget=0)
    bench.run(stage, 0)
    assert bench.error == fuel.SPENT


def test_a_loop_of_long_rounds_draws_a_part_in_each() -> None:
    def long(s: Stage, env: Address, n: Int) -> IntLike:
        total = s.var(n)

        def round_(_: IntLike) -> None:
            s.for_range(0, 10_000, lambda i: total.set(total.get() * 3 + i))

        s.for_range(0, 4096, round_)
        return total.get()

    enough, bench = 4096 + fuel.CHUNK, Bench(budget=4096 + fuel.CHUNK)
    bench.run(emitted(long), 0)
    assert bench.error == 0
    spent = enough - int(bench.words[fuel.BUDGET // 8])
    assert 4096 // fuel.PARTS <= spent <= 4096 // 2 + fuel.CHUNK


def test_a_hook_is_asked_once_for_more() -> None:
    asked: list[int] = []

    def give(_: int) -> None:
        asked.append(1)
        bench.words[fuel.BUDGET // 8] = 3 * fuel.CHUNK

    hook = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(give)
    bench = Bench(budget=2 * fuel.CHUNK)
    bench.words[fuel.HOOK // 8] = ctypes.cast(hook, ctypes.c_void_p).value
    assert bench.run(emitted(for_ever), 0) == 5 * fuel.CHUNK
    assert bench.error == fuel.SPENT and len(asked) == 1


def test_functions_that_double_their_work_draw_without_a_loop() -> None:
    stage = Stage()

    def doubled(inner: Function[Int]) -> Function[Int]:
        def body(env: Address, n: Int) -> Any:
            return stage.call(inner, env, n + 1) + stage.call(inner, env, n)

        return stage.function("g", [ENV, Int], Int, body, inline=False)

    function = stage.function("g", [ENV, Int], Int, lambda env, n: n * 3, inline=False)
    for _ in range(60):
        function = doubled(function)
    stage.function("f", [ENV, Int], Int, lambda env, n: stage.call(function, env, n), exported=True)
    bench = Bench(budget=100)
    bench.run(stage, 1)
    assert bench.error == fuel.SPENT


def test_calls_within_each_other_fit_the_stack() -> None:
    stage = Stage()

    def body(n: Int) -> IntLike:
        places = [stage.alloca(1 << 16) for _ in range(n_places)]
        for place in places:
            stage.store(place, 0, "i32", n)
        return stage.load(places[-1], 0, "i32")

    n_places = fuel.STACK // (1 << 16) - 1
    inner = stage.function("inner", [Int], Int, body)
    n_places = 1
    with pytest.raises(LudError, match="bytes at once"):
        stage.function("outer", [Int], Int, lambda n: (body(n), stage.call(inner, n))[1])
