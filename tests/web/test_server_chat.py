"""What people say at a table: in every script, bounded, stored; and what strangers make of names and words."""

from __future__ import annotations

import unicodedata

import pytest
from guests import Guest, seated
from web_client import NOUGHTS, Running

from ludens.web.people import words

TRICKS = {
    "direction": "\u202eabc\u2066\u2067\u200f\u061c",
    "nothing to be seen": "\u200b\u2060\ufeff\u00ad\u3164\u2800\u115f",
    "controls": "a\x00b\x1b[31m\x7fc\u0085",
    "lines": "one\r\ntwo\u2028three\u2029four\tfive",
    "marks": "x" + "\u0316" * 50,
    "tags": "a\U000e0041\U000e0042",
    "halves": "a\ud800b",
    "private": "\ue000\U000f0000",
    "long": "word " * 500,
}
SCRIPTS = (
    *("Iñtërnâtiônàl", "שלום עולם", "مرحبا بالعالم", "می\u200cخواهم", "नमस्ते दुनिया", "สวัสดีชาวโลก"),
    *("你好,世界", "こんにちは", "안녕하세요", "Привет", "👩\u200d👩\u200d👧 🇳🇴", "<b>&amp;\"'"),
)


@pytest.mark.parametrize("text", TRICKS.values(), ids=TRICKS)
def test_tricks_with_characters_do_nothing(text: str) -> None:
    for plain in (words.clean_text(text), words.clean_name(text)):
        assert len(plain) <= words.LONGEST_TEXT and plain == plain.strip()
        plain.encode()
        bad = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
        assert not [char for char in plain if unicodedata.category(char) in bad and char not in "\u200c\u200d"]
        assert sum(unicodedata.category(char) == "Mn" for char in plain) <= 3
        assert "\u202e" not in plain and "\u200b" not in plain
    assert len(words.clean_name(text)) <= words.LONGEST_NAME


@pytest.mark.parametrize("text", SCRIPTS)
def test_every_script_is_left_as_it_is(text: str) -> None:
    assert words.clean_text(text) == unicodedata.normalize("NFC", text)
    assert words.clean_name(text)


def test_names_that_look_the_same_are_told_apart() -> None:
    assert words.unlike("Ａｎｎ", ["Ann"]) == "Ａｎｎ 2"
    assert words.unlike("ann", ["Ann", "ANN 2"]) == "ann 3"


def test_what_is_said_is_heard_by_all_in_order(server: Running) -> None:
    with seated(server, text=NOUGHTS) as table:
        ann, ben = table.pages
        assert ann.ask("say", text="  hello\n<script>alert(1)</script> ")["type"] == "ok"
        ben.ask("say", text="שלום")
        for page in table.pages:
            page.ask("ping")
            lines = [line for frame in page.seen if frame["type"] == "chat" for line in frame["lines"]]
            assert [(line["number"], line["name"], line["seat"], line["text"]) for line in lines] == [
                (1, "Ann", 1, "hello <script>alert(1)</script>"),
                (2, "Ben", 2, "שלום"),
            ]
        assert ann.ask("say", text="\u200b \u202e")["code"] == "malformed"
        assert ann.ask("say", text="x" * 1001)["code"] == "malformed"
        with table.guests[1].page(table.id) as again:
            assert len(again.seen[-1].get("lines", [])) == 2


def test_a_flood_of_words_is_stopped(server: Running) -> None:
    with seated(server, text=NOUGHTS) as table:
        ann, ben = table.pages
        answers = [ann.ask("say", text=f"line {n}") for n in range(30)]
        assert {answer.get("code") for answer in answers} == {None, "limit"}
        ben.ask("ping")
        assert sum(frame["type"] == "chat" and bool(frame["lines"]) for frame in ben.seen) < 15
        assert ben.ask("say", text="I still may")["type"] == "ok"
        assert "limit" in {ann.ask("rename", name=f"n{n}").get("code") for n in range(40)}
        assert ann.ask("ping")["type"] == "pong", "and play goes on"
        assert ann.play()["type"] == "position"


def test_who_looks_on_is_not_heard_by_who_plays_until_the_end(server: Running) -> None:
    with seated(server, text=NOUGHTS) as table:
        ann, ben = table.pages
        otto = Guest(server)
        otto.sit(table.id, ann.people["watch_key"], "Otto")
        ann.play()
        with otto.page(table.id) as page:
            page.ask("say", text="take the centre!")
            ann.ask("say", text="hello all")
            table.settle(), page.ask("ping")
            assert "take the centre!" in str(page.seen) and "hello all" in str(page.seen)
            assert "take the centre!" not in str(ann.seen) + str(ben.seen)
            with table.guests[0].page(table.id) as again:
                assert "take the centre!" not in str(again.seen)
            ben.ask("resign")
            page.ask("say", text="a pity")
            table.settle()
            assert "a pity" in str(ann.seen)
