"""The catalogues: the same messages in all of them, each whole, with the same values; how texts are looked up."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from ludens import words
from ludens.words.catalogue import catalogue
from ludens.words.marks import marked

MAKING = Path(__file__).parents[2] / "docs" / "making"
OTHERS = [code for code in words.languages() if code != "en"]


@pytest.fixture(scope="module")
def messages() -> dict[str, Any]:
    """The texts that stand in the code, by themselves."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(MAKING))
        listed: dict[str, Any] = runpy.run_path(str(MAKING / "messages.py"))["messages"]()
        return listed


def values(text: str) -> set[str]:
    return set(re.findall(r"\{(\d)\}", text))


def test_there_are_six_languages_that_call_themselves_by_their_names() -> None:
    assert {"en", "fr", "de", "es", "ja", "zh"} <= words.languages().keys()
    assert words.languages()["ja"] == "日本語"


@pytest.mark.parametrize("code", OTHERS)
def test_a_catalogue_has_the_texts_of_the_code_and_each_is_translated(code: str, messages: dict[str, Any]) -> None:
    entries = catalogue(code).entries
    assert messages.keys() - entries.keys() == set(), "python docs/making/messages.py adds them"
    assert entries.keys() - messages.keys() == set(), "python docs/making/messages.py leaves them out"
    on_pages = {text for text, one in messages.items() if any(place.endswith((".js", ".html")) for place in one.places)}
    assert {text for text, entry in entries.items() if entry.is_on_pages} >= on_pages, "run docs/making/messages.py"
    assert not [text for text, entry in entries.items() if not entry.is_whole]


@pytest.mark.parametrize("code", OTHERS)
def test_translations_have_the_values_of_the_text(code: str) -> None:
    for text, entry in catalogue(code).entries.items():
        if not entry.is_whole:
            continue
        expected = values(text) | values(entry.plural)
        for translation in entry.translations:
            # a form for one number alone may write that number out, or leave it unsaid
            left_out = {"0"} if entry.plural else set[str]()
            assert values(translation) <= expected, (text, translation)
            assert expected - values(translation) <= left_out, (text, translation)


@pytest.mark.parametrize("code", OTHERS)
def test_a_text_that_goes_with_a_number_has_all_forms(code: str) -> None:
    words_of = catalogue(code)
    forms = set(map(int, words_of.forms))
    for text, entry in words_of.entries.items():
        assert len(entry.translations) == (max(forms) + 1 if entry.plural else 1), text


def test_plurals_are_the_languages_own() -> None:
    said = {}
    for code in ("fr", "de", "ja"):
        with words.speaking(code):
            said[code] = [words.count(number, "{0} game", "{0} games") for number in (0, 1, 2)]
    assert said["fr"] == ["0 jeu", "1 jeu", "2 jeux"]
    assert said["de"] == ["0 Spiele", "1 Spiel", "2 Spiele"]
    assert len({text.strip("012") for text in said["ja"]}) == 1


def test_word_order_is_the_languages_own() -> None:
    with words.speaking("ja"):
        assert words.say("{0} of {1}|a hand, and whose it is", "A", "B") == "BのA"


def test_what_no_catalogue_has_is_english_and_so_is_the_sentence_that_it_is_in() -> None:
    with words.speaking("de"):
        assert words.say("an unheard-of {0}", "thing") == "an unheard-of thing"
        mixed = words.whole(lambda: words.say("the game is over: {0}", words.say("an unheard-of thing")))
        assert mixed == "the game is over: an unheard-of thing"
        other = words.whole(lambda: words.untranslated("it can step"), lambda: words.say("you must capture"))
        assert other == "du musst schlagen"


def test_marked_texts_are_translated_for_each_reader() -> None:
    with words.speaking(words.MARKED):
        status = words.say("{0} wins.", words.term("White|a player")) + " " + words.say("Scores: {0}.", "2, 1")
        sentence = words.whole(lambda: words.say("the game is over: {0}", words.untranslated("no rule says so")))
        strange = words.say("an unheard-of {0}", "thing")
        first = words.capital(words.say("both players passed"))
    assert words.plain(status) == "White wins. Scores: 2, 1."
    assert words.resolved(status, "de") == "Weiß gewinnt. Punkte: 2, 1."
    assert words.resolved(sentence, "de") == "the game is over: no rule says so"
    assert words.resolved(strange, "fr") == "an unheard-of thing"
    assert words.resolved(first, "de") == "Beide Spieler haben gepasst"


def test_marked_texts_in_json_stay_json() -> None:
    text = f'{{"status": "{marked("{0} wins.", (chr(92) + chr(34) + "Ann" + chr(92) + chr(34),))}"}}'
    assert words.resolved_json(text, "de") == '{"status": "\\"Ann\\" gewinnt."}'


def test_a_marked_text_that_was_cut_leaves_no_marks() -> None:
    text = marked("{0} to {1}|two sites", ("A1", "B2"))
    for length in range(len(text)):
        shown = words.resolved(text[:length], "de")
        assert not re.search("[\ue0f0-\ue0f3]", shown)


@pytest.mark.parametrize(
    "text",
    [
        100_000 * "\ue0f0",
        100_000 * "\ue0f0{0} game\ue0f1",
        "\ue0f0{0} game\ue0f1{0} games\ue0f1many\ue0f2",
        "\ue0f2\ue0f1\ue0f3{0}|{1}\ue0f1",
        "\ue0f0{0}\ue0f1\ue0f1\ue0f0{9}\ue0f2",
    ],
)
def test_marks_that_a_stranger_wrote_do_no_harm(text: str) -> None:
    for code in words.languages():
        assert not re.search("[\ue0f0-\ue0f3]", words.resolved(text, code))


def test_json_stays_json_whatever_a_stranger_wrote() -> None:
    text = json.dumps({"name": "\ue0f0{0} game", "status": marked("{0} wins.", ("Ann",))}, ensure_ascii=False)
    assert json.loads(words.resolved_json(text, "de"))["name"] == "{0} game"


def test_a_name_that_a_description_brings_stays_where_it_is_unknown() -> None:
    with words.speaking("fr"):
        assert (words.term("the zorg", "zorg"), words.term("the pawn", "pawn")) == ("zorg", "le pion")
