"""A board of one's own: `(wheel <spokes>)`."""

from __future__ import annotations

import math

from ludens.board import BoardError, Graph
from ludens.board.faces import make_faces
from ludens.ludemes.dims import whole
from ludens.ludemes.graphs import GraphForm
from ludens.rules.categories import DimLudeme
from ludens.rules.enums import SiteType


class Wheel(GraphForm):
    """A hub with spokes and a rim between their ends; the spaces between the spokes are its cells."""

    spellings = ("wheel",)
    spokes: DimLudeme

    def make(self, site: SiteType) -> Graph:
        number = whole(self.spokes)
        if number < 3:
            raise BoardError(f"a wheel of {number} spokes does not turn: it needs three")
        graph = Graph()
        hub = graph.add_vertex(0.0, 0.0)
        angles = [2 * math.pi * spoke / number for spoke in range(number)]
        rim = [graph.add_vertex(math.sin(angle), math.cos(angle)) for angle in angles]
        for end, following in zip(rim, [*rim[1:], rim[0]], strict=True):
            graph.add_edge(hub, end)
            graph.add_edge(end, following)
        make_faces(graph)
        graph.reorder()
        return graph
