"""`(set Hidden ..)` (manual: effects 6)."""

from __future__ import annotations

from functools import partial

from ludens.ludemes.arguments import optional
from ludens.ludemes.effects.carried_regions import carried, carried_region
from ludens.ludemes.effects.effect_moves import PLAYERS, push
from ludens.ludemes.site_types import kind_of
from ludens.rules.actions.base import Act, EachAct, Visit
from ludens.rules.actions.sites import SetHidden
from ludens.rules.base import Need, named, positional
from ludens.rules.categories import BooleanLudeme, IntLudeme, MovesLudeme, SitesLudeme
from ludens.rules.consequents import Then
from ludens.rules.enums import HiddenData, RoleType, SiteType
from ludens.rules.generation.candidates import Sink
from ludens.rules.roles import PlayerArgument, each_player, index_of, is_many
from ludens.rules.state.context import Context
from ludens.rules.state.regions import Region, region_of
from ludens.stage import IntLike


class SetHiddenFlags(MovesLudeme):
    """Hides sites, or something of them, from players; or shows them again."""

    spellings = ("set Hidden",)
    says = (
        "[{value~False}show|hide] [the {data:and} of what stands|what stands] [on {at:site}|on {region}] "
        "[{value~False}to|from] {to}"
    )
    needs = frozenset({Need.HIDDEN, Need.KEPT_ACTIONS})
    reads = PLAYERS
    writes = frozenset({"hidden"})
    data: HiddenData | tuple[HiddenData, ...] | None = None
    site_type: SiteType | None = None
    at: IntLudeme | None = named(None, group="where")
    region: SitesLudeme | None = positional(None, group="where")
    level: IntLudeme | None = named(None)
    value: BooleanLudeme | None = None
    to: PlayerArgument | RoleType = named()
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        level = optional(c, self.level, 0)
        value = c.s.to_int(self.value.emit(c)) if self.value is not None else 1
        sites = self._sites(c)
        values = {"hide.level": level, "hide.value": value, **carried(c, sites)}
        push(c, sink, lambda c: self._build(c, sites), values, self.then, from_=0, to=0)

    def _build(self, c: Context, region: Region) -> list[Act]:
        sites = carried_region(c, region, self._sites)

        def each(c: Context, visit: Visit) -> None:
            for data in self._data:
                sites.each(partial(self._each_player, c, data, visit=visit))

        return [EachAct(each)]

    @property
    def _data(self) -> list[str]:
        if self.data is None:
            return [""]
        return [d.value for d in (self.data if isinstance(self.data, tuple) else (self.data,))]

    def _sites(self, c: Context) -> Region:
        if self.at is not None:
            return region_of(c, [self.at.emit(c)])
        return self.region.emit(c) if self.region is not None else region_of(c, [])

    def _each_player(self, c: Context, data: str, site: IntLike, visit: Visit) -> None:
        kind, level, value = kind_of(c, self.site_type), c.get("hide.level"), c.get("hide.value") == 1

        def one(player: IntLike) -> None:
            act = SetHidden(kind, site, data, level, player, value)
            c.s.if_((player >= 1) & (player <= c.model.num_players), lambda: visit(act))

        if isinstance(self.to, RoleType) and is_many(self.to):
            each_player(c, self.to, one)
        else:
            one(index_of(c, self.to))

    def parts(self) -> list[MovesLudeme]:
        return []
