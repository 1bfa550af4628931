"""Games of chess's kin beside another program, pyffish (Fairy-Stockfish): equal moves, positions, names and ends."""

from __future__ import annotations

import importlib.util
import random

import chess
import chess.variant
import pytest

import ludens
from ludens import notation
from ludens.notation.chess import Chess

if importlib.util.find_spec("pyffish") is None:
    pytest.skip("pyffish is not installed", allow_module_level=True)

import pyffish

from tests.notation.fairy import Difference, compared

#: the games that both know, by what the other program calls them
VARIANTS = {
    "Antichess": "antichess",
    "Atomic Chess": "atomic",
    "Capablanca Chess": "capablanca",
    "Chess": "chess",
    "Courier Chess": "courier",
    "Crazyhouse": "crazyhouse",
    "Extinction Chess": "extinction",
    "Gardner's Minichess": "gardner",
    "Grand Chess": "grand",
    "Hoppel-Poppel": "hoppelpoppel",
    "Horde": "horde",
    "Janggi": "janggi",
    "Janus Chess": "janus",
    "Jeson Mor": "jesonmor",
    "King of the Hill": "kingofthehill",
    "Knightmate": "knightmate",
    "Los Alamos Chess": "losalamos",
    "Makruk": "makruk",
    "Minixiangqi": "minixiangqi",
    "Ouk Chatrang": "cambodian",
    "Racing Kings": "racingkings",
    "Shatranj": "shatranj",
    "Sittuyin": "sittuyin",
    "Three-Check": "3check",
    "Xiangqi": "xiangqi",
}
#: a position of Makruk without pawns, in which Black counts to 128
COUNTED = "4k3/8/8/8/8/8/r7/R3K3 w - 128 14 77"
#: what is known to differ, and why (docs/notation/chess.md)
DIFFERING = {"Atomic Chess": {"mark"}, "Jeson Mor": {"end"}}


def styled(name: str) -> Chess:
    style = notation.of(ludens.load(name))
    assert isinstance(style, Chess)
    return style


def different(name: str, seeds: range, plies: int) -> list[Difference]:
    style, known = styled(name), DIFFERING.get(name, set())
    return [one for seed in seeds for one in compared(style, VARIANTS[name], seed, plies) if one.what not in known]


@pytest.mark.parametrize("name", ["Crazyhouse", "Minixiangqi", "Three-Check"])
def test_games_that_both_know(name: str) -> None:
    assert different(name, range(1), 40) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_many_games_that_both_know(name: str) -> None:
    assert different(name, range(8), 300) == []


@pytest.mark.parametrize(
    ("name", "board"),
    [("Antichess", chess.variant.AntichessBoard()), ("Atomic Chess", chess.variant.AtomicBoard())],
)
def test_checks_where_they_are_something_else(name: str, board: chess.Board) -> None:
    """There is no check in Antichess, and none in Atomic Chess where kings touch; what wins has the sign of mate."""
    style, choose = styled(name), random.Random(5)
    for _ in range(4):
        state = style.game.start()
        board.reset()
        for _ in range(80):
            moves = sorted(board.legal_moves, key=str)
            if state.is_over or not moves:
                break
            move = choose.choice(moves)
            turn = style.parse(state, move.uci())
            assert style.turn(state, turn) == board.san(move), board.fen()
            board.push(move)
            for ply in turn:
                state.play(ply)


def test_pockets_and_promoted_pieces() -> None:
    style = styled("Crazyhouse")
    fen = "r1Q~5/prpp3p/6kn/P1np3p/1bpBp1nP/QP4pB/2QPP2R/1N2K2R[PPbp] w K - 2 39"
    state = style.state(fen)
    assert style.position(state) == fen
    assert style.position(style.state(fen.replace("[PPbp]", "/PPbp"))) == fen
    assert style.turn(state, style.parse(state, "O-O")) == "O-O"
    assert style.uci(state, style.parse(state, "@a4")) == "P@a4"


def test_checks_left_to_give() -> None:
    style = styled("Three-Check")
    usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2+3 0 1"
    assert style.position(style.state(usual)) == usual
    assert style.position(style.state(usual.replace(" 2+3 0 1", " 0 1 +1+0"))) == usual
    assert style.state(usual).scores == [1, 0]


def test_the_limit_of_a_count_is_remarked_and_left_out() -> None:
    """Fairy-Stockfish writes it where other games have the square that a pawn passed."""
    style = styled("Makruk")
    moves = pyffish.legal_moves("makruk", COUNTED, [])
    state = style.state(COUNTED)
    assert {style.uci(state, turn) for turn in style._turns(state)} == set(moves)
    assert style.position(state).split()[:4] == [*COUNTED.split()[:3], "-"]


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/2S5/1p6/8/8/4K3[] b - - 0 1",
        "4k3/8/8/8/1p6/S7/8/4K3[] b - - 0 1",
        "8/8/8/r2p3K/8/8/8/4k3[] b - - 0 1",
        "8/8/8/8/1pN5/8/8/4k1K1[] b - - 0 1",
    ],
)
def test_a_pawn_of_sittuyin_attacks_nothing_where_it_is_promoted(fen: str) -> None:
    style = styled("Sittuyin")
    state = style.state(fen)
    assert {style.uci(state, turn) for turn in style._turns(state)} == set(pyffish.legal_moves("sittuyin", fen, []))
