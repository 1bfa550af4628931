"""The clauses that moves are described with: from, to, between, apply, piece (manual: moves 4)."""

from __future__ import annotations

from ludens import board
from ludens.board.directions import is_facing, ordinal
from ludens.board.topology import RELATIONS, Topology
from ludens.language import LudError
from ludens.ludemes.arguments import whether
from ludens.rules.base import NOTHING, Ludeme, Need, named
from ludens.rules.categories import (
    BooleanLudeme,
    IntLudeme,
    IntsLudeme,
    MovesLudeme,
    NonDecision,
    RangeLudeme,
    SitesLudeme,
)
from ludens.rules.enums import AbsoluteDirection, SiteType
from ludens.rules.generation.candidates import Sink
from ludens.rules.generation.single import Footprint, Single
from ludens.rules.naming import NameOfPiece
from ludens.rules.state.components import named_index
from ludens.rules.state.context import Context
from ludens.rules.state.regions import IntList
from ludens.stage import BoolLike, IntLike


class Apply(MovesLudeme):
    """An effect, possibly under a condition; its reader may use the two apart (manual: moves 4)."""

    spellings = ("apply",)
    says = (
        "[{!if_}{effect~IfMoves}{effect.condition~IsEnemy}{effect.condition.who~Who}"
        "{effect.condition.who.at~ToSite}{effect.moves~RemovePieces}{effect.moves.where~ToSite}{!effect.otherwise}"
        "capturing any enemy piece there|{!if_}{effect~RemovePieces}{effect.where~BetweenSite}{!effect.then}"
        "capturing it|{!if_}{effect~RemovePieces}{effect.where~ToSite}{!effect.then}capturing what stands there|"
        "{!if_}and {effect}|and if {if_}, {effect}]"
    )
    reads = NOTHING
    if_: BooleanLudeme | None = named(None)
    effect: NonDecision | None = None

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return frozenset({Need.KEPT_ACTIONS}) if self.effect is not None else frozenset()

    def holds(self, c: Context) -> BoolLike:
        return whether(c, self.if_, True)

    def emit(self, c: Context, sink: Sink) -> None:
        effect = self.effect
        if effect is not None:
            c.s.if_(self.holds(c), lambda: effect.emit(c, sink))

    def parts(self) -> list[MovesLudeme] | None:
        return [self.effect] if self.effect is not None else []

    def footprint(self, c: Context) -> Footprint | None:
        return self.effect.footprint(c) if self.effect is not None and self.if_ is None else None

    def single(self, c: Context) -> Single | None:
        return self.effect.single(c) if self.effect is not None and self.if_ is None else None


class Rotations(IntsLudeme):
    """Rotation numbers of absolute directions."""

    spellings = ("rotations",)
    says = "facing {directions}"
    needs = frozenset({Need.ROTATION})
    reads = NOTHING
    directions: AbsoluteDirection | tuple[AbsoluteDirection, ...]

    def emit(self, c: Context) -> IntList:
        topology, kind = c.model.topology, c.model.default_site
        supported = topology.supported_directions(kind, "All")
        unit = len(supported) // max(topology.num_sides, 1) or 1
        directions = self.directions if isinstance(self.directions, tuple) else (self.directions,)
        names = [n for d in directions for n in _members(topology, kind, d.value)]
        return IntList(c, list(dict.fromkeys(ordinal(n) // unit for n in names)))


class From(Ludeme):
    """The origin of a move: a site or a region, and conditions on it."""

    spellings = ("from",)
    says = "[{where:one}|a {.site}][ for which {if_}]"
    reads = NOTHING
    site_type: SiteType | None = None
    where: SitesLudeme | IntLudeme | None = None
    level: IntLudeme | None = named(None)
    if_: BooleanLudeme | None = named(None)

    def holds(self, c: Context) -> BoolLike:
        return whether(c, self.if_, True)

    @property
    def type(self) -> board.SiteType | None:
        return self.site_type.value if self.site_type else None


class To(Ludeme):
    """The destination of a move: a site or a region, conditions on it, and an effect."""

    spellings = ("to",)
    says = (
        "[ to {where:one}][{!where}{if_~IsEmpty}{if_.at~ToSite} to an empty {.site}|, provided that {if_}][, {apply}]"
    )
    reads = NOTHING
    site_type: SiteType | None = None
    where: SitesLudeme | IntLudeme | None = None
    level: IntLudeme | None = named(None)
    rotations: Rotations | None = None
    if_: BooleanLudeme | None = named(None)
    apply: Apply | None = None

    def holds(self, c: Context) -> BoolLike:
        return whether(c, self.if_, True)

    @property
    def type(self) -> board.SiteType | None:
        return self.site_type.value if self.site_type else None


class Between(Ludeme):
    """What lies between origin and destination."""

    spellings = ("between",)
    says = "over [{range} ]{.sites}[ for which {if_}][, {apply}]"
    reads = NOTHING
    before: IntLudeme | None = named(None)
    range: RangeLudeme | None = None
    after: IntLudeme | None = named(None)
    if_: BooleanLudeme | None = named(None)
    trail: IntLudeme | None = named(None)
    apply: Apply | None = None


class PieceChoice(Ludeme):
    """The component or components that a move puts down."""

    spellings = ("piece",)
    says = (
        "[{which~Mover}a piece of yours|{which~Next}a piece of {.Next}|{which~Arithmetic}the piece numbered {which}|"
        "{which:a own piece}][ in state {state}]"
    )
    reads = NOTHING
    which: NameOfPiece | IntLudeme | tuple[NameOfPiece, ...] | tuple[IntLudeme, ...]
    state: IntLudeme | None = named(None)

    def check(self) -> None:
        if self.which == ():
            raise LudError("(piece ...) names no piece", self.node.span)

    def components(self, c: Context) -> list[IntLike]:
        """The component indices, in order; -1 for a name that nothing has."""
        items = self.which if isinstance(self.which, tuple) else (self.which,)
        return [named_index(c, item) if isinstance(item, str) else item.emit(c) for item in items]


class Flips(Ludeme):
    """Two states that a piece flips between."""

    spellings = ("flips",)
    says = "turns from state {first} to {second} and back"
    reads = NOTHING
    first: int
    second: int


def _members(topology: Topology, kind: board.SiteType, direction: str) -> tuple[str, ...]:
    """The facings of a direction: itself, or those of a relation that occur on the board."""
    if is_facing(direction):
        return (direction,)
    return topology.supported_directions(kind, direction) if direction in RELATIONS else ()
