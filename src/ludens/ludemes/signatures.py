"""Ludemes and their parameters in words: what error messages, the editor and the manual print."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Any

from ludens.ludemes import categories
from ludens.ludemes.base import ArrayOf, Number
from ludens.ludemes.registry import Form

_NAMES: dict[Any, str] = {
    categories.IntLudeme: "an integer",
    categories.BooleanLudeme: "a condition",
    categories.FloatLudeme: "a number",
    categories.SitesLudeme: "a region",
    categories.IntsLudeme: "an array of integers",
    categories.RangeLudeme: "a range",
    categories.DirectionLudeme: "a direction",
    categories.MovesLudeme: "moves",
    categories.NonDecision: "an effect",
    categories.DimLudeme: "an integer of the board",
    categories.GraphLudeme: "a graph",
    categories.ItemLudeme: "an item of the equipment",
    categories.StartRuleLudeme: "a start rule",
    categories.MetaRuleLudeme: "a meta rule",
    categories.EndRuleLudeme: "an end rule",
    categories.ResultLudeme: "a result",
    int: "an integer literal",
    bool: "True or False",
    float: "a number literal",
    Number: "a number literal",
    str: "a string",
}


def describe(alternatives: Sequence[Any]) -> str:
    """Alternatives in words."""
    return " or ".join(dict.fromkeys(_describe_one(a) for a in alternatives))


def _describe_one(alternative: Any) -> str:
    if isinstance(alternative, ArrayOf):
        return "a list of " + describe(alternative.alternatives)
    if alternative in _NAMES:
        return _NAMES[alternative]
    if issubclass(alternative, enum.Enum):
        members = [m.value for m in alternative]
        return " or ".join(members) if len(members) <= 4 else f"a {alternative.__name__} ({', '.join(members[:3])} ...)"
    return (
        f"({alternative.spellings[0]} ...)"
        if alternative.spellings
        else str(alternative.__doc__).splitlines()[0].rstrip(".").lower()
    )


def signature(form: Form) -> str:
    """A form with its parameters: `[...]` is optional, `name:` a label."""
    parts = [form.spelling]
    for slot in form.cls.slots():
        text = describe(slot.alternatives)
        text = f"{slot.label}:<{text}>" if slot.label else f"<{text}>"
        parts.append(f"[{text}]" if slot.optional else text)
    return f"({' '.join(parts)})"
