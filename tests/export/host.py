"""What an exported game has to equal: the games that the host plays."""

from __future__ import annotations

from typing import Final

import numpy as np

from ludens import Game

SEED: Final = 2026


def host_game(game: Game, number: int) -> tuple[int, int, bytes]:
    """The length, the winner and the last state of a game of the series of `SEED`."""
    block, winners, lengths = np.zeros(game.layout.size, np.uint8), np.zeros(1, np.int32), np.zeros(1, np.int32)
    game.fast.playouts(block, number, SEED, winners, lengths)
    return int(lengths[0]), int(winners[0]), block.tobytes()
