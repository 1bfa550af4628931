"""Legal moves found by their number, as random play finds them."""

from __future__ import annotations

import numpy as np

import ludens
from ludens.game.single import SingleGame
from ludens.testing.certificates.finder import Finder


def check_found_by_number(text: str) -> None:
    """Play some games of a description: in each position every legal move is found once."""
    game = ludens.load(text)
    assert isinstance(game, SingleGame)
    finder, random = Finder(game), np.random.default_rng(5)
    assert finder.by_number
    seen = 0
    for seed in range(6):
        state = game.start(seed=seed)
        while not state.is_over and seen < 400:
            expected = finder.list_all(state)
            total = finder.find_number(state, 0)[0]
            got = finder.find_all(state)
            if total:
                assert sorted(map(_sites, got)) == sorted(map(_sites, expected))
                assert finder.after(state, got) == finder.after(state, expected)
            moves = state.legal_moves()
            state.play(moves[int(random.integers(len(moves)))])
            seen += 1
    assert seen > 50


def _sites(record: bytes) -> tuple[int, ...]:
    """Mover, from and to of a record that has them."""
    return tuple(np.frombuffer(record, np.int32)[1:4].tolist())
