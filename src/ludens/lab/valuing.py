"""What players may expect of positions: the mean of the points in random games from there."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from ludens.game.single import SingleGame
from ludens.lab.evidence import Course, points
from ludens.native import Block, seed_choices

#: random games from each position, positions of a game that are looked at
PLAYED: Final = 64
LOOKS: Final = 16
#: random games after each move, and of how many moves at most, where moves of one position are compared
AFTER: Final = 32
MOVES: Final = 12
#: moves within this part of the range from the best are nearly as good
NEAR: Final = 0.25
_WORD: Final = 1 << 63


class Valuer:
    """Plays random games from positions of one game."""

    def __init__(self, game: SingleGame, seed: int, number: int) -> None:
        self.game, self._rng = game, np.random.default_rng([seed & (1 << 64) - 1, 1, number])

    def course(self, positions: list[Block], winner: int) -> Course:
        """What is expected in a game that was followed; the positions are those before each of its moves."""
        at = np.unique(np.linspace(0, len(positions) - 1, min(LOOKS, len(positions))).astype(int))
        expected = np.array([self.expected(positions[k], PLAYED).mean(axis=0) for k in at])
        compared = self._compared(positions[int(self._rng.integers(len(positions)))])
        spreads, narrow = ((), ()) if compared is None else ((compared[0],), (compared[1],))
        return Course(winner, expected, spreads, narrow)

    def expected(self, block: Block, n: int) -> npt.NDArray[np.float64]:
        """The points of each player in n random games from a position, of shape (n, players)."""
        program, dtype = self.game.ready, self.game.layout.dtype
        rows = np.repeat(block[None], n, axis=0)
        fields = rows.view(dtype)[:, 0]
        fields["rng"] = self._rng.integers(_WORD, size=n)
        seed_choices(int(self._rng.integers(_WORD)))
        for row in rows:
            program.playout(row)
        return points(fields["winner"].astype(np.int32), self.game.num_players)

    def _compared(self, block: Block) -> tuple[float, float] | None:
        """How much the moves of a position differ, and how many are nearly the best; None where there is one only."""
        program, dtype = self.game.ready, self.game.layout.dtype
        records = program.legal(block)
        mover = int(block.view(dtype)[0]["mover"])
        if len(records) < 2:
            return None
        some = self._rng.permutation(len(records))[:MOVES]
        means, noise = np.zeros(len(some)), np.zeros(len(some))
        for k, index in enumerate(some.tolist()):
            child = block.copy()
            program.play(child, np.ascontiguousarray(records[index]))
            found = self.expected(child, AFTER)[:, mover - 1]
            means[k], noise[k] = found.mean(), found.var(ddof=1) / AFTER
        best, span = means.max(), means.max() - means.min()
        return float(means.var(ddof=1) - noise.mean()), float((means >= best - NEAR * span).mean())
