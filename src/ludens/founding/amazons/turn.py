"""Whole turns of Amazons as people write them: `d1-d6/g9`, and `d1d6g9` in the arena of CodinGame."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

_SQUARE = re.compile(r"([A-Za-z])([1-9][0-9]?)(?![0-9])")
_DASH, _SLASH, _END = re.compile(r"\s*[-\u2013]?\s*"), re.compile(r"\s*[/(]?\s*"), re.compile(r"\s*\)?\s*$")


class NotationError(ValueError):
    """A turn that cannot be read; `column` (from 1) of `text` is where it fails, `cause` is why."""

    def __init__(self, text: str, column: int, cause: str) -> None:
        super().__init__(f"{text!r}, column {column}: {cause}")
        self.text, self.column, self.cause = text, column, cause


class Square(NamedTuple):
    """A square by its column and row, both from 0: (0, 0) is a1.

    >>> Square(3, 0).name, Square(3, 0).site(10), Square.at(3, 10)
    ('d1', 3, Square(column=3, row=0))
    """

    column: int
    row: int

    @property
    def name(self) -> str:
        return f"{chr(ord('a') + self.column)}{self.row + 1}"

    def site(self, size: int) -> int:
        """The number of the site on a board with that many columns."""
        return self.row * size + self.column

    @classmethod
    def at(cls, site: int, size: int) -> Square:
        """The square of a site."""
        return cls(site % size, site // size)


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: an amazon goes from `origin` to `target` and shoots an arrow to `arrow`. `str` writes `d1-d6/g9`.

    >>> str(parse_turn("d1d6g9")), parse_turn("d1-d6/g9").compact
    ('d1-d6/g9', 'd1d6g9')
    """

    origin: Square
    target: Square
    arrow: Square

    def __str__(self) -> str:
        return f"{self.origin.name}-{self.target.name}/{self.arrow.name}"

    @property
    def compact(self) -> str:
        """The turn in the notation of CodinGame."""
        return f"{self.origin.name}{self.target.name}{self.arrow.name}"

    def sites(self, size: int) -> tuple[int, int, int]:
        """The sites of origin, target and arrow on a board of that size."""
        return self.origin.site(size), self.target.site(size), self.arrow.site(size)

    @classmethod
    def at(cls, origin: int, target: int, arrow: int, size: int) -> Turn:
        """The turn with these sites."""
        return cls(Square.at(origin, size), Square.at(target, size), Square.at(arrow, size))


def parse_turn(text: str, size: int | None = None) -> Turn:
    """Read a turn in either notation; capitals, spaces and `d1-d6(g9)` are understood too.

    With `size`, the squares must lie on a board of that size. Raises NotationError.
    """
    origin, at = _read_square(text, _skip(text, 0), "the amazon's square", size)
    target, at = _read_square(text, _behind(_DASH, text, at), "the square that it goes to", size)
    arrow, at = _read_square(text, _behind(_SLASH, text, at), "the arrow's square", size)
    if not _END.match(text, at):
        raise NotationError(text, at + 1, f"nothing is expected after the arrow, not {text[at:].strip()!r}")
    return Turn(origin, target, arrow)


def _skip(text: str, at: int) -> int:
    return at + len(text[at:]) - len(text[at:].lstrip())


def _behind(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Where a pattern ends that begins at a place; that place if it does not."""
    match = pattern.match(text, at)
    return match.end() if match else at


def _read_square(text: str, at: int, meaning: str, size: int | None) -> tuple[Square, int]:
    match = _SQUARE.match(text, at)
    if not match:
        came = repr(text[at : at + 3]) if text[at:].strip() else "the end"
        raise NotationError(text, at + 1, f"{meaning}, such as d6, is expected, not {came}")
    square = Square(ord(match[1].lower()) - ord("a"), int(match[2]) - 1)
    if size is not None and not (square.column < size and square.row < size):
        raise NotationError(text, at + 1, f"{square.name} is outside of the {size}x{size} board")
    return square, match.end()
