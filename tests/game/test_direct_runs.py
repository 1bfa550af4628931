"""The stage that runs plays as native code does: legal moves, positions and applied moves, byte by byte."""

from __future__ import annotations

import pytest

import ludens
from ludens.game import compile_text
from ludens.game.direct import DirectRun
from ludens.game.single import SingleGame

#: of every family one: slides, hops, captures, stacks, sowing, dice, connection, territory, drops, simultaneous play
GAMES = [
    "Amazons", "Backgammon", "Chess", "English Draughts", "Go", "Greener", "Havannah", "Hnefatafl", "Lasca", "Ludo",
    "Morra", "Nine Men's Morris", "Oware", "Peg Solitaire", "Reversi", "Shogi", "Surakarta",
]  # fmt: skip
STUCK = """(game "Stuck" (players 2)
    (equipment {(board (square 2)) (piece "Disc" Each (move Step Orthogonal (to if:(is Empty (to)))))})
    (rules phases:{(phase "Laying" (play (move Add (to (sites Empty)))) (nextPhase "Stepping"))
        (phase "Stepping" (play (forEach Piece)))} (end (if (no Moves Next) (result Mover Win)))))"""
#: boards on which as much happens
SMALLER = {"Go": ["Board Size/9x9"]}


def _choice(state: ludens.State, ply: int) -> list[int]:
    """The number of a legal move; where the players move at once, of one of each."""
    moves = state.legal_moves()
    if not state.is_simultaneous:
        return [7 * ply % len(moves)]
    own = [[n for n, move in enumerate(moves) if move.mover == p] for p in sorted({move.mover for move in moves})]
    return [numbers[7 * ply % len(numbers)] for numbers in own]


@pytest.mark.parametrize("name", GAMES)
def test_it_plays_as_native_code_does(name: str) -> None:
    check_plays_alike(ludens.load(name, SMALLER.get(name, ())))


def test_a_phase_that_is_left_at_once_plays_as_native_code_does() -> None:
    """Native code tries what it finds in sets; what runs at once tries nothing."""
    check_plays_alike(compile_text(STUCK))


def check_plays_alike(game: ludens.Game) -> None:
    """Some plies, by both."""
    assert isinstance(game, SingleGame)
    state = game.start(seed=3)
    for ply in range(5):
        if state.is_over:
            break
        block = bytearray(state.tobytes())
        run = DirectRun(game.rulebook, block)
        assert run.legal() == [move.to_trial() for move in state.legal_moves()]
        numbers = _choice(state, ply)
        made = state.play([state.legal_moves()[number] for number in numbers])
        assert run.play(*numbers) == made.to_trial()
        assert bytes(block) == state.tobytes()


def test_it_starts_as_native_code_does() -> None:
    game = ludens.load("Chess")
    assert isinstance(game, SingleGame)
    started = game.start(seed=5)
    block = bytearray(started.tobytes())
    DirectRun(game.rulebook, block).start()
    assert bytes(block) == started.tobytes()
