"""Games in which sites come to be hidden whole: such a site is not told from an empty one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

import ludens
from ludens import State
from ludens.game.hidden_sites import is_veiled

#: pieces that go unseen: their squares are hidden from the start, and the others when they come there
GHOSTS = """(game "Ghosts" (players {(player N) (player S)})
    (equipment {(board (square 4)) (piece "Ghost" Each (move Step (to if:(is Empty (to)))))})
    (rules
        (start {
            (place "Ghost1" (sites {0 1})) (place "Ghost2" (sites {14 15}))
            (set Hidden (sites {0 1}) to:P2) (set Hidden (sites {14 15}) to:P1)})
        (play (forEach Piece))
        (end (if (>= (count Turns) 12) (result All Draw)))))"""
#: hands that are hidden, and of which cards are laid open
HANDS = ("Agram", "Barrage", "Battleship", "Block Dominoes", "Goofspiel")
VEILED = ("Dark Hex", "Phantom Tic-Tac-Toe", GHOSTS)


def positions(name: str) -> Iterator[State]:
    """Those of a random game."""
    state, random = ludens.load(name).start(seed=3), Random(3)
    for _ in range(24):
        if state.is_over:
            return
        yield state
        moves = list(state.legal_moves())
        if state.is_simultaneous:
            movers = sorted({move.mover for move in moves})
            state.play([random.choice([move for move in moves if move.mover == mover]) for mover in movers])
        else:
            state.play(random.choice(moves))


def test_random_games_tell_whether_a_game_is_veiled() -> None:
    assert all(is_veiled(ludens.load(name)) for name in VEILED)
    assert not any(is_veiled(ludens.load(name)) for name in (*HANDS, "Amazons"))


@pytest.mark.parametrize("name", [*VEILED, *HANDS])
def test_a_player_cannot_tell_a_resampled_state_from_the_real_one(name: str) -> None:
    others = 0
    for n, state in enumerate(positions(name)):
        for player in (1, 2):
            other = state.resample(player, seed=n)
            assert other.information_state(player) == state.information_state(player)
            assert np.array_equal(other.observation(player), state.observation(player))
            assert sorted(row[3:] for row in other.sites()) == sorted(row[3:] for row in state.sites())
            if state.mover == player:
                encoding = state.game.encoding
                assert sorted(encoding.actions(other)) == sorted(encoding.actions(state))
            others += other.sites() != state.sites()
    assert others > 4


@pytest.mark.parametrize("name", VEILED)
def test_nothing_tells_where_unseen_pieces_are(name: str) -> None:
    """Not the flags either: over many deals a piece is found wherever nothing is seen."""
    state = list(positions(name))[3].copy()
    player = state.mover
    assert not json.loads(state.information_state(player))["hidden"]
    seen = {row[1] for row in state.sites() if row[4] == player}
    places = {row[1] for seed in range(60) for row in state.resample(player, seed=seed).sites() if row[4] != player}
    assert "hidden site" not in state.game.encoding.planes
    assert len(places) >= len(state.game.slots) - len(seen) - 2
    assert not places & seen


def test_pieces_that_went_unseen_move_from_where_they_are_dealt() -> None:
    for state in positions(GHOSTS):
        other = state.resample(3 - state.mover, seed=1)
        own = {row[1] for row in other.sites() if row[4] == other.mover}
        assert {move.from_site for move in other.legal_moves()} <= own
        assert (other.field("empty").view(np.uint8)[0] & 1 == 1) == (0 not in {row[1] for row in other.sites()})
