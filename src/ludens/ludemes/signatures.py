"""Ludemes and their parameters in words: what error messages, the editor and the manual print."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Any

from ludens.ludemes.registry import Form
from ludens.rules.base import ArrayOf, Ludeme, Number, Slot

#: what the plain types are called
_PLAIN = {
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
    if issubclass(alternative, enum.Enum):
        return _describe_enumeration(alternative)
    return _describe_class(alternative) if issubclass(alternative, Ludeme) else _PLAIN[alternative]


def _describe_enumeration(constants: type[enum.Enum]) -> str:
    """Few constants by themselves, many by the name that they have together."""
    members = [m.value for m in constants]
    if len(members) <= 4:
        return " or ".join(members)
    article = "an" if constants.__name__[0] in "AEIOU" else "a"
    return f"{article} {constants.__name__} ({', '.join(members[:3])} ...)"


def _describe_class(cls: type[Ludeme]) -> str:
    """A category by its name, a clause by its keyword, what several clauses share by its docstring."""
    if called := vars(cls).get("called"):
        return str(called)
    return f"({cls.spellings[0]} ...)" if cls.spellings else str(cls.__doc__).splitlines()[0].rstrip(".").lower()


def signature(form: Form) -> str:
    """A form with its parameters: `[...]` is optional, `name:` a label."""
    return f"({' '.join([form.spelling, *parameters(form)])})"


def parameters(form: Form) -> list[str]:
    """The parameters of a form, as its signature writes them."""
    return [parameter(slot) for slot in form.cls.slots()]


def parameter(slot: Slot) -> str:
    """A parameter, as signatures write it."""
    text = describe(slot.alternatives)
    text = f"{slot.label}:<{text}>" if slot.label else f"<{text}>"
    return f"[{text}]" if slot.optional else text
