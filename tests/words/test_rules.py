"""Rules in words in other languages: sentence by sentence, and English where a language lacks a part of one."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from ludens import words
from ludens.game import compile_text
from ludens.lab import sheet

WORDINGS = Path(__file__).parents[2] / "docs" / "making" / "wordings.py"
#: which part of the sentences of these games' rules each language has at least; raise it whenever there are more
GAMES, SHARE = ("Hex", "Tic-Tac-Toe", "Gomoku"), 0.8
NOUGHTS = """(game "Noughts" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
STRANGE = NOUGHTS.replace("(is Line 3)", "(or (and (is Line 3) (is Full)) (is Line 2))")


def end_of(text: str, language: str) -> str:
    game = compile_text(text)
    with words.speaking(language):
        [one] = sheet.sheets(game, pictures=False)
        return one.sections[-1].items[0].text


def test_a_sentence_is_said_in_the_language() -> None:
    assert end_of(NOUGHTS, "en") == "If there is a line of 3 with the piece just played, you win."
    assert end_of(NOUGHTS, "de").startswith("Wenn gilt: mit dem eben gespielten Stein sind 3 in einer Reihe")
    assert end_of(NOUGHTS, "ja").endswith("。")


def test_a_sentence_with_a_part_that_is_not_translated_is_english_as_a_whole() -> None:
    assert end_of(STRANGE, "de") == end_of(STRANGE, "en")


def test_a_board_that_is_its_shape_alone_is_said_in_the_language() -> None:
    with words.speaking("de"):
        [one] = sheet.sheets(compile_text(NOUGHTS), pictures=False)
    assert "Ein Raster von 3 mal 3. Gespielt wird auf seinen 9 Feldern." in [inner.text for inner in one.sections]


def test_what_stands_in_for_a_name_is_read_in_the_language() -> None:
    with words.speaking(words.MARKED):
        marked = words.term("Zorg|a piece that nobody translates", words.term("Red|a player"))
    assert words.resolved(marked, "de") == "Rot"
    assert words.plain(marked) == "Zorg"


def test_marked_sentences_are_read_in_each_language() -> None:
    marked = end_of(NOUGHTS, words.MARKED)
    assert words.resolved(marked, "fr") == end_of(NOUGHTS, "fr")
    assert words.plain(marked) == end_of(NOUGHTS, "en")


@pytest.fixture(scope="module")
def sentences() -> tuple[list[str], Any]:
    made = runpy.run_path(str(WORDINGS))
    return [text for name in GAMES for text in made["sentences"](name)], made["share"]


@pytest.mark.parametrize("language", [code for code in words.languages() if code != "en"])
def test_languages_have_no_fewer_sentences_than_before(language: str, sentences: tuple[list[str], Any]) -> None:
    listed, share = sentences
    part = share(listed, language)
    assert part >= SHARE, f"{language} has {part:.0%} of {len(listed)} sentences"
    assert part < SHARE + 0.1, f"{language} has {part:.0%}: let SHARE be nearer to that"
