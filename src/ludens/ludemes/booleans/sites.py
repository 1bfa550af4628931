"""Conditions on sites (manual: booleans 3.2)."""

from __future__ import annotations

from ludens import board
from ludens.ludemes.arguments import last_to
from ludens.ludemes.directions import step_rows
from ludens.ludemes.neighbours import relation_rows, site_rows
from ludens.ludemes.searches import some
from ludens.ludemes.site_types import type_name
from ludens.rules.base import BOARD, NOTHING, Need, named
from ludens.rules.categories import BooleanLudeme, IntLudeme, IntsLudeme, SitesLudeme
from ludens.rules.enums import HiddenData, RelationType, RoleType, SiteType
from ludens.rules.roles import PlayerArgument, index_of
from ludens.rules.state import pending_values
from ludens.rules.state.context import Context
from ludens.rules.state.fields.course import LAST_TYPES
from ludens.rules.state.model import SITE_TYPES
from ludens.rules.state.sites import on_board, readable, within
from ludens.rules.state.view import StateView
from ludens.stage import BoolLike, IntLike, Rows
from ludens.stage.lanes import Lane

_HIDDEN = ("All", "What", "Who", "Count", "State", "Rotation", "Value")


class IsEmpty(BooleanLudeme):
    """Whether nothing stands on a site. A place off the board is not empty."""

    spellings = ("is Empty",)
    says = "{at:site} <is> empty"
    reads = BOARD
    sees_one_site = True
    site_type: SiteType | None = None
    at: IntLudeme

    def emit(self, c: Context) -> BoolLike:
        kind, site = type_name(self.site_type), self.at.emit(c)
        return c.s.all_of(lambda: readable(c, kind, site), lambda: c.state.is_empty(kind, site))


class IsOccupied(BooleanLudeme):
    """Whether a piece stands on a site. A place off the board is not occupied."""

    spellings = ("is Occupied",)
    says = "{at:site} <is> occupied"
    reads = BOARD
    sees_one_site = True
    site_type: SiteType | None = None
    at: IntLudeme

    def emit(self, c: Context) -> BoolLike:
        kind, site = type_name(self.site_type), self.at.emit(c)
        is_readable = c.s.all_of(lambda: site < c.model.total_sites, lambda: readable(c, kind, site))
        return c.s.all_of(lambda: is_readable, lambda: c.state.what(kind, site) != 0)


class IsHidden(BooleanLudeme):
    """Whether a player may not see what stands on a site, or one property of it."""

    spellings = ("is Hidden",)
    says = "[the {data} of ]what stands on {at:site} <is> hidden from {to}"
    reads = frozenset({"hidden"})
    needs = frozenset({Need.HIDDEN})
    data: HiddenData | None = None
    site_type: SiteType | None = None
    at: IntLudeme = named()
    level: IntLudeme | None = named(None)
    to: PlayerArgument | RoleType = named()

    def emit(self, c: Context) -> BoolLike:
        if not c.state.hidden.present:
            return False
        kind, site, player, n = type_name(self.site_type), self.at.emit(c), index_of(c, self.to), c.model.num_players
        bit = _HIDDEN.index(self.data.value if self.data else "All")
        is_readable = c.s.all_of(lambda: readable(c, kind, site), lambda: within(c, player, 1, n + 1))

        def flag() -> BoolLike:
            at = c.state.slot(kind, site) * (n + 1) + player
            return (c.state.hidden.get(at) & (1 << bit)) != 0

        return c.s.all_of(lambda: is_readable, flag)


class IsVisited(BooleanLudeme):
    """Whether the player who moves several times in a row has been on a site in this turn."""

    spellings = ("is Visited",)
    says = "{at:site} <has been> visited in this turn"
    reads = frozenset({"visited"})
    fields = (StateView.visited,)
    at: IntLudeme

    def emit(self, c: Context) -> BoolLike:
        site = self.at.emit(c)
        capacity = 64 * -(-c.model.total_sites // 64)
        return c.s.all_of(lambda: within(c, site, 0, capacity), lambda: self._visited(c, site))

    def _visited(self, c: Context, site: IntLike) -> BoolLike:
        if isinstance(site, Lane):
            return site.among(c.state.visited.get, 64 * c.state.visited.length)
        word = c.state.visited.get(site >> 6)
        return ((word >> c.s.unsigned(site & 63)) & 1) != 0


class IsIn(BooleanLudeme):
    """Whether a site (by default where the move goes to), or every site of a list, is in a region or an array."""

    spellings = ("is In",)
    says = (
        "[{where~SitesLudeme}{sites:and+site}|{where~IntsLudeme}{sites:and}|the target {.site}] <is> "
        "[{where~IndexSites}{sites~Number}one of {where.indices:and}|{where:in}]"
    )
    reads = NOTHING
    sites: IntLudeme | tuple[IntLudeme, ...] | None = None
    where: SitesLudeme | IntsLudeme

    def emit(self, c: Context) -> BoolLike:
        if not isinstance(self.sites, tuple):
            return self._holds(c, self.sites.emit(c) if self.sites is not None else c.get("to"))
        return c.s.all_of(*(lambda x=x: self._holds(c, x.emit(c)) for x in self.sites))

    def _holds(self, c: Context, site: IntLike) -> BoolLike:
        if isinstance(self.where, SitesLudeme):
            return self.where.contains(c, site)
        array = self.where.emit(c)
        return some(c, array.each, lambda value: value == site)


class IsWithin(BooleanLudeme):
    """Whether a kind of piece stands on a site (by default where the last move went) or somewhere in a region."""

    spellings = ("is Within",)
    says = "the piece {piece} <stands> {in_:on}"
    lists_pieces = True
    reads = BOARD | {"last"}
    piece: IntLudeme
    site_type: SiteType | None = None
    at: IntLudeme | None = named(None, group="where")
    in_: SitesLudeme | None = named(None, group="where")

    def emit(self, c: Context) -> BoolLike:
        p, piece = c.state, self.piece.emit(c)
        region = self.in_.emit(c) if self.in_ is not None else None
        at = last_to(c, self.at) if region is None else -1

        def here(k: IntLike) -> BoolLike:
            site = p.site_of(p.owned_slot(piece, k))
            return region.contains(site) if region is not None else site == at

        is_component = within(c, piece, 1, len(c.model.components))
        return c.s.all_of(
            lambda: is_component,
            lambda: some(c, lambda body: c.s.for_range(0, p.owned_count(piece), body, rounds=p.owned_capacity), here),
        )


class IsLastType(BooleanLudeme):
    """Whether the last move came from, or went to, a site of a type."""

    spellings = ("is LastFrom", "is LastTo")
    says = "the last move <was> [{~LastFrom}from|to] a {site_type}"
    reads = frozenset({"last"})
    fields = LAST_TYPES
    site_type: SiteType

    def emit(self, c: Context) -> BoolLike:
        last = c.state.last_type_from if self.spelling == "is LastFrom" else c.state.last_type_to
        return last.get() == SITE_TYPES.index(self.site_type.value)


class IsRelated(BooleanLudeme):
    """Whether a site is related (adjacent, diagonal ...) to another, or to some site of a region."""

    spellings = ("is Related",)
    says = (
        "{site:site} <is> a[{relation~Orthogonal}n orthogonal|{relation~Diagonal} diagonal|] neighbour of {where:site}"
    )
    reads = NOTHING
    relation: RelationType
    site_type: SiteType | None = None
    site: IntLudeme
    where: IntLudeme | SitesLudeme

    def emit(self, c: Context) -> BoolLike:
        kind, site = type_name(self.site_type), self.site.emit(c)
        rows = self._rows(c, kind)
        if isinstance(self.where, SitesLudeme):
            region = self.where.emit(c)
            return c.s.all_of(
                lambda: on_board(c, kind, site), lambda: some(c, lambda body: rows.each(site, body), region.contains)
            )
        other = self.where.emit(c)
        return c.s.all_of(
            lambda: on_board(c, kind, site), lambda: some(c, lambda body: rows.each(site, body), lambda t: t == other)
        )

    def _rows(self, c: Context, kind: board.SiteType | None) -> Rows:
        relation = self.relation.value
        if c.state.site_type(kind) != "Edge":
            return relation_rows(c, kind, relation)
        if relation in ("Diagonal", "OffDiagonal"):
            return site_rows(c, "Edge", "nothing", lambda edge: ())
        return site_rows(c, "Edge", "touching", lambda edge: edges_touching(c, edge))


def edges_touching(c: Context, edge: int) -> list[int]:
    """The edges that share an end with an edge, itself included."""
    topology = c.model.topology
    return sorted({e for v in topology.edge_vertices[edge] for e in topology.vertex_edges[v]})


class IsFull(BooleanLudeme):
    """Whether no site of the board is empty."""

    spellings = ("is Full",)
    says = "the board <is> full"
    reads = BOARD

    def emit(self, c: Context) -> BoolLike:
        number = c.model.board_sites
        words = [min(64, number - low) for low in range(0, number, 64)]
        masks = c.s.table([-1 if bits == 64 else (1 << bits) - 1 for bits in words], "i64")
        empty = some(
            c, lambda body: c.s.for_range(0, len(words), body), lambda i: (c.state.empty.get(i) & masks[i]) != 0
        )
        return c.s.not_(empty)


class IsFlat(BooleanLudeme):
    """Whether a vertex (by default where the move goes to) lies on the ground or on vertices that are all occupied."""

    spellings = ("is Flat",)
    says = "the piece [on {at:site} |just played ]<lies> flat"
    reads = BOARD
    at: IntLudeme | None = None

    def emit(self, c: Context) -> BoolLike:
        site = self.at.emit(c) if self.at is not None else c.get("to")
        elements = c.model.topology.elements("Vertex")
        ground = c.s.table([int(e.layer == 0) for e in elements], "u8")
        below = step_rows(c, "Vertex", (("Downward",),))

        def supported() -> BoolLike:
            return c.s.not_(some(c, lambda body: below.each(site, body), lambda v: c.state.what("Vertex", v) == 0))

        stands = lambda: c.s.any_of(lambda: ground[site] != 0, supported)  # noqa: E731
        return c.s.all_of(lambda: on_board(c, "Vertex", site), stands)


class IsPending(BooleanLudeme):
    """Whether some value is pending for the next move."""

    spellings = ("is Pending",)
    says = "something <is> noted from the previous move"
    reads = frozenset({"pending"})

    def emit(self, c: Context) -> BoolLike:
        if not c.state.pending.present:
            return False
        return pending_values.seen(c)[1] != 0
