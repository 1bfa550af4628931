"""Directions: the ludemes, and the radials and steps that lead in the directions of an argument.

`resolution` turns an argument into directions; `radial_tables` has their sites.
"""

from __future__ import annotations

from collections.abc import Callable

from ludens import board
from ludens.board.directions import absolute
from ludens.ludemes.radial_tables import Names, PerSite, Radial, RadialTables, radial_tables, step_rows
from ludens.ludemes.resolution import (
    LAST_MOVE,
    DirectionArgument,
    DirectionSet,
    Finite,
    Listed,
    Query,
    Resolved,
    append_line,
    choose_list,
    combine,
    draw_list,
    facing_of,
    is_static,
    list_on_board,
    on_board,
    resolve,
    resolve_relative,
    reversed_expansion,
)
from ludens.rules.base import NOTHING, Need, named
from ludens.rules.categories import BooleanLudeme, DirectionLudeme, IntLudeme
from ludens.rules.enums import AbsoluteDirection, RelationType, RelativeDirection, SiteType
from ludens.rules.state.context import Context
from ludens.stage import IntLike
from ludens.stage.lanes import Lane, NotUniform


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
    on_board(c, query, lambda: resolve(c, argument, query, default).each_radial(c, query, body, distinct))


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
    on_board(c, query, lambda: resolve(c, argument, query, default).each_step(c, query, body))


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


# --- the ludemes


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
        return list_on_board(c, query, lambda: draw_list(c, reversed_expansion(c, inner.listed(c, query), query), num))


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
        append_line(c, result, self.site_type.value, names, origin, target, first=False)
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
        directions = self.relative if isinstance(self.relative, tuple) else (self.relative,)
        return tuple(name.value for name in directions)

    def resolve(self, c: Context, query: Query) -> Resolved:
        return resolve_relative(c, self.names, self.of.value, self.by_site, query)


class DirectionsAbsolute(DirectionSet):
    """Directions of the board, in the order written."""

    spellings = ("directions",)
    says = "{absolute:*}"
    reads = NOTHING
    absolute: AbsoluteDirection | tuple[AbsoluteDirection, ...]

    def is_static(self) -> bool:
        return True

    def resolve(self, c: Context, query: Query) -> Resolved:
        directions = self.absolute if isinstance(self.absolute, tuple) else (self.absolute,)
        return Finite((tuple(name.value for name in directions),))


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
        return combine(c, self.first, self.second, query, union=True)


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
        return combine(c, self.first, self.second, query, union=False)


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
        return list_on_board(c, query, lambda: choose_list(c, holds, a, b, query))


__all__ = [
    "DirectionArgument", "DirectionSet", "Finite", "Listed", "Names", "PerSite", "Query", "Radial", "RadialTables",
    "Resolved", "each_radial", "each_step", "facing_of", "names_of_component", "radial_runs", "radial_tables",
    "resolve", "row_of_component", "static_directions", "static_radials", "step_rows",
]  # fmt: skip
