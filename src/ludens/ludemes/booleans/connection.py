"""Connections between regions (manual: booleans 6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from ludens import board
from ludens.ludemes.arguments import last_to, optional
from ludens.ludemes.booleans.region_groups import Groups, owned_groups, regions_of, regions_stored
from ludens.ludemes.directions import Names, static_directions
from ludens.ludemes.groups import grow
from ludens.ludemes.regions.items import static_lists
from ludens.ludemes.searches import answer, outlined
from ludens.ludemes.site_types import type_name
from ludens.rules.base import BOARD, named
from ludens.rules.categories import BooleanLudeme, DirectionLudeme, IntLudeme, SitesLudeme
from ludens.rules.enums import AbsoluteDirection, RegionTypeStatic, RelativeDirection, RoleType, SiteType
from ludens.rules.roles import role_index
from ludens.rules.state import links
from ludens.rules.state.constants import fixed, members_of
from ludens.rules.state.context import Context
from ludens.rules.state.fields.links import MOST_BESIDE, Regions, Relation, steps_between
from ludens.rules.state.regions import BitRegion, Region, StaticRegion
from ludens.rules.state.sites import on_board, within
from ludens.stage import Bool, BoolLike, Int, IntLike, Long, LongLike, Scope, Variable

Mask = IntLike | LongLike
_MOST_REGIONS = 63


@dataclass
class Targets:
    """The regions to connect: how many they are, and which of them hold a site, as a bit mask."""

    c: Context
    count: IntLike
    mask: Callable[[IntLike], Mask]
    wide: bool = False

    @property
    def kind(self) -> type[Int] | type[Long]:
        return Long if self.wide else Int

    def number(self, mask: Mask) -> IntLike:
        return self.c.s.popcount(self.c.s.long(mask) if not self.wide else cast(LongLike, mask))


class _Connection(BooleanLudeme):
    """A condition on regions and the steps between them."""

    reads = BOARD | {"last", "turn"}
    number: IntLudeme | None = None
    site_type: SiteType | None = None
    at: IntLudeme | None = named(None)
    direction: DirectionLudeme | AbsoluteDirection | RelativeDirection | None = None
    where: tuple[SitesLudeme, ...] | RoleType | RegionTypeStatic

    @property
    def kind(self) -> board.SiteType | None:
        return type_name(self.site_type)

    @property
    def role(self) -> RoleType | None:
        return self.where if isinstance(self.where, RoleType) else None

    def regions(self, c: Context) -> list[Region]:
        """The regions where they are written out or static."""
        if isinstance(self.where, tuple):
            return [region.emit(c) for region in self.where]
        assert isinstance(self.where, RegionTypeStatic)
        return [StaticRegion(c, group) for group in static_lists(c.model, (self.where,))]

    def required(self, c: Context, targets: Targets) -> IntLike:
        return optional(c, self.number, targets.count)


class IsConnected(_Connection):
    """Whether the group of the piece on a site, by default where the last move went, connects enough regions.

    The regions are written out, or a player's, or static ones. With a role the piece must be that player's.
    """

    spellings = ("is Connected",)
    says = (
        "[{where~RoleType}{where:of} pieces[, joined {direction},] <connect> [{number} of ]{where:of} "
        "regions|{where~RegionTypeStatic}the pieces joined to [the one on {at:site}|the one just played] "
        "<connect> [{number} of ]the {where}|the pieces joined to [the one on {at:site}|the one just played] "
        "<connect> [{number} of ]{where:and}]"
    )

    def emit(self, c: Context) -> BoolLike:
        return outlined(c, "connected", self._body, self.identity)

    def _body(self, c: Context) -> BoolLike:
        connected = c.s.var(False, Bool)
        c.s.scope(lambda out: self._search(c, connected, out))
        return connected.get()

    def _search(self, c: Context, connected: Variable[BoolLike], out: Scope) -> None:
        s, p, site = c.s, c.state, last_to(c, self.at)
        s.if_(s.not_(on_board(c, self.kind, site)), lambda: s.leave(out))
        who = p.who(self.kind, site)
        s.if_(who <= 0, lambda: s.leave(out))
        player = role_index(c, self.role) if self.role is not None else None
        targets = targets_of(c, self.regions(c)) if player is None else targets_of_player(c, player, out)
        s.if_(targets.count == 0, lambda: s.leave(out))
        required, touched = self.required(c, targets), s.var(targets.mask(site), targets.kind)

        def test() -> None:
            s.if_(targets.number(touched.get()) >= required, lambda: answer(c, connected, out, True))

        def join(site: IntLike) -> BoolLike:
            mask = targets.mask(site)

            def touch() -> None:
                touched.set(touched.get() | mask)
                test()

            s.if_(((touched.get() ^ -1) & mask) != 0, touch)
            return True

        test()
        if player is not None:
            s.if_(self._owner(c, who) != player, lambda: s.leave(out))
        touches = self._stored_touches(c)
        if touches is not None:
            s.if_(links.is_kept(c), lambda: answer(c, connected, out, touches(site) >= required))
        grow(
            c, self.kind, site, self.direction, lambda t: s.all_of(lambda: p.who(self.kind, t) == who, lambda: join(t))
        )

    def _owner(self, c: Context, who: IntLike) -> IntLike:
        return c.state.owner_of(who) if c.model.merged_owner else who

    # --- kept while pieces are put down

    def keep(self, c: Context, relations: dict[object, Relation]) -> None:
        """Have the state keep the links that this needs, where the steps and the regions are known."""
        names = self.beside(c)
        regions = self.known_regions(c)
        if names is None or regions is None:
            return
        steps = steps_between(c.model, names)
        if any(site not in steps[t] for site, near in enumerate(steps) for t in near):
            return
        if max(map(len, steps), default=0) > MOST_BESIDE:
            return
        if names not in relations:
            relations[names] = Relation(steps, regions_stored(c))
        if self.role is None:
            relations[names].share(regions)

    def beside(self, c: Context) -> Names | None:
        """The directions of the steps between sites of the board's default type."""
        if self.kind not in (None, c.model.default_site):
            return None
        return static_directions(c, self.direction, self.kind)

    def known_regions(self, c: Context) -> Regions | None:
        """The regions that are not a player's, None where they are not known."""
        if self.role is not None:
            return ()
        if isinstance(self.where, tuple) and any(region.all_reads for region in self.where):
            return None
        members = fixed(c, lambda d: [members_of(region) for region in self.regions(d)])
        return None if members is None else regions_of(members)

    def _stored_touches(self, c: Context) -> Callable[[IntLike], IntLike] | None:
        """How many of the regions the group of a piece touches; None where that is not kept."""
        names, regions = self.beside(c), self.known_regions(c)
        stored = links.links_of(c, names) if regions is not None else None
        if stored is None or regions is None:
            return None
        shift = stored.relation.shift_of(regions) if self.role is None else 0
        if shift is None:
            return None
        mask = (1 << (len(regions) if self.role is None else stored.relation.num_owned)) - 1
        return lambda site: c.s.popcount(c.s.long(stored.regions(stored.root(site)) >> shift & mask))


class IsBlocked(_Connection):
    """Whether a player can no longer connect enough regions through empty sites and sites of his own."""

    spellings = ("is Blocked",)
    says = "[{where~RoleType}{where:of} regions|{where:and}] <are> cut off from each other"

    def emit(self, c: Context) -> BoolLike:
        return outlined(c, "blocked", self._body, self.identity)

    def _body(self, c: Context) -> BoolLike:
        blocked = c.s.var(True, Bool)
        c.s.scope(lambda out: self._search(c, blocked, out))
        return blocked.get()

    def _search(self, c: Context, blocked: Variable[BoolLike], out: Scope) -> None:
        s, player = c.s, role_index(c, self.role) if self.role is not None else c.mover
        seen = BitRegion.empty(c)
        for owner, regions in self._choices(c):
            own = regions
            s.if_(True if owner is None else player == owner, lambda: self._try(c, player, own, seen, blocked, out))  # noqa: B023

    def _choices(self, c: Context) -> list[tuple[int | None, list[Region]]]:
        """The regions, by player where they are a player's."""
        if self.role is None:
            return [(None, self._not_empty(self.regions(c)))]
        fixed = role_index(c, self.role)
        owners = [fixed] if isinstance(fixed, int) else range(c.model.num_players + 2)
        return [(p, self._not_empty([StaticRegion(c, g) for g in owned_groups(c, p)])) for p in owners]

    def _not_empty(self, regions: Sequence[Region]) -> list[Region]:
        return [r for r in regions if not (isinstance(r, StaticRegion) and not r.members)]

    def _try(
        self,
        c: Context,
        player: IntLike,
        regions: list[Region],
        seen: BitRegion,
        blocked: Variable[BoolLike],
        out: Scope,
    ) -> None:
        if not regions:
            return
        s, targets = c.s, targets_of(c, regions)
        required = self.required(c, targets)

        def passable(site: IntLike) -> BoolLike:
            return s.any_of(lambda: _is_owner(c, self.kind, site, player), lambda: c.state.what(self.kind, site) == 0)

        def start(site: IntLike) -> None:
            touched = s.var(1, targets.kind)

            def join(t: IntLike) -> BoolLike:
                seen.add(t)
                touched.set(touched.get() | targets.mask(t))
                return True

            fresh = s.all_of(lambda: s.not_(seen.contains(site)), lambda: passable(site))

            def flood() -> None:
                join(site)
                grow(c, self.kind, site, self.direction, lambda t: s.all_of(lambda: passable(t), lambda: join(t)))
                s.if_(targets.number(touched.get()) >= required, lambda: answer(c, blocked, out, False))

            s.if_(fresh, flood)

        def begin(site: IntLike) -> None:
            s.if_(required == 1, lambda: answer(c, blocked, out, False))
            s.if_(on_board(c, self.kind, site), lambda: start(site))

        s.if_(required > 0, lambda: regions[0].each(begin))


def _is_owner(c: Context, kind: board.SiteType | None, site: IntLike, player: IntLike) -> BoolLike:
    who = c.state.who(kind, site)
    return (c.state.owner_of(who) if c.model.merged_owner else who) == player


def targets_of(c: Context, regions: Sequence[Region]) -> Targets:
    """Regions as targets."""
    if all(isinstance(region, StaticRegion) for region in regions):
        return _static_targets(c, [[r.sorted for r in cast(list[StaticRegion], regions)]], 0)

    def mask(site: IntLike) -> Mask:
        total: Mask = 0
        for i, region in enumerate(regions):
            total = total | c.s.select(region.contains(site), 1 << i, 0)
        return total

    return Targets(c, len(regions), mask)


def targets_of_player(c: Context, player: IntLike, out: Scope) -> Targets:
    """A player's regions; leaves the scope where the index is none of a player's."""
    if isinstance(player, int):
        return _static_targets(c, [owned_groups(c, player)], 0)
    n = c.model.num_players
    c.s.if_(c.s.not_(within(c, player, 0, n + 2)), lambda: c.s.leave(out))
    return _static_targets(c, [owned_groups(c, p) for p in range(n + 2)], player)


def _static_targets(c: Context, lists: Sequence[Groups], which: IntLike) -> Targets:
    """One of some lists of regions, as tables."""
    most, universe = max(len(groups) for groups in lists), c.model.universe
    if most > _MOST_REGIONS:
        raise NotImplementedError(f"connecting {most} regions")
    masks = [0] * (len(lists) * universe)
    for k, groups in enumerate(lists):
        for i, group in enumerate(groups):
            for site in group:
                masks[k * universe + site] |= 1 << i
    wide = most > 31
    table = c.s.table(masks, "i64" if wide else None)
    count = c.s.table([len(groups) for groups in lists])[which]
    return Targets(c, count, lambda site: table[which * universe + site], wide)
