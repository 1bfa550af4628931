"""Rules in words in other languages: all of the library's are; sentence by sentence, English where a part lacks."""

from __future__ import annotations

import runpy
from collections.abc import Iterable
from pathlib import Path

import pytest

from ludens import library, words
from ludens.game import compile_text
from ludens.lab import sheet

WORDINGS = Path(__file__).parents[2] / "docs" / "making" / "wordings.py"
LANGUAGES = [code for code in words.languages() if code != "en"]
#: games of many kinds: a few for each run, all of them for the one that takes minutes
PARTS = 9
GAMES = ("Hex", "Amazons", "Oware", "Knight's Tour", "Backgammon", "Lines of Action")
NOUGHTS = """(game "Noughts" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
MIXED = NOUGHTS.replace("(is Line 3)", "(or (and (is Line 3) (is Full)) (is Line 2))")
DEFINED = '(define "Three" (or {(is Line 3) (and (is Line 4) (not (is Full))) (is Line 5)}))' + NOUGHTS.replace(
    "(end (if (is Line 3)", '(end (if (and ("Three") (not (is Pending)))'
).replace("(play (move Add (to (sites Empty))))", '(play (if ("Three") (move Pass) (move Add (to (sites Empty)))))')


def end_of(text: str, language: str) -> str:
    game = compile_text(text)
    with words.speaking(language):
        [one] = sheet.sheets(game, pictures=False)
        return one.sections[-1].items[0].text


def test_a_sentence_is_said_in_the_language() -> None:
    assert end_of(NOUGHTS, "en") == "If there is a line of 3 with the piece just played, you win."
    assert end_of(NOUGHTS, "de").startswith("Wenn gilt: mit dem eben gespielten Stein sind 3 in einer Reihe")
    assert end_of(NOUGHTS, "ja").endswith("。")


def test_conditions_of_two_kinds_stand_in_brackets() -> None:
    assert "(mit dem eben gespielten Stein sind 3 in einer Reihe und das Brett ist voll) oder" in end_of(MIXED, "de")
    assert "、かつ" in end_of(MIXED, "ja")


def test_a_define_is_called_by_its_name_and_told_in_the_language() -> None:
    game = compile_text(DEFINED)
    with words.speaking("de"):
        [one] = sheet.sheets(game, pictures=False)
    assert one.sections[-1].items[0].text.startswith("„three“ gilt, wenn gilt: mit dem eben gespielten Stein")
    assert "„three“ gilt und" in one.sections[-2].items[0].text


def test_a_sentence_with_a_part_that_is_not_translated_is_english_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = words.catalogue("de").entries
    assert isinstance(entries, dict)
    monkeypatch.delitem(entries, "the board <is> full")
    assert end_of(MIXED, "de") == end_of(MIXED, "en")


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


def untranslated(games: Iterable[str]) -> dict[str, list[str]]:
    """The messages of the rules of games that a language lacks, and sentences that are not made of messages."""
    listed = [text for game in games for text in runpy.run_path(str(WORDINGS))["sentences"](game)]
    messages = {message: None for text in listed for message in words.messages_in(text) or [text]}
    entries = {language: words.catalogue(language).entries for language in LANGUAGES}
    return {
        language: [text for text in messages if text not in known or not known[text].is_whole]
        for language, known in entries.items()
    }


def test_the_rules_of_games_are_translated() -> None:
    """What is lacking is added by `python docs/making/wordings.py`, and then by `python docs/making/messages.py`."""
    assert untranslated(GAMES) == {code: [] for code in LANGUAGES}


@pytest.mark.integration
@pytest.mark.parametrize("part", range(PARTS))
def test_the_rules_of_all_games_are_translated(part: int) -> None:
    assert untranslated(library.names()[part::PARTS]) == {code: [] for code in LANGUAGES}
