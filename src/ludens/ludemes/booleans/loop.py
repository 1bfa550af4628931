"""Loops of pieces (manual: booleans 6)."""

from __future__ import annotations

from ludens import board
from ludens.ludemes.arguments import last_to, optional
from ludens.ludemes.booleans import tiles
from ludens.ludemes.booleans.border import Border
from ludens.ludemes.booleans.region_groups import regions_stored
from ludens.ludemes.directions import Radial, each_radial, each_step, step_rows
from ludens.ludemes.groups import Group
from ludens.ludemes.searches import answer, outlined, some
from ludens.ludemes.site_types import type_name
from ludens.rules.base import BOARD, named, positional
from ludens.rules.categories import BooleanLudeme, DirectionLudeme, IntLudeme, SitesLudeme
from ludens.rules.enums import AbsoluteDirection, RelativeDirection, RoleType, SiteType
from ludens.rules.roles import role_index
from ludens.rules.state import links
from ludens.rules.state.context import Context
from ludens.rules.state.fields.links import MOST_BESIDE, Relation, steps_between
from ludens.rules.state.regions import Region, StaticRegion, region_of
from ludens.rules.state.sites import on_board
from ludens.stage import Bool, BoolLike, IntLike, Scope, Variable

#: the relation of sites that are beside each other
_BESIDE = ("Adjacent",)


class IsLoop(BooleanLudeme):
    """Whether the piece on a site, by default where the last move went, is part of a closed loop around some area.

    With roles the area holds pieces of these players only. With `path:True` the paths of tiles make the loop.
    """

    spellings = ("is Loop",)
    says = (
        "a loop[ round {surround:of} pieces| round pieces of {surround_list}] <is> closed[ through {start:site}| "
        "through {start_region:one}]"
    )
    reads = BOARD | {"last", "turn"}
    site_type: SiteType | None = None
    surround: RoleType | None = named(None, group="surround")
    surround_list: tuple[RoleType, ...] | None = positional(None, group="surround")
    direction: DirectionLudeme | AbsoluteDirection | RelativeDirection | None = None
    colour: IntLudeme | None = None
    start: IntLudeme | None = positional(None, group="start")
    start_region: SitesLudeme | None = positional(None, group="start")
    path: bool = named(False)

    def emit(self, c: Context) -> BoolLike:
        return outlined(c, "loop", self._body, self.identity)

    def _body(self, c: Context) -> BoolLike:
        site = last_to(c, self.start)
        if not self.path:
            return self._enclosed(c, site)
        tile = tiles.component_is_tile(c)
        inside = on_board(c, self.kind, site)
        is_tile = c.s.all_of(lambda: inside, lambda: tile(c.state.what(self.kind, site)))

        def starts() -> Region:
            return self.start_region.emit(c) if self.start_region is not None else region_of(c, [site])

        result: BoolLike = c.s.choose(
            is_tile, lambda: tiles.tile_loop(c, starts(), self._colour(c)), lambda: self._enclosed(c, site), Bool
        )
        return result

    @property
    def kind(self) -> board.SiteType | None:
        return type_name(self.site_type)

    def _colour(self, c: Context) -> IntLike:
        return optional(c, self.colour, c.mover)

    def _enclosed(self, c: Context, site: IntLike) -> BoolLike:
        result = c.s.var(False, Bool)
        c.s.scope(lambda out: self._search(c, site, result, out))
        return result.get()

    def keep(self, c: Context, relations: dict[object, Relation]) -> None:
        """Have it noted who may have a ring: all that is not his leads to the rim before (see `links`)."""
        model, kind = c.model, c.model.default_site
        if not self._is_plain(c) or not model.merged_owner or len(model.components) > MOST_BESIDE:
            return
        steps, along = (steps_between(model, (name,)) for name in ("Adjacent", "Orthogonal"))
        if [sorted(near) for near in steps] != [sorted(near) for near in along]:
            return
        relation = relations.get(_BESIDE) or Relation(steps, regions_stored(c))
        if relation.fills_disc(model.topology.region(kind, "outer")):
            relation.notes_rings = True
            relations[_BESIDE] = relation

    def _is_plain(self, c: Context) -> bool:
        """Whether anything at all may be inside, on the sites of the board's default type."""
        unrestricted = self.surround is None and not self.surround_list and not self.path
        return unrestricted and self.kind in (None, c.model.default_site)

    def _search(self, c: Context, site: IntLike, result: Variable[BoolLike], out: Scope) -> None:
        """Try each neighbour of the piece as a place inside a loop, the last first."""
        s, kind = c.s, c.state.site_type(self.kind)
        s.if_(s.not_(on_board(c, kind, site)), lambda: s.leave(out))
        what = c.state.what(kind, site)
        s.if_(what <= 0, lambda: s.leave(out))
        stored = links.links_of(c, _BESIDE) if self._is_plain(c) else None
        if stored is not None and stored.relation.notes_rings:
            free = s.all_of(lambda: links.is_kept(c), lambda: s.not_(stored.may_ring(what)))
            s.if_(free, lambda: s.leave(out))
        near = step_rows(c, kind, (("Adjacent",),))
        area = _Area(self, c, kind, what, self._colour(c))

        def candidate(k: IntLike) -> None:
            seed = near.get(site, k)
            fits = s.all_of(lambda: s.not_(area.is_outer(seed)), lambda: area.may_hold(seed))
            s.if_(fits, lambda: s.scope(lambda stop: area.look(seed, result, out, stop)))

        s.for_down(near.length(site), 0, candidate)


class _Area:
    """What pieces of one kind may enclose, and the test whether they do."""

    def __init__(self, rule: IsLoop, c: Context, kind: board.SiteType, what: IntLike, colour: IntLike) -> None:
        self.rule, self.c, self.kind, self.what, self.colour = rule, c, kind, what, colour
        roles = rule.surround_list or ((rule.surround,) if rule.surround is not None else ())
        self.owners = [role_index(c, role) for role in roles if role is not None]
        self.restricted = bool(roles)
        self._outer = StaticRegion(c, c.model.topology.region(kind, "outer"))
        number = c.model.count(kind)
        self.inside, self.border = Group(c, number), Border(c, number)
        self.times = c.s.alloca(number)

    def is_outer(self, site: IntLike) -> BoolLike:
        return self._outer.contains(site)

    def owner(self, site: IntLike) -> IntLike:
        who = self.c.state.who(self.kind, site)
        return self.c.state.owner_of(who) if self.c.model.merged_owner else who

    def may_hold(self, site: IntLike) -> BoolLike:
        """Whether a site's owner is one of those that may be enclosed."""
        if not self.restricted:
            return True
        owner = self.owner(site)
        return self.c.s.any_of(*(lambda o=o: owner == o for o in self.owners))

    def look(self, seed: IntLike, result: Variable[BoolLike], out: Scope, stop: Scope) -> None:
        """Leave `out` where a loop encloses the seed; leave `stop` where none does."""
        s = self.c.s
        self._fill(seed, stop)
        self._collect_border()
        members = lambda body: s.for_range(0, self.border.size, lambda i: body(self.border.member(i)))  # noqa: E731
        s.if_(some(self.c, members, lambda site: self.owner(site) != self.colour), lambda: s.leave(stop))
        self._close(result, out, stop)

    def _fill(self, seed: IntLike, stop: Scope) -> None:
        """Spread along lines up to pieces of the kind; leaves at the rim of the board."""
        s, c = self.c.s, self.c
        self.inside.restart(seed)

        def visit(site: IntLike, end: Scope) -> None:
            def fresh() -> None:
                s.if_(c.state.what(self.kind, site) == self.what, lambda: s.leave(end))
                s.if_(self.is_outer(site), lambda: s.leave(stop))
                s.if_(self.may_hold(site), lambda: self.inside.append(site))

            s.if_(s.not_(self.inside.contains(site)), fresh)

        def ray(radial: Radial) -> None:
            s.scope(lambda end: radial.each(lambda site: visit(site, end)))

        self.inside.each_found(lambda site: each_radial(c, AbsoluteDirection.Orthogonal, self.kind, site, ray))

    def _collect_border(self) -> None:
        s, c = self.c.s, self.c
        self.border.restart_empty()
        near = step_rows(c, self.kind, (("Orthogonal",),))

        def look(site: IntLike) -> None:
            new = s.all_of(lambda: s.not_(self.inside.contains(site)), lambda: s.not_(self.border.contains(site)))
            s.if_(new, lambda: self.border.append(site))

        s.for_range(0, self.inside.size, lambda i: near.each(self.inside.member(i), look))

    def _close(self, result: Variable[BoolLike], out: Scope, stop: Scope) -> None:
        """Walk from border piece to border piece; what leads nowhere falls out. Bounded, as some walks never end."""
        s, c, border = self.c.s, self.c, self.border
        number = c.model.count(self.kind)
        s.clear(self.times, number)
        at, previous, walked = s.var(0), s.var(0), s.var(0)

        def drop(site: IntLike) -> None:
            border.remove_at(at.get())

            def forget() -> None:
                self._count(site, -1)
                walked.set(walked.get() - 1)

            s.if_(s.load(self.times, site, "u8") > 0, forget)
            at.set(previous.get())

        def step(_: IntLike) -> None:
            s.if_(s.any_of(lambda: border.size == 0, lambda: at.get() >= border.size), lambda: s.leave(stop))
            site = border.member(at.get())
            following = self._neighbour(site)

            def go() -> None:
                self._count(site, 1)
                walked.set(walked.get() + 1)
                s.if_(walked.get() == border.size, lambda: answer(c, result, out, True))
                previous.set(at.get())
                at.set(border.index_of(following))

            s.if_(following >= 0, go, lambda: drop(site))

        s.for_range(0, 8 * number, step)

    def _count(self, site: IntLike, by: int) -> None:
        s = self.c.s
        s.store(self.times, site, "u8", s.load(self.times, site, "u8") + by)

    def _neighbour(self, site: IntLike) -> IntLike:
        """The first step from a piece of the kind to another one in the border; -1 if there is none."""
        s, c = self.c.s, self.c
        result = s.var(-1)

        def look(site: IntLike, end: Scope) -> None:
            fits = s.all_of(lambda: self.border.contains(site), lambda: c.state.what(self.kind, site) == self.what)
            s.if_(fits, lambda: answer(c, result, end, site))

        def search(end: Scope) -> None:
            each_step(c, self.rule.direction, self.kind, site, lambda t: look(t, end))

        s.if_(c.state.what(self.kind, site) == self.what, lambda: s.scope(search))
        return result.get()
