"""Matches, moves made at once, simulations and puzzles keep the promises of the interface; the suite finds slips."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludens
from ludens import State
from ludens.testing import BrokenPromise, check

ROUND = """(game "Round" (players 2) (equipment { (board (rectangle 1 3)) (piece "Man" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result P1 Win)))))"""
SERIES = """(match "Series" (players 2)
    (games {(subgame "Round" result:3) (subgame "Tic-Tac-Toe" next:0)})
    (end (if (>= (matchScore P1) 6) (result P1 Win))))"""
AT_ONCE = """(game "At Once" (players 2) (mode Simultaneous) (equipment { (board (rectangle 1 3)) (piece "Man" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (>= (count Turns) 3) (result P1 Win)))))"""
GROWTH = """(game "Growth" (players 0) (mode Simulation) (equipment { (board (square 3)) (piece "Moss" Neutral) })
    (rules
        (start (place "Moss0" 4))
        (play (forEach Site (intersection (sites Empty) (sites Around (sites Occupied by:Neutral) Orthogonal))
            (if True (add (piece "Moss0") (to (site))))))
        (end (if (is Full) (result P1 Draw)))))"""
SQUARE = """(game "Square" (players 1)
    (equipment {(board (square 3) (values Cell (range 1 3))) (regions {Columns Rows})})
    (rules (start (set {{0 1} {4 3}})) (play (satisfy (all Different))) (end (if (is Solved) (result P1 Win)))))"""


def test_a_match(tmp_path: Path) -> None:
    (tmp_path / "Round.lud").write_text(ROUND)
    (tmp_path / "Series.lud").write_text(SERIES)
    check(ludens.load(tmp_path / "Series.lud"))


@pytest.mark.parametrize("text", [AT_ONCE, GROWTH, SQUARE], ids=["at once", "simulation", "puzzle"])
def test_other_modes(text: str) -> None:
    check(ludens.load(text))


@pytest.mark.parametrize(
    ("method", "message"),
    [
        ("copy", "the state of copy is equal"),
        ("undo", "undo goes back to the same state"),
        ("notation", "is read as it is written"),
    ],
)
def test_what_is_broken_is_told(monkeypatch: pytest.MonkeyPatch, method: str, message: str) -> None:
    game = ludens.load("Tic-Tac-Toe")
    wrong = {"copy": lambda state: game.start(seed=99), "undo": lambda state: None, "notation": lambda state, move: "?"}
    kept = State.__subclasses__()
    for kind in kept:
        monkeypatch.setattr(kind, method, wrong[method])
    with pytest.raises(BrokenPromise, match=f"Tic-Tac-Toe, .*{message}"):
        check(game)
