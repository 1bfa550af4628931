"""Terms that add up what pieces are worth, each by itself: their number, and where they stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ludens.ludemes.metadata.heuristics.base import Pair, WeightedTerm
from ludens.rules.base import named
from ludens.rules.state.context import Context
from ludens.rules.state.model import Component
from ludens.stage import IntLike, Real, RealLike, Table, Variable

#: worth is added up in whole numbers: 1 is this number
UNIT: Final = 1 << 12


class PieceTerm(WeightedTerm):
    """A term that weighs pieces by name; without weights each weighs 1."""

    piece_weights: tuple[Pair, ...] | None = named(None)

    def weight_of(self, component: Component) -> float:
        """What a component weighs: as the first pair says that names it, with or without its owner's number."""
        if self.piece_weights is None:
            return 1.0
        return next((float(pair.weight) for pair in self.piece_weights if _names(pair.name, component.name)), 0.0)

    def weighed(self, c: Context, player: int) -> list[tuple[Component, float]]:
        """The components of a player that weigh something."""
        return [(x, w) for x in c.model.owned_by(player) if (w := self.weight_of(x))]


def _names(name: str, component: str) -> bool:
    return not name or component == name or (not name[-1].isdigit() and component.rstrip("0123456789") == name)


class PlacedTerm(PieceTerm):
    """A term to which each piece on the board gives its weight times what its site is worth."""

    def worth(self, c: Context, player: int) -> Sequence[float]:
        """What the sites of the board are worth to pieces of a player."""
        raise NotImplementedError(type(self).__name__)

    def raw(self, c: Context, player: int) -> RealLike:
        s, worth, total = c.s, self.worth(c, player), c.s.var(0)
        sites = c.model.board_sites
        for component, weight in self.weighed(c, player):
            table = s.table([round(weight * value * UNIT) for value in worth[:sites]])

            def add(site: IntLike, table: Table[IntLike] = table) -> None:
                total.set(total.get() + table[site])

            each_on_board(c, component, add)
        return s.real(total.get()) * (1.0 / UNIT)


def each_piece(c: Context, component: Component, slots: int, body: Callable[[IntLike, IntLike], object]) -> None:
    """Run `body(slot, level)` for each piece of a component in the first slots; those of the board come first."""
    s, p = c.s, c.state

    def entry(i: IntLike) -> None:
        slot, level = p.owned_slot(component.index, i), p.owned_level(component.index, i)
        if p.num_slots > slots:
            s.if_(slot < slots, lambda: body(slot, level))
        else:
            body(slot, level)

    def look(slot: IntLike) -> None:
        s.if_(p.pieces.get(slot) == component.index, lambda: body(slot, 0))

    if p.owned_slots.present:
        s.for_range(0, p.owned_count(component.index), entry)
    else:  # where nothing reads places, there are no lists of them, and no stacks
        s.for_range(0, slots, look)


def each_on_board(c: Context, component: Component, body: Callable[[IntLike], object]) -> None:
    """Run `body(site)` for each piece of a component on the board's sites of its own type."""
    each_piece(c, component, c.model.board_sites, lambda slot, _: body(slot))


def _on_board(c: Context, component: Component) -> IntLike:
    """How many pieces of a component are on the board."""
    count = c.s.var(0)
    each_on_board(c, component, lambda _: count.set(count.get() + 1))
    return count.get()


class Material(PieceTerm):
    """The pieces of the player, wherever they are, and nobody's pieces in the player's hand."""

    spellings = ("material",)
    board_only: bool = named(False)

    def raw(self, c: Context, player: int) -> RealLike:
        s, total = c.s, c.s.var(0.0, Real)
        for component, weight in self.weighed(c, player):
            count: IntLike = c.state.owned_count(component.index)
            if self.board_only and len(c.model.containers) > 1:
                count = _on_board(c, component)
            total.set(total.get() + s.real(count) * weight)
        if not self.board_only:
            self._in_hand(c, player, total)
        return total.get()

    def _in_hand(self, c: Context, player: int, total: Variable[RealLike]) -> None:
        neutral = {x.index: w for x, w in self.weighed(c, 0)}
        hands = [x for x in c.model.containers if x.kind == "hand" and x.owner == player]
        if not neutral or not hands:
            return
        weights = c.s.table([round(neutral.get(i, 0.0) * UNIT) for i in range(len(c.model.components))])
        for site in (site for hand in hands for site in hand.sites):
            worth = weights[c.state.what(None, site)] * c.state.count(None, site)
            total.set(total.get() + c.s.real(worth) * (1.0 / UNIT))


class ComponentValues(PieceTerm):
    """The values of the player's pieces."""

    spellings = ("componentValues",)
    board_only: bool = named(False)

    def raw(self, c: Context, player: int) -> RealLike:
        s, total = c.s, c.s.var(0.0, Real)
        for component, weight in self.weighed(c, player):

            def add(slot: IntLike, level: IntLike, weight: float = weight) -> None:
                value = s.real(c.state.value(None, c.state.site_of(slot), level))
                total.set(total.get() + value * weight)

            slots = c.model.board_sites if self.board_only else c.state.num_slots
            if c.state.values.present:
                each_piece(c, component, slots, add)
        return total.get()
