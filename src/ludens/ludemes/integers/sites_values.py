"""What stands on a site (manual: integers 5). Where a site lies beyond what its reader can see, 0 is read."""

from __future__ import annotations

from collections.abc import Callable

from ludens import board
from ludens.ludemes.arguments import sites_of, total_over, whether
from ludens.ludemes.site_types import Typed, kind_of
from ludens.rules.base import BOARD, Need, named
from ludens.rules.categories import BooleanLudeme, IntConstant, IntLudeme, SitesLudeme
from ludens.rules.enums import CardSiteType, SiteType, StackDirection
from ludens.rules.state.context import Context
from ludens.rules.state.model import CardFace
from ludens.rules.state.sites import in_range
from ludens.rules.state.tables import lookup
from ludens.stage import BoolLike, IntLike, Scope

Value = Callable[[], IntLike]


def has_stacks(c: Context) -> bool:
    """Whether a ludeme needs stacks, apart from cards and large stacks (manual: integers 5.1)."""
    return Need.STACKING in c.model.needs


def is_site(c: Context, kind: board.SiteType, site: IntLike) -> BoolLike:
    """Whether a number is a site of the type on the board, or one of another container."""
    model = c.model
    if kind == model.default_site:
        return in_range(site, model.total_sites)
    if len(model.containers) == 1:
        return in_range(site, model.count(kind))
    on_board = in_range(site, min(model.count(kind), model.first_other_site))
    return on_board | ((site >= model.first_other_site) & (site < model.total_sites))


def seen_by_owner(c: Context, kind: board.SiteType, site: IntLike) -> BoolLike:
    """Whether a reader of the kind of `(who at:..)` sees a site: vertices and edges are those of the board alone."""
    if kind == "Cell":
        return is_site(c, kind, site)
    alone = len(c.model.containers) == 1
    return in_range(site, c.model.count(kind) if alone else min(c.model.count(kind), c.model.first_other_site))


def guarded(c: Context, holds: BoolLike, value: Value) -> IntLike:
    """A value that may be read only where a condition holds, else 0."""
    return c.s.choose(holds, value, lambda: 0)


def top_for_negative(c: Context, kind: board.SiteType, site: IntLike, level: IntLike) -> IntLike:
    """A level; -1 is the top one."""
    return c.s.select(level == -1, c.state.size(kind, site) - 1, level)


class _SiteProperty(Typed):
    """A property of the piece on a site, at a level."""

    reads = BOARD
    sees_one_site = True
    at: IntLudeme = named()
    level: IntLudeme | None = named(None)

    def read(self, c: Context, kind: board.SiteType, site: IntLike, level: IntLike | None) -> IntLike:
        raise NotImplementedError

    def visible(self, c: Context, kind: board.SiteType, site: IntLike) -> BoolLike:
        return is_site(c, kind, site)

    def chosen_level(self, c: Context, kind: board.SiteType, site: IntLike) -> IntLike | None:
        """The level to read; None for the top."""
        if self.level is None or not c.model.stacking:
            return None
        return top_for_negative(c, kind, site, self.level.emit(c))

    def emit(self, c: Context) -> IntLike:
        kind, site = self.kind(c), self.at.emit(c)
        visible = self.visible(c, kind, site)
        return guarded(c, visible, lambda: self.read(c, kind, site, self.chosen_level(c, kind, site)))


class What(_SiteProperty):
    """The component on a site, 0 if there is none; of a stack the bottom one unless a level is given."""

    spellings = ("what",)
    says = "the piece on {at:site}[ at level {level}]"

    def chosen_level(self, c: Context, kind: board.SiteType, site: IntLike) -> IntLike | None:
        if self.level is None and c.model.stacking:
            return 0
        return super().chosen_level(c, kind, site)

    def read(self, c: Context, kind: board.SiteType, site: IntLike, level: IntLike | None) -> IntLike:
        return c.state.what(kind, site, level)


class Who(_SiteProperty):
    """The owner of the piece on a site, 0 if there is none; of a stack the top one's unless a level is given."""

    spellings = ("who",)
    says = "the owner of the piece on {at:site}[ at level {level}]"

    @property
    def levelled(self) -> bool:
        return self.level is not None and not (isinstance(self.level, IntConstant) and self.level.value == -1)

    def visible(self, c: Context, kind: board.SiteType, site: IntLike) -> BoolLike:
        return is_site(c, kind, site) if self.levelled else seen_by_owner(c, kind, site)

    def chosen_level(self, c: Context, kind: board.SiteType, site: IntLike) -> IntLike | None:
        return super().chosen_level(c, kind, site) if has_stacks(c) else None

    def read(self, c: Context, kind: board.SiteType, site: IntLike, level: IntLike | None) -> IntLike:
        return c.state.who(kind, site, level)


class _BoardLevelled(_SiteProperty):
    """A property whose level counts on the board only: elsewhere the top piece is read."""

    def chosen_level(self, c: Context, kind: board.SiteType, site: IntLike) -> IntLike | None:
        if self.level is None or not c.model.stacking:
            return None
        level = self.level.emit(c)
        if len(c.model.containers) == 1:
            return level
        return c.s.select(site >= c.model.first_other_site, c.state.size(kind, site) - 1, level)


class State(_BoardLevelled):
    """The local state of the piece on a site, 0 if there is none."""

    spellings = ("state",)
    says = "the state of {at:site}[ at level {level}]"
    needs = frozenset({Need.STATE})

    def read(self, c: Context, kind: board.SiteType, site: IntLike, level: IntLike | None) -> IntLike:
        return c.state.piece_state(kind, site, level)


class Rotation(_BoardLevelled):
    """The rotation of the piece on a site, 0 if there is none."""

    spellings = ("rotation",)
    says = "the rotation of the piece on {at:site}[ at level {level}]"
    needs = frozenset({Need.ROTATION})

    def read(self, c: Context, kind: board.SiteType, site: IntLike, level: IntLike | None) -> IntLike:
        return c.state.rotation(kind, site, level)


class PieceValue(_SiteProperty):
    """The value of the piece on a site, 0 if there is none."""

    spellings = ("value Piece",)
    says = "the value of the piece on {at:site}[ at level {level}]"
    needs = frozenset({Need.VALUE})

    def chosen_level(self, c: Context, kind: board.SiteType, site: IntLike) -> IntLike | None:
        return super().chosen_level(c, kind, site) if has_stacks(c) else None

    def read(self, c: Context, kind: board.SiteType, site: IntLike, level: IntLike | None) -> IntLike:
        return c.state.value(kind, site, level)


def last_to(c: Context) -> IntLike:
    """The site of the last move, the default of many arguments."""
    return c.state.last_to.get()


class CountOn(Typed):
    """The number of pieces on a site, or on all sites of a region."""

    spellings = ("count",)
    says = "the number of pieces [on {at:site}|{in_:on}]"
    needs = frozenset({Need.COUNT})
    reads = frozenset({"board", "last"})
    at: IntLudeme | None = named(None, group="where")
    in_: SitesLudeme | None = named(None, group="where")

    def emit(self, c: Context) -> IntLike:
        kind = self.kind(c)

        def held(site: IntLike) -> IntLike:
            read = c.state.size if c.model.stacking else c.state.count
            return guarded(c, seen_by_owner(c, kind, site), lambda: read(kind, site))

        return total_over(c, self.at, self.in_, lambda: last_to(c), held)


class SizeStack(Typed):
    """The height of the stack on a site, or of all stacks of a region."""

    spellings = ("size Stack",)
    says = "the height of the stack [on {at:site}|{in_:on}]"
    needs = frozenset({Need.STACKING})
    reads = frozenset({"board", "last"})
    in_: SitesLudeme | None = named(None, group="where")
    at: IntLudeme | None = named(None, group="where")

    def emit(self, c: Context) -> IntLike:
        kind = self.kind(c)

        def height(site: IntLike) -> IntLike:
            return guarded(c, is_site(c, kind, site), lambda: c.state.size(kind, site))

        return total_over(c, self.at, self.in_, lambda: last_to(c), height)


class TopLevel(Typed):
    """The level of the top piece on a site, 0 if there is none."""

    spellings = ("topLevel",)
    says = "the top level of {at:site}"
    needs = frozenset({Need.STACKING})
    reads = BOARD
    at: IntLudeme = named()

    def emit(self, c: Context) -> IntLike:
        kind, site = self.kind(c), self.at.emit(c)

        def top() -> IntLike:
            return c.s.maximum(c.state.size(kind, site) - 1, 0) if c.model.stacking else 0

        off = c.s.select(site == -1, 0, -1)
        return c.s.choose(is_site(c, kind, site), top, lambda: off)


class CountStack(IntLudeme):
    """How many levels of a stack, or of all stacks of a region, satisfy a condition, up to one that stops."""

    spellings = ("count Stack",)
    says = "the number of pieces [in the stack on {at:site}|in the stacks {to:on}][ for which {if_}]"
    needs = frozenset({Need.STACKING})
    direction: StackDirection = StackDirection.FromBottom
    site_type: SiteType | None = None
    at: IntLudeme | None = named(None, group="where")
    to: SitesLudeme | None = named(None, group="where")
    if_: BooleanLudeme | None = named(None)
    stop: BooleanLudeme | None = named(None)

    def emit(self, c: Context) -> IntLike:
        kind = kind_of(c, self.site_type)
        total = c.s.var(0)

        def stack(site: IntLike) -> None:
            some = c.s.all_of(lambda: is_site(c, kind, site), lambda: c.state.what(kind, site) != 0)
            c.s.if_(some, lambda: c.s.scope(lambda out: levels(site, out)))

        def levels(site: IntLike, out: Scope) -> None:
            each = c.s.for_range if self.direction is StackDirection.FromBottom else c.s.for_down
            size = c.state.size(kind, site)
            if self.direction is StackDirection.FromBottom:
                each(0, size, lambda level: visit(c.bind(to=site, level=level), out))
            else:
                each(size, 0, lambda level: visit(c.bind(to=site, level=level), out))

        def visit(c: Context, out: Scope) -> None:
            if self.stop is not None:
                c.s.if_(self.stop.emit(c), lambda: c.s.leave(out))
            holds = whether(c, self.if_, True)
            c.s.if_(holds, lambda: total.set(total.get() + 1))

        sites_of(c, self.at, self.to).each(stack)
        return total.get()


class Face(IntLudeme):
    """What the die on a site shows; -1 if none lies there."""

    spellings = ("face",)
    says = "the number that the die on {at:site} shows"
    reads = BOARD
    at: IntLudeme

    def emit(self, c: Context) -> IntLike:
        site = self.at.emit(c)
        faces = c.s.rows([p.faces for p in c.model.components])

        def shown() -> IntLike:
            what, state = c.state.what("Cell", site), c.state.piece_state("Cell", site)
            has_face = in_range(state, faces.length(what))
            return c.s.choose(has_face, lambda: faces.get(what, state), lambda: -1)

        return c.s.choose(_is_cell(c, site), shown, lambda: -1)


def _is_cell(c: Context, site: IntLike) -> BoolLike:
    """Whether cells can hold something there."""
    if c.state.stored("Cell"):
        return is_site(c, "Cell", site)
    return (site >= c.model.first_other_site) & (site < c.model.total_sites)


class TrumpSuit(IntLudeme):
    """The trump suit, -1 until there is one."""

    spellings = ("card TrumpSuit",)
    says = "the suit that is trumps"
    needs = frozenset({Need.CARD, Need.STOCHASTIC})
    reads = frozenset({"trump"})

    def emit(self, c: Context) -> IntLike:
        return c.state.trump.get() if c.state.trump.present else -1


class CardProperty(IntLudeme):
    """A property of the card on a site: the top card's suit, the bottom card's ranks and values; -1 without a card."""

    spellings = ("card",)
    says = "the {property} of the card on {at:site}"
    needs = frozenset({Need.CARD})
    reads = BOARD
    property: CardSiteType
    at: IntLudeme = named()
    level: IntLudeme | None = named(None)

    def emit(self, c: Context) -> IntLike:
        values = [self._value(piece.card) if piece.card is not None else -1 for piece in c.model.components]
        site = self.at.emit(c)
        level = self.level.emit(c) if self.level is not None else (None if self.property is CardSiteType.Suit else 0)
        what = guarded(c, _is_cell(c, site), lambda: c.state.what("Cell", site, level))
        return c.s.select(what > 0, lookup(c, values, what), -1)

    def _value(self, card: CardFace) -> int:
        match self.property:
            case CardSiteType.Suit:
                return card.suit
            case CardSiteType.Rank:
                return card.rank
            case CardSiteType.TrumpRank:
                return card.trump_rank
            case CardSiteType.TrumpValue:
                return card.trump_value
