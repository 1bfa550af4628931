"""Positions after random moves."""

from __future__ import annotations

import random
import secrets
from typing import NamedTuple

from ludens import notation
from ludens.game import Game, Move, State
from ludens.notation.turns import goes_on


def after(game: Game, plies: int, seed: int | None) -> State:
    """The state after so many random moves, or where the game ends."""
    return walk(game, plies, seed).state


class Walk(NamedTuple):
    """Where a walk led, and its last turn: its moves, and what players write for them; none where all moved at once."""

    state: State
    turn: list[Move]
    told: str


def walk(game: Game, plies: int, seed: int | None) -> Walk:
    """The same, with the last turn."""
    word = secrets.randbits(32) if seed is None else seed
    state, choose, turn, told = game.start(seed=word), random.Random(word), list[Move](), list[str]()
    style = notation.of(game)
    for _ in range(plies):
        if state.is_over:
            break
        moves = random_moves(state, choose)
        if state.is_simultaneous or not goes_on(state.playing):
            turn, told = [], []
        if not state.is_simultaneous:
            turn, told = [*turn, *moves], [*told, *(style.ply(state, move) for move in moves)]
        state.play(moves)
    return Walk(state, turn, style.between.join(told))


def random_moves(state: State, choose: random.Random) -> list[Move]:
    """A move, or one of each player's where they move at once."""
    moves = state.legal_moves()
    if not state.is_simultaneous:
        return [choose.choice(moves)]
    return [choose.choice([m for m in moves if m.mover == p]) for p in sorted({m.mover for m in moves})]
