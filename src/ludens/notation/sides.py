"""Who of two players is Black, by the colours that a description gives them."""

from __future__ import annotations

from ludens.game import Game
from ludens.ludemes.graphics.players import PlayerColour


def is_first_black(game: Game) -> bool:
    """Whether player 1's pieces are darker than player 2's; where the metadata do not say, White begins."""
    light = {
        item.role.name: sum(item.colour.rgba[:3]) for item in game.metadata.drawing if isinstance(item, PlayerColour)
    }
    return "P1" in light and "P2" in light and light["P1"] < light["P2"]
