"""Regions by name, by owner, by coordinate; and the region iterator (manual: regions 2 and 3)."""

from __future__ import annotations

import re
from collections.abc import Callable

from ludens import board
from ludens.language import LudError
from ludens.ludemes.regions.items import item_of
from ludens.ludemes.regions.static import Sites, TypedSites, empty
from ludens.ludemes.site_types import kind_of
from ludens.rules.base import NOTHING
from ludens.rules.enums import RoleType, SiteType
from ludens.rules.naming import NameOfRegion
from ludens.rules.roles import PlayerArgument, index_of
from ludens.rules.state.choices import chosen
from ludens.rules.state.constants import is_at_load
from ludens.rules.state.context import Context
from ludens.rules.state.model import NamedRegion
from ludens.rules.state.regions import Region, StaticRegion
from ludens.stage import BoolLike, IntLike

_COORDINATE = re.compile(r"([A-Za-z]?|[A-Za-z]{2}|([A-Za-z])\2[A-Za-z])[0-9]+")


def looks_like_coordinate(text: str) -> bool:
    """Whether a string is read as a coordinate and never as a name."""
    return _COORDINATE.fullmatch(text) is not None


def sites_of_labels(c: Context, labels: tuple[str, ...], kind: board.SiteType) -> Region:
    """The sites of a type that have some labels; others are left out."""
    sites = (c.model.topology.site_of_label(label, kind) for label in labels)
    return StaticRegion(c, (site for site in sites if site is not None))


class RegionIterator(Sites):
    """The group that is being visited."""

    spellings = ("sites",)
    is_iterator = True
    says = "@that region"
    precedence = 1  # without arguments

    def build(self, c: Context) -> Region:
        return c.region.here(c) if c.region is not None else empty(c)


class NamedSites(Sites):
    """The regions of the equipment with a name, or of an owner; or the site with a coordinate."""

    spellings = ("sites",)
    says = "@[{who:of} {name:region}|{who:of} region|the {name:region}]"
    reads = NOTHING
    who: PlayerArgument | RoleType | None = None
    site_type: SiteType | None = None
    name: NameOfRegion | None = None

    def check(self) -> None:
        if self.who is not None and looks_like_coordinate(self.name or ""):
            raise LudError(f'"{self.name}" is a coordinate, which nobody owns', self.node.span)

    def build(self, c: Context) -> Region:
        name = self.name or ""
        if looks_like_coordinate(name):
            return sites_of_labels(c, (name,), kind_of(c, self.site_type))
        if self.who is None:
            return StaticRegion(c, _united([r for r in c.model.regions if r.name == name]))
        players = range(c.model.num_players + 2)
        owned = [_united(self._matching(c, player)) for player in players]
        return chosen(c, owned, index_of(c, self.who))

    def contains(self, c: Context, site: IntLike) -> BoolLike:
        """With a player, a definition that depends on the state is evaluated now (manual: regions 1.4)."""
        live = [r for r in c.model.regions if not item_of(r).is_constant]
        if self.who is None or not live or is_at_load(c):
            return self.emit(c).contains(site)
        index = index_of(c, self.who)
        matching = [r for p in range(c.model.num_players + 2) for r in self._matching(c, p)]
        return c.s.any_of(*(_holds(c, r, index, site) for r in matching))

    def _matching(self, c: Context, player: int) -> list[NamedRegion]:
        return [r for r in c.model.regions if r.owner == player and (self.name or "") in r.name]


def _holds(c: Context, region: NamedRegion, index: IntLike, site: IntLike) -> Callable[[], BoolLike]:
    return lambda: c.s.all_of(lambda: index == region.owner, lambda: item_of(region).emit(c).contains(site))


def _united(regions: list[NamedRegion]) -> tuple[int, ...]:
    return tuple(sorted({site for region in regions for site in region.sites}))


class CoordinateSites(TypedSites):
    """The sites with some coordinates; unknown ones are left out."""

    spellings = ("sites",)
    says = "[{coordinates:and+plain}|no {.sites}]"
    precedence = 2  # an empty list is one of coordinates
    reads = NOTHING
    coordinates: tuple[str, ...]

    def emit(self, c: Context) -> Region:
        return sites_of_labels(c, self.coordinates, self.kind(c))
