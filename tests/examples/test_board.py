"""`(wheel ..)`, a board generator in one file: examples/extend/ludemes/wheel.py."""

from __future__ import annotations

import pytest

import ludens

MILL = '(game "Mill" (players 2) (equipment {(board (wheel 8) use:Vertex) (piece "Disc" Each)}))'


def test_sites_and_neighbours() -> None:
    topology = ludens.load(MILL).topology
    assert [len(topology.elements(kind)) for kind in ("Vertex", "Edge", "Cell")] == [9, 16, 8]
    (hub,) = [v for v in range(9) if len(topology.neighbours("Vertex", v, "Adjacent")) == 8]
    assert topology.regions("Vertex")["centre"] == [hub]


def test_it_is_played_on() -> None:
    assert ludens.load(MILL).playouts(20, seed=1).lengths.max() <= 11  # nine discs, and two passes


def test_too_few_spokes() -> None:
    with pytest.raises(ludens.LudError, match="a wheel of 2 spokes does not turn") as caught:
        ludens.load(MILL.replace("(wheel 8)", "(wheel 2)"))
    assert caught.value.line == 1
