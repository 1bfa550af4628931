"""Chess from drawn positions, beside python-chess: starts by number, castling anywhere, FEN, PGN, UCI."""

from __future__ import annotations

import io
import random

import chess
import chess.pgn
import pytest

import ludens
from ludens import notation
from ludens.notation import NotationError
from ludens.notation.chess import Chess
from ludens.notation.drawn_starts import first_row
from ludens.notation.errors import noting
from ludens.notation.record import Record


@pytest.fixture(scope="module")
def style() -> Chess:
    one = notation.of(ludens.load("Chess960"))
    assert isinstance(one, Chess)
    return one


def test_all_starts_by_their_numbers() -> None:
    rows = [chess.Board.from_chess960_pos(number).board_fen().rpartition("/")[2] for number in range(960)]
    assert [first_row(number) for number in range(960)] == rows


def test_starts_that_chance_draws_are_among_them(style: Chess) -> None:
    rows = {first_row(number) for number in range(960)}
    drawn = [style.position(style.game.start(seed=seed)) for seed in range(40)]
    assert {one.split()[0].rpartition("/")[2] for one in drawn} <= rows and len(set(drawn)) > 30
    assert all(chess.Board(one, chess960=True).chess960_pos() is not None for one in drawn)


@pytest.mark.parametrize("number", [0, 77, 518, 959])
def test_random_games(style: Chess, number: int) -> None:
    choose, board, state = random.Random(number), chess.Board.from_chess960_pos(number), style.state(str(number))
    for _ in range(60):
        legal = {move.uci(): move for move in board.legal_moves}
        if state.is_over or not legal:
            break
        ours = {style.uci(state, turn): turn for turn in style._turns(state)}
        assert ours.keys() == legal.keys(), board.fen()
        castling = sorted(name for name, move in legal.items() if board.is_castling(move))
        name = choose.choice(castling if castling and choose.random() < 0.5 else sorted(legal))
        san = board.san(legal[name])
        assert style.turn(state, ours[name]) == san
        assert style.parse(state, san) == style.parse(state, name) == ours[name]
        for move in ours[name]:
            state.play(move)
        board.push(legal[name])
        assert style.position(state).split()[:3] == board.fen().split()[:3]
        assert style.position(style.state(board.shredder_fen())).split()[:3] == board.fen().split()[:3]


def test_inner_rooks_are_named_by_their_columns(style: Chess) -> None:
    fen = "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1"
    assert style.position(style.state(fen)) == chess.Board(fen, chess960=True).fen() == fen
    with noting() as heard:
        assert style.position(style.state("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1")).split()[2] == "K"
    assert "castle Q is left out" in heard[0]
    with pytest.raises(NotationError, match="from 0 to 959"):
        style.state("960")


def test_files_tell_the_start(style: Chess) -> None:
    """Also where it is the one that the game begins with when nothing is drawn."""
    board = chess.Board.from_chess960_pos(356)
    game = chess.pgn.Game()
    game.setup(board)
    node: chess.pgn.GameNode = game
    choose = random.Random(3)
    for _ in range(30):
        node = node.add_variation(choose.choice(sorted(node.board().legal_moves, key=str)))
    [record] = style.read(str(game))
    again = chess.pgn.read_game(io.StringIO(style.write(record)))
    assert again is not None and not again.errors
    assert again.board().fen() == board.fen() and again.end().board().fen() == node.board().fen()
    plain = style.write(Record(style.game.start(rng_state=bytes(8))))
    assert '[FEN "' in plain
