"""Boards and pieces as the page draws them."""

from __future__ import annotations

import importlib
from typing import Any

from ludens.board.measure import SiteType
from ludens.game import Game, State

try:
    _scene: Any = importlib.import_module("ludens.render.scene")
except ImportError:
    _scene = None


def scene(game: Game) -> dict[str, Any]:
    """What of a game's picture never changes: see `ludens.render.scene.scene`."""
    return _scene.scene(game) if _scene else _plain_scene(game)


def pieces(state: State, viewer: int | None) -> dict[str, Any]:
    """What stands where, as a player sees it: see `ludens.render.scene.pieces`."""
    return _scene.pieces(state, viewer) if _scene else _plain_pieces(state)


def _plain_scene(game: Game) -> dict[str, Any]:
    kind: SiteType = game.model.default_site  # type: ignore[assignment]
    elements = game.topology.elements(kind)
    xs, ys = [e.x for e in elements], [e.y for e in elements]
    size, left, top = 600, min(xs), max(ys)
    unit = size / max(max(xs) - left, top - min(ys), 1e-9)
    letter = kind[0].lower()
    sites = [
        {
            "ref": f"{letter}:{n}",
            "x": 40 + (e.x - left) * unit,
            "y": 40 + (top - e.y) * unit,
            "r": 20,
            "label": e.label,
            "container": 0,
        }
        for n, e in enumerate(elements)
    ]
    dots = "".join(f'<circle cx="{s["x"]:.1f}" cy="{s["y"]:.1f}" r="20" fill="none" stroke="#888"/>' for s in sites)
    return {
        "width": 680,
        "height": 680,
        "board": dots,
        "symbols": {f"p{c.index}": f'<circle r="40" fill="hsl({c.owner * 140} 60% 50%)"/>' for c in game.components},
        "sites": sites,
        "containers": [{"index": 0, "name": "board", "owner": 0}],
        "players": [{"player": p, "colour": "#444"} for p in range(1, game.num_players + 1)],
    }


def _plain_pieces(state: State) -> dict[str, Any]:
    places = {s["ref"]: s for s in _plain_scene(state.game)["sites"]}
    listed = []
    for kind, site, level, what, who, *_ in state.sites():
        place = places.get(f"{kind.lower()}:{site}")
        if place is not None:
            piece = {"key": f"{kind}{site}.{level}", "ref": place["ref"], "x": place["x"], "y": place["y"], "size": 36}
            listed.append(
                piece | {"symbol": f"p{what}", "rotation": 0, "owner": who, "label": place["label"], "badge": None}
            )
    return {"pieces": listed, "extra": "", "dice": state.dice or None}
