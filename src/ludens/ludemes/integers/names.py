"""Numbers of things: by name, by owner, by map, by place in a list (manual: integers 7)."""

from __future__ import annotations

from collections.abc import Callable

from ludens import board
from ludens.ludemes.searches import answer, apart
from ludens.ludemes.site_types import kind_of, type_needs
from ludens.rules.base import BOARD, NOTHING, Need, named
from ludens.rules.categories import BooleanLudeme, IntLudeme, IntsLudeme, SitesLudeme
from ludens.rules.enums import RoleType, SiteType
from ludens.rules.naming import NameOfItem, NameOfMap, NameOfPiece
from ludens.rules.roles import index_of, role_index
from ludens.rules.state.components import named_index
from ludens.rules.state.constants import constant
from ludens.rules.state.context import Context
from ludens.rules.state.sites import in_range
from ludens.rules.state.tables import lookup
from ludens.stage import BoolLike, IntLike, Scope

NAMED_ROLES = frozenset({"Neutral", *(f"P{k}" for k in range(1, 9)), "Shared", "Mover", "Next", "Prev"})


class HandSite(IntLudeme):
    """A site of a player's hand, deck or dice; -1 if there are none."""

    spellings = ("handSite",)
    says = "[{who~Who}the hand of {who}|{who:of} hand][{index!~0}, place {index}]"
    needs = frozenset({Need.COUNT})
    reads = frozenset({"turn"})
    who: IntLudeme | RoleType
    index: IntLudeme | None = None

    def emit(self, c: Context) -> IntLike:
        firsts = [_first_hand_site(c, p) for p in range(c.model.num_players + 2)]
        first = lookup(c, firsts, index_of(c, self.who))
        if self.index is None:
            return first
        return c.s.select(first == -1, -1, first + self.index.emit(c))


def _first_hand_site(c: Context, player: int) -> int:
    owned = (h.first_site for h in c.model.containers[1:] if h.owner == player)
    return next(owned, -1)


class IdOfRole(IntLudeme):
    """The number of a player."""

    spellings = ("id",)
    says = "{role}"
    reads = frozenset({"turn"})
    role: RoleType

    def emit(self, c: Context) -> IntLike:
        return role_index(c, self.role)


class IdOfPiece(IntLudeme):
    """The number of the first component of a player whose name contains a text; -1 if there is none."""

    spellings = ("id",)
    says = "{role:of} {name:piece}"
    reads = frozenset({"turn"})
    name: NameOfPiece
    role: RoleType

    def emit(self, c: Context) -> IntLike:
        if self.role is RoleType.Player:
            return c.get("player")
        if self.role.value not in NAMED_ROLES:
            return -1
        return component_of(c, self.name, role_index(c, self.role))


class IdOfName(IntLudeme):
    """The number of a container or component, by its full name; -1 if there is none."""

    spellings = ("id",)
    says = "{name:a own piece}"
    reads = NOTHING
    name: NameOfItem

    def emit(self, c: Context) -> IntLike:
        return named_index(c, self.name)


def component_of(c: Context, name: str, owner: IntLike) -> IntLike:
    """The first component of an owner whose name contains a text; -1 if there is none."""
    pieces = c.model.components[1:]

    def first(player: int) -> int:
        return next((p.index for p in pieces if name in p.name and p.owner == player), -1)

    return lookup(c, [first(player) for player in range(c.model.num_players + 2)], owner)


class MapEntry(IntLudeme):
    """The value of a key in a map, or in the first map that has it; a key that none has is its own value."""

    spellings = ("mapEntry",)
    says = "what [the map {map}|the map] has for {key:site}"
    reads = frozenset({"turn"})
    map: NameOfMap | None = None
    key: IntLudeme | RoleType

    def emit(self, c: Context) -> IntLike:
        entries = self.entries(c)
        key = index_of(c, self.key)
        if isinstance(key, int):
            return entries.get(key, key)
        if not entries:
            return key
        low, high = min(entries), max(entries)
        if high - low > 100_000:
            return _searched(c, entries, key)
        table = c.s.table([entries.get(k, k) for k in range(low, high + 1)])
        inside = (key >= low) & (key <= high)
        return c.s.select(inside, table[c.s.select(inside, key, low) - low], key)

    def entries(self, c: Context) -> dict[int, int]:
        """The values of the keys; a value of -1 counts as none. (0 does not, as recorded games show.)"""
        values: dict[int, int] = {}
        for name, entries in c.model.maps:
            if self.map is None or name == self.map:
                for key, value in entries.items():
                    if value != -1:
                        values.setdefault(key, value)
        return values


def _searched(c: Context, entries: dict[int, int], key: IntLike) -> IntLike:
    keys, values, result = c.s.table(list(entries)), c.s.table(list(entries.values())), c.s.var(key)
    c.s.for_range(0, len(entries), lambda i: c.s.if_(keys[i] == key, lambda: result.set(values[i])))
    return result.get()


class RegionSite(IntLudeme):
    """The site of a region at a place in ascending order; -1 if there is none."""

    spellings = ("regionSite",)
    is_site = True
    says = "[{index~0}the first of {region}|{index~1}the second of {region}|number {index}, from 0, of {region}]"
    reads = NOTHING
    region: SitesLudeme
    index: IntLudeme = named()

    def emit(self, c: Context) -> IntLike:
        region, index = self.region.emit(c), self.index.emit(c)
        if isinstance(index, int):
            return region.nth(index) if index >= 0 else -1
        return c.s.choose(index >= 0, lambda: region.nth(index), lambda: -1)


class ArrayValue(IntLudeme):
    """The element of an array at a place; -1 if there is none."""

    spellings = ("arrayValue",)
    says = "[{index~0}the first of {array}|{index~1}the second of {array}|number {index}, from 0, of {array}]"
    reads = NOTHING
    array: IntsLudeme
    index: IntLudeme = named()

    def emit(self, c: Context) -> IntLike:
        fixed = constant(c, self._element)
        return fixed if fixed is not None else apart(c, self, "array_value", self._element)

    def _element(self, c: Context) -> IntLike:
        values, index = self.array.emit(c), self.index.emit(c)
        return c.s.choose(in_range(index, values.length()), lambda: values.get(index), lambda: -1)


# --- where


def holds_piece(
    c: Context, kind: board.SiteType, site: IntLike, what: IntLike, state: IntLike | None, level: IntLike | None
) -> BoolLike:
    """Whether a component stands on a site, at a level, with a local state if one other than -1 is given."""
    p, s = c.state, c.s
    return s.all_of(
        lambda: p.what(kind, site, level) == what,
        lambda: _has_state(c, kind, site, state, level),
    )


def _has_state(
    c: Context, kind: board.SiteType, site: IntLike, state: IntLike | None, level: IntLike | None
) -> BoolLike:
    if state is None:
        return True
    return c.s.any_of(lambda: state == -1, lambda: c.state.piece_state(kind, site, level) == state)


def on_some_level(c: Context, kind: board.SiteType, site: IntLike, what: IntLike, state: IntLike | None) -> BoolLike:
    """Whether a component stands on a site, at any level of a stack."""
    if not c.model.stacking:
        return holds_piece(c, kind, site, what, state, None)
    return _find_level(c, kind, site, what, state, from_top=False) >= 0


def _find_level(
    c: Context, kind: board.SiteType, site: IntLike, what: IntLike, state: IntLike | None, *, from_top: BoolLike
) -> IntLike:
    """The level of a component in a stack, -1 if it is not there; the lowest, or the highest."""
    result, size = c.s.var(-1), c.state.size(kind, site)

    def search(out: Scope) -> None:
        def look(i: IntLike) -> None:
            level = c.s.select(from_top, size - 1 - i, i)
            c.s.if_(holds_piece(c, kind, site, what, state, level), lambda: answer(c, result, out, level))

        c.s.for_range(0, size, look)

    c.s.scope(search)
    return result.get()


def searched_sites(c: Context, kind: board.SiteType) -> int:
    """How many sites `where` looks at."""
    return min(c.model.board_sites, c.model.count(kind))


class _Where(IntLudeme):
    """What the forms of `where` share; their fields are in written order, so each lists its own."""

    reads = BOARD

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        state = frozenset({Need.STATE}) if getattr(self, "state", None) is not None else frozenset()
        return self.needs | type_needs(getattr(self, "site_type", None)) | state


class WhereNamed(_Where):
    """The site of a player's piece whose name contains a text; -1 if there is none."""

    spellings = ("where",)
    is_site = True
    says = "the {.site} of {who:of} {name:piece}[ in state {state}]"
    lists_pieces = True
    reads = frozenset({"board", "turn"})
    name: NameOfPiece
    who: IntLudeme | RoleType
    state: IntLudeme | None = named(None)
    site_type: SiteType | None = None

    def emit(self, c: Context) -> IntLike:
        kind, what = kind_of(c, self.site_type), component_of(c, self.name, index_of(c, self.who))
        state = self.state.emit(c) if self.state is not None else None
        has_lists = c.state.owned_counts.present
        search = _first_listed if has_lists else _first_ascending
        return c.s.choose(what > 0, lambda: search(c, kind, what, state), lambda: -1)


class WhereIndex(_Where):
    """The first site of a component; -1 if there is none."""

    spellings = ("where",)
    is_site = True
    says = "the {.site} of {what}"
    lists_pieces = True
    what: IntLudeme
    site_type: SiteType | None = None

    def emit(self, c: Context) -> IntLike:
        kind, what = kind_of(c, self.site_type), self.what.emit(c)
        return c.s.choose(what > 0, lambda: _first_ascending(c, kind, what, None), lambda: -1)


def _first_listed(c: Context, kind: board.SiteType, what: IntLike, state: IntLike | None) -> IntLike:
    """The first site, in the order of the component's owned list."""
    p = c.state
    return _first(c, p.owned_count(what), lambda i: p.site_of(p.owned_slot(what, i)), kind, what, state)


def _first_ascending(c: Context, kind: board.SiteType, what: IntLike, state: IntLike | None) -> IntLike:
    return _first(c, searched_sites(c, kind), lambda i: i, kind, what, state)


def _first(
    c: Context,
    count: IntLike,
    site_at: Callable[[IntLike], IntLike],
    kind: board.SiteType,
    what: IntLike,
    state: IntLike | None,
) -> IntLike:
    result, limit = c.s.var(-1), searched_sites(c, kind)

    def search(out: Scope) -> None:
        def look(i: IntLike) -> None:
            site = site_at(i)
            here = c.s.all_of(lambda: site < limit, lambda: on_some_level(c, kind, site, what, state))
            c.s.if_(here, lambda: answer(c, result, out, site))

        c.s.for_range(0, count, look)

    c.s.scope(search)
    return result.get()


class WhereLevelNamed(_Where):
    """The level of a player's piece in a stack, by a part of its name; -1 if it is not there."""

    spellings = ("where Level",)
    says = "the level of {who:of} {name:piece}[ on {at:site}]"
    needs = frozenset({Need.STACKING})
    reads = frozenset({"board", "turn"})
    name: NameOfPiece
    who: IntLudeme | RoleType
    state: IntLudeme | None = named(None)
    site_type: SiteType | None = None
    at: IntLudeme = named()
    from_top: BooleanLudeme | None = named(None)

    def emit(self, c: Context) -> IntLike:
        what = component_of(c, self.name, index_of(c, self.who))
        state = self.state.emit(c) if self.state is not None else None
        return _level(c, kind_of(c, self.site_type), self.at.emit(c), what, state, self.from_top)


class WhereLevelIndex(_Where):
    """The level of a component in a stack; -1 if it is not there."""

    spellings = ("where Level",)
    says = "the level of {what}[ on {at:site}]"
    needs = frozenset({Need.STACKING})
    what: IntLudeme
    site_type: SiteType | None = None
    at: IntLudeme = named()
    from_top: BooleanLudeme | None = named(None)

    def emit(self, c: Context) -> IntLike:
        what = self.what.emit(c)
        return _level(c, kind_of(c, self.site_type), self.at.emit(c), what, None, self.from_top)


def _level(
    c: Context,
    kind: board.SiteType,
    site: IntLike,
    what: IntLike,
    state: IntLike | None,
    from_top: BooleanLudeme | None,
) -> IntLike:
    top = from_top.emit(c) if from_top is not None else True
    on_board = c.s.all_of(lambda: what > 0, lambda: in_range(site, searched_sites(c, kind)))
    find = lambda: _find_level(c, kind, site, what, state, from_top=top)  # noqa: E731
    return c.s.choose(on_board, find, lambda: -1)
