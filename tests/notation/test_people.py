"""Moves as people write them, wherever moves are read: by states, tables of MCP, the suite's players, bots."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import pytest

import ludens
from ludens import notation, suite
from ludens.arena.protocols.anygame import Bot
from ludens.arena.protocols.faults import Illegal
from ludens.arena.protocols.seat import Clock
from ludens.game import Game, IllegalMove, State
from ludens.notation.turns import whole_turns


@cache
def game(name: str) -> Game:
    return ludens.load(name)


@cache
def backgammon() -> State:
    """A start at which 3 and 1 are rolled, with 8/5 and 6/5 in it."""
    for seed in range(300):
        state = game("Backgammon").start(seed=seed)
        if sorted(state.rolled[0]) == [1, 3]:
            return state
    raise AssertionError("3 and 1 are never rolled")


def labels(state: State, text: str) -> list[str]:
    """The labels of the plies that a text means."""
    here, found = state.copy(), list[str]()
    for move in state.parse_turn(text):
        found.append(here.notation(move))
        here.play(move)
    return found


@pytest.mark.parametrize(
    ("name", "text", "label"),
    [
        ("Chess", "e4", "E2-E4"),
        ("Chess", "Nf3", "G1-F3"),
        ("Chess", "e2e4", "E2-E4"),
        ("Chess", "Ng1-f3", "G1-F3"),
        ("Chess", "1. e4", "E2-E4"),
        ("Chess", "1.Nf3", "G1-F3"),
        ("International Draughts", "1. 32-28", "D4-E5"),
        ("Shogi", "7g7f", "C3-C4"),
        ("Shogi", "P-7f", "C3-C4"),
        ("International Draughts", "32-28", "D4-E5"),
        ("International Draughts", "32 - 28", "D4-E5"),
        ("Russian Draughts", "22-18", "C3-D4"),
        ("Othello", "d3", "D3"),
    ],
)
def test_states_read_players_notation(name: str, text: str, label: str) -> None:
    state = game(name).start(seed=0)
    move = state.parse(text)
    assert state.notation(move) == label
    assert state.parse(label) == move and state.parse_turn(text) == [move]


def test_turns_of_several_plies() -> None:
    state = backgammon()
    assert len(labels(state, "8/5 6/5")) == 2
    for text in ("6/5 8/5", "8/5, 6/5", "8/5,6/5"):
        assert sorted(labels(state, text)) == sorted(labels(state, "8/5 6/5"))
    assert state.parse("8/5 6/5") == state.parse_turn("8/5 6/5")[0]
    chess = notation.of(game("Chess")).state("6k1/4P3/8/8/8/8/8/6K1 w - - 0 1")
    assert labels(chess, "e8=N")[0] == "E7-E8" and len(labels(chess, "e8=N")) == 2


def test_a_label_is_read_before_anything_else() -> None:
    """The board of Go has a column I, and Hex players count from another corner."""
    for name, label in (("Go", "Q16"), ("Hex", "C4"), ("Chess", "A2-A4")):
        state = game(name).start(seed=0)
        assert all(state.parse(one) == move for one, move in zip(state.notations(), state.legal_moves(), strict=True))
        assert state.notation(state.parse(label)) == label
    with pytest.raises(IllegalMove):
        game("Go").start(seed=0).parse("T16")  # a point of GTP's, which would be another label's neighbour


def test_what_is_no_move_says_what_is_close() -> None:
    state = game("Chess").start(seed=0)
    with pytest.raises(IllegalMove, match="close to it: Na3, Nc3, Nf3"):
        state.parse("Nd4")
    knights = notation.of(game("Chess")).state("6k1/8/8/8/8/8/8/1N1K1N2 w - - 0 1")
    with pytest.raises(IllegalMove, match="'Nd2' may be Nbd2, Nfd2"):
        knights.parse("Nd2")


def test_a_model_plays_a_whole_turn() -> None:
    state, asked = backgammon().copy(), list[str]()

    def ask(prompt: str) -> str:
        asked.append(prompt)
        return "8/5 6/5"

    player, mover = suite.Speaker(ask), state.mover
    while state.mover == mover:
        state.play(player.choose(state))
    assert len(asked) == 1
    expected = backgammon().copy()
    for move in expected.parse_turn("8/5 6/5"):
        expected.play(move)
    assert state.sites() == expected.sites()


def test_what_was_meant_for_another_position_is_forgotten() -> None:
    state, answers = backgammon(), iter(["8/5 6/5", "24/23"])
    player = suite.Speaker(lambda prompt: next(answers))
    player.choose(state)
    assert state.notation(player.choose(state)) == labels(state, "24/23")[0]


def test_bots_may_answer_as_people_write(tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text(
        "import sys\nfor line in sys.stdin:\n    if line == 'go\\n':\n        print('Nf3', flush=True)\n"
    )
    bot = Bot(f"{sys.executable} {program}", game("Chess"), Clock(60, 60))
    state = game("Chess").start(seed=0)
    try:
        assert [state.notation(move) for move in bot.moves(state)] == ["G1-F3"]
        state.play(state.parse("e4"))
        with pytest.raises(Illegal, match="'Nf3' is none of the 20 legal moves"):
            bot.moves(state)
    finally:
        bot.close()


def test_every_turn_is_read_as_it_is_written() -> None:
    for name in ("Chess", "Backgammon"):
        state = backgammon() if name == "Backgammon" else game(name).start(seed=0)
        style = notation.of(game(name))
        for turn in whole_turns(state):
            assert state.parse_turn(style.turn(state, turn))[0].mover == state.mover
