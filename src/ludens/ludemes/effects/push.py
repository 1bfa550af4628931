"""`(push ..)` (manual: effects 4)."""

from __future__ import annotations

from ludens import board
from ludens.ludemes.clauses import From
from ludens.ludemes.directions import Listed, Query, Radial, each_radial, resolve
from ludens.ludemes.effects.effect_moves import push
from ludens.ludemes.effects.origins import origin_of, origin_type
from ludens.rules.actions.base import Act
from ludens.rules.actions.pieces import Add, Remove
from ludens.rules.base import BOARD
from ludens.rules.categories import DirectionLudeme, MovesLudeme
from ludens.rules.consequents import Then
from ludens.rules.enums import AbsoluteDirection, RelativeDirection
from ludens.rules.generation.candidates import Sink
from ludens.rules.state.context import Context
from ludens.rules.state.regions import IntList
from ludens.rules.state.sites import in_range
from ludens.stage import IntLike, Scope


class Push(MovesLudeme):
    """Pushes the row of pieces that begins at a site one step on; the last one drops off a full row."""

    spellings = ("push",)
    says = "push the line of pieces {direction}[ from {from_.where:site}]"
    reads = BOARD | {"last"}
    writes = BOARD
    from_: From | None = None
    direction: DirectionLudeme | AbsoluteDirection | RelativeDirection
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        kind, origin = origin_type(c, self.from_), origin_of(c, self.from_, c.state.last_to.get())
        if isinstance(self.direction, AbsoluteDirection):
            each_radial(c, self.direction, kind, origin, lambda radial: self._along(c, sink, kind, radial))
            return
        c.s.if_(in_range(origin, c.model.count(kind)), lambda: self._first_direction(c, sink, kind, origin))

    def _first_direction(self, c: Context, sink: Sink, kind: board.SiteType, origin: IntLike) -> None:
        query = Query(kind, origin)
        directions = resolve(c, self.direction, query).listed(c, query)

        def along() -> None:
            first = Listed(IntList(c, [directions.numbers.get(0)]), directions.possible)
            first.each_radial(c, query, lambda radial: self._along(c, sink, kind, radial), False)

        c.s.if_(directions.numbers.length() > 0, along)

    def _along(self, c: Context, sink: Sink, kind: board.SiteType, radial: Radial) -> None:
        s = c.s
        carried = s.var(c.state.what(kind, radial.origin))
        self._remove(c, sink, radial.origin)

        def row(out: Scope) -> None:
            def step(site: IntLike) -> None:
                there, arriving = c.state.what(kind, site), carried.get()
                s.if_(there != 0, lambda: self._remove(c, sink, site))
                self._add(c, sink, site, arriving)
                carried.set(there)
                s.if_(there == 0, lambda: s.leave(out))

            radial.each(step)

        s.scope(row)

    def _remove(self, c: Context, sink: Sink, site: IntLike) -> None:
        kind = origin_type(c, self.from_)
        push(c, sink, lambda c: [Remove(kind, c.get("push.site"))], {"push.site": site}, self.then, from_=site, to=site)

    def _add(self, c: Context, sink: Sink, site: IntLike, what: IntLike) -> None:
        kind = origin_type(c, self.from_)

        def build(c: Context) -> list[Act]:
            return [Add(kind, c.get("push.site"), c.get("push.what"))]

        push(c, sink, build, {"push.site": site, "push.what": what}, self.then, from_=site, to=site)

    def parts(self) -> list[MovesLudeme] | None:
        """Each site is read before it is written."""
        return [] if self.then is None else None
