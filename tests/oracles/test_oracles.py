"""Games of the library play as other programs do: a game of each here, many of each where there is time."""

from __future__ import annotations

import pytest

import ludens
from ludens.notation.turns import whole_turns
from tests.oracles import ORACLES

PAIRS = [(program, name) for program, oracle in ORACLES.items() for name in oracle.names]
#: those whose games and programs take a second
QUICK = [
    pair
    for pair in PAIRS
    if (pair[0] == "OpenSpiel" and pair[1] not in ("Amazons", "Backgammon", "Walls and Pawns"))
    or pair in (("pydraughts", "English Draughts"), ("Fairy-Stockfish", "Dobutsu Shogi"))
    or pair == ("Fairy-Stockfish", "Tori Shogi")
]


@pytest.mark.parametrize(("program", "name"), QUICK)
def test_a_game_is_played_alike(program: str, name: str) -> None:
    found = ORACLES[program].against(name, 1, 5, 30 if program == "Fairy-Stockfish" else 80)
    assert found.agrees and found.positions > 1, found.differences


@pytest.mark.slow
@pytest.mark.parametrize(("program", "name"), PAIRS)
def test_many_games_are_played_alike(program: str, name: str) -> None:
    found = ORACLES[program].against(name, 20, 1, 300)
    assert found.agrees, found.differences


def test_only_the_larger_number_is_played_where_both_cannot_be() -> None:
    game = ludens.load("Backgammon")
    style, discs = ludens.notation.of(game), {c.name: c.index for c in game.components}
    rows = [("V", 0, 0, discs["Disc1"], 1, 1, 0, 0, 0)]
    rows += [("V", 24, level, discs["Disc2"], 2, 1, 0, 0, 0) for level in (0, 1)]
    state = game.position(rows, mover=1, seed=6)
    assert state.rolled == [[5, 6]]
    assert [style.turn(state, turn) for turn in whole_turns(state)] == ["13/7"]


@pytest.mark.parametrize("seeds", [1, 2, 12, 13, 23, 24])
def test_seeds_are_captured_after_every_length_of_lap(seeds: int) -> None:
    game = ludens.load("Oware")
    way = [0, 1, 2, 3, 4, 5, 11, 10, 9, 8, 7]  # the holes behind A2, which is left out
    last, laps = way[(seeds - 1) % 11], (seeds - 1) // 11
    laid = dict.fromkeys(way, 1) | {6: seeds, last: 2 - laps}
    rows = [("V", hole, 0, 1, 0, count, 0, 0, 0) for hole, count in laid.items() if count]
    state = game.position(rows, mover=2, seed=0)
    state.play(state.parse("A2"))
    assert state.scores[1] >= 3 and all(row[1] != last for row in state.sites())


def test_who_would_take_all_takes_nothing() -> None:
    for options, count in (([], 0), (["Grand Slam/Not Allowed"], None)):
        game = ludens.load("Oware", options=options)
        rows = [("V", hole, 0, 1, 0, n, 0, 0, 0) for hole, n in ((6, 1), (0, 1), (7, 4))]
        state = game.position(rows, mover=2, seed=0)
        moves = [move for move in state.legal_moves() if move.from_site == 6]
        assert bool(moves) == (count is not None)
        if moves:
            state.play(moves[0])
            assert state.scores == [0, 0]
