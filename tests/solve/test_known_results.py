"""Games whose values others have published, or that everybody knows."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import ludens
from ludens import solve, suite
from ludens.study.setup import Placed, arranged

SLOW = pytest.mark.slow

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
        # Gardner (Hexaflexagons and other mathematical diversions, 1959): the first player wins by taking the middle
        ("Three Men's Morris", 1, 9, 681),
        # Straffin (Position graphs for Pong Hau K'i and Mu Torere, 1995): nobody can force a win
        ("Mu Torere", 0, 0, 556),
        # Bell (Solving triangular peg solitaire, 2008): thirteen jumps, from any hole
        ("Triangular Peg Solitaire", 1, 13, 1472),
        # Guy Steele 1998: nobody can force a win
        pytest.param("Teeko", 0, 0, 21_427_554, marks=SLOW),
        # 23,475,688 positions up to symmetry (OEIS A112737), of which 21,111 have no jump
        pytest.param("Peg Solitaire", 1, 31, 23_454_577, marks=SLOW),
        # 9! / 2 positions, of which the one that is done is no longer played; none takes more than 31 moves
        pytest.param("Eight Puzzle", 1, None, 181_439, marks=SLOW),
    ],
)
def test_library(name: str, winner: int, plies: int | None, positions: int, tmp_path: Path) -> None:
    value, count = solved(ludens.load(name), tmp_path)
    assert (value.winner, count) == (winner, positions)
    assert plies is None or value.plies == plies


def test_three_mens_morris_is_drawn_where_the_middle_may_not_be_taken_first(tmp_path: Path) -> None:
    """Gardner 1959, which is why it often may not."""
    root = ludens.load("Three Men's Morris").start(seed=0)
    table = solve.solve(root, tmp_path).table
    assert table is not None
    best, *others = table.rated(root)
    assert root.notation(best.move).endswith("B2") and best.value == solve.Value(1, 9)
    assert {one.value.winner for one in others} == {0, 2}


#: the board of fifteen holes, of which one is empty at first and the same one has the last peg in the end
TRIANGLE = """
(game "Complement" (players 1)
    (equipment {{
        (board (tri 5) use:Vertex)
        (piece "Peg" P1 (move Hop
            (between if:(is Occupied (between)) (apply (remove (between)))) (to if:(is Empty (to)))
        ))
    }})
    (rules
        (start (place "Peg" (difference (sites Board) (sites {{{hole}}}))))
        (play (forEach Piece))
        (end (if (no Moves Next)
            (if (and (= 1 (count Pieces)) (is Occupied {hole})) (result P1 Win))
            (result P1 Loss)
        ))
    )
)
"""


@pytest.mark.parametrize(("hole", "plies"), [(0, 13), (1, 13), (2, 13), (6, 0), (7, 0), (10, 0)])
def test_the_last_peg_of_a_triangle_in_the_first_hole(hole: int, plies: int, tmp_path: Path) -> None:
    """Bell 2008: it cannot be done with the three holes in the middle; those of the rim are images of three."""
    root = ludens.load(TRIANGLE.format(hole=hole)).start(seed=0)
    table = solve.solve(root, tmp_path).table
    assert table is not None and table.value(root) == solve.Value(int(plies > 0), plies)
    assert not any(one.wrong for one in solve.verify(table, root))


@pytest.mark.slow
def test_no_eight_puzzle_takes_more_than_31_moves(tmp_path: Path) -> None:
    found = solve.solve(ludens.load("Eight Puzzle").start(seed=0), tmp_path)
    assert found.table is not None and found.table.longest == 31


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


@pytest.mark.parametrize(
    ("columns", "score"),
    [
        ("2252576253462244111563365343671351441", -1),
        ("7422341735647741166133573473242566", 1),
        ("23163416124767223154467471272416755633", 0),
        ("65214673556155731566316327373221417", -1),
        ("52677675164321472411331752454", 0),
        ("67152117737262713366376314254", 6),
        ("427566236745127177115664464254", 2),
        ("5775265212657176476365522624313714333", 2),
        ("3575316255751336464276636772271112", -3),
    ],
)
def test_late_positions_of_connect_four(columns: str, score: int, tmp_path: Path) -> None:
    """Scores that Pascal Pons has published (Test_L3_R1): above 0 where the mover wins, who has then as many discs
    less than 22 on the board; below 0 where the other one does."""
    state = ludens.load("Connect Four").start(seed=0)
    for column in columns:
        (move,) = (move for move in state.legal_moves() if move.to_site % 7 == int(column) - 1)
        state.play(move)
    winner = 0 if score == 0 else state.mover if score > 0 else 3 - state.mover
    discs = 2 * (22 - abs(score)) - (winner == 1)
    table = solve.solve(state, tmp_path).table
    assert table is not None
    assert table.value(state) == solve.Value(winner, discs - len(columns) if winner else 0)


#: so many pits of each player, and so many seeds in each
KALAH = """
(define "Store" (if (is Mover P1) {last} 0))
(define "Opposite" (if (is In (to) (sites P1)) (+ (to) {pits}) (- (to) {pits})))
(define "Harvest" (+ (count at:#2) (count in:(sites #1))))
(game "Small Kalah" (players 2)
    (equipment {{
        (mancalaBoard 2 {pits} {{
            (track "Sowing" {{1..{pits} {last} {both}..{second}}} loop:True P1)
            (track "Sowing" {{{both}..{second} 0 1..{pits}}} loop:True P2)
        }})
        (piece "Seed" Shared)
        (regions P1 (sites {{1..{pits}}}))
        (regions P2 (sites {{{second}..{both}}}))
    }})
    (rules
        (start (set Count {seeds} to:(sites {{1..{both}}})))
        (play (move Select (from (sites Mover) if:(< 0 (count at:(from)))) (then
            (sow "Sowing" owner:(mover)
                if:(or (= (to) ("Store"))
                    (and {{(is In (to) (sites Mover)) (= 1 (count at:(to))) (< 0 (count at:("Opposite")))}}))
                apply:(if (= (to) ("Store")) (moveAgain) (and
                    (fromTo (from (to)) (to ("Store")))
                    (fromTo (from ("Opposite")) (to ("Store")) count:(count at:("Opposite")))
                ))
            )
        )))
        (end (if (or (= 0 (count in:(sites P1))) (= 0 (count in:(sites P2))))
            (byScore {{(score P1 ("Harvest" P1 {last})) (score P2 ("Harvest" P2 0))}})
        ))
    )
)
"""


@pytest.mark.parametrize(
    ("pits", "values"),
    [(2, "WLLLWW"), pytest.param(3, "DWWW", marks=SLOW), pytest.param(4, "WW", marks=SLOW)],
)
def test_small_kalah(pits: int, values: str, tmp_path: Path) -> None:
    """Irving, Donkers and Uiterwijk (Solving Kalah, 2000): what the first player comes to with 1, 2, ... seeds."""
    found = ""
    for seeds in range(1, len(values) + 1):
        text = KALAH.format(pits=pits, seeds=seeds, last=2 * pits + 1, both=2 * pits, second=pits + 1)
        value, _ = solved(ludens.load(text), tmp_path / str(seeds))
        found += "DWL"[value.winner]
    assert found == values


@pytest.mark.slow
def test_six_mens_morris_is_drawn(tmp_path: Path) -> None:
    """From the empty board on, without the draw after 99 plies; values follow from each other by the rules."""
    root = ludens.load("Six Men's Morris").start(seed=0)
    found = solve.solve(root, tmp_path, highest=48)
    assert found.table is not None and (found.positions, found.symmetries) == (2_991_943, 16)
    assert found.table.value(root) == solve.Value(0) and found.table.longest == 122
    assert not any(one.wrong for one in solve.verify(found.table, root, 3000))


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
    game = ludens.load(Path(suite.__file__).parent / "published" / "Oware.lud")  # without an end by repetition
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
