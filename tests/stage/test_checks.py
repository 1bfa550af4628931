"""The checking mode: an access outside its object is reported, does no harm, and nothing goes unverified."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ludens.native import OutOfBounds, Program, compiled
from ludens.stage import Address, Int, IntLike, Long, Memory, Stage
from ludens.stage.checks import Unchecked

BYTES = 16


def emitted(body: Callable[..., Any], *, checked: bool = True) -> Stage:
    """f(block, i): the body, on a block of so many bytes."""
    stage = Stage(checked=checked)
    kinds = [Memory("the block", BYTES), Int]
    stage.function("f", kinds, Int, lambda block, i: body(stage, block, i), exported=True)
    return stage


def outcome(program: Program, index: int) -> str:
    """What is reported for an index; nothing where it is inside. What lies behind the block stays as it was."""
    memory = np.arange(4 * BYTES, dtype=np.uint8)
    try:
        program.call("f", memory, index)
    except OutOfBounds as error:
        return str(error).partition("please report it: ")[2]
    finally:
        assert (memory[BYTES:] == np.arange(BYTES, 4 * BYTES)).all()
    return ""


def stored(s: Stage, block: Address, i: Int) -> int:
    s.store(block, i, "i32", -1)
    return 0


def copied(s: Stage, block: Address, i: Int) -> int:
    s.copy(s.alloca(BYTES), s.offset(block, i), 8)
    return 0


def copied_many(s: Stage, block: Address, i: Int) -> int:
    s.copy(s.alloca(4 * BYTES), block, i)
    return 0


def moved(s: Stage, block: Address, i: Int) -> int:
    s.move(s.offset(block, i), block, 8)
    return 0


def cleared(s: Stage, block: Address, i: Int) -> int:
    s.clear(s.offset(block, s.long(i) * 8), 8)
    return 0


def cleared_many(s: Stage, block: Address, i: Int) -> int:
    s.clear(block, i)
    return 0


def in_part(s: Stage, block: Address, i: Int) -> IntLike:
    return s.load(s.part(block, 4, "the part", 8), i, "i32")


def in_large(s: Stage, block: Address, i: Int) -> IntLike:
    return s.load(s.object_at(block, "the pair", lambda: i * 4), 1, "i32")


def handed_on(s: Stage, block: Address, i: Int) -> IntLike:
    inner = s.function("inner", [Memory("a word", 8)], Int, lambda word: s.load(word, 1, "i32"), inline=False)
    return s.call(inner, s.offset(block, i))


def claimed(s: Stage, block: Address, i: Int) -> IntLike:
    return s.narrowed(i, -3, 5)


def lowest(s: Stage, block: Address, i: Int) -> IntLike:
    return s.lowest_bit(s.unsigned(i))


def shifted(s: Stage, block: Address, i: Int) -> IntLike:
    return Int(s, "5") << i


def shifted_back(s: Stage, block: Address, i: Int) -> IntLike:
    return s.to_int(Long(s, "5") >> s.unsigned(i))


def divided(s: Stage, block: Address, i: Int) -> IntLike:
    return s.quotient(Int(s, str(-(1 << 31))), i)


def left_over(s: Stage, block: Address, i: Int) -> IntLike:
    return s.remainder(i, i)


CASES: dict[Callable[..., Any], tuple[list[int], dict[int, str]]] = {
    stored: ([0, 3], {4: "a write of element 4 of the block, which has 4", -1: "a write of element -1 of the block"}),
    copied: ([0, 8], {9: "a copy from of 8 bytes at byte 9 of the block, which has 16", -1: "at byte -1 of the block"}),
    copied_many: ([0, 16], {17: "a copy from of 17 bytes at byte 0 of the block", -1: "of -1 bytes"}),
    moved: ([8], {9: "a copy to of 8 bytes at byte 9 of the block", -5: "at byte -5"}),
    cleared: ([0, 1], {2: "a clear of 8 bytes at byte 16 of the block", 1 << 30: "at byte 8589934592 of the block"}),
    cleared_many: ([0, 16], {17: "a clear of 17 bytes at byte 0 of the block", -8: "a clear of -8 bytes"}),
    in_part: ([0, 1], {2: "a read of element 2 of the part, which has 2", -1: "a read of element -1 of the part"}),
    in_large: ([2, 3], {1: "a read of element 1 of the pair, which has 1", -1: "of the pair"}),
    claimed: (
        [-3, 5],
        {-4: "a value of -4 where -3 .. 5 is due", 6: "6", (1 << 31) - 1: "2147483647", -(1 << 31): "-"},
    ),
    lowest: ([1, -1], {0: "a value of 64 where 0 .. 63 is due"}),
    shifted: ([0, 31], {32: "a value of 32 where a shift by less than 32 is due", -1: "a value of -1"}),
    shifted_back: ([0, 63], {64: "a value of 64 where a shift by less than 64 is due", -1: "a value of 4294967295"}),
    divided: ([1, -2], {0: "a value of 0 where a divisor is due", -1: "a value of -1 where a divisor is due"}),
    left_over: ([1, -1], {0: "a value of 0 where a divisor is due"}),
    handed_on: ([0, 8], {9: "a hand on of 8 bytes at byte 9 of the block", -1: "at byte -1"}),
}


@pytest.mark.parametrize("body", CASES, ids=lambda body: body.__name__)
def test_an_access_outside_its_object_is_reported(body: Callable[..., Any]) -> None:
    program, (inside, outside) = compiled(emitted(body)), CASES[body]
    assert [outcome(program, i) for i in inside] == [""] * len(inside)
    for index, said in outside.items():
        assert said in outcome(program, index)


def test_what_is_known_to_be_outside_is_reported_where_it_is_reached() -> None:
    def body(s: Stage, block: Address, i: Int) -> IntLike:
        return s.choose(i > 5, lambda: s.load(block, 4, "i32"), lambda: 0)

    program = compiled(emitted(body))
    assert outcome(program, 5) == ""
    assert outcome(program, 6) == "a read of element 4 of the block, which has 4"


def test_ranges_of_parameters_are_claims() -> None:
    def body(s: Stage, block: Address, i: Int) -> IntLike:
        def inner() -> IntLike:
            return s.parameter(Int, (0, 9)) + 1

        return s.call(s.function("inner", [], Int, inner, inline=False), i)

    stage = emitted(body)
    assert [outcome(compiled(stage), i) for i in (0, 9, 10)] == ["", "", "a value of 10 where 0 .. 9 is due"]


def test_a_refused_read_gives_nothing() -> None:
    def body(s: Stage, block: Address, i: Int) -> IntLike:
        s.store(block, 3, "i32", s.load(block, i, "i32"))
        return 0

    memory = np.full(4 * BYTES, 7, np.uint8)
    with pytest.raises(OutOfBounds):
        compiled(emitted(body)).call("f", memory, 5)
    assert memory[12:16].tolist() == [0] * 4


def test_a_report_does_not_outlive_its_call() -> None:
    program = compiled(emitted(stored))
    assert [bool(outcome(program, i)) for i in (9, 0, 9, 1)] == [True, False, True, False]


def test_the_first_report_of_a_call_stays_and_names_its_place() -> None:
    def body(s: Stage, block: Address, i: Int) -> IntLike:
        s.place = ("first", "a.lud", 1, 2)
        s.store(block, i, "u8", 0)
        s.place = ("second", "a.lud", 3, 4)
        return s.load(block, i, "u8")

    program = compiled(emitted(body))
    assert outcome(program, 99) == "a write of element 99 of the block, which has 16, for (first) at a.lud:1:2"


def test_code_that_other_code_calls_reports_too() -> None:
    def caller(s: Stage, block: Address, i: Int) -> IntLike:
        return s.call_address(s.load_address(block, 0), [Address, Int], Int, block, i)

    inner, outer = compiled(emitted(stored)), compiled(emitted(caller))
    memory = np.zeros(4, np.uint64)
    memory[0] = inner.address("f")
    with pytest.raises(OutOfBounds, match="a write of element 70 of the block"):
        outer.call("f", memory, 70)


def test_nothing_goes_unverified() -> None:
    def f(s: Stage, place: Address) -> int:
        s.load(place, 0, "i32")
        return 0

    unchecked, checked = Stage(checked=False), Stage(checked=True)
    unchecked.function("f", [Address], Int, lambda place: f(unchecked, place))
    with pytest.raises(Unchecked, match="read: what lies at <ptr %p0> is not known"):
        checked.function("f", [Address], Int, lambda place: f(checked, place))


@pytest.mark.parametrize("body", CASES, ids=lambda body: body.__name__)
def test_without_the_mode_nothing_of_it_is_emitted(body: Callable[..., Any]) -> None:
    stage = emitted(body, checked=False)
    assert stage.checks is None and "ludens." not in stage.ir() and "select" not in stage.ir()


def test_the_environment_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    for value, is_on in {"1": True, "0": False, "": False}.items():
        monkeypatch.setenv("LUDENS_CHECKS", value)
        assert (Stage().checks is not None) == is_on
    monkeypatch.delenv("LUDENS_CHECKS")
    assert Stage().checks is None


def test_what_is_in_range_by_its_constants_costs_nothing() -> None:
    def body(s: Stage, block: Address, i: Int) -> Any:
        s.store(block, 1, "i64", Long(s, "5"))
        return s.load(s.part(block, 8, "the part", 8), 1, "i32")

    assert emitted(body).checks == []
