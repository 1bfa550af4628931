"""Pictures that are drawn beforehand are those of positions."""

from __future__ import annotations

import pytest

import ludens
from ludens.render import scene
from ludens.render.preparation import prepared


@pytest.mark.parametrize("name", ["Hex", "Chess", "Oware", "Nine Men's Morris", "Backgammon"])
def test_what_a_position_shows_is_there(name: str) -> None:
    game = ludens.load(name)
    known, state = prepared(game), game.start()
    places = {place["ref"]: place for place in known["places"] if place}
    listed = [portrait["symbol"] for portrait in known["portraits"].values()]
    heaps = {symbol for kinds in known["heaps"].values() for heap in kinds.values() for symbol in heap}
    dice = {die["symbol"] for place in places.values() if "die" in place for die in place["fresh"] + place["spent"]}
    shown = {*listed, *heaps, *dice, *(s for place in places.values() for s in place.get("symbols", {}).values())}
    for n in range(20):
        state.play(state.legal_moves()[n * 7919 % len(state.legal_moves())])
        for piece in scene.pieces(state, None)["pieces"]:
            place = places[piece["ref"]]
            assert piece["symbol"] in shown
            assert place["size"] == piece["size"]
            if place.get("stack") is None:
                assert (place["x"], place["y"]) == (piece["x"], piece["y"])
