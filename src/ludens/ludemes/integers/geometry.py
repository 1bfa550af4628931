"""Where sites lie: rows, columns, labels, what is ahead (manual: integers 7)."""

from __future__ import annotations

from collections.abc import Sequence

from ludens import board
from ludens.board.directions import NUMBER, absolute
from ludens.language import LudError
from ludens.ludemes.arguments import optional, total_over
from ludens.ludemes.directions import (
    DirectionsRelative,
    Finite,
    Listed,
    Names,
    Query,
    Radial,
    Resolved,
    radial_tables,
    resolve,
)
from ludens.ludemes.radial_tables import names_at
from ludens.ludemes.site_types import Typed, kind_of
from ludens.rules.base import NOTHING, named
from ludens.rules.categories import DirectionLudeme, IntLudeme, SitesLudeme
from ludens.rules.enums import AbsoluteDirection, RelativeDirection, SiteType
from ludens.rules.state.context import Context
from ludens.rules.state.fields.declaration import Cell, by_ludemes, ints
from ludens.rules.state.model import SITE_TYPES
from ludens.rules.state.sites import in_range
from ludens.rules.state.tables import lookup
from ludens.stage import IntLike


class Ahead(Typed):
    """The site some steps ahead of a site; the site itself if there is none."""

    spellings = ("ahead",)
    is_site = True
    says = "the {.site} [{steps} steps|one step] [{direction}|straight forwards] from {site:site}"
    site: IntLudeme
    steps: IntLudeme | None = named(None)
    direction: DirectionLudeme | AbsoluteDirection | RelativeDirection | None = None

    def emit(self, c: Context) -> IntLike:
        kind, site = self.kind(c), self.site.emit(c)
        steps = optional(c, self.steps, 1)
        if isinstance(site, int) and not 0 <= site < c.model.count(kind):
            return -1
        target = lambda: self._target(c, kind, site, steps)  # noqa: E731
        return c.s.choose(in_range(site, c.model.count(kind)), target, lambda: -1)

    def _target(self, c: Context, kind: board.SiteType, site: IntLike, steps: IntLike) -> IntLike:
        if self._follows_last_move:
            names = tuple(absolute(f) for f in c.model.topology.supported_directions(kind, "All"))
            return _ahead_of(c, kind, names, _last_line(c, kind, names, self._looks_back), site, steps)
        query = Query(kind, site)
        resolved = resolve(c, self.direction, query, "Forward")
        names, place = _first_direction(c, resolved, query)
        return _ahead_of(c, kind, names, place, site, steps)

    @property
    def _first_relative(self) -> str | None:
        if isinstance(self.direction, RelativeDirection):
            return self.direction.value
        return self.direction.names[0] if isinstance(self.direction, DirectionsRelative) else None

    @property
    def _follows_last_move(self) -> bool:
        return self._first_relative in ("SameDirection", "OppositeDirection")

    @property
    def _looks_back(self) -> bool:
        return self._first_relative == "OppositeDirection"


def _first_direction(c: Context, resolved: Resolved, query: Query) -> tuple[Names, IntLike]:
    """The directions that may come first, and the place among them of the one that does; -1 where none does."""
    if isinstance(resolved, Finite):
        count = c.model.count(query.site_type)
        key = ("first directions", query.site_type, resolved.alternatives)
        names, rows = c.s.once(key, lambda: _first_places(resolved, count))
        places = [place for row in rows for place in row]
        if len(names) == 1 and -1 not in places:
            return names, 0
        if all(len(set(row)) == 1 for row in rows):
            return names, lookup(c, places[::count], resolved.key)
        return names, lookup(c, places, resolved.key * count + query.site)
    assert isinstance(resolved, Listed)
    numbers = {NUMBER[n]: i for i, n in enumerate(resolved.possible)}
    places = [numbers.get(n, -1) for n in range(len(NUMBER))]
    some = resolved.numbers.length() > 0
    first_place = c.s.choose(some, lambda: lookup(c, places, resolved.numbers.get(0)), lambda: -1)
    return resolved.possible, first_place


def _first_places(resolved: Finite, count: int) -> tuple[Names, list[list[int]]]:
    """The directions that come first at any site, and for each alternative their places at all sites."""
    first = [[next(iter(names_at(a, s)), None) for s in range(count)] for a in resolved.alternatives]
    names = tuple(dict.fromkeys(n for row in first for n in row if n is not None))
    return names, [[-1 if n is None else names.index(n) for n in row] for row in first]


def _ahead_of(c: Context, kind: board.SiteType, names: Names, place: IntLike, site: IntLike, steps: IntLike) -> IntLike:
    """The site `steps` on along the first radial that is long enough, else the site itself."""
    if (isinstance(place, int) and place < 0) or not names or (isinstance(steps, int) and steps <= 0):
        return site
    count = c.model.count(kind)
    if isinstance(steps, int):
        at = lambda: c.s.table([_reached(c, kind, s, n, steps) for n in names for s in range(count)])  # noqa: E731
        table = c.s.once(("ahead by", kind, names, steps), at)
        return c.s.select(place >= 0, table[_row(c, place, count) + site], site)
    reached = lambda: c.s.rows([_all_reached(c, kind, s, n) for n in names for s in range(count)])  # noqa: E731
    rows = c.s.once(("ahead", kind, names), reached)
    row = _row(c, place, count) + site
    far = c.s.all_of(lambda: place >= 0, lambda: steps > 0, lambda: steps <= rows.length(row))
    return c.s.choose(far, lambda: rows.get(row, steps - 1), lambda: site)


def _row(c: Context, place: IntLike, count: int) -> IntLike:
    return place * count if isinstance(place, int) else c.s.maximum(place, 0) * count


def _reached(c: Context, kind: board.SiteType, site: int, direction: str, steps: int) -> int:
    runs = c.model.topology.finder(kind).sites(site, direction)
    return next((run[steps] for run in runs if len(run) > steps), site)


def _all_reached(c: Context, kind: board.SiteType, site: int, direction: str) -> list[int]:
    """What is reached with 1, 2, ... steps."""
    runs: Sequence[tuple[int, ...]] = c.model.topology.finder(kind).sites(site, direction)
    longest = max((len(run) for run in runs), default=1)
    return [next(run[k] for run in runs if len(run) > k) for k in range(1, longest)]


def _last_line(c: Context, kind: board.SiteType, names: Names, back: bool) -> IntLike:
    """The place of the last direction that leads from the move's origin through its target (or back); -1 for none."""
    origin, target = _or_last(c, "from", c.state.last_from), _or_last(c, "to", c.state.last_to)
    if back:
        origin, target = target, origin
    tables, count, result = radial_tables(c, kind, tuple((n,) for n in names)), c.model.count(kind), c.s.var(-1)

    def look(place: IntLike) -> None:
        def through(radial: Radial) -> None:
            c.s.if_(radial.contains(target), lambda: result.set(place))

        tables.each(c, place * count + origin, origin, through)

    c.s.if_(in_range(origin, count), lambda: c.s.for_range(0, len(names), look))
    return result.get()


def _or_last(c: Context, iterator: str, last: Cell[IntLike]) -> IntLike:
    bound = c.get(iterator)
    return c.s.choose(bound == -1, lambda: last.get(), lambda: bound)


class CentrePoint(Typed):
    """The first of the board's centre sites."""

    spellings = ("centrePoint",)
    is_site = True
    says = "the centre"
    reads = NOTHING

    def emit(self, c: Context) -> IntLike:
        centre = c.model.topology.region(self.kind(c), "centre")
        if not centre:
            raise LudError("this board has no centre", self.node.span)
        return int(centre[0])


class _OfSite(Typed):
    """A number that belongs to a site of the board, -1 off the board."""

    reads = NOTHING
    of: IntLudeme = named()

    def numbers(self, c: Context, kind: board.SiteType) -> list[int]:
        raise NotImplementedError

    def emit(self, c: Context) -> IntLike:
        return lookup(c, self.numbers(c, self.kind(c)), self.of.emit(c))


class Row(_OfSite):
    """The row of a site."""

    spellings = ("row",)
    says = "the row of {of:site}"

    def numbers(self, c: Context, kind: board.SiteType) -> list[int]:
        return [e.row for e in c.model.topology.elements(kind)]


class Column(_OfSite):
    """The column of a site."""

    spellings = ("column",)
    says = "the column of {of:site}"

    def numbers(self, c: Context, kind: board.SiteType) -> list[int]:
        return [e.column for e in c.model.topology.elements(kind)]


class PhaseOf(_OfSite):
    """The colour of a site: neighbours differ in it."""

    spellings = ("phase",)
    says = "the colour of {of:site}"

    def numbers(self, c: Context, kind: board.SiteType) -> list[int]:
        return [c.model.topology.phase_of(kind, site) for site in range(c.model.count(kind))]


class Layer(IntLudeme):
    """The layer of a site."""

    spellings = ("layer",)
    says = "the layer of {of:site}"
    asks_layers = True
    reads = NOTHING
    of: IntLudeme = named()
    site_type: SiteType | None = None

    def emit(self, c: Context) -> IntLike:
        elements = c.model.topology.elements(kind_of(c, self.site_type))
        return lookup(c, [e.layer for e in elements], self.of.emit(c))


class CoordLabel(Typed):
    """The site with a label, -1 if there is none."""

    spellings = ("coord",)
    is_site = True
    says = "{label:plain}"
    reads = NOTHING
    label: str

    def emit(self, c: Context) -> IntLike:
        site = c.model.topology.site_of_label(self.label, self.kind(c))
        return -1 if site is None else int(site)


class CoordRowColumn(Typed):
    """The first site of a row and a column, -1 if there is none."""

    spellings = ("coord",)
    is_site = True
    says = "the {.site} in row {row} and column {column}"
    reads = NOTHING
    row: IntLudeme = named()
    column: IntLudeme = named()

    def emit(self, c: Context) -> IntLike:
        elements = c.model.topology.elements(self.kind(c))
        rows, columns = (
            max((e.row for e in elements), default=-1) + 1,
            max((e.column for e in elements), default=-1) + 1,
        )
        table = [-1] * (rows * columns)
        for site in reversed(range(len(elements))):
            e = elements[site]
            if e.row >= 0 and e.column >= 0:
                table[e.row * columns + e.column] = site
        row, column = self.row.emit(c), self.column.emit(c)
        inside = c.s.all_of(lambda: in_range(row, rows), lambda: in_range(column, columns))
        return c.s.choose(inside, lambda: c.s.table(table)[row * columns + column], lambda: -1)


#: what elements of the board cost: cells, then vertices, then edges
COSTS = ints(lambda model: sum(model.count(kind) for kind in SITE_TYPES), name="costs", when=by_ludemes, unbounded=True)


def cost_place(c: Context, kind: board.SiteType, site: IntLike) -> IntLike:
    """Where the cost of an element of the board is kept, -1 for what is none."""
    before = SITE_TYPES[: SITE_TYPES.index(kind)]
    return c.s.select(c.s.inside(site, c.model.count(kind)), site + sum(map(c.model.count, before)), -1)


class Cost(IntLudeme):
    """What sites cost to enter, together."""

    spellings = ("cost",)
    says = "the cost of [{at:site}|{in_}]"
    fields = (COSTS,)
    reads = NOTHING
    site_type: SiteType = SiteType.Cell
    at: IntLudeme | None = named(None, group="where")
    in_: SitesLudeme | None = named(None, group="where")

    def emit(self, c: Context) -> IntLike:
        costs, kind = COSTS.of(c.state), kind_of(c, self.site_type)
        return total_over(c, self.at, self.in_, lambda: -1, lambda site: costs.get(cost_place(c, kind, site)))
