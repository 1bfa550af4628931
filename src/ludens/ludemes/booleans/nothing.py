"""Conditions that something is missing or possible: moves, pieces, a pass (manual: booleans 4)."""

from __future__ import annotations

from collections.abc import Sequence

from ludens import board
from ludens.ludemes.booleans.players import in_player_set
from ludens.ludemes.searches import outlined, some
from ludens.ludemes.site_types import type_name
from ludens.rules.actions import kinds
from ludens.rules.base import ANY, BOARD, Need, named, positional
from ludens.rules.categories import BooleanLudeme, IntLudeme, MovesLudeme, SitesLudeme
from ludens.rules.enums import RoleType, SiteType
from ludens.rules.naming import NameOfPiece
from ludens.rules.roles import is_many, is_one_of, role_index
from ludens.rules.state.components import component_table
from ludens.rules.state.context import Context
from ludens.rules.state.sets import WordSet
from ludens.rules.state.sites import within
from ludens.rules.state.view import StateView
from ludens.rules.turns import mobility, stalemate
from ludens.rules.turns.filters import is_filtered
from ludens.stage import BoolLike, IntLike, LongLike


class NoMoves(BooleanLudeme):
    """Whether the next player has no move now; for other roles, whether the player was last found stuck."""

    spellings = ("no Moves",)
    says = "{role} cannot move||{role} can move"
    needs = frozenset({Need.STALEMATE})
    reads = ANY
    role: RoleType

    def emit(self, c: Context) -> BoolLike:
        if not c.state.stalemated.present:
            return False
        if self.role is RoleType.Next:
            return stalemate.next_is_stalemated(c)
        return in_player_set(c, c.state.stalemated, role_index(c, self.role))


class NoPieces(BooleanLudeme):
    """Whether a player, by default anybody, has no piece: of a name, in a region, as far as these are given.

    A name fits every component whose name contains it.
    """

    spellings = ("no Pieces",)
    says = (
        "[{role~Neutral}there are no neutral|{role~Shared}there are no shared|{role?}{role} <has> no|there are "
        "no] [{name:pieces}|{of:components}|pieces][ left {in_:on}| left]||[{role~Neutral}there are neutral "
        "pieces|{role~Shared}there are shared pieces|{role?}{role} <has> "
        "[{name:pieces}|{of:components}|pieces]|there are [{name:pieces}|{of:components}|pieces]][ left "
        "{in_:on}| left]"
    )
    lists_pieces = True
    reads = BOARD | {"turn"}
    site_type: SiteType | None = None
    role: RoleType | None = positional(None, group="who")
    of: IntLudeme | None = named(None, group="who")
    name: NameOfPiece | None = None
    in_: SitesLudeme | None = named(None)

    @property
    def asks_where(self) -> bool:
        return self.site_type is not None or self.in_ is not None

    def emit(self, c: Context) -> BoolLike:
        components = c.model.components
        fits = [i for i in range(1, len(components)) if self.name is None or self.name in components[i].name]
        if not fits:
            return True
        return c.s.not_(self._any(c, fits))

    def _any(self, c: Context, fits: list[int]) -> BoolLike:
        """Whether some component of these has a piece that counts."""
        role = self.role if self.role is not None else RoleType.All
        if self.of is None and not is_many(role):
            owner = role_index(c, role)
            if isinstance(owner, int):
                fits = [i for i in fits if c.model.components[i].owner == owner]
                return c.s.any_of(*(lambda i=i: self._has_piece(c, i) for i in fits))
        return outlined(c, "any_piece", lambda c: self._search(c, fits), self.identity)

    def _search(self, c: Context, fits: list[int]) -> BoolLike:
        named_so = component_table(c, lambda i: i in fits)
        who = self.of if self.of is not None else self.role if self.role is not None else RoleType.All

        def counts(what: IntLike) -> BoolLike:
            ours = lambda: is_one_of(c, who, c.state.owner_of(what), owners=True)  # noqa: E731
            return c.s.all_of(lambda: named_so(what), ours, lambda: self._has_piece(c, what))

        return some(c, lambda body: c.s.for_range(1, len(c.model.components), body), counts)

    def _has_piece(self, c: Context, what: IntLike) -> BoolLike:
        """Whether a component stands somewhere, as far as the site type and the region allow."""
        p, s = c.state, c.s
        number = p.owned_count(what)
        stale = c.model.stacking or c.model.moves_piles
        if self.in_ is None and self.site_type is None and not stale:
            return number != 0
        region = self.in_.emit(c) if self.in_ is not None else None
        kind = type_name(self.site_type)
        first, last = self._slots(c, kind)

        def here(k: IntLike) -> BoolLike:
            slot = p.owned_slot(what, k)
            inside = within(c, slot, first, last) if kind is not None and len(c.model.site_types) > 1 else True
            return s.all_of(
                lambda: inside,
                lambda: region.contains(p.site_of(slot)) if region is not None else True,
                lambda: stands_on(c, slot, what) if stale else True,
            )

        # the last entries first: those before them gather the sites that piles are moved to again and again
        return some(c, lambda body: s.for_down(number, 0, body), here)

    def _slots(self, c: Context, kind: board.SiteType | None) -> tuple[IntLike, IntLike]:
        if not c.state.stored(kind):
            return 0, 0
        first = c.state.slot(kind, 0)
        return first, first + c.model.count(c.state.site_type(kind))


def stands_on(c: Context, slot: IntLike, what: IntLike) -> BoolLike:
    """Whether a component is on a site, on some level of it; an entry of a list may be out of date."""
    p, s = c.state, c.s
    if not c.model.stacking:
        return p.pieces.get(slot) == what
    levels = lambda body: s.for_range(0, p.sizes.get(slot), body)  # noqa: E731
    return some(c, levels, lambda level: p.at_level(StateView.pieces, slot, level) == what)


class WasPass(BooleanLudeme):
    """Whether the last move was a pass."""

    spellings = ("was Pass",)
    says = "the last move <was> a pass"
    reads = frozenset({"last"})

    def emit(self, c: Context) -> BoolLike:
        return kinds.is_pass(c)


class CanMove(BooleanLudeme):
    """Whether some moves are possible."""

    spellings = ("can Move",)
    says = "[{moves~Flanking}this <has> something to act on: {moves}|you <can> {moves}]"
    reads = ANY
    moves: MovesLudeme

    def emit(self, c: Context) -> BoolLike:
        return outlined(c, "can_move", self._body, self.identity)

    def holding(self, c: Context, count: int, names: Sequence[str]) -> WordSet | None:
        if c.state.visited.present or is_filtered(c):
            return None
        return self.moves.movable(c, names)

    def _body(self, c: Context) -> BoolLike:
        if not c.state.visited.present:
            return mobility.can_move(c, self.moves)
        self._mark(c, True)
        result = mobility.can_move(c, self.moves)
        self._mark(c, False)
        return result

    def _mark(self, c: Context, visited: bool) -> None:
        """Put the last move's sites into the visited set for the test, and take them out, wherever they came from."""
        p, s = c.state, c.s
        for last in (p.last_from, p.last_to):
            site = last.get()
            bit = s.bit(site & 63)

            def mark(site: IntLike = site, bit: LongLike = bit) -> None:
                word = p.visited.get(site >> 6)
                p.visited.set(word | bit if visited else word & (bit ^ -1), site >> 6)

            s.if_(within(c, site, 0, 64 * p.visited.length), mark)
