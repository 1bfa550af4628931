"""What programs need that draw positions by themselves, without Python: all places and pictures, drawn beforehand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from ludens.board.measure import SiteType
from ludens.game import Game
from ludens.render.pieces import PiecePainter, Placed
from ludens.render.scene import Drawing, drawing_of, ref, words_of
from ludens.render.view import SITE_TYPES, Piece, View, game_view

Json = dict[str, Any]

#: local states above these look like the first
_STATES: Final = 8
#: more seeds than these, less one, look the same
_HEAPS: Final = 33


def prepared(game: Game) -> Json:
    """What a program needs to draw positions by itself, of a board on whose sites lies one piece at most.

    `places` tell of each slot of a state where a piece on it lies, and `symbols` there, by component, where
    pictures depend on the place; `portraits` have by component its picture, those of the local states that look
    otherwise, words and owner; `heaps` have by component the pictures of one seed, two and so on; `labels` name the
    references of sites; `kind` is the letter of the board's sites, `beside` the first site that lies in a hand;
    `symbols` are the pictures that `scene` does not have.
    """
    drawing = drawing_of(game)
    view = replace(game_view(drawing.game, 1), pieces={})
    listed = [c for c in view.components if not c.faces]
    symbols: dict[str, str] = {}

    def picture(painter: PiecePainter, placed: Placed) -> str:
        identifier, symbols[identifier] = drawing.symbol(painter, placed, 1)
        return identifier

    places: list[Json | None] = []
    portraits: dict[int, Json] = {}
    heaps: dict[int, list[str]] = {}
    for letter, site in drawing.game.slots:
        key: tuple[SiteType, int] = (SITE_TYPES[letter[0]], site)
        painter, found = drawing.painter(view, 1), dict[int, Placed]()
        for c in listed:
            view.pieces = {key: [Piece(c, c.index, c.owner if c.owner <= view.num_players else 0)]}
            placed = [*painter.on_board(), *(p for row in drawing.sheet.rows for p in painter.in_row(row))]
            if one := next((p for p in placed if p.key == key), None):
                found[c.index] = one
        first = next(iter(found.values()), None)
        if first is None:
            places.append(None)
            continue
        entry = drawing.listed_as(first, "", view)
        place = {name: entry[name] for name in ("ref", "x", "y", "size", "rotation")}
        place["label"] = drawing.place_words(first)
        if first.kind in ("cell", "edge", "large"):
            place["symbols"] = {what: picture(painter, p) for what, p in found.items()}
        if first.kind == "seeds":
            place["kind"] = "seeds"
            for what, p in found.items():
                if what not in heaps:
                    heaps[what] = [picture(painter, replace(p, count=n)) for n in range(1, _HEAPS)]
        places.append(place)
        for what, p in found.items():
            if what not in portraits:
                portraits[what] = _portrait(drawing, painter, p, view, picture)
    sites, model = drawing.sites(), drawing.game.model
    return {
        "places": places,
        "portraits": portraits,
        "heaps": heaps,
        "labels": {site["ref"]: site["label"] for site in sites},
        "kind": ref(view.default_site, 0)[0],
        "beside": max(model.first_other_site, model.topology.count(model.default_site)),
        "symbols": symbols,
    }


def _portrait(
    drawing: Drawing, painter: PiecePainter, placed: Placed, view: View, picture: Callable[[PiecePainter, Placed], str]
) -> Json:
    """A component's picture, those of its local states where they differ, words and owner."""
    plain, owner = picture(painter, placed), placed.piece.who
    states = {n: picture(painter, replace(placed, piece=replace(placed.piece, state=n))) for n in range(1, _STATES)}
    return {
        "symbol": plain,
        "states": {n: symbol for n, symbol in states.items() if symbol != plain},
        "words": words_of(placed, drawing.whose(owner, view)),
        "owner": owner,
    }
