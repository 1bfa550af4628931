"""`(remove ..)`: takes pieces off the board (manual: moves 5.8)."""

from __future__ import annotations

from ludens import board
from ludens.ludemes.arguments import optional
from ludens.ludemes.moves.clauses import top_level
from ludens.ludemes.moves.sinks import by_mover
from ludens.ludemes.site_types import kind_of, site_need
from ludens.rules.actions.base import Act, further
from ludens.rules.actions.pieces import Remove
from ludens.rules.base import BOARD, Need, named
from ludens.rules.categories import IntLudeme, MovesLudeme, SitesLudeme
from ludens.rules.consequents import Then
from ludens.rules.enums import SiteType, WhenType
from ludens.rules.generation.candidates import Candidate, Sink
from ludens.rules.generation.fusion import disjoint
from ludens.rules.generation.single import Footprint, Single, expression
from ludens.rules.state.context import Context
from ludens.stage import IntLike


class RemovePieces(MovesLudeme):
    """Removes the piece of a site, or of each site of a region that holds one."""

    spellings = ("remove", "move Remove")
    says = (
        "remove [{count~IntConstant}{count} pieces from {where:one}|{count?}as many pieces as {count} from "
        "{where:one}|{^move}{where~SitesLudeme}the piece from {where:one}|{where~SitesLudeme}the pieces on {where}"
        "|the piece on {where:site}][{at~EndOfTurn} at the end of the turn]"
    )
    reads = BOARD
    writes = BOARD | {"to_clear"}
    in_order = True
    site_type: SiteType | None = None
    where: IntLudeme | SitesLudeme
    level: IntLudeme | None = named(None)
    at: WhenType | None = named(None)
    count: IntLudeme | None = named(None)
    then: Then | None = None

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        later = frozenset({Need.SEQUENCE_CAPTURE}) if self.at is not None else frozenset()
        return site_need(self.site_type, default_site) | later

    def parts(self) -> list[MovesLudeme] | None:
        """Sites are different, so that removing one leaves the others as they were found."""
        changes = self.then is not None and bool(self.then.all_writes & (BOARD | {"*"}))
        return None if changes and isinstance(self.where, SitesLudeme) else []

    def emit(self, c: Context, sink: Sink) -> None:
        sealed, kind = by_mover(sink, c, self.then), kind_of(c, self.site_type)
        level = self.level.emit(c) if self.level is not None and c.model.stacking else None
        count: IntLike = optional(c, self.count, 1)

        def take(site: IntLike) -> None:
            removed = _not_top(c, kind, site, level) if level is not None else -1
            inner = c.bind(**{"remove.site": site, "remove.level": removed, "remove.count": count})
            sealed.push(Candidate(inner, self._build, from_=site, to=site))

        def take_occupied(site: IntLike) -> None:
            c.s.if_(c.state.what(kind, site) != 0, lambda: take(site))

        if isinstance(self.where, SitesLudeme):
            self.where.emit(c).each(take_occupied)
        else:
            site = self.where.emit(c)
            c.s.if_(site >= 0, lambda: take_occupied(site))

    def footprint(self, c: Context) -> Footprint | None:
        """Of one site; the lists of pieces remember the order of removals."""
        where = self.where
        parts = (self.level, self.at, self.count, self.then)
        if not isinstance(where, IntLudeme) or any(x is not None for x in parts) or c.model.stacking:
            return None
        if not disjoint(BOARD, where.all_reads):
            return None
        there = frozenset({expression(where)})
        return Footprint(there, there)

    def single(self, c: Context) -> Single | None:
        if not isinstance(self.where, IntLudeme) or self.footprint(c) is None:
            return None
        kind, site = kind_of(c, self.site_type), self.where.emit(c)
        return Single(c.s.all_of(lambda: site >= 0, lambda: c.state.what(kind, site) != 0), site)

    def _build(self, c: Context) -> list[Act]:
        count = c.get("remove.count")
        return [self._removal(c, self.decision), *further(self._removal(c, False), count)]

    def _removal(self, c: Context, decision: bool) -> Remove:
        kind, site = kind_of(c, self.site_type), c.get("remove.site")
        if self.at is WhenType.EndOfTurn:
            return Remove(kind, site, postponed=True, decision=decision)
        return Remove(kind, site, c.get("remove.level"), decision=decision)


def _not_top(c: Context, kind: board.SiteType, site: IntLike, level: IntLike) -> IntLike:
    """The level as the action says it, -1 for what is the top one when the move is found."""
    level = c.s.maximum(level, 0)
    return c.s.select(level == top_level(c, kind, site), -1, level)
