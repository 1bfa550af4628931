"""Where nobody asks which places are in the lists of pieces, only their lengths are kept (`runtime/owned.py`)."""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens.game.single import SingleGame

TAKEN = "(between if:(is Enemy (who at:(between))) (apply (remove (between))))"
CAPTURE = f"(then (enclose (from (last To)) Orthogonal {TAKEN}))"
FLIP = (
    "(then (custodial (between if:(is Enemy (who at:(between))) (apply (flip (between))))"
    " (to if:(is Friend (who at:(to))))))"
)
FEW = "(if (>= (count Turns) 40) (result Mover Draw))"
STONES = '(board (square 4) use:Vertex) (piece "Stone" Each)'
SEEDS = '(mancalaBoard 2 4 store:None (track "Way" "0,E,N,W" loop:True)) (piece "Seed" Shared)'
SOW = "(move Select (from (sites Board) if:(< 0 (count at:(from)))) (then (sow if:(= 2 (count at:(to))) apply:%s)))"

#: pieces that come, are taken, turned over, moved and exchanged
COUNTED = {
    "stones and captures": (STONES, f"(move Add (to (sites Empty)) {CAPTURE})", f"(if (= 9 (count Pieces P1)) {FEW})"),
    "turned over": (STONES, f"(move Add (to (sites Empty)) {FLIP})", FEW),
    "moved, and taken by replacement": (
        '(board (square 4)) (piece "Disc" Each)',
        "(or (move Add (to (sites Empty))) (move (from (sites Occupied by:Mover)) (to (sites Occupied by:Next))))",
        FEW,
    ),
    "seeds": (SEEDS, SOW % "(remove (to))", FEW),
}


def _game(items: str, play: str, end: str) -> SingleGame:
    start = "(start (set Count 3 to:(sites Track)))" if "mancala" in items else ""
    game = ludens.load(
        f'(game "Lists" (players 2) (equipment {{{items}}}) (rules {start} (play {play}) (end {{{end} {FEW}}})))'
    )
    assert isinstance(game, SingleGame)
    return game


@pytest.mark.parametrize("name", COUNTED)
def test_the_lengths_are_what_stands_there(name: str) -> None:
    game = _game(*COUNTED[name])
    assert "owned_slot" not in game.layout
    taken, plies = 0, 0
    for seed in range(6):
        state, draw = game.start(seed=seed), np.random.default_rng(seed)
        while not state.is_over:
            before = int(state.field("owned_count").sum())
            records = game.fast.legal(state)
            game.fast.play(state, records[int(draw.integers(len(records)))])
            there = np.bincount(state.field("what"), minlength=len(game.components) + 1)
            assert state.field("owned_count")[1:].tolist() == there[1:].tolist()
            plies, taken = plies + 1, taken + (int(state.field("owned_count").sum()) <= before)
    assert plies > 60 and taken


@pytest.mark.parametrize(
    "end",
    [
        "(if (no Pieces P1 in:(sites Top)) (result P2 Win))",
        "(if (= 1 (count Pieces in:(sites Top))) (result P2 Win))",
        "(if (is Within 1 in:(sites Top)) (result P2 Win))",
    ],
)
def test_who_asks_finds_the_places(end: str) -> None:
    assert "owned_slot" in _game(STONES, "(move Add (to (sites Empty)))", end).layout


#: the board is not all there is; more sites than fit a few words
OTHERS = ('(board (square 3)) (hand Each) (piece "Stone" Each)', '(board (square 17)) (piece "Stone" Each)')


@pytest.mark.parametrize("items", [STONES, *OTHERS])
def test_who_is_where_is_told_by_the_board_where_it_is_small_and_all_there_is(items: str) -> None:
    end = "(if (< 2 (count Sites in:(sites Occupied by:Mover))) (result Mover Win))"
    game = _game(items, '(move Add (piece (id "Stone" Mover)) (to (sites Empty)))', end)
    assert ("owned_slot" in game.layout) == (items in OTHERS)
    state = game.start(seed=1)
    while not state.is_over:
        state.play(state.legal_moves()[0])
    assert state.winner == 1
    assert int(state.field("num_moves")) == 5


def test_where_pieces_are_counted_nobody_may_ask_for_lengths() -> None:
    asking = _game(SEEDS, SOW % "(remove (to))", "(if (no Pieces Shared) (result Mover Win))")
    assert "owned_slot" in asking.layout


def test_pieces_without_an_owner_are_listed() -> None:
    neutral = STONES + ' (piece "Block" Neutral)'
    assert "owned_slot" in _game(neutral, "(move Add (to (sites Empty)))", "").layout
