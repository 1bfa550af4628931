"""Completion proposes first what descriptions write at a place."""

from __future__ import annotations

import pytest

from ludens.lsp import Document
from ludens.lsp.completion import complete
from ludens.lsp.expectations import Expectations
from ludens.lsp.habits import FILE, habits_text

GAME = (
    '(game "A" (players 2) (equipment {{(board {board}) (piece "Disc" {piece})}})'
    " (rules (play {play}) (end (if {end} (result {who} {how})))))"
)
RIGHT = {
    "board": "(square 3)",
    "piece": "Each",
    "play": "(move Add (to (sites Empty)))",
    "end": "(is Line 3)",
    "who": "Mover",
    "how": "Win",
}


def proposed(**written: str) -> list[str]:
    """What is proposed where a part of a game breaks off, marked by a |."""
    text = GAME.format(**(RIGHT | written))
    at = text.index("|")
    document = Document(text.replace("|", ""))
    return [item.label for item in complete(document, Expectations(document), at).items]


@pytest.mark.parametrize(
    "written, first",
    [
        ({"board": "(|)"}, ["square", "rectangle", "hex"]),
        ({"piece": "|"}, ["Each"]),
        ({"who": "|"}, ["Mover"]),
        ({"how": "|"}, ["Win", "Draw", "Loss"]),
        ({"end": "(is |)"}, ["Line", "In"]),
        ({"end": "(no |)"}, ["Moves"]),
        ({"play": "(|)"}, ["if", "forEach Piece"]),
        ({"play": "(move Add (to (sites |)))"}, ["Mover", "Empty"]),
        ({"play": "(forEach Piece (move Step |))"}, []),
    ],
)
def test_the_usual_comes_first(written: dict[str, str], first: list[str]) -> None:
    assert proposed(**written)[: len(first)] == first


@pytest.mark.parametrize("written", [{"piece": "|"}, {"who": "|"}, {"board": "(|)"}, {"end": "(is |)"}])
def test_all_that_is_proposed_is_known_to_the_language(written: dict[str, str]) -> None:
    found = proposed(**written)
    plain = [one for one in found if "(" not in one]  # a keyword may have several forms
    assert len(plain) == len(set(plain)) and not any("$" in one or "#" in one for one in found)


def test_the_counts_are_those_of_the_library() -> None:
    assert habits_text() == FILE.read_text(encoding="utf-8")
