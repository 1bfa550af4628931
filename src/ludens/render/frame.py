"""Where everything lies in the picture: from the board's coordinates to pixels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludens.board import Topology
from ludens.board.measure import SiteType
from ludens.board.numeric import Floats
from ludens.render.canvas import Point
from ludens.render.view import Key, View, shown_sites

#: sites of a board with two rows of points; the sites in the middle of each row lie on the bar
_BAR_SITES = 26
#: how many pieces the columns of a wall of stacks hold
_STOREYS = 6
_POINTS_HEIGHT = 11.0


class Frame:
    """The board's place: `left`, `top`, `width` and `height` in pixels, `unit` pixels to a unit of the board.

    `storeys` is how many pieces the sites hold one above the other.
    """

    def __init__(self, view: View, style: str, size: float) -> None:
        self.view, self.topology, self.style = view, view.topology, style
        self.two_rows = style in ("Backgammon", "Table") and view.default_site == "Vertex"
        self.storeys = _STOREYS if style == "Connect4" and view.default_site == "Cell" else 1
        self._points: dict[SiteType, Floats] = {}
        self._radii: dict[SiteType, float] = {}
        low, high = self._bounds()
        pad = self._padding()
        self.low, self.high = low - pad, high + pad
        extent = self.high - self.low
        self.unit = size / float(max(extent.max(), 1e-6))
        self.width, self.height = (float(e) * self.unit for e in extent)
        self.left = self.top = 0.0

    def place(self, left: float, top: float) -> None:
        """Move the board's upper left corner."""
        self.left, self.top = left, top

    def _bounds(self) -> tuple[Floats, Floats]:
        if self.view.boardless:
            points = np.array([self.points(kind)[site] for kind, site in shown_sites(self.view)])
            reach = self.board_radius("Cell") * 1.3
            return points.min(axis=0) - reach, points.max(axis=0) + reach
        points = self.points("Vertex")
        return points.min(axis=0), points.max(axis=0) + np.array([0.0, self._rise])

    @property
    def _rise(self) -> float:
        """How far the cells reach above themselves where pieces are piled up, in units of the board."""
        return (self.storeys - 1) * 2 * self.board_radius("Cell") if self.storeys > 1 else 0.0

    def _padding(self) -> float:
        """The room around the outermost vertices, in units of the board."""
        if self.two_rows:
            return 0.9
        radius = self.board_radius(self.view.default_site)
        if self.style == "Surakarta":
            return radius * 5.6
        return radius * (1.5 if self.view.default_site != "Cell" else 0.16)

    # --- in units of the board

    def points(self, kind: SiteType) -> Floats:
        """The places of the sites of a type."""
        if kind not in self._points:
            at: Floats = self.topology.positions(kind)[:, :2]
            self._points[kind] = _two_rows(len(at)) if self.two_rows and kind == "Vertex" else at
        return self._points[kind]

    def board_radius(self, kind: SiteType) -> float:
        """The radius of a circle that fits on nearly every site of a type."""
        if kind not in self._radii:
            self._radii[kind] = 0.42 if self.two_rows else _radius(self.topology, kind)
        return self._radii[kind]

    # --- in pixels

    def radius(self, kind: SiteType | None = None) -> float:
        return self.board_radius(kind or self.view.default_site) * self.unit

    def at(self, point: Sequence[float] | Floats) -> Point:
        """A point of the board."""
        x, y = float(point[0]), float(point[1])
        return self.left + (x - float(self.low[0])) * self.unit, self.top + (float(self.high[1]) - y) * self.unit

    def site(self, kind: SiteType, site: int) -> Point:
        return self.at(self.points(kind)[site])

    def key(self, key: Key) -> Point:
        return self.site(*key)

    @property
    def extent(self) -> Point:
        """The width and the height of what the sites take, without room around them; a square where it is none."""
        side = max(float(e) for e in self.high - self.low - 2 * self._padding()) * self.unit
        return side, side

    @property
    def centre(self) -> Point:
        return self.left + self.width / 2, self.top + self.height / 2

    def cell(self, site: int) -> list[Point]:
        """The corners of a cell; of a column of pieces its corners as a whole."""
        vertices = self.points("Vertex")
        corners = [vertices[v] for v in self.topology.cell_vertices[site]]
        middle = float(self.points("Cell")[site][1])
        return [self.at((x, y + (self._rise if y > middle else 0.0))) for x, y in corners]

    def edge(self, site: int) -> tuple[Point, Point]:
        a, b = self.topology.edge_vertices[site]
        return self.site("Vertex", a), self.site("Vertex", b)


def _two_rows(count: int) -> Floats:
    """The points of a backgammon board: the first half at the bottom, the second on top, from left to right."""
    half = max(count // 2, 1)
    height = _POINTS_HEIGHT * max(half, 7) / 13
    return np.array([[n % half, 0.0 if n < half else height] for n in range(count)], dtype=float).reshape(-1, 2)


def has_bar(count: int) -> bool:
    """Whether a board of two rows has its bar in the middle."""
    return count == _BAR_SITES


def _radius(topology: Topology, kind: SiteType) -> float:
    if kind == "Cell" and topology.count("Cell"):
        return _typical(_inner_radii(topology))
    lengths = np.array([e.length for e in topology.graph.edges])
    near = _half_apart(topology.positions(kind))
    if kind == "Vertex" and len(lengths):  # of points that no edge joins some may lie nearer than those that one does
        return near if 0 < near < float(lengths.min()) / 2 - 0.01 else _typical(lengths / 2)
    return near or 0.5


def _half_apart(points: Floats) -> float:
    """Half of how far points lie from the nearest other one; 0 where there are too few or too many to tell."""
    if len(points) < 2 or len(points) > 3000:
        return 0.0
    apart = np.linalg.norm(points[:, None, :] - points[None, :, :], axis=2)
    apart[apart < 1e-6] = np.inf  # a point itself, and those over it
    nearest = apart.min(axis=1)
    return _typical(nearest[np.isfinite(nearest)] / 2) if np.isfinite(nearest).any() else 0.0


def _inner_radii(topology: Topology) -> Floats:
    """For each cell the distance of its centre from the nearest of its edges."""
    radii = []
    for face in topology.graph.faces:
        ends = np.array([(v.x, v.y) for v in face.vertices])
        along = np.roll(ends, -1, axis=0) - ends
        towards = np.array([face.x, face.y]) - ends
        area = np.abs(along[:, 0] * towards[:, 1] - along[:, 1] * towards[:, 0])
        radii.append(float(np.min(area / np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-9))))
    return np.array(radii)


def _typical(values: Floats) -> float:
    """A small value, but not one that is small by exception."""
    return max(float(np.sort(values)[len(values) // 10]), 0.02)
