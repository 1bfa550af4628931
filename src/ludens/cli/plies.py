"""Positions after random moves."""

from __future__ import annotations

import random
import secrets

from ludens.game import Game, Move, State


def after(game: Game, plies: int, seed: int | None) -> State:
    """The state after so many random moves, or where the game ends."""
    word = secrets.randbits(32) if seed is None else seed
    state, choose = game.start(seed=word), random.Random(word)
    for _ in range(plies):
        if state.is_over:
            break
        state.play(random_moves(state, choose))
    return state


def random_moves(state: State, choose: random.Random) -> list[Move]:
    """A move, or one of each player's where they move at once."""
    moves = state.legal_moves()
    if not state.is_simultaneous:
        return [choose.choice(moves)]
    return [choose.choice([m for m in moves if m.mover == p]) for p in sorted({m.mover for m in moves})]
