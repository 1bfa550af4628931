"""Rulesets: named selections of options."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from ludens.language.errors import LudWarning
from ludens.language.scan import QUOTED, closing_bracket, find_partner
from ludens.language.text import Text

_RULESETS = "(rulesets"
_RULESET = re.compile(r"\(ruleset\s")
_STARS = re.compile(r"\*+")
_VARIATIONS = re.compile(r"variations:\s*\{")


@dataclass(frozen=True)
class Ruleset:
    """A named choice of option items. `variations` lists, for a heading, the items that also go with it."""

    heading: str
    priority: int
    settings: tuple[str, ...]
    variations: dict[str, tuple[str, ...]] = field(default_factory=dict)


def take_rulesets(text: Text, slips: list[LudWarning] | None = None) -> tuple[Text, tuple[Ruleset, ...]]:
    """The text without its rulesets clause, and the rulesets, in order.

    Further such clauses are left out, with a warning each among the `slips`.
    """
    start = text.chars.find(_RULESETS)
    if start < 0:
        return text, ()
    end = closing_bracket(text, start, "the rulesets")
    rulesets = tuple(_read_rulesets(text, start + len(_RULESETS), end))
    text = text.without(start, end + 1)
    while (start := text.chars.find(_RULESETS)) >= 0:
        end = closing_bracket(text, start, "the rulesets") + 1
        if slips is not None:
            slips.append(LudWarning.of(text.error("only the first (rulesets ...) is read", start, end)))
        text = text.without(start, end)
    return text, rulesets


def active_ruleset(rulesets: Sequence[Ruleset], selected: Collection[str]) -> Ruleset | None:
    """The first ruleset that has settings and all of whose settings are selected."""
    for ruleset in rulesets:
        if ruleset.settings and all(setting in selected for setting in ruleset.settings):
            return ruleset
    return None


def _read_rulesets(text: Text, start: int, end: int) -> Iterable[Ruleset]:
    while found := _RULESET.search(text.chars, start, end):
        closing = closing_bracket(text, found.start(), "this ruleset")
        stars = _STARS.match(text.chars, closing + 1)
        yield _read_ruleset(text, found.end(), closing, len(stars[0]) if stars else 0)
        start = closing + 1


def _read_ruleset(text: Text, start: int, end: int, priority: int) -> Ruleset:
    heading = QUOTED.search(text.chars, start, end)
    if not heading:
        raise text.error("a ruleset without a heading in quotes", start)
    found = _VARIATIONS.search(text.chars, heading.end(), end)
    if not found:
        return Ruleset(heading[0][1:-1], priority, _strings(text, heading.end(), end))
    closing = find_partner(text.chars, found.end() - 1)
    if not 0 <= closing < end:
        raise text.error("the variations of this ruleset are not closed", found.end() - 1)
    settings = _strings(text, heading.end(), found.start()) + _strings(text, closing, end)
    # All strings to the end of the ruleset count as variations, as in the reference implementation.
    return Ruleset(heading[0][1:-1], priority, settings, _by_heading(settings, _strings(text, found.end(), end)))


def _strings(text: Text, start: int, end: int) -> tuple[str, ...]:
    return tuple(found[0][1:-1] for found in QUOTED.finditer(text.chars, start, end))


def _by_heading(settings: Iterable[str], variations: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The variations of each option heading, the settings of that heading in front."""
    groups: dict[str, dict[str, None]] = {}
    for name in variations:
        groups.setdefault(name.partition("/")[0], {})[name] = None
    for heading, names in groups.items():
        own = {name: None for name in settings if name.partition("/")[0] == heading}
        groups[heading] = own | names
    return {heading: tuple(names) for heading, names in groups.items()}
