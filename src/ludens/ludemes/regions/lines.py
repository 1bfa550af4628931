"""Regions along lines (manual: regions 4.5 to 4.7)."""

from __future__ import annotations

from functools import partial

from ludens import board
from ludens.ludemes.arguments import each_origin, whether
from ludens.ludemes.directions import Radial, each_radial
from ludens.ludemes.regions.static import Sites, tabled
from ludens.ludemes.site_types import kind_of
from ludens.rules.base import BOARD, NOTHING, named
from ludens.rules.categories import BooleanLudeme, DirectionLudeme, IntLudeme, SitesLudeme
from ludens.rules.enums import AbsoluteDirection, LineOfSightType, RelativeDirection, SiteType
from ludens.rules.state.context import Context
from ludens.rules.state.regions import BitRegion, Region
from ludens.rules.state.sites import in_range
from ludens.stage import BoolLike, IntLike, Scope


class DirectionSites(Sites):
    """The sites in some directions from a site or a region, up to where a condition stops the line."""

    spellings = ("sites Direction",)
    says = (
        "the {.sites} [{direction}|in any direction] from {from_:site}[, up to {distance} steps][, up to one for "
        "which {stop}[{stop_included~True}, that one included]][{included~True}, the first one included]"
    )
    searches = True
    reads = NOTHING
    from_: IntLudeme | SitesLudeme = named()
    direction: DirectionLudeme | AbsoluteDirection | RelativeDirection | None = None
    included: BooleanLudeme | None = named(None)
    stop: BooleanLudeme | None = named(None)
    stop_included: BooleanLudeme | None = named(None)
    distance: IntLudeme | None = named(None)
    site_type: SiteType | None = None

    def _kind(self, c: Context) -> board.SiteType:
        return kind_of(c, self.site_type)

    def build(self, c: Context) -> Region:
        if isinstance(self.from_, SitesLudeme):
            return self._from(c, self.from_)
        site = self.from_.emit(c)
        table = tabled(c, self, self._kind(c), site, self._from_site)
        return table if table is not None else self._from_site(c, site)

    def _from(self, c: Context, origins: SitesLudeme) -> Region:
        result, distance = BitRegion.empty(c), self._distance(c)
        each_origin(c, origins, lambda site: self._lines(c, site, distance, result))
        return result

    def _from_site(self, c: Context, site: IntLike) -> Region:
        result, distance = BitRegion.empty(c), self._distance(c)
        c.s.if_(site >= 0, lambda: self._lines(c, site, distance, result))
        return result

    def _distance(self, c: Context) -> IntLike | None:
        return self.distance.emit(c) if self.distance is not None else None

    def _lines(self, c: Context, origin: IntLike, distance: IntLike | None, result: BitRegion) -> None:
        included = whether(c, self.included)
        c.s.if_(included, lambda: result.add(origin))

        def line(radial: Radial) -> None:
            if self.stop is None:
                radial.each(result.add, high=distance)
            else:
                c.s.scope(lambda out: radial.each(lambda site: self._site(c, site, result, out), high=distance))

        each_radial(c, self.direction, self._kind(c), origin, line)

    def _site(self, c: Context, site: IntLike, result: BitRegion, out: Scope) -> None:
        inner = c.bind(to=site)
        assert self.stop is not None

        def stop() -> None:
            included = whether(inner, self.stop_included)
            c.s.if_(included, lambda: result.add(site))
            c.s.leave(out)

        c.s.if_(self.stop.emit(inner), stop)
        result.add(site)


class BetweenSites(Sites):
    """The sites between two sites on a line, where a condition holds."""

    spellings = ("sites Between",)
    says = (
        "the {.sites} between {from_:site} and {to:site}[ {direction}][{from_included~True}{to_included~True}, both "
        "included|{from_included~True}, the first included|{to_included~True}, the last included][ for which {cond}]"
    )
    searches = True
    reads = NOTHING
    direction: DirectionLudeme | AbsoluteDirection | RelativeDirection | None = None
    site_type: SiteType | None = None
    from_: IntLudeme = named()
    from_included: BooleanLudeme | None = named(None)
    to: IntLudeme = named()
    to_included: BooleanLudeme | None = named(None)
    cond: BooleanLudeme | None = named(None)

    def build(self, c: Context) -> Region:
        kind = kind_of(c, self.site_type)
        result, origin, target = BitRegion.empty(c), self.from_.emit(c), self.to.emit(c)
        inner = c.bind(from_=origin, to=target)
        inside = in_range(origin, c.model.count(kind)) & in_range(target, c.model.count(kind))
        c.s.if_(inside, lambda: self._line(inner, kind, origin, target, result))
        return result

    def _line(self, c: Context, kind: board.SiteType, origin: IntLike, target: IntLike, result: BitRegion) -> None:
        for flag, site in ((self.from_included, origin), (self.to_included, target)):
            if flag is not None:
                c.s.if_(flag.emit(c), partial(result.add, site))

        def visit(site: IntLike, out: Scope) -> None:
            c.s.if_(site == target, lambda: c.s.leave(out))
            c.s.if_(self._holds(c.bind(between=site)), lambda: result.add(site))

        def search(out: Scope) -> None:
            def line(radial: Radial) -> None:
                passes = radial.contains(target)
                c.s.if_(passes, lambda: radial.each(lambda site: visit(site, out)))

            each_radial(c, self.direction, kind, origin, line)

        c.s.scope(search)

    def _holds(self, c: Context) -> BoolLike:
        return whether(c, self.cond, True)


class LineOfSightSites(Sites):
    """What is seen along lines from a site: the first pieces, the empty sites before them, or the last of these."""

    spellings = ("sites LineOfSight",)
    says = (
        "the [{what~Empty}empty {.sites}|{what~Farthest}last empty {.sites}|first pieces] in sight of "
        "[{at:site}|the piece][ {direction}]"
    )
    searches = True
    reads = BOARD | {"last"}
    what: LineOfSightType | None = None
    site_type: SiteType | None = None
    at: IntLudeme | None = named(None)
    direction: DirectionLudeme | AbsoluteDirection | RelativeDirection | None = None

    def build(self, c: Context) -> Region:
        """The board's own site type is looked at, whichever is written."""
        result, kind = BitRegion.empty(c), c.model.default_site
        origin = self.at.emit(c) if self.at is not None else c.state.last_to.get()
        line = {"Empty": self._empty, "Farthest": self._farthest}.get(self.what.value if self.what else "", self._piece)
        each_radial(c, self.direction, kind, origin, lambda radial: line(c, radial, result))
        return result

    def _occupied(self, c: Context, site: IntLike) -> BoolLike:
        return c.state.what(None, site) != 0

    def _piece(self, c: Context, radial: Radial, result: BitRegion) -> None:
        def visit(site: IntLike, out: Scope) -> None:
            def hit() -> None:
                result.add(site)
                c.s.leave(out)

            c.s.if_(self._occupied(c, site), hit)

        c.s.scope(lambda out: radial.each(lambda site: visit(site, out)))

    def _empty(self, c: Context, radial: Radial, result: BitRegion) -> None:
        def visit(site: IntLike, out: Scope) -> None:
            c.s.if_(self._occupied(c, site), lambda: c.s.leave(out))
            result.add(site)

        c.s.scope(lambda out: radial.each(lambda site: visit(site, out)))

    def _farthest(self, c: Context, radial: Radial, result: BitRegion) -> None:
        last = c.s.var(-1)

        def visit(site: IntLike, out: Scope) -> None:
            c.s.if_(self._occupied(c, site), lambda: c.s.leave(out))
            last.set(site)

        c.s.scope(lambda out: radial.each(lambda site: visit(site, out)))
        site = last.get()
        c.s.if_(site >= 0, lambda: result.add(site))
