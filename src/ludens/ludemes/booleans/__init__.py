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
    path,
    pattern,
    players,
    puzzles,
    quantifiers,
    repetition,
    satisfy,
    sites,
    threat,
    tiles,
)

__all__ = [
    "comparisons", "connection", "graphs", "line", "logic", "loop", "nothing", "numbers", "path", "pattern", "players",
    "puzzles", "quantifiers", "repetition", "satisfy", "sites", "threat", "tiles",
]  # fmt: skip
