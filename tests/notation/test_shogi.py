"""Shogi: USI and SFEN as another program (python-shogi) has them."""

from __future__ import annotations

import random

import pyffish
import pytest
import shogi

import ludens
from ludens import notation
from ludens.game import IllegalMove
from ludens.notation import NotationError, Record
from ludens.notation.shogi import Shogi
from ludens.notation.turns import whole_turns
from tests.notation.playing import cause


@pytest.fixture(scope="module")
def style() -> Shogi:
    found = notation.of(ludens.load("Shogi"))
    assert isinstance(found, Shogi)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_moves_and_positions_are_those_of_another_program(style: Shogi, seed: int) -> None:
    state, board, choose = style.game.start(rng_state=bytes(8)), shogi.Board(), random.Random(seed)
    record = Record(state.copy())
    for _ in range(70):
        if state.is_over:
            break
        assert style.position(state) == board.sfen()
        turns = {style.usi(state, turn): turn for turn in style._turns(state)}
        assert set(turns) == {move.usi() for move in board.legal_moves}
        again = style.state(board.sfen())
        assert style.position(again) == board.sfen() and again.sites() == state.sites()
        said = choose.choice(sorted(turns))
        turn = style.parse(state, said)
        assert turn == turns[said] == style.parse(state, style.turn(state, turn))
        board.push_usi(said)
        record.plies += turn
        for move in turn:
            state.play(move)
    assert style.read(style.write(record))[0].plies == record.plies


@pytest.mark.parametrize(
    ("sfen", "banned"),
    [
        ("7nk/9/7SG/9/9/9/9/9/K8 b P 1", True),
        ("7nk/9/7S1/9/9/9/9/9/K8 b P 1", True),
        ("8k/9/7SG/9/9/9/9/9/K8 b P 1", False),  # the king has a way out
        ("5r1nk/9/7SG/9/9/9/9/9/K8 b P 1", True),
        ("7nk/6g2/7S1/9/9/9/9/9/K8 b P 1", True),
        ("7nk/7r1/7SG/9/9/9/9/9/K8 b P 1", False),  # the pawn can be taken
        ("9/7G1/8k/9/9/8S/9/9/K8 b P 1", False),  # no pawn gives check where the king is not in front of it
    ],
)
def test_no_pawn_is_dropped_for_mate(style: Shogi, sfen: str, banned: bool) -> None:
    state, board = style.state(sfen), shogi.Board(sfen)
    ours = {style.usi(state, turn) for turn in whole_turns(state)}
    assert ours == {move.usi() for move in board.legal_moves}
    assert ("P*1b" not in ours) == banned


def test_moves_as_players_write_them(style: Shogi) -> None:
    [record] = style.read("position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e 2b3c 5e3c+")
    written = [style.turn(state, turn) for state, turn in record.states()]
    assert written == ["P-7f", "P-3d", "Bx2b+", "Sx2b", "B*5e", "S-3c", "Bx3c+"]
    state = style.state("4k4/9/9/9/9/9/9/G1G6/4K4 b P 5")
    assert style.turn(state, style.parse(state, "9h8h")) == "G9h-8h"


def test_a_choice_ply_by_ply(style: Shogi) -> None:
    state = style.state("4k4/9/9/4P4/9/9/9/9/4K4 b - 1")
    plain, promoted = style.parse(state, "5d5c"), style.parse(state, "5d5c+")
    assert plain[0] == promoted[0]
    state.play(plain[0])
    assert {style.ply(state, move) for move in state.legal_moves()} == {"+", "="}
    assert style.parse(state, "+") == promoted[1:]
    with pytest.raises(NotationError, match="a promotion is to be chosen"):
        style.position(state)


def test_a_file_from_a_position(style: Shogi) -> None:
    text = "position sfen 4k4/9/9/9/9/9/9/9/4K4 w R2Pb 8 moves B*5e R*5b\n"
    [record] = style.read(text)
    assert style.write(record) == text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x", "an SFEN has 4 fields"),
        ("9/9/9/9/9/9/9/9/9 b 3K 1", "'K' is never in hand"),
        ("9/9/9/9/9/9/9/9/8 b - 1", "'8' has 8 squares, not 9"),
        ("9/9 b - 1", "the board has 9 rows, not 2"),
        ("+K8/9/9/9/9/9/9/9/9 b - 1", r"'\+K' is no piece"),
        ("9/9/9/9/9/9/9/9/9 x - 1", "the player to move is b or w"),
        ("9/9/9/9/9/9/9/9/9 b 2 1", "pieces in hand are written"),
        ("9/9/9/9/9/9/9/9/9 b - 0x", "the number of the move"),
    ],
)
def test_what_is_wrong_in_a_position(style: Shogi, text: str, told: str) -> None:
    with pytest.raises(NotationError, match=told):
        style.state(text)


@pytest.mark.parametrize("text", ["startpos", "{board}", "{board} b", "{board} B -", "sfen {board} b - 0"])
def test_positions_with_less_than_usual(style: Shogi, text: str) -> None:
    start = style.game.start(rng_state=bytes(8))
    assert style.state(text.format(board=style.position(start).split()[0])) == start


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("7g7f 3c3d", "*"),
        ("moves 7g7f 3c3d", "*"),
        ("startpos moves 7g7f 3c3d resign", "0-1"),
        ("7g7f 3c3d win", "1-0"),
    ],
)
def test_moves_alone_and_how_a_game_ended(style: Shogi, text: str, result: str) -> None:
    [record] = style.read(text)
    assert (len(record.turns), record.result) == (2, result)


def test_a_piece_of_the_board_goes_before_one_of_the_hand(style: Shogi) -> None:
    state = style.state("4k4/9/9/9/9/9/9/9/3GK4 b Gr 1")
    turns = [style.usi(state, style.parse(state, text)) for text in ("G68", "G*68", "G'6h", "G69-68")]
    assert turns == ["6i6h", "G*6h", "G*6h", "6i6h"]
    with pytest.raises(IllegalMove, match="'G-5h' may be G6i-5h, G4i-5h"):
        style.parse(style.game.start(), "G-5h")


def test_what_is_wrong_in_a_file(style: Shogi) -> None:
    assert cause(style, "position startpos moves 7g7f 8c8d 2h9h").startswith("game:1:35: '2h9h' is no move here")
    assert cause(style, "position startpos\nstartpos moves zz").startswith("game:2:16: 'zz' is no move here")
    assert cause(style, "position nowhere").startswith("game:1:1: an SFEN has 4 fields")
    assert cause(style, "\n") == "game:1: there is no game here"


def test_what_is_no_move(style: Shogi) -> None:
    with pytest.raises(IllegalMove, match="'7g7e' is no move here; there are 7g7f"):
        style.parse(style.game.start(), "7g7e")


# --- its kin


def _square(style: Shogi, square: str) -> str:
    """A square as pyffish has it: letters from the left, numbers from below."""
    return "abcdefghi"[style.grid.columns - int(square[0])] + str(style.grid.rows - ord(square[1]) + ord("a"))


def _theirs(style: Shogi, usi: str) -> str:
    if "*" in usi:
        letter, to = usi.split("*")
        return f"{letter}@{_square(style, to)}"
    return _square(style, usi[:2]) + _square(style, usi[2:4]) + usi[4:]


@pytest.mark.parametrize(
    ("name", "variant"), [("Dobutsu Shogi", "dobutsu"), ("Kyoto Shogi", "kyotoshogi"), ("Minishogi", "minishogi")]
)
def test_moves_and_positions_of_its_kin_are_those_of_pyffish(name: str, variant: str) -> None:
    found = notation.of(ludens.load(name))
    assert isinstance(found, Shogi)
    start, choose = pyffish.start_fen(variant), random.Random(2)
    state, moves = found.game.start(rng_state=bytes(8)), list[str]()
    record = Record(state.copy())
    for _ in range(40):
        if state.is_over:
            break
        turns = {_theirs(found, found.usi(state, turn)): turn for turn in whole_turns(state)}
        assert turns.keys() == {*pyffish.legal_moves(variant, start, moves)}
        assert found.position(state).split()[0] == pyffish.get_fen(variant, start, moves).partition("[")[0]
        assert found.state(found.position(state)).sites() == state.sites()
        moves.append(choose.choice(sorted(turns)))
        record.plies += turns[moves[-1]]
        for move in turns[moves[-1]]:
            state.play(move)
    assert found.read(found.write(record)) == [record]


def test_birds_have_letters_of_their_own() -> None:
    found = notation.of(ludens.load("Tori Shogi"))
    state = found.game.start(seed=0)
    assert found.position(state) == "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR b - 1"
    assert state.notation(state.parse("7e7d")) == "A3-A4"
