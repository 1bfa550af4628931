"""The metadata: bound by their classes item by item; what does not fit is a warning, and never keeps a game away."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludens
from ludens import library, render
from ludens.language import LudError, LudWarning, parse
from ludens.ludemes.graphics.board import BoardStyle
from ludens.ludemes.graphics.items import Flag, GraphicsItem
from ludens.ludemes.graphics.kinds import ContainerStyleType
from ludens.ludemes.graphics.pieces import PieceScale
from ludens.ludemes.metadata import Metadata, read_metadata
from ludens.ludemes.metadata.agents import BestAgent
from ludens.ludemes.metadata.heuristics.pieces import Material
from ludens.ludemes.registry import forms
from ludens.rules.base import Ludeme

RULES = (
    '(game "Test" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })'
    " (rules (play (move Add (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))))"
)


def read(content: str) -> tuple[Metadata, tuple[LudWarning, ...]]:
    return read_metadata(parse(f"{RULES}\n(metadata {content})"))


def test_what_is_written_is_there_in_its_fields() -> None:
    metadata, warnings = read(
        '(info { (description "A game\n  of discs") (aliases {"One" "Other"}) })'
        ' (graphics { (board Style chess) (piece Scale "Disc" 0.4) })'
        ' (ai (bestAgent "UCT") (heuristics (material weight:0.1)))'
    )
    assert not warnings
    assert metadata.text("description") == "A game of discs" and metadata.aliases == ("One", "Other")
    assert metadata.text("rules") == ""
    style, scale = metadata.drawing
    assert isinstance(style, BoardStyle) and style.style is ContainerStyleType.Chess
    assert isinstance(scale, PieceScale) and (scale.piece, scale.scale, scale.role) == ("Disc", 0.4, None)
    assert metadata.ai and isinstance(metadata.ai.agent, BestAgent) and metadata.ai.heuristics
    (term,) = metadata.ai.heuristics.listed
    assert isinstance(term, Material) and term.weight == 0.1


def test_a_description_without_metadata_has_empty_ones() -> None:
    metadata, warnings = read_metadata(parse(RULES))
    assert (metadata.text("description"), metadata.aliases, metadata.drawing, warnings) == ("", (), (), ())


@pytest.mark.parametrize(
    ("content", "column", "message", "hint"),
    [
        ("(graphics (board Stile Chess))", 28, "no form `Stile`", "did you mean Style?"),
        ("(graphics { (board Style Ches) })", 36, "`Ches` does not fit", "did you mean Chess?"),
        ("(graphics { (no Bord) })", 27, "no form `Bord`", "did you mean Board?"),
        ("(graphics { (bord Style Chess) })", 23, r"no ludeme \(bord", r"did you mean \(board"),
        ("(graphics { (piece Scale sclae:2) })", 36, "no parameter `sclae:`", "did you mean `scaleX:`|`scaleY:`"),
        ("(graphics { (player Colour P1 (colour Rd)) })", 49, "`Rd` does not fit", "did you mean Red?"),
        ('(graphics { (player Colour P1 (colour "#12")) })', 41, '"#12" is no colour', '"#rrggbb"'),
        ("(graphics { (player Colour P1 (colour 1 2 256)) })", 41, "from 0 to 255", None),
        ("(graphics { (piece Scale 101) })", 23, "scale goes from 0 to 100", None),
        ("(graphics { 5 })", 23, "`5` does not fit", None),
        ('(info { (ruls "x") })', 19, r"no ludeme \(ruls", "rules"),
        ('(info (rules "x") (credit "y"))', 29, "out of its place", "the form is"),
        ('(graphics {}) (info { (rules "x") })', 25, "out of its place", "the form is"),
        ("(info)", 11, "is empty", "its form is"),
        ('(ai (bestAgnet "UCT"))', 15, r"no ludeme \(bestAgnet", "bestAgent"),
        ("(ai (heuristics { (matrial) }))", 29, r"no ludeme \(matrial", "material"),
        ("(ai heuristic:5)", 15, "no parameter `heuristic:`", None),
        ('(useFor "Size/Big" (info {}))', 19, 'no option or ruleset "Size/Big"', None),
        ("(useFor Big (info))", 11, "in quotes", None),
    ],
)
def test_a_slip_is_a_warning_with_its_place(content: str, column: int, message: str, hint: str | None) -> None:
    _, (warning, *others) = read(content)
    assert not others and warning.severity == "warning"
    assert (warning.line, warning.column) == (2, column)
    with pytest.raises(LudError, match=message):
        raise warning
    assert hint is None or (warning.hint and any(part in warning.hint for part in hint.replace("\\", "").split("|")))


def test_a_use_for_what_is_not_there_is_left_out_alone() -> None:
    metadata, warnings = read('(info { (description "x") (useFor "Size/Big" (rules "y")) })')
    assert len(warnings) == 1 and (metadata.text("description"), metadata.text("rules")) == ("x", "")


def test_what_fits_beside_a_slip_is_kept() -> None:
    metadata, warnings = read(
        '(info { (ruls "x") (description "y") }) (graphics { (board Stile Go) (board Style Go) 7 })'
        ' (ai (heuristics { (matrial) (material) }) (bestAgent "UCT"))'
    )
    assert len(warnings) == 5
    assert metadata.text("description") == "y" and len(metadata.drawing) == 1
    assert metadata.ai and metadata.ai.agent and metadata.ai.heuristics and len(metadata.ai.heuristics.listed) == 1


def test_a_game_with_a_slip_plays_and_is_drawn() -> None:
    game = ludens.load(f"{RULES} (metadata (graphics {{ (board Stile Chess) (board Colour Phase0 (colour Red)) }}))")
    (warning,) = game.warnings
    assert "warning: (board ...) has no form `Stile`" in str(warning) and "^^^^^" in str(warning)
    state = game.start(seed=1)
    state.play(state.legal_moves()[0])
    assert "#ff0000" in render.svg(state)


def test_the_metadata_are_those_of_the_selected_options() -> None:
    text = (
        '(option "Look" <Look> args:{<style>} {(item "Plain" <Board> "x") (item "Old" <Chess> "y")})'
        f" {RULES} (metadata (graphics (board Style <Look:style>)))"
    )
    for option, expected in (("Plain", ContainerStyleType.Board), ("Old", ContainerStyleType.Chess)):
        (style,) = ludens.load(text, [f"Look/{option}"]).metadata.drawing
        assert isinstance(style, BoardStyle) and style.style is expected


def classes() -> list[type[Ludeme]]:
    listed = {form.cls for listed in forms().values() for form in listed}
    return sorted((c for c in listed if issubclass(c, GraphicsItem)), key=lambda cls: cls.__name__)


@pytest.mark.parametrize("cls", classes())
def test_every_item_of_the_graphics_says_what_it_is(cls: type[Ludeme]) -> None:
    assert cls.__doc__ and cls.__doc__ != Ludeme.__doc__ and cls.__doc__ not in {b.__doc__ for b in cls.__bases__}
    assert cls.slots() and cls.spellings
    assert issubclass(cls, Flag) == ([slot.field for slot in cls.slots()] == ["value"])


#: pieces of metadata, right ones and wrong ones, of which anything may be made
PIECES = (
    "(info (graphics (ai (recon (metadata (heuristics (material (board (piece (show (no (colour (rules { } ) ) } "
    '"x" "Disc" "#zz" 1 -5 0.5 1e999 nan 999999999999 True Style Stile Colour Scale Symbol Line Edges Board Red P1 All '
    "Cell Background Foreground Piece State sites: scale:2 rotation:-1 offsetX:5 weight:1 {1 2} {{0 1}}"
)
WORDS = st.sampled_from([*PIECES.split(), "(sites Centre)"])


@settings(max_examples=150, deadline=None)
@given(st.lists(WORDS, max_size=30))
def test_nothing_in_the_metadata_raises(words: list[str]) -> None:
    try:
        description = parse(f"{RULES} (metadata {balanced(words)})")
    except LudError:
        return  # the text itself cannot be read: its brackets do not pair up
    metadata, warnings = read_metadata(description)
    assert all(isinstance(warning, LudWarning) and warning.message for warning in warnings)
    assert all(isinstance(item, GraphicsItem) for item in metadata.drawing)


def balanced(words: list[str]) -> str:
    """The words, without the brackets that close nothing, and with those that are missing."""
    kept, waiting = list[str](), list[str]()
    for word in words:
        if word in (")", "}"):
            if waiting and waiting[-1] == word:
                kept.append(waiting.pop())
            continue
        kept.append(word)
        if word[0] in "({" and word[-1] not in ")}":
            waiting.append(")" if word[0] == "(" else "}")
    return " ".join([*kept, *reversed(waiting)])


#: a slip in metadata that are right otherwise
RIGHT = library.read("Chess") if "Chess" in library.names() else library.read(library.names()[0])


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 10_000), st.sampled_from(["", "x", "(", ")", "{", "7", "(no Board)", '"', ":"]), st.integers(0, 8)
)
def test_no_slip_raises(at: int, put: str, drop: int) -> None:
    start = RIGHT.index("(metadata")
    place = start + len("(metadata ") + at % (len(RIGHT) - start - 10)
    try:
        description = parse(RIGHT[:place] + put + RIGHT[place + drop :])
    except LudError:
        return
    read_metadata(description)
