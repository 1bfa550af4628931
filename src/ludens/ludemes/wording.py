"""Ludemes in English: each class says a phrase in `says`, a template over its parameters; here is how it is filled in.

A template is English with

- `{f}`: what the parameter `f` says; `{f.g}` a parameter of a parameter; `{f:form}` in one of the forms of `FORMS`;
- `{.site}`, `{.sites}`: what a site of the board is called, one or many; `{.player}` of Wording's other words;
- `[a|b|c]`: the first of them all of whose parameters are given; nothing where that is none of them;
- `{f=g}`: nothing, but asks that two parameters are written the same;
- `{f?}`, `{!f}`: nothing, but asks that `f` is given or not; `{f~Name}`, `{f!~Name}`: that it is (not) a ludeme of that
  class, an enumeration's constant, or a constant of that value; `{~word}`, that the spelling ends with that word;
- `<is>`: the verb, which agrees with what stands before it and can be negated. A template without one is negated by
  what follows `||`, or else by "it is not so that ...";
- `@` before a region that one is in, as in `@the bottom row`, where of others one is one of them.

A class without a template has the one of its base; where there is none, the fallback tells its keyword and arguments.

>>> import ludens
>>> game = ludens.load("Hex")
>>> [end] = (ludeme for ludeme in game.ludemes() if type(ludeme).__name__ == "EndIf")
>>> phrase(end)
'if your pieces connect your regions, you win'
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final

from ludens.language import to_text
from ludens.language.tree import bare
from ludens.ludemes import nouns
from ludens.ludemes.templates import Alternatives, Parameter, Template, Verb, parsed
from ludens.ludemes.terms import LETTERS as _LETTERS
from ludens.ludemes.terms import Term, arguments, is_written, key_of, leaves, lists
from ludens.rules.base import Ludeme, Slot
from ludens.rules.categories import BooleanLudeme, IntLudeme, MovesLudeme, SitesLudeme, StartRuleLudeme
from ludens.rules.enums import (
    AbsoluteDirection,
    CompassDirection,
    HiddenData,
    RegionTypeStatic,
    RelativeDirection,
    RoleType,
    SiteType,
    StepType,
)


@dataclass(frozen=True)
class Wording:
    """The words of a game: how many players and what they are called, its pieces, what a site is called and labelled.

    `pieces` are the names of the components, from 1; `owners` has for the name of each its plain name and its owner;
    `labels` what each site is called, `places` the containers beside the board by first sites, and `owned_places` the
    owners and kinds of these. All may be left out.

    `terms` are the defines that are called by their names, by where their bodies end; `inside` those that are being
    told, with the `letters` of their arguments; `forms` says for each term in which form its letters stand in it;
    `mentioned` gathers what was called by its name. `premises` are conditions, as they are written, that were said to
    hold. In a `consequence` all happens that may happen, and `(site)` is of the type of the `loop` that it stands in.
    """

    players: int = 2
    names: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    owners: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    site_type: SiteType = SiteType.Cell
    cell: str = "square"
    vertex: str = "point"
    labels: tuple[str, ...] = ()
    places: Mapping[int, str] = field(default_factory=dict)
    owned_places: Mapping[int, tuple[int, str]] = field(default_factory=dict)
    left_out: frozenset[str] = frozenset()
    terms: Mapping[int, Term] = field(default_factory=dict)
    inside: frozenset[int] = frozenset()
    letters: Mapping[int, str] = field(default_factory=dict)
    mentioned: dict[int, Ludeme] = field(default_factory=dict)
    premises: frozenset[str] = frozenset()
    forms: dict[int, dict[str, str]] = field(default_factory=dict)
    consequence: bool = False
    loop: SiteType | None = None

    def noun(self, kind: SiteType | None) -> str:
        """What a site is called."""
        called = {SiteType.Cell: self.cell, SiteType.Vertex: self.vertex, SiteType.Edge: "edge"}
        return called[kind if isinstance(kind, SiteType) else self.site_type]

    def place(self, site: int) -> tuple[int, str] | None:
        """The container of a site beside the board, and its place there, from 1."""
        first = max((first for first in self.places if first <= site), default=None)
        return None if first is None else (site - first + 1, self.places[first])

    def player(self, index: int) -> str:
        """What a player is called."""
        if index == 0:
            return "nobody"
        return self.names[index - 1] if index <= len(self.names) else f"player {index}"

    def component(self, index: int) -> str:
        """What the pieces of a component are called."""
        return _piece(self.pieces[index - 1], self, "own pieces") if 0 < index <= len(self.pieces) else f"piece {index}"

    def telling(self, term: Term, letters: Mapping[int, str]) -> Wording:
        """The same words, for the meaning of a term."""
        return replace(self, inside=self.inside | {term.end}, letters=letters)

    def following(self) -> Wording:
        """The same words, for what comes of a move: it is done wherever it can be, and nobody chooses."""
        return self if self.consequence else replace(self, consequence=True)

    def going_through(self, ludeme: Ludeme) -> Wording:
        """The same words inside a loop over the sites of a ludeme's region."""
        region = getattr(ludeme, "region", None)
        if not isinstance(region, SitesLudeme) or not issubclass(type(ludeme), _LOOPS):
            return self
        return replace(self, loop=sites_of(region))

    def called(self, ludeme: Ludeme) -> Term | None:
        """The term that a ludeme is called by, if it is one."""
        key = key_of(ludeme) if self.terms else None
        return self.terms.get(key) if key is not None and key not in self.inside else None

    def knowing(self, condition: Ludeme | None) -> Wording:
        """The same words where it has been said that a condition holds."""
        if condition is None:
            return self
        parts = _flat_conditions(condition, True) if type(condition).__name__ in ("And", "AndAll") else (condition,)
        return replace(self, premises=self.premises.union(filter(None, map(text_of, parts))))

    def without(self, *fields: str) -> Wording:
        """The same words, without these parameters of the next ludeme."""
        return replace(self, left_out=frozenset(fields))


PLAIN: Final = Wording()
#: what goes through the sites of a region, one after the other
_LOOPS: Final = (MovesLudeme, BooleanLudeme, StartRuleLudeme)
#: regions that are put together, and stand in brackets in others
COMPOSED: Final = frozenset(("RegionUnion", "RegionIntersection", "RegionDifference", "RegionFilter", "RegionIf"))
#: the integers that are worked out from others, and stand in brackets in others
TERMS: Final = frozenset(("Difference", "Negative", "Power", "Product", "Quotient", "Remainder", "Sum", "SumOf"))
#: others that count, and do not name sites
_NUMERIC: Final = frozenset(("Counter", "PieceValue", "Rotation", "Score", "State"))
_WORKED_OUT: Final = {"Difference": operator.sub, "Product": operator.mul, "Sum": operator.add}


def phrase(value: Any, words: Wording = PLAIN, form: str = "", *, negated: bool = False) -> str:
    """What a ludeme, or another argument, says in English: a clause, a noun phrase or an order, without a full stop."""
    return nouns.tidy(_phrase(value, words, form, negated))


def _phrase(value: Any, words: Wording, form: str, negated: bool = False) -> str:
    if isinstance(value, tuple):
        return _listed(value, words, form, negated)
    form = form.partition("+")[2] if "+" in form else "" if form in _JOINTS else form
    if isinstance(value, Ludeme):
        return _of_ludeme(value, words, form, negated)
    if isinstance(value, RoleType):
        return role_name(value, words, form)
    if isinstance(value, Enum):
        return constant_name(value, form)
    if isinstance(value, SiteRun):
        return _run(value, words, form)
    if isinstance(value, Letter):
        return value.text
    if isinstance(value, bool):
        return str(value != negated).lower()
    if isinstance(value, str):
        return string_name(value, words, form)
    if isinstance(value, int):
        return number_name(value, words, form)
    return f"{value:g}" if isinstance(value, float) else str(value)


# --- ludemes


def _of_ludeme(ludeme: Ludeme, words: Wording, form: str, negated: bool) -> str:
    if words.letters and (letter := words.letters.get(key_of(ludeme) or -1)):
        return ("one of " if form == "one" and isinstance(ludeme, SitesLudeme) else "") + as_letter(letter, words, form)
    if (term := words.called(ludeme)) is not None:
        return _mention(ludeme, term, words, form, negated)
    cls = type(ludeme).__name__
    if form in REGION_FORMS:
        return _of_region(ludeme, words, form, negated)
    if isinstance(ludeme, IntLudeme) and form in ("one", "in", "each", "on"):
        form, lead = "site", {"in": "", "each": "", "on": "on "}.get(form, "")
        return lead + _of_ludeme(ludeme, words, form, negated)
    if not words.letters and isinstance(ludeme, IntLudeme) and (number := worked_out(ludeme)) is not None:
        return number_name(number, words, form)
    if form == "site" and cls in TERMS:
        sum_ = _of_ludeme(ludeme, words, "", negated)
        return f"the {words.noun(None)} with the number {sum_ if '(' in sum_ else f'({sum_})'}"
    if form == "term" and cls in ("Mover", "Next", "Prev", "IdOfRole"):
        return f"{_of_ludeme(ludeme, words, 'of', negated)} number"
    if cls == "IfMoves" and ludeme.otherwise is None and text_of(ludeme.condition) in words.premises:  # type: ignore[attr-defined]
        return _phrase(ludeme.moves, words, form)  # type: ignore[attr-defined]
    if cls == "IntConstant" and (name := named_number(ludeme)):
        return name
    inner = replace(words, left_out=frozenset()) if words.left_out else words
    if cls == "Not":
        return _phrase(ludeme.condition, inner, form, not negated)  # type: ignore[attr-defined]
    if cls in ("And", "AndAll", "Or", "OrAny"):
        return _joined(ludeme, inner, cls in ("And", "AndAll"), negated)
    if cls == "BooleanConstant":
        return _phrase(ludeme.value, words, form, negated)  # type: ignore[attr-defined]
    if cls in ("IntConstant", "FloatConstant"):
        return _phrase(ludeme.value, words, form)  # type: ignore[attr-defined]
    if not ludeme.says:
        text, place = _fallback(ludeme, inner), False
    else:
        template = ludeme.says
        plain, _, opposite = template.partition("||")
        if negated and opposite:
            plain, negated = opposite, False
        filled = Filling(ludeme, words, form, negated)
        text = filled.fill(parsed(plain.strip())) + unsaid(ludeme, inner)
        negated = negated and not filled.has_verb
        place, text = text.startswith("@"), text.removeprefix("@")
    text = nouns.tidy(text, ends=False)
    if negated:
        return f"it is not so that {text}"
    if form == "term":
        return f"({text})" if cls in TERMS else text
    return nouns.formed(text, form, place=place, site=words.noun(getattr(ludeme, "site_type", None)))


def as_letter(letter: str, words: Wording, form: str) -> str:
    """The letter for an argument of a term; in which form it stands there is noted."""
    for term in words.inside:
        words.forms.setdefault(term, {}).setdefault(letter, form)
    return nouns.possessive(letter) if form == "of" else letter


def _of_region(ludeme: Ludeme, words: Wording, form: str, negated: bool) -> str:
    """A region as a part of another one, as sites to choose from or to fill, or as a target."""
    if form == "landing":
        return _of_ludeme(ludeme, words, "each" if words.consequence else "one", negated)
    if form == "nearest":
        text = _of_ludeme(ludeme, words, "site", negated)
        return f"the nearest of {text}" if isinstance(ludeme, SitesLudeme) else text
    if form == "all":
        text = _of_ludeme(ludeme, words, "each", negated)
        return re.sub(r"^each (\w+)", lambda match: f"all {nouns.plural(match[1]) if match[1] != 'of' else 'of'}", text)
    text = _of_ludeme(ludeme, words, "site", negated)
    return f"({text})" if form == "part" and type(ludeme).__name__ in COMPOSED and text[:1] != "“" else text


def sites_of(region: SitesLudeme) -> SiteType | None:
    """The type of the sites of a region, where it is written."""
    for name in ("result_type", "site_type", "on"):
        if isinstance(kind := getattr(region, name, None), SiteType):
            return kind
    parts = [child for child in region.children() if isinstance(child, SitesLudeme)]
    if type(region).__name__ == "CrossingSites":
        return SiteType.Edge
    return sites_of(parts[0]) if parts and type(region).__name__ in COMPOSED else None


def text_of(ludeme: Ludeme) -> str:
    """How a ludeme is written, without a label."""
    return to_text(bare(ludeme.node)) if "node" in vars(ludeme) else ""


def worked_out(ludeme: IntLudeme) -> int | None:
    """What a sum, a difference or a product of plain numbers comes to."""
    work = _WORKED_OUT.get(type(ludeme).__name__)
    sides = [getattr(getattr(ludeme, name, None), "value", None) for name in ("first", "second")]
    if work is None or not all(isinstance(side, int) for side in sides):
        return None
    return int(work(*sides))


def _mention(ludeme: Ludeme, term: Term, words: Wording, form: str, negated: bool) -> str:
    """A define by its name, with what it is given."""
    words.mentioned.setdefault(term.end, ludeme)
    inner = replace(words, left_out=frozenset(), premises=frozenset())
    forms = words.forms.get(term.end, {})
    lettered = zip(arguments(ludeme, term), _LETTERS, strict=False)
    texts = [
        words.letters.get(one.key) or _given_as(one.value, inner, forms.get(letter, "")) for one, letter in lettered
    ]
    name = f"“{term.name}”"
    if isinstance(ludeme, SitesLudeme):
        noun = words.noun(getattr(ludeme, "site_type", None))
        sites = "" if noun in term.name.split() else f" {nouns.plural(noun)}"
        text = f"the {name}{sites}{with_arguments('', texts)}"
        return nouns.formed(text, form, place=False, site=words.noun(getattr(ludeme, "site_type", None)))
    phrase = name + with_arguments(term.name, texts)
    if isinstance(ludeme, BooleanLudeme):
        return f"{phrase} {nouns.verb('holds', phrase, negated=negated)}"
    if isinstance(ludeme, MovesLudeme):
        return f"and do {phrase}" if type(ludeme).__name__ == "Apply" else f"do {phrase}"
    return nouns.possessive(f"the {phrase}") if form == "of" else f"the {phrase}"


def _given_as(value: Any, words: Wording, form: str) -> str:
    """An argument of a define, in the form in which it is used; a define that is a condition is its name."""
    form = {"of": "", "each": "site", "on": "site", "in": "site", "one": "site"}.get(form, form)
    text = phrase(value, words, form.removeprefix("of "))
    return text.removesuffix(" holds") if isinstance(value, BooleanLudeme) and text.count("“") == 1 else text


def with_arguments(name: str, texts: Sequence[str]) -> str:
    """What stands behind the name of a define: its arguments, in brackets unless the name leads up to the only one."""
    if not texts:
        return ""
    if len(texts) == 1 and name.endswith((" of", " from", " at", " on", " in", " to", " by", " with", " for")):
        return f" {texts[0]}"
    return f" ({'; '.join(texts) if any(',' in text for text in texts) else ', '.join(texts)})"


def named_number(ludeme: Ludeme) -> str:
    """What a number is called that the language has a word for, such as `Off`."""
    return _NUMBERS.get(to_text(ludeme.node), "") if "node" in vars(ludeme) else ""


def _joined(ludeme: Ludeme, words: Wording, every: bool, negated: bool) -> str:
    """Conditions that are joined by and, or by or; those of the other kind among them stand in brackets."""
    parts = [
        one
        for one in parts_of(ludeme, every, negated, words)
        if getattr(one[0], "value", None) is not every or key_of(one[0]) in words.letters
    ]
    every = every != negated
    texts = [
        f"({_phrase(part, words, '', denied)})" if is_joined(part, words) else _phrase(part, words, "", denied)
        for part, denied in parts
    ]
    plain = [text for text in texts if text[:1] != "("]
    mixed = any(" or " in text if every else " and " in text for text in plain) and len(texts) > 1
    lead = ("both " if len(texts) == 2 else "all of: ") if every else "either "
    return (lead if mixed else "") + nouns.listed(
        texts, "and" if every else "or", separator="; " if mixed and len(texts) > 2 else ", "
    )


def is_joined(condition: Ludeme, words: Wording) -> bool:
    """Whether a condition becomes several ones, joined."""
    if key_of(condition) in words.letters or words.called(condition) is not None:
        return False
    if type(condition).__name__ == "Not":
        return is_joined(condition.condition, words)  # type: ignore[attr-defined]
    return type(condition).__name__ in ("And", "AndAll", "Or", "OrAny") and len(list(condition.children())) > 1


def parts_of(ludeme: Ludeme, every: bool, denied: bool, words: Wording) -> Iterable[tuple[Ludeme, bool]]:
    """The conditions that are joined in the same way, those under denials too, and whether each is denied."""
    for child in ludeme.children():
        part, no = child, denied
        while type(part).__name__ == "Not":
            part, no = part.condition, not no  # type: ignore[attr-defined]
        names = ("And", "AndAll") if every == (no == denied) else ("Or", "OrAny")
        if type(part).__name__ in names and key_of(part) not in words.letters and words.called(part) is None:
            yield from parts_of(part, type(part).__name__ in ("And", "AndAll"), no, words)
        else:
            yield part, no


def _flat_conditions(ludeme: Ludeme, every: bool) -> Iterable[Ludeme]:
    names = ("And", "AndAll") if every else ("Or", "OrAny")
    for child in ludeme.children():
        if type(child).__name__ in names:
            yield from _flat_conditions(child, every)
        else:
            yield child


def _fallback(ludeme: Ludeme, words: Wording) -> str:
    """The keyword and the constants, in words, then the arguments by their names."""
    head, given = without_template(ludeme)
    texts = [f"{label} {_phrase(value, words, '')}".strip() for label, value in given]
    return f"{head} ({'; '.join(texts)})" if texts else head


def _untold(cls: type[Ludeme]) -> tuple[Slot, ...]:
    """The parameters that the template of a class does not speak of, but a reader must know of."""
    if not issubclass(cls, (MovesLudeme, BooleanLudeme, IntLudeme, SitesLudeme, StartRuleLudeme)):
        return ()
    spoken = set(re.findall(r"[{=]!?([a-z_]+)", cls.says))
    return tuple(slot for slot in cls.slots() if slot.field not in spoken | _SILENT)


def _silent(ludeme: Ludeme) -> tuple[Slot, ...]:
    """The same, worked out once for each class."""
    cls = type(ludeme)
    if cls not in _UNTOLD:
        _UNTOLD[cls] = _untold(cls)
    return _UNTOLD[cls]


_UNTOLD: Final[dict[type[Ludeme], tuple[Slot, ...]]] = {}


#: parameters that a sentence does without: they name types of sites, or what only programs ask for
_SILENT: Final = frozenset(
    ("then", "site_type", "of", "on", "is_visible", "kind", "type", "at", "include_self", "top", "pairs")
)


def unsaid(ludeme: Ludeme, words: Wording) -> str:
    """Arguments that a template does not speak of, behind it: nothing that is written is left out."""
    text = [f"{label}: {_phrase(value, words, '')}" for label, value in unspoken(ludeme)]
    return f" ({'; '.join(text)})" if text else ""


def unspoken(ludeme: Ludeme) -> list[tuple[str, Any]]:
    """The arguments that a template does not speak of, and what each is called."""
    silent = [(slot, getattr(ludeme, slot.field)) for slot in _silent(ludeme)]
    return [
        (nouns.spaced(slot.label or slot.field.strip("_")), value)
        for slot, value in silent
        if is_given(value)
        and value != type(ludeme).parameters[slot.field].default
        and str(getattr(value, "value", "")) != "False"
    ]


def without_template(ludeme: Ludeme) -> tuple[str, list[tuple[str, Any]]]:
    """The keyword of a ludeme that has no template, in words, and its arguments with what each is called."""
    given = [(slot, getattr(ludeme, slot.field)) for slot in type(ludeme).slots()]
    head = nouns.spaced(getattr(ludeme, "spelling", type(ludeme).__name__))
    return head, [
        (nouns.spaced(slot.label or ""), value) for slot, value in given if is_given(value) and value is not False
    ]


def is_given(value: Any) -> bool:
    return value is not None and value is not False and value != () and value != ""


# --- templates


class Filling:
    """A template that is being filled in for a ludeme."""

    def __init__(self, ludeme: Ludeme, words: Wording, form: str, negated: bool) -> None:
        self._ludeme, self._form, self._negated, self.has_verb = ludeme, form, negated, False
        self._left_out, self._words = words.left_out, replace(words, left_out=frozenset())

    def fill(self, parts: Template, before: str = "") -> str:
        text = ""
        for part in parts:
            if isinstance(part, Alternatives):
                option = next((option for option in part.options if self.holds(option)), ())
                text += self.fill(option, before + text)
            elif isinstance(part, Parameter):
                text += self.field(part.text)
            elif isinstance(part, Verb):
                self.has_verb = True
                text += self.verb(part.text, before + text)
            else:
                text += part
        return text

    def verb(self, text: str, before: str) -> str:
        return nouns.verb(text, before, negated=self._negated)

    def holds(self, option: Template) -> bool:
        return all(self._asks(part.text) for part in option if isinstance(part, Parameter))

    def _asks(self, text: str) -> bool:
        if text[0] == "~":
            return self._ludeme.spelling.endswith(text[1:])
        if text[0] == "^":
            return self._ludeme.spelling.startswith(text[1:])
        if text[0] == "!":
            return not self._given(text[1:])
        if "=" in text:
            return self._same(*(self._value(path) for path in text.split("=")))
        if "~" in text:
            path, name = text.split("~")
            path, denied = path.rstrip("!"), path.endswith("!")
            value = self._value(path)
            return denied != (self._is(value, name) and (name == "SitePlace" or not self._stands_for(value)))
        return text[0] == "." or self._given(text.rstrip("?").partition(":")[0])

    def _is(self, value: Any, name: str) -> bool:
        if value is None:
            return False
        if name == "Number":
            cls = type(value).__name__
            return cls in TERMS or cls in _NUMERIC or cls.startswith(("Count", "Size"))
        if name == "SitePlace":
            return isinstance(value, Ludeme) and value.is_site
        if isinstance(value, Ludeme):
            value_of = getattr(value, "value", None) if type(value).__name__.endswith("Constant") else None
            if name == "Arithmetic":
                return type(value).__name__ in TERMS
            return name in [base.__name__ for base in type(value).__mro__] or str(value_of) == name
        return name in (type(value).__name__, value.value if isinstance(value, Enum) else str(value))

    @staticmethod
    def _same(first: Any, second: Any) -> bool:
        """Whether two ludemes are written the same."""
        if not isinstance(first, Ludeme) or not isinstance(second, Ludeme):
            return False
        return "node" in vars(first) and "node" in vars(second) and bare(first.node) == bare(second.node)

    def _given(self, path: str) -> bool:
        return self._left_out.isdisjoint((path, path.partition(".")[0])) and is_given(self._value(path))

    def _value(self, path: str) -> Any:
        value: Any = self._ludeme
        for name in path.split("."):
            value = getattr(value, name, None)
        return value

    def field(self, text: str) -> str:
        if text[0] in "~!^" or text.endswith("?") or "~" in text or "=" in text:
            return ""
        if text[0] == ".":
            return self._word(text[1:])
        path, _, form = text.partition(":")
        if not self._given(path) and self._value(path) is not False:
            return ""
        value, words = self._value(path), self._words
        if path.endswith("apply"):
            words = words.knowing(self._value(path.removesuffix("apply") + "if_"))
        if path.endswith(("apply", "effect")):
            words = words.following()
        if path != "region":
            words = words.going_through(self._ludeme)
        if self._words.letters:
            if letter := self._letter(value):
                return self.lettered(letter, path, words, form)
            if isinstance(value, tuple) and all(isinstance(each, Enum) for each in value):
                value = tuple(Letter(letter) if (letter := self._letter(each)) else each for each in value)
        if form == "not":
            return self.phrase_of(value, words, "", negated=True)
        return self.phrase_of(value, words, self._form if form == "*" else form)

    def phrase_of(self, value: Any, words: Wording, form: str, negated: bool = False) -> str:
        """What a parameter says in a form."""
        return _phrase(value, words, form, negated)

    def lettered(self, letter: str, path: str, words: Wording, form: str) -> str:
        """What is said of a parameter that a letter stands for."""
        return f"in direction {letter}" if path == "direction" else as_letter(letter, words, form)

    def _stands_for(self, value: Any) -> bool:
        """Whether a letter replaces an argument, which differs from use to use."""
        letters = self._words.letters
        if not letters:
            return False
        return (key_of(value) in letters) if isinstance(value, Ludeme) else self._letter(value) is not None

    def _letter(self, value: Any) -> str | None:
        """The letter for an argument of a term that is no ludeme."""
        if isinstance(value, tuple):
            ends = (array.span.end for array, elements in lists(self._ludeme) if elements is value)
            return next((self._words.letters[end] for end in ends if end in self._words.letters), None)
        node = self._ludeme.node if "node" in vars(self._ludeme) else None
        for one in leaves(node) if node is not None else ():
            if one.span.end in self._words.letters and is_written(value, one.text):
                return self._words.letters[one.span.end]
        return None

    def noun(self) -> str:
        """What a site is called here."""
        kind = getattr(self._ludeme, "site_type", None)
        if kind is None and type(self._ludeme).__name__ == "SiteIterator":
            kind = self._words.loop
        return self._words.noun(kind)

    def _word(self, name: str) -> str:
        noun = self.noun()
        if name in ("Next", "Prev"):
            return role_name(RoleType(name), self._words, "")
        if name == "last":
            return nouns.spaced(self._ludeme.spelling.split()[-1])
        return {"site": noun, "sites": nouns.plural(noun), "a site": nouns.article(noun)}[name]


# --- other arguments


def _listed(values: tuple[Any, ...], words: Wording, form: str, negated: bool) -> str:
    """A list, joined by what the form says: `or` unless it is `and`, or `then`."""
    both = {RelativeDirection.FL, RelativeDirection.FR}
    if set(map(type, values)) == {RelativeDirection} and len(values) == 2:
        if set(values) == both:
            return "diagonally forwards"
        if {value.value for value in values} == {"BL", "BR"}:
            return "diagonally backwards"
    join, _, rest = form.partition("+")
    join, rest = (join, rest) if join in _JOINTS else ("or", form)
    if form == "steps":
        return ", ".join({"F": "ahead", "R": "turn right", "L": "turn left"}[value.value] for value in values)
    if all(isinstance(value, StepType) for value in values):
        return nouns.walk([value.value for value in values])
    phrases = list(dict.fromkeys(_phrase(value, words, rest, negated) for value in runs(values, words, rest)))
    if _JOINTS[join]:
        return _JOINTS[join].join(phrases)
    return nouns.listed(phrases, join, "; " if any(", " in text for text in phrases) else ", ")


#: the words for numbers
_NUMBERS: Final = {"End": "the end of the track", "Off": "off the board", "Infinity": "infinity", "Undefined": "none"}
#: the forms of regions
REGION_FORMS: Final = frozenset(("all", "part", "landing", "nearest"))
#: how the parts of a list are joined, where not as a list in English
_JOINTS: Final = {"and": "", "or": "", "then": ", then ", "else": ", or where that is not possible, "}
#: this many sites with following numbers are written as the first and the last
_RUN: Final = 4


def runs(values: tuple[Any, ...], words: Wording, form: str) -> Iterable[Any]:
    """The values; of sites with following numbers the first and the last."""
    numbers = [getattr(value, "value", value) for value in values]
    ends = set(words.places)
    if form != "site" or not all(isinstance(number, int) for number in numbers):
        yield from values
        return
    first = 0
    while first < len(numbers):
        last = first
        while last + 1 < len(numbers) and numbers[last + 1] == numbers[last] + 1 and numbers[last + 1] not in ends:
            last += 1
        if last - first + 1 >= _RUN:
            yield SiteRun(numbers[first], numbers[last])
        else:
            yield from values[first : last + 1]
        first = last + 1


@dataclass(frozen=True)
class SiteRun:
    """Sites with following numbers."""

    first: int
    last: int


@dataclass(frozen=True)
class Letter:
    """The letter for an argument of a term."""

    text: str


def _run(run: SiteRun, words: Wording, form: str) -> str:
    if (place := words.place(run.first)) is not None:
        return f"places {place[0]} to {place[0] + run.last - run.first} of {place[1]}"
    return f"{number_name(run.first, words, form)} to {number_name(run.last, words, form)}"


def role_name(role: RoleType, words: Wording, form: str) -> str:
    name = role.value
    if name[0] == "P" and name[1:].isdigit():
        text = words.player(int(name[1:]))
        return nouns.possessive(text) if form == "of" else text
    if name.startswith("Team") and name[4:].isdigit():
        return f"team {name[4:]}'s" if form == "of" else f"team {name[4:]}"
    plain, own = nouns.ROLES[name] if words.players == 2 or name not in nouns.OF_MANY else nouns.OF_MANY[name]
    return own if form == "of" else plain


def constant_name(value: Enum, form: str) -> str:
    if isinstance(value, AbsoluteDirection | RelativeDirection | CompassDirection):
        return nouns.direction(value.value, form)
    if isinstance(value, SiteType):
        text = value.value.lower()
        return nouns.plural(text) if form == "plural" else text
    if isinstance(value, HiddenData):
        return {"What": "kind", "Who": "owner"}.get(value.value, value.value.lower())
    if value is RegionTypeStatic.SidesNoCorners:
        return "sides without their corners"
    return nouns.spaced(str(value.value))


def string_name(value: str, words: Wording, form: str) -> str:
    if form.endswith(("piece", "pieces")):
        return _piece(value, words, form)
    if form == "region":
        return nouns.spaced(value)
    if form == "container" and value == "Board":
        return "the board"
    if form == "container":
        return _piece(value, words, "own piece") if value in words.owners else f"each {_piece(value, words, '')}"
    return value if form == "plain" else f"“{value}”"


def _piece(name: str, words: Wording, form: str) -> str:
    plain, owner = words.owners.get(name, (name.rstrip("0123456789") or name, 0))
    text = plain if plain.isupper() else nouns.spaced(plain)
    owner = owner if owner <= words.players else 0
    if form.endswith("pieces"):
        text = nouns.plural(text)
    if "own" in form and owner:
        return ("of " if form.startswith("of ") else "") + f"{nouns.possessive(words.player(owner))} {text}"
    return nouns.article(text) if form.startswith("a ") else text


def number_name(value: int, words: Wording, form: str) -> str:
    if form == "site" and 0 <= value < len(words.labels):
        return words.labels[value]
    if form == "site" and (place := words.place(value)) is not None:
        return f"place {place[0]} of {place[1]}"
    if form == "player" and 0 < value <= words.players:
        return words.player(value)
    if form == "row":
        return str(value + 1)
    if form == "column" and 0 <= value < 26:
        return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[value]
    if form == "components":
        return words.component(value)
    if form == "times":
        return {1: "once", 2: "twice"}.get(value, f"{value} times")
    return str(value)
