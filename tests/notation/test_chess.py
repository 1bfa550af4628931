"""SAN, FEN and PGN: another program (python-chess) and published counts say the same."""

from __future__ import annotations

import io
import random

import chess
import chess.pgn
import pytest

import ludens
from ludens import notation
from ludens.game import Game, IllegalMove
from ludens.notation import NotationError, Record
from ludens.notation.chess import Chess
from ludens.notation.errors import noting
from tests.notation.playing import cause


@pytest.fixture(scope="module")
def game() -> Game:
    return ludens.load("Chess")


@pytest.fixture(scope="module")
def style(game: Game) -> Chess:
    found = notation.of(game)
    assert isinstance(found, Chess)
    return found


#: positions whose counts are published (chessprogramming.org, "Perft Results"), up to depths without promotions
COUNTS = [
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [48, 2039, 97862]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812, 43238]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6]),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", [46, 2079, 89890]),
]


@pytest.mark.parametrize(("fen", "counts"), COUNTS)
def test_counts_from_positions(style: Chess, fen: str, counts: list[int]) -> None:
    state = style.state(fen)
    assert [style.game.perft(depth, state) for depth in range(1, len(counts) + 1)] == counts
    assert style.position(state) == fen


@pytest.mark.parametrize("seed", range(4))
def test_moves_and_positions_are_those_of_another_program(style: Chess, seed: int) -> None:
    state, board, choose = style.game.start(seed=0), chess.Board(), random.Random(seed)
    for _ in range(60):
        if state.is_over:
            break
        assert style.position(state).split()[:4] == board.fen().split()[:4]
        assert style.position(state).split()[5] == board.fen().split()[5]
        moves = list(board.legal_moves)
        assert {style.turn(state, turn) for turn in style._turns(state)} == {board.san(move) for move in moves}
        move = choose.choice(moves)
        turn = style.parse(state, board.san(move))
        assert style.uci(state, turn) == move.uci()
        assert style.parse(state, move.uci()) == turn
        board.push(move)
        for ply in turn:
            state.play(ply)


def test_positions_come_back(style: Chess) -> None:
    board, choose = chess.Board(), random.Random(1)
    for _ in range(120):
        board.push(choose.choice(list(board.legal_moves)))
        if board.is_game_over():
            break
        state = style.state(board.fen())
        assert style.position(state) == board.fen()
        assert len(list(style._turns(state))) == board.legal_moves.count()


def random_pgn(seed: int, plies: int) -> chess.pgn.Game:
    choose, played = random.Random(seed), chess.pgn.Game()
    node: chess.pgn.GameNode = played
    for _ in range(plies):
        moves = list(node.board().legal_moves)
        if not moves:
            break
        node = node.add_variation(choose.choice(moves))
    played.headers["White"], played.headers["Result"] = "A. Player", node.board().result()
    return played


@pytest.mark.parametrize("seed", [1, 2])
def test_games_go_to_another_program_and_back(style: Chess, seed: int) -> None:
    theirs = random_pgn(seed, 120)
    [record] = style.read(str(theirs))
    assert record.tags["White"] == "A. Player"
    written = style.write(record)
    again = chess.pgn.read_game(io.StringIO(written))
    assert again is not None and not again.errors
    assert list(again.mainline_moves()) == list(theirs.mainline_moves())
    assert again.headers["White"] == "A. Player"
    assert style.read(written)[0].plies == record.plies


def test_a_game_from_a_position(style: Chess) -> None:
    board = chess.Board("4k3/P7/8/8/8/8/7p/4K3 b - - 3 40")
    theirs = chess.pgn.Game.from_board(board)
    theirs.add_line([chess.Move.from_uci(move) for move in ("h2h1q", "e1d2", "h1h2", "d2c3")])
    [record] = style.read(str(theirs))
    assert style.position(record.start) == board.fen()
    written = style.write(record)
    assert "40... h1=Q+ 41. Kd2 Qh2+ 42. Kc3 *" in written
    assert style.write(style.read(written)) == written
    with pytest.raises(ValueError, match="begins with the start rules"):
        record.trial()


#: the Opera Game, Paris 1858: Paul Morphy against the Duke of Brunswick and Count Isouard
OPERA = """\
[Event "Opera Game"]
[Site "Paris"]
[Date "1858.??.??"]
[White "Paul Morphy"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]

1.e4 e5 2.Nf3 d6 3.d4 Bg4 {This is a weak move; Fischer.} 4.dxe5 Bxf3 (4...dxe5 5.Qxd8+ Kxd8 (5... x)) 5.Qxf3 dxe5
6.Bc4 Nf6 7.Qb3 $1 Qe7 8.Nc3 c6 9.Bg5 b5 10.Nxb5! cxb5 11.Bxb5+ Nbd7 12.O-O-O Rd8 ; a comment to the end
13.Rxd7 Rxd7 14.Rd1 Qe6 15.Bxd7+ Nxd7 16.Qb8+ Nxb8 17.Rd8# 1-0
"""


def test_a_famous_game(style: Chess) -> None:
    [record] = style.read(OPERA)
    assert (len(record.plies), record.result) == (33, "1-0")
    assert record.comments == {6: "This is a weak move; Fischer.", 24: "a comment to the end"}
    written = style.write(record)
    assert "17. Rd8# 1-0" in " ".join(written.split()) and "12. O-O-O Rd8" in " ".join(written.split())
    assert style.write(style.read(written)) == written
    again = Record.of_trial(style.game, record.trial())
    main = style.write(Record(record.start, record.plies))
    assert style.write(again).partition("\n\n")[2].split() == main.partition("\n\n")[2].split()
    [variation] = record.variations[7]
    assert "(4... dxe5 5. Qxd8+ Kxd8 {(5... x)})" in " ".join(written.split()) and len(variation.plies) == 3
    assert (record.glyphs[13], record.glyphs[19]) == ("!", "!")


def test_quotes_in_tags(style: Chess) -> None:
    record = Record(style.game.start(), tags={"White": 'A "B" \\ C'})
    assert style.read(style.write(record))[0].tags["White"] == 'A "B" \\ C'


def test_several_games_in_a_file(style: Chess) -> None:
    records = style.read(OPERA + "\n" + OPERA.replace("Opera Game", "Again") + "\n1. d4 *")
    assert [len(record.plies) for record in records] == [33, 33, 1]
    assert records[1].tags["Event"] == "Again"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1. e4 e5\n2. Ke3", "game:2:4: 'Ke3' is no move here; close to it: Ke2"),
        ("1. e4 (1. d4", "game:1:7: this ( is never closed"),
        ('[FEN "8/8 w - - 0 1"]\n*', "game:1:1: the tag FEN: the board has 8 rows, not 2"),
        ("1. e4 {", "game:1:7: this comment is never closed"),
        (
            '[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8 *',
            "game:3:4: 'a8' is no whole turn: it goes on with A8=Queen1",
        ),
        ("", "game:1: there is no game here"),
    ],
)
def test_what_is_wrong_in_a_file(style: Chess, text: str, told: str) -> None:
    assert cause(style, text).startswith(told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "a FEN has 6 fields"),
        ("8/8 w", "the board has 8 rows, not 2"),
        ("9/8/8/8/8/8/8/8 w - - 0 1", "row 8 has 9 squares, not 8"),
        ("x7/8/8/8/8/8/8/8 w - - 0 1", "row 8: 'x' is no piece"),
        ("4k3/8/8/8/8/8/8/4K3 x", "the player to move is w or b"),
        ("4k3/8/8/8/8/8/8/4K3 w z - 0 1", "rights to castle are written"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "the clock of fifty moves is a number"),
    ],
)
def test_what_is_wrong_in_a_position(style: Chess, text: str, told: str) -> None:
    with pytest.raises(NotationError, match=told.replace("(", r"\(")):
        style.state(text)


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


@pytest.mark.parametrize(
    "text",
    [
        f'[FEN "{START} w KQkq - 0 1"]', f"fen {START} w KQkq - 0 1", f"FEN: {START} w KQkq - 0 1",
        f"position fen {START} w KQkq - 0 1", f"{START}%20w%20KQkq%20-%200%201", f"{START}/ w KQkq - 0 1",
        f"{START} white KQkq \u2013 0 1", f"{START} w KQkq - bm e4",
    ],
)  # fmt: skip
def test_positions_as_people_copy_them(style: Chess, text: str) -> None:
    assert style.position(style.state(text)) == f"{START} w KQkq - 0 1"


def test_a_number_of_moves_that_is_too_large_is_said(style: Chess) -> None:
    with noting() as heard:
        assert style.position(style.state(f"{START} w KQkq - 0 99999")).endswith(" 0 5000")
    assert heard == ["the number of moves is 5000 at most, not '99999'"]


@pytest.mark.parametrize("said", ["e4", "e2e4", "E2-E4", "e2 e4", "e4!", "e4+"])
def test_how_moves_are_said(style: Chess, said: str) -> None:
    state = style.game.start()
    assert style.parse(state, said) == (state.parse("E2-E4"),)


def test_what_is_no_move(style: Chess) -> None:
    with pytest.raises(IllegalMove, match=r"'Nd4' is no move here; close to it: ") as told:
        style.parse(style.game.start(), "Nd4")
    assert told.value.candidates
    with pytest.raises(IllegalMove, match=r"'Rd1' may be Rad1, Rfd1"):
        style.parse(style.state("4k3/8/8/8/8/8/8/R4R1K w - - 0 1"), "Rd1")


def test_a_promotion_ply_by_ply(style: Chess) -> None:
    state = style.state("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    [step] = style.parse(state, "a8")
    assert style.ply(state, step) == "a8"
    state.play(step)
    [choice] = style.parse(state, "N")
    assert style.ply(state, choice) == "=N"
    assert style.parse(state, "=n") == (choice,)


def test_a_smaller_board() -> None:
    style = notation.of(ludens.load("Los Alamos Chess"))
    assert style.family == "chess"
    state = style.game.start()
    assert style.position(state) == "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1"
    assert style.position(style.state(style.position(state))) == style.position(state)
    with noting() as heard:
        style.state("rnqknr/pppppp/6/6/PPPPPP/RNQKNR w K - 0 1")
    assert heard == ["Los Alamos Chess has no right to castle K: it is left out"]
