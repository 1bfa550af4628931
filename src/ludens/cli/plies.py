"""Positions after random moves."""

from __future__ import annotations

import random
import secrets
from typing import NamedTuple

from ludens import notation
from ludens.game import Game, Move, State
from ludens.notation.turns import goes_on


def after(game: Game, plies: int, seed: int | None) -> State:
    """The state after a number of random moves, or at the game's end."""
    return walk(game, plies, seed).state


class Walk(NamedTuple):
    """The state that a walk led to, and its last turn: its moves and their notation; none if all moved at once."""

    state: State
    turn: list[Move]
    text: str


def walk(game: Game, plies: int, seed: int | None) -> Walk:
    """The same, with the last turn."""
    word = secrets.randbits(32) if seed is None else seed
    state, choose, turn, texts = game.start(seed=word), random.Random(word), list[Move](), list[str]()
    style = notation.of(game)
    for _ in range(plies):
        if state.is_over:
            break
        moves = random_moves(state, choose)
        if state.is_simultaneous or not goes_on(state.playing):
            turn, texts = [], []
        if not state.is_simultaneous:
            turn, texts = [*turn, *moves], [*texts, *(style.ply(state, move) for move in moves)]
        state.play(moves)
    return Walk(state, turn, style.between.join(texts))


def random_moves(state: State, choose: random.Random) -> list[Move]:
    """A move, or one of each player's where they move at once."""
    moves = state.legal_moves()
    if not state.is_simultaneous:
        return [choose.choice(moves)]
    return [choose.choice([m for m in moves if m.mover == p]) for p in sorted({m.mover for m in moves})]
