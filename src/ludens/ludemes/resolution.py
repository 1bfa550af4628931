"""How a direction argument is resolved for a site (manual: directions 4).

It becomes an ordered list of absolute directions. Nearly always the list is one of a few constant ones (`Finite`): a
single one where the directions are absolute, one for each facing and rotation where they are relative. What depends on
the last move or on chance is a list made in play (`Listed`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ludens import board
from ludens.board.directions import DIRECTIONS, NUMBER, absolute, relative, turned_facing
from ludens.ludemes.radial_tables import (
    Alternative,
    Names,
    PerSite,
    Radial,
    all_names,
    names_at,
    radial_tables,
    step_rows,
)
from ludens.rules.categories import DirectionLudeme
from ludens.rules.enums import AbsoluteDirection, RelativeDirection
from ludens.rules.state.context import Context
from ludens.rules.state.random import next_int
from ludens.rules.state.regions import IntList
from ludens.rules.state.sites import in_range
from ludens.stage import BoolLike, IntLike, Long, Rows

DirectionArgument = DirectionLudeme | AbsoluteDirection | RelativeDirection
RELATIONS = ("Adjacent", "Orthogonal", "Diagonal", "OffDiagonal", "All")
LAST_MOVE = ("SameDirection", "OppositeDirection")
_LIST_CAPACITY = 64


@dataclass(frozen=True)
class Query:
    """What an argument is resolved for. The site need not be on the board."""

    site_type: board.SiteType
    site: IntLike
    component: IntLike | None = None
    rotation: IntLike | None = None
    leg: tuple[IntLike, IntLike] | None = None


def on_board(c: Context, query: Query, body: Callable[[], object]) -> None:
    count = c.model.count(query.site_type)
    c.s.if_(in_range(query.site, count), body)


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
        result = Listed.empty(c, (n for a in self.alternatives for n in all_names(a)))
        count = c.model.count(query.site_type)
        key = ("listed directions", query.site_type, self.alternatives)

        def make() -> Rows:
            return c.s.rows(
                [[NUMBER[n] for n in names_at(a, site)] for a in self.alternatives for site in range(count)]
            )

        c.s.once(key, make).each(self.row(c, query), result.numbers.append)
        return result


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
        return resolve_relative(c, (argument.value,), "Adjacent", False, query)
    assert isinstance(argument, DirectionSet)
    return argument.resolve(c, query)


class DirectionSet(DirectionLudeme):
    """A set of directions, in order."""

    def resolve(self, c: Context, query: Query) -> Resolved:
        raise NotImplementedError

    def is_static(self) -> bool:
        """Whether it is the same for all sites but for the facing of the piece."""
        return False


def is_static(argument: DirectionArgument | None) -> bool:
    """Whether a direction argument is the same for all sites but for the facing of the piece."""
    return not isinstance(argument, DirectionLudeme) or (isinstance(argument, DirectionSet) and argument.is_static())


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
    """The facings that a piece may have, turns included, and which of them the query's piece has."""
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
    direction = s.var(-1)

    def search(number: IntLike) -> None:
        rows = step_rows(c, site_type, tuple((absolute(f),) for f in supported))
        rows.each(number * count + origin, lambda t: s.if_(t == target, lambda: direction.set(number)))

    s.if_(in_range(origin, count), lambda: s.for_range(0, len(supported), search))
    return direction.get()


def _turn_number(c: Context, turns: IntLike, longest: int) -> IntLike:
    """A rotation as 0 .. longest-1: from the first turn on, facings repeat."""
    if longest <= 1:
        return 0
    if isinstance(turns, int):
        return turns if turns < longest else 1 + (turns - 1) % (longest - 1)
    wrapped = c.s.remainder(turns - 1, longest - 1) + 1
    return c.s.select(turns < longest, turns, wrapped)


def resolve_relative(c: Context, names: Names, relation: str, by_site: bool, query: Query) -> Resolved:
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
            append_line(c, result, query.site_type, supported, origin, target, first=True)
        elif name == "OppositeDirection":
            append_line(c, result, query.site_type, supported, target, origin, first=True)
        else:
            other = resolve_relative(c, (name,), relation, by_site, query)
            on_board(c, query, partial(_append_all, c, query, other, result))
    return result


def _append_all(c: Context, query: Query, other: Resolved, result: Listed) -> None:
    other.listed(c, query).numbers.each(result.numbers.append)


def append_line(
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
    directions = tuple((absolute(f),) for f in names)
    if not directions:
        return
    tables, count = radial_tables(c, site_type, directions), c.model.count(site_type)
    numbers = c.s.table([NUMBER[n] for (n,) in directions])

    def search(out: Any) -> None:
        def one(place: IntLike) -> None:
            before = result.numbers.length()
            tables.each(c, place * count + origin, origin, lambda radial: visit(radial, numbers[place]))
            if first:
                c.s.if_(result.numbers.length() != before, lambda: c.s.leave(out))

        c.s.for_range(0, len(directions), one)

    def visit(radial: Radial, number: IntLike) -> None:
        c.s.if_(radial.contains(target), lambda: result.numbers.append(number))

    c.s.if_(in_range(origin, count), lambda: c.s.if_(in_range(target, count), lambda: c.s.scope(search)))


# --- set operations


def _expanded(c: Context, alternative: Alternative, site_type: board.SiteType) -> Alternative:
    """With each relation replaced by the directions that a site itself has of it."""
    if not any(name in RELATIONS for name in all_names(alternative)):
        return alternative
    topology = c.model.topology

    def at(site: int) -> Names:
        names = names_at(alternative, site)
        lists = [topology.directions_at(site_type, site, n) if n in RELATIONS else (n,) for n in names]
        return tuple(absolute(n) if n not in names else n for group in lists for n in group)

    return PerSite(tuple(at(site) for site in range(c.model.count(site_type))))


def _combined(c: Context, a: Alternative, b: Alternative, site_type: board.SiteType, *, union: bool) -> Alternative:
    x, y = _expanded(c, a, site_type), _expanded(c, b, site_type)

    def joined(left: Names, right: Names) -> Names:
        if union:
            return left + tuple(n for n in dict.fromkeys(right) if n not in left)
        return tuple(n for n in left if n not in right)

    if isinstance(x, tuple) and isinstance(y, tuple):
        return joined(x, y)
    return PerSite(tuple(joined(names_at(x, site), names_at(y, site)) for site in range(c.model.count(site_type))))


def _own_directions(c: Context, site_type: board.SiteType) -> Rows:
    """The directions that a site itself has of a relation: row `relation * sites + site`."""

    def make() -> Rows:
        topology, count = c.model.topology, c.model.count(site_type)
        lists = [topology.directions_at(site_type, site, name) for name in RELATIONS for site in range(count)]
        return c.s.rows([[NUMBER[absolute(f)] for f in names] for names in lists])

    return c.s.once(("own directions", site_type), make)


def _relation_number(c: Context, direction: IntLike) -> IntLike:
    """The place of a direction among the relations, -1 if it is none."""
    return c.s.table([RELATIONS.index(n) if n in RELATIONS else -1 for n in DIRECTIONS])[direction]


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


def combine(c: Context, first: DirectionArgument, second: DirectionArgument, query: Query, *, union: bool) -> Resolved:
    a, b = resolve(c, first, query), resolve(c, second, query)
    if isinstance(a, Finite) and isinstance(b, Finite):
        pairs = [_combined(c, x, y, query.site_type, union=union) for x in a.alternatives for y in b.alternatives]
        return Finite.distinct(c, pairs, a.key * len(b.alternatives) + b.key)
    return list_on_board(
        c, query, lambda: _combined_lists(c, a.listed(c, query), b.listed(c, query), query, union=union)
    )


def list_on_board(c: Context, query: Query, make: Callable[[], Listed]) -> Listed:
    """A list that is made where the site is on the board, else empty."""
    results: list[Listed] = []
    numbers = IntList.allocate(c, _LIST_CAPACITY)

    def build() -> None:
        results.append(make())
        results[0].numbers.each(numbers.append)

    on_board(c, query, build)
    return Listed(numbers, results[0].possible if results else ())


def reversed_expansion(c: Context, source: Listed, query: Query) -> Listed:
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


def draw_list(c: Context, source: Listed, num: IntLike) -> Listed:
    result = Listed.empty(c, source.possible)
    most = c.s.minimum(num, source.numbers.length())
    seen = c.s.var(0, Long)

    def draw() -> None:
        number = source.numbers.get(next_int(c, source.numbers.length()))

        def append() -> None:
            seen.set(seen.get() | _bit(c, number))
            result.numbers.append(number)

        c.s.if_((seen.get() & _bit(c, number)) == 0, append)

    c.s.while_(lambda: result.numbers.length() < most, draw)
    return result


def choose_list(c: Context, holds: BoolLike, a: Resolved, b: Resolved, query: Query) -> Listed:
    x, y = a.listed(c, query), b.listed(c, query)
    result = Listed.empty(c, [*x.possible, *y.possible])
    c.s.if_(holds, lambda: x.numbers.each(result.numbers.append), lambda: y.numbers.each(result.numbers.append))
    return result
