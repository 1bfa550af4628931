"""Forced wins: what a proof of one has to tell, however it was found."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ludens.solve.checking import Checked, wins
from ludens.solve.table import Value

if TYPE_CHECKING:
    from ludens.game import Move, State

Progress = Callable[[int], object]


@dataclass(frozen=True)
class Proved:
    """What was found: whether `player` can force the win, False where no way was found, None where a limit was met.

    `plies` is how long the win takes at most; a shorter one may be there. `positions` were looked at, some of them more
    than once, also those of earlier searches in the same `folder`; of those that are kept so many are `decided`.
    """

    player: int
    won: bool | None
    plies: int
    positions: int
    decided: int
    stopped: str
    folder: Path | None
    proof: Proof


class Proof(ABC):
    """A search for a win of one player from a root on, and what it found."""

    root: State
    player: int

    @abstractmethod
    def prove(self) -> Proved:
        """Search until it is known, or a limit is met. Raises SolveError where the folder cannot be written."""

    @abstractmethod
    def answer(self, state: State) -> Move:
        """The move of a won position, with the player to move, that wins by the proof, and soonest by it.

        Raises LookupError for a position that play by the proof does not come to.
        """

    @abstractmethod
    def key(self, state: State) -> bytes:
        """What tells positions apart where a win is checked."""

    @property
    @abstractmethod
    def plies(self) -> int | None:
        """In how many plies the root is won at most; None where no win is proved."""

    @abstractmethod
    def defence(self, state: State) -> Move:
        """The other player's move after which a won position holds out longest by the proof."""

    def line(self) -> list[Move]:
        """The proof's line against the defence that holds out longest by it."""
        here = self.root.copy()
        moves: list[Move] = []
        while not here.is_over:
            move = self.answer(here) if here.mover == self.player else self.defence(here)
            moves.append(move)
            here.play(move)
        return moves

    def verify(self, most: int = 1_000_000) -> Checked:
        """Play the win out against every defence, with nothing but the rules.

        Raises LookupError where none is proved.
        """
        if self.plies is None:
            raise LookupError("no win was proved")
        return wins(self.root, Value(self.player, self.plies), self.answer, self.key, most)
