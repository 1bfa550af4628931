"""The set bit number n of a word, by a search or by the processor's own instruction."""

from __future__ import annotations

import random

import pytest

from ludens.native import compiled
from ludens.stage import Int, Long, Stage, engine
from ludens.stage.bit_selection import EVERYWHERE, for_processor


def words() -> list[int]:
    draw = random.Random(5)
    return [1, 1 << 63, (1 << 64) - 1, *(draw.getrandbits(64) & draw.getrandbits(64) | 1 << 40 for _ in range(20))]


@pytest.mark.parametrize("searched", [False, True])
def test_every_bit_is_found_by_its_number(searched: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if searched:
        monkeypatch.setattr(engine, "for_processor", lambda ir, name, features: ir)
    stage = Stage()
    name = f"nth_{searched}"
    stage.function(name, [Long, Int], Int, lambda word, n: stage.nth_bit(word, n), exported=True)
    code = compiled(stage)
    for word in words():
        bits = [bit for bit in range(64) if word >> bit & 1]
        signed = word - (1 << 64) if word >> 63 else word
        assert [code.call(name, signed, n) for n in range(len(bits))] == bits
        assert [stage.nth_bit(word, n) for n in range(len(bits))] == bits


def test_slow_and_other_processors_search() -> None:
    ir = f"declare i64 @llvm.ctpop.i64(i64)\n{EVERYWHERE}\n"
    assert for_processor(ir, "znver2", ["+bmi2"]) == ir == for_processor(ir, "generic", ["+sse2"])
    assert "pdep" in for_processor(ir, "znver4", ["+avx", "+bmi2"])
