"""`(attract ..)` (manual: effects 4)."""

from __future__ import annotations

from ludens import board
from ludens.ludemes.clauses import From
from ludens.ludemes.directions import Radial, each_radial
from ludens.ludemes.effects.effect_moves import push
from ludens.ludemes.effects.origins import origin_of, origin_type
from ludens.rules.actions.base import Act
from ludens.rules.actions.pieces import Add, Remove
from ludens.rules.base import BOARD
from ludens.rules.categories import MovesLudeme
from ludens.rules.consequents import Then
from ludens.rules.enums import AbsoluteDirection
from ludens.rules.generation.candidates import Sink
from ludens.rules.state.context import Context
from ludens.stage import IntLike


class Attract(MovesLudeme):
    """Pulls all pieces in line with a site as close to it as they get."""

    spellings = ("attract",)
    says = "draw the pieces [{direction} ]towards [{from_}|the piece just played]"
    reads = BOARD | {"last"}
    writes = BOARD
    from_: From | None = None
    direction: AbsoluteDirection | None = None
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        kind, origin = origin_type(c, self.from_), origin_of(c, self.from_, c.state.last_to.get())
        each_radial(c, self.direction, kind, origin, lambda radial: self._along(c, sink, kind, radial))

    def _along(self, c: Context, sink: Sink, kind: board.SiteType, radial: Radial) -> None:
        s, placed = c.s, c.s.var(0)

        def leave(site: IntLike) -> None:
            s.if_(c.state.what(kind, site) != 0, lambda: self._remove(c, sink, kind, site))

        def arrive(site: IntLike) -> None:
            def put() -> None:
                placed.set(placed.get() + 1)
                self._add(c, sink, kind, radial.at(placed.get()), c.state.what(kind, site))

            s.if_(c.state.what(kind, site) != 0, put)

        radial.each(leave)
        radial.each(arrive)

    def _remove(self, c: Context, sink: Sink, kind: board.SiteType, site: IntLike) -> None:
        push(c, sink, lambda c: [Remove(kind, c.get("pull.site"))], {"pull.site": site}, self.then, from_=site, to=site)

    def _add(self, c: Context, sink: Sink, kind: board.SiteType, site: IntLike, what: IntLike) -> None:
        def build(c: Context) -> list[Act]:
            return [Add(kind, c.get("pull.site"), c.get("pull.what"))]

        push(c, sink, build, {"pull.site": site, "pull.what": what}, self.then, from_=site, to=site)
