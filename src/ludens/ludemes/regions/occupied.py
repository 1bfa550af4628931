"""The sites where a player's pieces stand (manual: regions 4.2)."""

from __future__ import annotations

from collections.abc import Callable

from ludens import board
from ludens.board.walks import covered_sites
from ludens.ludemes.regions.static import Sites
from ludens.ludemes.site_types import kind_of, type_needs
from ludens.rules.base import BOARD, Need, named
from ludens.rules.categories import IntLudeme
from ludens.rules.enums import RoleType, SiteType
from ludens.rules.naming import NameOfContainer, NameOfPiece
from ludens.rules.roles import PlayerArgument, each_player, is_one_of, is_team, role_index
from ludens.rules.state.constants import is_at_load, is_direct
from ludens.rules.state.context import Context
from ludens.rules.state.model import SITE_TYPES, Component
from ludens.rules.state.regions import BitRegion, Region, StaticRegion
from ludens.rules.state.sets import WordSet, where
from ludens.rules.state.view import StateView
from ludens.stage import Bool, BoolLike, IntLike, Rows

_INDEXED = (RoleType.Friend, RoleType.Ally)


def base_name(component: Component) -> str:
    """The name that filters compare: without the digits at its end. Dice have none."""
    return "" if component.faces else component.name.rstrip("0123456789")


class OccupiedSites(Sites):
    """The sites with pieces of some players; of some kinds, in a container, if these are given."""

    spellings = ("sites Occupied",)
    says = "the {.sites} with {by:of} [{component:pieces}|{components:pieces}|pieces][ in {container:container}]"
    lists_pieces = True
    reads = BOARD
    by: PlayerArgument | RoleType = named()
    container: IntLudeme | NameOfContainer | None = named(None)
    component: IntLudeme | NameOfPiece | None = named(None, group="component")
    components: tuple[NameOfPiece, ...] | None = named(None, group="component")
    top: bool = named(True)
    on: SiteType | None = named(None)

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return type_needs(self.on)

    @property
    def sees_content(self) -> bool:
        return self.container is None

    # --- the filters

    @property
    def _names(self) -> tuple[str, ...] | None:
        if isinstance(self.component, str):
            return (self.component,)
        return self.components

    def _named(self, c: Context) -> list[bool]:
        """For each component, whether its name passes."""
        names = self._names
        return [i > 0 and (names is None or base_name(p) in names) for i, p in enumerate(c.model.components)]

    def _needs_index(self) -> bool:
        """Whether names are looked up among the pieces of the role's single index (manual: regions 4.2)."""
        by = self.by
        return self._names is not None and isinstance(by, RoleType) and (by in _INDEXED or is_team(by))

    def _is_player(self, c: Context, player: IntLike) -> BoolLike:
        member = is_one_of(c, self.by, player, owners=True)
        if not self._needs_index() or not isinstance(self.by, RoleType):
            return member
        return member & (player == role_index(c, self.by))

    def _kind(self, c: Context) -> board.SiteType:
        kind = kind_of(c, self.on)
        number = self._container_number(c)
        return "Cell" if isinstance(number, int) and number > 0 else kind

    def _container_number(self, c: Context) -> IntLike | None:
        """The container; None for all, -1 where there is none of that name."""
        if self.container is None or isinstance(self.container, IntLudeme):
            return self.container.emit(c) if self.container is not None else None
        named_so = (b.index for b in c.model.containers if b.name == self.container)
        if "Hand" not in self.container or not isinstance(self.by, RoleType):
            return next(named_so, -1)
        hands = [b for b in c.model.containers[1:] if self.container in b.name]
        owner = role_index(c, self.by)
        number: IntLike = -1
        for hand in reversed(hands):
            number = c.s.select(owner == hand.owner, hand.index, number)
        return number

    # --- the sites

    def takes_search(self, c: Context) -> bool:
        """Where pieces are stacked it takes looking through their lists."""
        return c.model.stacking

    def build(self, c: Context) -> Region:
        if is_at_load(c):
            c.state.owned_count(0)  # known only in the position without pieces
            return StaticRegion(c, ())
        by_content = self.sees_content and c.model.tells_by_content
        at_once = self._at_once(c) if by_content and c.tracer is None else None
        if at_once is not None:
            return at_once.stored()
        return self._site_by_site(c) if by_content and not c.state.owned_slots.present else self._from_lists(c)

    def _at_once(self, c: Context) -> WordSet | None:
        """The region from the content of all sites together."""
        kind = self._kind(c)
        return where(c, kind, lambda site: self._accepts(c, c.state.what(kind, site)))

    def _site_by_site(self, c: Context) -> Region:
        """The region from the content of one site after the other."""
        result, kind = BitRegion.empty(c), self._kind(c)

        def look(site: IntLike) -> None:
            c.s.if_(self._accepts(c, c.state.what(kind, site)), lambda: result.add(site))

        c.s.for_range(0, c.model.count(kind), look)
        return result

    def _from_lists(self, c: Context) -> Region:
        """The region from the lists of where pieces are."""
        result = BitRegion.empty(c)
        keep = self._filter(c)
        self._each_component(c, lambda component: self._each_slot(c, component, lambda slot: keep(slot, result)))
        return result

    def _each_component(self, c: Context, body: Callable[[IntLike], object]) -> None:
        """The components that pass, owner by owner."""
        named_ = self._named(c)
        if isinstance(self.component, IntLudeme):
            self._one_component(c, self.component.emit(c), body)
            return
        n = c.model.num_players
        owned = [[p.index for p in c.model.components[1:] if p.owner == q and named_[p.index]] for q in range(n + 2)]
        rows = c.s.rows(owned)

        def of(player: IntLike) -> None:
            allowed = self._is_player(c, player) if self._needs_index() else True
            inside = (player >= 0) & (player <= n + 1)
            c.s.if_(c.s.all_of(lambda: inside, lambda: allowed), lambda: rows.each(player, body))

        each_player(c, self.by, of, owners=True)

    def _one_component(self, c: Context, component: IntLike, body: Callable[[IntLike], object]) -> None:
        is_component = (component >= 1) & (component < len(c.model.components))
        owner = lambda: is_one_of(c, self.by, c.state.owner_of(component), owners=True)  # noqa: E731
        c.s.if_(c.s.all_of(lambda: is_component, owner), lambda: body(component))

    def _each_slot(self, c: Context, component: IntLike, body: Callable[[IntLike], object]) -> None:
        p = c.state
        c.s.for_range(0, p.owned_count(component), lambda i: body(p.owned_slot(component, i)), rounds=p.owned_capacity)

    def _filter(self, c: Context) -> Callable[[IntLike, BitRegion], None]:
        """What decides whether a slot with a piece belongs to the region, and adds it."""
        kind, number, s = self._kind(c), self._container_number(c), c.s
        plain = len(c.model.site_types) == 1 and (kind == "Cell" or len(c.model.containers) == 1)
        spread = Need.LARGE_PIECE in c.model.needs and number is not None
        stack_top = c.model.stacking and self.top

        def keep(slot: IntLike, result: BitRegion) -> None:
            site = c.state.site_of(slot)
            tests = [] if plain and kind in c.model.site_types else [lambda: self._of_kind(c, slot, kind, number)]
            if number is not None:
                tests.append(lambda: self._in_container(c, site, number))
            if stack_top and not spread:
                tests.append(lambda: self._on_top(c, slot))
            s.if_(s.all_of(*tests), lambda: self._add(c, site, number, result) if spread else result.add(site))

        return keep

    def _of_kind(self, c: Context, slot: IntLike, kind: board.SiteType, number: IntLike | None) -> BoolLike:
        """Whether a slot is of the type looked at; sites of containers behind the board are cells."""
        own = SITE_TYPES.index(kind)
        cell = SITE_TYPES.index("Cell")
        return c.state.type_of(slot) == (own if number is None else c.s.select(number > 0, cell, own))

    def _in_container(self, c: Context, site: IntLike, number: IntLike) -> BoolLike:
        first = c.s.table([*(b.first_site for b in c.model.containers), 0])
        after = c.s.table([c.model.board_sites, *(b.sites.stop for b in c.model.containers[1:]), 0])
        place = _place(c, number, len(c.model.containers))
        return (site >= first[place]) & (site < after[place])

    def _on_top(self, c: Context, slot: IntLike) -> BoolLike:
        top = c.state.sizes.get(slot) - 1

        def mine() -> BoolLike:
            return is_one_of(c, self.by, c.state.owner_of(c.state.at_level(StateView.pieces, slot, top)), owners=True)

        return c.s.all_of(lambda: top >= 0, mine)

    def _add(self, c: Context, site: IntLike, number: IntLike | None, result: BitRegion) -> None:
        """A site of a game with large pieces: on the board, all that the piece covers."""
        assert number is not None
        c.s.if_(number == 0, lambda: each_covered(c, site, result.add), lambda: result.add(site))

    # --- the test of one site

    def contains(self, c: Context, site: IntLike) -> BoolLike:
        stacks = c.model.stacking and not self._told_by_top(c)
        if stacks or is_direct(c) or Need.LARGE_PIECE in c.model.needs or self.container is not None:
            return self.emit(c).contains(site)
        kind, s = self._kind(c), c.s
        if not c.state.stored(kind) and kind != "Cell":
            return False
        cells = kind == "Cell" and len(c.model.containers) > 1
        inside = (site >= 0) & (site < (c.model.total_sites if cells else c.model.count(kind)))
        return s.choose(inside, lambda: self._holds(c, kind, site), lambda: False, Bool)

    def _told_by_top(self, c: Context) -> bool:
        """Whether the owner of a stack's top piece alone decides: not where deeper pieces of some kinds count."""
        every_kind = self.component is None and self.components is None
        return self.top and every_kind and len(c.model.site_types) == len(c.model.containers) == 1

    def _holds(self, c: Context, kind: board.SiteType, site: IntLike) -> BoolLike:
        s = c.s
        cells = kind == "Cell" and c.model.default_site != "Cell" and "Cell" not in c.model.site_types
        if cells:
            in_hand = site >= c.model.first_other_site
            return s.all_of(lambda: in_hand, lambda: self._accepts(c, c.state.pieces.get(site)))
        return self._accepts(c, c.state.what(kind, site))

    def _accepts(self, c: Context, what: IntLike) -> BoolLike:
        """Whether a component passes; 0, which is none, does not."""
        tests: list[Callable[[], BoolLike]] = [lambda: what != 0]
        named_ = self._named(c)
        if isinstance(self.component, IntLudeme):
            component = self.component.emit(c)
            tests.append(lambda: what == component)
        elif not all(named_[1:]):
            tests.append(lambda: c.s.table([int(x) for x in named_])[what] != 0)
        tests.append(lambda: self._is_player(c, c.state.owner_of(what)))
        return c.s.all_of(*tests)


def _place(c: Context, number: IntLike, count: int) -> IntLike:
    """A container's number as an index of a table with a last, empty entry for what there is not."""
    return c.s.select((number >= 0) & (number < count), number, count)


def each_covered(c: Context, site: IntLike, body: Callable[[IntLike], object]) -> None:
    """Run the body for each cell that the piece anchored at a site covers (manual: equipment 3.5)."""
    model, p, s = c.model, c.state, c.s
    states = 4 * max(max((len(q.walks) for q in model.components), default=1), 1)
    count = model.count("Cell")
    what = p.what("Cell", site)
    if not any(q.walks for q in model.components):
        body(site)
        return

    def make() -> Rows:
        return s.rows([_covered(c, q, at, k) for q in model.components for k in range(states) for at in range(count)])

    covered = s.once(("covered", count, states), make)
    state = s.minimum(s.maximum(p.piece_state("Cell", site), 0), states - 1)
    inside = (site >= 0) & (site < count)
    row = (what * states + state) * count + site
    s.if_(inside, lambda: covered.each(row, body), lambda: body(site))


def _covered(c: Context, component: Component, site: int, state: int) -> list[int]:
    if not component.walks:
        return [site]
    return covered_sites(c.model.topology, component.walks, site, state)
