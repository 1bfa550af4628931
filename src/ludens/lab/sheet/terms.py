"""Terms of a sheet: which defines of the description are told once and then called by their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from ludens.lab.sheet.document import Item, Section
from ludens.lab.sheet.rules import list_moves
from ludens.language import to_text
from ludens.ludemes.clauses import Apply
from ludens.ludemes.nouns import lowered, sentence
from ludens.ludemes.terms import LETTERS, Term, arguments, defines_of, key_of
from ludens.ludemes.translation import defined, translated
from ludens.ludemes.wording import Wording, phrase, with_arguments
from ludens.rules.base import Ludeme
from ludens.rules.categories import BooleanLudeme, IntLudeme, MovesLudeme, SitesLudeme
from ludens.words import language, or_english, say

#: a define that is used several times is a term if to tell it takes more characters than this, another one if more
_OFTEN, _ONCE = 45, 180
#: moves that are given to a define are told in its brackets up to this length; with longer ones it is no term
_GIVEN = 80
_KINDS: Final = (BooleanLudeme, IntLudeme, MovesLudeme, SitesLudeme)


def with_terms(words: Wording, roots: Iterable[Ludeme]) -> Wording:
    """The words of a game, with the terms that its rules, under `roots`, are told in."""
    uses_by_define = dict[int, list[Ludeme]]()
    for root in roots:
        for ludeme in _outermost(root):
            uses_by_define.setdefault(key_of(ludeme) or 0, []).append(ludeme)
    terms = dict[int, Term]()
    for key, uses in sorted(uses_by_define.items(), key=lambda one: (len(to_text(one[1][0].node)), one[0])):
        source = uses[0].node.span.source
        if any(_is_long(one.value, words) for use in uses for one in arguments(use, defines_of(source)[key])):
            continue
        inner, term = replace(words, terms=dict(terms)), defines_of(source)[key]
        length = _length(uses[0], inner)
        often = length > _OFTEN if len(uses) > 1 else length > _ONCE and not isinstance(uses[0], MovesLudeme)
        if often and _mean_one_thing(uses, term, inner):
            terms[key] = term
    return replace(words, terms=terms, mentioned={})


def _mean_one_thing(uses: Iterable[Ludeme], term: Term, words: Wording) -> bool:
    """Whether a define means the same wherever it is used, but for what letters stand for: else no name can tell it.

    A define may put its arguments where no letter can stand, such as into a keyword, `(sites #1)`.
    """
    return len({_define(use, term, words) for use in uses}) == 1


def _is_long(argument: object, words: Wording) -> bool:
    return isinstance(argument, MovesLudeme) and len(phrase(argument, words)) > _GIVEN


def _length(ludeme: Ludeme, words: Wording) -> int:
    """How many characters it takes to tell a ludeme, its consequences included."""
    if isinstance(ludeme, MovesLudeme) and not isinstance(ludeme, Apply):
        return sum(map(_letters, list_moves(ludeme, words)))
    return len(phrase(ludeme, words))


def _letters(item: Item) -> int:
    return len(item.text) + sum(map(_letters, item.items))


def _outermost(root: Ludeme) -> Iterator[Ludeme]:
    """The ludemes that are bodies of defines; of several for the same text the outermost one."""
    nodes = set[int]()
    for ludeme in root.walk():
        key = key_of(ludeme)
        if key is None or id(ludeme.node) in nodes or not isinstance(ludeme, _KINDS):
            continue
        if key in defines_of(ludeme.node.span.source):
            nodes.add(id(ludeme.node))
            yield ludeme


def glossary(words: Wording) -> Section | None:
    """What the terms mean that were mentioned, and those that are mentioned in this."""
    items = dict[int, Item]()
    while left := [key for key in words.mentioned if key not in items]:
        for key in left:
            items[key] = _define(words.mentioned[key], words.terms[key], words)
    if not items:
        return None
    has_arguments = any(arguments(words.mentioned[key], words.terms[key]) for key in items)
    text = "The names in quotation marks stand for this."
    if has_arguments:
        text = "The names in quotation marks stand for this; X, Y and so on are what is given to them."
    return Section(say("Terms"), say(text), tuple(items.values()))


def _define(ludeme: Ludeme, term: Term, words: Wording) -> Item:
    keys = [one.key for one in arguments(ludeme, term)]
    letters = dict(zip(keys, LETTERS, strict=False)) if len(keys) <= len(LETTERS) else {}
    inner = words.telling(term, letters)
    english_name = f"“{term.name[:1].upper()}{term.name[1:]}”" + with_arguments(term.name, list(letters.values()))
    name = english_name if language() == "en" else defined(say("“{0}”|a name", term.name), list(letters.values()))
    if isinstance(ludeme, Apply) and ludeme.effect is not None and ludeme.if_ is None:
        return _make_item(name, list_moves(ludeme.effect, inner))
    if isinstance(ludeme, MovesLudeme):
        return _make_item(name, list_moves(ludeme, inner))
    if isinstance(ludeme, BooleanLudeme):
        english = sentence(f"{english_name} holds if {phrase(ludeme, inner)}")
        return Item(or_english(lambda: say("{0} holds if {1}.", name, translated(ludeme, inner, "")), english))
    english = sentence(f"{english_name}: {_bare(phrase(ludeme, inner))}")
    return Item(or_english(lambda: say("{0}: {1}.|a define", name, translated(ludeme, inner, "")), english))


def _make_item(name: str, items: tuple[Item, ...]) -> Item:
    if len(items) == 1 and not items[0].items and language() == "en":
        return Item(f"{name}: {lowered(items[0].text)}")
    return Item(say("{0}:|a define", name), items)


def _bare(text: str) -> str:
    """A phrase without the brackets round all of it."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if not depth:
            return text[1:-1] if at == len(text) - 1 and letter == ")" else text
    return text
