"""What the generators of moves share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ludens.ludemes.actions.base import Act
from ludens.ludemes.base import Need
from ludens.ludemes.categories import MovesLudeme, SitesLudeme
from ludens.ludemes.consequents import Then
from ludens.ludemes.directions import DirectionArgument, Finite, Query, inside, resolve, step_rows
from ludens.ludemes.enums import RoleType, SiteType
from ludens.ludemes.generation.candidates import Candidate, MapSink, Sink
from ludens.ludemes.generation.sinks import sealed, with_then
from ludens.ludemes.helpers import (
    Apply,
    From,
    PieceChoice,
    To,
)
from ludens.ludemes.roles import PlayerArgument, index_of
from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.regions import BitRegion
from ludens.stage import BoolLike, Handle, IntLike, Variable

SITE_NEEDS = {"Cell": Need.CELL, "Vertex": Need.VERTEX, "Edge": Need.EDGE}
NONE: frozenset[Need] = frozenset()


def site_need(site_type: SiteType | str | None, default_site: str) -> frozenset[Need]:
    """That sites of a type are in use."""
    kind = site_type.value if isinstance(site_type, SiteType) else site_type
    return frozenset({SITE_NEEDS[kind or default_site]})


def stack_need(stack: bool) -> frozenset[Need]:
    return frozenset({Need.STACKING}) if stack else NONE


def kind_of(c: Context, clause: From | To | None) -> str:
    """The site type of a clause, the board's where it names none."""
    return (clause.type if clause is not None else None) or c.model.default_site


def resolved_kind(c: Context, kind: str, site: IntLike) -> str:
    """The type of a site, as far as it is known while compiling: sites of other containers are cells."""
    if isinstance(site, int) and site >= c.model.first_other_site and kind != "Cell":
        return "Cell"
    return kind


def origin_of(c: Context, clause: From | None) -> IntLike:
    """The single site of a `(from ..)`, the iterator by default; -1 where it holds a region."""
    if clause is None or clause.where is None:
        return c.get("from")
    return -1 if isinstance(clause.where, SitesLudeme) else clause.where.emit(c)


def condition(clause: From | To | None, c: Context) -> BoolLike:
    """The condition of a clause."""
    return clause.holds(c) if clause is not None else True


def effect_of(apply: Apply | None) -> Apply | None:
    """An `(apply ..)` as an effect to chain: None if it holds a condition only."""
    return apply if apply is not None and apply.effect is not None else None


def is_absent(level: IntLike) -> bool:
    """Whether a level is known to be -1."""
    return isinstance(level, int) and level == -1


def top_level(c: Context, kind: str, site: IntLike) -> IntLike:
    """The height of the stack less one."""
    return c.state.size(kind, site) - 1


def levels_header(first: Act, low: IntLike, high: IntLike) -> list[IntLike]:
    """The header of a move that effects are chained to."""
    return [0, first.site_from, first.site_to, -1, 1, -1, low, high]


def player_of(c: Context, role: RoleType | PlayerArgument | None) -> IntLike:
    """The player who makes a move: the role's, else the mover."""
    return c.mover if role is None else index_of(c, role)


def choice_or_mover(c: Context, piece: PieceChoice | None) -> list[IntLike]:
    """The components that are put down; by default the one with the mover's number."""
    return [c.mover] if piece is None else piece.components(c)


@dataclass
class CountedSink(Sink):
    """Passes moves on and counts them in a variable."""

    inner: Sink
    total: Variable[IntLike]

    @property
    def only_collects(self) -> bool:
        return self.inner.only_collects

    def push(self, move: Candidate) -> None:
        self.total.set(self.total.get() + 1)
        self.inner.push(move)


def appended(sink: Sink, then: Then | None) -> Sink:
    """A sink that appends an operator's consequent."""
    return with_then(sink, then)


def by_mover(sink: Sink, c: Context, then: Then | None) -> Sink:
    """A sink that seals moves with the mover."""
    return sealed(sink, c.mover, then)


def each_new_step(
    c: Context, argument: DirectionArgument | None, kind: str, site: IntLike, body: Callable[[IntLike], object]
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
    c.s.if_(inside(site, c.model.count(kind)), steps)


def repeats_targets(c: Context, kind: str, resolved: Finite) -> bool:
    """Whether some site reaches another one by two of the steps."""
    return any(len(set(row)) < len(row) for row in step_rows(c, kind, resolved.alternatives).rows)


def _once(c: Context, body: Callable[[IntLike], object]) -> Callable[[IntLike], object]:
    seen = BitRegion.empty(c)

    def visit(target: IntLike) -> None:
        def first() -> None:
            used = body(target)
            c.s.if_(True if used is None else used, lambda: seen.add(target))  # type: ignore[arg-type]

        c.s.if_(c.s.not_(seen.has(target)), first)

    return visit


def followed_by(sink: Sink, acts: Callable[[Context], list[Act]]) -> Sink:
    """A sink that appends actions to the end of each move."""

    def change(move: Candidate) -> Candidate:
        inner, entries = move.build, move.entries
        return replace(move, build=lambda c: [*inner(c), *(act for _ in range(entries) for act in acts(c))])

    return MapSink(sink, change)


def is_dynamic(value: object) -> bool:
    return isinstance(value, Handle)


def sends(generator: MovesLudeme, sink: Sink, c: Context) -> None:
    generator.emit(c, sink)
