"""Deduction puzzles: the constraints (manual: puzzles). What is not resolved yet violates nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ludens import board
from ludens.ludemes.arguments import optional
from ludens.ludemes.integers.iterators import HintAt, HintIterator
from ludens.ludemes.regions.items import Regions, item_of, static_lists
from ludens.ludemes.searches import every, outlined, some
from ludens.ludemes.site_types import type_name
from ludens.rules.base import BOARD, named
from ludens.rules.categories import BooleanLudeme, IntLudeme, SitesLudeme
from ludens.rules.enums import PuzzleElementType, RegionTypeStatic, SiteType
from ludens.rules.naming import NameOfRegion
from ludens.rules.state import deduction
from ludens.rules.state.constants import at_load, members_of
from ludens.rules.state.context import Context
from ludens.stage import BoolLike, IntLike, Long, Rows

Lists = Sequence[Sequence[int]]
Each = Callable[[Callable[[IntLike], object]], object]


class Constraint(BooleanLudeme):
    """A condition on the variables of a puzzle; it names those that the moves are about."""

    needs = deduction.NEEDS
    reads = BOARD

    def variables(self, c: Context) -> list[int]:
        """The variables that the constraint brings in, in order, possibly with repeats."""
        return []

    def emit(self, c: Context) -> BoolLike:
        return outlined(c, "constraint", self.holds, self.identity)

    def holds(self, c: Context) -> BoolLike:
        raise NotImplementedError(type(self).__name__)


class AllDifferent(Constraint):
    """Whether no value occurs twice in a region, or in each region of the equipment; 0 may not occur at all.

    Excepted values may occur as they like.
    """

    spellings = ("all Different",)
    says = (
        "the values [{region:on}|of each region of the board] <are> all different[, apart from {except_}|, apart "
        "from {excepts}]"
    )
    site_type: SiteType | None = None
    region: SitesLudeme | None = None
    except_: IntLudeme | None = named(None, group="except")
    excepts: tuple[IntLudeme, ...] | None = named(None, group="except")

    def variables(self, c: Context) -> list[int]:
        return sites_at_load(c, self.region) if self.region is not None else variables_of_items(c)

    def holds(self, c: Context) -> BoolLike:
        if self.region is not None:
            return self._different(c, self.region.emit(c).each)
        tests = []
        for starred, lists in item_lists(c):
            rows = c.s.rows(lists)
            tests.append(lambda rows=rows, starred=starred: self._each_list(c, rows, starred))
        return c.s.all_of(*tests)

    def _each_list(self, c: Context, rows: Rows, starred: bool) -> BoolLike:
        """`starred` lists are left out while their first variable is 0 or open."""

        def holds(k: IntLike) -> BoolLike:
            skipped = lambda: c.state.what(self._kind, rows.get(k, 0)) == 0 if starred else False  # noqa: E731
            return c.s.any_of(skipped, lambda: self._different(c, lambda body: rows.each(k, body)))

        return every(c, lambda body: c.s.for_range(0, len(rows.rows), body), holds)

    @property
    def _kind(self) -> board.SiteType | None:
        return type_name(self.site_type)

    def _different(self, c: Context, each: Each) -> BoolLike:
        excepted = [x.emit(c) for x in self.excepts or (self.except_,) if x is not None]
        s, seen = c.s, c.s.var(0, Long)

        def clashes(site: IntLike) -> BoolLike:
            value = c.state.what(self._kind, site)
            ignored = s.any_of(*(lambda x=x: value == x for x in excepted))

            def again() -> BoolLike:
                bit, before = deduction.only(c, value), seen.get()
                seen.set(before | bit)
                return (value == 0) | ((before & bit) != 0)

            return s.all_of(lambda: deduction.is_resolved(c, self._kind, site), lambda: s.not_(ignored), again)

        return s.not_(some(c, each, clashes))


class IsCount(Constraint):
    """Whether as many variables of a region as given have a value, by default 1."""

    spellings = ("is Count",)
    says = "the number of [{name:pieces}|values {of}|pieces] [{region:on}|in each region] <is> {result}"
    site_type: SiteType | None = None
    region: SitesLudeme | None = None
    of: IntLudeme | None = named(None)
    name: NameOfRegion | None = None
    result: IntLudeme

    def holds(self, c: Context) -> BoolLike:
        if self.region is None:
            return False
        kind, expected = type_name(self.site_type), optional(c, self.of, 1)
        tally = _ValueTally.of(c, kind, self.region.emit(c).each, lambda value: c.s.to_int(value == expected))
        return tally.within(self.result.emit(c))


class IsSum(Constraint):
    """Whether the values of a region, or of each of the equipment's regions of some name, add up to a number."""

    spellings = ("is Sum",)
    says = "the sum of the values [{region:on}|in each region] <is> {result}"
    site_type: SiteType | None = None
    region: SitesLudeme | None = None
    of: IntLudeme | None = named(None)
    name: NameOfRegion | None = None
    result: IntLudeme

    def variables(self, c: Context) -> list[int]:
        return sites_at_load(c, self.region) if self.region is not None else variables_of_items(c)

    def holds(self, c: Context) -> BoolLike:
        kind: board.SiteType = self.site_type.value if self.site_type is not None else "Cell"
        if self.region is not None:
            return self._adds_up(c, kind, self.region.emit(c).each, self.result.emit(c))
        listed = [list_of_words(c, item) for item in items_named(c, self.name or "")]
        tables = [c.s.rows(lists) for lists in listed if lists]
        return c.s.all_of(*(lambda rows=rows: self._each_list(c, kind, rows) for rows in tables))

    def _each_list(self, c: Context, kind: board.SiteType, rows: Rows) -> BoolLike:
        values = [-1 if value is None else value for _, value in deduction.hints_of(c.model, kind)]
        hinted = isinstance(self.result, HintIterator | HintAt)
        table = c.s.table([*values, *([-1] * (len(rows.rows) - len(values)))])

        def holds(k: IntLike) -> BoolLike:
            inner = c.bind(hint=table[k]) if hinted else c
            return self._adds_up(c, kind, lambda body: rows.each(k, body), self.result.emit(inner))

        return every(c, lambda body: c.s.for_range(0, len(rows.rows), body), holds)

    def _adds_up(self, c: Context, kind: board.SiteType, each: Each, result: IntLike) -> BoolLike:
        return _ValueTally.of(c, kind, each, lambda value: value).within(result)


class _ValueTally:
    """A number made of resolved variables, and how many are open."""

    def __init__(self, c: Context, total: IntLike, open_: IntLike) -> None:
        self.c, self.total, self.open = c, total, open_

    @classmethod
    def of(
        cls, c: Context, kind: board.SiteType | None, each: Each, number: Callable[[IntLike], IntLike]
    ) -> _ValueTally:
        s, total, open_ = c.s, c.s.var(0), c.s.var(0)

        def add(site: IntLike) -> None:
            resolved = deduction.is_resolved(c, kind, site)
            value = lambda: total.set(total.get() + number(c.state.what(kind, site)))  # noqa: E731
            s.if_(resolved, value, lambda: open_.set(open_.get() + 1))

        each(add)
        return cls(c, total.get(), open_.get())

    def within(self, result: IntLike) -> BoolLike:
        """Whether the number may still become, or has become, the result."""
        exact = self.c.s.any_of(lambda: self.open != 0, lambda: self.total == result)
        return self.c.s.all_of(lambda: self.total <= result, lambda: exact)


class IsUnique(Constraint):
    """Whether no two regions of one kind, both resolved, have the same values in order."""

    spellings = ("is Unique",)
    says = "each filled-in region <is> unique"
    site_type: SiteType | None = None

    def variables(self, c: Context) -> list[int]:
        return variables_of_items(c)

    def holds(self, c: Context) -> BoolLike:
        kind: board.SiteType = self.site_type.value if self.site_type is not None else "Cell"
        listed = [static_lists(c.model, (word,)) for item in items_named(c, "") for word in item.kinds]
        tables = [c.s.rows(lists) for lists in listed]
        return c.s.all_of(*(lambda rows=rows: self._unique(c, kind, rows) for rows in tables))

    def _unique(self, c: Context, kind: board.SiteType, rows: Rows) -> BoolLike:
        s, number = c.s, len(rows.rows)

        def complete(k: IntLike) -> BoolLike:
            return every(c, lambda body: rows.each(k, body), lambda site: deduction.is_resolved(c, kind, site))

        def same(a: IntLike, b: IntLike) -> BoolLike:
            def equal(i: IntLike) -> BoolLike:
                return c.state.what(kind, rows.get(a, i)) == c.state.what(kind, rows.get(b, i))

            whole = lambda i: s.all_of(lambda: i < rows.length(b), lambda: equal(i))  # noqa: E731
            return every(c, lambda body: s.for_range(0, rows.length(a), body), whole)

        def repeated(a: IntLike) -> BoolLike:
            twin = lambda b: s.all_of(lambda: complete(b), lambda: same(a, b))  # noqa: E731
            others = lambda: some(c, lambda body: s.for_range(a + 1, number, body), twin)  # noqa: E731
            return s.all_of(lambda: complete(a), others)

        return s.not_(some(c, lambda body: s.for_range(0, number, body), repeated))


class ForAll(Constraint):
    """Whether a constraint on `(from)` holds for every element of a type, or for every hint of the default type."""

    spellings = ("forAll",)
    says = "for every {element}, {constraint}"
    element: PuzzleElementType
    constraint: BooleanLudeme

    def variables(self, c: Context) -> list[int]:
        return list(range(c.model.board_sites))

    def holds(self, c: Context) -> BoolLike:
        if self.element is PuzzleElementType.Hint:
            return self._each_hint(c)
        count = c.model.count(self.element.value)
        test = lambda site: self.constraint.emit(c.bind(from_=site))  # noqa: E731
        return every(c, lambda body: c.s.for_range(0, count, body), test)

    def _each_hint(self, c: Context) -> BoolLike:
        hints = deduction.hints_of(c.model, c.model.default_site)
        first = c.s.table([sites[0] if sites else -1 for sites, _ in hints])
        second = c.s.table([sites[1] if len(sites) > 1 else -1 for sites, _ in hints])
        value = c.s.table([-1 if v is None else v for _, v in hints])
        edges = c.s.rows([self._edges(c, sites[-1:]) for sites, _ in hints])
        around = c.s.rows([self._edges(c, sites) for sites, _ in hints])

        def holds(k: IntLike) -> BoolLike:
            edge = self._edge_value(c, edges, around, k, value[k])
            inner = c.bind(from_=first[k], to=second[k], hint=value[k], edge=edge)
            return self.constraint.emit(inner)

        return every(c, lambda body: c.s.for_range(0, len(hints), body), holds)

    def _edges(self, c: Context, sites: Sequence[int]) -> list[int]:
        vertex_edges = c.model.topology.vertex_edges
        return [edge for site in sites if site < len(vertex_edges) for edge in vertex_edges[site]]

    def _edge_value(self, c: Context, edges: Rows, around: Rows, k: IntLike, hint: IntLike) -> IntLike:
        """The sum of the edges at the last site of a hint, or the hint while it may still be reached."""
        s = c.s
        tally = _ValueTally.of(c, "Edge", lambda body: edges.each(k, body), lambda value: value)
        is_open = lambda edge: s.not_(deduction.is_resolved(c, "Edge", edge))  # noqa: E731
        reachable = s.all_of(lambda: tally.total < hint, lambda: some(c, lambda body: around.each(k, body), is_open))
        return s.select(reachable, hint, tally.total)


def sites_at_load(c: Context, region: SitesLudeme) -> list[int]:
    return list(at_load(c, lambda direct: members_of(region.emit(direct))))


def items_named(c: Context, name: str) -> list[Regions]:
    """The regions items whose names contain a string, in order."""
    return [item_of(region) for region in c.model.regions if name in region.name]


def list_of_words(c: Context, item: Regions) -> Lists:
    """The lists of an item's static words."""
    return [*_word_lists(c, item)]


def _word_lists(c: Context, item: Regions) -> Iterator[Sequence[int]]:
    for word in item.kinds:
        if word is RegionTypeStatic.HintRegions:
            kind: board.SiteType | None = "Cell" if item.hint_label is None else None
            yield from (sites for sites, _ in deduction.hints_of(c.model, kind))
        else:
            yield from static_lists(c.model, (word,))


def item_lists(c: Context) -> Iterator[tuple[bool, Lists]]:
    """The lists of sites of each regions item, and whether they are stars (a site and all in line with it)."""
    for region in c.model.regions:
        item = item_of(region)
        if item.kinds:
            yield RegionTypeStatic.AllDirections in item.kinds, list_of_words(c, item)
        elif item.parts:
            yield False, [sites_at_load(c, part) for part in item.parts]
        else:
            yield False, [region.sites]


def variables_of_items(c: Context) -> list[int]:
    return [site for _, lists in item_lists(c) for sites in lists for site in sites]
