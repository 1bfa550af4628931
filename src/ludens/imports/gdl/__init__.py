"""Games in the Game Description Language (`.kif`, `.gdl`) as descriptions; `Machine` plays the rules as they stand."""

from __future__ import annotations

from ludens.imports.gdl.grounding import grounded
from ludens.imports.gdl.machine import Machine
from ludens.imports.gdl.reading import Rule, Term, read
from ludens.imports.gdl.writing import Imported, described

__all__ = ["Imported", "Machine", "Rule", "Term", "described", "grounded", "read"]
