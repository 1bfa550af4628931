"""Which empty sites count most: those that decide the game most often where the rest is filled at random.

That is the best move where a coin decides who moves (Peres, Schramm, Sheffield and Wilson, "Random-turn Hex and other
selection games", American Mathematical Monthly 114, 2007), and a good one in the game itself. Many boards are filled at
once: of each site a whole number has a bit for each of them.
"""

from __future__ import annotations

import random
from typing import Final

from ludens.solve.connection.ground import Ground
from ludens.solve.connection.sets import sites_of

#: how many boards are filled
_BOARDS: Final = 1024
_ALL: Final = (1 << _BOARDS) - 1


def by_weight(ground: Ground, player: int, own: int, empty: int, draw: random.Random) -> list[int]:
    """The empty sites, from the one that most often decides whether a player with these pieces connects."""
    filled = dict.fromkeys(sites_of(own), _ALL)
    filled |= {site: draw.getrandbits(_BOARDS) for site in sites_of(empty)}
    won = _connected(ground, player, filled)
    wins = won.bit_count()

    def weight(site: int) -> float:
        """How much oftener the player wins with the site than without it."""
        having = filled[site].bit_count()
        both = (won & filled[site]).bit_count()
        return both / max(having, 1) - (wins - both) / max(_BOARDS - having, 1)

    return sorted(sites_of(empty), key=weight, reverse=True)


def _connected(ground: Ground, player: int, filled: dict[int, int]) -> int:
    """The boards on which a group touches all regions of the player, who has each site on those that `filled` says."""
    beside = {site: [t for t in sites_of(ground.beside[site]) if t in filled] for site in filled}
    reached = [_reached(region, filled, beside) for region in ground.regions[player - 1]]
    boards_of_any = 0
    for site in filled:
        everywhere = _ALL
        for one in reached:
            everywhere &= one[site]
        boards_of_any |= everywhere
    return boards_of_any


def _reached(region: int, filled: dict[int, int], beside: dict[int, list[int]]) -> dict[int, int]:
    """The boards on which a group leads from a region to each site."""
    reached = {site: boards if region >> site & 1 else 0 for site, boards in filled.items()}
    order = list(filled)
    changed = True
    while changed:
        changed = False
        for site in order:
            now = before = reached[site]
            if now != filled[site]:
                for other in beside[site]:
                    now |= reached[other]
                now &= filled[site]
                if now != before:
                    reached[site], changed = now, True
        # now one way, now the other
        order.reverse()
    return reached
