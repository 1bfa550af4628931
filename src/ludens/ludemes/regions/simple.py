"""Regions that the board has of itself (manual: regions 3)."""

from __future__ import annotations

from ludens.ludemes.regions.static import Sites, TypedSites
from ludens.rules.base import NOTHING
from ludens.rules.state.context import Context
from ludens.rules.state.regions import Region, StaticRegion

NAMES = {
    "Bottom": "bottom",
    "Centre": "centre",
    "ConcaveCorners": "concave",
    "ConvexCorners": "convex",
    "Corners": "corners",
    "Inner": "inner",
    "Left": "left",
    "Major": "major",
    "Minor": "minor",
    "Outer": "outer",
    "Perimeter": "outer",
    "Right": "right",
    "Top": "top",
}


class SimpleSites(TypedSites):
    """A part of the board: its top, its corners, its centre and so on."""

    spellings = tuple(f"sites {name}" for name in NAMES)
    says = (
        "[{~Bottom}@the bottom row|{~Top}@the top row|{~Left}@the leftmost column|{~Right}@the rightmost column|"
        "{~Centre}@the centre|{~ConcaveCorners}the concave corners|{~ConvexCorners}the convex corners|{~Corners}"
        "the corner {.sites}|{~Inner}the inner {.sites}|{~Outer}the outer {.sites}|{~Perimeter}the {.sites} of "
        "the perimeter|{~Major}the larger {.sites}|the smaller {.sites}]"
    )
    reads = NOTHING

    def emit(self, c: Context) -> Region:
        return StaticRegion(c, c.model.topology.region(self.kind(c), NAMES[self.spelling.split()[1]]))


class BoardSites(TypedSites):
    """All sites of a type of the board."""

    spellings = ("sites Board",)
    says = "the {.sites} of the board"
    reads = NOTHING

    def emit(self, c: Context) -> Region:
        return StaticRegion(c, range(c.model.count(self.kind(c))))


class EdgeSites(Sites):
    """The edges of the board that run in some direction."""

    spellings = ("sites Axial", "sites Horizontal", "sites Vertical", "sites Angled", "sites Slash", "sites Slosh")
    says = "the {.last} edges"
    reads = NOTHING

    def emit(self, c: Context) -> Region:
        return StaticRegion(c, c.model.topology.region("Edge", self.spelling.split()[1].lower()))
