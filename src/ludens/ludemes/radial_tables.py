"""Radials in play, and the constant tables of the radials and single steps of all sites in lists of directions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain
from typing import Any

from ludens import board
from ludens.board.radials import Numbered, RadialFinder, TooLong
from ludens.language import LudError
from ludens.rules.state.context import Context
from ludens.stage import Bool, BoolLike, IntLike, Rows

Names = tuple[str, ...]
#: the most sites that the radials of a board have in all: the queen's lines of a square board of 80 rows
RADIALS_LIMIT = 2_000_000
#: tables of radials with more sites share one list of all radials of the board: twice those of a board of 19 rows
SHARED_SITES = 40_000


@dataclass(frozen=True)
class PerSite:
    """Directions that differ from site to site."""

    names: tuple[Names, ...]


Alternative = Names | PerSite


def names_at(alternative: Alternative, site: int) -> Names:
    return alternative.names[site] if isinstance(alternative, PerSite) else alternative


def all_names(alternative: Alternative) -> Iterable[str]:
    return (n for names in alternative.names for n in names) if isinstance(alternative, PerSite) else alternative


class Radial:
    """A radial in play: the sites `at(1)` .. `at(length)` after its origin; `index` is its place in the enumeration."""

    def __init__(self, c: Context, origin: IntLike, tables: RadialTables, number: IntLike, index: IntLike) -> None:
        self.c, self.origin, self.tables, self.number, self.index = c, origin, tables, number, index

    # read anew each time: what is read first inside a branch could not be used behind it
    @property
    def start(self) -> IntLike:
        return self.tables.sites.start(self.number)

    @property
    def length(self) -> IntLike:
        """The number of sites after the origin."""
        return self.tables.sites.length(self.number)

    @property
    def longest(self) -> int:
        """The most sites that a radial of the same direction has after its origin."""
        return self.tables.sites.longest

    def at(self, k: IntLike) -> IntLike:
        """The k-th site from the origin; the first is number 1. What lies beyond the table of all radials reads 0."""
        return self.tables.sites.at(self.start + (k - 1))

    def reached(self, k: IntLike) -> IntLike:
        """The same of a site that exists, as the caller has tested: 1 <= k <= length."""
        return self.tables.sites.at(self.c.s.narrowed(self.start + (k - 1), 0, self.tables.sites.size - 1))

    def each(self, body: Callable[[IntLike], object], low: IntLike = 1, high: IntLike | None = None) -> None:
        """Run the body for the sites number low .. high (default: the last), outward."""
        last = self.length if high is None else self.c.s.minimum(high, self.length)
        first = self.start
        table, s = self.tables.sites, self.c.s

        def visit(i: IntLike) -> None:
            exists = isinstance(low, int) and low > 0 and table.size > 0
            body(table.at(s.narrowed(first + i, 0, table.size - 1) if exists else first + i))

        s.for_range(low - 1, last, visit, rounds=self.longest)

    def contains(self, site: IntLike) -> BoolLike:
        """Whether a site lies on the radial, behind its origin."""
        result = self.c.s.var(False, Bool)

        def search(out: Any) -> None:
            def hit() -> None:
                result.set(True)
                self.c.s.leave(out)

            self.each(lambda at: self.c.s.if_(at == site, hit))

        self.c.s.scope(search)
        return result.get()

    def opposites_each(self, body: Callable[[Radial], object]) -> None:
        """Run the body for the radials of the same origin that lead the other way (one at most)."""
        opposite = self.opposite
        self.c.s.if_(opposite.length > 0, lambda: body(opposite))

    @property
    def opposite(self) -> Radial:
        """The radial of the same origin that leads the other way; where there is none, one without sites."""
        return Radial(self.c, self.origin, self.tables.opposite, self.number, 0)


class RadialTables:
    """The radials of the sites of a type, for some lists of directions: row `list * sites + site`.

    `first` holds the numbers of a row's radials; with `in_order` they are the positions in it themselves.
    """

    def __init__(
        self, first: Rows, runs: Sequence[tuple[int, ...]], sites: Rows, opposites: Callable[[], RadialTables]
    ) -> None:
        self.first, self.runs, self.sites = first, runs, sites
        self.in_order = first.counts_to(len(runs))
        self._opposites = opposites

    @cached_property
    def opposite(self) -> RadialTables:
        return self._opposites()

    def each(self, c: Context, row: IntLike, site: IntLike, body: Callable[[Radial], object]) -> None:
        start, end = self.first.start(row), self.first.start(row + 1)

        def visit(entry: IntLike) -> None:
            number = entry if self.in_order else self.first.at(entry)
            body(Radial(c, site, self, number, entry - start))

        c.s.for_range(start, end, visit, rounds=self.first.longest)


def radial_tables(
    c: Context, site_type: board.SiteType, alternatives: tuple[Alternative, ...], distinct: bool = False
) -> RadialTables:
    """The tables for some lists of directions, made once."""

    def make() -> RadialTables:
        finder, count = c.model.topology.finder(site_type), c.model.count(site_type)
        try:
            start, numbers = _numbered(finder, count, alternatives, distinct)
        except TooLong:
            most = f"at most {RADIALS_LIMIT} sites"
            raise LudError(f"the lines of a board of {count} sites are too many ({most})") from None
        place = {number: n for n, number in enumerate(dict.fromkeys(numbers))}
        runs: Sequence[tuple[int, ...]] = [finder.runs[number] for number in place]
        size = sum(map(len, runs))
        shared = _shared_runs(c, site_type, finder, count) if size > SHARED_SITES else None
        if shared is not None and place.keys() <= shared.place.keys():
            runs, place, sites = shared.runs, shared.place, shared.sites
        else:
            sites = c.s.rows([run[1:] for run in runs])
        places = [place[number] for number in numbers]
        opposites = lambda: _opposite_tables(c, site_type, alternatives, tables)  # noqa: E731
        tables: RadialTables = RadialTables(c.s.rows_at(start, places), runs, sites, opposites)
        return tables

    return c.s.once(("radials", site_type, alternatives, distinct), make)


def _numbered(finder: RadialFinder, count: int, alternatives: Sequence[Alternative], distinct: bool) -> Numbered:
    """The radials of each row of the tables, by their numbers among those of the finder. Raises TooLong."""
    rows: list[list[int]] = [[] for _ in range(len(alternatives) * count)]
    size = 0
    for index, alternative in enumerate(alternatives):
        for names, sites in _sites_of(alternative, count):
            for name in names:
                radials = finder.numbered(name, distinct=distinct, most=RADIALS_LIMIT)
                for site in sites:
                    own = radials.numbers[radials.start[site] : radials.start[site + 1]]
                    rows[index * count + site] += own
                    size += sum([len(finder.runs[number]) for number in own])
                if size > RADIALS_LIMIT:
                    raise TooLong
    return Numbered(list(accumulate(map(len, rows), initial=0)), list(chain.from_iterable(rows)))


def _sites_of(alternative: Alternative, count: int) -> Iterable[tuple[Names, Sequence[int]]]:
    """The lists of directions of an alternative, and the sites that have them."""
    if not isinstance(alternative, PerSite):
        return [(alternative, range(count))]
    sites: dict[Names, list[int]] = {}
    for site, names in enumerate(alternative.names):
        sites.setdefault(names, []).append(site)
    return sites.items()


@dataclass(frozen=True)
class _SharedRadials:
    """The radials of a large board in all directions, which many tables have together.

    `place` maps a radial's number in the finder to its number here.
    """

    runs: Sequence[tuple[int, ...]]
    place: dict[int, int]
    sites: Rows


def _shared_runs(c: Context, site_type: board.SiteType, finder: RadialFinder, count: int) -> _SharedRadials | None:
    """None where they are too long."""

    def make() -> _SharedRadials | None:
        try:
            _, numbers = _numbered(finder, count, (("All",),), distinct=False)
        except TooLong:
            return None
        runs = [finder.runs[number] for number in numbers]
        place = {number: n for n, number in enumerate(numbers)}
        return _SharedRadials(runs, place, c.s.rows([run[1:] for run in runs]))

    return c.s.once(("all radials", site_type), make)


def _opposite_tables(
    c: Context, site_type: board.SiteType, alternatives: tuple[Alternative, ...], tables: RadialTables
) -> RadialTables:
    """For each radial of the tables the first opposite, or an empty one."""
    finder, count = c.model.topology.finder(site_type), c.model.count(site_type)
    opposites: dict[tuple[int, ...], tuple[int, ...]] = {}
    for names in alternatives:
        for site in range(count):
            for radial in (r for name in names_at(names, site) for r in finder.radials(site, name)):
                opposites.setdefault(radial.steps, next((o.steps for o in radial.opposites), ()))
    sites = c.s.rows([opposites.get(run, ())[1:] for run in tables.runs])
    return RadialTables(c.s.rows([]), tables.runs, sites, lambda: tables)


def step_rows(c: Context, site_type: board.SiteType, alternatives: tuple[Alternative, ...]) -> Rows:
    """The targets of single steps: row `list * sites + site`."""

    def make() -> Rows:
        finder, count = c.model.topology.finder(site_type), c.model.count(site_type)
        tables = {name: finder.table(name) for a in alternatives for name in all_names(a)}
        sites = [(a, site) for a in alternatives for site in range(count)]
        return c.s.rows([[t for name in names_at(a, s) for t in tables[name].targets_of(s)] for a, s in sites])

    return c.s.once(("steps", site_type, alternatives), make)
