"""The regions: sets of sites (spec 9)."""

# ruff: noqa: F401, I001
from ludens.ludemes.regions import items, named, indexed, simple, operators, content, occupied
from ludens.ludemes.regions import around, lines, walks, places, groups, measures, of_moves
