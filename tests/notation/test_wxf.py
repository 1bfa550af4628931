"""Xiangqi's own notation beside another program's (pyffish), and its engines' lines."""

from __future__ import annotations

import importlib.util
import io
import random

import pytest

import ludens
from ludens import notation
from ludens.arena.protocols.uci import Ucci, UnsupportedGame
from ludens.game import IllegalMove
from ludens.notation import wxf
from ludens.notation.chess import Chess


@pytest.fixture(scope="module")
def style() -> Chess:
    found = notation.of(ludens.load("Xiangqi"))
    assert isinstance(found, Chess)
    return found


#: two rooks on a file; three pawns on one; two pawns on one, and on each of two; advisors, elephants, horses on one
POSITIONS = (
    "3k5/9/9/4R4/9/4R4/9/9/9/5K3 w - - 0 1",
    "3k5/9/2P6/2P6/2P6/9/9/9/9/5K3 w - - 0 1",
    "3k5/9/2P6/2P6/9/9/9/9/9/5K3 w - - 0 1",
    "3k5/9/2P1P4/2P1P4/9/9/9/9/9/5K3 w - - 0 1",
    "3k5/9/9/9/9/p1p6/p1p6/9/9/5K3 b - - 0 1",
    "3k1a3/9/5a3/2b6/9/2B6/9/9/9/2B2K3 b - - 0 1",
    "3k5/9/2N6/9/2N6/9/9/9/9/5K3 w - - 0 1",
)


@pytest.mark.integration
def test_names_are_those_of_another_program(style: Chess) -> None:
    if importlib.util.find_spec("pyffish") is None:
        pytest.skip("pyffish is not installed")
    import pyffish

    choose, positions = random.Random(3), [*POSITIONS]
    here = pyffish.start_fen("xiangqi")
    for _ in range(40):
        positions.append(here)
        here = pyffish.get_fen("xiangqi", here, [choose.choice(pyffish.legal_moves("xiangqi", here, []))])
    for fen in positions:
        state = style.state(fen)
        for turn in style._turns(state):
            theirs = pyffish.get_san("xiangqi", fen, style.uci(state, turn), False, pyffish.NOTATION_XIANGQI_WXF)
            assert wxf.written(style, state, turn) == theirs, (fen, style.uci(state, turn))
            assert wxf.read(style, state, theirs) == turn


@pytest.mark.parametrize(
    ("fen", "text", "uci"),
    [
        ("", "C2=5", "h3e3"),
        ("", "c2.5", "h3e3"),
        ("", "N8+7", "b1c3"),
        ("", "B3+5", "g1e3"),
        ("", "炮二平五", "h3e3"),
        ("", "馬八進七", "b1c3"),
        ("", "炮２平５", "h3e3"),
        (POSITIONS[0], "前车进一", "e7e8"),
        (POSITIONS[0], "後車退一", "e5e4"),
        (POSITIONS[0], "+R+1", "e7e8"),
        (POSITIONS[2], "P-=6", "c7d7"),
        (POSITIONS[2], "27=6", "c7d7"),
    ],
)
def test_what_people_write_is_read(style: Chess, fen: str, text: str, uci: str) -> None:
    state = style.state(fen) if fen else style.game.start()
    assert style.uci(state, style.parse(state, text)) == uci
    assert style.parse(state, text)[0] == state.parse(text)


@pytest.mark.integration
def test_janggis_numbers_are_those_of_another_program() -> None:
    if importlib.util.find_spec("pyffish") is None:
        pytest.skip("pyffish is not installed")
    import pyffish

    style, choose = notation.of(ludens.load("Janggi")), random.Random(5)
    assert isinstance(style, Chess)
    fen = pyffish.start_fen("janggi")
    for _ in range(30):
        state, moves = style.state(fen), pyffish.legal_moves("janggi", fen, [])
        for uci in choose.sample(moves, min(len(moves), 8)):
            theirs = pyffish.get_san("janggi", fen, uci, False, pyffish.NOTATION_JANGGI)
            assert style.uci(state, style.parse(state, theirs)) == uci, (fen, theirs)
        fen = pyffish.get_fen("janggi", fen, [choose.choice(moves)])


@pytest.mark.parametrize(
    "moves",
    [
        "1. C2=5 H8+7 2. H2+3 R9=8", "1. c2.5 h8+7 2. h2+3 r9.8", "1. H2-E2 H9-G7 2. H0-G2 I9-H9",
        "1. 炮二平五 馬８進７ 2. 馬二進三 車９平８", "1. h3e3 h10g8 2. h1g3 i10h10", "1. Che3 Hg8 2. Hg3 Rh10",
    ],
)  # fmt: skip
def test_files_of_xiangqi(style: Chess, moves: str) -> None:
    [record] = style.read(f'[Game "Chinese Chess"]\n[Result "1-0"]\n\n{moves} 1-0\n')
    assert [style.uci(state, turn) for state, turn in record.states()] == ["h3e3", "h10g8", "h1g3", "i10h10"]
    assert record.result == "1-0" and not record.remarks
    [again] = style.read(style.write(record))
    assert (again.plies, again.result) == (record.plies, record.result)


def test_positions_of_other_programs(style: Chess) -> None:
    start = style.game.start(rng_state=bytes(8))
    board = style.position(start).split()[0]
    for text in (f"{board} r - - 0 1", board.translate(str.maketrans("NBnb", "HEhe")), f"{board} red"):
        assert style.position(style.state(text)) == style.position(start)


def test_what_may_be_several_moves_is_refused(style: Chess) -> None:
    state = style.state(POSITIONS[3])
    with pytest.raises(IllegalMove, match="may be"):
        wxf.read(style, state, "P+=6")
    with pytest.raises(IllegalMove, match="no move here"):
        style.parse(state, "C2=5")


def test_moves_that_are_banned_are_not_played(style: Chess) -> None:
    sink = io.StringIO()
    position = "position fen 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1\n"
    lines = f"{position}banmoves e0e1\ngo depth 1\n{position}banmoves e0f0\ngo depth 1\n"
    Ucci(style.game, "random", seed=1).run(io.StringIO(lines), sink)
    assert next(line for line in sink.getvalue().splitlines() if line.startswith("bestmove")) == "bestmove e0f0"


def test_ucci(style: Chess) -> None:
    sink = io.StringIO()
    lines = "ucci\nisready\nsetoption multipv 2\nposition fen {} r - - 0 1 moves h2e2\ngo depth 1\nquit\n"
    Ucci(style.game, "random", seed=1).run(
        io.StringIO(lines.format(style.fen.write(style.game.start()).split()[0])), sink
    )
    said = sink.getvalue().splitlines()
    assert "ucciok" in said and "readyok" in said and said[-1] == "bye"
    (best,) = [line.split()[1] for line in said if line.startswith("bestmove")]
    state = style.game.start()
    for move in style.parse(state, wxf.of_ucci("h2e2")):
        state.play(move)
    assert style.parse(state, wxf.of_ucci(best))
    sink = io.StringIO()
    Ucci(style.game, "random", seed=1).run(io.StringIO("position startpos moves h9h2\ngo depth 1\n"), sink)
    assert "nobestmove" in sink.getvalue() and "no move here" in sink.getvalue()
    with pytest.raises(UnsupportedGame, match="Xiangqi"):
        Ucci(ludens.load("Chess"), "random")
