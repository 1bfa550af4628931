"""Counting: turns, sites, pieces, values (manual: integers 8.1 to 8.6, 8.10 and 8.12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ludens import board
from ludens.language import LudError
from ludens.ludemes.arguments import sites_of
from ludens.ludemes.arrays import plain
from ludens.ludemes.integers.sites_values import guarded, last_to
from ludens.ludemes.searches import apart
from ludens.ludemes.site_types import Typed
from ludens.rules.base import NOTHING, Need, named, positional
from ludens.rules.categories import BooleanLudeme, IntLudeme, IntsLudeme, SitesLudeme
from ludens.rules.enums import RoleType
from ludens.rules.generation import sinks
from ludens.rules.naming import NameOfContainer, NameOfPiece
from ludens.rules.roles import each_player, index_of, is_many, is_one_of, role_index
from ludens.rules.state import sets
from ludens.rules.state.constants import at_load
from ludens.rules.state.context import Context
from ludens.rules.state.fields.declaration import ints
from ludens.rules.state.model import SITE_NEEDS, SITE_TYPES, Component
from ludens.rules.state.regions import BitRegion, Region
from ludens.rules.state.sites import in_range
from ludens.rules.state.tables import lookup
from ludens.rules.turns import legal
from ludens.rules.turns.phases import phases
from ludens.stage import BoolLike, IntLike

TURN = frozenset({"turn"})


# --- of the game


class CountRows(Typed):
    """The number of the board's rows."""

    spellings = ("count Rows",)
    says = "the number of rows"
    reads = NOTHING

    def emit(self, c: Context) -> IntLike:
        return len(c.model.topology.rows(self.kind(c)))


class CountColumns(Typed):
    """The number of the board's columns."""

    spellings = ("count Columns",)
    says = "the number of columns"
    reads = NOTHING

    def emit(self, c: Context) -> IntLike:
        return len(c.model.topology.columns(self.kind(c)))


_ELEMENTS: Mapping[str, board.SiteType] = {"count Cells": "Cell", "count Vertices": "Vertex", "count Edges": "Edge"}


class CountElements(Typed):
    """The number of the board's cells, vertices or edges."""

    spellings = tuple(_ELEMENTS)
    says = "the number of {.last} of the board"
    reads = NOTHING

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return super().own_needs(default_site) | {SITE_NEEDS[_ELEMENTS[self.spelling]]}

    def emit(self, c: Context) -> IntLike:
        return c.model.count(_ELEMENTS[self.spelling])


class CountPlayers(Typed):
    """The number of players."""

    spellings = ("count Players",)
    says = "the number of players"
    reads = NOTHING

    def emit(self, c: Context) -> IntLike:
        return c.model.num_players


class CountActive(Typed):
    """The number of players who still play."""

    spellings = ("count Active",)
    says = "the number of players still in play"
    reads = TURN

    def emit(self, c: Context) -> IntLike:
        return c.s.popcount(c.s.unsigned(c.state.active.get()))


class CountPhases(Typed):
    """The number of phases of the rules."""

    spellings = ("count Phases",)
    says = "the number of phases"
    reads = NOTHING

    def emit(self, c: Context) -> IntLike:
        return max(len(phases(c)), 1)


class CountTurns(Typed):
    """The number of turns."""

    spellings = ("count Turns",)
    says = "the number of turns played"
    reads = frozenset({"turn", "last"})

    def emit(self, c: Context) -> IntLike:
        return c.state.turn.get()


class CountMoves(Typed):
    """The number of moves since the start."""

    spellings = ("count Moves",)
    says = "the number of moves played"
    reads = frozenset({"turn", "last"})

    def emit(self, c: Context) -> IntLike:
        return c.state.num_moves.get()


class CountMovesThisTurn(Typed):
    """The number of the moves completed in this turn."""

    spellings = ("count MovesThisTurn",)
    says = "the number of moves made in this turn"
    reads = frozenset({"turn", "last"})

    def emit(self, c: Context) -> IntLike:
        return c.state.turn_moves.get()


class CountRepeats(Typed):
    """How often the position occurred in the game, this time included.

    Positions are compared when a turn ends, by what stands on the sites, who is to move, pending values, and scores
    that moves can change. In an end rule it is the position that the move has led to.
    """

    spellings = ("count Repeats",)
    says = "the number of times that the position occurred"
    extends = True
    needs = frozenset({Need.REPEATS})
    reads = frozenset({"turn", "last"})

    def emit(self, c: Context) -> IntLike:
        return c.state.occurred.get() if c.state.occurred.present else 0


#: the games of a match that are over; kept on the scoreboard of a match
TRIALS = ints(name="trials")


class CountTrials(Typed):
    """The number of completed games of the match."""

    spellings = ("count Trials",)
    says = "the number of games played"

    def emit(self, c: Context) -> IntLike:
        return TRIALS.of(c.state).get() if TRIALS.of(c.state).present else 0


class CountLegalMoves(Typed):
    """The number of legal moves."""

    spellings = ("count LegalMoves",)
    says = "the number of legal moves"

    def emit(self, c: Context) -> IntLike:
        if "count legal moves" in c.guards:
            return 0
        inner = c.unbound().guarded("count legal moves")
        body = lambda c: sinks.count_moves(c, lambda sink: legal.legal_moves(c, sink))  # noqa: E731
        return apart(inner, self, "count_legal_moves", body)


class CountPips(Typed):
    """The pips that a player's dice, or the shared ones, show together."""

    spellings = ("count Pips",)
    says = "the total of [{role:of}|{of:of}|the] dice"
    needs = frozenset({Need.STOCHASTIC})
    reads = frozenset({"dice", "turn"})
    role: RoleType | None = positional(None, group="who")
    of: IntLudeme | None = named(None, group="who")

    def emit(self, c: Context) -> IntLike:
        owners = [d.owner for d in c.model.dice()]
        if not owners or not c.state.dice_sum.present:
            return 0
        n = c.model.num_players
        player = self.of.emit(c) if self.of is not None else role_index(c, self.role or RoleType.Shared)
        first = [owners.index(p) if p in owners else -1 for p in range(n + 2)]
        dice = lookup(c, first, player)
        return guarded(c, dice >= 0, lambda: c.state.dice_sum.get(dice))


# --- of sites


class CountSites(Typed):
    """The number of sites of a region; or of a container, by its number or name."""

    spellings = ("count Sites",)
    says = "the number of [{in_:count}|{name?}places of {name:container}|{at?}places of container {at}|{.sites}]"
    reads = frozenset({"last"})
    in_: SitesLudeme | None = named(None, group="where")
    at: IntLudeme | None = named(None, group="where")
    name: NameOfContainer | None = positional(None, group="where")

    def emit(self, c: Context) -> IntLike:
        if self.in_ is not None:
            return self.in_.emit(c).count()
        if self.at is not None:
            return self._size(c, at_load(c, self.at.emit))
        if self.name is not None:
            return self._size(c, self.name)
        return c.s.to_int(last_to(c) >= 0)

    def _size(self, c: Context, which: IntLike | str) -> int:
        for container in c.model.containers:
            if which in (container.index, container.name):
                return c.model.board_sites if container.index == 0 else container.num_sites
        raise LudError(f"there is no container {which!r}", self.node.span)


_RELATED = {
    "count Adjacent": "Adjacent",
    "count Neighbours": "All",
    "count Orthogonal": "Orthogonal",
    "count Diagonal": "Diagonal",
}


class CountNeighbours(Typed):
    """The number of sites that are related to a site, or to the first of a region."""

    spellings = tuple(_RELATED)
    says = "the number of [{~Orthogonal}orthogonal |{~Diagonal}diagonal ]neighbours of [{at:site}|{in_}]"
    reads = frozenset({"last"})
    in_: SitesLudeme | None = named(None, group="where")
    at: IntLudeme | None = named(None, group="where")

    def emit(self, c: Context) -> IntLike:
        site = sites_of(c, self.at, self.in_, last_to(c)).first() if self.in_ is not None else self._site(c)
        return lookup(c, self._numbers(c), site)

    def _site(self, c: Context) -> IntLike:
        return self.at.emit(c) if self.at is not None else last_to(c)

    def _numbers(self, c: Context) -> list[int]:
        topology, kind, relation = c.model.topology, self.kind(c), _RELATED[self.spelling]
        if kind != "Edge":
            return [len(topology.neighbours(kind, site, relation)) for site in range(c.model.count(kind))]
        if relation == "Diagonal":
            return [0] * c.model.count("Edge")
        degrees = [len(edges) for edges in topology.vertex_edges]
        return [degrees[a] + degrees[b] for a, b in topology.edge_vertices]


class CountSitesPlatformBelow(Typed):
    """How many of the sites that support a site hold pieces of a player."""

    spellings = ("count SitesPlatformBelow",)
    says = "the number of {.sites} below {site:site}"
    reads = frozenset({"board", "turn"})
    site: IntLudeme | None = None
    role: RoleType

    def emit(self, c: Context) -> IntLike:
        kind, site = self.kind(c), self.site.emit(c) if self.site is not None else c.get("to")
        topology, n = c.model.topology, c.model.count(self.kind(c))
        layers = [v.layer for v in topology.elements("Vertex")] + [0] * n
        below = [topology.steps(kind, s, "Downward") if layers[s] > 0 else [] for s in range(n)]
        player, total = role_index(c, self.role), c.s.var(0)

        def look(t: IntLike) -> None:
            total.set(total.get() + c.s.to_int(c.state.who(kind, t) == player))

        c.s.if_(in_range(site, n), lambda: c.s.rows(below).each(site, look))
        return total.get()


# --- of pieces

_OF = "count pieces of"
#: pieces of larger boards are looked up in their lists
_MOST_WORDS = 8


class CountPieces(Typed):
    """The number of pieces of some players, by name, in a region, under a condition."""

    spellings = ("count Pieces",)
    says = "the number of [{role:of} ][{name:pieces}|{of:components}|pieces][ {in_:on}| on the board][ where {if_}]"
    lists_pieces = True
    reads = frozenset({"board", "turn", "team"})
    role: RoleType | None = positional(None, group="who")
    of: IntLudeme | None = named(None, group="who")
    name: NameOfPiece | None = None
    in_: SitesLudeme | None = named(None)
    if_: BooleanLudeme | None = named(None)

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        dominoes = {Need.DOMINOES, Need.LARGE_PIECE} if self.name == "Bag" else set()
        return super().own_needs(default_site) | dominoes

    def emit(self, c: Context) -> IntLike:
        if self.name == "Bag":
            return c.state.dominoes_count.get() if c.state.dominoes_count.present else 0
        return apart(c, self, "count_pieces", self._listed if self._is_listed(c) else self._count)

    @property
    def asks_where(self) -> bool:
        return self.site_type is not None or self.in_ is not None or self.if_ is not None

    def _is_flat(self, c: Context) -> bool:
        """Whether each piece has a site of its own, of one type, so that pieces are counted like sites."""
        model = c.model
        several = model.stacking or model.counts or Need.LARGE_PIECE in model.needs or len(model.site_types) > 1
        return not several and self.kind(c) == model.default_site

    def _is_listed(self, c: Context) -> bool:
        """Whether only the lengths of lists are needed."""
        return self._is_flat(c) and self.in_ is None and self.if_ is None

    def _listed(self, c: Context) -> IntLike:
        total, number = c.s.var(0), c.model.num_players + 2
        named_so = [
            [x.index for x in c.model.components[1:] if x.owner == p and self._is_named(x)] for p in range(number)
        ]
        rows = c.s.rows(named_so)

        def add(what: IntLike) -> None:
            total.set(total.get() + c.state.owned_count(what))

        def of(player: IntLike) -> None:
            c.s.if_(in_range(player, number), lambda: rows.each(player, add))

        if self.of is not None:
            of(self.of.emit(c))
        else:
            each_player(c, self.role or RoleType.All, of, owners=True)
        return total.get()

    def _is_named(self, component: Component) -> bool:
        return self.name is None or self.name in component.name

    def _count(self, c: Context) -> IntLike:
        if self.of is not None:
            c = c.bind(**{_OF: self.of.emit(c)})
        region = self.in_.emit(c) if self.in_ is not None else None
        pieces = self._held(c)
        if pieces is not None:
            return (pieces if region is None else pieces & sets.WordSet.of(region, len(pieces.bits))).count()
        total = c.s.var(0)

        def visit(player: IntLike) -> None:
            self._of_player(c, player, region, total.set, total.get)

        if self.of is not None:
            visit(c.get(_OF))
        else:
            each_player(c, self.role or RoleType.All, visit, owners=True)
        return total.get()

    def _held(self, c: Context) -> sets.WordSet | None:
        """The sites whose pieces count, worked out for all at once; None where that cannot be."""
        kind = c.model.default_site
        if not self._is_flat(c) or sets.words_of(c, kind) > _MOST_WORDS:
            return None

        def counts(site: IntLike) -> BoolLike:
            occupied = c.state.what(kind, site) != 0
            return occupied & self._counts(c.bind(site=site), kind, site, None)

        return sets.where(c, kind, counts)

    def _of_player(
        self,
        c: Context,
        player: IntLike,
        region: Region | None,
        put: Callable[[IntLike], None],
        total: Callable[[], IntLike],
    ) -> None:
        """Look at each site of a player's owned lists once."""
        s, p = c.s, c.state
        seen = BitRegion.empty(c)
        owned = s.rows(
            [[x.index for x in c.model.components[1:] if x.owner == i] for i in range(c.model.num_players + 2)]
        )

        def component(what: IntLike) -> None:
            s.for_range(0, p.owned_count(what), lambda i: entry(p.owned_slot(what, i)), rounds=p.owned_capacity)

        def entry(slot: IntLike) -> None:
            site = p.site_of(slot)
            fresh = s.all_of(
                lambda: self._of_type(c, slot),
                lambda: s.not_(seen.contains(site)),
                lambda: region.contains(site) if region else True,
            )
            s.if_(fresh, lambda: visit(site))

        def visit(site: IntLike) -> None:
            seen.add(site)
            put(total() + self._on_site(c, site))

        s.if_(in_range(player, c.model.num_players + 2), lambda: owned.each(player, component))

    def _of_type(self, c: Context, slot: IntLike) -> BoolLike:

        if self.site_type is None or (len(c.model.site_types) == 1 and len(c.model.containers) == 1):
            return True
        return c.state.type_of(slot) == SITE_TYPES.index(self.site_type.value)

    def _on_site(self, c: Context, site: IntLike) -> IntLike:
        """How many pieces of the site count."""
        kind, p, s = self.kind(c), c.state, c.s
        visible: BoolLike = True
        if self.site_type is not None:
            visible = in_range(site, min(c.model.count(kind), c.model.first_other_site))

        def pieces() -> IntLike:
            if c.model.stacking:
                return self._on_levels(c, kind, site)
            return guarded(c, self._counts(c.bind(site=site), kind, site, None), lambda: p.count(kind, site))

        return s.choose(visible, pieces, lambda: 0)

    def _on_levels(self, c: Context, kind: board.SiteType, site: IntLike) -> IntLike:
        total = c.s.var(0)

        def level(i: IntLike) -> None:
            counts = self._counts(c.bind(site=site, level=i), kind, site, i)
            total.set(total.get() + c.s.to_int(counts))

        c.s.for_range(0, c.state.size(kind, site), level)
        return total.get()

    def _counts(self, c: Context, kind: board.SiteType, site: IntLike, level: IntLike | None) -> BoolLike:
        p = c.state
        tests: list[Callable[[], BoolLike]] = [lambda: self._is_wanted_owner(c, p.who(kind, site, level))]
        if self.name is not None:
            names = [int(self._is_named(x) and x.index > 0) for x in c.model.components]
            tests.append(lambda: c.s.table(names)[p.what(kind, site, level)] != 0)
        if self.if_ is not None:
            condition = self.if_
            tests.append(lambda: condition.emit(c))
        return c.s.all_of(*tests)

    def _is_wanted_owner(self, c: Context, owner: IntLike) -> BoolLike:
        if self.of is not None:
            return owner == c.get(_OF)
        role = self.role or RoleType.All
        if role is RoleType.All:
            return True
        return is_one_of(c, role, owner, owners=True) if is_many(role) else (owner == index_of(c, role))


class CountValue(IntLudeme):
    """How often an integer occurs in an array."""

    spellings = ("count Value",)
    says = "the number of times {value} is among {in_}"
    reads = NOTHING
    value: IntLudeme
    in_: IntsLudeme = named()

    def emit(self, c: Context) -> IntLike:
        value, values = self.value.emit(c), self.in_.emit(c)
        elements = plain(values)
        if elements is not None and isinstance(value, int):
            return elements.count(value)
        total = c.s.var(0)
        values.each(lambda v: total.set(total.get() + c.s.to_int(v == value)))
        return total.get()


class SizeArray(IntLudeme):
    """The number of elements of an array."""

    spellings = ("size Array",)
    says = "the number of {values}"
    reads = NOTHING
    values: IntsLudeme

    def emit(self, c: Context) -> IntLike:
        return self.values.emit(c).length()
