"""The iterators: what the ludeme around sets (manual: integers 3)."""

from __future__ import annotations

from ludens import board
from ludens.rules.base import NOTHING, Need, named
from ludens.rules.categories import IntLudeme
from ludens.rules.enums import SiteType, WhenType
from ludens.rules.state.context import Context
from ludens.stage import IntLike


class _Iterator(IntLudeme):
    is_iterator = True
    reads = NOTHING

    def emit(self, c: Context) -> IntLike:
        return c.get(self.spelling)


class FromSite(IntLudeme):
    """The origin of the move that is being made; or that of the first move of the mover's present turn."""

    spellings = ("from",)
    is_site = True
    says = "[{at~StartOfTurn}the {.site} where the turn started|the starting {.site}]"
    is_iterator = True
    at: WhenType | None = named(None)

    @property
    def looks_back(self) -> bool:
        return self.at is WhenType.StartOfTurn

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return frozenset({Need.TURN_START}) if self.looks_back else frozenset()

    def emit(self, c: Context) -> IntLike:
        if not self.looks_back:
            return c.get("from")
        p = c.state
        return c.s.select(p.last_mover.get() == c.mover, p.turn_from.get() - 1, -1)


class ToSite(_Iterator):
    """The destination of the move that is being made, or the site that a flood fill or a region looks at."""

    spellings = ("to",)
    is_site = True
    says = "the target {.site}"


class BetweenSite(_Iterator):
    """A site that the move passes over, or that lies between others."""

    spellings = ("between",)
    is_site = True
    says = "the {.site} between"


class SiteIterator(_Iterator):
    """The site of an iteration."""

    spellings = ("site",)
    is_site = True
    says = "that {.site}"


class LevelIterator(_Iterator):
    """The level of an iteration."""

    spellings = ("level",)
    says = "that level"
    needs = frozenset({Need.STACKING})


class ValueIterator(_Iterator):
    """The value of an iteration."""

    spellings = ("value",)
    says = "that value"


class PlayerIterator(_Iterator):
    """The player of an iteration."""

    spellings = ("player",)
    says = "that player"


class PipsIterator(_Iterator):
    """The pips of the die that is being used."""

    spellings = ("pips",)
    says = "the number on the die"


class TrackIterator(_Iterator):
    """The track of an iteration, by its number on the board."""

    spellings = ("track",)
    says = "that track"


class HintIterator(_Iterator):
    """The hint of the region that a constraint looks at."""

    spellings = ("hint",)
    says = "the hint"


class HintAt(IntLudeme):
    """The value of the first hint that begins at a site; -1 if there is none."""

    spellings = ("hint",)
    says = "the hint of {at:site}"
    reads = NOTHING
    site_type: SiteType
    at: IntLudeme = named()

    def emit(self, c: Context) -> IntLike:
        hint: IntLike = -1
        site = self.at.emit(c)
        for sites, value in reversed(c.model.puzzle.hints.get(self.site_type.value, ())):
            hint = c.s.select(site == sites[0], -1 if value is None else value, hint)
        return hint


class EdgeIterator(_Iterator):
    """The edge of an iteration."""

    spellings = ("edge",)
    says = "that edge"


class EdgeBetween(IntLudeme):
    """The first edge that joins two vertices; -1 if none does."""

    spellings = ("edge",)
    says = "the edge between {first:site} and {second:site}"
    reads = NOTHING
    first: IntLudeme
    second: IntLudeme

    def emit(self, c: Context) -> IntLike:
        topology, s = c.model.topology, c.s
        a, b = self.first.emit(c), self.second.emit(c)
        ends: dict[int, dict[int, int]] = {v: {} for v in range(c.model.count("Vertex"))}
        for edge, (x, y) in enumerate(topology.edge_vertices):
            ends[x].setdefault(y, edge)
            ends[y].setdefault(x, edge)
        if isinstance(a, int) and isinstance(b, int):
            return ends.get(a, {}).get(b, -1)
        result = s.var(-1)
        neighbours, edges = (
            s.rows([list(row) for row in ends.values()]),
            s.rows([list(row.values()) for row in ends.values()]),
        )

        def look(i: IntLike) -> None:
            s.if_(neighbours.at(i) == b, lambda: result.set(edges.at(i)))

        s.if_((a >= 0) & (a < len(ends)), lambda: s.for_range(neighbours.start(a), neighbours.start(a + 1), look))
        return result.get()
