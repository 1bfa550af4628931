"""Games of small rules, written once more in the test: what random play gives, by going through all of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

Next = Iterable[tuple[Hashable, int | None]]


@dataclass
class Expected:
    """What is expected of a random game: how often each ends it (0 for nobody), moves, legal moves summed up."""

    ends: dict[int, float] = field(default_factory=dict)
    length: float = 0.0
    choices: float = 0.0

    @property
    def branching(self) -> float:
        return self.choices / self.length

    def points(self, player: int) -> float:
        return self.ends.get(player, 0.0) + self.ends.get(0, 0.0) / 2


def expected(start: Hashable, moves: Callable[[Any], Next]) -> Expected:
    """Of a game whose `moves` gives for a position each that follows, and who has won there: None while it goes on."""

    @cache
    def of(position: Hashable) -> Expected:
        following = list(moves(position))
        found = Expected(length=1.0, choices=float(len(following)))
        for after, winner in following:
            below = of(after) if winner is None else Expected({winner: 1.0})
            part = 1 / len(following)
            found.length += part * below.length
            found.choices += part * below.choices
            for who, chance in below.ends.items():
                found.ends[who] = found.ends.get(who, 0.0) + part * chance
        return found

    return of(start)


LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def tic_tac_toe(board: str) -> Next:
    mover = 1 + (9 - board.count(" ")) % 2
    for at in range(9):
        if board[at] == " ":
            after = f"{board[:at]}{mover}{board[at + 1 :]}"
            won = any(all(after[k] == str(mover) for k in line) for line in LINES)
            yield after, mover if won else (0 if " " not in after else None)


def hexpawn(position: tuple[str, int]) -> Next:
    board, mover = position
    for after in _pawn_moves(board, mover):
        goal = after[6:] if mover == 1 else after[:3]
        stuck = not list(_pawn_moves(after, 3 - mover))
        yield (after, 3 - mover), mover if str(mover) in goal or stuck else None


def _pawn_moves(board: str, mover: int) -> Iterable[str]:
    ahead = 3 if mover == 1 else -3
    for at in range(9):
        if board[at] != str(mover) or not 0 <= at + ahead < 9:
            continue
        for side in (-1, 0, 1):
            if not 0 <= at % 3 + side < 3:
                continue
            to = at + ahead + side
            if board[to] == (str(3 - mover) if side else " "):
                cells = list(board)
                cells[at], cells[to] = " ", str(mover)
                yield "".join(cells)


def hex_of(side: int) -> Callable[[str], Next]:
    """Hex on a rhombus: the first player joins the left and the right column, the second top and bottom."""

    def moves(board: str) -> Next:
        mover = 1 + (side * side - board.count(" ")) % 2
        for at in range(side * side):
            if board[at] == " ":
                after = f"{board[:at]}{mover}{board[at + 1 :]}"
                yield after, mover if _joined(after, mover, side) else None

    return moves


def _joined(board: str, player: int, side: int) -> bool:
    along = (lambda row, column: column) if player == 1 else (lambda row, column: row)
    left = [(r, c) for r in range(side) for c in range(side) if along(r, c) == 0 and board[r * side + c] == str(player)]
    seen = set(left)
    while left:
        row, column = left.pop()
        if along(row, column) == side - 1:
            return True
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, -1), (-1, 1)):
            r, c = row + down, column + right
            if 0 <= r < side and 0 <= c < side and (r, c) not in seen and board[r * side + c] == str(player):
                seen.add((r, c))
                left.append((r, c))
    return False


def last_stone(left: tuple[int, int]) -> Next:
    """One or two of so many stones are taken; who takes the last one wins. With the player to move."""
    stones, mover = left
    for taken in (1, 2):
        if taken <= stones:
            yield (stones - taken, 3 - mover), mover if taken == stones else None
