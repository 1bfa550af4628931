"""Piece-square tables: what each site of the board is worth to each kind of piece (Slate and Atkin 1977)."""

from __future__ import annotations

from collections.abc import Container, Mapping

from ludens.ludemes.base import Ludeme, Number, named
from ludens.ludemes.metadata.heuristics.base import WeightedTerm
from ludens.ludemes.metadata.heuristics.pieces import UNIT
from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.model import Component
from ludens.stage import IntLike, RealLike


class SiteValue(Ludeme):
    """What the sites of the board are worth to a piece, by its name: a number for each.

    Where there are more or fewer numbers than sites they are of another board, and say nothing of this one. `player` is
    whose the piece has to be, where it is one that several may own. Of pieces that nobody owns, those are a player's
    whose state is the player's number, as where pieces are turned over.
    """

    spellings = ("siteValue",)
    piece: str
    values: tuple[Number, ...]
    player: int | None = named(None)


class SiteValues(WeightedTerm):
    """What the sites are worth on which the player's pieces stand (of a stack the one on top), times their count.

    A term of ludens's own, such as `ludens tune --seconds` writes.
    """

    spellings = ("siteValues",)
    pieces: tuple[SiteValue, ...]

    def raw(self, c: Context, player: int) -> RealLike:
        return self._sum(c, {player: 1})

    def lead(self, c: Context) -> RealLike:
        if self.transformation is not None:
            return super().lead(c)
        return self._sum(c, {1: 1, 2: -1}) * self.scale

    def _sum(self, c: Context, signs: Mapping[int, int]) -> RealLike:
        """The values of the sites of all pieces, times the signs of their owners."""
        s, total, sites = c.s, c.s.var(0), c.model.board_sites
        players = c.model.num_players
        shared = any(not 1 <= x.owner <= players for x in c.model.components[1:])
        owners = players + 1 if shared else 1
        values = [0] * (len(c.model.components) * owners * sites)
        for one in self.pieces:
            for x, player in self._whose(c, one, signs) if len(one.values) == sites else ():
                first = (x.index * owners + (player if shared else 0)) * sites
                values[first : first + sites] = [signs[player] * round(float(value) * UNIT) for value in one.values]
        table = s.table(values)

        def add(site: IntLike) -> None:
            kind = c.state.what(None, site)
            if shared:
                kind = kind * owners + self._owner(c, site)
            value = table[kind * sites + site]
            if c.state.counts.present:
                value = value * c.state.count(None, site)
            total.set(total.get() + value)

        s.for_range(0, sites, add)
        return s.real(total.get()) * (1.0 / UNIT)

    def _whose(self, c: Context, told: SiteValue, players: Container[int]) -> list[tuple[Component, int]]:
        """The pieces that values are told of, and which of some players each is of."""
        named = [x for x in c.model.components[1:] if x.name == told.piece]
        owned = [(x, x.owner if 1 <= x.owner <= c.model.num_players else told.player) for x in named]
        return [(x, owner) for x, owner in owned if owner is not None and owner in players]

    def _owner(self, c: Context, site: IntLike) -> IntLike:
        """Whose a piece is, among games in which not all have their owners for good; 0 for nobody's."""
        s, players = c.s, c.model.num_players
        owner = c.state.who(None, site)
        if c.state.states.present:
            state = c.state.piece_state(None, site)
            owner = s.select(owner == 0, state, owner)
        return s.select((owner >= 1) & (owner <= players), owner, 0)
