"""The stage that runs instead of emitting."""

from __future__ import annotations

import pytest

from ludens.stage import Bool, Int, Long, Stage
from ludens.stage.direct import DirectStage, Unknown


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
    with pytest.raises(Unknown):
        direct.function("f", [], None, lambda: None)
