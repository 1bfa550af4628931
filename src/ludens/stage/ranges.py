"""Ranges of integers: what the compiler knows of a 32-bit value that play decides.

A range is its least and its greatest value, both inclusive. `FULL` is that of a value of which nothing is known; so is
the range of a sum or product that may wrap round. A *fact* is a range of a value by its name in the program, which
holds where some condition does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, TypeAlias

Range: TypeAlias = tuple[int, int]
Facts: TypeAlias = tuple[tuple[str, Range], ...]

FULL: Range = (-(1 << 31), (1 << 31) - 1)
#: the ranges of the elements of memory that are narrower
NARROW: dict[str, Range] = {"i8": (-128, 127), "u8": (0, 255), "i16": (-(2**15), 2**15 - 1), "u16": (0, 2**16 - 1)}

#: element types of at most 32 bits
Narrow: TypeAlias = Literal["i8", "u8", "i16", "u16", "i32"]
#: the smaller ones, and of the same size those that are taken first
_SMALLEST: tuple[Narrow, ...] = ("u8", "i8", "i16", "u16")


def narrowest(high: int, low: int = 0) -> Narrow:
    """The smallest element type that holds low .. high, which are numbers of 32 bits."""
    return next((element for element in _SMALLEST if covers(NARROW[element], (low, high))), "i32")


def hull(a: Range, b: Range) -> Range:
    """The least range that holds both."""
    return min(a[0], b[0]), max(a[1], b[1])


def meet(a: Range, b: Range) -> Range:
    """What lies in both; `a` where nothing does, which is so only where no value can be: in code that is never run."""
    low = a[0] if a[0] >= b[0] else b[0]  # called for most values: comparisons cost less than calls
    high = a[1] if a[1] <= b[1] else b[1]
    return (low, high) if low <= high else a


def covers(outer: Range, inner: Range) -> bool:
    """Whether one range lies within another."""
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def ranges_with(ranges: Mapping[str, Range], facts: Facts) -> Mapping[str, Range]:
    """The ranges of values where some facts hold as well."""
    if not facts:
        return ranges
    changed = dict(ranges)
    for name, range in facts:
        changed[name] = meet(changed.get(name, FULL), range)
    return changed


def _exact(corners: Iterable[int]) -> Range:
    """The range of an operation that is monotonous between its corners; it wraps round beyond 32 bits."""
    values = list(corners)
    low, high = min(values), max(values)
    return (low, high) if FULL[0] <= low and high <= FULL[1] else FULL


def _and(a: Range, b: Range) -> Range:
    bounds = [high for low, high in (a, b) if low >= 0]
    return (0, min(bounds)) if bounds else FULL


def _joined(a: Range, b: Range) -> Range:
    """`or` and `xor` of values that are not negative set no bit above the highest of both."""
    return (0, (1 << max(a[1], b[1]).bit_length()) - 1) if min(a[0], b[0]) >= 0 else FULL


def _shl(a: Range, b: Range) -> Range:
    return _exact(x << n for x in a for n in b) if b[0] >= 0 and b[1] < 32 else FULL


def _lshr(a: Range, b: Range) -> Range:
    if not (b[0] >= 0 and b[1] < 32):
        return FULL
    if a[0] >= 0:
        return a[0] >> b[1], a[1] >> b[0]
    return (0, (1 << 32 - b[0]) - 1) if b[0] >= 1 else FULL


def _sdiv(a: Range, b: Range) -> Range:
    most = max(-a[0], a[1])
    if a[0] >= 0 and b[0] >= 1:
        return a[0] // b[1], a[1] // b[0]
    return max(-most, FULL[0]), min(most, FULL[1])


def _srem(a: Range, b: Range) -> Range:
    most = max(-b[0], b[1], 1) - 1
    return max(min(a[0], 0), -most), min(max(a[1], 0), most)


_OPERATIONS: dict[str, Callable[[Range, Range], Range]] = {
    "add": lambda a, b: _exact((a[0] + b[0], a[1] + b[1])),
    "sub": lambda a, b: _exact((a[0] - b[1], a[1] - b[0])),
    "mul": lambda a, b: _exact(x * y for x in a for y in b),
    "and": _and,
    "or": _joined,
    "xor": _joined,
    "shl": _shl,
    "lshr": _lshr,
    "sdiv": _sdiv,
    "srem": _srem,
}


def result_of(operation: str, a: Range, b: Range) -> Range:
    """The range of what an instruction gives for operands of these ranges."""
    return _OPERATIONS[operation](a, b)


#: by condition of `icmp`: the one that holds where it does not
_OPPOSITE = {"slt": "sge", "sge": "slt", "sle": "sgt", "sgt": "sle", "eq": "ne", "ne": "eq"}
#: and the one with its operands exchanged
_MIRRORED = {"slt": "sgt", "sgt": "slt", "sle": "sge", "sge": "sle", "eq": "eq", "ne": "ne"}


def decided(condition: str, a: Range, b: Range) -> bool | None:
    """Whether a comparison holds, as far as the ranges decide it."""
    if condition in ("sgt", "sge"):
        return decided(_MIRRORED[condition], b, a)
    if condition == "ne":
        equal = decided("eq", a, b)
        return None if equal is None else not equal
    if condition == "eq":
        if a[1] < b[0] or b[1] < a[0]:
            return False
        return True if a[0] == a[1] == b[0] == b[1] else None
    strict = int(condition == "slt")
    if a[1] + strict <= b[0]:
        return True
    return False if a[0] + strict > b[1] else None


def _where(condition: str, a: Range, b: Range) -> Range:
    """What is left of the range of `a` where a comparison with `b` holds."""
    if condition == "eq":
        return meet(a, b)
    if condition == "ne":
        if b[0] != b[1] or a[0] == a[1]:
            return a
        return a[0] + (a[0] == b[0]), a[1] - (a[1] == b[0])
    if condition in ("slt", "sle"):
        return meet(a, (FULL[0], b[1] - (condition == "slt")))
    return meet(a, (b[0] + (condition == "sgt"), FULL[1]))


def where(condition: str, a: Range, b: Range, *, holds: bool) -> tuple[Range, Range]:
    """What is left of the ranges of both operands where a comparison holds, or where it does not."""
    true = condition if holds else _OPPOSITE[condition]
    return _where(true, a, b), _where(_MIRRORED[true], b, a)
