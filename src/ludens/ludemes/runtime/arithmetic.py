"""Division of numbers that are known while compiling, or in play only."""

from __future__ import annotations

from typing import cast

from ludens.stage import IntLike


def quotient(value: IntLike, by: int) -> IntLike:
    """Division of a value that is not negative."""
    return value // by if isinstance(value, int) else cast(IntLike, value.quotient(by))


def remainder(value: IntLike, by: int) -> IntLike:
    """What remains of a value that is not negative."""
    return value % by if isinstance(value, int) else cast(IntLike, value.remainder(by))
