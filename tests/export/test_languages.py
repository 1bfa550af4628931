"""Exported pages have their texts in all languages; the browser's is shown."""

from __future__ import annotations

import json
import re

from ludens import words
from ludens.export.page import _document


def test_a_page_brings_its_texts_in_all_languages() -> None:
    with words.speaking(words.MARKED):
        label = words.say("{0} on {1}|a piece, and where it is", words.term("pawn"), "E2")
    shown = _document("Chess", {"drawn": label, "inner": words.plain(label)})
    told = re.search(r'id="texts">(.*?)</script>', shown, re.DOTALL)
    assert told is not None
    texts = json.loads(told[1])
    assert texts.keys() == words.languages().keys()
    assert texts["de"]["data"][label] == "Bauer auf E2"
    assert texts["en"]["data"][label] == "pawn on E2"
    assert texts["ja"]["messages"]["New game"] == "新しい対局"
    assert texts["fr"]["messages"]["Chess|a game"] == "Échecs"
    assert "Design a game" not in texts["fr"]["messages"], "pages bring their own texts alone"
