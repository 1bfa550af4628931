"""The switches that meta rules set."""

from __future__ import annotations

from dataclasses import dataclass


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
