"""The equipment item `(regions ...)`: named regions, fixed when the game is loaded (manual: regions 2)."""

from __future__ import annotations

import math

from ludens import board
from ludens.rules.base import NOTHING
from ludens.rules.categories import ItemLudeme, SitesLudeme
from ludens.rules.enums import RegionTypeStatic, RoleType
from ludens.rules.naming import NewRegion
from ludens.rules.roles import owner_index
from ludens.rules.state.constants import at_load, members_of
from ludens.rules.state.context import Context
from ludens.rules.state.model import Model, NamedRegion
from ludens.rules.state.regions import Region, StaticRegion

SIDES = ("N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW")
Kinds = tuple[RegionTypeStatic, ...]


class Regions(ItemLudeme):
    """A named region of a player or of nobody: sites, regions, or lists of sites that the board has of itself."""

    spellings = ("regions",)
    says = "the region[ {name}][ of {role}]"
    reads = NOTHING
    name: NewRegion | None = None
    role: RoleType | None = None
    sites: tuple[int, ...] | SitesLudeme | tuple[SitesLudeme, ...] | RegionTypeStatic | tuple[RegionTypeStatic, ...]
    hint_label: str | None = None

    @property
    def final_name(self) -> str:
        """The name; that of an unnamed one says whose it is."""
        return self.name or f"Region{self.role.value if self.role is not None else 'P1'}"

    def owner(self, num_players: int) -> int:
        """The player who owns the region, 0 for nobody."""
        return owner_index(self.role, num_players) if self.role is not None else 0

    @property
    def raw(self) -> tuple[int, ...] | None:
        """The listed sites, in written order with repeats; None where the region is given otherwise."""
        if not isinstance(self.sites, tuple) or not all(isinstance(x, int) for x in self.sites):
            return None
        return tuple(x for x in self.sites if isinstance(x, int))

    @property
    def parts(self) -> tuple[SitesLudeme, ...]:
        """The regions that the item is the union of."""
        sites = self.sites if isinstance(self.sites, tuple) else (self.sites,)
        return tuple(part for part in sites if isinstance(part, SitesLudeme))

    @property
    def kinds(self) -> Kinds:
        """The static kinds that the item expands to."""
        sites = self.sites if isinstance(self.sites, tuple) else (self.sites,)
        return tuple(kind for kind in sites if isinstance(kind, RegionTypeStatic))

    @property
    def is_constant(self) -> bool:
        """Whether nothing of the definition reads the state."""
        return not any(part.all_reads for part in self.parts)

    def emit(self, c: Context) -> Region:
        """The definition, evaluated now."""
        if self.raw is not None:
            return StaticRegion(c, self.raw)
        region: Region = StaticRegion(c, ())
        for part in self.parts:
            region = region.union(part.emit(c))
        return region


def item_of(region: NamedRegion) -> Regions:
    """The item of the equipment that a named region comes from."""
    assert isinstance(region.item, Regions)
    return region.item


def freeze(c: Context, item: Regions) -> tuple[int, ...]:
    """The sites of an item, evaluated at load, ascending; a list of numbers keeps its order and repeats."""
    if item.raw is not None:
        return item.raw
    return at_load(c, lambda direct: members_of(item.emit(direct)))


def static_lists(model: Model, kinds: Kinds, hint_label: str | None = None) -> list[tuple[int, ...]]:
    """The lists of sites of some static kinds (manual: regions 2.3)."""
    return [tuple(sites) for kind in kinds for sites in _lists(model, kind.value, hint_label)]


def _lists(model: Model, kind: str, hint_label: str | None) -> list[list[int]]:
    topology, site_type = model.topology, model.default_site
    count = model.count(site_type)
    match kind:
        case "Rows":
            return list(topology.rows(site_type))
        case "Columns":
            return list(topology.columns(site_type))
        case "Layers":
            return list(topology.layers(site_type))
        case "AllSites":
            return [list(range(count))]
        case "Corners":
            return [[site] for site in topology.region(site_type, "corners")]
        case "Sides" | "SidesNoCorners":
            return _side_lists(model, corners=kind == "Sides")
        case "AllDirections":
            return [_star(model, site) for site in range(count)]
        case "SubGrids":
            return _sub_grids(model)
        case "HintRegions":
            return _hint_lists(model, hint_label)
        case "Touching" | "Vertices" | "Regions":
            return [[s, t] for s in range(count) for t in topology.neighbours(site_type, s, "Adjacent")]
    return []


def _side_lists(model: Model, *, corners: bool) -> list[list[int]]:
    sides = model.topology.sides(model.default_site)
    left_out = set() if corners else set(model.topology.region(model.default_site, "corners"))
    return [[site for site in sides.get(name, ()) if site not in left_out] for name in SIDES]


def _star(model: Model, site: int) -> list[int]:
    """A site and all sites in line with it."""
    topology = model.topology
    runs = topology.finder(model.default_site).sites(site, "All")
    return list(dict.fromkeys([site, *(s for run in runs for s in run[1:])]))


def _sub_grids(model: Model) -> list[list[int]]:
    cells = model.topology.elements("Cell")
    k = math.isqrt(math.isqrt(len(cells)))

    def block(r: int, column: int) -> list[int]:
        return [n for n, e in enumerate(cells) if k and e.row // k == r and e.column // k == column]

    return [block(r, column) for r in range(k) for column in range(k)]


def _hint_lists(model: Model, hint_label: str | None) -> list[list[int]]:
    """The regions of the hints."""
    hints = model.puzzle.hints
    kinds: tuple[board.SiteType, ...] = ("Vertex", "Cell", "Edge") if hint_label is not None else ("Cell",)
    return next(([list(sites) for sites, _ in hints[kind]] for kind in kinds if hints.get(kind)), [])


__all__ = ["Regions", "freeze", "item_of", "static_lists"]
