"""Regions by walks: the ends of walks, and patterns of pieces along them (manual: regions 4.11 and 4.12)."""

from __future__ import annotations

from collections.abc import Sequence

from ludens import board
from ludens.board.directions import absolute, left, right
from ludens.ludemes.arguments import whether
from ludens.ludemes.regions.static import Sites, TypedSites, empty
from ludens.ludemes.site_types import kind_of
from ludens.rules import limits
from ludens.rules.base import BOARD, NOTHING, named
from ludens.rules.categories import BooleanLudeme, IntLudeme
from ludens.rules.enums import SiteType, StepType
from ludens.rules.state.choices import chosen
from ludens.rules.state.context import Context
from ludens.rules.state.regions import BitRegion, IntList, Region
from ludens.rules.state.sites import in_range
from ludens.stage import Bool, IntLike

Walk = tuple[StepType, ...]


def path_of(c: Context, kind: board.SiteType, site: int, walk: Walk, facing: str, facings: Sequence[str]) -> list[int]:
    """The sites that a walk enters, its start first; empty where it leaves the board."""
    path = [site]
    for step in walk:
        if step is not StepType.F:
            facing = _turned(facing, step, facings)
            continue
        ahead = c.model.topology.steps(kind, path[-1], absolute(facing))
        if not ahead:
            return []
        path.append(ahead[-1])
    return path


def _turned(facing: str, step: StepType, facings: Sequence[str]) -> str:
    """The next of the facings, clockwise or the other way round."""
    for _ in range(18):
        facing = right(facing) if step is StepType.R else left(facing)
        if facing in facings:
            break
    return facing


def walk_ends(c: Context, kind: board.SiteType, walks: tuple[Walk, ...], *, turned: bool) -> list[list[int]]:
    """For each site the ends of walks begun in any orthogonal direction, or in the first only."""

    def make() -> list[list[int]]:
        facings = c.model.topology.supported_directions(kind, "Orthogonal")
        starts = facings if turned else facings[:1]

        def ends(site: int) -> list[int]:
            paths = (path_of(c, kind, site, walk, facing, facings) for facing in starts for walk in walks)
            return sorted({path[-1] for path in paths if path})

        return [ends(site) for site in range(c.model.count(kind))]

    return c.s.once(("sites at walk ends", kind, walks, turned), make)


class WalkSites(TypedSites):
    """The ends of walks from a site; begun in every orthogonal direction unless `rotations:False`."""

    spellings = ("sites",)
    says = "the {.sites} {walks} of [{start:site}|the piece][{rotations!~False} in any orientation]"
    searches = True
    reads = NOTHING
    start: IntLudeme | None = None
    walks: tuple[tuple[StepType, ...], ...]
    rotations: BooleanLudeme | None = named(None)

    def build(self, c: Context) -> Region:
        site, kind = self.start.emit(c) if self.start is not None else c.get("from"), self.kind(c)
        turned = whether(c, self.rotations, True)
        if isinstance(turned, bool):
            return chosen(c, walk_ends(c, kind, self.walks, turned=turned), site)
        both = walk_ends(c, kind, self.walks, turned=True) + walk_ends(c, kind, self.walks, turned=False)
        row = c.s.select(in_range(site, c.model.count(kind)), c.s.select(turned, site, site + c.model.count(kind)), -1)
        return chosen(c, both, row)


class PatternSites(Sites):
    """The sites of patterns: walks from a site along which certain pieces stand."""

    spellings = ("sites Pattern",)
    says = "the {.sites} with pieces along this walk[ from {from_:site}]: {steps:steps}"
    reads = BOARD | {"last"}
    steps: tuple[StepType, ...]
    site_type: SiteType | None = None
    from_: IntLudeme | None = named(None)
    what: IntLudeme | None = named(None, group="whats")
    whats: tuple[IntLudeme, ...] | None = named(None, group="whats")

    def check(self) -> None:
        if self.whats is not None:
            limits.within(self, len(self.whats), 1, limits.COMPONENTS, "pieces of a pattern")

    def build(self, c: Context) -> Region:
        kind = kind_of(c, self.site_type)
        site = self.from_.emit(c) if self.from_ is not None else c.state.last_to.get()
        facings = c.model.topology.supported_directions(kind, "Orthogonal")
        if not facings:
            return empty(c)
        result = BitRegion.empty(c)
        c.s.if_(in_range(site, c.model.count(kind)), lambda: self._look(c, kind, site, facings, result))
        return result

    def _look(self, c: Context, kind: board.SiteType, site: IntLike, facings: Sequence[str], result: BitRegion) -> None:
        """Add the paths in all directions along which the pieces are those of the pattern."""
        count = c.model.count(kind)
        rows = c.s.rows([path_of(c, kind, at, self.steps, f, facings) for at in range(count) for f in facings])
        components = self._components(c, kind, site)
        first = site * len(facings)

        def path(row: IntLike) -> None:
            fits = c.s.var(rows.length(row) > 0, Bool)

            def step(k: IntLike) -> None:
                number = c.s.remainder(k, components.length())
                c.s.if_(c.state.what(kind, rows.get(row, k)) != components.get(number), lambda: fits.set(False))

            c.s.for_range(0, rows.length(row), step)
            c.s.if_(fits.get(), lambda: rows.each(row, result.add))

        c.s.for_range(first, first + len(facings), path)

    def _components(self, c: Context, kind: board.SiteType, site: IntLike) -> IntList:
        """The components along the walk, to be used again from the first when they run out."""
        if self.whats is not None:
            return IntList(c, [what.emit(c) for what in self.whats])
        return IntList(c, [self.what.emit(c) if self.what is not None else c.state.what(kind, site)])
