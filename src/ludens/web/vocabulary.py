"""The words of the language for the editor: every form of every ludeme, from the classes."""

from __future__ import annotations

import functools
import inspect
from typing import Any

from ludens.language.prelude import predefined
from ludens.ludemes.registry import enumerations, forms
from ludens.ludemes.signatures import signature


@functools.cache
def vocabulary() -> dict[str, Any]:
    """Name, form and manual entry of each ludeme; the constants; the names of the predefined defines."""
    entries = [
        {"name": form.spelling, "signature": signature(form), "doc": inspect.getdoc(form.cls) or ""}
        for listed in forms().values()
        for form in listed
    ]
    constants = {member.name for kind in enumerations() for member in kind}
    return {
        "ludemes": entries,
        "keywords": sorted({*constants, "option", "item", "define", "rulesets", "ruleset", "metadata"}),
        "defines": sorted(predefined()),
    }
