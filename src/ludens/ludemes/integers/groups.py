"""Groups of connected sites: how many, how large, how free (manual: integers 8.7 to 8.11 and 9)."""

from __future__ import annotations

from collections.abc import Callable

from ludens import board
from ludens.board.walks import covered_sites
from ludens.ludemes.arguments import optional, sites_of, whether
from ludens.ludemes.directions import Radial, each_radial, each_step
from ludens.ludemes.groups import Group, each_group, grow
from ludens.ludemes.integers.sites_values import guarded, is_site, last_to
from ludens.ludemes.searches import apart, flag
from ludens.ludemes.site_types import Typed
from ludens.rules.base import named
from ludens.rules.categories import BooleanLudeme, DirectionLudeme, IntLudeme, SitesLudeme
from ludens.rules.enums import AbsoluteDirection, RelativeDirection, RoleType
from ludens.rules.roles import PlayerArgument, is_one_of
from ludens.rules.state.context import Context
from ludens.rules.state.regions import BitRegion
from ludens.rules.state.sites import in_range
from ludens.stage import Bool, BoolLike, IntLike, Scope, Variable

GROUP_READS = frozenset({"board", "last"})


class _Grouping(Typed):
    """Groups of the sites that satisfy a condition on `(to)`, by default of the occupied ones."""

    reads = GROUP_READS

    def holds(self, c: Context, condition: BooleanLudeme | None) -> Callable[[IntLike], BoolLike]:
        kind = self.kind(c)
        if condition is None:
            return lambda to: c.state.occupied(kind, to)
        return lambda to: condition.emit(c.bind(to=to))

    def largest(
        self,
        c: Context,
        direction: DirectionLudeme | AbsoluteDirection | RelativeDirection | None,
        condition: BooleanLudeme | None,
        visible: BooleanLudeme | None,
    ) -> IntLike:
        """The size of the largest group, 0 if there is none."""

        def body(c: Context) -> IntLike:
            kind, holds, best = self.kind(c), self.holds(c, condition), c.s.var(0)

            def measure(group: Group) -> None:
                best.set(c.s.maximum(best.get(), group.size))

            if visible is None:
                each_group(c, kind, direction, holds, measure)
            else:
                view = _TopView(c, kind, visible.emit(c))
                both = lambda to: c.s.all_of(lambda: view.shows(to), lambda: holds(to))  # noqa: E731
                each_group(c, kind, direction, both, measure, link=view.links)
            return best.get()

        return apart(c, self, "largest_group", body)


class CountGroups(_Grouping):
    """The number of groups that have at least a number of sites."""

    spellings = ("count Groups",)
    says = "the number of groups[ joined {direction}][ of {.sites} for which {if_}][ of at least {min}]"
    direction: DirectionLudeme | AbsoluteDirection | RelativeDirection | None = None
    if_: BooleanLudeme | None = named(None)
    min: IntLudeme | None = named(None)
    is_visible: BooleanLudeme | None = named(None)

    def emit(self, c: Context) -> IntLike:
        return self.emit_up_to(c, c.model.universe)

    def emit_up_to(self, c: Context, most: int) -> IntLike:
        def body(c: Context) -> IntLike:
            total = c.s.var(0)
            c.s.scope(lambda out: self._count(c, total, most, out))
            return total.get()

        return apart(c, self, f"count_groups_{most}" if most < c.model.universe else "count_groups", body)

    def _count(self, c: Context, total: Variable[IntLike], most: int, out: Scope) -> None:
        least = optional(c, self.min, 0)

        def add(group: Group) -> None:
            total.set(total.get() + c.s.to_int(group.size >= least))
            if most < c.model.universe:
                c.s.if_(total.get() >= most, lambda: c.s.leave(out))

        each_group(c, self.kind(c), self.direction, self.holds(c, self.if_), add)


class CountSizeBiggestGroup(_Grouping):
    """The number of sites of the largest group."""

    spellings = ("count SizeBiggestGroup",)
    says = "the size of the largest group[ joined {direction}][ of {.sites} for which {if_}][ of at least {min}]"
    direction: DirectionLudeme | AbsoluteDirection | RelativeDirection | None = None
    if_: BooleanLudeme | None = named(None)
    min: IntLudeme | None = named(None)
    is_visible: BooleanLudeme | None = named(None)

    def emit(self, c: Context) -> IntLike:
        return self.largest(c, self.direction, self.if_, self.is_visible)


class CountSizeBiggestGroupShort(_Grouping):
    """The number of sites of the largest group."""

    spellings = ("countSizeBiggestGroup",)
    says = "the size of the largest group[ joined {direction}][ of {.sites} for which {if_}]"
    direction: DirectionLudeme | AbsoluteDirection | RelativeDirection | None = None
    if_: BooleanLudeme | None = named(None, group="condition")
    is_visible: BooleanLudeme | None = named(None, group="condition")

    def emit(self, c: Context) -> IntLike:
        return self.largest(c, self.direction, self.if_, self.is_visible)


class _TopView:
    """What can be seen from above of a board with layers (manual: integers 8.8)."""

    def __init__(self, c: Context, kind: board.SiteType, applies: BoolLike) -> None:
        self.c, self.kind, self.applies = c, kind, applies
        places: dict[tuple[float, float], list[int]] = {}
        elements = c.model.topology.elements(kind)
        for site, e in enumerate(elements):
            places.setdefault((e.x, e.y), []).append(site)
        over = [[t for t in places[(e.x, e.y)] if t > site] for site, e in enumerate(elements)]
        self.over = c.s.rows(over)
        self.above = self._upward("Vertex")
        self.above_own = self._upward(kind)

    def _upward(self, kind: board.SiteType) -> list[list[int]]:
        topology, n = self.c.model.topology, self.c.model.count(self.kind)
        own = self.c.model.count(kind)
        return [topology.steps(kind, site, "Upward") if site < own else [] for site in range(n)]

    def shows(self, site: IntLike) -> BoolLike:
        """Whether nothing lies over a site; always so where the view does not matter."""
        c = self.c
        covered = c.s.var(False, Bool)

        def look(t: IntLike) -> None:
            c.s.if_(c.state.what(self.kind, t) != 0, lambda: covered.set(True))

        c.s.if_(self.applies, lambda: self.over.each(site, look))
        return c.s.not_(covered.get())

    def links(self, site: IntLike, t: IntLike) -> BoolLike:
        """Whether pieces above do not come between two neighbours."""
        c = self.c
        shared = c.s.var(0)
        first, second = BitRegion.empty(c), c.s.rows(self.above_own)

        def note(u: IntLike) -> None:
            c.s.if_(c.state.what(self.kind, u) != 0, lambda: first.add(u))

        def meet(u: IntLike) -> None:
            shared.set(shared.get() + c.s.to_int(first.contains(u)))

        def compare() -> None:
            c.s.rows(self.above).each(site, note)
            second.each(t, meet)

        c.s.if_(self.applies, compare)
        return shared.get() < 2


class CountSizeBiggestLine(Typed):
    """The number of sites of the longest line, by default of occupied ones."""

    spellings = ("count SizeBiggestLine",)
    says = "the length of the longest line[ {direction}][ of {.sites} for which {if_}]"
    direction: AbsoluteDirection | None = None
    if_: BooleanLudeme | None = named(None)

    def emit(self, c: Context) -> IntLike:
        return apart(c, self, "longest_line", self._longest)

    def _longest(self, c: Context) -> IntLike:
        kind, s = self.kind(c), c.s
        members, best, beyond = BitRegion.empty(c), s.var(0), s.var(False, Bool)
        counted = c.model.count("Cell" if kind == "Cell" else "Vertex")

        def test(site: IntLike) -> None:
            holds = self.if_.emit(c.bind(to=site)) if self.if_ is not None else c.state.occupied(kind, site)
            s.if_(holds, lambda: member(site))

        def member(site: IntLike) -> None:
            members.add(site)
            s.if_(site >= counted, lambda: beyond.set(True))

        def lines(site: IntLike) -> None:
            best.set(s.maximum(best.get(), 1))
            each_radial(c, self.direction, kind, site, line, distinct=True)

        def line(radial: Radial) -> None:
            length = s.var(1 + _run(c, radial, members))
            radial.opposites_each(lambda o: length.set(length.get() + _run(c, o, members)))
            best.set(s.maximum(best.get(), length.get()))

        s.for_range(0, c.model.count(kind), test)
        members.each(lines)
        return s.select(beyond.get(), -1, best.get())


def _run(c: Context, radial: Radial, members: BitRegion) -> IntLike:
    """How many sites of a radial follow its origin without a gap."""
    length = c.s.var(0)

    def search(out: Scope) -> None:
        def look(site: IntLike) -> None:
            c.s.if_(c.s.not_(members.contains(site)), lambda: c.s.leave(out))
            length.set(length.get() + 1)

        radial.each(look)

    c.s.scope(search)
    return length.get()


class SizeGroup(Typed):
    """The number of sites of a site's group: of the same component, or those that satisfy a condition."""

    spellings = ("size Group",)
    says = "the size of the group on {at:site}[ joined {direction}][ of {.sites} for which {if_}]"
    reads = GROUP_READS
    at: IntLudeme = named()
    direction: DirectionLudeme | AbsoluteDirection | RelativeDirection | None = None
    if_: BooleanLudeme | None = named(None)

    def emit(self, c: Context) -> IntLike:
        return self.emit_up_to(c, c.model.universe)

    def emit_up_to(self, c: Context, most: int) -> IntLike:
        site = self.at.emit(c)
        inner = c.bind(**{"group.seed": site})
        name = f"size_group_{most}" if most < c.model.universe else "size_group"
        return apart(inner, self, name, lambda c: self._size(c, most))

    def _size(self, c: Context, most: int) -> IntLike:
        kind, seed = self.kind(c), c.get("group.seed")
        starts = whether(c.bind(to=seed), self.if_, True)
        holds = c.s.all_of(lambda: in_range(seed, c.model.count(kind)), lambda: starts)

        def measure() -> IntLike:
            return grow(c, kind, seed, self.direction, self._accepts(c, kind, seed), most=most).size

        return guarded(c, holds, measure)

    def _accepts(self, c: Context, kind: board.SiteType, seed: IntLike) -> Callable[[IntLike], BoolLike]:
        if self.if_ is not None:
            condition = self.if_
            return lambda to: condition.emit(c.bind(from_=seed, to=to))
        what = c.state.what(kind, seed)
        return lambda to: c.state.what(kind, to) == what


class CountLiberties(Typed):
    """The number of empty sites beside a site's group, which is of one component."""

    spellings = ("count Liberties",)
    says = (
        "the number of empty {.sites} beside the group[ on {at:site}][ joined {direction}][ of {.sites} for "
        "which {if_}]"
    )
    reads = GROUP_READS
    at: IntLudeme | None = named(None)
    direction: DirectionLudeme | AbsoluteDirection | RelativeDirection | None = None
    if_: BooleanLudeme | None = named(None)

    def emit(self, c: Context) -> IntLike:
        return self.emit_up_to(c, c.model.universe)

    def emit_up_to(self, c: Context, most: int) -> IntLike:
        site = self.at.emit(c) if self.at is not None else last_to(c)
        inner = c.bind(**{"group.seed": site})
        name = f"count_liberties_{most}" if most < c.model.universe else "count_liberties"
        return apart(inner, self, name, lambda c: self._liberties(c, most))

    def _liberties(self, c: Context, most: int) -> IntLike:
        kind, seed, s = self.kind(c), c.get("group.seed"), c.s
        starts = whether(c.bind(to=seed), self.if_, True)
        holds = s.all_of(lambda: in_range(seed, c.model.count(kind)), lambda: starts)
        liberties = s.var(0)
        s.if_(holds, lambda: s.scope(lambda out: self._search(c, kind, seed, liberties, most, out)))
        return liberties.get()

    def _search(
        self, c: Context, kind: board.SiteType, seed: IntLike, liberties: Variable[IntLike], most: int, out: Scope
    ) -> None:
        """Count the liberties while the group grows; leaves at `most` liberties."""
        s, what, free = c.s, c.state.what(kind, seed), BitRegion.empty(c)

        def joins(to: IntLike, there: IntLike) -> BoolLike:
            same, condition = there == what, self.if_
            if condition is None:
                return same
            return s.all_of(lambda: same, lambda: condition.emit(c.bind(from_=seed, to=to)))

        def accepts(to: IntLike) -> BoolLike:
            there = c.state.what(kind, to)
            in_group = flag(c, lambda: joins(to, there))
            liberty = s.all_of(lambda: s.not_(in_group), lambda: there == 0, lambda: s.not_(free.contains(to)))
            s.if_(liberty, lambda: add(to))
            return in_group

        def add(to: IntLike) -> None:
            free.add(to)
            liberties.set(liberties.get() + 1)
            if most < c.model.universe:
                s.if_(liberties.get() >= most, lambda: s.leave(out))

        grow(c, kind, seed, self.direction, accepts)


class SizeTerritory(Typed):
    """The number of empty sites in regions that border on pieces of some players only."""

    spellings = ("size Territory",)
    says = "the number of empty {.sites} that[ {direction}] only {who:of} pieces border on"
    reads = frozenset({"board", "turn", "team"})
    who: RoleType | PlayerArgument
    direction: AbsoluteDirection | None = None

    def emit(self, c: Context) -> IntLike:
        return apart(c, self, "size_territory", self._territory)

    def _territory(self, c: Context) -> IntLike:
        kind, s, total = self.kind(c), c.s, c.s.var(0)
        empty = lambda to: c.state.what(kind, to) == 0  # noqa: E731

        def measure(group: Group) -> None:
            owned = s.var(True, Bool)

            def look(t: IntLike) -> None:
                foreign = s.all_of(
                    lambda: c.state.what(kind, t) != 0, lambda: s.not_(self._is_owner(c, c.state.who(kind, t)))
                )
                s.if_(foreign, lambda: owned.set(False))

            s.for_range(0, group.size, lambda i: self._neighbours(c, kind, group.member(i), look))
            s.if_(owned.get(), lambda: total.set(total.get() + group.size))

        each_group(c, kind, self.direction, empty, measure)
        return total.get()

    def _neighbours(self, c: Context, kind: board.SiteType, site: IntLike, body: Callable[[IntLike], None]) -> None:
        direction = AbsoluteDirection.Adjacent if kind == "Edge" else self.direction
        each_step(c, direction, kind, site, body)

    def _is_owner(self, c: Context, owner: IntLike) -> BoolLike:
        return is_one_of(c, self.who, owner, owners=True)


class SizeLargePiece(Typed):
    """The number of sites that the pieces on some sites cover."""

    spellings = ("size LargePiece",)
    says = "the number of {.sites} of the piece on [{at:site}|{in_}]"
    reads = GROUP_READS
    in_: SitesLudeme | None = named(None, group="where")
    at: IntLudeme | None = named(None, group="where")

    def emit(self, c: Context) -> IntLike:
        kind, total, topology = self.kind(c), c.s.var(0), c.model.topology
        centre = next(iter(topology.region("Cell", "centre")), 0)
        sizes = [len(covered_sites(topology, p.walks, centre, 0)) if p.walks else 1 for p in c.model.components]

        def add(site: IntLike) -> None:
            what = guarded(c, is_site(c, kind, site), lambda: c.state.what(kind, site))
            total.set(total.get() + c.s.select(what != 0, c.s.table(sizes)[what], 0))

        sites_of(c, self.at, self.in_).each(add)
        return total.get()
