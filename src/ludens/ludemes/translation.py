"""Ludemes in other languages than English: the same templates, each a message whose values are what its parameters say.

A message is the template as it reads for a ludeme: without brackets, the parameters numbered, the verb affirmed or
denied: `{0} <is> empty`. Regions are in it as they are: where one is in or on them, the message says so, `{0} <is> in
{1}`, and `any square of {0}` takes any for one of them unless a catalogue has a message of its own for that, behind a
stroke: `the empty squares|one`. A cell is called a square. Where the catalogue lacks one of them the whole sentence is
English.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from types import MappingProxyType
from typing import Any, Final

from ludens.ludemes import nouns
from ludens.ludemes.templates import parsed
from ludens.ludemes.terms import LETTERS, Term, arguments, key_of
from ludens.ludemes.wording import (
    COMPOSED,
    PLAIN,
    REGION_FORMS,
    TERMS,
    Filling,
    Letter,
    SiteRun,
    Wording,
    constant_name,
    is_joined,
    named_number,
    parts_of,
    phrase,
    role_name,
    runs,
    string_name,
    text_of,
    unspoken,
    without_template,
    worked_out,
)
from ludens.rules.base import Ludeme
from ludens.rules.categories import BooleanLudeme, IntLudeme, MovesLudeme, SitesLudeme
from ludens.rules.enums import RoleType, StepType
from ludens.words import capital, catalogue, either, languages, or_english, say, term, together

#: how parts of a list are joined, by the form of the list
_JOINS: dict[str, Callable[[str, str], str]] = {
    "then": lambda one, other: say("{0}, then {1}|moves", one, other),
    "else": lambda one, other: say("{0}, or where that is not possible, {1}|moves", one, other),
}
_TURNS: Final = {"F": "ahead|a step", "R": "turn right|a step", "L": "turn left|a step"}
#: one of the sites of a region, each of them, or all, by what they are called, and as many as there are
_FORMS: Final = {
    "one": {"square": "any square of {0}", "point": "any point of {0}", "pit": "any pit of {0}"},
    "each": {"square": "each square of {0}", "point": "each point of {0}", "pit": "each pit of {0}"},
    "all": {"square": "all squares of {0}", "point": "all points of {0}", "pit": "all pits of {0}"},
    "count": {"square": "squares of {0}", "point": "points of {0}", "pit": "pits of {0}"},
}
_EDGES: Final = {
    "one": "any edge of {0}",
    "each": "each edge of {0}",
    "all": "all edges of {0}",
    "count": "edges of {0}",
}
#: a site by its number
_NUMBERED: Final = {
    "square": "the square with the number {0}",
    "point": "the point with the number {0}",
    "pit": "the pit with the number {0}",
    "edge": "the edge with the number {0}",
}
#: sites of a define
_DEFINED: Final = {
    "square": "the {0} squares",
    "point": "the {0} points",
    "pit": "the {0} pits",
    "edge": "the {0} edges",
}


def sentence(value: Any, words: Wording, text: str = "{0}", *, negated: bool = False) -> str:
    """What a ludeme says, as a sentence in the language that is spoken; `text` is a message that it is put into."""
    english = nouns.sentence(text.partition("|")[0].replace("{0}", phrase(value, words, negated=negated)))

    def make() -> str:
        inner = translated(value, words, "", negated)
        whole = inner if text == "{0}" else say(text, inner)
        return capital(whole) if english.endswith(":") else say("{0}.|a sentence", capital(whole))

    return or_english(make, english)


def above(value: Ludeme, gap: Ludeme, words: Wording, english: str) -> str:
    """What stands above a ludeme that is told under it: dots stand for that one; in English it is `english`."""
    return or_english(lambda: capital(_Teller(gap).tell(value, words, "")), english)


def translated(value: Any, words: Wording, form: str, negated: bool = False) -> str:
    """What a ludeme, or another argument, says in the language that is spoken."""
    return _Teller().tell(value, words, form, negated)


def about_sites(value: Any, labels: Mapping[str, str], *, negated: bool = False) -> str:
    """What a ludeme says of a move; `labels` are its sites, by the keywords of the ludemes that stand for them."""
    return _Teller(labels=labels).tell(value, PLAIN, "", negated)


def called(player: str) -> str:
    """A player's name in the language that is spoken."""
    number = player.lower().removeprefix("player ")
    return say("Player {0}", number) if number.isdigit() else term(f"{player}|a player")


def defined(name: str, given: Sequence[str]) -> str:
    """The name of a define, with what it is given."""
    return say("{0} ({1})|a name and what it is given", name, _in_turn(given)) if given else name


def _made(text: str, *values: str) -> str:
    """A message that is made of a template or of words of the language; `docs/making/wordings.txt` lists these."""
    return say(text, *values)


def _in_turn(texts: Sequence[str]) -> str:
    joined = "".join(texts[:1])
    for text in texts[1:]:
        joined = say("{0}; {1}|in a row", joined, text)
    return joined


def _both(texts: Sequence[str], every: bool, kind: str) -> str:
    """Conditions or moves that are joined."""
    if kind == "things":
        return together(texts) if every else either(texts)
    joined = "".join(texts[:1])
    for text in texts[1:]:
        if kind == "moves":
            joined = say("{0} and {1}|moves", joined, text) if every else say("{0} or {1}|moves", joined, text)
        else:
            joined = (
                say("{0} and {1}|conditions", joined, text) if every else say("{0} or {1}|conditions", joined, text)
            )
    return joined


def _of_role(role: RoleType, words: Wording, form: str) -> str:
    name = role.value
    if name[0] == "P" and name[1:].isdigit():
        player = called(words.player(int(name[1:])))
        return say("{0}'s|a player", player) if form == "of" else player
    if name.startswith("Team") and name[4:].isdigit():
        return say("team {0}'s|a team", name[4:]) if form == "of" else say("team {0}", name[4:])
    return _made(_key(role_name(role, words, form), "of" if form == "of" else ""))


def _of_constant(value: Enum, form: str) -> str:
    form = form if form in ("adj", "plural") else ""
    return _made(_key(constant_name(value, form), form))


def _of_string(value: str, words: Wording, form: str) -> str:
    if form.endswith(("piece", "pieces")):
        return _piece(value, words, form)
    if form == "region":
        name = nouns.spaced(value)
        return term(f"{name}|a region", say("“{0}”|a name", name))
    if form == "container":
        if value == "Board":
            return say("the board")
        kind, owner = words.owners.get(value, (value.rstrip("0123456789"), 0))
        return place_called(owner, kind, words) if owner else _made(f"each {nouns.spaced(kind)}")
    return string_name(value, words, "plain") if form in ("site", "plain") else say("“{0}”|a name", value)


def place_called(owner: int, kind: str, words: Wording) -> str:
    """A container beside the board."""
    kind = nouns.spaced(kind)
    if 0 < owner <= words.players:
        return _made("{0} " + kind, say("{0}'s|a player", called(words.player(owner))))
    return _made(f"the shared {kind}")


def _piece(name: str, words: Wording, form: str) -> str:
    plain, owner = words.owners.get(name, (name.rstrip("0123456789") or name, 0))
    text = plain if plain.isupper() else nouns.spaced(plain)
    name = term(nouns.article(text), term(text)) if form.startswith("a ") else term(text)
    if "own" in form and 0 < owner <= words.players:
        return say("{0} {1}|whose piece", say("{0}'s|a player", called(words.player(owner))), name)
    return name


def _of_number(value: int, words: Wording, form: str) -> str:
    if form == "site" and not 0 <= value < len(words.labels) and (place := words.place(value)) is not None:
        return say("place {0} of {1}", place[0], _place(value, words))
    if form == "player" and 0 < value <= words.players:
        return called(words.player(value))
    if form == "components" and 0 < value <= len(words.pieces):
        return _piece(words.pieces[value - 1], words, "own pieces")
    if form == "times" and value in (1, 2):
        return say("once") if value == 1 else say("twice")
    if form == "times":
        return say("{0} times", value)
    return phrase(value, words, form)


def _place(site: int, words: Wording) -> str:
    first = max(first for first in words.owned_places if first <= site)
    return place_called(*words.owned_places[first], words)


def _run(run: SiteRun, words: Wording, form: str) -> str:
    if (place := words.place(run.first)) is not None:
        last = place[0] + run.last - run.first
        return say("places {0} to {1} of {2}", place[0], last, _place(run.first, words))
    return say("{0} to {1}|sites", _of_number(run.first, words, form), _of_number(run.last, words, form))


def _walk(steps: Sequence[str]) -> str:
    """A walk of steps forwards and turns: how far ahead and aside it leads."""
    english = nouns.walk(steps)
    ways = [part.split(" ", 1) for part in english.split(" and ")]
    return together([_made("{0} " + way[1], way[0]) if len(way) > 1 else _made(way[0]) for way in ways])


class _Teller:
    """Tells ludemes in the language that is spoken: dots stand for the ludeme `gap`, `labels` for sites of a move."""

    def __init__(self, gap: Ludeme | None = None, labels: Mapping[str, str] = MappingProxyType({})) -> None:
        self._gap, self._labels = gap, labels

    def tell(self, value: Any, words: Wording, form: str, negated: bool = False) -> str:
        if isinstance(value, tuple):
            return self._listed(value, words, form, negated)
        form = form.partition("+")[2] if "+" in form else "" if form in ("and", "or", *_JOINS) else form
        if isinstance(value, Ludeme):
            return "…" if value is self._gap else self._of_ludeme(value, words, form, negated)
        if isinstance(value, RoleType):
            return _of_role(value, words, form)
        if isinstance(value, Enum):
            return _of_constant(value, form)
        if isinstance(value, SiteRun):
            return _run(value, words, form)
        if isinstance(value, bool):
            return say("true") if value != negated else say("false")
        if isinstance(value, str):
            return _of_string(value, words, form)
        if isinstance(value, int):
            return _of_number(value, words, form)
        return value.text if isinstance(value, Letter) else phrase(value, words, form)

    def _listed(self, values: tuple[Any, ...], words: Wording, form: str, negated: bool) -> str:
        join, _, rest = form.partition("+")
        join, rest = (join, rest) if join in ("and", "or", *_JOINS) else ("or", form)
        if form == "steps":
            return _in_turn([say(_TURNS[value.value]) for value in values])
        if values and all(isinstance(value, StepType) for value in values):
            return _walk([value.value for value in values])
        listed = runs(values, words, rest)
        texts = list(dict.fromkeys(self.tell(value, words, rest, negated) for value in listed))
        if join not in _JOINS:
            kind = "moves" if isinstance(values[0], MovesLudeme) else "things"
            return _both(texts, join == "and", "conditions" if isinstance(values[0], BooleanLudeme) else kind)
        joined = texts[0]
        for text in texts[1:]:
            joined = _JOINS[join](joined, text)
        return joined

    def _of_ludeme(self, ludeme: Ludeme, words: Wording, form: str, negated: bool) -> str:
        """A ludeme; the cases are those of the English ones, in the same order."""
        cls, noun = type(ludeme).__name__, _noun(words.noun(getattr(ludeme, "site_type", None)))
        if self._labels and ludeme.is_iterator and not getattr(ludeme, "at", None) and ludeme.spelling in self._labels:
            return self._labels[ludeme.spelling]
        if words.letters and (letter := words.letters.get(key_of(ludeme) or -1)):
            return _formed(letter, form, noun) if isinstance(ludeme, SitesLudeme) else _possessive(letter, form)
        if (defining := words.called(ludeme)) is not None:
            return self._mention(ludeme, defining, words, form, negated)
        if form in REGION_FORMS:
            return self._of_region(ludeme, words, form, noun)
        if isinstance(ludeme, IntLudeme) and form in ("one", "in", "each", "on", "count"):
            form = "site"
        if not words.letters and isinstance(ludeme, IntLudeme) and (number := worked_out(ludeme)) is not None:
            return _of_number(number, words, form)
        if form == "site" and cls in TERMS:
            return say(_NUMBERED[noun], self._of_ludeme(ludeme, words, "term", negated))
        if form == "term" and cls in ("Mover", "Next", "Prev", "IdOfRole"):
            return say("{0} number|a player's", self._of_ludeme(ludeme, words, "of", negated))
        if cls == "IfMoves" and ludeme.otherwise is None and text_of(ludeme.condition) in words.premises:  # type: ignore[attr-defined]
            return self.tell(ludeme.moves, words, form)  # type: ignore[attr-defined]
        if cls == "IntConstant" and (name := named_number(ludeme)):
            return _made(name)
        inner = replace(words, left_out=frozenset()) if words.left_out else words
        if cls == "Not":
            return self.tell(ludeme.condition, inner, form, not negated)  # type: ignore[attr-defined]
        if cls in ("And", "AndAll", "Or", "OrAny"):
            return self._conditions(ludeme, inner, cls in ("And", "AndAll"), negated)
        if cls in ("BooleanConstant", "IntConstant", "FloatConstant"):
            return self.tell(ludeme.value, words, form, negated)  # type: ignore[attr-defined]
        return self._of_template(ludeme, words, inner, form, negated)

    def _of_template(self, ludeme: Ludeme, words: Wording, inner: Wording, form: str, negated: bool) -> str:
        noun, has_verb = _noun(words.noun(getattr(ludeme, "site_type", None))), False
        if not ludeme.says:
            head, given = without_template(ludeme)
            text = self._with(_made(f"{head}|a keyword"), given, inner)
        else:
            plain, _, opposite = ludeme.says.partition("||")
            if negated and opposite:
                plain, negated = opposite, False
            filling = _Message(self, ludeme, words, form, negated)
            key = nouns.tidy(filling.fill(parsed(plain.strip())).removeprefix("@"))
            has_verb, special = filling.has_verb, _key(key, form)
            if form in (*_FORMS, "of") and key != "{0}" and _is_kept(special):
                key, form = special, ""
            text = filling.values[0] if key == "{0}" else _made(key, *filling.values)
            text = self._with(text, unspoken(ludeme), inner)
        if negated and not has_verb:
            return say("it is not so that {0}", text)
        if isinstance(ludeme, SitesLudeme):
            return _formed(text, form, noun)
        if form == "term" and type(ludeme).__name__ in TERMS:
            return say("({0})|in brackets", text)
        return _possessive(text, form)

    def _with(self, text: str, given: Sequence[tuple[str, Any]], words: Wording) -> str:
        """A text and what else is given, by its names."""
        parts = [
            say("{0}: {1}|what is given", _made(f"{label}|a parameter"), self.tell(value, words, ""))
            if label
            else self.tell(value, words, "")
            for label, value in given
        ]
        return defined(text, parts)

    def _of_region(self, ludeme: Ludeme, words: Wording, form: str, noun: str) -> str:
        if form == "landing":
            return self._of_ludeme(ludeme, words, "each" if words.consequence else "one", False)
        if not isinstance(ludeme, SitesLudeme):
            return self._of_ludeme(ludeme, words, "site", False)
        text = self._of_ludeme(ludeme, words, "site", False)
        if form == "nearest":
            return say("the nearest of {0}", text)
        if form == "all":
            return _formed(text, "all", noun)
        is_composed = type(ludeme).__name__ in COMPOSED and not words.called(ludeme)
        return say("({0})|in brackets", text) if is_composed else text

    def _conditions(self, ludeme: Ludeme, words: Wording, every: bool, negated: bool) -> str:
        """Conditions that are joined; those that are joined in the other way stand in brackets."""
        parts = [
            one
            for one in parts_of(ludeme, every, negated, words)
            if getattr(one[0], "value", None) is not every or key_of(one[0]) in words.letters
        ]
        texts = list[str]()
        for part, denied in parts:
            text = self.tell(part, words, "", denied)
            texts.append(say("({0})|in brackets", text) if is_joined(part, words) and len(parts) > 1 else text)
        return _both(texts, every != negated, "conditions")

    def _mention(self, ludeme: Ludeme, defining: Term, words: Wording, form: str, negated: bool) -> str:
        """A define by its name, with what it is given."""
        inner = replace(words, left_out=frozenset(), premises=frozenset())
        forms = words.forms.get(defining.end, {})
        texts = [
            words.letters.get(one.key) or self._given(one.value, inner, forms.get(letter, ""))
            for one, letter in zip(arguments(ludeme, defining), LETTERS, strict=False)
        ]
        name = defined(say("“{0}”|a name", defining.name), texts)
        if isinstance(ludeme, SitesLudeme):
            noun = _noun(words.noun(getattr(ludeme, "site_type", None)))
            return _formed(say(_DEFINED[noun], name), form, noun)
        if isinstance(ludeme, BooleanLudeme):
            return say("{0} <holds not>", name) if negated else say("{0} <holds>", name)
        if isinstance(ludeme, MovesLudeme):
            return say("and do {0}", name) if type(ludeme).__name__ == "Apply" else say("do {0}", name)
        return _possessive(name, form)

    def _given(self, value: Any, words: Wording, form: str) -> str:
        """An argument of a define; a define that is a condition is its name."""
        form = {"of": "", "each": "site", "on": "site", "in": "site", "one": "site"}.get(form, form)
        if isinstance(value, BooleanLudeme) and (defining := words.called(value)) and not arguments(value, defining):
            return say("“{0}”|a name", defining.name)
        return self.tell(value, words, form.removeprefix("of "))


def _noun(noun: str) -> str:
    return "square" if noun == "cell" else noun


def _possessive(text: str, form: str) -> str:
    return say("{0}'s|a player", text) if form == "of" else text


def _formed(text: str, how: str, noun: str) -> str:
    """A region as one of its sites, as each of them, or as many as there are."""
    if how not in _FORMS:
        return text
    return say(_EDGES[how] if noun == "edge" else _FORMS[how][noun], text)


def _is_kept(text: str) -> bool:
    """Whether catalogues have a message."""
    return any(text in catalogue(code).entries for code in languages())


def _key(text: str, form: str) -> str:
    """The message for a text in a form."""
    return f"{text}|{form}" if form else text


class _Message(Filling):
    """The message of a ludeme, and the values that are put into it."""

    def __init__(self, teller: _Teller, ludeme: Ludeme, words: Wording, form: str, negated: bool) -> None:
        super().__init__(ludeme, words, form, negated)
        self.values: list[str] = []
        self._teller = teller

    def noun(self) -> str:
        return _noun(super().noun())

    def verb(self, text: str, before: str) -> str:
        return f"<{text} not>" if self._negated else f"<{text}>"

    def lettered(self, letter: str, path: str, words: Wording, form: str) -> str:
        return self._put(say("in direction {0}", letter) if path == "direction" else _possessive(letter, form))

    def phrase_of(self, value: Any, words: Wording, form: str, negated: bool = False) -> str:
        is_region = isinstance(value, SitesLudeme) or (isinstance(value, tuple) and form == "on")
        lead = form if form == "on" or (form == "in" and is_region) else ""
        form = "site" if form in ("in", "on") else form
        return f"{lead} {self._put(self._teller.tell(value, words, form, negated))}".strip()

    def _put(self, text: str) -> str:
        self.values.append(text)
        return f"{{{len(self.values) - 1}}}"
