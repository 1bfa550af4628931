"""The stage that runs instead of emitting."""

from __future__ import annotations

import pytest

from ludens.stage import Address, Bool, Function, Int, Long, Stage
from ludens.stage.direct import DirectStage, PlainWord, Unknown


def test_loops_variables_and_scopes_run() -> None:
    s = DirectStage()
    total = s.var(0)

    def search(out: object) -> None:
        def visit(i: object) -> None:
            s.if_(i == 4, lambda: s.leave(out))  # type: ignore[arg-type]
            total.set(total.get() + i)

        s.for_range(0, 10, visit)

    s.scope(search)
    assert total.get() == 0 + 1 + 2 + 3
    s.while_(lambda: total.get() > 0, lambda: total.set(total.get() - 4))
    assert total.get() == -2


def test_variables_wrap_as_their_kind_does() -> None:
    s = DirectStage()
    assert s.var(2**31).get() == -(2**31)
    assert s.var(-(2**63) - 1, Long).get() == 2**63 - 1
    assert s.var(1, Bool).get() is True


def test_memory_holds_bytes() -> None:
    s = DirectStage()
    a = s.alloca(32)
    s.store(s.offset(a, 8), 1, "i32", -5)
    s.store(a, 0, "u8", 260)
    b = s.alloca(32)
    s.copy(b, a, 32)
    s.clear(a, 32)
    assert (s.load(b, 3, "i32"), s.load(b, 0, "u8"), s.load(a, 3, "i32")) == (-5, 4, 0)


def test_what_is_known_only_in_play_raises() -> None:
    emitting, direct = Stage(), DirectStage()
    handle = Int(emitting, "%x")
    with pytest.raises(Unknown):
        direct.var(handle)
    with pytest.raises(Unknown):
        direct.for_range(0, handle, lambda i: None)


def test_functions_run_where_they_are_called() -> None:
    s = DirectStage()
    called: list[int] = []
    noted = s.function("note", [Int], None, called.append)
    factorial: Function[Int] = s.recursive(
        "factorial", [Int], Int, lambda n: 1 if n < 2 else n * s.call(factorial, n - 1)
    )
    assert not called
    assert s.call(noted, 3) is None
    assert called == [3]
    assert s.call(factorial, 5) == 120
    assert s.call(s.function("nothing", [], Int, s.give_up)) == 0


def test_addresses_lie_in_memory() -> None:
    s = DirectStage()
    block, there = s.alloca(16), bytearray(8)
    assert s.load_address(block, 0) is None
    s.store_address(block, 8, there)
    s.store(s.load_address(block, 8), 1, "i32", 7)
    assert there == bytes([0, 0, 0, 0, 7, 0, 0, 0])
    further = s.load(block, 1, "i64") + 4
    s.store(block, 0, "i64", further)
    assert s.load(s.load_address(block, 0), 0, "i32") == 7
    assert s.compare(Address, "icmp eq", s.load_address(block, 0), s.offset(s.load_address(block, 8), 4)) is True
    assert s.compare(Address, "icmp ne", block, 0) is True


def test_words_wrap_as_those_of_native_code() -> None:
    assert PlainWord(2**63) == -(2**63)
    assert PlainWord(-1) >> 60 == 15
    assert (PlainWord(2**62) + PlainWord(2**62), 1 - PlainWord(-(2**63))) == (-(2**63), -(2**63) + 1)
    assert DirectStage().popcount(PlainWord(-1)) == 64
    assert DirectStage().bit(63) == -(2**63)
