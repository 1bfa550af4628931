"""What is expected of a reconstruction."""

from __future__ import annotations

from ludens.ludemes.sections import Section
from ludens.rules.base import Ludeme, Number, named


class ReconItem(Ludeme):
    """An expected property of a reconstruction."""


class Concept(ReconItem):
    """A property of the game and its value."""

    spellings = ("concept",)
    name: str
    value: Number | bool


class ConceptRange(ReconItem):
    """A property of the game and the bounds of its value."""

    spellings = ("concept",)
    name: str
    min_value: Number = named()
    max_value: Number = named()


class Recon(Section):
    """What is expected of a reconstruction."""

    spellings = ("recon",)
    content: tuple[ReconItem, ...] | ReconItem
