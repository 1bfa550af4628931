"""The numbers that boards are made with: the arithmetic of everywhere, of constants alone (manual: boards 7)."""

from __future__ import annotations

import pytest

from ludens.language import LudError, parse
from ludens.ludemes.binder import Binder
from ludens.ludemes.boards import board_of
from ludens.ludemes.dims import BoardProductOf, BoardQuotient, number, whole
from ludens.ludemes.integers.arithmetic import ProductOf, Quotient, Sum
from ludens.rules.categories import DimLudeme, FloatLudeme, IntLudeme


def dim(text: str) -> int:
    return whole(Binder().bind(parse(f"(game {text})").game.arguments[0], DimLudeme))


def real(text: str) -> float:
    return number(Binder().bind(parse(f"(game {text})").game.arguments[0], FloatLudeme))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7", 7),
        ("(+ 2 (* 3 4))", 14),
        ("(+ {1 2 (- 3)})", None),
        ("(+ {1 2 3})", 6),
        ("(+ {})", 0),
        ("(* {})", 1),
        ("(* {2 3 (* {})})", 6),
        ("(- 3 5)", -2),
        ("(/ -7 2)", -3),
        ("(/ 7 -2)", -3),
        ("(abs (- 3 5))", 2),
        ("(max (min 4 9) 2)", 4),
        ("(^ 3 4)", 81),
        ("(^ 2 -1)", 0),
        ("(^ 0 -1)", 2**31 - 1),
        ("(^ 9 99)", 2**31 - 1),
        ("(^ -9 999)", -(2**31)),
        ("(+ 2147483647 1)", -(2**31)),
        ("(* 65536 65536)", 0),
        ("(abs -2147483648)", -(2**31)),
        ("(/ -2147483648 -1)", -(2**31)),
    ],
)
def test_integers_of_the_board(text: str, expected: int | None) -> None:
    if expected is None:
        with pytest.raises(LudError):
            dim(text)
    else:
        assert dim(text) == expected


@pytest.mark.parametrize(
    ("text", "culprit", "message"),
    [
        ("(square (count Rows))", "(count Rows)", "an integer of the board"),
        ("(square (+ 2 (mover)))", "(mover)", "an integer of the board"),
        ("(square (if True 2 3))", "(if True 2 3)", "an integer of the board"),
        ("(square (/ 4 (- 2 2)))", "(/ 4 (- 2 2))", "division by zero"),
        ("(square (+ 2 0.5))", "0.5", "an integer of the board"),
        (
            "(shift (toFloat (count Rows)) 1 (square 2))",
            "(count Rows)",
            r"\(count Rows ...\) cannot be part of a graph",
        ),
        ("(shift (toFloat (mover)) 1 (square 2))", "(mover)", r"\(mover ...\) cannot be part of a graph"),
        ("(shift (toFloat (from)) 1 (square 2))", "(from)", r"\(from ...\) cannot be part of a graph"),
        (
            "(shift (+ 1 (toFloat (is Empty 1))) 1 (square 2))",
            "(is Empty 1)",
            r"\(is Empty ...\) cannot be part of a graph",
        ),
        ("(shift (/ 1 0) 1 (square 2))", "(/ 1 0)", "no finite number"),
        ("(shift (log -1) 1 (square 2))", "(log -1)", "no finite number"),
        (
            "(concentric Square rings:3 midpoints:(is Full))",
            "midpoints:(is Full)",
            r"\(is Full ...\) cannot be part of a graph",
        ),
    ],
)
def test_what_a_board_cannot_be_made_with(text: str, culprit: str, message: str) -> None:
    with pytest.raises(LudError, match=message) as caught:
        board_of(parse(f"(game (equipment (board {text})))").game)
    span = caught.value.span
    assert span and span.source.text[span.start : span.end] == culprit


def test_a_board_of_arithmetic() -> None:
    plain = board_of(parse("(game (equipment (board (rectangle 6 4))))").game)
    made = board_of(parse("(game (equipment (board (rectangle (+ 2 (* 2 2)) (max 3 (/ 9 2))))))").game)
    assert made.count("Cell") == plain.count("Cell") == 24


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(+ 0.5 2)", 2.5),
        ("(toFloat (+ 1 2))", 3.0),
        ("(toFloat (not True))", 0.0),
        ("(sqrt 2)", 1.4142135381698608),
        ("0.1", 0.10000000149011612),
        ("(- 1 0.9)", 0.10000002384185791),
    ],
)
def test_numbers_of_a_graph_are_single_precision(text: str, expected: float) -> None:
    assert real(text) == expected


def test_what_differs_from_play_is_told_by_a_class_of_its_own() -> None:
    def bound(text: str, kind: type[IntLudeme]) -> type[IntLudeme]:
        return type(Binder().bind(parse(f"(game {text})").game.arguments[0], kind))

    assert (bound("(* {})", IntLudeme), bound("(* {})", DimLudeme)) == (ProductOf, BoardProductOf)
    assert (bound("(/ 1 2)", IntLudeme), bound("(/ 1 2)", DimLudeme)) == (Quotient, BoardQuotient)
    assert bound("(+ 1 2)", IntLudeme) is bound("(+ 1 2)", DimLudeme) is Sum
