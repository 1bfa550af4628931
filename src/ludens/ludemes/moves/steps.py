"""Single steps, each target once."""

from __future__ import annotations

from collections.abc import Callable

from ludens import board
from ludens.ludemes.directions import DirectionArgument, Finite, Query, resolve, row_of_component, step_rows
from ludens.rules.state.context import Context
from ludens.rules.state.regions import BitRegion
from ludens.rules.state.sites import in_range
from ludens.stage import IntLike
from ludens.stage.lanes import NotUniform


def each_new_step(
    c: Context,
    argument: DirectionArgument | None,
    kind: board.SiteType,
    site: IntLike,
    body: Callable[[IntLike], object],
) -> None:
    """Run the body for the target of each single step; a target met again is passed over.

    `body` returns whether the target was used up, None for always.
    """
    query = Query(kind, site)
    resolved = resolve(c, argument, query)
    steps: Callable[[], object]
    if isinstance(resolved, Finite) and not repeats_targets(c, kind, resolved):
        steps = lambda: resolved.each_step(c, query, body)  # noqa: E731
    else:
        steps = lambda: resolved.each_step(c, query, _once(c, body))  # noqa: E731
    c.s.if_(in_range(site, c.model.count(kind)), steps)


def step_sites(
    c: Context, argument: DirectionArgument | None, kind: board.SiteType, component: int
) -> list[tuple[int, int]]:
    """All single steps of the pieces of a component, as pairs of sites, where they are known while compiling.

    Raises NotUniform elsewhere.
    """
    first, resolved = row_of_component(c, argument, kind, component)
    if repeats_targets(c, kind, resolved):
        raise NotUniform
    rows = step_rows(c, kind, resolved.alternatives).rows
    return [(origin, target) for origin in range(c.model.count(kind)) for target in rows[first + origin]]


def repeats_targets(c: Context, kind: board.SiteType, resolved: Finite) -> bool:
    """Whether some site reaches another one by two of the steps."""

    def look() -> bool:
        return any(len(set(row)) < len(row) for row in step_rows(c, kind, resolved.alternatives).rows)

    return c.s.once(("repeated steps", kind, resolved.alternatives), look)


def _once(c: Context, body: Callable[[IntLike], object]) -> Callable[[IntLike], object]:
    seen = BitRegion.empty(c)

    def visit(target: IntLike) -> None:
        def first() -> None:
            used = body(target)
            c.s.if_(True if used is None else used, lambda: seen.add(target))  # type: ignore[arg-type]

        c.s.if_(c.s.not_(seen.contains(target)), first)

    return visit
