"""The positions of tokens: the numbers of Ludo's squares, for each of its players."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

HOME, GOAL = -1, 99
NUM_PLAYERS = NUM_TOKENS = 4
RING, LANE = 52, 5
START = 13  # squares between the start squares of two players
GLOBES = (1, 9)  # on each of these quarters of the ring

Positions = npt.NDArray[np.int64]


def check(positions: Positions) -> None:
    """Raise ValueError for positions that do not occur."""
    for player, tokens in enumerate(positions):
        lane = range(RING + LANE * player, RING + LANE * (player + 1))
        for token, at in enumerate(tokens.tolist()):
            if not (at in (HOME, GOAL) or 0 <= at < RING or at in lane):
                expected = f"{HOME}, {GOAL}, 0 to {RING - 1} or {lane[0]} to {lane[-1]}"
                raise ValueError(f"token {token} of player {player} is at {at}, where {expected} is expected")
    ring = [set(tokens[(tokens >= 0) & (tokens < RING)].tolist()) for tokens in positions]
    for player, squares in enumerate(ring):
        for other in range(player):
            if shared := squares & ring[other]:
                raise ValueError(f"tokens of the players {other} and {player} stand together on square {min(shared)}")


def seen_from(positions: Positions, player: int) -> Positions:
    """Positions as a player sees them; arrays of shape (..., 4, 4), as player 0 sees them, give such arrays."""
    order, names = _VIEWS[player % NUM_PLAYERS]
    return names[positions[..., order, :]]


def _view(player: int) -> tuple[list[int], Positions]:
    """The players in the order in which a player sees them, and how each position of player 0 is called then."""
    lanes = LANE * NUM_PLAYERS
    names = np.arange(GOAL + 2)  # the last one, of position -1, is home
    names[:RING] = (names[:RING] - START * player) % RING
    names[RING : RING + lanes] = (np.arange(lanes) - LANE * player) % lanes + RING
    names[-1] = HOME
    return [(player + k) % NUM_PLAYERS for k in range(NUM_PLAYERS)], names


_VIEWS = [_view(player) for player in range(NUM_PLAYERS)]
