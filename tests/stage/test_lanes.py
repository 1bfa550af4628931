"""A test of a number, worked out for many numbers at once, gives what it gives for each alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ludens.native import compiled
from ludens.stage import BoolLike, Int, IntLike, Long, Narrow, Stage
from ludens.stage.lanes import Mask, NotUniform, chunks_of, full

VALUES = [(i * i + 3 * i) % 11 - 2 for i in range(300)]


def together(
    test: Callable[[Stage, Callable[[IntLike], Any], Int, IntLike], BoolLike], count: int, element: str, given: int
) -> list[int] | None:
    """The lanes for which a test of an array's elements holds; None where it cannot be worked out so."""
    stage, refused = Stage(), []

    def body(which: Int, argument: Int) -> Any:
        table = stage.alloca(count * 8)
        for i in range(count):
            stage.store(table, i, element, VALUES[i])
        read = lambda i: stage.peek(table, i, count, element)  # noqa: E731
        held = stage.each_lane(count, lambda i: test(stage, read, argument, i))
        if held is None:
            refused.append(True)
            return 0
        assert isinstance(held, Mask) and len(held.words) == len(full(count))
        found: Any = 0
        for i, word in enumerate(held.words):
            found = stage.select(which == i, word, found)
        return found

    stage.function("f", [Int, Int], Long, body, exported=True)
    if refused:
        return None
    code = compiled(stage)
    words = [int(code.call("f", i, given)) & ((1 << 64) - 1) for i in range(len(full(count)))]
    return [64 * i + b for i, word in enumerate(words) for b in range(64) if word >> b & 1]


@pytest.mark.parametrize("count", [1, 3, 8, 9, 61, 64, 65, 100, 225])
@pytest.mark.parametrize("element", ["i8", "i16", "i32"])
def test_comparisons(count: int, element: str) -> None:
    for given in (-3, 0, 4, 70_000):
        found = together(lambda s, read, x, i: read(i) == x, count, element, given)
        assert found == [i for i in range(count) if VALUES[i] == given]
    found = together(lambda s, read, x, i: s.not_((read(i) < 3) | (x == read(i))), count, element, 5)
    assert found == [i for i in range(count) if not (VALUES[i] < 3 or VALUES[i] == 5)]


def test_numbers_themselves_and_lazy_logic() -> None:
    def test(s: Stage, read: Callable[[IntLike], Any], x: Int, i: IntLike) -> BoolLike:
        return s.all_of(lambda: i >= 5, lambda: s.any_of(lambda: read(i) != 2, lambda: x == 9), lambda: i + 1 < 80)

    for given in (9, 8):
        wanted = [i for i in range(5, 79) if VALUES[i] != 2 or given == 9]
        assert together(test, 100, "i8", given) == wanted


def test_short_tables_and_flags() -> None:
    def test(s: Stage, read: Callable[[IntLike], Any], x: Int, i: IntLike) -> BoolLike:
        value = s.narrowed(read(i), -2, 8)
        return s.to_int((value == 1) ^ True) == s.to_int(x == 7)

    found = together(lambda s, read, x, i: s.table([3, 1, 4, 1, 5, 9, 2, 6])[_small(s, read(i))] == x, 70, "i8", 1)
    assert found is None  # what the array holds may be no index
    assert together(test, 70, "i16", 7) is None  # compared with what is known in play
    constant = lambda s, read, x, i: s.to_int(read(i) == x) == 1  # noqa: E731
    assert together(constant, 70, "i16", 4) == [i for i in range(70) if VALUES[i] == 4]


def _small(s: Stage, value: IntLike) -> IntLike:
    return s.narrowed(value, -2, 7)


def test_what_branches_or_calculates_is_refused_and_leaves_no_trace() -> None:
    branching = lambda s, read, x, i: s.choose(x > 3, lambda: read(i) == 1, lambda: read(i) == 2)  # noqa: E731
    assert together(branching, 20, "i8", 4) is None
    assert together(lambda s, read, x, i: read(i) * 2 == x, 20, "i8", 4) is None
    assert together(lambda s, read, x, i: (read(i) == 1) & (x.quotient(x) == 1), 20, "i8", 0) is None
    changing = lambda s, read, x, i: (s.var(x).get() == 1) | (read(i) == 1)  # noqa: E731
    assert together(changing, 20, "i8", 0) is None


def test_vectors_cover_all_lanes_and_none_beyond() -> None:
    for count in range(1, 200):
        parts = chunks_of(count)
        assert {lane for start, width in parts for lane in range(start, start + width)} == set(range(count))


def test_functions_that_were_being_emitted_are_given_up_with_a_test() -> None:
    stage = Stage()

    def refused(_: Int) -> Int:
        raise NotUniform

    def body(x: Int) -> Int:
        assert stage.each_lane(8, lambda i: stage.call(stage.function("g", [Int], Int, refused), x) == i) is None
        return x + 1

    stage.function("f", [Int], Int, body, exported=True)
    assert compiled(stage).call("f", 4) == 5


@pytest.mark.parametrize(("count", "element"), [(1, "u8"), (3, "u8"), (11, "u8"), (64, "u8"), (70, "i16"), (9, "i32")])
def test_numbers_of_digits_side_by_side(count: int, element: Narrow) -> None:
    offsets, digits = (0, 9, 2, 17), [(3 * i + i // 7) % 4 for i in range(count + 17)]
    stage = Stage()

    def body(which: Int) -> Any:
        source, target = stage.alloca(len(digits)), stage.alloca(count * 4)
        for i, digit in enumerate(digits):
            stage.store(source, i, "u8", digit)
        stage.write_numbers(target, source, offsets, 4, count, element)
        return stage.load(target, which, element)

    stage.function("f", [Int], Int, body, exported=True)
    code = compiled(stage)
    expected = [sum(4 ** (3 - k) * digits[i + offset] for k, offset in enumerate(offsets)) for i in range(count)]
    assert [code.call("f", i) for i in range(count)] == expected
