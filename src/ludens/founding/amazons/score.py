"""The score beside a finished game: how many squares the winner still reaches, which breaks ties in tournaments."""

from __future__ import annotations

from dataclasses import dataclass

from ludens.founding.amazons.geometry import flood
from ludens.founding.amazons.position import SIDES, Position


@dataclass(frozen=True, slots=True)
class Score:
    """The result of a finished game: the winner (1 White, 2 Black), and the empty squares that its amazons still reach.

    Reached are the squares that they get to in any number of moves over empty squares. Most often the winner could make
    as many moves; where a region is defective it could make fewer (`ludens.founding.amazons.territory` counts those).
    """

    winner: int
    squares: int

    @property
    def result(self) -> str:
        """The result as records write it."""
        return "1-0" if self.winner == 1 else "0-1"

    def __str__(self) -> str:
        return f"{SIDES[self.winner]} wins, tie-break score {self.squares}"


def score(position: Position) -> Score | None:
    """The score of a position in which the side to move has no turn; None where the game is not over.

    >>> str(score(Position.parse("b-2/--2/2--/2-w b")))
    'White wins, tie-break score 0'
    """
    if not position.is_over:
        return None
    winner = 3 - position.mover
    reached = flood(position.size, position.amazons(winner), position.empty)
    return Score(winner, reached.bit_count())
