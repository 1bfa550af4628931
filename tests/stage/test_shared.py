"""Memory that threads share: no change is lost, and what is published is whole."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from ludens.native import Program, compiled
from ludens.stage import Address, Int, IntLike, Stage

ROUNDS = 20_000


def program() -> Program:
    stage = s = Stage()

    def count(memory: Address, rounds: IntLike) -> None:
        """Add 1 to a number and 0.5 to another, so many times; claim a third, once."""

        def one(_: IntLike) -> None:
            s.exchange("add", memory, 0, "i32", 1)
            s.exchange("fadd", memory, 1, "f64", 0.5)
            s.if_(s.claim(memory, 4, 0, 7), lambda: s.exchange("add", memory, 5, "i32", 1))

        s.for_range(0, rounds, one)

    def swap(memory: Address, value: IntLike) -> IntLike:
        before: IntLike = s.exchange("xchg", memory, 0, "i32", value)
        return before

    def write(memory: Address, rounds: IntLike) -> None:
        def one(i: IntLike) -> None:
            s.store(memory, 1, "i32", i + 1)
            s.publish(memory, 0, i + 1)

        s.for_range(0, rounds, one)

    def read(memory: Address, rounds: IntLike) -> IntLike:
        """How often what was published was there and what was written before it was not."""
        wrong = s.var(0)

        def look() -> None:
            known = s.published(memory, 0)
            s.if_(s.load(memory, 1, "i32") < known, lambda: wrong.set(wrong.get() + 1))

        s.while_(lambda: s.published(memory, 0) < rounds, look)
        return wrong.get()

    for name, body, result in (
        ("count", count, None),
        ("swap", swap, Int),
        ("write", write, None),
        ("read", read, Int),
    ):
        stage.function(name, [Address, Int], result, body, exported=True)
    return compiled(stage)


@pytest.mark.parametrize("threads", [1, 4])
def test_no_change_is_lost(threads: int) -> None:
    code, memory = program(), np.zeros(6, np.int32)
    with ThreadPoolExecutor(threads) as pool:
        for made in [pool.submit(code.call, "count", memory, ROUNDS) for _ in range(threads)]:
            made.result()
    assert memory[0] == threads * ROUNDS
    assert memory[2:4].view(np.float64)[0] == threads * ROUNDS / 2
    assert memory[4:].tolist() == [7, 1]


def test_an_exchange_gives_what_was_there() -> None:
    code, memory = program(), np.array([5, 0], np.int32)
    assert code.call("swap", memory, 9) == 5 and memory[0] == 9


def test_what_is_published_is_whole() -> None:
    code, memory = program(), np.zeros(2, np.int32)
    with ThreadPoolExecutor(2) as pool:
        reading: Any = pool.submit(code.call, "read", memory, ROUNDS)
        code.call("write", memory, ROUNDS)
        assert reading.result() == 0
