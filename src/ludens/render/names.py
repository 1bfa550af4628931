"""What the players of a game are called: as its metadata say, else after the colours of their pieces."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final
from weakref import WeakKeyDictionary

from ludens.game import Game
from ludens.game.match import Match
from ludens.ludemes.graphics.pieces import PieceStyle
from ludens.render.appearance import Appearance, PieceQuery
from ludens.render.colours import Colour, components
from ludens.render.scripts import script_of
from ludens.rules.state.model import Component
from ludens.words import say, term

#: colours, each with some that go by its name
_COLOURS: Final[dict[str, tuple[str, ...]]] = {
    "White": ("#fafafa",), "Black": ("#1e1e1e", "#323232"), "Grey": ("#8c8c8c", "#c8c8c8"),
    "Red": ("#cd0f0f", "#ff0000", "#7f0000"), "Green": ("#00aa00", "#00c800", "#7fff7f", "#007f00"),
    "Blue": ("#143ccd", "#007fff", "#7fbfff", "#00007f"), "Yellow": ("#faeb28", "#ffff99"),
    "Orange": ("#ff8c00", "#ffbf00"), "Purple": ("#9614aa", "#7f007f"), "Pink": ("#ff6eb4", "#ff00ff"),
    "Brown": ("#78461e", "#8b4513"), "Turquoise": ("#00b4be", "#007f7f", "#00ffff"), "Gold": ("#d4af37",),
}  # fmt: skip
#: two players whose pieces look alike, and tell their owners by their direction
_FACING: Final = ("Sente", "Gote")


def colour_name(colour: Colour) -> str:
    """What people call a colour; "" for one that is not drawn.

    >>> colour_name("#fafafa"), colour_name("#323232"), colour_name("#be0000"), colour_name("none")
    ('White', 'Black', 'Red', '')
    """
    if not colour.startswith("#"):
        return ""
    samples = ((sample, name) for name, listed in _COLOURS.items() for sample in listed)
    return min(samples, key=lambda pair: math.dist(components(colour), components(pair[0])))[1]


def player_names(game: Game) -> tuple[str, ...]:
    """What each player is called: by the metadata, else by colour where all differ, else "Player 1" and so on."""
    if game not in _names:
        one = game.instance(0) if isinstance(game, Match) else game
        appearance = Appearance(game.metadata.drawing or one.metadata.drawing, game.num_players)
        names = names_of(appearance, game.num_players, one.components)
        _names[game] = names
    return tuple(map(_translated, _names[game]))


def _translated(name: str) -> str:
    """A name in the language that is spoken: colours, and "Player 1"; others are what a description has written."""
    number = name.removeprefix("Player ")
    return say("Player {0}", number) if number.isdigit() and number != name else term(f"{name}|a player")


def name_of(game: Game, player: int) -> str:
    """What a player is called; also the one who moves in a game that nobody plays."""
    names = player_names(game)
    return names[player - 1] if 1 <= player <= len(names) else say("Player {0}", player)


_names: WeakKeyDictionary[Game, tuple[str, ...]] = WeakKeyDictionary()


def names_of(appearance: Appearance, num_players: int, listed: Sequence[Component]) -> tuple[str, ...]:
    """The names of the players whose pieces are among some components."""
    players = range(1, num_players + 1)
    default = _by_looks(appearance, num_players, [c for c in listed if not c.faces])
    return tuple(appearance.player_name(p) or default[p - 1] for p in players)


def _by_looks(appearance: Appearance, num_players: int, listed: Sequence[Component]) -> Sequence[str]:
    players = range(1, num_players + 1)
    plain = [f"Player {p}" for p in players]
    own = {p: next((c for c in listed if c.owner == p), None) for p in players}
    if num_players < 2 or any(c is None for c in own.values()):
        return plain
    names = {c.base_name.rstrip("0123456789") or c.name for c in listed}
    styles = [item.style.value for item in appearance.of(PieceStyle)]
    if num_players == 2 and script_of(names, appearance.style or "", styles) == "shogi":
        return _FACING
    for colours in (
        [appearance.piece_colours(_query(c))[0] for c in own.values() if c is not None],
        [appearance.player_colour(p) for p in players],
    ):
        own_names = [colour_name(colour) for colour in colours]
        if all(own_names) and len(set(own_names)) == num_players:
            return own_names
    return plain


def _query(component: Component) -> PieceQuery:
    base = component.base_name.rstrip("0123456789") or component.name
    return PieceQuery(component.name, base, component.owner)
