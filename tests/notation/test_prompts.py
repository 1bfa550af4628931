"""What the player to move is asked to do, in a few words."""

from __future__ import annotations

import random

import pytest

import ludens
from ludens.game import Game, State
from ludens.notation.prompts import part_of_turn, prompt


def begun(name: str, *options: str) -> State:
    return ludens.load(name, options=options).start(seed=1)


def small(play: str, *, start: str = "", piece: str = '(piece "Pawn" Each)', board: str = "(square 4)") -> State:
    text = f'(game "Small" (players 2) (equipment {{(board {board}) {piece}}}) (rules {start} (play {play})'
    return ludens.load(f"{text} (end (if (no Moves Next) (result Mover Win)))))").start(seed=1)


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("Hex", "Place a stone"),
        ("Chess", "Move a piece"),
        ("Breakthrough", "Move a pawn"),
        ("Kalah", "Choose what to sow"),
        ("Nine Men's Morris", "Place a man from your hand"),
        ("Agram", "Play from your hand"),
        ("Latin Square", "Write a number"),
    ],
)
def test_what_a_game_begins_with(name: str, asked: str) -> None:
    assert (prompt(begun(name)), part_of_turn(begun(name))) == (asked, 0)


def test_the_second_part_of_a_turn_is_told_apart() -> None:
    state = begun("Amazons", "Board Size/6x6")
    assert (prompt(state), part_of_turn(state)) == ("Move a queen", 0)
    state.play(state.legal_moves()[0])
    assert (prompt(state), part_of_turn(state)) == ("Shoot a dot", 2)
    state.play(state.legal_moves()[0])
    assert (prompt(state), part_of_turn(state)) == ("Move a queen", 0)


def test_what_a_pawn_becomes() -> None:
    state = begun("Chess")
    for name in ("A2-A4", "B7-B5", "A4-B5", "H7-H6", "B5-B6", "H6-H5", "B6-A7", "H5-H4", "A7-B8"):
        state.play(state.parse(name))
    assert (prompt(state), part_of_turn(state)) == ("Choose what the pawn becomes", 2)


def test_who_must_capture_is_told_with_what() -> None:
    over = "(between if:(is Enemy (who at:(between))) (apply (remove (between))))"
    take = f"(move Hop Orthogonal {over} (to if:(is Empty (to))))"
    piece = f'(piece "Pawn" Each (or {take} (move Step Orthogonal (to if:(is Empty (to))))))'
    both = f'(piece "Pawn" Each {take})'
    start = '(start {(place "Pawn1" {0}) (place "Pawn2" {1 15})})'
    assert prompt(small("(forEach Piece)", start=start, piece=both)) == "You must capture with the piece on A1"
    assert prompt(small("(forEach Piece)", start=start, piece=piece)) == "Move the pawn on A1"


def test_who_has_no_move_is_told() -> None:
    assert prompt(small("(move Add (to (sites Empty)))")) == "Place a pawn"
    assert prompt(small("(move Pass)")) == "You can only pass"


def test_this_or_that() -> None:
    state = small(
        "(or (move Add (to (sites Empty))) (move Remove (sites Occupied by:Enemy)))", start='(start (place "Pawn2" 0))'
    )
    assert prompt(state) == "Place a piece or take one away"


def test_nothing_is_asked_where_nobody_moves() -> None:
    state = begun("Tic-Tac-Toe")
    for name in ("A1", "A2", "B1", "B2", "C1"):
        state.play(state.parse(name))
    assert state.is_over and prompt(state) == ""


def test_a_prompt_gives_nothing_hidden_away() -> None:
    state = begun("Phantom Tic-Tac-Toe")
    assert prompt(state) == "Choose a site"


@pytest.mark.parametrize("name", ["Backgammon", "English Draughts", "Shogi", "Fanorona", "Ludo", "Go"])
def test_there_are_words_for_every_position_of_some_games(name: str) -> None:
    game: Game = ludens.load(name)
    state, choose = game.start(seed=2), random.Random(2)
    for _ in range(40):
        moves = state.legal_moves()
        if state.is_over or not moves:
            break
        asked = prompt(state)
        assert asked and "(" not in asked and asked[0].isupper() and len(asked) < 60, asked
        state.play(choose.choice(list(moves)))
