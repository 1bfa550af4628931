"""What ludemes say in English."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import ludens
from ludens import library
from ludens.game.builder import build
from ludens.language import parse
from ludens.ludemes.registry import forms
from ludens.ludemes.templates import parsed
from ludens.ludemes.wording import PLAIN, Wording, phrase
from ludens.rules.base import Ludeme
from ludens.rules.enums import RoleType
from ludens.rules.structure import Play

#: so many classes of rules may have no phrase of their own; the number may only fall
MOST_WITHOUT = 0
GAMES = ("Chess", "Go", "Kalah", "Backgammon", "Hex", "Bagh-Chal", "Sudoku", "Reversi", "Quarto", "DVONN", "Senet")


def classes() -> list[type[Ludeme]]:
    """The classes of the rules: those of pictures, and of what is told about games, are left out."""
    listed = {form.cls for several in forms().values() for form in several}
    return sorted(
        (
            cls
            for cls in listed
            if not cls.__module__.startswith(("ludens.ludemes.graphics", "ludens.ludemes.metadata"))
        ),
        key=lambda cls: (cls.__module__, cls.__name__),
    )


def ludeme(text: str, index: int = -1) -> Ludeme:
    """What `(play ...)` plays, in a game of two on nine squares."""
    rules = f"(rules (play {text}) (end (if (no Moves Next) (result Mover Win))))"
    equipment = '(equipment {(board (square 3)) (piece "Man" Each) (hand Each) (regions "Home" P1 (sites Bottom))})'
    book = build(parse(f'(game "Of a test" (players 2) {equipment} {rules})'))
    return next(one.moves for one in book.game.walk() if isinstance(one, Play))


def test_no_class_falls_back() -> None:
    without = [f"{cls.__module__}.{cls.__name__}" for cls in classes() if not cls.says]
    assert len(without) <= MOST_WITHOUT, without


def test_a_template_asks_for_parameters_that_there_are() -> None:
    for cls in classes():
        parsed(cls.says.partition("||")[0]), parsed(cls.says.partition("||")[2])
        for asked in re.findall(r"\{([^}]*)\}", cls.says):
            if asked[0] in "~^." or not (name := re.split(r"[.:~!?]", asked.lstrip("!"))[0]):
                continue
            assert name in cls.parameters, (cls, asked)


def test_every_choice_can_be_left_out_or_has_a_last_resort() -> None:
    """What stands in brackets alone must ask for something: else it would always be told."""
    for cls in classes():
        for single in re.findall(r"\[([^\[\]|]*)\]", cls.says):
            before = cls.says[: cls.says.index(f"[{single}]")]
            assert "{" in single or before.endswith("|"), (cls, single)


@pytest.mark.parametrize(
    "text, said",
    [
        ("(move Add (to (sites Empty)))", "place a piece of yours on any empty square"),
        ("(move Add (to (sites Bottom)))", "place a piece of yours on a square of the bottom row"),
        ("(forEach Piece)", "move one of your pieces"),
        ('(forEach Piece "Man" (move Step (to if:(is Empty (to)))))',
         "with one of your men: step in any direction to an empty square"),
        ("(move Slide Diagonal)", "slide diagonally any number of squares, all of them empty"),
        ("(move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))))",
         "jump in any direction over an enemy piece, capturing it, to an empty square"),
        ("(move Step (directions {FL FR}) (to if:(not (is Friend (who at:(to))))))",
         "step diagonally forwards, provided that the target square does not hold a piece of your side"),
        ("(if (and (is Prev Mover) (not (is Full))) (move Pass))",
         "if you moved just before and the board is not full, pass"),
        ("(if (not (or (is Full) (= 2 (counter)))) (move Pass) (forEach Piece))",
         "if the board is not full and the counter is not 2, pass; otherwise move one of your pieces"),
        ("(priority (move Remove (sites Occupied by:Next)) (move Pass))",
         "remove the piece from any square with your opponent's pieces, or where that is not possible, pass"),
        ('(do (forEach Piece) ifAfterwards:(no Pieces P2 in:(sites P1 "Home")))',
         "move one of your pieces, but only if afterwards player 2 has no pieces left in player 1's home"),
        ("(move (from (handSite Mover)) (to (sites {1..5 8})))",
         "move the piece from your hand to one of the squares 1 to 5 and 8"),
    ],
)  # fmt: skip
def test_a_move_is_told(text: str, said: str) -> None:
    assert phrase(ludeme(text)) == said


def test_an_argument_that_no_template_speaks_of_is_told_behind() -> None:
    assert phrase(ludeme("(move Select (from 0) (to 1) Next)")).endswith("(role: your opponent)")


def test_the_words_of_a_game_are_used() -> None:
    words = Wording(names=("White", "Black"), cell="cell", owners={"Man": ("Stone", 0)}, labels=("A1", "B1"))
    assert (
        phrase(ludeme("(move Add (to (sites {0 1})))"), words) == "place a piece of yours on one of the cells A1 and B1"
    )
    assert phrase(RoleType.P1, words) == "White"
    assert phrase(RoleType.Next, Wording(players=3)) == "the next player"


def test_a_parameter_can_be_left_out() -> None:
    move = ludeme("(move Add (to (sites Empty)) (then (moveAgain)))")
    assert phrase(move, PLAIN.without("to")) == "place a piece of yours"


@pytest.mark.parametrize("name", GAMES)
def test_every_ludeme_of_a_game_says_something(name: str) -> None:
    def all_of(root: Ludeme) -> Iterator[Ludeme]:
        return (each for each in root.walk() if not type(each).__module__.startswith("ludens.ludemes.metadata"))

    for each in all_of(build(parse(library.read(name))).game):
        said = phrase(each)
        assert said and not re.search(r"[\[\]{}<>]|  | ,", said), said


def test_an_ending_is_told() -> None:
    ends = [phrase(one) for one in ludens.load("Breakthrough").ludemes() if type(one).__name__ == "EndIf"]
    assert ends == ["if the square last reached is in your region or your opponent has no pieces left, you win"]
