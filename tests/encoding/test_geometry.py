from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens.encoding.geometry import edges_of, geometry_of


@pytest.mark.parametrize(
    ("board", "shape"),
    [
        ("(square 5)", (5, 5)),
        ("(rectangle 3 7)", (3, 7)),
        ("(hex 3)", (5, 5)),  # axial: the corners of the array hold nothing
        ("(hex Diamond 4)", (4, 4)),
        ("(tri 4)", (7, 7)),  # two of three places of the array hold a cell
        ("(square 3) use:Vertex", (3, 3)),
        ("(concentric {3 6 12})", None),
    ],
)
def test_the_shape_of_a_board(board: str, shape: tuple[int, ...] | None) -> None:
    model = ludens.load(f'(game "G" (players 2) (equipment {{(board {board}) (piece "S" Each)}}))').model
    geometry = geometry_of(model)
    places = [geometry.places[slot] for slot in geometry.slots]
    assert len(set(places)) == len(places) == model.board_sites
    assert max(places) < geometry.size
    assert geometry.shape == (shape or (model.board_sites,))


@pytest.mark.parametrize("board", ["(square 5)", "(hex 3)", "(hex Diamond 4)"])
def test_a_step_on_the_board_is_one_in_the_array(board: str) -> None:
    model = ludens.load(f'(game "G" (players 2) (equipment {{(board {board}) (piece "S" Each)}}))').model
    geometry = geometry_of(model)
    at = np.array(np.unravel_index([geometry.places[s] for s in geometry.slots], geometry.shape)).T
    points = model.topology.positions(model.default_site)[:, :2]
    seen: dict[tuple[int, ...], np.ndarray] = {}
    for a, b in edges_of(model).T.tolist():
        step = tuple((at[b] - at[a]).tolist())
        assert np.allclose(seen.setdefault(step, points[b] - points[a]), points[b] - points[a])


def test_edges_go_both_ways() -> None:
    edges = {tuple(pair) for pair in edges_of(ludens.load("Tic-Tac-Toe").model).T.tolist()}
    assert (0, 1) in edges
    assert edges == {(b, a) for a, b in edges}
