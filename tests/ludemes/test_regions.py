"""Regions: what folds while compiling, and what native code finds."""

from __future__ import annotations

import pytest

import ludens
from ludemes.region_bench import Bench
from ludens.ludemes.regions.items import static_lists
from ludens.rules.enums import RegionTypeStatic

SQUARE = """(game "Square" (players 2) (equipment {(board (square 4)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 4) (result Mover Win)))))"""


@pytest.fixture(scope="module")
def bench() -> Bench:
    return Bench()


@pytest.mark.parametrize(
    ("text", "members"),
    [
        ("(sites Bottom)", {0, 1, 2, 3, 4}),
        ("(sites Corners)", {0, 4, 20, 24}),
        ("(sites Row 1)", {5, 6, 7, 8, 9}),
        ("(sites Row 9)", set()),
        ("(sites {3 1 -1 3})", {1, 3}),
        ('(sites {"A1" "B2" "Z9"})', {0, 6}),
        ('(sites "C3")', {12}),
        ('(sites "R1")', set()),
        ("(sites Cell 0)", {0, 1, 6, 7}),
        ("(sites Around 12 Orthogonal)", {7, 11, 13, 17}),
        ("(sites Around 12 distance:2)", {2, 22, 10, 14, 0, 4, 20, 24}),
        ("(sites Around (sites {12 13}))", {6, 7, 8, 9, 11, 14, 16, 17, 18, 19}),
        ("(sites Around 0 includeSelf:True)", {0, 1, 5, 6}),
        ("(sites Around 12 if:(= 1 (row of:(to))))", {6, 7, 8}),
        ("(sites Direction from:12 N)", {17, 22}),
        ("(sites Direction from:12 N included:True distance:1)", {12, 17}),
        ("(sites Direction from:10 E stop:(= (to) 13) stopIncluded:True)", {11, 12, 13}),
        ("(sites Between from:10 to:14)", {11, 12, 13}),
        ("(sites Between from:10 fromIncluded:True to:21)", {10}),
        ("(sites Distance from:0 (exact 4))", {4, 9, 14, 19, 20, 21, 22, 23, 24}),
        ("(sites {{F F R F}} )", set()),
        ("(sites 12 {{F F R F}})", {1, 9, 15, 23}),
        ("(sites 12 {{F F R F} {F F L F}})", {1, 3, 5, 9, 15, 19, 21, 23}),
        ("(sites Incident Edge of:Cell at:0)", set()),
        ("(expand (sites Bottom) steps:1)", set(range(10))),
        ("(expand origin:0 steps:2 Orthogonal)", {0, 1, 2, 5, 6, 10}),
        ("(difference (sites Board) (expand (sites Outer) steps:1))", {12}),
        ("(union (sites Bottom) (sites Top))", {0, 1, 2, 3, 4, 20, 21, 22, 23, 24}),
        ("(intersection {(sites Bottom) (sites Left)})", {0}),
        ("(forEach (sites Board) if:(and (= 2 (row of:(site))) (is In (site) (sites Left))))", {10}),
        ("(forEach of:(sites Corners) (sites Around (site) Diagonal))", {6, 8, 16, 18}),
        ("(sites Hand P1)", {25, 26}),
        ("(sites Hand P2)", set()),
    ],
)
def test_constant_regions(bench: Bench, text: str, members: set[int]) -> None:
    if "Incident" in text:
        members = set(bench.model.topology.cell_edges[0])
    assert bench.static(text) == members


PIECES = {0: 1, 1: 1, 6: 1, 12: 2, 13: 3, 24: 4, 25: 1}


@pytest.mark.parametrize(
    ("text", "members"),
    [
        ("(sites Occupied by:Mover)", {0, 1, 6, 13, 25}),
        ("(sites Occupied by:P2)", {12, 24}),
        ('(sites Occupied by:Mover container:"Board")', {0, 1, 6, 13}),
        ('(sites Occupied by:All component:"King")', {13, 24}),
        ("(sites Occupied by:NonMover)", {12, 24}),
        ("(sites Occupied by:Shared)", set()),
        ("(sites Empty)", set(range(25)) - set(PIECES)),
        ("(sites Empty 1)", {26}),
        ("(sites Group at:0)", {0, 1, 6}),
        ("(sites Group at:0 Orthogonal if:(is Mover (who at:(to))))", {0, 1, 6}),
        ("(sites LineOfSight at:10)", {0, 6, 12}),
        ("(sites LineOfSight Empty at:10 E)", {11}),
        ("(sites LineOfSight Farthest at:10 Orthogonal)", {11, 20, 5}),
        ("(sites Around 12 Own)", {6, 13}),
        ("(sites Around 12 Enemy)", set()),
        ("(sites Around 12 Empty Orthogonal)", {7, 11, 17}),
        ("(sites Around (sites Occupied by:P1) NotEmpty)", {12}),
        ("(forEach (sites Board) if:(is Occupied (site)))", {0, 1, 6, 12, 13, 24}),
        ("(difference (sites Occupied by:Mover) (sites Bottom))", {6, 13, 25}),
        ("(if (is Empty 2) (sites Top) (sites Bottom))", {20, 21, 22, 23, 24}),
        ("(sites Direction from:10 E stop:(is Occupied (to)))", {11}),
        ("(sites Pattern {F R F} from:0)", {0, 1, 6} - {0, 1, 6}),
        ("(sites Pattern {F L F} from:0)", {0, 1, 6}),
    ],
)
def test_regions_by_content(bench: Bench, text: str, members: set[int]) -> None:
    assert bench.region(text, bench.state(PIECES)) == members


@pytest.mark.parametrize(
    ("text", "site", "members"),
    [
        ("(sites Row (to))", 2, {10, 11, 12, 13, 14}),
        ("(sites Row (to))", -1, set()),
        ("(sites Around (to) Orthogonal)", 24, {19, 23}),
        ("(sites Around (to) Orthogonal)", -1, set()),
        ("(sites Around (to) Own)", 7, {1, 6, 13}),
        ("(sites Direction from:(to) S)", 12, {7, 2}),
        ("(sites Distance from:(to) (range 1 1))", 0, {1, 5, 6}),
        ("(sites (to) {{F F R F}})", 12, {1, 9, 15, 23}),
        ("(expand origin:(to) Orthogonal)", 0, {0, 1, 5}),
        ("(difference (sites Bottom) (to))", 2, {0, 1, 3, 4}),
        ("(sites {(to) 4})", -1, {4}),
        ("(sites Empty (to))", 1, {26}),
    ],
)
def test_regions_of_a_site_known_in_play(bench: Bench, text: str, site: int, members: set[int]) -> None:
    assert bench.region(text, bench.state(PIECES), to=site) == members


def test_relative_directions_follow_the_player() -> None:
    bench = Bench(facings=("N", "S"))
    state = bench.state({12: 1, 13: 2})
    assert bench.region("(sites Direction from:(to) Forward)", state, to=12) == {17, 22}
    assert bench.region("(sites Direction from:(to) Forward)", state, to=13) == {8, 3}
    assert bench.region("(sites Direction from:(to) FR distance:1)", state, to=13) == {7}
    assert bench.region("(sites Direction from:(to) (directions {FR FL}) distance:1)", state, to=12) == {16, 18}


def test_direction_sets(bench: Bench) -> None:
    assert bench.static("(sites Direction from:12 (union S N) distance:1)") == {7, 17}
    assert bench.static("(sites Direction from:12 (difference Orthogonal N) distance:1)") == {7, 11, 13}
    assert bench.static("(sites Direction from:12 (directions Cell from:0 to:6) distance:1)") == {18}
    state = bench.state({}, last_to=14)
    assert bench.region("(sites Direction from:12 (directions Cell from:10 to:(last To)) distance:1)", state) == {13}
    assert bench.region("(sites Direction from:12 (if (is Empty 0) N S) distance:1)", state) == {17}


RING = {6: 1, 7: 1, 8: 1, 11: 1, 13: 1, 16: 1, 17: 1, 18: 1}


@pytest.mark.parametrize(
    ("text", "members"),
    [
        ("(sites Loop)", {7, 11, 13, 17}),
        ("(sites Loop inside:True)", {12}),
        ("(sites Loop inside:True (mover) 6)", {12}),
        ("(sites Loop inside:True surround:P2)", set()),
    ],
)
def test_loops(bench: Bench, text: str, members: set[int]) -> None:
    assert bench.region(text, bench.state(RING, last_to=6)) == members


@pytest.mark.parametrize(
    ("text", "members"),
    [
        ("(sites Distance (step Forward (to if:(is Empty (to)))) from:2 (range 1 3))", {7, 12, 17}),
        ("(sites Distance (step Orthogonal (to if:True)) from:12 (exact 2))", {2, 6, 8, 10, 14, 16, 18, 22}),
        ("(sites Distance (step Orthogonal (to if:True)) from:12 (exact 1))", {7, 11, 13, 17}),
        ("(sites Distance (step Orthogonal (to if:(is Empty (to)))) from:0 (range 2 2))", {6} - {6}),
    ],
)
def test_steps_of_a_piece(bench: Bench, text: str, members: set[int]) -> None:
    assert bench.region(text, bench.state({0: 1, 1: 1, 5: 1})) == members


def test_random_sites_are_members_of_their_region(bench: Bench) -> None:
    ludeme = "(sites Random (sites Bottom) num:3)"
    state = bench.state({})
    drawn = bench.members(ludeme, state)
    assert len(drawn) == 3
    assert drawn <= {0, 1, 2, 3, 4}
    assert state["rng"][0] != 0


def test_tracks() -> None:
    bench = Bench(tracks='{(track "A" "0,E,N" P1 directed:True) (track "AB" {5 6 7 8} P2)}')
    assert bench.static('(sites Track P1 "A")') == {0, 1, 2, 3, 4, 9, 14, 19, 24}
    assert bench.static('(sites Track P2 "A")') == {0, 1, 2, 3, 4, 9, 14, 19, 24}
    assert bench.static('(sites Track P2 "B")') == {5, 6, 7, 8}
    assert bench.static("(sites Track)") == set()
    assert bench.region("(sites Track Mover)", bench.state({}, mover=2)) == {5, 6, 7, 8}
    assert bench.region('(sites Track P2 "B" from:6 to:(to))', to=7) == {6, 7}
    assert bench.region('(sites Track P2 "B" from:(to) to:6)', to=7) == {7, 8, 5, 6}
    assert bench.region('(sites Track P2 "B" from:(to) to:6)', to=1) == set()


def test_crossing_edges_need_pieces() -> None:
    bench = Bench("(square 2 diagonals:SolidNoSplit)", "Edge")
    crossing = [e for e in range(bench.model.count("Edge")) if bench.model.topology.crossing_edges(e)]
    assert len(crossing) == 2
    state = bench.state({crossing[1]: 2})
    assert bench.region("(sites Crossing at:(to) P2)", state, to=crossing[0]) == {crossing[1]}
    assert bench.region("(sites Crossing at:(to) P1)", state, to=crossing[0]) == set()
    assert bench.region("(sites Crossing at:(to) All)", state, to=-1) == set()


def test_regions_over_players(bench: Bench) -> None:
    state = bench.state(PIECES)
    assert bench.region("(forEach (players NonMover) (sites Occupied by:Player))", state) == {12, 24}


def test_lists_that_a_board_has_of_itself() -> None:
    model = ludens.load(SQUARE).model
    lists = {kind.name: static_lists(model, (kind,)) for kind in RegionTypeStatic}
    assert lists["SubGrids"][0] == (0, 1, 4, 5) and len(lists["SubGrids"]) == 4
    assert lists["Corners"] == [(0,), (3,), (12,), (15,)]
    assert lists["Sides"][0] == (12, 13, 14, 15) and lists["SidesNoCorners"][0] == (13, 14)
    assert lists["Touching"][:2] == [(0, 4), (0, 5)]
