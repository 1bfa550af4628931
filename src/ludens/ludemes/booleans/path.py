"""Paths and cycles of a player's pieces (manual: booleans 6)."""

from __future__ import annotations

from ludens import board
from ludens.ludemes.arguments import last_to, whether
from ludens.ludemes.booleans.reach import NodeLinks, cycle_length, ring_of, spread
from ludens.ludemes.neighbours import relation_rows
from ludens.ludemes.searches import outlined, some
from ludens.rules.base import BOARD, Need, named
from ludens.rules.categories import BooleanLudeme, IntLudeme, RangeLudeme
from ludens.rules.enums import RoleType, SiteType
from ludens.rules.roles import PlayerArgument, index_of
from ludens.rules.state.context import Context
from ludens.rules.state.sites import on_board
from ludens.stage import Bool, BoolLike, IntLike


class IsPath(BooleanLudeme):
    """Whether a player's pieces make a path or a closed path of some length, through a site or the last move's.

    Edges count as they are; a path of vertices or cells counts its sites.
    """

    spellings = ("is Path",)
    says = "there <is> a [{closed?}closed ]path of length {length}[ from {from_:site}] of {who:of} edges"
    reads = BOARD | {"last", "turn"}
    site_type: SiteType
    from_: IntLudeme | None = named(None)
    who: PlayerArgument | RoleType
    length: RangeLudeme = named()
    closed: BooleanLudeme | None = named(None)

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return frozenset({Need.EDGE, Need.VERTEX}) if self.site_type is SiteType.Edge else frozenset()

    def emit(self, c: Context) -> BoolLike:
        return outlined(c, "path", self._body, self.identity)

    def _body(self, c: Context) -> BoolLike:
        site, who = last_to(c, self.from_), index_of(c, self.who)
        least, most = self.length.emit(c)
        closed = whether(c, self.closed)
        test = _EdgePath if self.site_type is SiteType.Edge else _SitePath
        inside = on_board(c, self.site_type.value, site)

        def holds() -> BoolLike:
            path = test(c, self.site_type.value, site, who, least, most)
            return c.s.choose(closed, path.is_closed, path.is_open, Bool)

        return c.s.all_of(lambda: inside, holds)


class _Path:
    """A path through a site, to be of a length between two bounds."""

    def __init__(
        self, c: Context, kind: board.SiteType, site: IntLike, who: IntLike, least: IntLike, most: IntLike
    ) -> None:
        self.c, self.kind, self.site, self.who, self.least, self.most = c, kind, site, who, least, most

    def owned(self, site: IntLike) -> BoolLike:
        who = self.c.state.who(self.kind, site)
        return (self.c.state.owner_of(who) if self.c.model.merged_owner else who) == self.who

    @property
    def exact(self) -> BoolLike:
        return self.least == self.most


class _EdgePath(_Path):
    """Edges as links between vertices."""

    def __init__(
        self, c: Context, kind: board.SiteType, site: IntLike, who: IntLike, least: IntLike, most: IntLike
    ) -> None:
        super().__init__(c, kind, site, who, least, most)
        self.ends = c.s.rows(c.model.topology.edge_vertices)
        self.first, self.second = self.ends.get(site, 0), self.ends.get(site, 1)
        vertex_edges, ends = c.model.topology.vertex_edges, c.model.topology.edge_vertices
        pairs = [[(sum(ends[e]) - v, e) for e in edges] for v, edges in enumerate(vertex_edges)]
        targets = c.s.rows([[t for t, _ in row] for row in pairs])
        edges = c.s.rows([[e for _, e in row] for row in pairs])
        self.links = NodeLinks(c, c.model.count("Vertex"), targets, lambda v, i: self.owned(edges.get(v, i)), edges)

    def is_closed(self) -> BoolLike:
        """A cycle: the two ends of the edge are joined by another way."""
        s = self.c.s
        ring = ring_of(self.links, self.first)
        size = s.select(ring.region.contains(self.second), ring.size, 0)
        number = s.var(0)

        def count(edge: IntLike) -> None:
            a, b = self.ends.get(edge, 0), self.ends.get(edge, 1)
            inside = s.all_of(
                lambda: self.owned(edge), lambda: ring.region.contains(a), lambda: ring.region.contains(b)
            )
            s.if_(inside, lambda: number.set(number.get() + 1))

        s.if_(size != 0, lambda: s.for_range(0, self.c.model.count("Edge"), count))
        within = lambda: s.all_of(lambda: self.most > 2, lambda: size <= self.most, lambda: size > 2)  # noqa: E731
        fits = s.choose(self.exact, lambda: size == self.least, within, Bool)
        simple = s.all_of(lambda: number.get() == size, lambda: fits)
        return s.any_of(lambda: simple, lambda: s.all_of(lambda: number.get() > size, self._shorter_cycle))

    def _shorter_cycle(self) -> BoolLike:
        s, length = self.c.s, cycle_length(self.links, self.first, self.second, self.site)
        exact = s.all_of(lambda: self.exact, lambda: length == self.least)
        return s.any_of(lambda: exact, lambda: s.all_of(lambda: self.most > 2, lambda: length <= self.most))

    def is_open(self) -> BoolLike:
        """The owned edges that hang together with the edge make one simple path."""
        s = self.c.s
        a, b = spread(self.links, self.first, self.site), spread(self.links, self.second, self.site)
        tree = s.all_of(lambda: a.edges == a.vertices - 1, lambda: b.edges == b.vertices - 1)
        length = a.depth + b.depth + 1
        fits = s.choose(self.exact, lambda: length == self.least, lambda: length <= self.most, Bool)
        apart = s.not_(a.region.contains(self.second))
        return s.all_of(lambda: apart, lambda: tree, lambda: fits, lambda: a.edges + b.edges + 1 == length)


class _SitePath(_Path):
    """Vertices or cells as sites that are linked where they are adjacent."""

    def __init__(
        self, c: Context, kind: board.SiteType, site: IntLike, who: IntLike, least: IntLike, most: IntLike
    ) -> None:
        super().__init__(c, kind, site, who, least, most)
        self.near = near = relation_rows(c, kind, "Adjacent")
        both = lambda v, i: c.s.all_of(lambda: self.owned(v), lambda: self.owned(near.get(v, i)))  # noqa: E731
        self.links = NodeLinks(c, c.model.count(kind), near, both)
        self.degree = self._degree(site)
        ring = ring_of(self.links, site)
        self.size = c.s.select(ring.region.contains(self._following(site, -1, none=0)), ring.size, 0)

    def _degree(self, site: IntLike) -> IntLike:
        s, total = self.c.s, self.c.s.var(0)
        self.near.each(site, lambda t: s.if_(self.owned(t), lambda: total.set(total.get() + 1)))
        return total.get()

    def _following(self, site: IntLike, previous: IntLike, none: int) -> IntLike:
        """The first owned neighbour but the previous site and the start; `none` where there is none."""
        s = self.c.s
        following = s.var(-1)

        def look(t: IntLike) -> None:
            new = s.all_of(lambda: following.get() < 0, lambda: t != previous, lambda: self.owned(t))
            s.if_(s.all_of(lambda: new, lambda: t != self.site), lambda: following.set(t))

        self.near.each(site, look)
        return s.select(following.get() < 0, none, following.get())

    def is_closed(self) -> BoolLike:
        s, size = self.c.s, self.size
        exact = lambda: s.any_of(lambda: size == self.least, lambda: self._triangle(self.least, 3, 3))  # noqa: E731
        ranged = lambda: s.any_of(  # noqa: E731
            lambda: s.all_of(lambda: size > 2, lambda: size <= self.most), lambda: self._triangle(self.most, 3, 1 << 30)
        )
        right = s.choose(self.exact, exact, ranged, Bool)
        return s.all_of(lambda: self.degree != 0, lambda: right)

    def _triangle(self, bound: IntLike, low: int, high: int) -> BoolLike:
        """Whether a larger ring holds a triangle, where the bound on the length allows for one."""
        s, near = self.c.s, self.near

        def joined(a: IntLike, b: IntLike) -> BoolLike:
            return some(self.c, lambda body: near.each(a, body), lambda t: t == b)

        def third(a: IntLike, b: IntLike) -> BoolLike:
            return s.all_of(lambda: self.owned(b), lambda: joined(a, b))

        def corner(a: IntLike) -> BoolLike:
            closes = lambda: some(self.c, lambda body: near.each(self.site, body), lambda b: third(a, b))  # noqa: E731
            return s.all_of(lambda: self.owned(a), closes)

        return s.all_of(
            lambda: self.size > bound,
            lambda: bound >= low,
            lambda: bound <= high,
            lambda: some(self.c, lambda body: near.each(self.site, body), corner),
        )

    def is_open(self) -> BoolLike:
        s = self.c.s
        cell = self.kind == "Cell"
        one = s.any_of(lambda: self.least == 1, lambda: self.most == 1)
        alone = s.all_of(lambda: self.least == 1, lambda: self.most == 1) if cell else one
        lonely = s.all_of(lambda: self.degree == 0, lambda: alone)
        ranged = s.not_(self.exact) if not cell else self.most > 0
        rest = s.all_of(lambda: self.size == 0, lambda: s.any_of(lambda: ranged, self._chain))
        return s.any_of(lambda: lonely, lambda: rest)

    def _chain(self) -> BoolLike:
        """Whether the site is part of a chain, of exactly that many sites, that does not branch."""
        s, near = self.c.s, self.near
        total, branched = s.var(1), s.var(False, Bool)

        def follow(start: IntLike) -> None:
            at, previous = s.var(start), s.var(self.site)

            def step(_: IntLike) -> None:
                def go() -> None:
                    total.set(total.get() + 1)
                    s.if_(self._degree(at.get()) > 2, lambda: branched.set(True))
                    following = self._following(at.get(), previous.get(), none=-1)
                    previous.set(at.get())
                    at.set(following)

                s.if_(at.get() >= 0, go)

            s.for_range(0, self.links.number, step)

        near.each(self.site, lambda t: s.if_(self.owned(t), lambda: follow(t)))
        few = s.all_of(lambda: self.degree >= 1, lambda: self.degree <= 2)
        return s.all_of(lambda: few, lambda: s.not_(branched.get()), lambda: total.get() == self.least)
