"""The loops `(forEach ...)` over sites, values, players, teams, groups, levels and directions."""

from __future__ import annotations

import pytest

import ludens

DISCS = '(place "Disc1" {0 1 8}) (place "Disc2" {3})'


def game(play: str, start: str = DISCS, players: int = 2) -> ludens.Game:
    return ludens.load(
        f'(game "Loops" (players {players}) (equipment {{(board (square 3)) (piece "Disc" Each)}})'
        f" (rules (start {{{start}}}) (play {play}) (end (if (= 1 0) (result Mover Win)))))"
    )


def selected(play: str, start: str = DISCS, players: int = 2) -> list[int]:
    """The sites that the first legal moves select, in order; none where the move is a forced pass."""
    moves = game(play, start, players).start(seed=1).legal_moves()
    return [move.from_site for move in moves if "Select" in move.to_trial()]


@pytest.mark.parametrize(
    ("play", "sites"),
    [
        ("(forEach Site (sites Bottom) (move Select (from (site))))", [0, 1, 2]),
        ("(forEach Site (sites {}) (move Select (from (site))) noMoveYet:(move Select (from 4)))", [4]),
        ("(forEach Site (sites {1 2}) (move Select (from (site))) noMoveYet:(move Select (from 4)))", [1, 2]),
        # the alternative sees the last site
        ("(forEach Site (sites {1 2}) (if (= 1 0) (move Select (from 0))) noMoveYet:(move Select (from (site))))", [2]),
        ("(forEach Value min:2 max:4 (move Select (from (value))))", [2, 3, 4]),
        ("(forEach Value min:4 max:2 (move Select (from (value))))", []),
        ("(forEach Value (array {5 3 3}) (move Select (from (value))))", [5, 3, 3]),
        ("(forEach Player (move Select (from (player))))", [1, 2]),
        ("(forEach (players Enemy) (move Select (from (player))))", [2]),
        ("(forEach Group (move Select (from (sites))))", [0, 1, 8]),
        ("(forEach Group (if (= 2 (count Sites in:(sites))) (move Select (from (sites)))))", [0, 1]),
        ("(forEach Group Diagonal (if (= 1 (count Sites in:(sites))) (move Select (from (sites)))))", [0, 1, 8]),
        ("(forEach Group Orthogonal if:(is Occupied (to)) "
         "(if (= 3 (count Sites in:(sites))) (move Select (from (sites)))))", [0, 1, 3]),
        ("(forEach Piece (forEach Direction Orthogonal (move Select (from (to)))))", [3, 1, 4, 2, 0, 5, 7]),
        ("(forEach Piece (forEach Direction E (between (exact 2)) (move Select (from (to)))))", [2]),
        ("(forEach Piece (forEach Direction N (between (range 1 2)) (move Select (from (to)))))", [3, 6, 4, 7]),
        ("(forEach Piece (forEach Direction N (between (exact 2) if:(is Empty (between))) "
         "(move Select (from (to)))))", [7]),
        ("(forEach Team (move Select (from 4)))", []),  # there are none
    ],
)  # fmt: skip
def test_what_a_loop_runs_over(play: str, sites: list[int]) -> None:
    assert selected(play) == sites


def test_targets_of_directions_may_be_conditional() -> None:
    step = "(fromTo (from (from)) (to (to)))"
    play = f"(forEach Piece (forEach Direction Orthogonal (to if:(is Empty (to)) (apply {step}))))"
    moves = game(play).start(seed=1).legal_moves()
    assert sorted((move.from_site, move.to_site) for move in moves) == [(1, 2), (1, 4), (8, 5), (8, 7)]


def test_a_loop_over_teams() -> None:
    start = "(set Team 1 {P1 P3}) (set Team 2 {P2 P4})"
    assert selected("(forEach Team (forEach (team) (move Select (from (player)))))", start, players=4) == [1, 3, 2, 4]


@pytest.mark.parametrize(("loop", "levels"), [("", [2, 1, 0]), ("FromTop", [2, 1, 0]), ("FromBottom", [0, 1, 2])])
def test_a_loop_over_levels(loop: str, levels: list[int]) -> None:
    play = f"(forEach Level 4 {loop} (move Select (from (level))))"
    assert selected(play, '(place Stack "Disc1" 4 count:3)') == levels


@pytest.mark.parametrize(
    ("loop", "counter"),
    [
        ("(forEach Site (sites Top) (move Select (from (site))) (then (set Counter 7)))", 7),
        ("(forEach Value min:6 max:6 (move Select (from (value))) (then (set Counter 7)))", 7),
        ("(forEach Value (array {6}) (move Select (from (value))) (then (set Counter 7)))", 7),
        ("(forEach Group (move Select (from (sites))) (then (set Counter 7)))", 7),
        ("(forEach Player (move Select (from (player))) (then (set Counter 7)))", -1),  # is dropped
        ("(forEach (players All) (move Select (from (player))) (then (set Counter 7)))", -1),  # is dropped
    ],
)
def test_what_follows_a_loop(loop: str, counter: int) -> None:
    state = game(loop).start(seed=1)
    state.play(state.legal_moves()[0])
    assert int(state.field("counter")) == counter + 1  # one ply has been made since
