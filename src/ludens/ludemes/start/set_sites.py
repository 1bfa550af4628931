"""`(set Count ...)`, `(set Cost ...)`, `(set Phase ...)` as start rules (manual: structure 4.9)."""

from __future__ import annotations

from ludens import board
from ludens.ludemes.integers.geometry import COSTS, cost_place
from ludens.ludemes.site_types import kind_of
from ludens.ludemes.start.needs import reckoned
from ludens.ludemes.start.places import Visit, each_in
from ludens.rules.actions.base import Logged
from ludens.rules.actions.sites import SetCount
from ludens.rules.base import Need, named
from ludens.rules.categories import IntLudeme, SitesLudeme, StartRuleLudeme
from ludens.rules.enums import SiteType
from ludens.rules.state.constants import Unknown, at_load
from ludens.rules.state.context import Context
from ludens.rules.state.random import dynamic
from ludens.rules.state.regions import StaticRegion
from ludens.rules.state.sites import type_code
from ludens.rules.state.trace import PLAIN, TYPE
from ludens.rules.turns.placement import place_act
from ludens.stage import IntLike


class SetStartSites(StartRuleLudeme):
    """Gives sites something that is a number."""

    value: IntLudeme
    site_type: SiteType | None = None
    at: IntLudeme | None = named(None, group="where")
    to: SitesLudeme | None = named(None, group="where")

    def emit(self, c: Context) -> None:
        self._each(c, lambda site: self.give(c, kind_of(c, self.site_type), site, self.value.emit(c)))

    def _each(self, c: Context, visit: Visit) -> None:
        if self.at is not None:
            visit(self.at.emit(c))
        elif self.to is not None:
            each_in(c, self.to, visit)

    def give(self, c: Context, kind: board.SiteType, site: IntLike, value: IntLike) -> None:
        """Give one site its number."""
        raise NotImplementedError(type(self).__name__)


class SetStartCount(SetStartSites):
    """Gives sites a number of pieces."""

    spellings = ("set Count",)
    says = "{value} pieces on [{at:site}|{to:each}]"
    needs = frozenset({Need.COUNT})

    def placed(self, c: Context) -> int:
        return reckoned(c, self.value) * (_size(c, self.to) if self.to is not None else 1)

    def give(self, c: Context, kind: board.SiteType, site: IntLike, value: IntLike) -> None:
        last = len(c.model.components) - 1
        if last > 0:
            place_count(c, kind, site, last, value)


class SetStartCost(SetStartSites):
    """Gives sites a cost."""

    spellings = ("set Cost",)
    says = "[{at:site}|{to}] cost {value}"

    def give(self, c: Context, kind: board.SiteType, site: IntLike, value: IntLike) -> None:
        _tell(c, "Cost", kind, site, value)
        costs = COSTS.of(c.state)
        if costs.present:
            costs.set(value, cost_place(c, kind, site))


class SetStartPhase(SetStartSites):
    """Gives sites a phase."""

    spellings = ("set Phase",)
    says = "[{at:site}|{to}] have the colour {value}"

    def give(self, c: Context, kind: board.SiteType, site: IntLike, value: IntLike) -> None:
        _tell(c, "Phase", kind, site, value)


def _tell(c: Context, name: str, kind: board.SiteType, site: IntLike, value: IntLike) -> None:
    """Log what changes nothing in the state."""
    printed = (("type", TYPE, type_code(c, kind, site)), ("to", PLAIN, site), (name.lower(), PLAIN, value))
    place_act(c, Logged(f"Set{name}", printed, site_from=site, site_to=site))


def _size(c: Context, region: SitesLudeme) -> int:
    """How many sites a region has at load; those of the board where that is not known."""
    try:
        sites = at_load(c, region.emit)
    except Unknown:
        return c.model.board_sites
    return len(sites.members) if isinstance(sites, StaticRegion) else c.model.board_sites


def place_count(c: Context, kind: board.SiteType, site: IntLike, what: int, count: IntLike) -> None:
    """Set the count of a site; the piece is always the one of the highest index (manual: structure 4.9)."""

    def body(c: Context) -> None:
        place_act(c, SetCount(kind, c.get("put.site"), what, c.get("put.count")))

    slots = {"put.site": dynamic(c, site), "put.count": dynamic(c, count)}
    c.unbound().bind(**slots).outline("set_count", body, None, key=("set_count", kind))
