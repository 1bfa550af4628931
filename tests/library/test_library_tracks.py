"""Tracks of the library's games: each step goes to a neighbour, and what a picture says of the way is true of it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from xml.etree import ElementTree

import pytest

import ludens
from ludens import library, render
from ludens.game import Game
from ludens.ludemes.graphics.symbols import ShowSymbol
from ludens.notation import of

NAMES = [name for name in library.names() if "(track " in library.read(name)]


@pytest.fixture(scope="module", params=NAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return ludens.load(request.param)


def ways(game: Game) -> list[Sequence[int]]:
    return [[site for site in track.sites if site >= 0] for track in game.model.tracks]


def test_each_step_of_a_track_goes_to_a_neighbour(game: Game) -> None:
    near = {site: set[int]() for way in ways(game) for site in way}
    for radial in game.topology.radials(game.model.default_site, "Adjacent"):
        near.setdefault(radial[0], set()).add(radial[1])
    is_tables = "Style Backgammon" in library.read(game.name)  # the bar lies between the points, and the way passes it
    for way in ways(game):
        far = [(a, b) for a, b in itertools.pairwise(way) if b not in near[a]]
        bars = {6, 19}
        assert all(is_tables and (abs(a - b) == 2 or {a, b} & bars) for a, b in far)


def test_numbers_that_a_picture_has_on_a_way_are_places_of_it(game: Game) -> None:
    for item in game.metadata.drawing:
        if isinstance(item, ShowSymbol) and (item.text or "").isdigit():
            sites = item.indices if isinstance(item.indices, tuple) else (item.indices,)
            assert all(way[int(item.text or 0) - 1] in sites for way in ways(game))


def test_points_of_tables_are_counted_along_the_way_of_each_player() -> None:
    game = ludens.load("Backgammon")
    for way in ways(game):
        assert [of(game).point(site) for site in way[1:]] in (
            [str(n) for n in range(24, 0, -1)],
            [str(n) for n in range(1, 25)],
        )


def test_the_cells_of_snakes_and_ladders_are_numbered_to_and_fro() -> None:
    game = ludens.load("Snakes and Ladders")
    picture = ElementTree.fromstring(render.svg(game, captions=False))
    found = [(float(e.get("x", 0)), float(e.get("y", 0)), e.text) for e in picture.iter() if (e.text or "").isdigit()]
    rows: dict[float, list[int]] = {}
    for _, y, text in sorted(found):
        rows.setdefault(y, []).append(int(text or 0))
    from_below = [rows[y] for y in sorted(rows, reverse=True)]
    assert from_below[0] == list(range(1, 11)) and from_below[1] == list(range(20, 10, -1))
    assert from_below[9] == list(range(100, 90, -1))


def test_ladders_go_up_the_way_and_snakes_down() -> None:
    picture = render.svg(ludens.load("Snakes and Ladders"))
    assert picture.count('fill="#8c2f6b"') == 10  # the heads of the snakes: as many as the rules have
    assert picture.count("#c86400") == 2 * 8  # the rails of the ladders
