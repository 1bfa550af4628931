"""What people read, in their language: texts are looked up in catalogues, one file of gettext's form for each language.

A text in the code is English, and the key of its translations: `say("{0} wins.", name)`. What stands in no catalogue is
shown as it is.

>>> from ludens import words
>>> words.say("Your move"), words.count(2, "{0} game", "{0} games")
('Your move', '2 games')
>>> with words.speaking("de"):
...     print(words.say("Your move"), words.count(2, "{0} game", "{0} games"))
Du bist am Zug 2 Spiele
"""

from __future__ import annotations

from ludens.words.catalogue import Catalogue, catalogue, languages, page_texts
from ludens.words.marks import MARKED, is_whole, marked_in, messages_in, plain, resolved, resolved_json
from ludens.words.preference import from_environment, from_header
from ludens.words.speech import (
    capital,
    count,
    either,
    game_name,
    language,
    or_english,
    say,
    speaking,
    term,
    together,
    untranslated,
    whole,
    within,
)

__all__ = [
    "MARKED",
    "Catalogue",
    "capital",
    "catalogue",
    "count",
    "either",
    "from_environment",
    "from_header",
    "game_name",
    "is_whole",
    "language",
    "languages",
    "marked_in",
    "messages_in",
    "or_english",
    "page_texts",
    "plain",
    "resolved",
    "resolved_json",
    "say",
    "speaking",
    "term",
    "together",
    "untranslated",
    "whole",
    "within",
]
