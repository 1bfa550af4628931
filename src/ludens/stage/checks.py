"""The checking mode, `LUDENS_CHECKS=1`: every access to memory is verified against the object that it is meant for.

What the compiler relies on is verified too: the ranges that values are said to lie in, divisors, and amounts of shifts.

An `Extent` says what lies at an address and how far it goes; `Checks` emits the tests. A failing test writes its number
and what it compared into the block that `WATCH` was given, the first report staying, and the access goes to a block of
its own: it reads 0, or writes nowhere. Without the mode nothing of this is emitted.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable
from typing import Any, Final, Literal, NamedTuple, Protocol

from ludens.stage.handles import Address, Bool, BoolLike, Emitter, Extent, Handle, Int, Long, LongLike, Operand

Access = Literal["read", "write", "copy from", "copy to", "clear", "hand on", "value"]

#: the exported function that takes the address of the block for reports, and the number that the module has there
WATCH: Final = "ludens.watch"
#: the words of 64 bits of that block: 1 once there is a report, module, check, byte reached, bytes of the object and
#: of the access
REPORT_WORDS: Final = 6

_READ, _WRITTEN = "@ludens.nothing", "@ludens.waste"
LINES: Final = f"""\
@ludens.block = internal global ptr null
@ludens.module = internal global i64 0
{_READ} = internal constant [512 x i8] zeroinitializer, align 16
{_WRITTEN} = internal global [512 x i8] zeroinitializer, align 16
define void @"{WATCH}"(ptr %block, i64 %module) nounwind {{
  store ptr %block, ptr @ludens.block
  store i64 %module, ptr @ludens.module
  ret void
}}
define internal void @ludens.report(i64 %check, i64 %at, i64 %length, i64 %size) cold noinline nounwind {{
  %block = load ptr, ptr @ludens.block
  %absent = icmp eq ptr %block, null
  br i1 %absent, label %done, label %look
look:
  %known = load i64, ptr %block
  %first = icmp eq i64 %known, 0
  br i1 %first, label %write, label %done
write:
  store i64 1, ptr %block
  %module = load i64, ptr @ludens.module
  %p1 = getelementptr i64, ptr %block, i64 1
  store i64 %module, ptr %p1
  %p2 = getelementptr i64, ptr %block, i64 2
  store i64 %check, ptr %p2
  %p3 = getelementptr i64, ptr %block, i64 3
  store i64 %at, ptr %p3
  %p4 = getelementptr i64, ptr %block, i64 4
  store i64 %length, ptr %p4
  %p5 = getelementptr i64, ptr %block, i64 5
  store i64 %size, ptr %p5
  br label %done
done:
  ret void
}}"""


def is_on() -> bool:
    """Whether `LUDENS_CHECKS` asks for the mode."""
    return os.environ.get("LUDENS_CHECKS", "0") not in ("", "0")


class Unchecked(TypeError):
    """An access to memory at an address whose object the stage does not know."""


class Site(NamedTuple):
    """A place in the emitted code that is tested: what it does, with which object, in units of how many bytes.

    Of a value, `object` is what it has to be. `where` is the place as the stage has it.
    """

    access: Access
    object: str
    unit: int
    where: Any


class Structured(Emitter, Protocol):
    """What the tests need of their stage."""

    @property
    def place(self) -> Hashable: ...

    def if_(self, condition: BoolLike, body: Callable[[], object]) -> None: ...

    def operand(self, kind: type[Handle], value: Operand) -> str: ...


class Checks:
    """Emits the tests of one stage, and lists them by number."""

    def __init__(self, stage: Structured) -> None:
        self._stage = stage
        self._numbers: dict[Site, int] = {}

    @property
    def sites(self) -> list[Site]:
        """What is tested, by the numbers of the reports."""
        return list(self._numbers)

    def reached(self, address: Address, size: int, access: Access) -> str:
        """The text of an address where `size` bytes (512 at most) are accessed; another place where the test fails."""
        bad = self._fails(address, size, access, size)
        if bad is False:
            return address.ref
        elsewhere = _READ if access == "read" else _WRITTEN
        test = self._stage.operand(Bool, bad)
        return self._stage.value("select", "ptr", test, elsewhere, address.ref, data=("i1",))

    def within(self, size: LongLike, *reached: tuple[Address, Access], unit: int = 1) -> LongLike:
        """The number of bytes to access at all of these addresses: 0 where that fails at one of them."""
        for address, access in reached:
            bad = self._fails(address, size, access, unit)
            if bad is not False:
                test, amount = self._stage.operand(Bool, bad), self._stage.operand(Long, size)
                size = self._stage.instruction(Long, "select", test, "0", amount, data=("i1",))
        return size

    def claimed(self, value: Int, low: int, high: int) -> None:
        """Report a value that does not lie in low .. high."""
        above = self._stage.value("sub", "i32", value.ref, str(low))
        bad = self._test("ugt", "i32", above, high - low)
        self._stage.if_(bad, lambda: self._report_value(value, f"{low} .. {high}"))

    def operand_of(self, operation: str, kind: str, a: str, b: str) -> str:
        """The second operand of an instruction: one for which the instruction is defined in place of another."""
        bits = {"i32": 32, "i64": 64}.get(kind, 0)
        if bits and operation in ("shl", "lshr"):
            return self._defined(kind, b, self._test("ugt", kind, b, bits - 1), f"a shift by less than {bits}")
        if bits and operation in ("sdiv", "srem"):
            wraps = self._test("eq", kind, a, -1 << bits - 1) & self._test("eq", kind, b, -1)
            return self._defined(kind, b, self._test("eq", kind, b, 0) | wraps, "a divisor")
        return b

    def _test(self, condition: str, kind: str, a: str, b: int) -> Bool:
        return Bool(self._stage, self._stage.value("icmp", kind, a, str(b), data=(condition,)))

    def _defined(self, kind: str, text: str, bad: BoolLike, due: str) -> str:
        value = Int(self._stage, text) if kind == Int.type else Long(self._stage, text)
        self._stage.if_(bad, lambda: self._report_value(value, due))
        test = self._stage.operand(Bool, bad)
        return self._stage.value("select", kind, test, "1", text, data=("i1",))

    def _report_value(self, value: Int | Long, due: str) -> None:
        self._emit_report(Site("value", due, 1, self._stage.place), value, 0, 0)

    def _fails(self, address: Address, size: LongLike, access: Access, unit: int) -> BoolLike:
        """Whether an access is outside the object; emits the report of it."""
        extent = address.extent
        if extent is None:
            raise Unchecked(f"{access}: what lies at {address!r} is not known")
        bad = self._is_outside(extent, size)
        if bad is not False:
            self._stage.if_(bad, lambda: self._report(extent, size, access, unit))
        return bad

    def _is_outside(self, extent: Extent, size: LongLike) -> BoolLike:
        start, length = extent.start, extent.length
        room = length - size
        if isinstance(start, int) and isinstance(room, int) and isinstance(size, int):
            return not (size >= 0 and 0 <= start <= room)
        bad: BoolLike = self._stage.compare(Long, "icmp ugt", start, room)
        if not isinstance(room, int) or room < 0:
            bad = bad | (room < 0)
        return bad if isinstance(size, int) and size >= 0 else bad | (size < 0)

    def _report(self, extent: Extent, size: LongLike, access: Access, unit: int) -> None:
        self._emit_report(Site(access, extent.name, unit, self._stage.place), extent.start, extent.length, size)

    def _emit_report(self, site: Site, *values: Operand) -> None:
        number = self._numbers.setdefault(site, len(self._numbers))
        arguments = tuple(self._stage.operand(Long, value) for value in values)
        self._stage.append("report", "i64", arguments, (number,))
