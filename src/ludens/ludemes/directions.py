"""Directions: the ludemes, and how a direction argument becomes steps and radials (manual: directions 4).

A direction argument is resolved for a site into an ordered list of absolute directions. Nearly always the list is one
of a few that are known while compiling (`Finite`): one where the directions are absolute, one for each facing and
rotation where they are relative. The radials and steps of all sites then lie in constant tables. What depends on the
last move or on chance is a list made in play (`Listed`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import accumulate, chain
from typing import Any

from ludens import board
from ludens.board.directions import DIRECTIONS, NUMBER, absolute, relative, turned_facing
from ludens.board.radials import Numbered, RadialFinder, TooLong
from ludens.language import LudError
from ludens.ludemes.base import (
    NOTHING,
    Need,
    named,
)
from ludens.ludemes.categories import (
    BooleanLudeme,
    DirectionLudeme,
    IntLudeme,
)
from ludens.ludemes.enums import AbsoluteDirection, RelationType, RelativeDirection, SiteType
from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.random import next_int
from ludens.ludemes.runtime.regions import IntList
from ludens.ludemes.runtime.sites import in_range
from ludens.stage import Bool, BoolLike, IntLike, Long, Rows
from ludens.stage.lanes import Lane, NotUniform

DirectionArgument = DirectionLudeme | AbsoluteDirection | RelativeDirection
Names = tuple[str, ...]
RELATIONS = ("Adjacent", "Orthogonal", "Diagonal", "OffDiagonal", "All")
LAST_MOVE = ("SameDirection", "OppositeDirection")
_LIST_CAPACITY = 64
#: the most sites that the radials of a board have in all: the queen's lines of a square board of 80 rows
RADIALS_LIMIT = 2_000_000
#: tables of radials with more sites share one list of all radials of the board: twice those of a board of 19 rows
SHARED_SITES = 40_000


# --- what callers use


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
        found = self.c.s.var(False, Bool)

        def search(out: Any) -> None:
            def hit() -> None:
                found.set(True)
                self.c.s.leave(out)

            self.each(lambda at: self.c.s.if_(at == site, hit))

        self.c.s.scope(search)
        return found.get()

    def opposites_each(self, body: Callable[[Radial], object]) -> None:
        """Run the body for the radials of the same origin that lead the other way (one at most)."""
        opposite = self.opposite
        self.c.s.if_(opposite.length > 0, lambda: body(opposite))

    @property
    def opposite(self) -> Radial:
        """The radial of the same origin that leads the other way; where there is none, one without sites."""
        return Radial(self.c, self.origin, self.tables.opposite, self.number, 0)


def each_radial(
    c: Context,
    argument: DirectionArgument | None,
    site_type: board.SiteType | None,
    site: IntLike,
    body: Callable[[Radial], object],
    *,
    default: str = "Adjacent",
    component: IntLike | None = None,
    rotation: IntLike | None = None,
    leg: tuple[IntLike, IntLike] | None = None,
    distinct: bool = False,
) -> None:
    """Run the body for each radial of a site in the directions of an argument, in order; none for a site off the board.

    `component` and `rotation` replace those of the piece on the site; after a `leg`, a step from one site to another,
    its direction is the facing. `distinct` leaves out what retraces another radial.
    """
    query = Query(site_type or c.model.default_site, site, component, rotation, leg)
    _on_board(c, query, lambda: resolve(c, argument, query, default).each_radial(c, query, body, distinct))


def each_step(
    c: Context,
    argument: DirectionArgument | None,
    site_type: board.SiteType | None,
    site: IntLike,
    body: Callable[[IntLike], object],
    *,
    default: str = "Adjacent",
    component: IntLike | None = None,
    rotation: IntLike | None = None,
) -> None:
    """Run the body for the target of each single step to a site of the same type, in order."""
    query = Query(site_type or c.model.default_site, site, component, rotation)
    _on_board(c, query, lambda: resolve(c, argument, query, default).each_step(c, query, body))


def static_directions(
    c: Context, argument: DirectionArgument | None, site_type: board.SiteType | None, *, default: str = "Adjacent"
) -> Names | None:
    """The directions of an argument where they are the same for every site and position, else None."""
    query = Query(site_type or c.model.default_site, -1)
    if not is_static(argument):
        return None
    resolved = resolve(c, argument, query, default)
    if not isinstance(resolved, Finite) or len(resolved.alternatives) != 1:
        return None
    names = resolved.alternatives[0]
    return None if isinstance(names, PerSite) else names


def static_radials(c: Context, names: Names, site_type: board.SiteType | None, site: int) -> list[tuple[int, ...]]:
    """The radials of a site in constant directions, each from its origin on."""
    kind = site_type or c.model.default_site
    if not 0 <= site < c.model.count(kind):
        return []
    finder = c.model.topology.finder(kind)
    return [run for name in names for run in finder.sites(site, name)]


def radial_runs(
    c: Context, argument: DirectionArgument | None, kind: board.SiteType, component: int
) -> list[tuple[int, ...]]:
    """The radials of all sites for a component, each from its origin on, where they are known while compiling.

    Raises NotUniform elsewhere.
    """
    first, resolved = row_of_component(c, argument, kind, component)
    tables = radial_tables(c, kind, resolved.alternatives)
    return [
        tables.runs[number] for origin in range(c.model.count(kind)) for number in tables.first.rows[first + origin]
    ]


def names_of_component(c: Context, argument: DirectionArgument | None, kind: board.SiteType, component: int) -> Names:
    """The directions of an argument for a component wherever it stands. Raises NotUniform where they differ."""
    row, resolved = row_of_component(c, argument, kind, component)
    names = resolved.alternatives[row // max(c.model.count(kind), 1)]
    if isinstance(names, PerSite):
        raise NotUniform
    return names


def row_of_component(
    c: Context, argument: DirectionArgument | None, kind: board.SiteType, component: int
) -> tuple[int, Finite]:
    """An argument for a component wherever it stands, and the row of its first site in the tables of sites.

    Raises NotUniform where that is not known while compiling.
    """
    rotation = None if c.state.rotations.present else 0
    resolved = resolve(c, argument, Query(kind, _anywhere(c, kind), component, rotation))
    if not isinstance(resolved, Finite) or not isinstance(resolved.key, int) or kind != c.model.default_site:
        raise NotUniform
    return resolved.key * c.model.count(kind), resolved


def _anywhere(c: Context, kind: board.SiteType) -> IntLike:
    """Every site at once."""
    return Lane(c.s, 0, c.model.count(kind))


def _on_board(c: Context, query: Query, body: Callable[[], object]) -> None:
    count = c.model.count(query.site_type)
    c.s.if_(in_range(query.site, count), body)


# --- resolutions


@dataclass(frozen=True)
class Query:
    """What an argument is resolved for. The site need not be on the board."""

    site_type: board.SiteType
    site: IntLike
    component: IntLike | None = None
    rotation: IntLike | None = None
    leg: tuple[IntLike, IntLike] | None = None


@dataclass(frozen=True)
class PerSite:
    """Directions that differ from site to site."""

    names: tuple[Names, ...]


Alternative = Names | PerSite


def _at(alternative: Alternative, site: int) -> Names:
    return alternative.names[site] if isinstance(alternative, PerSite) else alternative


class Resolved:
    """A resolved direction argument."""

    def each_radial(self, c: Context, query: Query, body: Callable[[Radial], object], distinct: bool) -> None:
        raise NotImplementedError

    def each_step(self, c: Context, query: Query, body: Callable[[IntLike], object]) -> None:
        raise NotImplementedError

    def listed(self, c: Context, query: Query) -> Listed:
        """The same as a list made in play; the site must be on the board."""
        raise NotImplementedError


@dataclass(frozen=True)
class Finite(Resolved):
    """One of some known lists, by a key."""

    alternatives: tuple[Alternative, ...]
    key: IntLike = 0

    @classmethod
    def distinct(cls, c: Context, alternatives: Sequence[Alternative], key: IntLike) -> Finite:
        """With equal alternatives made one."""
        unique = tuple(dict.fromkeys(alternatives))
        if len(unique) == 1:
            return cls(unique)
        return cls(unique, c.s.table([unique.index(a) for a in alternatives])[key])

    def each_radial(self, c: Context, query: Query, body: Callable[[Radial], object], distinct: bool) -> None:
        tables = radial_tables(c, query.site_type, self.alternatives, distinct)
        tables.each(c, self.row(c, query), query.site, body)

    def each_step(self, c: Context, query: Query, body: Callable[[IntLike], object]) -> None:
        step_rows(c, query.site_type, self.alternatives).each(self.row(c, query), body)

    def row(self, c: Context, query: Query) -> IntLike:
        """The row of the query's site in the tables of the alternatives."""
        return query.site if len(self.alternatives) == 1 else self.key * c.model.count(query.site_type) + query.site

    def listed(self, c: Context, query: Query) -> Listed:
        result = Listed.empty(c, (n for a in self.alternatives for n in _all_names(a)))
        count = c.model.count(query.site_type)
        key = ("listed directions", query.site_type, self.alternatives)

        def make() -> Rows:
            return c.s.rows([[NUMBER[n] for n in _at(a, site)] for a in self.alternatives for site in range(count)])

        c.s.once(key, make).each(self.row(c, query), result.numbers.append)
        return result


def _all_names(alternative: Alternative) -> Iterable[str]:
    return (n for names in alternative.names for n in names) if isinstance(alternative, PerSite) else alternative


@dataclass(frozen=True)
class Listed(Resolved):
    """A list of direction numbers in memory; `possible` are the directions that may be in it."""

    numbers: IntList
    possible: Names

    @classmethod
    def empty(cls, c: Context, possible: Iterable[str]) -> Listed:
        return cls(IntList.allocate(c, _LIST_CAPACITY), tuple(dict.fromkeys(possible)))

    def each_radial(self, c: Context, query: Query, body: Callable[[Radial], object], distinct: bool) -> None:
        tables = radial_tables(c, query.site_type, tuple((n,) for n in self.possible), distinct)
        self.numbers.each(lambda number: tables.each(c, self._row(c, query, number), query.site, body))

    def each_step(self, c: Context, query: Query, body: Callable[[IntLike], object]) -> None:
        rows = step_rows(c, query.site_type, tuple((n,) for n in self.possible))
        self.numbers.each(lambda number: rows.each(self._row(c, query, number), body))

    def _row(self, c: Context, query: Query, number: IntLike) -> IntLike:
        places = c.s.table([self.possible.index(n) if n in self.possible else 0 for n in DIRECTIONS])
        place: IntLike = places[number]
        return place * c.model.count(query.site_type) + query.site

    def listed(self, c: Context, query: Query) -> Listed:
        return self


def resolve(c: Context, argument: DirectionArgument | None, query: Query, default: str = "Adjacent") -> Resolved:
    """The directions of an argument; `default` is a direction's name, absolute or relative."""
    if argument is None:
        argument = AbsoluteDirection(default) if default in NUMBER else RelativeDirection(default)
    if isinstance(argument, AbsoluteDirection):
        return Finite(((argument.value,),))
    if isinstance(argument, RelativeDirection):
        return _resolve_relative(c, (argument.value,), "Adjacent", False, query)
    assert isinstance(argument, DirectionSet)
    return argument.resolve(c, query)


# --- tables


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
                found = finder.numbered(name, distinct=distinct, most=RADIALS_LIMIT)
                for site in sites:
                    own = found.numbers[found.start[site] : found.start[site + 1]]
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
class _Shared:
    """The radials of a large board in all directions, which many tables have together.

    `place` tells by a radial's number of the finder which of these it is.
    """

    runs: Sequence[tuple[int, ...]]
    place: dict[int, int]
    sites: Rows


def _shared_runs(c: Context, site_type: board.SiteType, finder: RadialFinder, count: int) -> _Shared | None:
    """None where they are too long."""

    def make() -> _Shared | None:
        try:
            _, numbers = _numbered(finder, count, (("All",),), distinct=False)
        except TooLong:
            return None
        runs = [finder.runs[number] for number in numbers]
        place = {number: n for n, number in enumerate(numbers)}
        return _Shared(runs, place, c.s.rows([run[1:] for run in runs]))

    return c.s.once(("all radials", site_type), make)


def _opposite_tables(
    c: Context, site_type: board.SiteType, alternatives: tuple[Alternative, ...], tables: RadialTables
) -> RadialTables:
    """For each radial of the tables the first opposite, or an empty one."""
    finder, count = c.model.topology.finder(site_type), c.model.count(site_type)
    known: dict[tuple[int, ...], tuple[int, ...]] = {}
    for names in alternatives:
        for site in range(count):
            for radial in (r for name in _at(names, site) for r in finder.radials(site, name)):
                known.setdefault(radial.steps, next((o.steps for o in radial.opposites), ()))
    sites = c.s.rows([known.get(run, ())[1:] for run in tables.runs])
    return RadialTables(c.s.rows([]), tables.runs, sites, lambda: tables)


def step_rows(c: Context, site_type: board.SiteType, alternatives: tuple[Alternative, ...]) -> Rows:
    """The targets of single steps: row `list * sites + site`."""

    def make() -> Rows:
        finder, count = c.model.topology.finder(site_type), c.model.count(site_type)
        tables = {name: finder.table(name) for a in alternatives for name in _all_names(a)}
        sites = [(a, site) for a in alternatives for site in range(count)]
        return c.s.rows([[t for name in _at(a, s) for t in tables[name].targets_of(s)] for a, s in sites])

    return c.s.once(("steps", site_type, alternatives), make)


# --- relative directions


def facing_of(c: Context, component: int) -> str:
    """The facing of a component, which is its player's if the player has one; N without."""
    piece = c.model.components[component] if component < len(c.model.components) else None
    if component == 0 or piece is None:
        return "N"
    facings = c.model.facings
    own = facings[piece.owner - 1] if 1 <= piece.owner <= len(facings) else None
    return own or piece.facing or "N"


def _turns(facing: str, supported: Names) -> list[str]:
    """The facing after 0, 1, 2 ... turns, up to where they repeat."""
    seen = [facing]
    while (turned := turned_facing(facing, len(seen), supported)) not in seen[1:] and turned != seen[-1]:
        seen.append(turned)
    return seen


def _headings(c: Context, query: Query, supported: Names) -> tuple[list[str], IntLike]:
    """The facings that a piece may have, turns included, and which of them the piece asked for has."""
    p, s = c.state, c.s
    what = p.what(query.site_type, query.site) if query.component is None else query.component
    facings = [facing_of(c, i) for i in range(max(len(c.model.components), 1))]
    unique = list(dict.fromkeys(facings))
    place = 0 if len(unique) == 1 else s.table([unique.index(f) for f in facings])[what]
    last = _direction_of_leg(c, query.site_type, *query.leg, supported) if query.leg is not None else -1
    if not (isinstance(last, int) and last < 0):
        place = s.select(last >= 0, last + len(unique), place)
        unique += supported
    turns = p.rotation(query.site_type, query.site) if query.rotation is None else query.rotation
    if isinstance(turns, int) and turns == 0:
        return unique, place
    cycles = [_turns(f, supported) for f in unique]
    longest = max(len(cycle) for cycle in cycles)
    headings = [turned_facing(f, k, supported) for f in unique for k in range(longest)]
    return headings, place * longest + _turn_number(c, turns, longest)


def _direction_of_leg(
    c: Context, site_type: board.SiteType, origin: IntLike, target: IntLike, supported: Names
) -> IntLike:
    """The number of the last supported direction with a single step from one site to another, -1 if there is none."""
    if isinstance(target, int) and target < 0:
        return -1
    s, count = c.s, c.model.count(site_type)
    found = s.var(-1)

    def search(number: IntLike) -> None:
        rows = step_rows(c, site_type, tuple((absolute(f),) for f in supported))
        rows.each(number * count + origin, lambda t: s.if_(t == target, lambda: found.set(number)))

    s.if_(in_range(origin, count), lambda: s.for_range(0, len(supported), search))
    return found.get()


def _turn_number(c: Context, turns: IntLike, longest: int) -> IntLike:
    """A rotation as 0 .. longest-1: from the first turn on, facings repeat."""
    if longest <= 1:
        return 0
    if isinstance(turns, int):
        return turns if turns < longest else 1 + (turns - 1) % (longest - 1)
    wrapped = c.s.remainder(turns - 1, longest - 1) + 1
    return c.s.select(turns < longest, turns, wrapped)


def _resolve_relative(c: Context, names: Names, relation: str, by_site: bool, query: Query) -> Resolved:
    if any(name in LAST_MOVE for name in names):
        return _with_last_move(c, names, relation, by_site, query)
    topology, count = c.model.topology, c.model.count(query.site_type)
    of_board = topology.supported_directions(query.site_type, relation)
    headings, key = _headings(c, query, of_board)

    def of(heading: str) -> Alternative:
        if not by_site:
            return _relative_names(names, heading, of_board)
        local = (topology.directions_at(query.site_type, site, relation) for site in range(count))
        return PerSite(tuple(_relative_names(names, heading, supported) for supported in local))

    return Finite.distinct(c, [of(h) for h in headings], key)


def _relative_names(names: Names, heading: str, supported: Names) -> Names:
    return tuple(absolute(f) for name in names for f in relative(name, heading, supported))


def _with_last_move(c: Context, names: Names, relation: str, by_site: bool, query: Query) -> Resolved:
    """A list in play: some of the directions are those of the last move."""
    supported = c.model.topology.supported_directions(query.site_type, relation)
    result = Listed.empty(c, [absolute(f) for f in supported] + [f for f in DIRECTIONS if f in supported])
    origin, target = c.state.last_from.get(), c.state.last_to.get()
    for name in names:
        if name == "SameDirection":
            _append_line(c, result, query.site_type, supported, origin, target, first=True)
        elif name == "OppositeDirection":
            _append_line(c, result, query.site_type, supported, target, origin, first=True)
        else:
            other = _resolve_relative(c, (name,), relation, by_site, query)
            _on_board(c, query, partial(_append_all, c, query, other, result))
    return result


def _append_all(c: Context, query: Query, other: Resolved, result: Listed) -> None:
    other.listed(c, query).numbers.each(result.numbers.append)


def _append_line(
    c: Context,
    result: Listed,
    site_type: board.SiteType,
    names: Names,
    origin: IntLike,
    target: IntLike,
    *,
    first: bool,
) -> None:
    """Append a direction for each radial of the origin that passes the target; with `first`, of one direction only."""
    listed = tuple((absolute(f),) for f in names)
    if not listed:
        return
    tables, count = radial_tables(c, site_type, listed), c.model.count(site_type)
    numbers = c.s.table([NUMBER[n] for (n,) in listed])

    def search(out: Any) -> None:
        def one(place: IntLike) -> None:
            before = result.numbers.length()
            tables.each(c, place * count + origin, origin, lambda radial: visit(radial, numbers[place]))
            if first:
                c.s.if_(result.numbers.length() != before, lambda: c.s.leave(out))

        c.s.for_range(0, len(listed), one)

    def visit(radial: Radial, number: IntLike) -> None:
        c.s.if_(radial.contains(target), lambda: result.numbers.append(number))

    c.s.if_(in_range(origin, count), lambda: c.s.if_(in_range(target, count), lambda: c.s.scope(search)))


# --- set operations


def _expanded(c: Context, alternative: Alternative, site_type: board.SiteType) -> Alternative:
    """With each relation replaced by the directions that a site itself has of it."""
    if not any(name in RELATIONS for name in _all_names(alternative)):
        return alternative
    topology = c.model.topology

    def at(site: int) -> Names:
        names = _at(alternative, site)
        lists = [topology.directions_at(site_type, site, n) if n in RELATIONS else (n,) for n in names]
        return tuple(absolute(n) if n not in names else n for listed in lists for n in listed)

    return PerSite(tuple(at(site) for site in range(c.model.count(site_type))))


def _combined(c: Context, a: Alternative, b: Alternative, site_type: board.SiteType, *, union: bool) -> Alternative:
    x, y = _expanded(c, a, site_type), _expanded(c, b, site_type)

    def combine(left: Names, right: Names) -> Names:
        if union:
            return left + tuple(n for n in dict.fromkeys(right) if n not in left)
        return tuple(n for n in left if n not in right)

    if isinstance(x, tuple) and isinstance(y, tuple):
        return combine(x, y)
    return PerSite(tuple(combine(_at(x, site), _at(y, site)) for site in range(c.model.count(site_type))))


def _own_directions(c: Context, site_type: board.SiteType) -> Rows:
    """The directions that a site itself has of a relation: row `relation * sites + site`."""

    def make() -> Rows:
        topology, count = c.model.topology, c.model.count(site_type)
        lists = [topology.directions_at(site_type, site, name) for name in RELATIONS for site in range(count)]
        return c.s.rows([[NUMBER[absolute(f)] for f in names] for names in lists])

    return c.s.once(("own directions", site_type), make)


def _relation_number(c: Context, direction: IntLike) -> IntLike:
    """The place of a direction among the relations, -1 if it is none."""
    number: IntLike = c.s.table([RELATIONS.index(n) if n in RELATIONS else -1 for n in DIRECTIONS])[direction]
    return number


def _expanded_list(c: Context, source: Listed, query: Query) -> Listed:
    """A list in play with its relations expanded."""
    if not any(name in RELATIONS for name in source.possible):
        return source
    count, rows = c.model.count(query.site_type), _own_directions(c, query.site_type)
    supported = c.model.topology.supported_directions(query.site_type, "All")
    result = Listed.empty(c, [*source.possible, *(absolute(f) for f in supported)])

    def take(number: IntLike) -> None:
        relation, append = _relation_number(c, number), result.numbers.append
        own = lambda: rows.each(relation * count + query.site, append)  # noqa: E731
        c.s.if_(relation < 0, lambda: append(number), own)

    source.numbers.each(take)
    return result


def _bit(c: Context, number: IntLike) -> Any:
    return c.s.bit(number)


def _members(c: Context, source: Listed) -> Any:
    """A variable with a bit for each direction of a list."""
    bits = c.s.var(0, Long)
    source.numbers.each(lambda number: bits.set(bits.get() | _bit(c, number)))
    return bits


def _combined_lists(c: Context, a: Listed, b: Listed, query: Query, *, union: bool) -> Listed:
    x, y = _expanded_list(c, a, query), _expanded_list(c, b, query)
    result = Listed.empty(c, [*x.possible, *y.possible])
    seen = _members(c, x if union else y)

    def take(number: IntLike) -> None:
        def append() -> None:
            result.numbers.append(number)
            if union:
                seen.set(seen.get() | _bit(c, number))

        c.s.if_((seen.get() & _bit(c, number)) == 0, append)

    if union:
        x.numbers.each(result.numbers.append)
        y.numbers.each(take)
    else:
        x.numbers.each(take)
    return result


def _combine(c: Context, first: DirectionArgument, second: DirectionArgument, query: Query, *, union: bool) -> Resolved:
    a, b = resolve(c, first, query), resolve(c, second, query)
    if isinstance(a, Finite) and isinstance(b, Finite):
        pairs = [_combined(c, x, y, query.site_type, union=union) for x in a.alternatives for y in b.alternatives]
        return Finite.distinct(c, pairs, a.key * len(b.alternatives) + b.key)
    return _in_range_list(
        c, query, lambda: _combined_lists(c, a.listed(c, query), b.listed(c, query), query, union=union)
    )


def _in_range_list(c: Context, query: Query, make: Callable[[], Listed]) -> Listed:
    """A list that is made where the site is on the board, else empty."""
    made: list[Listed] = []
    numbers = IntList.allocate(c, _LIST_CAPACITY)

    def build() -> None:
        made.append(make())
        made[0].numbers.each(numbers.append)

    _on_board(c, query, build)
    return Listed(numbers, made[0].possible if made else ())


# --- the ludemes


class DirectionSet(DirectionLudeme):
    """A set of directions, in order."""

    def resolve(self, c: Context, query: Query) -> Resolved:
        raise NotImplementedError

    def is_static(self) -> bool:
        """Whether it is the same for all sites but for the facing of the piece."""
        return False


class DirectionsRandom(DirectionSet):
    """Some directions drawn from others."""

    spellings = ("directions Random",)
    says = "in {num} random directions of those {direction}"
    needs = frozenset({Need.STOCHASTIC})
    reads = frozenset({"rng", "board"})
    writes = frozenset({"rng"})
    direction: DirectionLudeme | AbsoluteDirection | RelativeDirection
    num: IntLudeme = named()

    def resolve(self, c: Context, query: Query) -> Resolved:
        num = self.num.emit(c)
        inner = resolve(c, self.direction, query)
        return _in_range_list(c, query, lambda: _drawn(c, _reversed_expansion(c, inner.listed(c, query), query), num))


def _reversed_expansion(c: Context, source: Listed, query: Query) -> Listed:
    """From last to first; a relation contributes those of the site's directions that are not literally in the list."""
    count, rows = c.model.count(query.site_type), _own_directions(c, query.site_type)
    supported = c.model.topology.supported_directions(query.site_type, "All")
    result = Listed.empty(c, [*source.possible, *(absolute(f) for f in supported)])
    literal = _members(c, source)

    def fresh(number: IntLike) -> None:
        c.s.if_((literal.get() & _bit(c, number)) == 0, lambda: result.numbers.append(number))

    def take(i: IntLike) -> None:
        number = source.numbers.get(i)
        kind = _relation_number(c, number)
        c.s.if_(kind < 0, lambda: result.numbers.append(number), lambda: rows.each(kind * count + query.site, fresh))

    c.s.for_down(source.numbers.length(), 0, take)
    return result


def _drawn(c: Context, source: Listed, num: IntLike) -> Listed:
    result = Listed.empty(c, source.possible)
    wanted = c.s.minimum(num, source.numbers.length())
    seen = c.s.var(0, Long)

    def draw() -> None:
        number = source.numbers.get(next_int(c, source.numbers.length()))

        def append() -> None:
            seen.set(seen.get() | _bit(c, number))
            result.numbers.append(number)

        c.s.if_((seen.get() & _bit(c, number)) == 0, append)

    c.s.while_(lambda: result.numbers.length() < wanted, draw)
    return result


class DirectionsFromTo(DirectionSet):
    """The directions that lead from one site to another along a line."""

    spellings = ("directions",)
    says = "in the direction from {from_:site} to {to:site}"
    reads = NOTHING
    site_type: SiteType
    from_: IntLudeme = named()
    to: IntLudeme = named()

    def resolve(self, c: Context, query: Query) -> Resolved:
        names = c.model.topology.supported_directions(self.site_type.value, "All")
        result = Listed.empty(c, (absolute(f) for f in names))
        origin, target = self.from_.emit(c), self.to.emit(c)
        _append_line(c, result, self.site_type.value, names, origin, target, first=False)
        return result


class DirectionsRelative(DirectionSet):
    """Directions relative to the way the piece faces."""

    spellings = ("directions",)
    says = "{relative:*}"
    precedence = 1  # an empty list is one of relative directions
    reads = frozenset({"board", "last"})
    relative: RelativeDirection | tuple[RelativeDirection, ...] | None = None
    of: RelationType = named(RelationType.Adjacent)
    by_site: bool = named(False)

    def is_static(self) -> bool:
        return not self.by_site and not any(name in LAST_MOVE for name in self.names)

    @property
    def names(self) -> Names:
        if self.relative is None:
            return ("Forward",)
        listed = self.relative if isinstance(self.relative, tuple) else (self.relative,)
        return tuple(name.value for name in listed)

    def resolve(self, c: Context, query: Query) -> Resolved:
        return _resolve_relative(c, self.names, self.of.value, self.by_site, query)


class DirectionsAbsolute(DirectionSet):
    """Directions of the board, in the order written."""

    spellings = ("directions",)
    says = "{absolute:*}"
    reads = NOTHING
    absolute: AbsoluteDirection | tuple[AbsoluteDirection, ...]

    def is_static(self) -> bool:
        return True

    def resolve(self, c: Context, query: Query) -> Resolved:
        listed = self.absolute if isinstance(self.absolute, tuple) else (self.absolute,)
        return Finite((tuple(name.value for name in listed),))


class DirectionsUnion(DirectionSet):
    """The directions of two sets."""

    spellings = ("union",)
    says = "{first} or {second}"
    reads = NOTHING
    first: DirectionLudeme | AbsoluteDirection | RelativeDirection
    second: DirectionLudeme | AbsoluteDirection | RelativeDirection

    def is_static(self) -> bool:
        return is_static(self.first) and is_static(self.second)

    def resolve(self, c: Context, query: Query) -> Resolved:
        return _combine(c, self.first, self.second, query, union=True)


class DirectionsDifference(DirectionSet):
    """The directions of a set that are not in another."""

    spellings = ("difference",)
    says = "{first} but not {second}"
    reads = NOTHING
    first: DirectionLudeme | AbsoluteDirection | RelativeDirection
    second: DirectionLudeme | AbsoluteDirection | RelativeDirection

    def is_static(self) -> bool:
        return is_static(self.first) and is_static(self.second)

    def resolve(self, c: Context, query: Query) -> Resolved:
        return _combine(c, self.first, self.second, query, union=False)


class DirectionsIf(DirectionSet):
    """One of two sets of directions, by a condition."""

    spellings = ("if",)
    says = "({first} if {condition}, otherwise {second})"
    reads = NOTHING
    condition: BooleanLudeme
    first: DirectionLudeme | AbsoluteDirection | RelativeDirection
    second: DirectionLudeme | AbsoluteDirection | RelativeDirection

    def resolve(self, c: Context, query: Query) -> Resolved:
        holds = self.condition.emit(c)
        if isinstance(holds, bool):
            return resolve(c, self.first if holds else self.second, query)
        a, b = resolve(c, self.first, query), resolve(c, self.second, query)
        if isinstance(a, Finite) and isinstance(b, Finite):
            key = c.s.select(holds, a.key, len(a.alternatives) + b.key)
            return Finite.distinct(c, a.alternatives + b.alternatives, key)
        return _in_range_list(c, query, lambda: _chosen(c, holds, a, b, query))


def _chosen(c: Context, holds: BoolLike, a: Resolved, b: Resolved, query: Query) -> Listed:
    x, y = a.listed(c, query), b.listed(c, query)
    result = Listed.empty(c, [*x.possible, *y.possible])
    c.s.if_(holds, lambda: x.numbers.each(result.numbers.append), lambda: y.numbers.each(result.numbers.append))
    return result


def is_static(argument: DirectionArgument | None) -> bool:
    """Whether a direction argument is the same for all sites but for the facing of the piece."""
    return not isinstance(argument, DirectionLudeme) or (isinstance(argument, DirectionSet) and argument.is_static())


def relation_name(relation: RelationType | None, default: str = "Adjacent") -> str:
    """A relation argument as its name."""
    return relation.value if relation is not None else default


__all__ = [
    "DirectionArgument", "Finite", "Listed", "PerSite", "Query", "Radial", "RadialTables", "Resolved", "each_radial",
    "each_step", "facing_of", "names_of_component", "radial_runs", "radial_tables", "resolve", "row_of_component",
    "static_directions", "static_radials", "step_rows",
]  # fmt: skip
