"""Levels of stacks: when they are looked up, and what a loop over them leaves behind."""

from __future__ import annotations

import re

import ludens


def game(piece: str, play: str, start: str, board: str = "(board (square 3))") -> ludens.Game:
    return ludens.load(
        f'(game "Test" (players 2) (equipment {{ {board} (piece "Disc" Each {piece}) }})'
        f" (rules (start {{ {start} }}) (play {play}) (end (if (= 1 0) (result Mover Win)))))"
    )


def test_a_removal_looks_up_the_top_before_others_are_applied() -> None:
    """Only the level that was the top when the removals were found is written without a number."""
    take_all = "(forEach Level 4 FromTop (remove 4 level:(level)))"
    state = game("", f"(move Pass (then {take_all}))", '(place Stack "Disc1" 4 count:3)').start()
    applied = state.play(state.legal_moves()[0]).to_trial()
    assert re.findall(r"Remove:type=Cell,to=4(?:,level=(\d))?", applied) == ["", "1", "0"]
    assert state.sites() == []


def test_a_level_that_is_not_there_in_play_moves_the_top() -> None:
    """The piece loses its state, as it does where no level is written."""
    play = '(move (from 0 level:(where Level "Disc" P2 at:0)) (to 8))'
    state = game("", play, '(place Stack "Disc1" 0 count:2 state:1)').start()
    applied = state.play(state.legal_moves()[0]).to_trial()
    assert "from=0,typeTo=Cell,to=8" in applied
    assert [row[1:3] + row[6:7] for row in map(tuple, state.sites())] == [(0, 0, 1), (8, 0, 0)]


def test_a_loop_over_levels_leaves_its_last_one_to_what_is_found_next() -> None:
    """The second of two moves of a piece on level 1 sees level 0, where the effect of the first one ended."""
    effect = "(apply (forEach Level (from) FromTop (set Var (level))))"
    first = f"(move (from (from) level:(level)) (to 7 {effect}))"
    moves = f"(or {first} (move (from (from) level:(level)) (to 8)))"
    state = game(moves, "(forEach Piece)", '(place Stack items:{"Disc2" "Disc1"} 4)').start()
    found = [re.findall(r"levelFrom=(\d),typeTo=Cell,to=(\d)", move.to_trial()) for move in state.legal_moves()]
    assert found == [[("1", "7")], [("0", "8")]]
