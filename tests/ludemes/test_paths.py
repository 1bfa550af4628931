"""Paths: of edges, vertices and cells, and those painted on tiles."""

from __future__ import annotations

import pytest

import ludens
from ludens.native.errors import LimitExceeded

VERTICES, CELLS = "(square 4) use:Vertex", "(square 4)"


def ends_after(condition: str, *sites: int, board: str) -> int | None:
    """The number of pieces of player 1 on those sites after which the condition holds; None where it does not."""
    game = ludens.load(
        f'(game "Path" (players 2) (equipment {{(board {board}) (piece "Disc" Each)}})'
        f' (rules (play (move Add (piece (id "Disc" P1)) (to (sites Empty)))) (end (if {condition} (result P1 Win)))))'
    )
    state = game.start(seed=1)
    for number, site in enumerate(sites, 1):
        state.play(next(move for move in state.legal_moves() if move.to_site == site))
        if state.is_over:
            return number
    return None


@pytest.mark.parametrize(
    ("length", "sites", "end"),
    [
        ("length:(exact 1)", (5,), 1),
        ("length:(exact 3)", (0, 1, 2), 3),
        ("length:(exact 3)", (0, 2, 1), 3),  # the last piece joins two others
        ("length:(exact 4)", (0, 1, 2, 3), 4),
        ("length:(exact 3)", (0, 1, 3, 2), None),  # four at once: never three
        ("length:(exact 4)", (4, 6, 1, 5), None),  # a place where three meet
        ("length:(exact 4)", (0, 1, 4, 5), None),  # a ring is no open path
        ("length:(range 2 4)", (5, 6), 1),  # with a range whatever is in no ring is a path
        ("length:(exact 4) closed:True", (0, 1, 4, 5), 4),
        ("length:(exact 4) closed:True", (0, 1, 2, 3), None),
        ("length:(range 3 8) closed:True", (0, 1, 4, 5), 4),
        ("length:(max 3) closed:True", (0, 1, 4, 5), None),
        ("length:(exact 8) closed:True", (0, 1, 2, 4, 6, 8, 9, 10), 8),
    ],
)
def test_paths_of_vertices(length: str, sites: tuple[int, ...], end: int | None) -> None:
    assert ends_after(f"(is Path Vertex P1 {length})", *sites, board=VERTICES) == end


@pytest.mark.parametrize(
    ("length", "sites", "end"),
    [
        ("length:(exact 1)", (5,), 1),
        ("length:(exact 3)", (0, 1), 2),  # as the reference implementation says of cells that are in no ring
        ("length:(exact 3)", (0, 1, 4), 2),
        ("length:(exact 4) closed:True", (1, 4, 9, 6), 4),  # a ring around 5
        ("length:(exact 4) closed:True", (1, 4, 9, 14), None),
        ("length:(exact 3) closed:True", (0, 1, 2), None),
        ("length:(exact 3) closed:True", (0, 1, 4), 3),
        ("length:(exact 3) closed:True", (0, 1, 5, 4), 3),
        ("length:(range 3 8) closed:True", (1, 4, 9, 6), 4),
        ("length:(max 3) closed:True", (1, 4, 9, 6), None),
    ],
)
def test_paths_of_cells(length: str, sites: tuple[int, ...], end: int | None) -> None:
    assert ends_after(f"(is Path Cell P1 {length})", *sites, board=CELLS) == end


def test_a_path_goes_through_a_site() -> None:
    through = "(is Path Vertex from:{} P1 length:(exact 3))"
    assert ends_after(through.format(0), 0, 1, 15, 2, board=VERTICES) == 4
    assert ends_after(through.format(15), 0, 1, 15, 2, board=VERTICES) is None
    assert ends_after(through.format(-1), 0, 1, 2, board=VERTICES) is None


TILES = """
(game "Tiles" (players 2)
  (equipment {{
    (board (square 4))
    (tile "Bend" Shared numSides:4 {{(path from:0 to:1 colour:1) (path from:2 to:3 colour:2)}})
    (tile "Cross" Shared numSides:4 {{(path from:0 to:2 colour:1) (path from:1 to:3 colour:2)}})
    (piece "Stone" Shared)
  }})
  (rules
    (start {{{start}}})
    (play (move Select (from (sites Occupied by:All)) {then}))
    (end (if {condition} (result Mover Win)))))
"""
# a ring of colour 1 over the sites 0, 1, 5 and 4; an eighth of a turn is one rotation
RING = '(place "Bend" 0) (place "Bend" 1 rotation:6) (place "Bend" 5 rotation:4) (place "Bend" 4 rotation:2)'


def selected(condition: str, start: str, site: int, then: str = "") -> ludens.State:
    """The state after the piece of a site was selected."""
    state = ludens.load(TILES.format(condition=condition, start=start, then=then)).start(seed=1)
    state.play(next(move for move in state.legal_moves() if move.from_site == site))
    return state


@pytest.mark.parametrize(
    ("condition", "start", "site", "holds"),
    [
        ("(is Loop 1 path:True)", RING, 0, True),
        ("(is Loop 1 path:True)", RING, 5, True),
        ("(is Loop 2 path:True)", RING, 0, False),
        ("(is Loop 1 path:True)", RING.replace("rotation:4", "rotation:0"), 0, False),
        ("(is Loop 1 path:True)", RING.partition('(place "Bend" 4')[0], 0, False),
        ("(is Loop 1 (sites {10 0}) path:True)", RING, 5, True),
        ("(is SidesMatch)", RING, 0, True),
        ("(is SidesMatch)", RING.replace("rotation:4", "rotation:2"), 5, False),
        ("(is SidesMatch)", '(place "Cross" 5) (place "Cross" 6)', 5, True),
        ("(is SidesMatch)", '(place "Cross" 5) (place "Cross" 6 rotation:2)', 5, False),
        ("(is SidesMatch)", '(place "Cross" 5) (place "Cross" 10 rotation:2)', 5, True),  # diagonal neighbours are none
        ("(is SidesMatch)", '(place "Stone" 5) (place "Cross" 6 rotation:2)', 5, True),  # no tile
        ("(is SidesMatch 6)", '(place "Cross" 5) (place "Cross" 6 rotation:2)', 5, False),
        ("(is SidesMatch 15)", '(place "Cross" 5)', 5, False),  # nothing there
        ("(is PipsMatch)", '(place "Stone" 5)', 5, True),  # no domino
    ],
)
def test_conditions_on_tiles(condition: str, start: str, site: int, holds: bool) -> None:
    assert selected(condition, start, site).is_over == holds


@pytest.mark.parametrize(
    ("start", "site", "extent"),
    [
        ('(place "Cross" 4)', 4, 1),  # its ends count one cell beyond it
        ('(place "Cross" 4) (place "Cross" 8)', 4, 2),
        ('(place "Cross" 0) (place "Cross" 4) (place "Cross" 8)', 0, 3),
        ('(place "Cross" 4 rotation:2) (place "Cross" 5 rotation:2)', 4, 2),
        ('(place "Cross" 4) (place "Cross" 5)', 4, 1),  # the other colour
        ('(place "Stone" 4) (place "Cross" 5)', 4, 0),
    ],
)
def test_how_far_a_path_extends(start: str, site: int, extent: int) -> None:
    then = '(then (set Var "Extent" (pathExtent 1 (last To))))'
    assert selected("(= 1 0)", start, site, then).field("vars").ravel()[0] == extent


def test_the_path_of_a_ring_has_no_end() -> None:
    with pytest.raises(LimitExceeded):
        selected("(= 1 0)", RING, 0, '(then (set Var "Extent" (pathExtent 1 (last To))))')
