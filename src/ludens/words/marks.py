"""Texts that are translated later, for whoever reads them: English with marks, in a string that goes anywhere.

>>> text = marked("{0} to move", ("Red",))
>>> plain(f"1. {text}"), resolved(text, "de")
('1. Red to move', 'Red am Zug')
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from ludens.words.catalogue import ENGLISH, Catalogue, catalogue, english, filled

#: what is spoken where texts are to be translated later
MARKED: Final = "marked"
#: before a text, between it and its values, behind these; a text that goes with a number has it twice
_BEGIN, _NEXT, _END, _TERM = "\ue0f0", "\ue0f1", "\ue0f2", "\ue0f3"
_ANY: Final = re.compile(f"[{_BEGIN}{_NEXT}{_END}{_TERM}]")
#: texts lie in each other's values no deeper than this
_DEEPEST: Final = 40
#: a text of several values, of which the first is taken that a catalogue has
_WHOLE: Final = "{0}"
#: a text of two values: one that is translated, and what is said in its place in English
_OR: Final = "{0}|{1}"
#: a text whose value is to begin with a capital letter
_CAPITAL: Final = "{0}^"
#: a text whose value begins with a small letter in English
_WITHIN: Final = "{0}v"
_LEADS: Final = (_BEGIN, _TERM)
_LEAD: Final = re.compile(f"[{_BEGIN}{_TERM}]")


def marked(text: str, values: tuple[object, ...], other: str = "", *, is_term: bool = False) -> str:
    """A text with its values, to be put together later; `other` is what English says of several."""
    lead = _TERM if is_term else _BEGIN
    return lead + _NEXT.join((text, other, *map(str, values))) + _END


def or_english(text: str, english_text: str) -> str:
    """A marked text, and the English that is said where a catalogue lacks a part of it."""
    return marked(_OR, (text, english_text))


def capital(text: str) -> str:
    """A text with marks that begins with a capital letter, whatever it begins with in a language."""
    return marked(_CAPITAL, (text,))


def within(text: str) -> str:
    """A text with marks within a sentence, where English writes names of players small."""
    return marked(_WITHIN, (text,))


def plain(text: str) -> str:
    """A text with marks in English."""
    return resolved(text, ENGLISH)


def resolved(text: str, language: str) -> str:
    """A text with marks in a language; what is marked as one text is English where the catalogue lacks a part of it."""
    return _resolved(text, language, _same, _same) if _ANY.search(text) else text


def resolved_json(text: str, language: str) -> str:
    """The same for a text of JSON, in whose strings the marks are."""
    return _resolved_json(text, language) if _ANY.search(text) else text


@lru_cache(maxsize=64)
def _resolved_json(text: str, language: str) -> str:
    """What all who look at a table are told is resolved once for each language."""
    try:
        return _resolved(text, language, _read, _written)
    except ValueError:  # a mark that a stranger wrote, and that is not closed within its string
        return _ANY.sub("", text)


def _same(text: str) -> str:
    return text


def _read(text: str) -> str:
    """What stands in a string of JSON."""
    return str(json.loads(f'"{text}"'))


def _written(text: str) -> str:
    """A text as it stands in a string of JSON."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


def marked_in(text: str) -> list[str]:
    """The marked texts in a text, those within others left out."""
    listed = list[str]()
    _each(text, lambda piece: listed.append(piece) or "")
    return list(dict.fromkeys(listed))


def messages_in(text: str) -> list[str]:
    """The texts of catalogues that a marked text is made of, those within others too, without words that are terms."""
    listed = list[str]()

    def one(piece: str) -> str:
        parts = _split(piece)
        if parts[0] == _OR:
            parts = parts[:3]
        elif piece[0] != _TERM and parts[0] not in (_WHOLE, _CAPITAL, _WITHIN):
            listed.append(parts[0])
        for part in parts[2:]:
            _each(part, one)
        return ""

    _each(text, one)
    return listed


def is_whole(text: str, language: str) -> bool:
    """Whether a language has all of a marked text; one without marks is English."""
    if not _ANY.search(text):
        return False
    try:
        _each(text, lambda piece: _one(piece, catalogue(language), _same, _same))
    except _Missing:
        return False
    return True


class _Missing(Exception):
    """A catalogue lacks a text."""


def _resolved(text: str, language: str, read: Callable[[str], str], written: Callable[[str], str]) -> str:
    """Each marked text in turn: in the language, or in English where something of it is missing."""

    def one(piece: str) -> str:
        try:
            return _one(piece, catalogue(language), read, written)
        except _Missing:
            return _one(piece, catalogue(ENGLISH), read, written)

    return _ANY.sub("", _each(text, one) if _is_ours(text) else text)


def _is_ours(text: str) -> bool:
    """Whether marks lie no deeper in each other than ours do: a description may have such letters, too."""
    depth = 0
    for match in _ANY.finditer(text):
        depth = max(0, depth + (match[0] in _LEADS) - (match[0] == _END))
        if depth > _DEEPEST:
            return False
    return True


def _each(text: str, one: Callable[[str], str]) -> str:
    """A text, with what `one` makes of each marked text in it."""
    parts, at = list[str](), 0
    while (begin := _LEAD.search(text, at)) is not None:
        end = _end_of(text, begin.start())
        parts += [text[at : begin.start()], one(text[begin.start() : end])]
        at = end
    return "".join([*parts, text[at:]])


def _end_of(text: str, at: int) -> int:
    """Behind the mark that closes the one here; the end of the text where it has been cut."""
    depth = 0
    for match in _ANY.finditer(text, at):
        depth += (match[0] in _LEADS) - (match[0] == _END)
        if not depth:
            return match.end()
    return len(text)


def _one(piece: str, words: Catalogue, read: Callable[[str], str], written: Callable[[str], str]) -> str:
    """One marked text, with those in its values. Raises _Missing."""
    parts = _split(piece)
    if parts[0] == _WHOLE and len(parts) > 2:
        return _first(parts[2:], words, read, written)
    if parts[0] == _OR and len(parts) > 3:
        return _first(parts[2:3], words, read, written) if words.language != ENGLISH else parts[3]
    if piece[0] == _TERM and words.language != ENGLISH and words.text(read(parts[0])) is None:
        return _each("".join(parts[1:2]), lambda inner: _one(inner, words, read, written))
    text, other = read(parts[0]), read(parts[1]) if len(parts) > 1 else ""
    values = tuple(_each(value, lambda inner: _one(inner, words, read, written)) for value in parts[2:] or [""])
    chosen: str | None
    if text == _CAPITAL:
        return values[0][:1].upper() + values[0][1:]
    if text == _WITHIN:
        return values[0][:1].lower() + values[0][1:] if words.language == ENGLISH else values[0]
    if piece[0] == _TERM:
        chosen = english(text) if words.language == ENGLISH else words.text(text)
    elif words.language == ENGLISH:
        chosen = other if other and values[0] != "1" else english(text)
    elif other:
        chosen = words.counted(text, int(values[0]) if values[0].isdecimal() else 0)
    else:
        chosen = words.text(text)
    if chosen is None:
        raise _Missing(text)
    return filled(written(chosen), values)


def _first(ways: Sequence[str], words: Catalogue, read: Callable[[str], str], written: Callable[[str], str]) -> str:
    """The first of several ways to say something that a catalogue has. Raises _Missing."""
    for way in ways:
        try:
            return _each(way, lambda inner: _one(inner, words, read, written))
        except _Missing:
            continue
    raise _Missing


def _split(piece: str) -> list[str]:
    """What a marked text is made of: the text, that of several, and its values."""
    parts, depth, begin = list[str](), 0, 1
    for match in _ANY.finditer(piece):
        depth += (match[0] in _LEADS) - (match[0] == _END)
        if (match[0] == _NEXT and depth == 1) or not depth:
            parts.append(piece[begin : match.start()])
            begin = match.end()
    return parts or [piece[1:]]
