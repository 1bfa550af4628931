"""Tracks, the circuits of Surakarta, and large pieces."""

from __future__ import annotations

import pytest

from board.boards import board, of_item
from ludens.board import BoardError
from ludens.board.surakarta import surakarta_tracks
from ludens.board.tracks import build_track, sites_of_string
from ludens.board.walks import covered_sites


@pytest.mark.parametrize(
    ("graph", "use", "text", "sites"),
    [
        ("(square 3)", "Cell", "0,E,N,W", "0 1 2 5 8 7 6"),
        ("(square 3)", "Cell", "0,E2,N1,W,End", "0 1 2 5 4 3 -2"),
        ("(hex 3)", "Cell", "0,E,NNE,NNW,W,SSW,SSE", "0 1 2 6 11 15 18 17 16 12 7 3 0"),
        ("(square 4)", "Vertex", "0,12,E1,S", "0 12 13 9 5 1"),
    ],
)
def test_a_string_follows_radials(graph: str, use: str, text: str, sites: str) -> None:
    topology = board(graph, use)  # type: ignore[arg-type]
    assert sites_of_string(topology, text) == [int(n) for n in sites.split()]


def test_repeats_become_bumps_and_direction_takes_back_links() -> None:
    track = build_track("T", [3, 3, 4, 5, 5, 5], loop=True, directed=True)
    assert track.sites == (3, 4, 5)
    assert [e.bump for e in track.elements] == [1, 0, 2]
    assert [e.prev for e in track.elements] == [5, -1, 4]
    assert [e.next for e in track.elements] == [4, 5, 3]
    assert not track.internal_loop


def test_a_site_met_twice_is_an_internal_loop() -> None:
    assert build_track("T", [0, 1, 2, 0]).internal_loop


@pytest.mark.parametrize("text", ["E,0", "0,NNE", "0, E", "99,E"])
def test_bad_track_strings(text: str) -> None:
    with pytest.raises(BoardError):
        sites_of_string(board("(square 3)"), text)


def test_a_track_needs_two_sites() -> None:
    with pytest.raises(BoardError):
        build_track("T", [4, 4])


def written(track: object) -> str:
    return " ".join(f"{e.site}{'*' * e.bump}" for e in track.elements)  # type: ignore[attr-defined]


def test_surakarta_square() -> None:
    forwards, backwards = surakarta_tracks(of_item("(surakartaBoard (square 6))"))[:2]
    assert forwards.name == "Track1F"
    assert written(forwards) == ("6 7 8 9 10 11* 4 10 16 22 28 34* 29 28 27 26 25 24* 31 25 19 13 7 1*")
    assert written(backwards) == ("1 7 13 19 25 31* 24 25 26 27 28 29* 34 28 22 16 10 4* 11 10 9 8 7 6*")


def test_surakarta_triangle() -> None:
    topology = of_item("(surakartaBoard (tri 6))")
    assert written(surakarta_tracks(topology)[0]) == "6 7 8 9 10* 4 9 13 16 18* 19 16 12 7 1*"
    assert topology.num_sites == 25


def test_large_pieces() -> None:
    topology = board("(square 7)")
    walks = ["FFRF", "FLFF"]
    covered = [covered_sites(topology, walks, 24, state) for state in range(6)]
    assert covered[0] == [24, 31, 38, 39]
    assert covered[1] == [24, 25, 26, 19]
    assert covered[2] == [24, 17, 10, 9]
    assert covered[3] == [24, 23, 22, 29]
    assert covered[4] == [24, 31, 30, 29]
    assert covered[5] == [24, 25, 32, 39]
    assert covered_sites(topology, walks, 42, 0) == []
