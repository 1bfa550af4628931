"""Ludemes in other languages than English: the same templates, each a message whose values are what its parameters say.

A message is the template as it reads for a ludeme: without brackets, the parameters numbered, the verb affirmed or
denied, and behind a stroke the form in which it is said: `{0} <is> empty`, `the empty squares|one`. Where the catalogue
lacks one of them the whole sentence is English.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

from ludens.ludemes import nouns
from ludens.ludemes.templates import parsed
from ludens.ludemes.terms import key_of
from ludens.ludemes.wording import (
    Filling,
    Wording,
    constant_name,
    number_name,
    phrase,
    role_name,
    string_name,
    unsaid,
    worked_out,
)
from ludens.rules.base import Ludeme
from ludens.rules.categories import IntLudeme
from ludens.rules.enums import RoleType
from ludens.words import capital, either, language, or_english, say, term, together, untranslated

#: how parts of a list are joined, by the form of the list
_JOINS: dict[str, Callable[[str, str], str]] = {
    "then": lambda one, other: say("{0}, then {1}|moves", one, other),
    "else": lambda one, other: say("{0}, or where that is not possible, {1}|moves", one, other),
}


class Untranslated(Exception):
    """A ludeme is of a kind that is said in English only."""


def sentence(value: Any, words: Wording, text: str = "{0}", *, negated: bool = False) -> str:
    """What a ludeme says, as a sentence in the language that is spoken; `text` is a message that it is put into."""
    english = nouns.sentence(text.partition("|")[0].replace("{0}", phrase(value, words, negated=negated)))
    if language() == "en":
        return english

    def make() -> str:
        inner = translated(value, words, "", negated)
        whole = inner if text == "{0}" else say(text, inner)
        return capital(whole) if english.endswith(":") else say("{0}.|a sentence", capital(whole))

    try:
        return or_english(make, english)
    except Untranslated:
        return untranslated(english)


def translated(value: Any, words: Wording, form: str, negated: bool = False) -> str:
    """What a ludeme, or another argument, says in the language that is spoken. Raises Untranslated."""
    if isinstance(value, tuple):
        return _listed(value, words, form, negated)
    form = form.partition("+")[2] if "+" in form else "" if form in ("and", "or", *_JOINS) else form
    if isinstance(value, Ludeme):
        return _of_ludeme(value, words, form, negated)
    if isinstance(value, RoleType):
        return _of_role(value, words, form)
    if isinstance(value, Enum):
        return say(_key(constant_name(value, form), form))
    if isinstance(value, str) and form in ("site", "plain"):
        return string_name(value, words, "plain")
    if isinstance(value, str) and form.endswith(("piece", "pieces")):
        return term(_key(string_name(value, words, form), form), term(nouns.spaced(value.rstrip("0123456789"))))
    if isinstance(value, int) and not isinstance(value, bool) and form in ("", "site", "player", "row", "column"):
        name = number_name(value, words, form)
        return called(name) if form == "player" else name
    raise Untranslated


def called(player: str) -> str:
    """A player's name in the language that is spoken."""
    number = player.lower().removeprefix("player ")
    return say("Player {0}", number) if number.isdigit() else term(f"{player}|a player")


def _listed(values: tuple[Any, ...], words: Wording, form: str, negated: bool) -> str:
    join, _, rest = form.partition("+")
    join, rest = (join, rest) if join in ("and", "or", *_JOINS) else ("or", form)
    if form == "steps":
        raise Untranslated
    texts = list(dict.fromkeys(translated(value, words, rest, negated) for value in values))
    if join not in _JOINS:
        return together(texts) if join == "and" else either(texts)
    joined = texts[0]
    for text in texts[1:]:
        joined = _JOINS[join](joined, text)
    return joined


def _of_role(role: RoleType, words: Wording, form: str) -> str:
    name = role.value
    if name[0] == "P" and name[1:].isdigit():
        player = called(words.player(int(name[1:])))
        return say("{0}'s|a player", player) if form == "of" else player
    return say(_key(role_name(role, words, form), "of" if form == "of" else ""))


def _of_ludeme(ludeme: Ludeme, words: Wording, form: str, negated: bool) -> str:
    cls = type(ludeme).__name__
    if words.letters or words.called(ludeme) is not None or key_of(ludeme) in words.letters:
        raise Untranslated
    if isinstance(ludeme, IntLudeme) and (number := worked_out(ludeme)) is not None:
        return number_name(number, words, form)
    if cls == "Not":
        return translated(ludeme.condition, words, form, not negated)  # type: ignore[attr-defined]
    if cls in ("And", "AndAll", "Or", "OrAny"):
        return _conditions(ludeme, words, negated)
    if cls in ("IntConstant", "FloatConstant", "BooleanConstant"):
        return translated(ludeme.value, words, form, negated)  # type: ignore[attr-defined]
    if not ludeme.says or unsaid(ludeme, words):
        raise Untranslated
    plain, _, opposite = ludeme.says.partition("||")
    if negated and opposite:
        plain, negated = opposite, False
    filling = _Message(ludeme, words, form, negated)
    key = _key(nouns.tidy(filling.fill(parsed(plain.strip())).removeprefix("@")), form)
    text = filling.values[0] if key == "{0}" else say(key, *filling.values)
    return say("it is not so that {0}", text) if negated and not filling.has_verb else text


def _conditions(ludeme: Ludeme, words: Wording, negated: bool) -> str:
    """Conditions that are joined in one way; those joined in two ways need brackets, and are said in English."""
    parts = list(ludeme.children())
    if any(type(part).__name__ in ("And", "AndAll", "Or", "OrAny") for part in parts):
        raise Untranslated
    texts = [translated(part, words, "", negated) for part in parts]
    return together(texts) if (type(ludeme).__name__ in ("And", "AndAll")) != negated else either(texts)


def _key(text: str, form: str) -> str:
    """The message for a text in a form."""
    return f"{text}|{form}" if form else text


class _Message(Filling):
    """The message of a ludeme, and the values that are put into it."""

    def __init__(self, ludeme: Ludeme, words: Wording, form: str, negated: bool) -> None:
        super().__init__(ludeme, words, form, negated)
        self.values: list[str] = []

    def verb(self, text: str, before: str) -> str:
        return f"<{text} not>" if self._negated else f"<{text}>"

    def phrase_of(self, value: Any, words: Wording, form: str, negated: bool = False) -> str:
        self.values.append(translated(value, words, form, negated))
        return f"{{{len(self.values) - 1}}}"
