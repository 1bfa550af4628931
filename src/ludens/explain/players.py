"""What sentences about a game call its players."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludens.words import say

if TYPE_CHECKING:
    from ludens.game.game import Game


def player_name(game: Game, player: int) -> str:
    """What a player is called; nothing for nobody."""
    return say("player {0}", player) if 1 <= player <= game.num_players else ""


def with_names(text: str, names: Sequence[str]) -> str:
    """A sentence that calls the players by these names, from player 1 on."""
    called = {say("player {0}", player): name for player, name in enumerate(names, 1)}
    longest_first = "|".join(map(re.escape, reversed(called)))  # player 10 before player 1
    return re.sub(longest_first, lambda match: called[match[0]], text) if called else text
