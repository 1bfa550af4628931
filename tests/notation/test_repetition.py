"""Repeated positions as rules of the library's games: beside other programs, where men go to and fro."""

from __future__ import annotations

import importlib.util
import random
import re
from collections.abc import Sequence

import chess
import pytest
import shogi

import ludens
from ludens import notation
from ludens.game import State
from ludens.notation.style import Style

#: what Fairy-Stockfish calls games that end by the same rule there, and the options under which ours do
REPEATED = {
    "Chess": ("chess", "Draws/Fifty moves"),
    "Gorogoro Shogi": ("gorogoro", ""),
    "Judkins Shogi": ("judkins", ""),
    "Makruk": ("makruk", ""),
    "Minishogi": ("minishogi", ""),
    "Minixiangqi": ("minixiangqi", ""),
    "Shogi": ("shogi", ""),
    "Tori Shogi": ("torishogi", ""),
    "Xiangqi": ("xiangqi", ""),
}


def styled(name: str, *options: str) -> Style:
    return notation.of(ludens.load(name, options=[one for one in options if one]))


def played(style: Style, position: str | None, *moves: str) -> State:
    state = style.game.start(seed=0) if position is None else style.state(position)
    for move in moves:
        assert not state.is_over, move
        for one in style.parse(state, move):
            state.play(one)
    return state


# --- by hand


def test_the_fifth_time_ends_a_game_of_chess_and_the_third_may_be_claimed() -> None:
    knights = ("Nf3", "Nf6", "Ng1", "Ng8")
    style = styled("Chess")
    assert not played(style, None, *knights * 3, *knights[:3]).is_over
    state = played(style, None, *knights * 4)
    assert state.is_over and state.winner == 0 and state.ending is not None
    assert state.ending.text == "the position came for the fifth time"
    assert played(styled("Chess", "Draws/Fifty moves"), None, *knights * 2).is_over
    assert not played(styled("Chess", "Draws/None"), None, *knights * 6).is_over


def test_the_right_to_castle_and_to_take_in_passing_belong_to_a_position() -> None:
    """As python-chess has it: the king's first move is the last time of the position before; a double step that nobody
    can answer in passing leaves nothing behind."""
    style = styled("Chess", "Draws/Fifty moves")
    for moves in (
        "e4 e5 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7",
        "e4 e5 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8",
        "e4 a6 e5 d5 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8",
        "Nf3 Nf6 Rg1 Rg8 Rh1 Rh8 Rg1 Rg8 Rh1 Rh8 Rg1 Rg8 Rh1 Rh8",
    ):
        state, board = style.game.start(seed=0), chess.Board()
        for move in moves.split():
            if state.is_over:
                break
            for one in style.parse(state, move):
                state.play(one)
            board.push_san(move)
            assert state.is_over == board.is_repetition(3), (board.fen(), move)


def test_sennichite_and_perpetual_check_in_shogi() -> None:
    style = styled("Shogi")
    quiet = ("2h3h", "8b7b", "3h2h", "7b8b")
    assert not played(style, None, *quiet * 2, *quiet[:3]).is_over
    assert played(style, None, *quiet * 3).ranking == [1.5, 1.5]
    lone, chased = "4k4/9/9/9/9/9/9/9/4K3R b - 1", ("5a5b", "1a1b", "5b5a", "1b1a")
    assert not played(style, lone, "1i1a", *chased * 2, *chased[:3]).is_over
    assert played(style, lone, "1i1a", *chased * 3).winner == 2


def test_perpetual_check_and_chase_in_xiangqi() -> None:
    """A chariot gives check again and again; another one runs after an unguarded horse."""
    style = styled("Xiangqi")
    checks = ("e10e9", "a10a9", "e9e10", "a9a10")
    assert played(style, "4k4/9/9/9/9/9/9/9/3K5/R8 w - - 0 1", "a1a10", *checks * 2).winner == 2
    chase = ("h7g9", "h1g1", "g9h7", "g1h1")
    lone = "3k5/9/9/7n1/9/9/9/9/9/4K3R w - - 0 1"
    assert played(style, lone, "i1h1", *chase * 2).winner == 2
    soldier = "3k5/9/9/9/9/7p1/9/9/9/4K3R w - - 0 1"
    assert not played(style, soldier, "i1h1", "h5g5", "h1g1").is_over


@pytest.mark.parametrize("seed", range(3))
def test_shogi_counts_as_python_shogi_does(seed: int) -> None:
    style, choose = styled("Shogi"), random.Random(seed)
    state, board, moves = style.game.start(seed=0), shogi.Board(), list[str]()
    for _ in range(120):
        legal = sorted(move.usi() for move in board.legal_moves)
        if state.is_over or not legal:
            break
        moves.append(_next(moves, legal, choose, 20))
        board.push_usi(moves[-1])
        for one in style.parse(state, moves[-1]):
            state.play(one)
        assert state.is_over == (board.is_fourfold_repetition() or board.is_checkmate()), board.sfen()


def _next(moves: Sequence[str], legal: Sequence[str], choose: random.Random, quiet: int) -> str:
    """A move that often goes back where the piece came from, after some moves at the start."""
    if len(moves) > quiet and (match := re.fullmatch(r"([a-z0-9]+?)([a-z]?\d+[a-z]?)", moves[-2])):
        back = [move for move in legal if move == match[2] + match[1]]
        again = [move for move in legal if move == moves[-4]] if len(moves) > quiet + 3 else []
        if (again or back) and choose.random() < 0.9:
            return (again or back)[0]
    return choose.choice(legal)


# --- beside Fairy-Stockfish


def compared(name: str, seeds: range, plies: int) -> list[tuple[str, object, object]]:
    """Where a game of ours and theirs end otherwise: the position, how ours goes, and how theirs does."""
    import pyffish

    variant, option = REPEATED[name]
    style, start, found = styled(name, option), pyffish.start_fen(variant), list[tuple[str, object, object]]()
    for seed in seeds:
        choose = random.Random(seed)
        state, moves, quiet = style.game.start(seed=0), list[str](), choose.choice((4, 12, 40))
        for _ in range(quiet + plies):
            legal = sorted(pyffish.legal_moves(variant, start, moves))
            ends = [ask(variant, start, moves) for ask in (pyffish.is_immediate_game_end, pyffish.is_optional_game_end)]
            value = next((value for over, value in ends if over), None)
            if value is None and not legal:
                value = pyffish.game_result(variant, start, moves)
            if state.is_over or value is not None:
                first = pyffish.get_fen(variant, start, moves).split()[1] == "w"
                ours = (0, 1, -1)[state.winner] * (1 if first else -1) if state.is_over else "goes on"
                theirs = "goes on" if value is None else (value > 0) - (value < 0)
                if ours != theirs:
                    found.append((pyffish.get_fen(variant, start, moves), ours, theirs))
                break
            choice = _next(moves, legal, choose, quiet)
            if len(moves) >= quiet and choose.random() < 0.2:
                checks = [one for one in legal if pyffish.gives_check(variant, start, [*moves, one])]
                choice = choose.choice(checks or [choice])
            moves.append(choice)
            for one in style.parse(state, _usi(choice, start) if "sfen" in style.positions else choice):
                state.play(one)
    return found


def _usi(move: str, start: str) -> str:
    """A move of Fairy-Stockfish as engines of shogi write it: columns from the right, rows by letters from above."""
    ranks = start.split()[0].partition("[")[0].split("/")
    columns = sum(int(sign) if sign.isdigit() else 1 for sign in re.findall(r"\d|[A-Za-z]", ranks[-1]))

    def square(match: re.Match[str]) -> str:
        return f"{columns - ord(match[1]) + ord('a')}{chr(ord('a') + len(ranks) - int(match[2]))}"

    return re.sub(r"([a-z])(\d)", square, move).replace("@", "*")


needs_pyffish = pytest.mark.skipif(importlib.util.find_spec("pyffish") is None, reason="pyffish is not installed")


@needs_pyffish
@pytest.mark.parametrize("name", ["Minishogi", "Minixiangqi"])
def test_games_end_as_there(name: str) -> None:
    assert compared(name, range(3), 40) == []


@needs_pyffish
@pytest.mark.slow
@pytest.mark.parametrize("name", REPEATED)
def test_many_games_end_as_there(name: str) -> None:
    assert compared(name, range(20), 100) == []
