"""Meta rules that add to moves or take them away, and how games end (manual: structure 5 and 6)."""

from __future__ import annotations

import pytest

import ludens

FLAT = '(board (square 3)) (piece "Disc" Each)'
# 11   12   13
#    9   10
#  5   6    8     7, the apex, lies above 6
#    3   4
#  0   1    2
PYRAMID = '(board (square 3 pyramidal:True) use:Vertex) (piece "Ball" Each)'
NEVER = "(if (= 1 0) (result Mover Win))"


def begun(
    play: str, *, items: str = FLAT, meta: str = "", start: str = "", end: str = NEVER, players: int = 2
) -> ludens.State:
    start = f"(start {{{start}}})" if start else ""
    return ludens.load(
        f'(game "Meta" (players {players}) (equipment {{{items}}}) (rules {meta} {start} (play {play}) (end {end})))'
    ).start(seed=1)


def test_no_suicide() -> None:
    end = "(if (is In (last To) (sites {4})) (result Mover Loss))"
    state = begun("(move Add (to (sites Empty)))", meta="(meta (no Suicide))", end=end)
    assert sorted(move.to_site for move in state.legal_moves()) == [0, 1, 2, 3, 5, 6, 7, 8]


def test_forced_moves_are_made_at_once() -> None:
    state = begun(
        "(forEach Piece (move Step E (to if:(is Empty (to)))))",
        items='(board (rectangle 1 5)) (piece "Disc" Each)',
        meta="(meta (automove))",
        start='(place "Disc1" 0)',
    )
    (only,) = state.legal_moves()
    assert only.to_site == 1
    state.play(only)
    assert [row[1] for row in state.sites()] == [4]


def test_a_ball_that_supports_two_others_is_pinned() -> None:
    base = {0, 1, 2, 5, 6, 8, 11, 12, 13}
    state = begun(
        "(forEach Site (sites Occupied by:All) (move Remove (site)))",
        items=PYRAMID,
        meta="(meta (pin SupportMultiple))",
        start=f'(place "Ball1" {{{" ".join(map(str, sorted(base | {3, 4})))}}})',
    )
    assert {move.to_site for move in state.legal_moves()} == base - {1, 6} | {3, 4}


def test_a_ball_does_not_climb_straight_up() -> None:
    play = "(forEach Piece (move (from) (to (sites {3 4 7 9}))))"
    state = begun(play, items=PYRAMID, meta="(meta (noStackOn Fallen))", start='(place "Ball1" 0)')
    assert [move.to_site for move in state.legal_moves()] == [4, 9]
    state = begun(play, items=PYRAMID, start='(place "Ball1" 0)')
    assert [move.to_site for move in state.legal_moves()] == [3, 4, 7, 9]


def test_balls_fall_until_they_are_supported() -> None:
    state = begun("(move Add (to 7))", items=PYRAMID, meta="(meta (gravity))", start='(place "Ball1" {6})')
    state.play(state.legal_moves()[0])
    sites = [row[1] for row in state.sites()]
    assert len(sites) == 2
    assert set(sites) <= {0, 1, 2, 5, 6, 8, 11, 12, 13}


def test_a_stored_state_is_avoided() -> None:
    state = begun(
        "(if (= 0 (count Moves)) (move Pass (then (remember State)))"
        " (avoidStoredState (forEach Piece (move Step (to if:(is Empty (to)))))))",
        items='(board (rectangle 1 4)) (piece "Disc" P1)',
        start='(place "Disc" 0)',
        players=1,
    )
    for sites in ([-1], [1], [2], [1, 3]):
        assert sorted(move.to_site for move in state.legal_moves()) == sites
        state.play(state.legal_moves()[0])


def ranking_after_a_move(state: ludens.State) -> list[float]:
    state.play(state.legal_moves()[0])
    assert state.is_over
    return list(state.ranking)


@pytest.mark.parametrize(
    ("players", "result", "expected"),
    [
        (2, "(payoffs {(payoff P1 1.5) (payoff P2 2.5)})", [2.0, 1.0]),
        (3, "(payoffs {(payoff P1 1.5) (payoff P2 -2.5) (payoff P3 1.5)})", [1.5, 3.0, 1.5]),
        (1, "(payoffs {(payoff P1 0.5)})", [1.0]),
        (1, "(payoffs {(payoff P1 -0.5)})", [0.0]),
        (2, "(byScore {(score P1 2) (score P2 5)})", [2.0, 1.0]),
        (2, "(byScore {(score P1 2) (score P2 5)} misere:True)", [1.0, 2.0]),
        (4, "(result Team1 Win)", [1.0, 3.0, 1.0, 3.0]),
        (4, "(result TeamMover Win)", [1.0, 3.0, 1.0, 3.0]),
    ],
)
def test_ranks(players: int, result: str, expected: list[float]) -> None:
    teams = "(set Team 1 {P1 P3}) (set Team 2 {P2 P4})" if "Team" in result else ""
    state = begun("(move Pass)", players=players, items='(board (square 3)) (piece "Disc" P1)', start=teams,
                  end=f"(if (= 1 (count Moves)) {result})")  # fmt: skip
    assert ranking_after_a_move(state) == expected


@pytest.mark.parametrize(("result", "winner"), [("Tie", 3), ("Abandon", -1), ("Crash", -1), ("Draw", 0), ("Win", 1)])
def test_outcomes(result: str, winner: int) -> None:
    state = begun("(move Pass)", end=f"(if (= 1 (count Moves)) (result Mover {result}))")
    state.play(state.legal_moves()[0])
    assert state.is_over
    assert state.winner == winner


def test_a_result_for_each_track() -> None:
    """The condition sees the track that it is asked about."""
    state = begun(
        "(move Pass)",
        items='(board (square 3) {(track "One" "0,E" P1) (track "Two" "3,E,N" P2)}) (piece "Disc" Each)',
        end="(forEach Track if:(is In 8 (sites Track)) (result P2 Win))",
    )
    state.play(state.legal_moves()[0])
    assert state.is_over
    assert state.winner == 2


def test_a_result_for_each_player_of_a_list() -> None:
    state = begun(
        "(move Add (to (sites Empty)))", players=3, end="(forEach NonMover if:(= (player) 3) (result Player Loss))"
    )
    state.play(state.legal_moves()[0])
    assert not state.is_over
    assert list(state.ranking)[2] == 3.0
