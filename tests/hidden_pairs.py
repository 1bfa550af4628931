"""Pairs of games that differ only in what the first player may not see: whatever it is shown must be the same."""

from __future__ import annotations

from typing import NamedTuple

import ludens
from ludens.game import State


class Pair(NamedTuple):
    """A game, the first player's first move, and two answers of which the first player sees no difference."""

    game: str
    own: str
    answers: tuple[str, str]


PAIRS = (
    Pair("Barrage", "hand1.1-A1", ("hand2.1-A7", "hand2.8-A7")),
    Pair("Dark Hex", "A1", ("B2", "E5")),
    Pair("Phantom Tic-Tac-Toe", "A1", ("B2", "C3")),
    Pair("Battleship", "A1-A4", ("A9-A12", "H12-H15")),
)


def states(pair: Pair) -> list[State]:
    """The two positions, the first player to move."""
    found = []
    for answer in pair.answers:
        state = ludens.load(pair.game).start(seed=1)
        for said in (pair.own, answer):
            state.play(state.parse(said))
        found.append(state)
    return found
