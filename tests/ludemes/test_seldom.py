"""Seldom used forms: that they are taken as they are written, and do what they say."""

from __future__ import annotations

import ludens


def game(play: str, *, start: str = '(start (place "Disc1" 0))', size: int = 3) -> ludens.Game:
    return ludens.load(
        f'(game "Test" (players 2) (equipment {{ (board (square {size})) (piece "Disc" Each) }})'
        f" (rules {start} (play {play}) (end (if (= 1 0) (result Mover Win)))))"
    )


def targets(played: ludens.Game) -> list[int]:
    return sorted(move.to_site for move in played.start().legal_moves())


def test_the_owner_of_incident_sites_is_a_role_without_a_label() -> None:
    near = "(sites Incident Cell of:Cell at:(if (is Mover P1) 1 2) {})"
    assert targets(game(f"(move Select (from {near.format('Mover')}))")) == [0]
    assert targets(game(f"(move Select (from {near.format('')}))")) == [0, 2, 4]


def test_what_a_loop_may_surround_is_a_list_without_a_label() -> None:
    start = '(start {(place "Disc1" {6 7 8 11 13 16 17 18}) (place "Disc2" 12)})'
    assert targets(game("(move Select (from (sites Loop {P2} 1 13)))", start=start, size=5)) == [7, 11, 13, 17]


def test_no_pieces_are_swapped_before_the_first_move() -> None:
    (only,) = game("(move Swap Pieces)", start="").start().legal_moves()
    assert "Pass" in only.to_trial()


def test_no_path_extends_where_there_is_no_tile() -> None:
    assert len(game("(if (= 0 (pathExtent 1 0)) (move Select (from 4)) (move Pass))").start().legal_moves()) == 1
