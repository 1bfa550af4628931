"""`(select ..)`: chooses sites (manual: moves 5.7)."""

from __future__ import annotations

from collections.abc import Callable

from ludens import board
from ludens.ludemes.arguments import optional
from ludens.ludemes.clauses import From, To
from ludens.ludemes.moves.clauses import clause_type, condition, player_of
from ludens.ludemes.site_types import site_need
from ludens.rules.actions.base import Act
from ludens.rules.actions.pieces import Select
from ludens.rules.base import BOARD, Need
from ludens.rules.categories import IntLudeme, MovesLudeme, SitesLudeme
from ludens.rules.consequents import Then
from ludens.rules.enums import RoleType
from ludens.rules.generation.candidates import Candidate, Sink
from ludens.rules.generation.sinks import sealed
from ludens.rules.state.context import Context
from ludens.stage import BoolLike, IntLike


class SelectSites(MovesLudeme):
    """Chooses one site or two; what comes of it is in the consequent."""

    spellings = ("select", "move Select")
    says = "choose {from_}[ and then {to.where:one}][ for which {to.if_}]"
    reads = BOARD
    from_: From
    to: To | None = None
    role: RoleType | None = None
    then: Then | None = None

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        second = site_need(self.to.type, default_site) if self.to is not None else frozenset()
        return site_need(self.from_.type, default_site) | second

    def emit(self, c: Context, sink: Sink) -> None:
        sink = sealed(sink, player_of(c, self.role), self.then)
        level: IntLike = optional(c, self.from_.level)
        kind = clause_type(c, self.from_)

        def first(site: IntLike) -> None:
            inner = c.bind(**{"from": site, "to": site, "select.level": level})
            selectable = c.s.all_of(lambda: in_range(c, kind, site), lambda: condition(self.from_, inner))
            c.s.if_(selectable, lambda: self._second(inner, sink))

        _each_site(c, self.from_.where, c.get("from"), first)

    def _second(self, c: Context, sink: Sink) -> None:
        to = self.to
        if to is None:
            sink.push(Candidate(c, self._build, from_=c.get("from"), to=c.get("from")))
            return

        def second(site: IntLike) -> None:
            inner = c.bind(to=site)
            move = Candidate(inner, self._build, from_=c.get("from"), to=site)
            c.s.if_(condition(to, inner), lambda: sink.push(move))

        _each_site(c, to.where, c.get("to"), second)

    def _build(self, c: Context) -> list[Act]:
        kind, origin = clause_type(c, self.from_), c.get("from")
        level: IntLike = -1
        if c.model.stacking:
            level = c.get("select.level") if self.from_.level is not None else c.state.size(kind, origin) - 1
        if self.to is None:
            return [Select(kind, origin, level, decision=self.decision)]
        to_kind, target = clause_type(c, self.to), c.get("to")
        to_level = self.to.level.emit(c) if self.to.level is not None else c.state.size(to_kind, target) - 1
        return [Select(kind, origin, level, to_kind, target, to_level, has_target=True, decision=self.decision)]

    def parts(self) -> list[MovesLudeme] | None:
        single = not isinstance(self.from_.where, SitesLudeme)
        return [] if single and (self.to is None or not isinstance(self.to.where, SitesLudeme)) else None


def in_range(c: Context, kind: board.SiteType, site: IntLike) -> BoolLike:
    """Whether a site is one of a type's, or of another container's."""
    return site < (c.model.total_sites if kind == c.model.default_site or kind == "Cell" else c.model.count(kind))


def _each_site(
    c: Context, where: SitesLudeme | IntLudeme | None, default: IntLike, body: Callable[[IntLike], object]
) -> None:
    """Run the body for the sites of an argument, ascending, negative ones left out."""
    if isinstance(where, SitesLudeme):
        where.emit(c).each(body)
        return
    site = default if where is None else where.emit(c)
    c.s.if_(site >= 0, lambda: body(site))
