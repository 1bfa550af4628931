"""The words of the language for the editor: every form of every ludeme, from the classes."""

from __future__ import annotations

import functools
import inspect
from typing import Any

from ludens import ludemes
from ludens.language.prelude import predefined
from ludens.ludemes.base import Ludeme
from ludens.ludemes.binder import form_of

assert ludemes  # imported for its classes, which register themselves


@functools.cache
def vocabulary() -> dict[str, Any]:
    """Name, form and manual entry of each ludeme; the constants; the names of the predefined defines."""
    entries = []
    for keyword in sorted(Ludeme.registry):
        for constant, cls in Ludeme.registry[keyword]:
            spelling = keyword if constant is None else f"{keyword} {constant}"
            doc = inspect.getdoc(cls) or ""
            entries.append({"name": spelling, "signature": form_of(cls, spelling), "doc": doc})
    return {
        "ludemes": entries,
        "keywords": sorted({*_constants(), "option", "item", "define", "rulesets", "ruleset", "metadata"}),
        "defines": sorted(predefined()),
    }


def _constants() -> set[str]:
    """The names of all constants of the language."""
    import enum

    from ludens.ludemes import enums

    kinds = [e for e in vars(enums).values() if isinstance(e, type) and issubclass(e, enum.Enum)]
    return {member.name for kind in kinds for member in kind}
