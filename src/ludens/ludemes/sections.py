"""Clauses that keep whatever fits."""

from __future__ import annotations

from ludens.rules.base import Ludeme


class Section(Ludeme):
    """A clause that is read item by item: what does not fit is a warning, and left out."""
