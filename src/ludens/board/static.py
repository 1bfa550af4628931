"""Lists of sites that a board has of itself, for constraints of puzzles, and its landmarks."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from ludens.board.directions import COMPASS
from ludens.board.errors import BoardError
from ludens.board.measure import SiteType
from ludens.board.topology import Topology

Lists = list[list[int]]
_LANDMARKS: Final = {
    "CentreSite": "centre",
    "LeftSite": "left",
    "RightSite": "right",
    "Topsite": "top",
    "BottomSite": "bottom",
}


def static_regions(topology: Topology, name: str) -> Lists:
    """The site lists of a static region type, of the board's default site type; not for `HintRegions`."""
    if name not in _STATIC:
        raise BoardError(f"a board has no static region {name}")
    return _STATIC[name](topology, topology.default_site)


def landmark(topology: Topology, name: str) -> int | None:
    """The site of a landmark: of Vertex on vertex boards, else of Cell; None where the board has none."""
    kind: SiteType = "Vertex" if topology.default_site == "Vertex" else "Cell"
    if name == "FirstSite":
        return 0
    if name == "LastSite":
        return topology.count(kind) - 1
    return next(iter(topology.region(kind, _LANDMARKS[name])), None)


def _sides(topology: Topology, kind: SiteType) -> Lists:
    sides = topology.sides(kind)
    return [sides.get(facing, []) for facing in COMPASS]


def _sides_without_corners(topology: Topology, kind: SiteType) -> Lists:
    corners = set(topology.region(kind, "corners"))
    return [[site for site in side if site not in corners] for side in _sides(topology, kind)]


def _all_directions(topology: Topology, kind: SiteType) -> Lists:
    """For each site itself and the sites of its radials, without repeats."""
    lists = []
    for site in range(topology.count(kind)):
        runs = topology.finder(kind).sites(site, "All")
        lists.append(list(dict.fromkeys([site, *(n for run in runs for n in run)])))
    return lists


def _sub_grids(topology: Topology, kind: SiteType) -> Lists:
    k = int(math.sqrt(math.sqrt(topology.count("Cell"))))
    cells = topology.elements("Cell")
    return [
        [n for n, e in enumerate(cells) if e.row // k == i and e.column // k == j] for i in range(k) for j in range(k)
    ]


def _touching(topology: Topology, kind: SiteType) -> Lists:
    count = topology.count(kind)
    return [[site, near] for site in range(count) for near in topology.neighbours(kind, site, "Adjacent")]


_STATIC: Final[dict[str, Callable[[Topology, SiteType], Lists]]] = {
    "Rows": lambda t, kind: t.rows(kind),
    "Columns": lambda t, kind: t.columns(kind),
    "Layers": lambda t, kind: t.layers(kind),
    "Corners": lambda t, kind: [[site] for site in t.region(kind, "corners")],
    "Sides": _sides,
    "SidesNoCorners": _sides_without_corners,
    "AllSites": lambda t, kind: [list(range(t.count(kind)))],
    "Diagonals": lambda t, kind: [],
    "AllDirections": _all_directions,
    "SubGrids": _sub_grids,
    "Touching": _touching,
    "Regions": _touching,
    "Vertices": _touching,
}
