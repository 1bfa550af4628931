"""Reading the graphics of the metadata, and finding pictures."""

from __future__ import annotations

import pytest

from ludens.language import parse
from ludens.ludemes.metadata import read_metadata
from ludens.render.appearance import Appearance, PieceQuery
from ludens.render.shapes import shape_named


def graphics(items: str) -> Appearance:
    metadata, warnings = read_metadata(parse(f'(game "Test" (players 2)) (metadata (graphics {{ {items} }}))'))
    assert not warnings
    return Appearance(metadata.drawing)


def test_style_is_read_whatever_the_case_of_its_first_letter() -> None:
    assert graphics("(board Style backgammon)").style == "Backgammon"
    assert graphics("").style is None


def test_the_first_item_that_fits_decides() -> None:
    both = graphics('(piece Scale "Dot" 0.5) (piece Scale 2.0)')
    assert both.piece_scale(PieceQuery("Dot0", "Dot")) == (0.5, 0.5)
    assert both.piece_scale(PieceQuery("Queen1", "Queen", 1)) == (2.0, 2.0)
    assert graphics("").piece_scale(PieceQuery("Dot0", "Dot")) == (0.9, 0.9)


def test_a_role_and_a_state_restrict_an_item() -> None:
    items = graphics("(piece Colour P2 state:1 fillColour:(colour Green))")
    assert items.piece_colours(PieceQuery("A2", "A", 2, state=1))[0] == "#00c800"
    assert items.piece_colours(PieceQuery("A2", "A", 2, state=0))[0] == "#323232"
    assert items.piece_colours(PieceQuery("A1", "A", 1, state=1))[0] == "#fafafa"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(colour Red)", "#ff0000"),
        ("(colour 1 2 3)", "#010203"),
        ('(colour "#a0B1c2")', "#a0b1c2"),
        ("(colour Hidden)", "none"),
        ("(colour 1 2 3 0)", "none"),
    ],
)
def test_colours(text: str, expected: str) -> None:
    assert graphics(f"(player Colour P1 {text})").player_colour(1) == expected


def test_stacks() -> None:
    items = graphics("(stackType 0 Ground) (stackType 1 Count) (stackType Backgammon 0.5 limit:4)")
    assert items.stack(0, "Board", 0, 3, 0) == ("Ground", 1.0, 5)
    assert items.stack(1, "Hand1", 1, 3, 0)[0] == "Count"
    assert items.stack(2, "Hand2", 2, 3, 0) == ("Backgammon", 0.5, 4)


def test_pictures_are_found_by_the_longest_name_inside() -> None:
    assert shape_named("Knight_Symbola") == "knight"
    assert shape_named("DoubleCounter") == "doubledisc"
    assert shape_named("QUEEN.svg") == "queen"
    assert shape_named("Quux") is None and shape_named("FreeTiger") == "tiger"
