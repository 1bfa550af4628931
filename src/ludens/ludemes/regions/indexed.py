"""Regions by numbers: index sets, rows, columns, colours (manual: regions 3)."""

from __future__ import annotations

from ludens.ludemes.regions.static import Sites, TypedSites, empty
from ludens.rules.base import BOARD, NOTHING
from ludens.rules.categories import IntLudeme, IntsLudeme
from ludens.rules.enums import SiteType
from ludens.rules.state import sets
from ludens.rules.state.choices import chosen
from ludens.rules.state.context import Context
from ludens.rules.state.regions import BitRegion, Region, region_of
from ludens.stage import Bool, BoolLike, IntLike

_PHASES = 6


class NumberedSites(TypedSites):
    """One of several parts of the board, by its number."""

    reads = NOTHING
    index: IntLudeme | None = None

    def build(self, c: Context) -> Region:
        return chosen(c, self.parts(c), self.index.emit(c)) if self.index is not None else empty(c)

    def parts(self, c: Context) -> list[list[int]]:
        """The parts, in the order of their numbers."""
        raise NotImplementedError(type(self).__name__)


class RowSites(NumberedSites):
    """The sites of a row of the board."""

    spellings = ("sites Row",)
    says = "@[{index~Row}{index}|{index~IntConstant}row {index:row}|row number {index:term}, counted from 0,]"

    def parts(self, c: Context) -> list[list[int]]:
        return c.model.topology.rows(self.kind(c))


class ColumnSites(NumberedSites):
    """The sites of a column of the board."""

    spellings = ("sites Column",)
    says = (
        "@[{index~Column}{index}|{index~IntConstant}column {index:column}|column number {index:term}, counted from 0,]"
    )

    def parts(self, c: Context) -> list[list[int]]:
        return c.model.topology.columns(self.kind(c))


class LayerSites(NumberedSites):
    """The sites of a layer of the board."""

    spellings = ("sites Layer",)
    says = "@layer {index:row}"

    def parts(self, c: Context) -> list[list[int]]:
        return c.model.topology.layers(self.kind(c))


class PhaseSites(NumberedSites):
    """The sites of a colour of the board."""

    spellings = ("sites Phase",)
    says = "the {.sites} of colour {index}"

    def parts(self, c: Context) -> list[list[int]]:
        topology, kind = c.model.topology, self.kind(c)
        return [topology.region(kind, f"phase:{n}") for n in range(_PHASES)]


class VerticesOfSites(Sites):
    """The vertices of a cell, or the ends of an edge."""

    spellings = ("sites Cell", "sites Edge")
    says = "the points of {.last} {index}"
    reads = NOTHING
    site_type: SiteType | None = None
    index: IntLudeme | None = None

    def build(self, c: Context) -> Region:
        if self.index is None:
            return empty(c)
        topology = c.model.topology
        lists = topology.cell_vertices if self.spelling == "sites Cell" else topology.edge_vertices
        return chosen(c, lists, self.index.emit(c))


class StateSites(TypedSites):
    """The sites of the board whose piece has a state; an empty site has state 0."""

    spellings = ("sites State",)
    says = "the {.sites} in state {index}"
    reads = BOARD
    index: IntLudeme

    def build(self, c: Context) -> Region:
        state = self.index.emit(c)
        sites = sets.where(c, self.kind(c), lambda site: (site < self._count(c)) & self._matches(c, site, state))
        if sites is not None:
            return sites
        region = BitRegion.empty(c)
        c.s.for_range(0, self._count(c), lambda site: c.s.if_(self._matches(c, site, state), lambda: region.add(site)))
        return region

    def contains(self, c: Context, site: IntLike) -> BoolLike:
        state, inside = self.index.emit(c), (site >= 0) & (site < self._count(c))
        return c.s.choose(inside, lambda: self._matches(c, site, state), lambda: False, Bool)

    def _count(self, c: Context) -> int:
        return min(c.model.board_sites, c.model.count(self.kind(c)))

    def _matches(self, c: Context, site: IntLike, state: IntLike) -> BoolLike:
        return c.state.piece_state(self.kind(c), site) == state


class IndexSites(Sites):
    """The sites with some numbers; negative ones are left out."""

    spellings = ("sites",)
    says = "the {.sites} {indices:and+site}"
    precedence = 1  # an empty list is none of walks
    reads = NOTHING
    indices: tuple[IntLudeme, ...] | IntsLudeme

    def build(self, c: Context) -> Region:
        if isinstance(self.indices, tuple):
            return region_of(c, [index.emit(c) for index in self.indices])
        region = BitRegion.empty(c)
        inside = 64 * region.words
        self.indices.emit(c).each(lambda v: c.s.if_((v >= 0) & (v < inside), lambda: region.add(v)))
        return region

    def contains(self, c: Context, site: IntLike) -> BoolLike:
        if not isinstance(self.indices, tuple) or len(self.indices) > 4:
            return self.emit(c).contains(site)
        indices = [index.emit(c) for index in self.indices]
        among = c.s.any_of(*(lambda v=v: site == v for v in indices))
        return (site >= 0) & among


__all__ = ["ColumnSites", "IndexSites", "LayerSites", "PhaseSites", "RowSites", "StateSites", "VerticesOfSites"]
