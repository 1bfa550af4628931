"""Regions by distance and by what touches or crosses what (manual: regions 4.8, 4.9, 4.14 and 4.15)."""

from __future__ import annotations

from ludens import board
from ludens.ludemes.directions import each_step
from ludens.ludemes.groups import Group
from ludens.ludemes.moves.step import Step
from ludens.ludemes.regions.occupied import each_covered
from ludens.ludemes.regions.static import Sites, TypedSites, empty, tabled
from ludens.ludemes.site_types import type_needs
from ludens.rules.base import BOARD, NOTHING, Need, named, positional
from ludens.rules.categories import IntLudeme, RangeLudeme
from ludens.rules.enums import RelationType, RoleType, SiteType
from ludens.rules.roles import PlayerArgument, fixed_index, index_of
from ludens.rules.state.choices import chosen
from ludens.rules.state.constants import constant, is_at_load
from ludens.rules.state.context import Context
from ludens.rules.state.distances import distance
from ludens.rules.state.regions import BitRegion, Region
from ludens.rules.state.sites import in_range
from ludens.stage import IntLike


class DistanceSites(TypedSites):
    """The sites whose distance from a site lies in a range; or those that a piece reaches in as many steps."""

    spellings = ("sites Distance",)
    says = "the {.sites} {range} [{relation:adj} ][{step?}such ]steps from {from_:site}[, with steps like this: {step}]"
    searches = True
    reads = NOTHING
    relation: RelationType | None = None
    step: Step | None = None
    new_rotation: IntLudeme | None = named(None)
    from_: IntLudeme = named()
    range: RangeLudeme

    @property
    def asked_distance(self) -> str | None:
        return (self.relation or RelationType.Adjacent).value if self.step is None else None

    def build(self, c: Context) -> Region:
        site, kind = self.from_.emit(c), self.kind(c)
        if self.step is not None:
            return self._stepped(c, kind, site, self.step)
        table = tabled(c, self, kind, site, self._ring)
        return table if table is not None else self._ring(c, site)

    # --- by the table of distances

    def _ring(self, c: Context, site: IntLike) -> Region:
        result, kind = BitRegion.empty(c), self.kind(c)
        low, high = self.range.emit(c)
        count = c.model.count(kind)

        def look(target: IntLike, last: IntLike) -> None:
            d = distance(c, kind, site, target)
            near = c.s.all_of(
                lambda: d >= low, lambda: d <= last, lambda: c.s.any_of(lambda: d > 0, lambda: target == site)
            )
            c.s.if_(near, lambda: result.add(target))

        def search() -> None:
            last = c.s.minimum(high, c.s.table(self._farthest(c, kind))[site])
            c.s.for_range(0, count, lambda target: look(target, last))

        c.s.if_(c.s.all_of(lambda: in_range(site, c.model.count(kind)), lambda: low >= 0), search)
        return result

    def _farthest(self, c: Context, kind: board.SiteType) -> list[int]:
        """The largest distance that is known of each site: counted up by one at each larger one (manual: regions
        4.8)."""

        def make() -> list[int]:
            distances = c.model.topology.distances(kind, c.model.distance_relation)
            return [_counted(row) for row in distances]

        return c.s.once(("farthest", kind), make)

    # --- by steps

    def _stepped(self, c: Context, kind: board.SiteType, site: IntLike, step: Step) -> Region:
        result = BitRegion.empty(c)
        low, high = self.range.emit(c)
        start = c.s.all_of(lambda: in_range(site, c.model.count(kind)), lambda: low >= 0)
        c.s.if_(start, lambda: self._rings(c, kind, site, step, low, high, result))
        return result

    def _rings(
        self,
        c: Context,
        kind: board.SiteType,
        site: IntLike,
        step: Step,
        low: IntLike,
        high: IntLike,
        result: BitRegion,
    ) -> None:
        s = c.s
        seen = Group(c, c.model.count(kind))
        what, rotation = c.state.what(kind, site), s.var(c.state.rotation(kind, site))
        ring, done, end = s.var(1), s.var(1), s.var(1)

        def reach(origin: IntLike, target: IntLike, first: bool) -> None:
            inner = c.bind(from_=origin, to=target)
            fresh = s.not_(seen.contains(target))
            s.if_(s.all_of(lambda: first or fresh, lambda: step.to.holds(inner)), lambda: take(target))

        def take(target: IntLike) -> None:
            s.if_(s.not_(seen.contains(target)), lambda: seen.append(target))
            in_range = s.all_of(
                lambda: ring.get() >= low, lambda: s.any_of(lambda: ring.get() <= high, lambda: ring.get() == 1)
            )
            s.if_(in_range, lambda: result.add(target))

        def expand(origin: IntLike, first: bool) -> None:
            each_step(
                c,
                step.direction,
                kind,
                origin,
                lambda target: reach(origin, target, first),
                component=what,
                rotation=rotation.get(),
            )

        def further() -> None:
            origin = seen.member(done.get())
            if self.new_rotation is not None:
                rotation.set(self.new_rotation.emit(c.bind(value=rotation.get())))
            expand(origin, False)
            done.set(done.get() + 1)

        def next_ring() -> None:
            end.set(seen.size)
            ring.set(ring.get() + 1)
            s.while_(lambda: done.get() < end.get(), further)

        seen.restart(site)
        expand(site, True)
        s.while_(lambda: s.all_of(lambda: ring.get() < high, lambda: done.get() < seen.size), next_ring)


def _counted(row: list[int]) -> int:
    last = 0
    for d in row:
        last += d > last
    return last


class IncidentSites(Sites):
    """The elements of a type that touch an element; those with a piece of an owner, if one is given."""

    spellings = ("sites Incident",)
    says = "the {result_type:plural} of {at:site}[ with {owner:of} pieces| with {role:of} pieces]"
    reads = NOTHING
    result_type: SiteType
    of: SiteType = named()
    at: IntLudeme = named()
    owner: PlayerArgument | None = named(None, group="owner")
    role: RoleType | None = positional(None, group="owner")

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return type_needs(self.of) | type_needs(self.result_type)

    @property
    def all_reads(self) -> frozenset[str]:
        """Pieces are read where an owner is given."""
        own = NOTHING if self._who is None else frozenset({"board", "turn"})
        return own.union(*(child.all_reads for child in self.children()))

    @property
    def _who(self) -> PlayerArgument | RoleType | None:
        return self.owner if self.owner is not None else self.role

    def build(self, c: Context) -> Region:
        who = self._who
        touching = chosen(c, incident(c, self.of.value, self.result_type.value), self.at.emit(c))
        if who is None:
            return touching
        index = index_of(c, who)
        frozen = self._is_frozen(c)
        everybody, result = c.model.num_players + 1, BitRegion.empty(c)

        def look(site: IntLike) -> None:
            owner = 0 if frozen else c.state.owner_of(c.state.what(self.result_type.value, site))
            anyone = c.s.all_of(lambda: index == everybody, lambda: owner != 0)
            c.s.if_(c.s.any_of(lambda: owner == index, lambda: anyone), lambda: result.add(site))

        touching.each(look)
        return result

    def _is_frozen(self, c: Context) -> bool:
        """Whether it is evaluated once, on the empty board (manual: regions 1.3)."""
        who = self._who
        fixed = isinstance(who, RoleType) and (
            fixed_index(who) is not None or who in (RoleType.Shared, RoleType.All, RoleType.Each)
        )
        if isinstance(who, PlayerArgument):
            fixed = is_at_load(c) or constant(c, who.emit) is not None
        return fixed and (is_at_load(c) or constant(c, self.at.emit) is not None)


def incident(c: Context, of: board.SiteType, result: board.SiteType) -> list[list[int]]:
    """For each element of a type those of another (or the same) type that touch it (manual: regions 4.9)."""
    t = c.model.topology
    match of, result:
        case "Cell", "Cell":
            return [list(t.neighbours("Cell", i, "Orthogonal")) for i in range(t.count("Cell"))]
        case "Cell", "Edge":
            return t.cell_edges
        case "Cell", _:
            return t.cell_vertices
        case "Edge", "Cell":
            return t.edge_cells
        case "Edge", "Edge":
            return [_others(t.vertex_edges, t.edge_vertices[i], i) for i in range(t.count("Edge"))]
        case "Edge", _:
            return t.edge_vertices
        case "Vertex", "Cell":
            return t.vertex_cells
        case "Vertex", "Edge":
            return t.vertex_edges
    # The reference answers with the cells beside the vertex's edges, and leaves out the vertex's own number.
    return [_others(t.edge_cells, t.vertex_edges[i], i) for i in range(t.count("Vertex"))]


def _others(lists: list[list[int]], indices: list[int], own: int) -> list[int]:
    return sorted({e for i in indices for e in lists[i]} - {own})


class CrossingSites(Sites):
    """The edges with a piece of an owner that cross an edge."""

    spellings = ("sites Crossing",)
    says = "the edges[ of {who}] that cross {at:site}"
    reads = BOARD
    needs = frozenset({Need.EDGE})
    at: IntLudeme = named()
    who: PlayerArgument | RoleType | None = None

    def build(self, c: Context) -> Region:
        if self.who is None:
            return empty(c)
        index, result = index_of(c, self.who), BitRegion.empty(c)
        crossing = chosen(c, self._crossings(c), self.at.emit(c))

        def look(edge: IntLike) -> None:
            what = c.state.what("Edge", edge)
            mine = lambda: c.state.owner_of(what) == index  # noqa: E731
            any_piece = index == c.model.num_players + 1
            c.s.if_(
                c.s.all_of(lambda: what != 0, lambda: c.s.any_of(lambda: any_piece, mine)), lambda: result.add(edge)
            )

        crossing.each(look)
        return result

    def _crossings(self, c: Context) -> list[list[int]]:
        edges = range(c.model.count("Edge"))
        return c.s.once("crossing edges", lambda: proper_crossings([tuple(_ends(c, e)) for e in edges]))


def _ends(c: Context, edge: int) -> tuple[float, ...]:
    points = c.model.topology.points("Vertex")
    a, b = c.model.topology.edge_vertices[edge]
    return *points[a][:2], *points[b][:2]


def proper_crossings(segments: list[tuple[float, ...]]) -> list[list[int]]:
    """For each segment those that it meets well inside both."""
    n = len(segments)
    return [[j for j in range(n) if j != i and _crosses(segments[i], segments[j])] for i in range(n)]


def _crosses(p: tuple[float, ...], q: tuple[float, ...]) -> bool:
    ax, ay, bx, by = p[2] - p[0], p[3] - p[1], q[2] - q[0], q[3] - q[1]
    area = ax * by - ay * bx
    if abs(area) < 1e-9:
        return False
    dx, dy = q[0] - p[0], q[1] - p[1]
    s, t = (dx * by - dy * bx) / area, (dx * ay - dy * ax) / area
    return 0.01 < s < 0.99 and 0.01 < t < 0.99


class LargePieceSites(TypedSites):
    """The sites that the piece anchored at a site covers."""

    spellings = ("sites LargePiece",)
    says = "the {.sites} of the piece on {at:site}"
    reads = BOARD
    at: IntLudeme = named()

    def build(self, c: Context) -> Region:
        site, kind = self.at.emit(c), self.kind(c)
        result = BitRegion.empty(c)
        piece = c.s.all_of(lambda: in_range(site, c.model.count(kind)), lambda: c.state.what(kind, site) != 0)
        c.s.if_(piece, lambda: each_covered(c, site, result.add))
        return result
