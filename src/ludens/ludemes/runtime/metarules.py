"""The switches that meta rules set."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ludens.ludemes.runtime.context import Context


@dataclass(frozen=True)
class MetaRules:
    """The switches that meta rules set."""

    swap: bool = False
    repetition: str | None = None
    no_suicide: bool = False
    gravity: bool = False
    automove: bool = False
    pin: bool = False
    no_stack_on: bool = False
    extra: dict[str, Any] = field(default_factory=dict, compare=False)


def meta_rules(c: Context) -> MetaRules:
    rules: MetaRules = c.model.extra.get("meta", MetaRules())
    return rules
