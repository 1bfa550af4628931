"""Every game of the library is drawn, in every position: pictures without a hole in their numbers, and on the page."""

from __future__ import annotations

import random
import re
from typing import Any
from xml.etree import ElementTree

import pytest

import ludens
from ludens import render
from ludens.game import Move, State
from ludens.render.names import player_names
from ludens.render.scene import pieces, scene
from shelf import each_game

PLIES = 24
#: attributes that are words for people or names
WORDS = ("class", "font-family", "data-type")


Positions = list[tuple[State, Move | None]]


@pytest.fixture(scope="module", params=each_game())
def positions(request: pytest.FixtureRequest) -> Positions:
    """The start of a game, and some of the positions of a random play, with the moves that led there."""
    state, chooser = ludens.load(request.param).start(seed=3), random.Random(request.param)
    found: Positions = [(state.copy(), None)]
    for ply in range(1, PLIES + 1):
        if state.is_over:
            break
        moves = state.legal_moves()
        movers = sorted({m.mover for m in moves}) if state.is_simultaneous else []
        own = [[m for m in moves if m.mover == mover] for mover in movers] or [list(moves)]
        played = state.play([chooser.choice(part) for part in own])
        if ply == PLIES or state.is_over:
            found.append((state.copy(), played))
    return found


def read(picture: str) -> ElementTree.Element:
    """The picture as a tree; none of its numbers is missing or endless."""
    root = ElementTree.fromstring(picture)
    values = [v for e in root.iter() for k, v in e.attrib.items() if k not in WORDS]
    assert not [v for v in values if re.search(r"nan|inf", v, re.IGNORECASE)]
    return root


def fragment(markup: str) -> ElementTree.Element:
    return read(f'<svg xmlns="http://www.w3.org/2000/svg">{markup}</svg>')


def test_a_game_is_drawn(positions: Positions) -> None:
    for state, last in positions:
        read(render.svg(state, last=last, coordinates=True, size=300.0))
        read(render.svg(state, viewer=1, indices=True, background=None))
        assert render.text(state)


def test_pieces_lie_on_the_page(positions: Positions) -> None:
    pages = dict[ludens.Game, dict[str, Any]]()  # of a match each game has its own
    for state, _ in positions:
        game = state.playing.game
        if game not in pages:
            pages[game] = scene(game)
            fragment(pages[game]["board"] + "".join(pages[game]["symbols"].values()))
        page = pages[game]
        sites = {site["ref"] for site in page["sites"]}
        for viewer in (None, 1):
            position = pieces(state, viewer)
            fragment("".join(position["symbols"].values()))
            left, top, width, height = position.get("box", (0, 0, page["width"], page["height"]))
            for piece in position["pieces"]:
                assert piece["ref"] in sites
                assert left <= piece["x"] <= left + width and top <= piece["y"] <= top + height
                assert piece["symbol"] in page["symbols"] | position["symbols"]


def test_players_have_names_of_their_own(positions: Positions) -> None:
    game = positions[0][0].game
    if game.num_players > 1:
        names = player_names(game)
        assert len(set(names)) == game.num_players and not any(name.startswith("Player") for name in names)
