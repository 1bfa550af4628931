"""Games whose values others have published, or that everybody knows."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import ludens
from ludens import solve
from ludens.study.setup import Placed, arranged

#: four in a row on a board of so many rows and columns
CONNECT = """
(game "Four" (players 2)
    (equipment {{(board (rectangle {rows} {columns})) (piece "Disc" Each)}})
    (rules
        (play (move Add (to (sites Empty)
            if:(or (is In (to) (sites Bottom)) (is Occupied (ahead (to) S))))))
        (end (if (is Line 4) (result Mover Win)))
    )
)
"""
#: Hex without the swap
HEX = """
(game "Small Hex" (players 2)
    (equipment {{
        (board (hex Diamond {size})) (piece "Stone" Each)
        (regions P1 {{(sites Side NE) (sites Side SW)}})
        (regions P2 {{(sites Side NW) (sites Side SE)}})
    }})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Connected Mover) (result Mover Win))))
)
"""


def solved(game: ludens.Game, folder: Path) -> tuple[solve.Value, int]:
    """The value of the start, and the number of positions."""
    found = solve.solve(game.start(seed=0), folder)
    assert found.table is not None
    value = found.table.value(game.start(seed=0))
    assert value is not None
    return value, found.positions


@pytest.mark.parametrize(
    ("name", "winner", "plies", "positions"),
    [
        # 765 positions up to symmetry, 138 of them are ends
        ("Tic-Tac-Toe", 0, 0, 627),
        # Berlekamp, Conway and Guy, Winning Ways, chapter 22: the first player wins on 3 x 3
        ("Dodgem", 1, 19, 1865),
        ("Pong Hau K'i", 0, 0, 28),
        # Gardner 1962: the second player wins on 3 x 3
        ("Hexpawn", 2, 6, 37),
        # Guy Steele 1998: nobody can force a win
        pytest.param("Teeko", 0, 0, 21_427_554, marks=pytest.mark.slow),
        # 9! / 2 positions, of which the one that is done is no longer played; none takes more than 31 moves
        pytest.param("Eight Puzzle", 1, None, 181_439, marks=pytest.mark.slow),
    ],
)
def test_library(name: str, winner: int, plies: int | None, positions: int, tmp_path: Path) -> None:
    value, count = solved(ludens.load(name), tmp_path)
    assert (value.winner, count) == (winner, positions)
    assert plies is None or value.plies == plies


@pytest.mark.slow
def test_no_eight_puzzle_takes_more_than_31_moves(tmp_path: Path) -> None:
    found = solve.solve(ludens.load("Eight Puzzle").start(seed=0), tmp_path)
    assert found.table is not None and found.table.longest == 31


SLOW = pytest.mark.slow


@pytest.mark.parametrize(("rows", "columns"), [(4, 4), pytest.param(4, 5, marks=SLOW), pytest.param(5, 4, marks=SLOW)])
def test_connect_four_on_small_boards_is_drawn(rows: int, columns: int, tmp_path: Path) -> None:
    """As John Tromp has it for boards of 4 x 4, 5 x 4 and 4 x 5."""
    value, _ = solved(ludens.load(CONNECT.format(rows=rows, columns=columns)), tmp_path)
    assert value.winner == 0


@pytest.mark.slow
def test_connect_four_on_5_x_5_is_drawn() -> None:
    """Nobody can force a win, as John Tromp has it."""
    root = ludens.load(CONNECT.format(rows=5, columns=5)).start(seed=0)
    assert [solve.prove(root, player).won for player in (1, 2)] == [False, False]


@pytest.mark.slow
def test_connect_four_on_six_columns_of_four_is_won_by_the_second_player() -> None:
    """As John Tromp has it; the win is played out against every defence."""
    found = solve.prove(ludens.load(CONNECT.format(rows=4, columns=6)).start(seed=0), 2)
    assert found.won and found.plies == 24
    checked = found.proof.verify()
    assert checked.all and not checked.wrong


@pytest.mark.slow
def test_three_against_three_in_nine_mens_morris(tmp_path: Path) -> None:
    """Gasser (Solving nine men's morris, 1996): of these positions 83 % are won by who moves."""
    game = ludens.load("Nine Men's Morris")
    base = _played_until(game, lambda state: state.to_dict()["phases"] == ["Moving", "Moving"])
    men = [Placed(f"V:{site}", man) for man, sites in ((1, (0, 5, 9)), (2, (2, 12, 20))) for site in sites]
    found = solve.solve(arranged(game, men, base=base), tmp_path, highest=48)
    told = json.loads((tmp_path / "progress.json").read_text())
    assert found.symmetries == 16 and found.has_late_rule
    assert round(100 * told["won_by_mover"] / found.positions) == 83


@pytest.mark.slow
def test_the_last_ten_seeds_of_oware(tmp_path: Path) -> None:
    """Values follow from each other by nothing but the rules, and the win is played out."""
    game = ludens.load("Oware")
    root = _played_until(game, lambda state: 48 - sum(state.scores) <= 10)
    found = solve.solve(root, tmp_path, highest=48)
    assert found.table is not None and found.positions > 100_000
    assert not any(one.wrong for one in solve.verify(found.table, root, 5000))


def _played_until(game: ludens.Game, is_meant: Callable[[ludens.State], bool]) -> ludens.State:
    """A position of a random game."""
    for seed in range(100):
        state, choose = game.start(seed=seed), random.Random(seed)
        while not state.is_over:
            if is_meant(state):
                return state
            state.play(choose.choice(state.legal_moves()))
    raise AssertionError("no random game comes to such a position")


@pytest.mark.parametrize("size", [2, 3])
def test_hex_is_won_by_the_first_player(size: int, tmp_path: Path) -> None:
    value, _ = solved(ludens.load(HEX.format(size=size)), tmp_path)
    assert value.winner == 1
