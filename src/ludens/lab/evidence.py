"""What measures are found from: how games ended, games that were followed move by move, and who stood better."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Walk:
    """A game that was followed: the seat that won, and the player it played then (`side`); at each ply how many moves
    were legal; what was seen on the board, if there is one.

    `covered` is the share of the board's sites on which something stood at some time, `pieces` how many of them were
    occupied on average, `stood` which components were on the board and `moved` how many moves ended with each of them.
    `contents` are the keys of what was seen on single sites: of games that were followed together, with the first one.
    """

    winner: int
    choices: npt.NDArray[np.int32]
    side: int = 0
    covered: float | None = None
    pieces: float | None = None
    stood: npt.NDArray[np.bool_] | None = None
    moved: npt.NDArray[np.int64] | None = None
    contents: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Course:
    """A game and what each player could expect in it: of shape (positions, players), evenly spaced from its start.

    What a player expects is the mean of the points in random games from there, or what another judge says; `variance`
    is that of what is said. `spreads` is of single positions how much the mover's expectation varies between the legal
    moves, without what chance has in it; `narrow` the share of moves that are nearly as good as the best.
    """

    winner: int
    expected: npt.NDArray[np.float64]
    spreads: tuple[float, ...] = ()
    narrow: tuple[float, ...] = ()
    variance: npt.NDArray[np.float64] | None = None


@dataclass
class Evidence:
    """All that is known of a game so far."""

    players: int
    sites: int = 0
    #: the seat that won each game, and the player that won, which is another one where sides were swapped
    winners: npt.NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    sides: npt.NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    swaps: bool = False
    lengths: npt.NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    walks: list[Walk] = field(default_factory=list)
    courses: list[Course] = field(default_factory=list)
    #: the points of the player who thinks twice as long, game by game, by who played
    duels: dict[str, list[float]] = field(default_factory=dict)

    @property
    def points(self) -> npt.NDArray[np.float64]:
        """What each seat got, of shape (games, players)."""
        return points(self.winners, self.players)


def points(winners: npt.NDArray[np.int32], players: int) -> npt.NDArray[np.float64]:
    """1 for who won, 0 for the others; the same part for all where nobody won alone, or the game was broken off."""
    won: npt.NDArray[np.float64] = (winners[:, None] == np.arange(1, players + 1)).astype(np.float64)
    won[(winners < 1) | (winners > players)] = 1 / players
    return won
