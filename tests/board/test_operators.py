"""Operators on graphs: how many vertices, edges and cells they leave, and where."""

from __future__ import annotations

import pytest

from board.boards import board
from ludens.board import SITE_TYPES, Topology
from ludens.language import LudError


def counts(topology: Topology) -> tuple[int, int, int]:
    """Vertices, edges, cells."""
    return topology.count("Vertex"), topology.count("Edge"), topology.count("Cell")


@pytest.mark.parametrize(
    ("graph", "expected"),
    [
        ("(square 2)", (9, 12, 4)),
        ("(remove (square 2) vertices:{4})", (8, 8, 0)),
        ("(remove (square 2) cells:{0})", (9, 10, 3)),
        ("(remove (square 2) cells:{0} trimEdges:False)", (9, 12, 3)),
        ("(remove (square 2) edges:{{0 1}})", (9, 11, 3)),
        ("(remove (square 2) edges:{{0 1}} trimEdges:False)", (9, 11, 3)),
        ("(remove (square 3) (poly {{0.5 0.5} {0.5 2.5} {2.5 2.5} {2.5 0.5}}))", (12, 12, 0)),
        ("(hole (square 3) (poly {{1.1 1.1} {1.1 1.9} {1.9 1.9} {1.9 1.1}}))", (16, 24, 8)),
        ("(keep (square 3) (poly {{-0.1 -0.1} {-0.1 1.1} {1.1 1.1} {1.1 -0.1}}))", (4, 4, 1)),
        ("(clip (square 3) (poly {{-0.1 -0.1} {-0.1 1.1} {1.1 1.1} {1.1 -0.1}}))", (12, 16, 5)),
        ("(add (square 2) vertices:{{3 3}})", (10, 12, 4)),
        ("(add (square 2) edges:{{{0 0} {1 1}}})", (9, 13, 4)),
        ("(add (square 2) cells:{{{2 0} {3 0} {3 1} {2 1}}})", (11, 15, 5)),
        ("(complete (square 1))", (4, 6, 2)),
        ("(complete (square 2) eachCell:True)", (9, 20, 4)),
        ("(dual (square 3))", (9, 12, 4)),
        ("(subdivide (square 1) min:4)", (5, 8, 4)),
        ("(subdivide (square 1) min:5)", (4, 4, 1)),
        ("(union (square 1) (shift 3 0 (square 1)))", (8, 8, 2)),
        ("(union {(square 1) (shift 3 0 (square 1)) (shift 6 0 (square 1))})", (12, 12, 3)),
        ("(merge (square 1) (shift 1 0 (square 1)))", (6, 7, 2)),
        ("(intersect (square 2) (shift 1 0 (square 2)))", (6, 7, 2)),
        ("(trim (add (square 1) edges:{{{1 1} {2 2}}}))", (4, 4, 1)),
        ("(makeFaces (add (square 1) edges:{{{0 0} {1 1}}}))", (4, 5, 2)),
        ("(splitCrossings (complete (square 1)))", (5, 8, 4)),
        ("(remove (square 2) cells:{{{0 0} {1 0} {1 1} {0 1}}})", (9, 10, 3)),
        ("(remove (square 2) edges:{{{0 0} {1 0}}})", (9, 11, 3)),
        ("(remove (square 2) vertices:{{1 1}})", (8, 8, 0)),
        ("(add (square 1) edges:{{0 3}})", (4, 5, 1)),
        ("(add (square 1) edgesCurved:{{{0 0} {1 1} {1 0} {0 1}}})", (4, 5, 1)),
        ("(add (square 1) vertices:{{2 0}} connect:True)", (5, 5, 1)),
        ("(regular 5)", (5, 5, 1)),
        ("(celtic 1)", (8, 12, 5)),  # a square and an arch at each side
        ("(celtic 2 2)", (16, 28, 13)),
        ("(celtic (poly {{0 0} {0 2} {2 2} {2 0}}))", (16, 28, 13)),
    ],
)
def test_what_is_left(graph: str, expected: tuple[int, int, int]) -> None:
    assert counts(board(graph)) == expected


def corners(graph: str) -> list[tuple[float, float]]:
    """The places of a board's vertices, from its lower left corner and in units of its longer side."""
    vertices = board(graph).elements("Vertex")
    left, low = min(v.x for v in vertices), min(v.y for v in vertices)
    unit = max(max(v.x for v in vertices) - left, max(v.y for v in vertices) - low)
    return sorted((round((v.x - left) / unit, 6), round((v.y - low) / unit, 6)) for v in vertices)


@pytest.mark.parametrize(
    ("graph", "expected"),
    [
        ("(square 1)", [(0, 0), (0, 1), (1, 0), (1, 1)]),
        ("(shift 3 4 (square 1))", [(0, 0), (0, 1), (1, 0), (1, 1)]),
        ("(scale 2 1 (square 1))", [(0, 0), (0, 0.5), (1, 0), (1, 0.5)]),
        ("(scale 2 (square 1))", [(0, 0), (0, 1), (1, 0), (1, 1)]),
        ("(skew 1 (square 1))", [(0, 0), (0.5, 0), (0.5, 0.5), (1, 0.5)]),
        ("(rotate 90 (scale 2 1 (square 1)))", [(0, 0), (0, 1), (0.5, 0), (0.5, 1)]),
        ("(rotate 45 (square 1))", [(0, 0.5), (0.5, 0), (0.5, 1), (1, 0.5)]),
    ],
)
def test_where_vertices_go(graph: str, expected: list[tuple[float, float]]) -> None:
    assert corners(graph) == [pytest.approx(place) for place in expected]


def test_layers_stand_one_above_the_other() -> None:
    topology = board("(layers 3 (square 2))", "Cell")
    assert [topology.count(kind) for kind in SITE_TYPES] == [27, 54, 12]
    assert {cell.layer for cell in topology.elements("Cell")} == {0, 1, 2}


@pytest.mark.parametrize("graph", ["(remove (square 2) cells:{9})", "(remove (square 2) edges:{{0 8}})"])
def test_what_is_not_there_cannot_be_removed(graph: str) -> None:
    assert counts(board(graph)) == (9, 12, 4)


@pytest.mark.parametrize(
    ("graph", "message"),
    [
        ("(wedge 0)", "rows"),
        ("(intersect (square 1) (shift 5 5 (square 1)))", "in common"),
        ("(add (square 1) vertices:{{1}})", "coordinates"),
        ("(add (square 1) edgesCurved:{{{0 0} {1 1}}})", "tangents"),
        ("(graph vertices:{{0} {1 1}})", "coordinates"),
        ("(graph vertices:{{0 0} {1 1}} edges:{{0}})", "edge"),
        ("(spiral turns:1 sites:0)", "sites"),
    ],
)
def test_what_is_no_graph(graph: str, message: str) -> None:
    with pytest.raises(LudError, match=message):
        board(graph)


def test_a_star_joins_every_second_corner() -> None:
    star = board("(regular Star 5)")
    assert counts(star)[:2] == (5, 5)
    assert all(star.edge_vertices)
    assert [len(edges) for edges in star.vertex_edges] == [2] * 5


def test_a_board_of_nothing_is_an_error() -> None:
    with pytest.raises(LudError):
        board("(keep (square 2) (poly {{7 7} {7 8} {8 8}}))")
