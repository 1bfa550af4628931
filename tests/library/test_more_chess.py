"""Variants of chess: the rule of each that sets it apart. Other programs play them, too (`tests/oracles`)."""

from __future__ import annotations

import pytest

import ludens
from laying import laid, moves_of, play, standing
from ludens.game import State


def after(name: str, *moves: str) -> State:
    return play(ludens.load(name).start(seed=1), *moves)


@pytest.mark.parametrize(
    ("name", "piece", "legal", "illegal"),
    [
        ("Amazon Chess", "Amazon1", {"d4-d8", "d4-h8", "d4-e6"}, {"d4-e7"}),
        ("Almost Chess", "Chancellor1", {"d4-d8", "d4-e6"}, {"d4-h8"}),
        ("Embassy Chess", "Archbishop1", {"d4-g7", "d4-e6"}, {"d4-d8"}),
        ("Modern Chess", "Minister1", {"d4-i9", "d4-e6"}, {"d4-d8"}),
        ("Chaturanga", "Elephant1", {"d4-f6", "d4-b2"}, {"d4-e5"}),
        ("Chaturanga", "Counsellor1", {"d4-e5"}, {"d4-d5", "d4-f6"}),
        ("ASEAN Chess", "Khon1", {"d4-d5", "d4-e5", "d4-c3"}, {"d4-d3"}),
    ],
)
def test_pieces_that_chess_has_not(name: str, piece: str, legal: set[str], illegal: set[str]) -> None:
    moves = moves_of(laid(ludens.load(name), {piece: "d4", "King1": "a1", "King2": "b8"}))
    assert legal <= moves and not illegal & moves


def test_pawns_of_berolina_go_diagonally_and_take_ahead() -> None:
    state = ludens.load("Berolina Chess").start(seed=1)
    assert {"e2-d3", "e2-f3", "e2-c4", "e2-g4"} <= moves_of(state) and "e2-e3" not in moves_of(state)
    state = laid(ludens.load("Berolina Chess"), {"Pawn1": "e4", "Pawn2": "e5 d5", "King1": "a1", "King2": "a8"})
    assert {"e4-e5", "e4-f5"} <= moves_of(state) and "e4-d5" not in moves_of(state)


def test_a_pawn_of_berolina_is_taken_in_passing_from_straight_before_the_square() -> None:
    game = ludens.load("Berolina Chess")
    state = laid(game, {"Pawn1": "e5", "Pawn2": "f7", "King1": "a1", "King2": "a8"}, mover=2)
    play(state, "f7-d5")  # passes e6
    assert "e5-e6" in moves_of(state)
    assert "d5" not in standing(play(state, "e5-e6"))


def test_pawns_of_torpedo_chess_go_two_squares_from_anywhere() -> None:
    state = laid(ludens.load("Torpedo Chess"), {"Pawn1": "e5", "Pawn2": "d7", "King1": "a1", "King2": "a8"})
    assert "e5-e7" in moves_of(state)
    play(state, "e5-e7")
    assert state.mover == 2  # not promoted there
    state = laid(ludens.load("Torpedo Chess"), {"Pawn1": "e4", "Pawn2": "d6", "King1": "a1", "King2": "a8"}, mover=2)
    play(state, "d6-d4")
    assert "e4-d5" in moves_of(state)


def test_a_grasshopper_comes_down_behind_the_first_piece() -> None:
    game = ludens.load("Grasshopper Chess")
    state = laid(
        game, {"Grasshopper1": "d4", "Pawn1": "d5", "Pawn2": "g7 f4", "Rook2": "g4", "King1": "a1", "King2": "a8"}
    )
    assert {move for move in moves_of(state) if move.startswith("d4")} == {"d4-d6", "d4-h8", "d4-g4"}
    assert {move for move in moves_of(game.start(seed=1)) if move.startswith("e3")} == {"e3-e4"}  # no double step


def test_white_has_knights_and_black_has_bishops_in_chigorin_chess() -> None:
    state = ludens.load("Chigorin Chess").start(seed=1)
    kinds = set(standing(state).values())
    assert {"Knight1", "Chancellor1", "Bishop2", "Queen2"} <= kinds and not {"Bishop1", "Knight2", "Queen1"} & kinds
    state = laid(ludens.load("Chigorin Chess"), {"Pawn2": "e2", "King1": "a1", "King2": "a8"}, mover=2)
    play(state, "e2-e1")
    became = {standing(play_one(state, n))["e1"] for n in range(len(state.legal_moves()))}
    assert became == {"Queen2", "Rook2", "Bishop2"}


def play_one(state: State, number: int) -> State:
    copy = state.copy()
    copy.play(copy.legal_moves()[number])
    return copy


def test_the_last_pawn_decides_kinglet() -> None:
    game = ludens.load("Kinglet")
    state = laid(game, {"Rook1": "a1", "Pawn1": "h2", "King1": "e1", "Pawn2": "a7", "King2": "a8"})
    assert play(state, "a1-a7").winner == 1
    state = laid(game, {"Rook1": "a1", "Pawn1": "h2", "King1": "e1", "Pawn2": "b7", "King2": "a8"})
    assert not play(state, "a1-a8").is_over  # a king is a piece like others


def test_castling_on_boards_of_other_sizes() -> None:
    embassy = laid(
        ludens.load("Embassy Chess"),
        {"King1": "e1", "Rook1": "a1 j1", "King2": "e8"},
        states={"e1": 1, "a1": 1, "j1": 1},
    )
    assert {"e1-h1", "e1-b1"} <= moves_of(embassy)
    assert standing(play(embassy.copy(), "e1-h1")) == {"h1": "King1", "g1": "Rook1", "a1": "Rook1", "e8": "King2"}
    assert standing(play(embassy.copy(), "e1-b1")) == {"b1": "King1", "c1": "Rook1", "j1": "Rook1", "e8": "King2"}
    modern = laid(
        ludens.load("Modern Chess"),
        {"King1": "e1", "Rook1": "a1 i1", "King2": "e9"},
        states={"e1": 1, "a1": 1, "i1": 1},
    )
    assert standing(play(modern, "e1-g1")) == {"g1": "King1", "f1": "Rook1", "a1": "Rook1", "e9": "King2"}


def test_who_cannot_move_is_mated_or_draws_in_chaturanga_and_pawns_go_far_in_asean_chess() -> None:
    state = laid(ludens.load("Chaturanga"), {"Rook1": "h7 g1", "King1": "e1", "King2": "a8"})
    assert play(state, "g1-g8").winner == 1
    state = laid(ludens.load("Chaturanga"), {"Rook1": "b1 h7", "King1": "e1", "King2": "a8"})
    assert play(state, "e1-e2").is_over and state.winner == 0
    state = laid(ludens.load("ASEAN Chess"), {"Pawn1": "c7", "King1": "e1", "King2": "h8"})
    play(state, "c7-c8")
    became = {standing(play_one(state, n))["c8"] for n in range(len(state.legal_moves()))}
    assert became == {"Rook1", "Knight1", "Khon1", "Met1"}


def test_a_square_that_a_knight_left_is_burnt() -> None:
    state = after("Joust", "d4-e6", "e5-c4", "e6-f8")
    assert {"d4", "e5", "e6"} <= standing(state).keys()
    state = laid(ludens.load("Joust"), {"Knight1": "d4", "Knight2": "a1", "Hole0": "c2"})
    assert play(state, "d4-b3").winner == 1
