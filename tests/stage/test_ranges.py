"""What the stage knows of values: ranges hold what instructions give, conditions narrow them, comparisons fold."""

import itertools
from collections.abc import Callable

import pytest

from ludens.stage import FULL, Int, Range, Scope, Stage
from ludens.stage.ranges import decided, result_of, where

SMALL = [(-3, -1), (-2, 2), (0, 0), (0, 5), (1, 3), (4, 4), (-8, 7)]


def wrapped(value: int) -> int:
    return (value + (1 << 31)) % (1 << 32) - (1 << 31)


def quotient(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "shl": lambda a, b: wrapped(a << b),
    "lshr": lambda a, b: wrapped((a & 0xFFFFFFFF) >> b),
    "sdiv": quotient,
    "srem": lambda a, b: a - b * quotient(a, b),
}
CONDITIONS: dict[str, Callable[[int, int], bool]] = {
    "slt": lambda a, b: a < b,
    "sle": lambda a, b: a <= b,
    "sgt": lambda a, b: a > b,
    "sge": lambda a, b: a >= b,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
}


def values(found: Range) -> range:
    return range(found[0], found[1] + 1)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_a_range_holds_what_the_instruction_gives(operation: str) -> None:
    for a, b in itertools.product(SMALL, SMALL):
        low, high = result_of(operation, a, b)
        for x, y in itertools.product(values(a), values(b)):
            if (y == 0 and operation in ("sdiv", "srem")) or (y < 0 and operation in ("shl", "lshr")):
                continue
            assert low <= OPERATIONS[operation](x, y) <= high, (operation, a, b, x, y)


@pytest.mark.parametrize("operation", ["add", "sub", "mul", "shl"])
def test_what_may_wrap_round_is_not_known(operation: str) -> None:
    assert result_of(operation, (1, 2**31 - 1), (-3, 30)) == FULL


def test_the_least_value_by_minus_one_stays_within_32_bits() -> None:
    low, high = result_of("sdiv", FULL, (-1, -1))
    assert (low, high) == FULL


@pytest.mark.parametrize("condition", CONDITIONS)
def test_comparisons_fold_where_ranges_decide_and_narrow_them_where_not(condition: str) -> None:
    for a, b in itertools.product(SMALL, SMALL):
        pairs = list(itertools.product(values(a), values(b)))
        held = {CONDITIONS[condition](x, y) for x, y in pairs}
        assert (decided(condition, a, b) is None) == (len(held) == 2)
        assert decided(condition, a, b) in held or len(held) == 2
        for holds in held:
            one, two = where(condition, a, b, holds=holds)
            for x, y in pairs:
                if CONDITIONS[condition](x, y) == holds:
                    assert x in values(one) and y in values(two)


def emitted(body: Callable[[Stage, Int], object], range: Range = FULL) -> str:
    """The text of a function of one parameter that lies in a range."""
    s = Stage()

    def make() -> None:
        body(s, s.parameter(Int, range))

    s.function("f", [], None, make, exported=True)
    return s.ir()


def test_a_loop_over_a_table_needs_no_test_of_its_index() -> None:
    s, seen = Stage(), []
    table = s.table([3, 1, 4, 1, 5])

    def body() -> None:
        s.for_range(0, 5, lambda i: seen.extend([s.inside(i, 5), s.range(table[i]), s.range(table[i] + 10)]))

    s.function("f", [], None, body)
    assert seen == [True, (1, 5), (11, 15)]
    assert "ult" not in s.ir()


def test_conditions_narrow_what_is_emitted_under_them() -> None:
    seen: list[Range] = []

    def body(s: Stage, x: Int) -> None:
        s.if_(x >= 0, lambda: seen.append(s.range(x)), lambda: seen.append(s.range(x)))
        s.if_(s.all_of(lambda: x != -1, lambda: x < 9), lambda: seen.append(s.range(x)))
        s.if_(s.not_(s.any_of(lambda: x < 0, lambda: x > 9)), lambda: seen.append(s.range(x)))
        s.if_(s.inside(x, 4), lambda: seen.append(s.range(x)))
        s.switch(x, [lambda: seen.append(s.range(x)), lambda: seen.append(s.range(x))])
        seen.append(s.range(x))

    emitted(body, (-1, 20))
    assert seen == [(0, 20), (-1, -1), (0, 8), (0, 9), (0, 3), (0, 0), (1, 1), (-1, 20)]


def test_what_is_emitted_behind_a_way_out_knows_that_it_was_not_taken() -> None:
    seen: list[Range] = []

    def body(s: Stage, x: Int) -> None:
        def look(out: Scope) -> None:
            s.if_(x < 0, lambda: s.leave(out))
            seen.append(s.range(x))

        s.scope(look)
        seen.append(s.range(x))

    emitted(body, (-5, 5))
    assert seen == [(0, 5), (-5, 5)]


def test_choices_give_the_hull_of_their_sides() -> None:
    seen: list[Range] = []

    def body(s: Stage, x: Int) -> None:
        seen.append(s.range(s.select(x >= 0, x, 0)))
        seen.append(s.range(s.choose(x > 3, lambda: x, lambda: 7)))
        seen.append(s.range(s.maximum(x, -2)))
        seen.append(s.range(s.call(s.function("g", [], Int, lambda: 3))))

    emitted(body, (-5, 5))
    assert seen == [(0, 5), (4, 7), (-2, 5), (3, 3)]


def test_an_index_is_tested_once_and_only_where_it_may_be_outside() -> None:
    def body(s: Stage, x: Int) -> None:
        s.if_(s.inside(x, 9), lambda: s.if_(s.inside(x, 9), lambda: s.var(99)))

    assert emitted(body).count("ult") == 1
    assert "icmp" not in emitted(body, (0, 8))
    assert "99" not in emitted(body, (9, 12))


def test_functions_of_one_text_keep_what_each_gives() -> None:
    s = Stage()

    def same(range: Range) -> Range:
        function = s.function("same", [], Int, lambda: s.parameter(Int, range))
        return function.gives

    assert [same((0, 3)), same((0, 9))] == [(0, 3), (0, 9)]


def test_truth_is_one_or_nothing() -> None:
    seen: list[Range] = []
    emitted(lambda s, x: seen.append(s.range(s.to_int(x == 3))))
    assert seen == [(0, 1)]
