"""Numbers that a board is made with: the ludemes of everywhere, evaluated when no game is there yet (manual: boards
7)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ludens.language import LudError
from ludens.ludemes.integers.arithmetic import ProductOf, Quotient
from ludens.rules.categories import BooleanLudeme, DimLudeme, FloatLudeme, IntLudeme
from ludens.rules.state.constants import Unknown, before_the_game
from ludens.rules.state.context import Context
from ludens.stage import IntLike

Fixed = BooleanLudeme | FloatLudeme | IntLudeme


class BoardProductOf(ProductOf, DimLudeme):
    """The product of some integers of the board; 1 for none."""

    precedence = -1  # elsewhere the product of none is 0
    start = 1
    spellings = ("*", "mul")
    says = "the product of {factors:and}"


class BoardQuotient(Quotient, DimLudeme):
    """The quotient of two integers of the board, truncated toward zero; a division by zero is an error."""

    precedence = -1  # in play a division by zero is none
    spellings = ("/", "div")

    def emit(self, c: Context) -> IntLike:
        if self.divisor.emit(c) == 0:
            raise LudError("division by zero", self.node.span)
        return super().emit(c)


def whole(value: DimLudeme) -> int:
    """The value of an integer of the board."""
    return int(_evaluated(value))


def wholes(values: Sequence[DimLudeme]) -> list[int]:
    """The values of integers of the board."""
    return [whole(value) for value in values]


def number(value: FloatLudeme) -> float:
    """The value of a number of a graph, in single precision; where there is none, a LudError at its place."""
    result = float(_evaluated(value))
    if not math.isfinite(result):
        raise LudError("this is no finite number", value.node.span)
    return result


def truth(value: BooleanLudeme | None, default: bool) -> bool:
    """The value of a condition of a graph."""
    return default if value is None else bool(_evaluated(value))


def _evaluated(value: Fixed) -> Any:
    try:
        return before_the_game(value.emit)
    except Unknown:
        culprit = next(v for v in reversed([*value.walk()]) if isinstance(v, Fixed) and not _is_known(v))
        message = f"({culprit.spelling} ...) cannot be part of a graph"
        raise LudError(message, culprit.node.span) from None


def _is_known(value: Fixed) -> bool:
    try:
        before_the_game(value.emit)
    except Unknown:
        return False
    return True
