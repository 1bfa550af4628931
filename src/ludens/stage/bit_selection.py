"""The set bit of a given number in a word, as a function of LLVM assembly.

Everywhere it is a binary search by counts; processors that spread bits over a mask in one instruction (`pdep`) find it
with that and one more.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

NAME: Final = "ludens.nth_bit"
_HEAD = f'define internal i64 @"{NAME}"(i64 %word, i64 %n) alwaysinline nounwind memory(none) {{\nentry:\n'
#: processors on which the instruction takes a hundred cycles
_SLOW = frozenset({"bdver4", "znver1", "znver2"})


def _search() -> str:
    """The search: halves the width of what is looked at, from 64 bits to one."""
    lines, left, base = [], "%n", "0"
    for width in (32, 16, 8, 4, 2, 1):
        w = f"w{width}"
        lines += [
            f"  %{w}.shifted = lshr i64 %word, {base}",
            f"  %{w}.part = and i64 %{w}.shifted, {(1 << width) - 1}",
            f"  %{w}.count = call i64 @llvm.ctpop.i64(i64 %{w}.part)",
            f"  %{w}.above = icmp uge i64 {left}, %{w}.count",
            f"  %{w}.less = sub i64 {left}, %{w}.count",
            f"  %{w}.left = select i1 %{w}.above, i64 %{w}.less, i64 {left}",
            f"  %{w}.on = add i64 {base}, {width}",
            f"  %{w}.base = select i1 %{w}.above, i64 %{w}.on, i64 {base}",
        ]
        left, base = f"%{w}.left", f"%{w}.base"
    return "\n".join([_HEAD, *lines, f"  ret i64 {base}", "}"])


#: the function; it needs llvm.ctpop.i64
EVERYWHERE: Final = _search()
_BY_SPREADING = f"""\
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
declare i64 @llvm.cttz.i64(i64, i1)
{_HEAD}  %bit = shl i64 1, %n
  %found = call i64 @llvm.x86.bmi.pdep.64(i64 %bit, i64 %word)
  %index = call i64 @llvm.cttz.i64(i64 %found, i1 false)
  ret i64 %index
}}"""


def for_processor(ir: str, name: str, features: Collection[str]) -> str:
    """A module with the function as it is best for a processor: its name, and its features as LLVM writes them."""
    if "+bmi2" not in features or name in _SLOW or EVERYWHERE not in ir:
        return ir
    declaration = "declare i64 @llvm.cttz.i64(i64, i1)\n"
    spreading = _BY_SPREADING.replace(declaration, "") if declaration in ir else _BY_SPREADING
    return ir.replace(EVERYWHERE, spreading)


__all__ = ["EVERYWHERE", "NAME", "for_processor"]
