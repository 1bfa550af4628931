"""Step distances: one table for the whole game (manual: regions 4.8).

Its relation is decided by all ludemes that ask for one together.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from ludens import board
from ludens.rules.base import Ludeme
from ludens.rules.state.context import Context
from ludens.stage import IntLike

_ORDER = ("Adjacent", "All", "OffDiagonal", "Diagonal", "Orthogonal")


def distance_relation(ludemes: Iterable[Ludeme]) -> str:
    """The relation of a game's table, from all ludemes of its description."""
    relations = {ludeme.asked_distance for ludeme in ludemes}
    return next((relation for relation in _ORDER if relation in relations), "Adjacent")


def distance(c: Context, site_type: board.SiteType, a: IntLike, b: IntLike) -> IntLike:
    """The steps between two sites of the board, 0 where there is no way, or no such site; only what is used is
    tabulated."""
    table = c.model.topology.distances(site_type, c.model.distance_relation)

    def look_up() -> IntLike:
        if isinstance(a, int) and isinstance(b, int):
            return table[a][b]
        if isinstance(a, int):
            return c.s.table(table[a])[b]
        if isinstance(b, int):
            return c.s.table([row[b] for row in table])[a]
        return c.s.table(chain.from_iterable(table))[a * len(table) + b]

    return c.s.choose(c.s.inside(a, len(table)) & c.s.inside(b, len(table)), look_up, lambda: 0)
