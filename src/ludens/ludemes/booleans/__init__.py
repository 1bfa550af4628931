"""Conditions (spec 7)."""

from ludens.ludemes.booleans import (
    comparisons,
    connection,
    graphs,
    line,
    logic,
    loop,
    nothing,
    numbers,
    pattern,
    players,
    quantifiers,
    repetition,
    sites,
    threat,
    tiles,
)

__all__ = [
    "comparisons", "connection", "graphs", "line", "logic", "loop", "nothing", "numbers", "pattern", "players",
    "quantifiers", "repetition", "sites", "threat", "tiles",
]  # fmt: skip
