"""Random games for tests of notations."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ludens.game import Game, Move, State
from ludens.notation import NotationError, Record, Style


def random_record(game: Game, seed: int, plies: int) -> Record:
    """A game of random moves."""
    state, choose = game.start(rng_state=bytes(8)), random.Random(seed)
    record = Record(state.copy())
    while not state.is_over and len(record.plies) < plies:
        record.plies.append(choose.choice(state.legal_moves()))
        state.play(record.plies[-1])
    return record


def states_of(game: Game, seed: int, plies: int) -> Iterator[tuple[State, Move]]:
    """The states of a random game with the moves that are made there."""
    state, choose = game.start(rng_state=bytes(8)), random.Random(seed)
    for _ in range(plies):
        if state.is_over:
            return
        move = choose.choice(state.legal_moves())
        yield state, move
        state.play(move)


def cause(style: Style, text: str, form: str | None = None) -> str:
    """What is wrong with the text of a file."""
    try:
        style.read(text, form, "game")
    except NotationError as error:
        return str(error)
    raise AssertionError("this text is read")
