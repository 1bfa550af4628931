"""Library games beside programs of others on random games: Go with sgfmill, Reversi and Hex with OpenSpiel."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from sgfmill import boards

import ludens
from ludens import notation
from ludens.game import Move, State
from ludens.notation.counting import count
from ludens.notation.go import Go
from ludens.notation.hex import Hex
from ludens.notation.othello import Othello


def moves_of(state: State, chance: random.Random, plies: int) -> Iterator[tuple[State, Move]]:
    """A random game that passes seldom; the state is played on behind each move."""
    for _ in range(plies):
        if state.is_over:
            return
        moves = state.legal_moves()
        placed = [move for move in moves if move.to_site >= 0]
        move = chance.choice(placed if placed and chance.random() > 0.02 else list(moves))
        yield state, move
        state.play(move)


@pytest.mark.parametrize("repetition", ["Ko", "Superko"])
@pytest.mark.parametrize("suicide", ["Forbidden", "Allowed"])
def test_go_beside_sgfmill(repetition: str, suicide: str) -> None:
    """Legal points with captures, ko, superko and suicide as the options say, stones, and the count of area."""
    game = ludens.load("Go", options=["Board Size/7x7", f"Repetition/{repetition}", f"Suicide/{suicide}"])
    style = notation.of(game)
    assert isinstance(style, Go)
    chance, positions = random.Random(repetition), 0
    for _ in range(8):
        board, ko = boards.Board(7), None
        seen = {str(board.board)}
        state = game.start(rng_state=bytes(8))
        for _, move in moves_of(state, chance, 250):
            colour = "bw"[state.mover - 1]
            allowed = set[int]()
            for row, column in board.board_points:
                if board.get(row, column) is None:
                    after = board.copy()
                    after.play(row, column, colour)
                    repeats = str(after.board) in seen if repetition == "Superko" else (row, column) == ko
                    lives = after.get(row, column) is not None
                    if (lives or suicide == "Allowed") and not repeats:
                        allowed.add(style.grid.sites[column, row])
            assert {one.to_site for one in state.legal_moves() if one.to_site >= 0} == allowed
            positions += 1
            ko = None
            if move.to_site >= 0:
                ko = board.play(*style.grid.places[move.to_site][::-1], colour)
            seen.add(str(board.board))
        stones = sorted(("bw"[row[4] - 1], style.grid.places[row[1]][::-1]) for row in state.sites())
        assert stones == sorted(board.list_occupied_points())
        assert count(style, state, komi=None).margin == board.area_score() - 7
    assert positions > 1000


def test_reversi_beside_openspiel() -> None:
    spiel = pytest.importorskip("pyspiel").load_game("othello")
    game = ludens.load("Reversi")
    style = notation.of(game)
    assert isinstance(style, Othello)
    chance, positions = random.Random(1), 0
    for _ in range(40):
        theirs = spiel.new_initial_state()
        state = game.start(rng_state=bytes(8))
        for _, move in moves_of(state, chance, 200):
            if theirs.is_terminal():  # ours passes twice, then
                assert style.is_forced_to_pass(state)
                continue
            named = {
                one: style.point(one.to_site).lower() if one.to_site >= 0 else "pass" for one in state.legal_moves()
            }
            listed = {theirs.action_to_string(theirs.current_player(), one): one for one in theirs.legal_actions()}
            found = {name.split()[0].lower(): one for name, one in listed.items()}
            assert {*named.values()} == {*found}, (named, found)
            theirs.apply_action(found[named[move]])
            positions += 1
        assert theirs.is_terminal()
        difference = state.scores[0] - state.scores[1]
        assert (difference > 0) - (difference < 0) == theirs.returns()[0]
    assert positions > 2000


def test_hex_beside_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = ludens.load("Hex", options=["Board Size/7x7"])
    style = notation.of(game)
    assert isinstance(style, Hex)
    spiel = pyspiel.load_game("hex(board_size=7)")
    chance, positions = random.Random(1), 0
    for _ in range(100):
        theirs = spiel.new_initial_state()
        state = game.start(rng_state=bytes(8))
        while not state.is_over:
            moves = [move for move in state.legal_moves() if move.to_site >= 0]
            assert not theirs.is_terminal()
            cells = {7 * (int(style.point(one.to_site)[1:]) - 1) + ord(style.point(one.to_site)[0]) - ord("a"): one
                     for one in moves}  # fmt: skip
            assert {*cells} == {*theirs.legal_actions()}
            cell = chance.choice(sorted(cells))
            state.play(cells[cell])
            theirs.apply_action(cell)
            positions += 1
        assert theirs.is_terminal() and theirs.returns()[state.winner - 1] == 1
    assert positions > 2000
