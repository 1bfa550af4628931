"""The interpreter of nodes does what machine code does, operation by operation and game by game."""

from __future__ import annotations

import math
import random
import struct
from array import array
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.language import LudError
from ludens.native import Program, compiled
from ludens.rules.generation.records import RECORD
from ludens.rules.state import memory
from ludens.stage import Address, BoolLike, Int, IntLike, Long, LongLike, Real, Stage
from ludens.stage.ir.run import Machine, Undefined
from ludens.stage.ir.text import parse, to_text

GAME = """
(game "Small" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
  (rules
    (play (if (< (count Turns) 3) (move Add (to (sites Empty))) (or (forEach Piece (move Step (to if:(is Empty (to)))))
        (move Remove (sites Occupied by:Next) (then (addScore Mover 2))))))
    (end {(if (is Line 3) (result Mover Win)) (if (> (count Moves) 30) (byScore))})))
"""
INTEGERS = [0, 1, -1, 2, 7, 31, 63, -8, 1000, (1 << 31) - 1, -(1 << 31)]
WORDS = [0, 1, -1, 5, 1 << 40, -(1 << 63), (1 << 63) - 1, 0x5DEECE66D, -1234567890123]
REALS = [0.0, -0.0, 1.0, -2.5, 1e10, 1e300, -1e-300, 0.1, math.inf, 3.999]

#: by name: an expression of two integers, two words and a double, which means something for all of them
EXPRESSIONS: dict[str, Callable[[Stage, Int, Int, Long, Long, Real], Any]] = {
    "integers": lambda s, a, b, *_: (a + b) * (a - b) ^ (a & b) ^ (a | 12),
    "shifts": lambda s, a, b, *_: (a << (b & 31)) ^ (a >> (b & 31)),
    "division": lambda s, a, b, *_: s.quotient(a, b | 1) * 3 + s.remainder(a >> 1, s.maximum(b, 2)),
    "comparisons": lambda s, a, b, *_: _sum(s, a < b, a <= b, a > b, a >= b, a == b, a != b, s.inside(a, 64)),
    "choices": lambda s, a, b, *_: s.select(a > b, s.minimum(a, 5), s.maximum(b, -5)) + s.absolute(a >> 1),
    "branches": lambda s, a, b, *_: s.choose(a > b, lambda: a, lambda: s.choose(b == 0, lambda: 7, lambda: b)),
    "words": lambda s, a, b, u, v, _: _cut(s, (u + v) * (u - v) ^ (u & v) ^ (v | 3) ^ (u << 3) ^ (v >> 5)),
    "wide": lambda s, a, b, u, v, _: _cut(s, s.long(a) * u ^ s.unsigned(b)),
    "bits": lambda s, a, b, u, v, _: s.popcount(u) * 64 + s.lowest_bit(v | 4) + s.nth_bit(u | 7, 2),
    "above": lambda s, a, b, u, v, _: _cut(s, s.above_highest(u) ^ s.above_highest(v >> 9)),
    "word tests": lambda s, a, b, u, v, _: _sum(s, u == v, u != v, u < v, u >= 0),
    "reals": lambda s, a, b, u, v, x: s.truncate((x + 1.5) * 3.0 - x / 7.0),
    "real tests": lambda s, a, b, u, v, x: _sum(s, x < 1.0, x <= 0.0, x > 2.0, x >= -2.5, x == 0.0, x != 0.1),
    "functions": lambda s, a, b, u, v, x: s.truncate(s.math("sqrt", s.math("fabs", x)) * 16.0),
    "mixed": lambda s, a, b, u, v, x: s.truncate(s.real(a) + s.real(u) * 1e-12),
    "tables": lambda s, a, b, *_: s.table([3, 1, 4, 1, 5, 9, -2])[a] * 100 + s.table([1 << 20, 7])[b & 1],
}


def _sum(s: Stage, *tests: BoolLike) -> IntLike:
    total: IntLike = 0
    for number, test in enumerate(tests):
        total = total + (s.to_int(test) << number if not isinstance(test, bool) else int(test) << number)
    return total


def _cut(s: Stage, word: LongLike) -> IntLike:
    return s.to_int(word ^ (word >> 32))


@pytest.fixture(scope="module")
def both() -> tuple[Program, Machine]:
    s = Stage(checked=False)
    for name, expression in EXPRESSIONS.items():
        kinds = [Int, Int, Long, Long, Real]
        s.function(name, kinds, Int, lambda *values, expression=expression: expression(s, *values), exported=True)
    return compiled(s), Machine(parse(to_text(s.module)))


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_expressions_are_what_machine_code_makes_of_them(name: str, both: tuple[Program, Machine]) -> None:
    program, machine = both
    choose = random.Random(name)
    for _ in range(60):
        given = [choose.choice(values) for values in (INTEGERS, INTEGERS, WORDS, WORDS, REALS)]
        assert machine.call(name, *given) == program.call(name, *given), given


def _loops(s: Stage, place: Address, n: Int) -> IntLike:
    total = s.var(0)

    def each(i: IntLike) -> None:
        s.store(place, i & 7, "i16", i * i)
        total.set(total.get() + s.load(place, (i + 3) & 7, "i16"))
        s.switch(i & 3, [lambda: total.set(total.get() + 1), lambda: s.scope(early), lambda: None])

    def early(scope: Any) -> None:
        s.if_(total.get() > 50, lambda: s.leave(scope))
        total.set(total.get() * 2)

    s.for_range(0, n, each)
    s.while_(lambda: total.get() > 1000, lambda: total.set(total.get() - 999))
    s.move(s.offset(place, 2), place, 12)
    s.clear(place, 1)
    s.copy(s.offset(place, 32), place, 16)
    return total.get() + s.load(place, 9, "u16") + s.load(place, 17, "i8")


def test_loops_and_memory() -> None:
    s = Stage(checked=False)
    s.function("loops", [Address, Int], Int, lambda place, n: _loops(s, place, n), exported=True)
    program, machine = compiled(s), Machine(s.module)
    for n in range(20):
        block, place = np.zeros(64, np.uint8), machine.allocate(bytes(64))
        assert machine.call("loops", place, n) == program.call("loops", block, n)
        assert machine.memory[place : place + 64] == block.tobytes()


def test_what_means_nothing_is_an_error() -> None:
    s = Stage(checked=False)
    s.function("divide", [Int, Int], Int, s.quotient, exported=True)
    s.function("look", [Address], Int, lambda place: s.load(place, 0, "i32"), exported=True)
    s.function("lowest", [Long], Int, s.lowest_bit, exported=True)
    machine = Machine(s.module)
    for name, given in (("divide", (1, 0)), ("divide", (-(1 << 31), -1)), ("look", (0,)), ("lowest", (0,))):
        with pytest.raises(Undefined):
            machine.call(name, *given)


def test_loops_end_where_they_take_too_long() -> None:
    s = Stage(checked=False)
    s.function("forever", [], None, lambda: s.while_(lambda: True, lambda: None), exported=True)
    with pytest.raises(LudError, match="too many rounds"):
        Machine(s.module, rounds=100).call("forever")


def _playouts(text: str, n: int, seed: int) -> tuple[list[int], list[int]]:
    """The winners and the lengths of random games, node by node."""
    game = ludens.load(text)
    machine = Machine(game.code.emitted().module, memory=1 << 22)
    env = machine.allocate(bytes(memory.ENV_SIZE))
    arena = machine.allocate(bytes(1 << 20))
    for at, word in ((memory.ARENA, arena), (memory.PINNED, arena + (1 << 20)), (memory.ARENA_END, arena + (1 << 20))):
        machine.write("i64", env + at, word)
    state, records = machine.allocate(bytes(game.rulebook.layout.size)), machine.allocate(bytes(RECORD.size * 1000))
    winners, lengths = (machine.allocate(bytes(4 * n)) for _ in range(2))
    machine.call("playouts", state, env, records, 0, n, seed, winners, lengths)
    return tuple(list(struct.unpack_from(f"<{n}i", machine.memory, at)) for at in (winners, lengths))  # type: ignore[return-value]


@pytest.mark.parametrize("text", ["Tic-Tac-Toe", GAME], ids=["Tic-Tac-Toe", "small"])
def test_random_games_are_those_of_native_code(text: str) -> None:
    winners, lengths = _playouts(text, 3, seed=11)
    played = ludens.load(text).playouts(3, seed=11)
    assert array("i", winners).tolist() == list(played.winners)
    assert lengths == list(played.lengths)
