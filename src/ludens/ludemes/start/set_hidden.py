"""`(set Hidden ...)` as a start rule (manual: structure 4.9)."""

from __future__ import annotations

from functools import partial

from ludens.ludemes.arguments import optional, whether
from ludens.ludemes.site_types import kind_of
from ludens.ludemes.start.places import fixed
from ludens.rules.actions.sites import SetHidden
from ludens.rules.base import Need, named, positional
from ludens.rules.categories import BooleanLudeme, IntLudeme, SitesLudeme, StartRuleLudeme
from ludens.rules.enums import HiddenData, RoleType, SiteType
from ludens.rules.roles import each_player, is_many, role_index
from ludens.rules.state.context import Context
from ludens.rules.state.regions import Region, region_of
from ludens.rules.turns.placement import place_act
from ludens.stage import BoolLike, IntLike


class SetStartHidden(StartRuleLudeme):
    """Hides sites, or something of them, from players."""

    spellings = ("set Hidden",)
    says = (
        "[{value~False}show|hide] [the {data:and} of what stands|what stands] [on {at:site}|on {region}] "
        "[{value~False}to|from] {to}"
    )
    needs = frozenset({Need.HIDDEN})
    data: HiddenData | tuple[HiddenData, ...] | None = None
    site_type: SiteType | None = None
    at: IntLudeme | None = named(None, group="where")
    region: SitesLudeme | None = positional(None, group="where")
    level: IntLudeme | None = named(None)
    value: BooleanLudeme | None = None
    to: RoleType = named()

    def emit(self, c: Context) -> None:
        level = optional(c, self.level, 0)
        value = whether(c, self.value, True)
        sites = self._sites(c)
        for data in self._data:
            sites.each(partial(self._hide, c, data, level=level, value=value))

    @property
    def _data(self) -> list[str]:
        if self.data is None:
            return [""]
        return [d.value for d in (self.data if isinstance(self.data, tuple) else (self.data,))]

    def _sites(self, c: Context) -> Region:
        if self.at is not None:
            return region_of(c, [self.at.emit(c)])
        return fixed(self.region.emit(c)) if self.region is not None else region_of(c, [])

    def _hide(self, c: Context, data: str, site: IntLike, level: IntLike, value: BoolLike) -> None:
        kind = kind_of(c, self.site_type)

        def from_player(player: IntLike) -> None:
            place_act(c, SetHidden(kind, site, data, level, player, value))

        if is_many(self.to):
            each_player(c, self.to, from_player)
            return
        player = role_index(c, self.to)
        real = c.s.all_of(lambda: player >= 1, lambda: player <= c.model.num_players)
        c.s.if_(real, lambda: from_player(player))
