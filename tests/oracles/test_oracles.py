"""Games of the library play as other programs do: a game of each here, many of each where there is time."""

from __future__ import annotations

import pytest

import ludens
from ludens.notation.turns import whole_turns
from tests.oracles import ORACLES

PAIRS = [(program, name) for program, oracle in ORACLES.items() for name in oracle.names]
#: those whose games and programs take a second or two
QUICK = [
    pair
    for pair in PAIRS
    if (pair[0] in ("OpenSpiel", "pydraughts") and pair[1] not in ("Backgammon", "Amazons"))
    or pair[1] in ("Tori Shogi", "Makruk", "Dobutsu Shogi", "Minixiangqi")
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


@pytest.mark.parametrize("seeds", [10, 11, 12, 13, 22, 23, 24])
def test_seeds_are_captured_after_every_length_of_lap(seeds: int) -> None:
    game = ludens.load("Oware")
    last = [hole for n in range(30) if (hole := (6 - 1 - n) % 12) != 6][seeds - 1]
    laid = {hole: 1 for hole in range(12) if hole != 6} | {6: seeds}
    if last > 5:
        pytest.skip("the lap ends on the own side")
    visits = (seeds + 10 - [hole for n in range(12) if (hole := (5 - n) % 12) != 6].index(last)) // 11
    laid[last] = 3 - visits
    rows = [("V", hole, 0, 1, 0, count, 0, 0, 0) for hole, count in laid.items() if count > 0]
    state = game.position(rows, mover=2, seed=0)
    state.play(state.parse("A2"))
    assert state.scores[1] >= 3 and all(row[1] != last for row in state.sites())
