"""Hex and its like: cells as Hex players call them, with `a1` a sharp corner on a side of player 1; files of SGF.

A game is one of these whose two players put stones on a rhombus of hexagons and connect sides.
"""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from typing import Final

from ludens.game import Game, IllegalMove, Move, State
from ludens.ludemes.booleans.connection import IsConnected
from ludens.notation.errors import shown
from ludens.notation.record import Record
from ludens.notation.renamed import Renamed
from ludens.notation.sgf import Sgf
from ludens.notation.style import File, Style
from ludens.notation.turns import Turn

_HEX: Final = 11
_SWAPS: Final = ("swap", "swap-sides", "swap-pieces")


class Hex(Renamed):
    family = "hex"

    def __init__(self, game: Game, side: int, places: Mapping[int, tuple[int, int]]) -> None:
        super().__init__(game, {site: f"{string.ascii_lowercase[c]}{r + 1}" for site, (c, r) in places.items()})
        self.side = side
        self._sites = {self.point(site): site for site in places}

    @classmethod
    def of(cls, game: Game) -> Style | None:
        owners = sorted(c.owner for c in game.components)
        if game.num_players != 2 or owners != [1, 2] or len(game.containers) != 1 or game.model.stacking:
            return None
        if not any(isinstance(one, IsConnected) for one in game.ludemes()) or game.model.default_site != "Cell":
            return None
        elements = game.topology.elements("Cell")
        side = 1 + max(e.column for e in elements)
        places = {(e.column, e.row): site for site, e in enumerate(elements)}
        full = len(places) == len(elements) == side * side and side <= len(string.ascii_lowercase)
        if not full or any(e.row >= side for e in elements):
            return None
        near = game.topology.neighbours("Cell", places[0, 0], "Adjacent")
        if side < 2 or set(near) != {places[0, 1], places[1, 0], places[1, 1]}:  # the blunt corner
            return None
        owned = {site for region in game.model.regions if region.owner == 1 for site in region.sites}
        by_column = all(places[0, n] in owned and places[side - 1, n] in owned for n in range(side))
        last = side - 1
        named = {
            site: (last - row, column) if by_column else (last - column, row) for (column, row), site in places.items()
        }
        return cls(game, side, named)

    # --- SGF

    @property
    def files(self) -> Mapping[str, File]:
        form = Sgf(
            self.game,
            _HEX,
            str(self.side),
            {1: "B", 2: "W"},
            self._point,
            self._at_point,
            self._sites.get,
            self.point,
            self._result,
        )
        return {"sgf": form.file()}

    @staticmethod
    def _result(record: Record) -> str:
        winner = record.final.winner
        return f"{'BW'[winner - 1]}+" if winner in (1, 2) else ""

    def _point(self, state: State, turn: Turn) -> str:
        return _SWAPS[1] if _is_swap(turn) else self.point(turn[0].to_site)

    def _at_point(self, state: State, point: str) -> Turn:
        said = point.strip().lower()
        for move in state.legal_moves():
            if _is_swap((move,)) if said in _SWAPS else move.to_site == self._sites.get(said, -1):
                return (move,)
        raise IllegalMove(f"{shown(point)} is not legal here")


def _is_swap(turn: Sequence[Move]) -> bool:
    return any(action.name == "Swap" for action in turn[0].actions)
