"""Regions by what lies on the sites, and by what the state notes of them (manual: regions 4)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, ClassVar, cast

from ludens import board
from ludens.ludemes.arguments import optional
from ludens.ludemes.clauses import PieceChoice
from ludens.ludemes.directions import step_rows
from ludens.ludemes.regions.static import Sites, TypedSites, empty
from ludens.ludemes.site_types import kind_of
from ludens.rules.base import BOARD, NOTHING, Need, named
from ludens.rules.categories import IntLudeme, SitesLudeme
from ludens.rules.enums import HiddenData, RoleType, SiteType
from ludens.rules.roles import PlayerArgument, each_player, index_of
from ludens.rules.state import pending_values
from ludens.rules.state.choices import chosen
from ludens.rules.state.constants import is_at_load, is_direct
from ludens.rules.state.context import Context
from ludens.rules.state.fields.declaration import Cell, Listing
from ludens.rules.state.fields.memory import ALL_PENDING, PENDING, TO_CLEAR
from ludens.rules.state.random import next_int
from ludens.rules.state.regions import BitRegion, Region, StaticRegion
from ludens.rules.state.sites import in_range
from ludens.rules.state.view import BlankState, StateView
from ludens.rules.turns import repeats
from ludens.stage import Bool, BoolLike, IntLike

_HIDDEN_BITS = ("All", "What", "Who", "Count", "State", "Rotation", "Value")


def empty_sites(c: Context, kind: board.SiteType, among: Region) -> Region:
    """The empty sites of a region; `kind` is the type of its sites on the board."""
    if isinstance(c.state, BlankState) or not c.state.stored(kind):
        return among
    result, base = BitRegion(c, limit=among.limit), c.state.slot(kind, 0)
    assert isinstance(base, int)
    last = (c.state.num_slots - 1) // 64
    c.s.for_range(0, result.words, lambda i: result.set_word(i, _shifted_word(c, base, i, last) & among.word(i)))
    return result


def _shifted_word(c: Context, base: int, index: IntLike, last: int) -> Any:
    """The bits of the set of empty slots from `base + 64 * index` on; 0 behind its end."""
    offset, shift = divmod(base, 64)

    def word(at: IntLike) -> Any:
        value = c.state.empty.get(c.s.minimum(at, last))
        return c.s.select(at <= last, value, 0)

    low = word(index + offset)
    return low if shift == 0 else (low >> shift) | (word(index + offset + 1) << (64 - shift))


class EmptySites(TypedSites):
    """The empty sites of the board, or of another container."""

    spellings = ("sites Empty",)
    says = "the empty {.sites}"
    reads = BOARD
    container: IntLudeme | None = None

    def build(self, c: Context) -> Region:
        number = optional(c, self.container, 0)
        if isinstance(number, int) and number == 0:
            return empty_sites(c, self.kind(c), StaticRegion(c, range(c.model.count(self.kind(c)))))
        if isinstance(number, int):
            return empty_sites(c, c.model.default_site, chosen(c, self._containers(c), number))
        if self.kind(c) == c.model.default_site:
            return empty_sites(c, c.model.default_site, chosen(c, self._containers(c), number))
        return self._either(c, number)

    def _either(self, c: Context, number: IntLike) -> Region:
        """A container known in play, on a board used by more than one site type."""
        result, kind = BitRegion.empty(c), self.kind(c)
        whole = StaticRegion(c, range(c.model.count(kind)))
        others = [(), *self._containers(c)[1:]]

        def put(region: Region) -> None:
            c.s.for_range(0, result.words, lambda i: result.set_word(i, region.word(i)))

        other = lambda: put(empty_sites(c, c.model.default_site, chosen(c, others, number)))  # noqa: E731
        c.s.if_(number == 0, lambda: put(empty_sites(c, kind, whole)), other)
        return result

    def _containers(self, c: Context) -> list[Sequence[int]]:
        on_board = range(c.model.count(self.kind(c)))
        return [on_board, *(container.sites for container in c.model.containers[1:])]

    def contains(self, c: Context, site: IntLike) -> BoolLike:
        if self.container is not None or is_direct(c):
            return self.emit(c).contains(site)
        kind = self.kind(c)
        is_empty = lambda: c.state.is_empty(kind, site)  # noqa: E731
        return c.s.choose(in_range(site, c.model.count(kind)), is_empty, lambda: False, Bool)


class HiddenSites(Sites):
    """The sites of the board that hide something from a player."""

    spellings = ("sites Hidden",)
    says = "the {.sites} that are hidden from {to}"
    needs = frozenset({Need.HIDDEN})
    reads = frozenset({"hidden", "board"})
    data: HiddenData | None = None
    site_type: SiteType | None = None
    to: PlayerArgument | RoleType = named()

    def build(self, c: Context) -> Region:
        kind = kind_of(c, self.site_type)
        result, p, n = BitRegion.empty(c), c.state, c.model.num_players
        if not p.stored(kind) or not p.hidden.present:
            return empty(c)
        bit = 1 << _HIDDEN_BITS.index(self.data.value if self.data is not None else "All")

        def look(site: IntLike, player: IntLike) -> None:
            flags = p.hidden.get(p.slot(kind, site) * (n + 1) + player)
            c.s.if_((flags & bit) != 0, lambda: result.add(site))

        def of(player: IntLike) -> None:
            sites = lambda: c.s.for_range(0, c.model.count(kind), lambda site: look(site, player))  # noqa: E731
            c.s.if_((player >= 1) & (player <= n), sites)

        each_player(c, self.to, of)
        return result


class StartSites(Sites):
    """The sites where a kind of piece stood when play began."""

    spellings = ("sites Start",)
    says = "the {.sites} where {piece} started"
    fields = (StateView.start_what,)
    reads = NOTHING
    piece: PieceChoice

    def build(self, c: Context) -> Region:
        result, p = BitRegion.empty(c), c.state
        if not p.start_what.present or isinstance(p, BlankState):
            return empty(c)
        what = self.piece.components(c)[0]

        def look(site: IntLike) -> None:
            c.s.if_((p.start_what.get(site) == what) & (what >= 1), lambda: result.add(site))

        c.s.for_range(0, c.model.board_sites, look)
        return result

    def contains(self, c: Context, site: IntLike) -> BoolLike:
        if not c.state.start_what.present or is_direct(c):
            return self.emit(c).contains(site)
        what = self.piece.components(c)[0]
        there = lambda: (c.state.start_what.get(site) == what) & (what >= 1)  # noqa: E731
        return c.s.choose(in_range(site, c.model.count(c.model.default_site)), there, lambda: False, Bool)


class _NotedSites(Sites):
    """A list of the state as a region."""

    listing: ClassVar[Listing[IntLike]]

    def seen(self, c: Context) -> tuple[Cell[IntLike], IntLike]:
        """The list, and its length."""
        return self.listing.items.of(c.state), self.listing.count.of(c.state).get()

    def build(self, c: Context) -> Region:
        result, p = BitRegion.empty(c), c.state
        if not p.has(self.listing.items) or isinstance(p, BlankState):
            return empty(c)
        size = 64 * result.words
        items, count = self.seen(c)

        def visit(i: IntLike) -> None:
            value = items.get(i)
            c.s.if_((value >= 0) & (value < size), lambda: result.add(value))

        c.s.for_range(0, count, visit, rounds=items.length)
        return result


class SitesToClear(_NotedSites):
    """The sites whose pieces are taken away at the end of the turn."""

    spellings = ("sites ToClear",)
    says = "the {.sites} to be cleared"
    needs = frozenset({Need.SEQUENCE_CAPTURE})
    reads = frozenset({"to_clear", "board"})
    fields = (StateView.clearing,)
    listing = TO_CLEAR

    def contains(self, c: Context, site: IntLike) -> BoolLike:
        noted = c.state.clearing
        if not noted.present or is_direct(c):
            return self.emit(c).contains(site)
        return BitRegion(c, noted.address).contains(site)


class PendingSites(_NotedSites):
    """The pending values, as a region."""

    spellings = ("sites Pending",)
    says = "the {.sites} noted from the previous move"
    fields = ALL_PENDING
    reads = frozenset({"pending"})
    listing = PENDING

    def seen(self, c: Context) -> tuple[Cell[IntLike], IntLike]:
        return pending_values.seen(c)


class PerpetualSites(Sites):
    """The sites of the pieces that were in a region after each of a player's turns since the position first occurred.

    Empty unless the position has come again. Pieces are followed by where the last move of a turn went from and to.
    """

    spellings = ("sites Perpetual",)
    says = (
        "the {.sites} of the pieces that since the position was first there were after each turn of {who:player} among "
        "{region}"
    )
    extends = True
    needs = frozenset({Need.REPEATS})
    who: IntLudeme | RoleType
    region: SitesLudeme

    def build(self, c: Context) -> Region:
        if isinstance(c.state, BlankState):
            return empty(c)
        names = [one.identity for one in repeats.LASTING_SITES.of(c.model)]
        return repeats.lasting_sites(c, names.index(self.region.identity), index_of(c, self.who))


class HintSites(Sites):
    """The region of the hint that is being visited."""

    spellings = ("sites Hint",)
    says = "the {.sites} with hints"

    def build(self, c: Context) -> Region:
        number = c.get("hint region")
        return c.region if c.region is not None and isinstance(number, int) and number < 0 else chosen(c, [], number)


class PlayableSites(Sites):
    """Where a piece may be put next: by the occupied sites; at first the centre."""

    spellings = ("sites Playable",)
    says = "the {.sites} where one may play"
    reads = frozenset({"board", "turn"})

    def build(self, c: Context) -> Region:
        p = c.state
        if isinstance(p, BlankState):
            return StaticRegion(c, c.model.topology.region(c.model.default_site, "centre"))
        if c.model.boardless:
            return self._flagged(c)
        result = BitRegion.empty(c)
        centre = c.model.topology.region(c.model.default_site, "centre")
        first = lambda: StaticRegion(c, centre).each(result.add)  # noqa: E731
        c.s.if_(p.num_moves.get() == 0, first, lambda: self._near_pieces(c, result))
        return result

    def _flagged(self, c: Context) -> Region:
        result, p = BitRegion.empty(c), c.state
        count = c.model.containers[0].num_sites
        c.s.for_range(0, count, lambda site: c.s.if_(p.playable.get(site) != 0, lambda: result.add(site)))
        return result

    def _near_pieces(self, c: Context, result: BitRegion) -> None:
        p, count = c.state, c.model.count("Cell")
        rows = step_rows(c, "Cell", (("Adjacent",),))

        def add(site: IntLike) -> None:
            c.s.if_(p.is_empty("Cell", site), lambda: result.add(site))

        def visit(site: IntLike) -> None:
            c.s.if_(c.s.not_(p.is_empty("Cell", site)), lambda: rows.each(site, add))

        c.s.for_range(0, count, visit)


class LineOfPlaySites(PlayableSites):
    """Where a domino may be put next: along the line of play."""

    spellings = ("sites LineOfPlay",)
    says = "@the line of play"
    needs = frozenset({Need.LINE_OF_PLAY})


class RandomSites(Sites):
    """Some sites of a region, drawn by chance."""

    spellings = ("sites Random",)
    says = "[{num} random|a random] {.site} of [{region}|the board]"
    needs = frozenset({Need.STOCHASTIC})
    reads = frozenset({"rng"})
    writes = frozenset({"rng"})
    region: SitesLudeme | None = None
    num: IntLudeme | None = named(None)

    def build(self, c: Context) -> Region:
        if is_at_load(c):
            return self._drawn_at_load(c)
        source = self._source(c)
        result, size = BitRegion.empty(c), source.count()
        most = c.s.minimum(optional(c, self.num, 1), size)
        count = c.s.var(0)

        def draw() -> None:
            site = source.drawn(next_int(c, size))

            def take() -> None:
                result.add(site)
                count.set(count.get() + 1)

            c.s.if_(c.s.not_(result.contains(site)), take)

        c.s.while_(lambda: count.get() < most, draw)
        return result

    def _source(self, c: Context) -> Region:
        if self.region is not None:
            return self.region.emit(c)
        return empty_sites(c, "Cell", StaticRegion(c, range(c.model.count("Cell"))))

    def _drawn_at_load(self, c: Context) -> Region:
        """Once for all games that are played with the compiled description (manual: regions 1.3)."""
        c.state.rng.get()  # a direct run without a state must not draw
        sites: list[int] = []
        self._source(c).each(lambda site: sites.append(cast(int, site)))
        most = optional(c, self.num, 1)
        return StaticRegion(c, random.sample(sites, min(max(cast(int, most), 0), len(sites))))
