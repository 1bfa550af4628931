"""`(place "Item" ...)`: pieces on one site or on many (manual: structure 4.5 and 4.6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from ludens import board
from ludens.language import LudError
from ludens.ludemes.arguments import optional
from ludens.ludemes.site_types import type_name
from ludens.ludemes.start.names import component, site_of
from ludens.ludemes.start.needs import reckoned, side_needs
from ludens.ludemes.start.places import each_place
from ludens.rules.base import Need, named
from ludens.rules.categories import IntLudeme, SitesLudeme, StartRuleLudeme
from ludens.rules.enums import SiteType
from ludens.rules.naming import NameOfContainer, NameOfPiece
from ludens.rules.state.constants import fixed, members_of
from ludens.rules.state.context import Context
from ludens.rules.state.model import Container
from ludens.rules.turns.placement import component_named, container_named, put
from ludens.stage import IntLike


class Place(StartRuleLudeme):
    """Puts a piece on a site, or into a container."""

    spellings = ("place",)
    says = (
        "[{count} {item:of own pieces}|{item:own piece}][ in {container:container}|{site~HandSite} in {site}| on "
        "{site:site}| on {coord:plain}][ in state {state}][ with value {value}][ turned by {rotation}]"
    )
    precedence = 1  # without a place, the piece goes to one
    item: NameOfPiece
    container: NameOfContainer | None = None
    site_type: SiteType | None = None
    site: IntLudeme | None = None
    coord: str | None = named(None)
    count: IntLudeme | None = named(None)
    state: IntLudeme | None = named(None)
    rotation: IntLudeme | None = named(None)
    value: IntLudeme | None = named(None)

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return side_needs(self.site_type, count=self.count, state=self.state, rotation=self.rotation, value=self.value)

    def placed(self, c: Context) -> int:
        return reckoned(c, self.count)

    def given(self, c: Context) -> Mapping[int, int] | None:
        what = component_named(c, self.item) if self.container is None else None
        return None if what is None else {c.model.components[what].owner: reckoned(c, self.count)}

    def emit(self, c: Context) -> None:
        put_down = self._putting(c)
        if self.container == "Hand" and self._for_each_player(c):
            self._into_hands(c, put_down)
            return
        what = component(c, self, self.item)
        if self.container is not None:
            self._into(c, what, self._container(c, self.container), put_down)
        elif self.coord is not None:
            put_down(site_of(c, self, self.site_type, self.coord), what)
        elif self.site is not None:
            put_down(self.site.emit(c), what)

    def _putting(self, c: Context) -> Callable[[IntLike, int], object]:
        """What puts a component on a site. The count and all else is worked out here, once, before the site is."""
        count, kind = optional(c, self.count, 1), type_name(self.site_type)
        state, rotation, value = (optional(c, x) for x in (self.state, self.rotation, self.value))

        def put_down(site: IntLike, what: int) -> None:
            put(c, kind, site, what, count=count, state=state, rotation=rotation, value=value)

        return put_down

    def _container(self, c: Context, name: str) -> Container:
        container = container_named(c, name)
        if container is None:
            names = ", ".join(x.name for x in c.model.containers)
            raise LudError(f'there is no container "{name}"', self.node.span, f"the containers are {names}")
        return container

    def _for_each_player(self, c: Context) -> bool:
        """Whether the item means each player's piece of that name."""
        if any(ch.isdigit() for ch in self.item):
            return False
        index = component_named(c, self.item)
        return index is None or c.model.components[index].role != "Shared"

    def _into_hands(self, c: Context, put_down: Callable[[IntLike, int], object]) -> None:
        """Each player's piece goes to the first empty site of the player's hand."""
        for player in range(1, c.model.num_players + 1):
            what = component(c, self, f"{self.item}{player}")
            hand = self._container(c, f"Hand{player}")
            site = first_empty(c, hand)
            c.s.if_(site >= 0, partial(put_down, site, what))

    def _into(self, c: Context, what: int, container: Container, put_down: Callable[[IntLike, int], object]) -> None:
        if c.model.components[what].faces:
            site = first_empty(c, container)
            c.s.if_(site >= 0, lambda: put_down(site, what))
        elif "Hand" in container.name:
            # the piece is the one that is numbered like the container (manual: structure 4.5)
            if container.index < len(c.model.components):
                put_down(container.first_site, container.index)
        elif self.site is not None:
            put_down(self.site.emit(c) + container.first_site, what)


class PlaceMany(StartRuleLudeme):
    """Puts a piece on each of several sites."""

    spellings = ("place",)
    says = "{item:own pieces} on [{labels:and+plain}|{region}|{sites:and+site}][ in state {state}][ with value {value}]"
    item: NameOfPiece
    site_type: SiteType | None = None
    sites: tuple[IntLudeme, ...] | None = None
    region: SitesLudeme | None = None
    labels: tuple[str, ...] | None = None
    counts: tuple[IntLudeme, ...] | None = named(None)
    state: IntLudeme | None = named(None)
    rotation: IntLudeme | None = named(None)
    value: IntLudeme | None = named(None)

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        count = self.counts[0] if self.counts else None
        return side_needs(self.site_type, count=count, state=self.state, rotation=self.rotation, value=self.value)

    def placed(self, c: Context) -> int:
        places = self.sites or self.labels or (None,)
        sites = c.model.count("Cell") if self.region is not None else len(places)
        return reckoned(c, self.counts[0] if self.counts else None) * sites

    def given(self, c: Context) -> Mapping[int, int] | None:
        what = component_named(c, self.item)
        sites = len(self.sites or self.labels or ()) if self.region is None else self._extent(c, self.region)
        if what is None or sites is None:
            return None
        return {c.model.components[what].owner: reckoned(c, self.counts[0] if self.counts else None) * sites}

    def _extent(self, c: Context, region: SitesLudeme) -> int | None:
        """How many sites a region has, where that depends on nothing of play."""
        members = fixed(c, lambda direct: members_of(region.emit(direct)))
        return None if members is None else len(members)

    def emit(self, c: Context) -> None:
        what = component(c, self, self.item)
        count = self.counts[0].emit(c) if self.counts else 1  # the others are not looked at
        state, rotation, value = (optional(c, x) for x in (self.state, self.rotation, self.value))
        kind = type_name(self.site_type)

        def visit(site: IntLike) -> None:
            put(c, kind, site, what, count=count, state=state, rotation=rotation, value=value)

        each_place(c, self.site_type, visit, labels=self.labels, region=self.region, sites=self.sites)


def first_empty(c: Context, container: Container) -> IntLike:
    """The first site of a container that holds no piece, -1 if there is none."""
    empty_site = c.s.var(-1)

    def look(site: IntLike) -> None:
        empty = c.s.all_of(lambda: empty_site.get() < 0, lambda: c.s.not_(c.state.occupied("Cell", site)))
        c.s.if_(empty, lambda: empty_site.set(site))

    c.s.for_range(container.first_site, container.first_site + container.num_sites, look)
    return empty_site.get()
