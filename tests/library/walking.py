"""Random games of the library, ply by ply."""

from __future__ import annotations

import random
from collections.abc import Iterator

import ludens
from ludens.game import Move, State


def plies(name: str, seeds: int = 3, limit: int = 150) -> Iterator[tuple[State, Move, State]]:
    """Positions of a few random games, the move that is played there, and what it leads to."""
    game = ludens.load(name)
    for seed in range(seeds):
        state, choose = game.start(seed=seed), random.Random(seed)
        for _ in range(limit):
            if state.is_over:
                break
            move = choose.choice(state.legal_moves())
            after = state.copy()
            after.play(move)
            yield state, move, after
            state = after
