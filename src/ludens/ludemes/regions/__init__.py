"""The regions: sets of sites (spec 9)."""

from ludens.ludemes.regions import items, named, indexed, simple, operators, content, occupied  # noqa: F401, I001
