"""Copies of positions for looking ahead: long lists of pieces are copied as far as they are filled."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludens
from ludens.rules.generation import recording
from ludens.rules.state import scratch

STACKS = """
(game "Towers" (players 2)
    (equipment {(board (square 4))
        (piece "Disc" Each (move Step (to if:(or (is Empty (to)) (< (size Stack at:(to)) 4)))))})
    (rules
        (start {(place Stack "Disc1" (sites {"A1" "C1"}) count:2) (place Stack "Disc2" (sites {"B4" "D4"}) count:2)})
        (play (do (or (forEach Piece top:True) (move Add (to (sites Empty))))
            ifAfterwards:(< (count Pieces All) 14)))
        (end (if (no Moves Next) (result Mover Win)))
    )
)
"""


@pytest.mark.parametrize("game", ["Chess", STACKS])
def test_the_copies_are_as_good_as_whole_ones(game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path / "whole"))
    whole = ludens.load(game)
    ir, expected = whole.ir(), whole.playouts(20, seed=4)
    monkeypatch.setattr(scratch, "LONG_LISTS", 1)
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path / "used"))
    used = ludens.load(game)
    assert used.ir() != ir
    assert used.playouts(20, seed=4) == expected


def test_the_copies_are_verified(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))
    monkeypatch.setenv("LUDENS_CHECKS", "1")
    monkeypatch.setattr(scratch, "LONG_LISTS", 1)
    assert len(ludens.load(STACKS).playouts(3, seed=1).lengths) == 3


ADDS = "(move Add (to (sites Empty)) (then (and {%s (set Var (size Array (values Remembered)))})))"
FORGETS = ADDS % "(remember Value (last To)) (if (= 0 (% (count Moves) 3)) (forget Value All))"
FLIPS = (
    ADDS % "(add (to (sites Around (last To)) (apply if:(is Occupied (to)) (remove (to) (then (addScore Mover 1))))))"
)
SCORES = "(forEach Site (sites Around (last To)) (if (is Occupied (site)) (addScore Mover 1)))"
PRIOR = f"(do {SCORES} next:(move Add (to (sites Empty))))"


@pytest.mark.parametrize("play", [FORGETS, FLIPS, PRIOR], ids=["list", "chain", "prior"])
def test_what_is_known_ahead_is_what_a_copy_tells(play: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What effects do is recorded in the position itself, where it need not be done to be known."""
    equipment = '(board (square 4)) (piece "Disc" Each)'
    rules = f"(play {play}) (end (if (> (count Moves) 14) (byScore)))"
    text = f'(game "Effects" (players 2) (equipment {{{equipment}}}) (rules {rules}))'

    def played(name: str) -> tuple[str, object, list[str]]:
        monkeypatch.setenv("LUDENS_CACHE", str(tmp_path / name))
        game = ludens.load(text)
        state, told = game.start(seed=2), list[str]()
        while not state.is_over:
            told.append(state.play(state.legal_moves()[-1]).to_trial())
        return game.ir(), game.playouts(20, seed=4), told

    ahead = played("ahead")
    monkeypatch.setattr(recording, "is_known_ahead", lambda c, push: False)
    copied = played("copied")
    assert ahead[0] != copied[0]
    assert ahead[1:] == copied[1:]
