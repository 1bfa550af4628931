"""`(place Random ...)`: pieces on random sites, and piles in random order (manual: structure 4.8)."""

from __future__ import annotations

from ludens import board
from ludens.ludemes.arguments import optional
from ludens.ludemes.site_types import type_name
from ludens.ludemes.start.names import component
from ludens.ludemes.start.needs import literal, reckoned, side_needs
from ludens.ludemes.start.places import fixed
from ludens.rules.base import Ludeme, Need, named
from ludens.rules.categories import IntLudeme, SitesLudeme, StartRuleLudeme
from ludens.rules.enums import SiteType
from ludens.rules.naming import NameOfPiece
from ludens.rules.state.context import Context
from ludens.rules.state.regions import StaticRegion
from ludens.rules.turns.placement import DrawList, component_named, put
from ludens.stage import BoolLike, IntLike

CHANCE = frozenset({Need.STOCHASTIC})
STACKED = frozenset({Need.STOCHASTIC, Need.STACKING})


class PieceCount(Ludeme):
    """A piece, and how many of it."""

    spellings = ("count",)
    says = "{count} {item:own pieces}"
    item: NameOfPiece
    count: IntLudeme


class PlaceRandomStack(StartRuleLudeme):
    """Piles pieces up on a site, in random order."""

    spellings = ("place Random",)
    says = "a stack of [{count:and} of ]{pieces:own pieces} in random order on {site:site}[ in state {state}]"
    precedence = 1  # an empty list is one of names
    pieces: tuple[NameOfPiece, ...]
    count: tuple[IntLudeme, ...] | None = named(None)
    state: IntLudeme | None = named(None)
    value: IntLudeme | None = named(None)
    site: IntLudeme
    site_type: SiteType | None = None

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return STACKED | side_needs(self.site_type, state=self.state, value=self.value)

    def emit(self, c: Context) -> None:
        counts = [x.emit(c) for x in self.count] if self.count else [1] * len(self.pieces)
        state, value = optional(c, self.state), optional(c, self.value)
        pairs = list(zip(self.pieces, counts, strict=False))
        _pile(c, pairs, self.site_type, self.site.emit(c), state, value, _most(self.count, len(self.pieces)))


class PlaceRandomCounted(StartRuleLudeme):
    """Piles pieces up on a site, in random order, with a count for each."""

    spellings = ("place Random",)
    says = "a stack of {pieces:and} in random order on {site:site}"
    needs = STACKED
    pieces: tuple[PieceCount, ...]
    site: IntLudeme
    site_type: SiteType | None = None

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return STACKED | side_needs(self.site_type)

    def emit(self, c: Context) -> None:
        pairs = [(x.item, x.count.emit(c)) for x in self.pieces]
        most = _most(tuple(x.count for x in self.pieces), 0)
        _pile(c, pairs, self.site_type, self.site.emit(c), -1, -1, most)


def _most(counts: tuple[IntLudeme, ...] | None, default: int) -> int:
    """A bound on a sum of counts; what cannot be known here is cut."""
    return sum(min(literal(x, 1), 256) for x in counts) if counts else default


def _pile(
    c: Context,
    pairs: list[tuple[str, IntLike]],
    site_type: SiteType | None,
    site: IntLike,
    state: IntLike,
    value: IntLike,
    most: int,
) -> None:
    """Draw from the list of all pieces until it is empty; names that nothing has are left out."""
    drawn = DrawList(c, most)
    for name, count in pairs:
        what = component_named(c, name)
        if what is not None:
            room = c.s.minimum(count, most - drawn.size) if not isinstance(count, int) else count
            drawn.append_often(what, room)
    put_next = lambda: put(c, type_name(site_type), site, drawn.draw(), state=state, value=value, stack=True)  # noqa: E731
    c.s.while_(lambda: drawn.size > 0, put_next)


class PlaceRandom(StartRuleLudeme):
    """Puts pieces on random free sites of a region."""

    spellings = ("place Random",)
    says = (
        "[{count~IntConstant}{count} random {.sites}[ of {region}] each get|a random {.site}[ of {region}] gets] "
        "{pieces:a own piece}[ in state {state}][ with value {value}]"
    )
    region: SitesLudeme | None = None
    pieces: tuple[NameOfPiece, ...]
    count: IntLudeme | None = named(None)
    state: IntLudeme | None = named(None)
    value: IntLudeme | None = named(None)
    site_type: SiteType | None = None

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return CHANCE | side_needs(self.site_type, state=self.state, value=self.value)

    def placed(self, c: Context) -> int:
        return reckoned(c, self.count)

    def emit(self, c: Context) -> None:
        for name in self.pieces:
            self._place(c, component(c, self, name))

    def _place(self, c: Context, what: int) -> None:
        s, kind = c.s, type_name(self.site_type)
        free, placed = self._free(c), s.var(0)
        state, value = optional(c, self.state), optional(c, self.value)

        def more() -> BoolLike:
            return s.all_of(lambda: free.size > 0, lambda: placed.get() < optional(c, self.count, 1))

        def place() -> None:
            put(c, kind, free.draw(), what, state=state, value=value)
            placed.set(placed.get() + 1)

        s.while_(more, place)

    def _free(self, c: Context) -> DrawList:
        """The sites of the region that hold no piece, ascending."""
        kind = type_name(self.site_type)
        count = c.model.count(kind or c.model.default_site)
        region = fixed(self.region.emit(c)) if self.region is not None else StaticRegion(c, range(count))
        free = DrawList(c, c.model.universe)
        region.each(lambda site: c.s.if_(c.s.not_(c.state.occupied(kind, site)), lambda: free.append(site)))
        return free
