"""Texts in the language that is spoken: English, unless a command or a page has chosen another one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from ludens.words import marks
from ludens.words.catalogue import ENGLISH, catalogue, english, filled, languages

_spoken: Final[ContextVar[str | None]] = ContextVar("spoken", default=None)
#: texts that the catalogue does not have, where somebody counts them
_missing: Final[ContextVar[list[str] | None]] = ContextVar("missing", default=None)


def language() -> str:
    """The code of the language that is spoken here."""
    return _spoken.get() or ENGLISH


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak a language here for a while: one of `languages()`, or MARKED, for texts that are translated later."""
    if code != marks.MARKED and code not in languages():
        raise KeyError(code)
    token = _spoken.set(code)
    try:
        yield
    finally:
        _spoken.reset(token)


def say(text: str, *values: object) -> str:
    """A text in the language that is spoken, with its values put in: `say("{0} wins.", name)`."""
    code = language()
    if code == ENGLISH:
        return filled(english(text), values)
    if code == marks.MARKED:
        return marks.marked(text, values)
    translated = catalogue(code).text(text)
    if translated is None:
        _miss(text)
    return filled(translated or english(text), values)


def count(number: int, one: str, other: str, *values: object) -> str:
    """A text that goes with a number, which is its first value: `count(2, "{0} game", "{0} games")`."""
    code, all_values = language(), (number, *values)
    if code == ENGLISH:
        return filled(one if number == 1 else other, all_values)
    if code == marks.MARKED:
        return marks.marked(one, all_values, other)
    translated = catalogue(code).counted(one, number)
    if translated is None:
        _miss(one)
    return filled(translated or (one if number == 1 else other), all_values)


def term(text: str, otherwise: str | None = None) -> str:
    """A word that a description has brought, such as the name of a piece: translated where the catalogue has it.

    Other languages say `otherwise` where it has not, which is the same word unless it is given.

    >>> with speaking("de"):
    ...     term("Red|a player"), term("Zorg|a player")
    ('Rot', 'Zorg')
    """
    code = language()
    if code == ENGLISH:
        return english(text)
    if code == marks.MARKED:
        return marks.marked(text, (), english(text) if otherwise is None else otherwise, is_term=True)
    return catalogue(code).text(text) or (english(text) if otherwise is None else otherwise)


def game_name(name: str) -> str:
    """What players of the language call a game of this name.

    >>> with speaking("de"):
    ...     game_name("Nine Men's Morris")
    'Mühle'
    """
    return term(f"{name}|a game")


def untranslated(text: str) -> str:
    """English that no catalogue has: what it is a part of is said in English as a whole, if that is `whole`."""
    code = language()
    if code == marks.MARKED:
        return marks.marked(text, ())
    if code != ENGLISH:
        _miss(text)
    return text


def capital(text: str) -> str:
    """A text that begins with a capital letter."""
    return marks.capital(text) if language() == marks.MARKED else text[:1].upper() + text[1:]


def within(text: str) -> str:
    """A name within a sentence: "white", "player 1"; other languages than English write it as it is."""
    if language() == marks.MARKED:
        return marks.within(text)
    return text[:1].lower() + text[1:] if language() == ENGLISH else text


def either(texts: Sequence[str]) -> str:
    """Several things of which one is meant.

    >>> either(["A", "B", "C"])
    'A, B or C'
    """
    return _joined(texts, lambda head, last: say("{0} or {1}", head, last))


def together(texts: Sequence[str]) -> str:
    """Several things of which all are meant.

    >>> together(["A", "B", "C"])
    'A, B and C'
    """
    return _joined(texts, lambda head, last: say("{0} and {1}", head, last))


def _joined(texts: Sequence[str], end: Callable[[str, str], str]) -> str:
    if len(texts) < 2:
        return "".join(texts)
    head = texts[0]
    for text in texts[1:-1]:
        head = say("{0}, {1}|one of a list, and the next", head, text)
    return end(head, texts[-1])


def or_english(make: Callable[[], str], text: str) -> str:
    """A sentence that is made from texts of the catalogue; where it lacks one, the English sentence."""
    code = language()
    if code == ENGLISH:
        return text
    if code == marks.MARKED:
        return marks.or_english(make(), text)
    made, missing = _counted(make)
    if missing:
        _miss(missing[0])
    return text if missing else made


def whole(*ways: Callable[[], str]) -> str:
    """A sentence that is put together from several texts, in the first way of which the catalogue has all of them.

    Where there is none, the sentence is English.
    """
    code = language()
    if code == ENGLISH:
        return ways[0]()
    if code == marks.MARKED:
        return marks.marked("{0}", tuple(way() for way in ways))
    for way in ways:
        made, missing = _counted(way)
        if not missing:
            return made
    _miss(missing[0])
    with speaking(ENGLISH):
        return ways[0]()


def _counted(make: Callable[[], str]) -> tuple[str, list[str]]:
    """A text, and what the catalogue lacks for it."""
    missing = list[str]()
    token = _missing.set(missing)
    try:
        return make(), missing
    finally:
        _missing.reset(token)


def _miss(text: str) -> None:
    if (missing := _missing.get()) is not None:
        missing.append(text)
