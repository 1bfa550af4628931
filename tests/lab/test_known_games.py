"""Measures of games whose values are known: gone through to the end here, or proved, or counted by others."""

from __future__ import annotations

import math

import numpy as np
import pytest

import ludens
from lab.exact import expected, hex_of, hexpawn, tic_tac_toe
from ludens import lab
from ludens.lab import Report

FILLING = """(game "Filling" (players 2)
    (equipment {(board (rectangle 2 3)) (piece "Stone" Each) (piece "Tower" Each)})
    (rules (play (or (move Add (piece (id "Stone" Mover)) (to (sites Empty)))
            (if (< (count Pieces) 0) (move Add (piece (id "Tower" Mover)) (to (sites Empty))))))
        (end {(if (is Line 9) (result Mover Win)) (if (is Full) (result Mover Draw))})))"""
COIN = """(game "Coin" (players 2)
    (equipment {(board (rectangle 1 4)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is In (last To) (sites {0})) (result Mover Win)))))"""
HEX = """(game "Hex 3" (players 2)
    (equipment {(board (hex Diamond 3)) (piece "Stone" Each)
        (regions P1 {(sites Side NE) (sites Side SW)}) (regions P2 {(sites Side NW) (sites Side SE)})})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Connected Mover) (result Mover Win)))))"""
THREE = """(game "Three" (players 3)
    (equipment {(board (rectangle 1 6)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is In (last To) (sites {0})) (result Mover Win)))))"""


def _near(report: Report, name: str, true: float) -> None:
    """Within twice the half width: what chance leaves out once in ten thousand times."""
    found = report[name]
    assert abs(found.value - true) <= 2 * found.half + 1e-9, (name, true, str(found))


@pytest.fixture(scope="module")
def tic() -> Report:
    return lab.measure(ludens.load("Tic-Tac-Toe"), n=10_000, seed=5)


def test_tic_tac_toe_by_all_its_games(tic: Report) -> None:
    true = expected(" " * 9, tic_tac_toe)
    assert (round(true.ends[1], 4), round(true.ends[0], 4)) == (0.5849, 0.1270)  # as others have counted
    _near(tic, "points_1", true.points(1))
    _near(tic, "points_2", true.points(2))
    _near(tic, "advantage", true.points(1) - 0.5)
    _near(tic, "balance", 1 - abs(true.points(1) - true.points(2)))
    _near(tic, "draws", true.ends[0])
    _near(tic, "decisiveness", 1 - true.ends[0])
    _near(tic, "length", true.length)
    _near(tic, "branching", true.branching)
    _near(tic, "coverage", true.length / 9)
    assert tic["length_short"].value == 5 and tic["length_long"].value == 9
    assert tic["state_space"].value == pytest.approx(9 * math.log10(3))
    assert tic["unfinished"].value == 0


def test_the_interval_is_under_one_per_cent_with_ten_thousand_games(tic: Report) -> None:
    assert tic["points_1"].half < 0.01


def test_hexpawn_by_all_its_games() -> None:
    true, found = expected(("111   222", 1), hexpawn), lab.measure(ludens.load("Hexpawn"), n=10_000, seed=2)
    _near(found, "points_1", true.points(1))
    _near(found, "length", true.length)
    _near(found, "branching", true.branching)
    assert found["decisiveness"].value == 1 and found["draws"].value == 0


def test_hex_of_three_by_all_its_games() -> None:
    true, found = expected(" " * 9, hex_of(3)), lab.measure(ludens.load(HEX), n=10_000, seed=2)
    _near(found, "points_1", true.points(1))
    _near(found, "length", true.length)
    _near(found, "branching", true.branching)
    assert found["draws"].value == 0


def test_who_finds_the_first_of_four_sites() -> None:
    """Each site comes as likely first, second, third and fourth."""
    found = lab.measure(ludens.load(COIN), n=10_000, seed=1)
    _near(found, "points_1", 0.5)
    _near(found, "length", 2.5)
    _near(found, "branching", (4 + 3 * 3 / 4 + 2 * 2 / 4 + 1 / 4) / 2.5)
    _near(found, "coverage", 2.5 / 4)
    _near(found, "game_tree", math.log10(4) + math.log10(3) * 3 / 4 + math.log10(2) / 2)


def test_a_game_that_always_fills_the_board() -> None:
    found = lab.measure(ludens.load(FILLING), n=300, seed=1)
    assert found["length"].value == 6 == found["length"].low == found["length"].high
    assert found["draws"].value == 1 and found["balance"].value == 1
    assert found["coverage"].value == 1
    assert found["branching"].value == 3.5
    assert found["game_tree"].value == pytest.approx(math.log10(720))
    assert found["choice"].value == pytest.approx(5 / 6)
    assert found["pieces"].value == 3
    assert found["state_space"].value == pytest.approx(6 * math.log10(3))
    assert found["uncertainty"].value == 1 and found["lead_changes"].value == 0
    assert found["clarity"].value == 0 and "winner_led" not in found


def test_what_is_of_no_use_is_told() -> None:
    found = lab.measure(ludens.load(FILLING), n=300, seed=1)
    idle = [(one.kind, one.name.split(" ", 3)[:2], one.line) for one in found.idle]
    assert [kind for kind, _, _ in idle] == ["piece", "piece", "clause", "clause", "end rule"]
    assert found.idle[0].name == "Tower1" and '"Tower"' in found.idle[2].name and "Line 9" in found.idle[4].name
    assert found.idle[2].line == 4
    used = {one.name: one for one in found.usage}
    assert used["Stone1"].part == used["Stone2"].part == 0.5


def test_three_players() -> None:
    found = lab.measure(ludens.load(THREE), n=6000, seed=1)
    for seat in (1, 2, 3):
        _near(found, f"points_{seat}", 1 / 3)
    assert found["balance"].high == 1 and found["balance"].low > 0.9


@pytest.mark.parametrize("name", ["Hex", "Bridg-it", "Y", "Amazons", "Breakthrough", "Hexpawn"])
def test_games_in_which_a_draw_is_impossible(name: str) -> None:
    found = lab.Measuring(ludens.load(name), 1, effort=lab.Effort(300, 0, 0, 0))
    assert found.finish()["decisiveness"].value == 1


def test_amazons_has_four_contents_of_a_hundred_sites() -> None:
    found = lab.Measuring(ludens.load("Amazons"), 1, effort=lab.Effort(10, 5, 0, 0)).finish()
    assert found["state_space"].value == pytest.approx(100 * math.log10(4))


def test_dots_and_boxes_lasts_as_long_as_there_are_lines() -> None:
    found = lab.Measuring(ludens.load("Dots and Boxes"), 1, effort=lab.Effort(50, 0, 0, 0)).finish()
    assert found["length"].low == found["length"].high


def test_connect_four_as_a_program_of_ten_lines_plays_it() -> None:
    rng, games = np.random.default_rng(1), 2000
    ends = [_connect_four(rng) for _ in range(games)]
    found = lab.Measuring(ludens.load("Connect Four"), 1, effort=lab.Effort(10_000, 0, 0, 0)).finish()
    first = np.mean([1.0 if winner == 1 else 0.5 if winner == 0 else 0.0 for winner, _ in ends])
    assert abs(found["points_1"].value - first) < 4 * math.sqrt(0.25 / games)
    assert abs(found["points_1"].value - 0.556) < 0.02  # as is often reported of random players
    lengths = [plies for _, plies in ends]
    assert abs(found["length"].value - np.mean(lengths)) < 4 * np.std(lengths) / math.sqrt(games)


def _connect_four(rng: np.random.Generator) -> tuple[int, int]:
    board = np.zeros((6, 7), int)
    for ply in range(42):
        column = rng.choice(np.flatnonzero(board[5] == 0))
        row, mover = int(np.flatnonzero(board[:, column] == 0)[0]), 1 + ply % 2
        board[row, column] = mover
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            run = 1
            for sign in (1, -1):
                r, c = row + sign * down, column + sign * right
                while 0 <= r < 6 and 0 <= c < 7 and board[r, c] == mover:
                    run, r, c = run + 1, r + sign * down, c + sign * right
            if run >= 4:
                return mover, ply + 1
    return 0, 42
