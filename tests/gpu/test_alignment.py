"""Cards stop at an access to memory that is not aligned, which this machine forgives: here each access is looked at."""

from __future__ import annotations

import ctypes
import re

import numpy as np
import pytest

import ludens
from ludens.gpu import KERNEL, kernel_of
from ludens.gpu.drivers import TYPES, Emulator
from ludens.gpu.kernel import KINDS
from ludens.stage.engine import Code
from ludens.stage.targets.cuda import emulated, emulation

SIZES = {"i1": 1, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "float": 4, "double": 8, "ptr": 8}
ACCESS = re.compile(
    r"^  (?:%\S+ = load (?:volatile |atomic )?(\w+), ptr (\S+?)|store (\w+) \S+, ptr (\S+?))(?:,(.*)|( monotonic.*))?$"
)
#: counts the accesses that are not aligned
LOOK = """
@look.count = internal global i64 0
define i64 @"look.told"() {
  %count = load i64, ptr @look.count
  ret i64 %count
}
define internal void @look(ptr %place, i64 %mask) noinline nounwind {
  %address = ptrtoint ptr %place to i64
  %rest = and i64 %address, %mask
  %sound = icmp eq i64 %rest, 0
  br i1 %sound, label %done, label %note
note:
  %count = load i64, ptr @look.count
  %more = add i64 %count, 1
  store i64 %more, ptr @look.count
  br label %done
done:
  ret void
}
"""


def looked_at(ir: str) -> str:
    """A module that looks at the address of each access. Fails where there is one of a kind that is not known."""
    lines = []
    for line in ir.split("\n"):
        found = ACCESS.match(line)
        if found:
            kind, place = found[1] or found[3], found[2] or found[4]
            told = re.search(r"align (\d+)", line)
            size = int(told[1]) if told else SIZES[kind]
            lines.append(f"  call void @look(ptr {place}, i64 {size - 1})")
        else:
            assert not re.match(r"  (?:%\S+ = load|store) (?!<)", line), line
        lines.append(line)
    return "\n".join(lines) + LOOK


def unaligned(name: str, shift: int = 0) -> int:
    """How many accesses of two games are not aligned, where a thread's memory is shifted by so many bytes."""
    kernel, device = kernel_of(ludens.load(name)), Emulator()
    code = Code(emulated(looked_at(kernel.ir), kernel.entries, 0))
    run = ctypes.CFUNCTYPE(None, ctypes.c_uint32, *(TYPES[kind] for kind in KINDS))(code.address(emulation(KERNEL)))
    sizes = kernel.thread_bytes + 16, 4, 8, 8, 8, 2 * kernel.state_bytes
    memory, queue, *results = (device.take(size) for size in sizes)
    run(1, memory + shift, kernel.thread_bytes, queue, 0, 2, 7, 1 << 26, *results)
    lengths = np.zeros(2, np.int32)
    device.read(lengths, results[1])
    assert lengths.all()
    told: int = ctypes.CFUNCTYPE(ctypes.c_int64)(code.address("look.told"))()
    return told


@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "Hex", "Amazons", "Oware", "Backgammon", "Go", "Ludo"])
def test_every_access_is_aligned(name: str) -> None:
    assert unaligned(name) == 0


def test_what_is_not_aligned_is_seen() -> None:
    assert unaligned("Ludo", shift=1) > 0
