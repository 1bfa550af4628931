"""Our engine behind UCI and USI: what it searches and tells, and that it never answers for another position."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator

import chess
import chess.variant
import pytest
from chess import engine

import ludens
from ludens import notation
from ludens.arena.protocols.uci import Uci, Usi
from ludens.game import Game


@pytest.fixture(scope="module")
def game() -> Game:
    return ludens.load("Chess")


@pytest.fixture(scope="module")
def ours() -> Iterator[engine.SimpleEngine]:
    command = [sys.executable, "-m", "ludens", "bot", "uci", "Chess", "--agent", "alphabeta", "--seed", "1"]
    with engine.SimpleEngine.popen_uci(command, timeout=240) as found:
        yield found


def said(speaker: Uci, text: str) -> list[str]:
    sink = io.StringIO()
    speaker.run(io.StringIO(text), sink)
    return sink.getvalue().splitlines()


@pytest.mark.parametrize(
    "position",
    [
        "position startpos moves e2e5",
        "position fen nothing",
        "position fen 4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "position",
        "position startpos moves e2e4 0000",
        "position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8",
    ],
)
def test_no_move_of_an_older_position_is_given(game: Game, position: str) -> None:
    before = "position fen 6k1/4Rppp/8/8/8/8/8/6K1 w - - 0 1"
    lines = said(Uci(game, "greedy"), f"{before}\n{position}\ngo movetime 10\n")
    assert lines[0].startswith("info string") and lines[-1] == "bestmove (none)"


def test_games_go_on_behind_fifty_moves(game: Game) -> None:
    position = "position fen 8/8/8/4k3/8/8/4R3/4K3 w - - 98 120 moves e1d1 e5d5 d1c1 d5d6"
    [answer] = said(Uci(game, "random", seed=1), f"{position}\ngo movetime 10\n")
    board = chess.Board("8/8/3k4/8/8/8/4R3/2K5 w - - 102 122")
    assert chess.Move.from_uci(answer.split()[1]) in board.legal_moves


def test_usi_resigns_where_there_is_no_position() -> None:
    shogi = ludens.load("Shogi")
    lines = said(Usi(shogi, "random", seed=1), "position startpos moves 7g7a\ngo byoyomi 10\n")
    assert lines[-1] == "bestmove resign" and lines[0].startswith("info string")


def test_what_a_search_is_told(ours: engine.SimpleEngine) -> None:
    board = chess.Board()
    for limit in (
        engine.Limit(depth=2),
        engine.Limit(nodes=500),
        engine.Limit(time=0.1),
        engine.Limit(white_clock=1, black_clock=1, white_inc=0.1, black_inc=0.1),
        engine.Limit(white_clock=2, black_clock=2, remaining_moves=10),
    ):
        assert ours.play(board, limit).move in board.legal_moves


def test_what_a_search_tells(ours: engine.SimpleEngine) -> None:
    info = ours.analyse(chess.Board(), engine.Limit(depth=3))
    assert (
        info["depth"] >= 3 and info["nodes"] > 0 and len(info["pv"]) > 1 and info["score"].relative.score() is not None
    )
    lines = ours.analyse(chess.Board(), engine.Limit(nodes=3000), multipv=3)
    assert [line["multipv"] for line in lines] == [1, 2, 3] and len({line["pv"][0] for line in lines}) == 3
    mate = ours.analyse(chess.Board("6k1/4Rppp/8/8/8/8/8/6K1 w - - 0 1"), engine.Limit(mate=1))
    assert mate["score"].relative == engine.Mate(1) and mate["pv"][0].uci() == "e7e8"


def test_some_moves_alone(ours: engine.SimpleEngine) -> None:
    moves = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
    assert ours.play(chess.Board(), engine.Limit(depth=2), root_moves=moves).move in moves
    assert ours.analyse(chess.Board(), engine.Limit(depth=2), root_moves=moves[:1])["pv"][0] == moves[0]


def test_a_search_without_end_is_stopped(ours: engine.SimpleEngine) -> None:
    with ours.analysis(chess.Board()) as analysis:
        for number, _ in enumerate(analysis):
            if number >= 2:
                break
    assert analysis.wait().move in chess.Board().legal_moves


def test_pondering(ours: engine.SimpleEngine) -> None:
    board, limit = chess.Board(), engine.Limit(white_clock=2, black_clock=2)
    for _ in range(2):
        found = ours.play(board, limit, ponder=True)
        assert found.move in board.legal_moves
        board.push(found.move)
        board.push(found.ponder if found.ponder in board.legal_moves else next(iter(board.legal_moves)))


def test_there_is_no_move(ours: engine.SimpleEngine) -> None:
    for fen in ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"):
        assert ours.play(chess.Board(fen), engine.Limit(time=0.05)).move is None


def test_lines_while_it_searches(game: Game) -> None:
    lines = said(Uci(game, "alphabeta", seed=1), "go infinite\nisready\nstop\ngo ponder wtime 1\nponderhit\nquit\n")
    answers = [line for line in lines if not line.startswith("info")]
    assert answers[0] == "readyok" and len(answers) == 3
    assert all(re.fullmatch(r"bestmove [a-h][1-8][a-h][1-8]( ponder \w+)?", line) for line in answers[1:])


def test_there_is_a_score_where_there_is_no_move(game: Game) -> None:
    speaker = Uci(game, "random", seed=1)
    for position, score in (
        ("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
        ("fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "mate 0"),
        ("startpos moves f2f3 e7e5 g2g4 d8h4", "mate 0"),
    ):
        lines = said(speaker, f"position {position}\ngo infinite\nstop\n")
        assert lines == [f"info depth 0 score {score}", "bestmove (none)"]


def test_unknown_words_before_a_command_are_passed_over(game: Game) -> None:
    assert said(Uci(game, "random"), "joho debug isready\nnothing at all\n") == ["readyok"]


def test_the_last_line_is_of_the_move_that_is_played(game: Game) -> None:
    lines = said(Uci(game, "alphabeta", seed=1), "go wtime 100 movestogo 1\n")
    assert lines[-2].partition(" pv ")[2].split()[0] == lines[-1].split()[1]


def test_a_promotion_is_one_move(ours: engine.SimpleEngine) -> None:
    board = chess.Board("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    found = ours.play(board, engine.Limit(depth=1), root_moves=[chess.Move.from_uci("a7a8q")])
    assert found.move in board.legal_moves and found.move.uci().startswith("a7a8")


def test_drops_and_passes_are_written() -> None:
    style = notation.of(ludens.load("Crazyhouse"))
    speaker = Uci(style.game, "random", seed=1)
    assert said(speaker, "position startpos moves e2e4 d7d5 e4d5 d8d5 P@e4\n") == []
    assert speaker.state is not None and "P" in style.position(speaker.state).split("/")[4]


def test_other_games_by_the_names_that_programs_have() -> None:
    lines = said(Uci(ludens.load("Three-Check"), "random"), "uci\n")
    [variant] = [line for line in lines if "UCI_Variant" in line]
    assert "var 3check" in variant
    assert said(Usi(ludens.load("Shogi"), "random"), "go mate 1000\n") == ["checkmate notimplemented"]


def test_a_variant_is_played_with_another_program() -> None:
    command = [sys.executable, "-m", "ludens", "bot", "uci", "Antichess", "--agent", "random", "--seed", "1"]
    board = chess.variant.AntichessBoard()
    with engine.SimpleEngine.popen_uci(command, timeout=240) as found:
        for _ in range(6):
            board.push(found.play(board, engine.Limit(time=0.05)).move)
    assert board.ply() == 6


def test_games_from_drawn_positions_castle_onto_the_rook() -> None:
    """Programs are told by UCI_Chess960 in the place of a variant's name, and read what python-chess writes."""
    speaker = Uci(ludens.load("Chess960"), "random", seed=1)
    lines = said(speaker, "uci\nquit\n")
    assert "option name UCI_Chess960 type check default true" in lines and not any(
        "UCI_Variant" in one for one in lines
    )
    position = "position fen 4k3/8/8/8/8/8/8/1R2K2R w HB - 0 1 moves e1b1"
    [answer] = said(speaker, f"{position}\ngo movetime 10\n")
    assert answer.startswith("bestmove e8")
