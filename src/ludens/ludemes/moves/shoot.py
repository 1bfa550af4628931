"""`(shoot ..)`: puts pieces along lines (manual: moves 5.6)."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

from ludens import board
from ludens.language import LudError
from ludens.ludemes.clauses import Between, From, PieceChoice, To
from ludens.ludemes.directions import Radial, each_radial
from ludens.ludemes.integers.iterators import BetweenSite
from ludens.ludemes.moves.clauses import clause_type
from ludens.ludemes.moves.sinks import by_mover
from ludens.ludemes.rays import rays_of
from ludens.ludemes.site_types import site_need
from ludens.rules.actions.base import Act
from ludens.rules.actions.pieces import Add
from ludens.rules.base import BOARD, Need
from ludens.rules.categories import MovesLudeme, SitesLudeme
from ludens.rules.consequents import Then
from ludens.rules.enums import AbsoluteDirection
from ludens.rules.generation.candidates import Candidate, Sink
from ludens.rules.state import sets
from ludens.rules.state.constants import is_direct
from ludens.rules.state.context import Context
from ludens.rules.state.regions import Region, collect
from ludens.rules.state.sites import in_range
from ludens.stage import BoolLike, IntLike


class Shoot(MovesLudeme):
    """Puts a piece on any site of a line from the origin, up to the first that fails the condition of `to`."""

    spellings = ("shoot", "move Shoot")
    says = (
        "shoot {piece}[ from {from_.where:one}][ {direction}| in any direction] over any number of empty {.sites}{to}"
    )
    reads = BOARD | {"last"}
    writes = BOARD
    piece: PieceChoice
    from_: From | None = None
    direction: AbsoluteDirection | None = None
    between: Between | None = None
    to: To | None = None
    then: Then | None = None

    def check(self) -> None:
        if self.to is not None and self.to.if_ is None:
            raise LudError("(to ...) of (shoot ...) needs a condition `if:`", self.to.node.span)

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return site_need(self.from_.type if self.from_ else None, default_site)

    def emit(self, c: Context, sink: Sink) -> None:
        sealed, kind, origin = by_mover(sink, c, self.then), clause_type(c, self.from_), self._origin(c)
        what = self.piece.components(c)[0]
        shooting = c.bind(**{"shoot.what": what, "shoot.from": origin})

        def along(radial: Radial) -> None:
            def walk(out: Any) -> None:
                def visit(k: IntLike) -> None:
                    at = shooting.bind(**{"to": radial.at(k), "shoot.k": k, "shoot.radial": radial.number})
                    before = c.s.select(k == 1, c.get("between"), radial.at(c.s.maximum(k - 1, 1)))
                    c.s.if_(c.s.not_(self._holds(at.bind(between=before))), lambda: c.s.leave(out))
                    sealed.push(self._move(at, radial))

                c.s.for_range(1, radial.length + 1, visit, rounds=radial.longest)

            c.s.scope(walk)

        def shoot() -> None:
            if not (sink.unordered and self._at_once(shooting, sealed, kind, origin)):
                each_radial(c, self.direction, kind, origin, along)

        c.s.if_(c.s.all_of(lambda: what >= 0, lambda: origin >= 0), shoot)

    def _at_once(self, c: Context, sink: Sink, kind: board.SiteType, origin: IntLike) -> bool:
        """Push the shots from a site as a set; False where it is not known for all sites at once what is passed."""
        in_sets = c.tracer is None and not is_direct(c) and not c.state.last_between.present
        rays = rays_of(c, kind, self.direction) if in_sets and not self._sees_between else None
        free = sets.where(c, kind, lambda site: self._holds(c.bind(to=site))) if rays is not None else None
        if rays is None or free is None:
            return False
        inside = in_range(origin, c.model.count(kind))
        c.s.if_(inside, lambda: sink.push_each(rays.reached(c, origin, free), lambda site: self._to(c.bind(to=site))))
        return True

    @cached_property
    def _sees_between(self) -> bool:
        """Whether the condition of `to` looks at the site before."""
        condition = self.to.if_ if self.to is not None else None
        return condition is not None and any(isinstance(ludeme, BetweenSite) for ludeme in condition.walk())

    def _origin(self, c: Context) -> IntLike:
        where = self.from_.where if self.from_ is not None else None
        if where is None or isinstance(where, SitesLudeme):
            return c.state.last_to.get()
        return where.emit(c)

    def _holds(self, c: Context) -> BoolLike:
        if self.to is None or self.to.if_ is None:
            return c.state.is_empty("Cell", c.get("to"))
        return self.to.if_.emit(c)

    def _to(self, c: Context) -> Candidate:
        def build(c: Context) -> list[Act]:
            return [Add(clause_type(c, self.from_), c.get("to"), c.get("shoot.what"), decision=self.decision)]

        return Candidate(c, build, from_=c.get("to"), to=c.get("to"))

    def _move(self, c: Context, radial: Radial) -> Candidate:
        def passed(c: Context) -> Region:
            line = Radial(c, c.get("shoot.from"), radial.tables, c.get("shoot.radial"), 0)
            return collect(c, lambda add: line.each(add, 1, c.get("shoot.k") - 1))

        return replace(self._to(c), between=passed)
