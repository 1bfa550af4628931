"""Copies of positions for looking ahead: long lists of pieces are copied as far as they are filled."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludens
from ludens.ludemes.runtime import scratch

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
