"""`(promote ..)`: replaces a piece by another (manual: moves 5.10)."""

from __future__ import annotations

from functools import partial

from ludens import board
from ludens.ludemes.clauses import PieceChoice
from ludens.ludemes.moves.sinks import by_mover
from ludens.ludemes.site_types import kind_of, site_need
from ludens.rules.actions.base import Act
from ludens.rules.actions.pieces import Promote
from ludens.rules.base import BOARD, Need
from ludens.rules.categories import IntLudeme, MovesLudeme
from ludens.rules.consequents import Then
from ludens.rules.enums import RoleType, SiteType
from ludens.rules.generation.candidates import Candidate, Sink
from ludens.rules.roles import PlayerArgument, index_of
from ludens.rules.state.context import Context
from ludens.stage import IntLike


class PromotePiece(MovesLudeme):
    """Replaces the piece on a site; one move for each component offered."""

    spellings = ("promote", "move Promote")
    says = "promote [the piece on {site:site}|the piece] to {piece}[{owner!~Mover} as {owner:of} piece]"
    reads = BOARD | {"turn"}
    writes = BOARD
    site_type: SiteType | None = None
    site: IntLudeme | None = None
    piece: PieceChoice
    owner: PlayerArgument | RoleType | None = None
    then: Then | None = None

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return site_need(self.site_type, default_site)

    def parts(self) -> list[MovesLudeme] | None:
        return None if isinstance(self.piece.which, tuple) and len(self.piece.which) > 1 else []

    def emit(self, c: Context, sink: Sink) -> None:
        site = c.get("to") if self.site is None else self.site.emit(c)
        sealed = by_mover(sink, c, self.then)

        def offer() -> None:
            for what in self._components(c):
                inner = c.bind(**{"promote.site": site, "promote.what": what})
                move = Candidate(inner, self._build, from_=site, to=site)
                c.s.if_(what >= 0, partial(sealed.push, move))

        c.s.if_(site >= 0, offer)

    def _components(self, c: Context) -> list[IntLike]:
        """The components offered; a single number that is no component counts as -1."""
        which = self.piece.which
        if isinstance(which, tuple):
            return [self._named(c, item) if isinstance(item, str) else item.emit(c) for item in which]
        if isinstance(which, str):
            return [self._named(c, which)]
        number = which.emit(c)
        is_there = c.s.within(number, 1, len(c.model.components) - 1)
        if isinstance(number, int):
            return [self._named(c, c.model.components[number].name) if is_there else -1]
        component = number if self.owner is None else self._same_kind(c, number)
        return [c.s.select(is_there, component, -1)]

    def _named(self, c: Context, name: str) -> IntLike:
        """The component of exactly that name; with an owner, the owner's first whose name contains it."""
        components = c.model.components[1:]
        if self.owner is None:
            return next((p.index for p in components if p.name == name), -1)
        player = index_of(c, self.owner)
        return c.s.table([_owned(c, name, p) for p in range(c.model.num_players + 2)])[player]

    def _same_kind(self, c: Context, number: IntLike) -> IntLike:
        """The owner's component of a component's name."""
        assert self.owner is not None
        players = c.model.num_players + 2
        names = [p.name for p in c.model.components]
        table = c.s.table([_owned(c, name, p) if name else 0 for name in names for p in range(players)])
        component, owner = c.s.select(c.s.inside(number, len(names)), number, 0), index_of(c, self.owner)
        return c.s.select(c.s.inside(owner, players), table[component * players + owner], 0)

    def _build(self, c: Context) -> list[Act]:
        kind = kind_of(c, self.site_type)
        return [Promote(kind, c.get("promote.site"), c.get("promote.what"), decision=self.decision)]


def _owned(c: Context, text: str, player: int) -> int:
    """A player's first component whose name contains a text; 0 if there is none."""
    return next((p.index for p in c.model.components[1:] if p.owner == player and text in p.name), 0)
