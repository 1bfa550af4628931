"""`(take Control ..)` and `(take Domino ..)` (manual: effects 8)."""

from __future__ import annotations

from functools import partial

from ludens import board
from ludens.ludemes.effects.effect_moves import PLAYERS, push
from ludens.ludemes.site_types import kind_of
from ludens.rules.actions.base import Act
from ludens.rules.actions.pieces import Add, Remove
from ludens.rules.base import BOARD, Need, named
from ludens.rules.categories import IntLudeme, MovesLudeme, SitesLudeme
from ludens.rules.consequents import Then
from ludens.rules.enums import RoleType, SiteType
from ludens.rules.generation.candidates import Sink
from ludens.rules.roles import index_of
from ludens.rules.state.context import Context
from ludens.rules.state.random import next_int as below
from ludens.rules.state.regions import BitRegion, Region, region_of
from ludens.stage import BoolLike, IntLike

_FIELDS = ("what", "count", "state", "rotation", "value")


class TakeControl(MovesLudeme):
    """Pieces of a player become those of another player: the pieces of the same name."""

    spellings = ("take Control",)
    says = "{by} <takes> over the pieces of {of}[ on {at:site}| {to:on}]"
    lists_pieces = True
    reads = BOARD | PLAYERS
    writes = BOARD
    of: RoleType | IntLudeme = named()
    by: RoleType | IntLudeme = named()
    at: IntLudeme | None = named(None, group="where")
    to: SitesLudeme | None = named(None, group="where")
    site_type: SiteType | None = None
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        s, n, by = c.s, c.model.num_players, index_of(c, self.by)
        within = self._within(c)
        seen = None if c.model.compact_lists else BitRegion.empty(c)

        def owner(player: IntLike) -> None:
            s.for_range(
                1, len(c.model.components), lambda what: s.if_(c.state.owner_of(what) == player, lambda: pieces(what))
            )

        def pieces(what: IntLike) -> None:
            s.for_range(
                0,
                c.state.owned_count(what),
                lambda i: entry(c.state.owned_slot(what, i)),
                rounds=c.state.owned_capacity,
            )

        def entry(slot: IntLike) -> None:
            site = c.state.site_of(slot)
            inside = s.all_of(
                lambda: s.not_(seen.contains(site)) if seen is not None else True,
                lambda: within.contains(site) if within is not None else True,
            )
            s.if_(inside, lambda: self._site(c, sink, site, by, seen))

        if self.of is RoleType.All:
            s.for_range(0, n + 2, owner)
        else:
            owner(index_of(c, self.of))

    def _within(self, c: Context) -> Region | None:
        if self.at is not None:
            return region_of(c, [self.at.emit(c)])
        return self.to.emit(c) if self.to is not None else None

    def _kind(self, c: Context) -> board.SiteType:
        return kind_of(c, self.site_type)

    def _site(self, c: Context, sink: Sink, site: IntLike, by: IntLike, seen: BitRegion | None) -> None:
        if seen is not None:
            seen.add(site)
        p, kind = c.state, self._kind(c)
        new = counterpart(c, p.what(kind, site), by)
        held = {
            "take.site": site,
            "take.what": new,
            "take.count": p.count(kind, site),
            "take.state": p.piece_state(kind, site),
            "take.rotation": p.rotation(kind, site),
            "take.value": p.value(kind, site),
        }
        c.s.if_(new > 0, lambda: push(c, sink, self._build, held, self.then, from_=site, to=site))

    def _build(self, c: Context) -> list[Act]:
        kind, site = self._kind(c), c.get("take.site")
        what, count, state, rotation, value = (c.get(f"take.{name}") for name in _FIELDS)
        return [Remove(kind, site), Add(kind, site, what, count, state, rotation, value)]


def counterpart(c: Context, what: IntLike, player: IntLike) -> IntLike:
    """The first component of a player that has the same name as another's; 0 where there is none."""
    components, owners = c.model.components, c.model.num_players + 2
    table = [0] * (len(components) * owners)
    for x in components[1:]:
        for owner in range(owners):
            same = (y.index for y in components[1:] if y.owner == owner and y.base_name == x.base_name)
            table[x.index * owners + owner] = next(same, 0)
    valid: BoolLike = (player >= 0) & (player < owners)
    component: IntLike = c.s.table(table)[what * owners + c.s.select(valid, player, 0)]
    return c.s.select(valid, component, 0)


class TakeDomino(MovesLudeme):
    """Draws a domino from the bag into the mover's hand."""

    spellings = ("take Domino",)
    says = "take a domino"
    needs = frozenset({Need.DOMINOES, Need.STOCHASTIC})
    reads = BOARD | PLAYERS | {"rng"}
    writes = BOARD | {"rng"}
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        p, s = c.state, c.s
        site, left = free_hand_site(c), p.dominoes_count.get()

        def draw() -> None:
            what = p.dominoes.get(below(c, left))
            push(c, sink, self._build, {"take.site": site, "take.what": what}, self.then, from_=site, to=site)

        s.if_(s.all_of(lambda: left > 0, lambda: site >= 0), draw)

    def _build(self, c: Context) -> list[Act]:
        return [Add("Cell", c.get("take.site"), c.get("take.what"), state=0)]

    def parts(self) -> list[MovesLudeme]:
        return []


def free_hand_site(c: Context) -> IntLike:
    """The first empty site of the mover's first hand, -1 if there is none."""
    hands = [x for x in c.model.containers if x.kind == "hand"]
    first = {hand.owner: hand for hand in reversed(hands)}
    free_site = c.s.var(-1)

    def look(owner: int) -> None:
        def site(i: IntLike) -> None:
            free = c.s.all_of(lambda: free_site.get() < 0, lambda: c.state.is_empty("Cell", i))
            c.s.if_(free, lambda: free_site.set(i))

        c.s.for_range(first[owner].sites.start, first[owner].sites.stop, site)

    for owner in first:
        c.s.if_(c.mover == owner, partial(look, owner))
    return free_site.get()
