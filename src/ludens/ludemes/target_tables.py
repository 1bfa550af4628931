"""Tables of the steps and lines from one site to another.

Who asks whether a piece reaches one site, as that of a king, need not go along all lines of all pieces: a table tells
which line of a site passes another one, and whether a step leads there.
"""

from __future__ import annotations

from collections.abc import Callable

from ludens import board
from ludens.ludemes.directions import (
    DirectionArgument,
    Finite,
    Query,
    Radial,
    RadialTables,
    radial_tables,
    resolve,
    step_rows,
)
from ludens.rules.state.context import Context
from ludens.rules.state.sites import in_range
from ludens.rules.state.words import signed
from ludens.stage import BoolLike, IntLike, LongLike, Rows, Table

#: larger tables are not worth their place in the processor's cache
MOST_BYTES = 64 * 1024


def where_step_leads(
    c: Context,
    argument: DirectionArgument | None,
    kind: board.SiteType,
    site: IntLike,
    target: IntLike,
    body: Callable[[], object],
) -> None:
    """Run the body where a single step from a site leads to a target; perhaps again for each such step."""
    query, count = Query(kind, site), c.model.count(kind)

    def look() -> None:
        resolved = resolve(c, argument, query)
        if isinstance(resolved, Finite):
            where_listed(c, step_rows(c, kind, resolved.alternatives), resolved.row(c, query), target, count, body)
        else:
            resolved.each_step(c, query, lambda at: c.s.if_(at == target, body))

    c.s.if_(in_range(site, count), look)


def where_listed(c: Context, rows: Rows, row: IntLike, site: IntLike, count: int, body: Callable[[], object]) -> None:
    """Run the body where a row lists a site, of `count` ones; perhaps again for each time that it does."""
    sets = _sets(c, rows, count)
    if sets is None:
        rows.each(row, lambda at: c.s.if_(at == site, body))
        return
    words = -(-count // 64)

    def holds() -> BoolLike:
        word = sets[row * words + (site >> 6)] if words > 1 else sets[row]
        return ((word >> c.s.unsigned(site & 63)) & 1) != 0

    c.s.if_(c.s.all_of(lambda: in_range(site, count), holds), body)


def _sets(c: Context, rows: Rows, count: int) -> Table[LongLike] | None:
    """The rows as sets, some words for each; None where they are too many."""
    words = -(-count // 64)

    def make() -> Table[LongLike] | None:
        if len(rows) * words * 8 > MOST_BYTES:
            return None
        bits = [sum(1 << site for site in set(row)) for row in rows.rows]
        return c.s.table([signed(b >> 64 * n & (1 << 64) - 1) for b in bits for n in range(words)], "i64")

    return c.s.once(("sets of rows", id(rows), count), make)


def each_radial_to(
    c: Context,
    argument: DirectionArgument | None,
    kind: board.SiteType,
    site: IntLike,
    target: IntLike,
    body: Callable[[Radial, IntLike | None], object],
) -> None:
    """Run the body for the radial of a site that passes a target, with the target's place on it: the first is 1.

    Where that is not known, for all radials in the directions of the argument, with None.
    """
    query, count = Query(kind, site), c.model.count(kind)

    def look() -> None:
        resolved = resolve(c, argument, query)
        tables = radial_tables(c, kind, resolved.alternatives) if isinstance(resolved, Finite) else None
        places = c.s.once(("places", id(tables), count), lambda: _places(c, tables, count)) if tables else None
        if tables is None or places is None or not isinstance(resolved, Finite):
            resolved.each_radial(c, query, lambda radial: body(radial, None), False)
            return
        row, bits = resolved.row(c, query), _bits(tables)
        place = c.s.choose(in_range(target, count), lambda: places[row * count + target], lambda: 0)

        def passes() -> None:
            entry = tables.first.start(row) + (place >> bits)
            number = entry if tables.in_order else tables.first.at(entry)
            body(Radial(c, site, tables, number, place >> bits), place & ((1 << bits) - 1))

        c.s.if_(place != 0, passes)

    c.s.if_(in_range(site, count), look)


def _bits(tables: RadialTables) -> int:
    """How many bits the place of a site on a radial takes."""
    return tables.sites.longest.bit_length()


def _places(c: Context, tables: RadialTables, count: int) -> Table[IntLike] | None:
    """For each row and site the radial of the row that passes it, and its place there; 0 for none.

    None where a site is passed twice, or where there are too many.
    """
    bits = _bits(tables)
    most = tables.first.longest << bits
    if len(tables.first) * count * (1 if most < 256 else 2) > MOST_BYTES or most >= 1 << 15:
        return None
    places = [0] * (len(tables.first) * count)
    for row, numbers in enumerate(tables.first.rows):
        for index, number in enumerate(numbers):
            for k, site in enumerate(tables.sites.rows[number], 1):
                if places[row * count + site]:
                    return None
                places[row * count + site] = index << bits | k
    return c.s.table(places)


__all__ = ["each_radial_to", "where_listed", "where_step_leads"]
