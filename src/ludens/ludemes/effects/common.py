"""What the effects share."""

from __future__ import annotations

from ludens.ludemes.actions.base import Act
from ludens.ludemes.actions.pieces import Remove
from ludens.ludemes.base import Ludeme
from ludens.ludemes.categories import SitesLudeme
from ludens.ludemes.consequents import Then
from ludens.ludemes.enums import SiteType
from ludens.ludemes.generation.candidates import Build, Candidate, Sink
from ludens.ludemes.generation.sinks import with_then
from ludens.ludemes.helpers import From
from ludens.ludemes.runtime import memory
from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.regions import (
    BitRegion,
    Region,
    StaticRegion,
)
from ludens.stage import BoolLike, IntLike

TURN = frozenset({"turn"})
PLAYERS = frozenset({"turn", "team", "active"})


def push(
    c: Context,
    sink: Sink,
    build: Build,
    values: dict[str, IntLike],
    then: Then | None = None,
    *,
    from_: IntLike = -1,
    to: IntLike = -1,
    mover: IntLike = 0,
) -> None:
    """Push one move; `values` are the private slots that its build reads."""
    with_then(sink, then).push(Candidate(c.bind(**values), build, from_=from_, to=to, mover=mover))


def site_type_name(c: Context, site_type: SiteType | None) -> str:
    """A site type argument as its name, by default the board's."""
    return site_type.value if site_type is not None else c.model.default_site


def is_site(c: Context, kind: str, site: IntLike) -> BoolLike:
    """Whether a number is a site of the board's elements of a type, or of another container (manual: effects 1.10)."""
    first, end, count = c.model.first_other_site, c.model.total_sites, c.model.count(kind)
    on_board = (site >= 0) & (site < count)
    return on_board if end == first else on_board | ((site >= first) & (site < end))


def origin_of(c: Context, from_: From | None, default: IntLike) -> IntLike:
    """The single site of an optional `(from ..)`."""
    if from_ is None:
        return default
    if from_.where is None or isinstance(from_.where, SitesLudeme):
        return c.get("from")
    return from_.where.emit(c)


def origin_type(c: Context, from_: From | None) -> str:
    """The site type that an optional `(from ..)` gives."""
    return (from_.type if from_ is not None else None) or c.model.default_site


def push_removal(c: Context, sink: Sink, site: IntLike) -> None:
    """`(remove site)`: one move, if a piece is there."""

    def build(c: Context) -> list[Act]:
        return [Remove(c.model.default_site, c.get("removal.site"))]

    present = c.s.all_of(lambda: is_site(c, c.model.default_site, site), lambda: c.state.what(None, site) != 0)
    c.s.if_(present, lambda: push(c, sink, build, {"removal.site": site}, from_=site, to=site, mover=c.mover))


def has_then(ludeme: Ludeme) -> bool:
    """Whether a ludeme, or one below it, has consequents."""
    return any(isinstance(inner, Then) for inner in ludeme.walk())


# --- regions that a move carries


def carried(c: Context, region: Region) -> dict[str, IntLike]:
    """The private slots by which a move carries a region that is known only where the move is found.

    The region lies in the arena, which is kept until the moves found with it have been applied; its distance from the
    arena's end says where.
    """
    if isinstance(region, StaticRegion):
        return {}
    distance = c.s.load(c.env, memory.ARENA_END // 8, "i64") - memory.mark(c)
    copy = BitRegion(c, memory.allocate(c, 8 * region.words))
    c.s.for_range(0, region.words, lambda i: copy.set_word(i, region.word(i)))
    return {"region.place": c.s.to_int(distance)}


def carried_region(c: Context, region: Region) -> Region:
    """The region that a move carries; `region` is what was carried, as it is known while compiling."""
    if isinstance(region, StaticRegion):
        return region
    end = c.s.load_address(c.env, memory.ARENA_END)
    return BitRegion(c, c.s.offset(end, 0 - c.get("region.place")))
