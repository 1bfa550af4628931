"""The positions that were played last, with what the searches and the games said of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludens.game import Game

#: moves of a position that are kept, at most: those with the greatest shares
MOST_MOVES = 256
#: random games in which the number of moves is looked at
_GAMES, _PLIES, _SEED = 32, 200, 2


@dataclass(frozen=True)
class Sample:
    """A position, the numbers of its moves and their shares in the improved policy, and what it was worth.

    `values` are those for the player to move, and with more than two players for those who follow. `left` is how many
    plies the game had yet.
    """

    state: npt.NDArray[np.uint8]
    numbers: npt.NDArray[np.int32]
    shares: npt.NDArray[np.float32]
    values: npt.NDArray[np.float32]
    left: int = 0


class Replay:
    """A ring of samples: the oldest gives way."""

    def __init__(self, game: Game, capacity: int, outputs: int) -> None:
        self.capacity, self.width = capacity, min(MOST_MOVES, widest(game))
        self.states = np.zeros((capacity, game.layout.size), np.uint8)
        self.numbers = np.zeros((capacity, self.width), np.int32)
        self.shares = np.zeros((capacity, self.width), np.float32)
        self.values = np.zeros((capacity, outputs), np.float32)
        self.left = np.zeros(capacity, np.int32)
        #: how many samples there have been
        self.seen = 0

    def __len__(self) -> int:
        return min(self.seen, self.capacity)

    def add(self, sample: Sample) -> None:
        at = self.seen % self.capacity
        numbers, shares = sample.numbers, sample.shares
        if len(numbers) > self.width:
            best = np.argsort(-shares, kind="stable")[: self.width]
            numbers, shares = numbers[best], shares[best] / shares[best].sum()
        self.states[at], self.values[at], self.left[at] = sample.state, sample.values, sample.left
        self.numbers[at], self.shares[at] = 0, 0
        self.numbers[at, : len(numbers)], self.shares[at, : len(numbers)] = numbers, shares
        self.seen += 1

    def save(self) -> dict[str, npt.NDArray[Any]]:
        n = len(self)
        return {
            "replay.states": self.states[:n], "replay.numbers": self.numbers[:n], "replay.shares": self.shares[:n],
            "replay.values": self.values[:n], "replay.left": self.left[:n],
            "replay.seen": np.array([self.seen], np.int64),
        }  # fmt: skip

    def restore(self, saved: Mapping[str, npt.NDArray[Any]]) -> None:
        self.seen = int(saved["replay.seen"][0])
        n = len(self)
        for name in ("states", "numbers", "shares", "values", "left"):
            if name != "left" or "replay.left" in saved:  # checkpoints of before have none
                getattr(self, name)[:n] = saved[f"replay.{name}"]


def widest(game: Game) -> int:
    """A number of moves that positions hardly ever exceed."""
    batch, most = game.batch(_GAMES, seed=_SEED), 1
    for ply in range(_PLIES):
        most = max(most, int(batch.count_moves().max()))
        batch.play_random(seed=ply)
    return most + most // 4 + 4
