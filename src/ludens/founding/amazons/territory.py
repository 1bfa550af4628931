"""Territory: how many moves each side has left, exactly where the sides are sealed off from each other.

What is counted, and when it is exact:

* A *chamber* is a part of the board that no arrow divides: squares without arrows that steps of a king connect, amazons
  on them or not, for amazons may leave.
* An empty square is *contested* where amazons of both sides get to it over empty squares. A chamber without contested
  squares is *sealed off*; a position is sealed off where all its chambers are.
* The *regions* of a side in a sealed chamber are the empty squares and own amazons that steps connect without crossing
  enemies. The moves that it has left there are the longest sequence of moves that it can make on its own **without
  letting an enemy in**: an amazon that stands beside an enemy's guards its square, and shoots there when it leaves. So
  an enemy who is shut in by an amazon stays shut in, counts nothing, and the squares behind that amazon are all its
  owner's. What one side does in its regions takes nothing from the other, so the numbers hold whoever moves.
* In a chamber that is not sealed off a side has at least the moves that it can make, by the same rule, on squares that
  the other side does not reach: an amazon beside a contested square guards its own. It has at most as many as there are
  empty squares in the chamber, for each turn takes one.

>>> from ludens.founding.amazons.position import Position
>>> counts = territory(Position.parse("---/-w-/1-1"))
>>> str(counts.white), counts.regions[0].squares
('1', ['a1', 'c1'])
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ludens.founding.amazons.filling import Filling, Region, Search, fill
from ludens.founding.amazons.geometry import border, components, flood
from ludens.founding.amazons.position import BLACK, SIDES, WHITE, Position
from ludens.founding.amazons.turn import Turn


@dataclass(frozen=True, slots=True)
class Count:
    """A number of moves, known to lie between `lower` and `upper`."""

    lower: int
    upper: int

    @property
    def is_exact(self) -> bool:
        return self.lower == self.upper

    def __add__(self, other: Count) -> Count:
        return Count(self.lower + other.lower, self.upper + other.upper)

    def __str__(self) -> str:
        return str(self.lower) if self.is_exact else f"{self.lower} to {self.upper}"


@dataclass(frozen=True, slots=True)
class Holding:
    """The region of one side: `squares` are the empty ones that count for `moves`, by name.

    `line` is a sequence of `moves.lower` turns. `is_sealed` says whether the chamber is sealed off: where it is not,
    the region is all of the side's amazons in the chamber, and the squares those of the chamber.
    """

    side: int
    amazons: list[str]
    squares: list[str]
    moves: Count
    line: tuple[Turn, ...]
    is_sealed: bool

    @property
    def is_defective(self) -> bool:
        """Whether there are fewer moves than empty squares, for certain."""
        return self.is_sealed and self.moves.upper < len(self.squares)


@dataclass(frozen=True, slots=True)
class Territory:
    """The regions of a position, the moves that each side has left in them together, the contested squares."""

    regions: list[Holding]
    contested: list[str]

    @property
    def white(self) -> Count:
        return self.moves(WHITE)

    @property
    def black(self) -> Count:
        return self.moves(BLACK)

    @property
    def is_sealed(self) -> bool:
        """Whether no empty square can be reached by both sides."""
        return not self.contested

    @property
    def is_exact(self) -> bool:
        return self.white.is_exact and self.black.is_exact

    def moves(self, side: int) -> Count:
        """The moves that a side has left."""
        return sum((region.moves for region in self.regions if region.side == side), Count(0, 0))

    def winner(self, mover: int) -> int | None:
        """Who wins if `mover` begins and both play out what they have: the mover needs more moves; None if unknown."""
        own, other = self.moves(mover), self.moves(3 - mover)
        if own.lower > other.upper:
            return mover
        return 3 - mover if own.upper <= other.lower else None


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a count: region `number` of `regions`, whose amazons are `amazons`, and how far its search is."""

    number: int
    regions: int
    side: int
    amazons: list[str]
    search: Search


def territory(
    position: Position, *, seconds: float = 10.0, progress: Callable[[Progress], object] | None = None
) -> Territory:
    """Count the moves that each side has left; for `seconds` at most, after which bounds are given instead.

    `progress` receives about twenty times a second how far it is; an exception of it, or Ctrl-C, ends the search and is
    passed on.
    """
    tasks = sorted(_tasks(position), key=lambda task: task.region.empty.bit_count())
    end = time.monotonic() + seconds
    holdings = []
    for number, task in enumerate(tasks, 1):
        tell = _teller(position, task, number, len(tasks), progress)
        filling = fill(task.region, max(0.0, end - time.monotonic()), tell)
        holdings.append(_holding(position, task, filling))
    return Territory(sorted(holdings, key=_order), position.names(contested(position)))


def contested(position: Position) -> int:
    """The empty squares that amazons of both sides get to over empty squares, as a bitboard."""
    size, empty = position.size, position.empty
    return flood(size, position.white, empty) & flood(size, position.black, empty)


@dataclass(frozen=True, slots=True)
class _Task:
    """A region to solve. `open_squares` are the empty squares of the chamber, where that is not sealed off."""

    side: int
    region: Region
    open_squares: int | None


def _tasks(position: Position) -> Iterator[_Task]:
    both = contested(position)
    for chamber in components(position.size, position.board & ~position.arrows):
        for side in (WHITE, BLACK):
            amazons = position.amazons(side) & chamber
            if not amazons:
                continue
            if chamber & both:
                yield _open_task(position, side, chamber, both)
            else:
                yield from _sealed_tasks(position, side, chamber)


def _open_task(position: Position, side: int, chamber: int, both: int) -> _Task:
    size, own, enemies = position.size, position.amazons(side) & chamber, position.amazons(3 - side)
    safe = position.empty & chamber & ~both
    guarded = own & border(size, enemies | both)
    return _Task(side, Region(size, safe, own, guarded), position.empty & chamber)


def _sealed_tasks(position: Position, side: int, chamber: int) -> Iterator[_Task]:
    size, enemies = position.size, position.amazons(3 - side)
    for part in components(size, chamber & ~enemies):
        amazons = part & position.amazons(side)
        if amazons:
            yield _Task(side, Region(size, part & position.empty, amazons, amazons & border(size, enemies)), None)


def _holding(position: Position, task: _Task, filling: Filling) -> Holding:
    is_sealed = task.open_squares is None
    squares = task.region.empty if task.open_squares is None else task.open_squares
    moves = Count(filling.lower, filling.upper if is_sealed else squares.bit_count())
    amazons = position.names(task.region.amazons)
    return Holding(task.side, amazons, position.names(squares), moves, filling.line, is_sealed)


def _order(holding: Holding) -> tuple[int, int]:
    return holding.side, -holding.moves.upper


def _teller(
    position: Position, task: _Task, number: int, regions: int, progress: Callable[[Progress], object] | None
) -> Callable[[Search], object] | None:
    if progress is None:
        return None
    amazons = position.names(task.region.amazons)
    return lambda search: progress(Progress(number, regions, task.side, amazons, search))


def describe(counts: Territory) -> str:
    """The regions, a line each, and what both sides have together."""
    lines = [_line(holding) for holding in counts.regions]
    if counts.contested:
        lines.append(f"not sealed off: both sides get to {len(counts.contested)} empty squares")
    for side in (WHITE, BLACK):
        moves = counts.moves(side)
        lines.append(f"{SIDES[side]}: {moves} {'move' if str(moves) == '1' else 'moves'} left")
    return "\n".join(lines)


def _line(holding: Holding) -> str:
    who = f"{SIDES[holding.side]} {' '.join(holding.amazons)}: {holding.moves}"
    if not holding.is_sealed:
        return f"{who}, not sealed off, {len(holding.squares)} empty squares"
    defect = f", defective, {len(holding.squares)} empty squares" * holding.is_defective
    return f"{who}{defect}" + f" ({' '.join(holding.squares)})" * bool(holding.squares)
