"""Boards given in full by the specification, and what holds on every board."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board.boards import board, of_item
from ludens.board import SITE_TYPES, BoardError, Topology
from ludens.board.generators.square import rectangle
from ludens.language import LudError


def targets(topology: Topology, site: int, direction: str) -> list[list[int]]:
    return [list(r.steps[1:]) for r in topology.radials_from(topology.default_site, site, direction)]


def phases(topology: Topology) -> list[list[int]]:
    found = topology.regions(topology.default_site)
    return [found[name] for name in sorted(found) if name.startswith("phase")]


def test_square_3() -> None:
    b = board("(square 3)")
    assert [e.label for e in b.elements("Cell")][:4] == ["A1", "B1", "C1", "A2"]
    assert b.region("Cell", "corners") == [0, 2, 6, 8]
    assert b.region("Cell", "centre") == [4]
    assert phases(b) == [[0, 2, 4, 6, 8], [1, 3, 5, 7]]
    assert targets(b, 4, "All") == [[7], [8], [5], [2], [1], [0], [3], [6]]


def test_hex_3() -> None:
    b = board("(hex 3)")
    assert " ".join(e.label for e in b.elements("Cell")[12:]) == "B4 C4 D4 E4 C5 D5 E5"
    assert b.region("Cell", "corners") == [0, 2, 7, 11, 16, 18]
    assert b.sides("Cell")["NE"] == [11, 15, 18]
    assert b.sides("Cell")["W"] == [7]
    assert phases(b)[0] == [0, 5, 8, 11, 14, 16]
    assert targets(b, 9, "Adjacent") == [[14, 18], [10, 11], [5, 2], [4, 0], [8, 7], [13, 16]]
    assert targets(b, 9, "Diagonal") == [[17], [15], [6], [1], [3], [12]]
    assert b.num_sides == -1
    assert board("(hex 3 5)").num_sides == 6


def test_concentric_square_of_vertices() -> None:
    b = board("(concentric Square rings:3)", "Vertex")
    assert [e.label for e in b.elements("Vertex")[:9]] == ["A1", "D1", "G1", "B2", "D2", "F2", "C3", "D3", "E3"]
    assert b.region("Vertex", "corners") == [0, 2, 21, 23]
    assert b.region("Vertex", "centre") == [7, 11, 12, 16]


def test_wheel_directions() -> None:
    b = board("(concentric {1 8})", "Vertex")
    assert targets(b, 4, "All") == [[0, 8], [5], [3]]
    assert targets(b, 4, "CW") == [[3, 2, 1, 8, 7, 6, 5]]
    assert targets(b, 4, "CCW") == [[5, 6, 7, 8, 1, 2, 3]]
    assert targets(b, 4, "In") == [[0]]


def test_ring_cells_find_their_curves_by_vertex_numbers() -> None:
    b = board("(concentric {1 4 8})")
    assert targets(b, 6, "In") == [[2, 1]]
    assert targets(b, 6, "CCW") == [[5]]
    assert targets(b, 6, "CW") == []
    ring = board("(concentric {8 8})")
    assert targets(ring, 8, "In") == [[0, 5, 2]]
    assert targets(ring, 8, "CW") == targets(ring, 8, "CCW") == []


def test_mancala_board() -> None:
    b = of_item("(mancalaBoard 2 6)")
    labels = [e.label for e in b.elements("Vertex")]
    assert len(labels) == 14
    assert labels[0] == "A1"
    assert labels[13] == "H1"
    assert sorted(b.neighbours("Vertex", 0, "Adjacent")) == [1, 7]


def test_distances_count_steps() -> None:
    b = board("(square 3)")
    assert b.distance("Cell", "Adjacent")[0].tolist() == [0, 1, 2, 1, 1, 2, 2, 2, 2]
    assert b.distance("Cell", "Orthogonal")[0].tolist() == [0, 1, 2, 1, 2, 3, 2, 3, 4]
    assert b.distances_to("Cell", [4]) == [1, 1, 1, 1, 0, 1, 1, 1, 1]


def test_sites_at_a_distance_stop_at_the_bound_that_the_reference_counts() -> None:
    b = board("(square 3)")
    assert b.at_distance("Cell", "Orthogonal", 0, 2) == [2, 4, 6]
    assert b.at_distance("Cell", "Orthogonal", 4, 0) == [4]
    assert b.at_distance("Cell", "Orthogonal", 8, 4) == []


def test_each_line_counts_once_among_distinct_radials() -> None:
    b = board("(square 3)", "Cell")
    assert len(b.distinct_radials_from("Cell", 4, "All")) == 4
    north = b.radials_from("Cell", 4, "N")[0]
    assert [r.steps for r in north.opposites] == [(4, 1)]


def test_the_vertical_neighbours_of_layers() -> None:
    b = board("(layers 3 (square 3))", "Vertex")
    assert {"U", "D"} <= set(b.supported_directions("Vertex", "All"))
    assert b.steps("Vertex", 0, "U") == [1]


@pytest.mark.parametrize(
    "graph",
    [
        "(square 0)",
        "(square -1)",
        "(square 1000)",
        "(rectangle 3 2000000000)",
        "(square Rectangle 3)",
        "(hex NoShape 3)",
        "(concentric Square)",
        "(remove (square 2) (poly {{-9 -9} {-9 9} {9 9} {9 -9}}))",
        "(keep (square 2) (poly {{7 7} {7 8} {8 8}}))",
        "(merge {})",
        "(layers 0 (square 2))",
        "(square (/ 3 0))",
        "(regular 0)",
        "(spiral turns:3 sites:5000)",
        "(poly {{0 0}})",
    ],
)
def test_bad_geometry_is_an_error_at_its_place(graph: str) -> None:
    with pytest.raises(LudError) as caught:
        board(graph, "Vertex")
    assert caught.value.span is not None


def test_the_room_itself_raises_a_value_error() -> None:
    with pytest.raises(BoardError):
        rectangle(-1, 3, cells=True)


SOME_GRAPHS = st.one_of(
    st.builds("(rectangle {} {})".format, st.integers(2, 6), st.integers(2, 6)),
    st.builds("(square {} diagonals:{})".format, st.integers(2, 5), st.sampled_from(["Alternating", "Solid"])),
    st.builds("(hex {} {})".format, st.sampled_from(["Hexagon", "Triangle", "Diamond", "Star"]), st.integers(1, 3)),
    st.builds("(tri {} {})".format, st.sampled_from(["Hexagon", "Triangle", "Diamond"]), st.integers(2, 4)),
    st.builds("(tiling {} {})".format, st.sampled_from(["T3636", "T488", "T3464", "T33434"]), st.integers(1, 2)),
    st.builds("(concentric {{1 {} {}}})".format, st.integers(3, 8), st.integers(3, 8)),
)


@settings(max_examples=40, deadline=None)
@given(SOME_GRAPHS, st.sampled_from(SITE_TYPES))
def test_what_holds_on_every_board(graph: str, site_type: str) -> None:
    b = board(graph, site_type)  # type: ignore[arg-type]
    t = b.default_site
    for site in range(b.count(t)):
        assert site not in b.neighbours(t, site, "All")
        for radial in b.radials_from(t, site, "All"):
            assert len(set(radial.steps)) == len(radial.steps)
            for here, there in zip(radial.steps, radial.steps[1:], strict=False):
                assert there in b.neighbours(t, here, "All")
        for near in b.neighbours(t, site, "Adjacent"):
            assert site in b.neighbours(t, near, "Adjacent")
    rows = [site for row in b.rows(t) for site in row]
    assert sorted(rows) == list(range(b.count(t)))
    for n, ends in enumerate(b.edge_vertices):
        assert all(n in b.vertex_edges[v] for v in ends)
