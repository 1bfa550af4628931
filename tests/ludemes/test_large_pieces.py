"""Pieces that cover several sites: walks, placements, moves, and dominoes (chapter Equipment of the reference)."""

from __future__ import annotations

import pytest

import ludens

NEVER = "(end (if (= 1 0) (result Mover Win)))"
ELL = f"""
(game "Ell" (players 2)
  (equipment {{(board (square 7)) (tile "Ell" P1 {{{{F F R F}} {{F L F F}}}}) (piece "Disc" P2)}})
  (rules
    (play (if (is Mover P1)
      (move Add (piece (id "Ell1")) (to (sites {{24}})))
      (move Add (piece (id "Disc2")) (to (sites Empty)))))
    {NEVER}))
"""


def bar(walk: str, start: str, play: str, size: int = 4) -> ludens.State:
    return ludens.load(
        f'(game "Bar" (players 2) (equipment {{(board (square {size})) (tile "Bar" Each {{{walk}}})}})'
        f" (rules (start {{{start}}}) (play {play}) {NEVER}))"
    ).start(seed=1)


# The first six are the example of chapter 4 of the specification, section 3.5; the others follow from its rule.
COVERED = [
    [24, 31, 38, 39], [19, 24, 25, 26], [9, 10, 17, 24], [22, 23, 24, 29],
    [24, 29, 30, 31], [24, 25, 32, 39], [17, 18, 19, 24], [9, 16, 23, 24],
]  # fmt: skip


@pytest.mark.parametrize(("number", "covered"), list(enumerate(COVERED)))
def test_a_piece_lies_in_every_direction_of_every_walk(number: int, covered: list[int]) -> None:
    state = ludens.load(ELL).start()
    moves = state.legal_moves()
    assert len(moves) == len(COVERED)
    state.play(moves[number])
    assert sorted(set(range(49)) - {move.to_site for move in state.legal_moves()}) == covered
    assert [row[:2] for row in state.sites()] == [("C", 24)]  # only the root holds the piece


def test_it_moves_where_all_it_would_cover_can_be_reached_or_is_its_own() -> None:
    state = bar("F", '(place "Bar1" 5 state:0)', "(forEach Piece (move (from) (to (sites Around (from) Orthogonal))))")
    found = {(move.from_site, move.to_site, "state=" + text[-1]) for move in state.legal_moves()
             for text in [move.to_trial().partition(",actions")[0]]}  # fmt: skip
    assert found == {(5, 1, "state=0"), (5, 4, "state=1"), (5, 6, "state=3"), (5, 9, "state=2")}


def test_a_move_uncovers_what_it_leaves() -> None:
    play = "(or (forEach Piece (move (from) (to (sites {4}) if:(= 1 1)))) (move Select (from (sites Empty))))"
    state = bar("F", '(place "Bar1" 5 state:0)', play)
    assert sorted({m.from_site for m in state.legal_moves()} - {5}) == [s for s in range(16) if s not in (5, 9)]
    state.play(next(m for m in state.legal_moves() if m.to_site == 4))
    empty = sorted({m.from_site for m in state.legal_moves()})
    assert empty == [s for s in range(16) if s not in (4, 5)]


def test_removing_a_piece_empties_its_root_alone() -> None:
    """As the reference implementation does: what else the piece covered stays occupied."""
    state = bar("F F", '(place "Bar1" 5 state:0)', "(or (move Remove (sites {5})) (move Select (from (sites Empty))))")
    state.play(next(m for m in state.legal_moves() if m.actions[0].name == "Remove"))
    assert state.sites() == []
    assert sorted(set(range(16)) - {move.from_site for move in state.legal_moves()}) == [9, 13]


def test_a_placement_that_leaves_the_board_is_not_offered() -> None:
    play = '(move Add (piece (id "Bar" Mover)) (to (sites {3})))'
    state = bar("F F F", '(place "Bar2" 0 state:0)', play)
    # from the corner on the right of the bottom row four cells lie to the north and to the west, where a bar ends at 0
    assert [move.to_trial().partition("state=")[2][0] for move in state.legal_moves()] == ["0"]


DOMINOES = f"""
(game "Dominoes" (players 2)
  (equipment {{(board (square 8)) (dominoes upTo:1) (hand Each size:3)}})
  (rules (start (deal Dominoes 1))
    (play (or
      (move (from (sites Hand Mover)) (to (sites Empty)))
      (move Select (from (sites Occupied by:All)) (then (if (is PipsMatch) (addScore Mover 1) (addScore Mover 2))))))
    {NEVER}))
"""


def test_a_domino_shows_its_halves_on_the_cells_that_it_covers() -> None:
    game = ludens.load(DOMINOES)
    assert [(c.name, c.values) for c in game.components] == [
        ("Domino00", (0, 0)), ("Domino01", (0, 1)), ("Domino11", (1, 1)),
    ]  # fmt: skip
    state = game.start(seed=2)
    assert [(row[1], row[3]) for row in state.sites()] == [(64, 2), (67, 3)]  # the mixed one and a double
    first, *others = [move for move in state.legal_moves() if move.to_site == 27]
    assert len(others) == 3  # four directions
    state.play(first)
    # the walk winds through four columns of two rows; its last four cells have the second value
    assert {site for site in range(64) if state.field("value")[site]} == {29, 30, 37, 38}
    covered = {*range(27, 31), *range(35, 39)}
    beside = {move.to_site for move in state.legal_moves() if move.from_site == 67}
    assert not beside & covered
