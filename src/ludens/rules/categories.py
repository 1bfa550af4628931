"""The categories of ludemes: what each is emitted as, and the constants that a description writes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from ludens.rules.base import NOTHING, Ludeme
from ludens.rules.generation.candidates import Sink
from ludens.rules.generation.piece_sets import PieceSet
from ludens.rules.generation.single import Footprint, Single
from ludens.rules.state.context import Context
from ludens.rules.state.fields.declaration import Element
from ludens.rules.state.fields.links import Relation
from ludens.rules.state.metarules import MetaRules
from ludens.rules.state.regions import IntList, Region
from ludens.rules.state.sets import WordSet, satisfying
from ludens.stage import BoolLike, IntLike, RealLike
from ludens.stage.lanes import NotUniform


class IntLudeme(Ludeme):
    """An integer, of 32 bits."""

    called = "an integer"

    def emit(self, c: Context) -> IntLike:
        raise NotImplementedError(type(self).__name__)

    def emit_up_to(self, c: Context, most: int) -> IntLike:
        """The integer where it is less than `most`, else any that is not: what counts may stop there."""
        return self.emit(c)


class BooleanLudeme(Ludeme):
    """A condition."""

    called = "a condition"

    def emit(self, c: Context) -> BoolLike:
        raise NotImplementedError(type(self).__name__)

    def holding(self, c: Context, count: int, names: Sequence[str]) -> WordSet | None:
        """Those of the sites 0 .. count-1 for which it holds where they are bound to these iterators.

        None where that is not known for all of them at once.
        """
        return satisfying(c, count, lambda site: self.emit(c.bind(**dict.fromkeys(names, site))))

    def keep(self, c: Context, relations: dict[object, Relation]) -> None:
        """Have what it asks of connected pieces kept in the state, in games that only ever put pieces down."""


class FloatLudeme(Ludeme):
    """A number with a fraction."""

    called = "a number"

    def emit(self, c: Context) -> RealLike:
        raise NotImplementedError(type(self).__name__)


class SitesLudeme(Ludeme):
    """A region: a set of sites, enumerated in ascending order (manual: regions 1.1)."""

    called = "a region"
    goes_through = True

    def emit(self, c: Context) -> Region:
        raise NotImplementedError(type(self).__name__)

    def contains(self, c: Context, site: IntLike) -> BoolLike:
        """Whether the region holds a site; False for a negative one."""
        return self.emit(c).contains(site)


class IntsLudeme(Ludeme):
    """An array of integers, in order."""

    called = "an array of integers"
    goes_through = True

    def emit(self, c: Context) -> IntList:
        raise NotImplementedError(type(self).__name__)


class RangeLudeme(Ludeme):
    """A range of integers, both ends included."""

    called = "a range"

    def emit(self, c: Context) -> tuple[IntLike, IntLike]:
        raise NotImplementedError(type(self).__name__)


class DirectionLudeme(Ludeme):
    """A set of directions; see `ludens.ludemes.directions`."""

    called = "a direction"


class MovesLudeme(Ludeme):
    """A generator of moves: pushes each to the sink (manual: moves 2)."""

    called = "moves"

    def emit(self, c: Context, sink: Sink) -> None:
        raise NotImplementedError(type(self).__name__)

    def spread(self, c: Context, sink: Sink, herd: PieceSet) -> None:
        """Push the moves of all pieces of a herd at once, in any order; `emit` pushes those of the piece on `from`.

        Raises NotUniform where that is not possible.
        """
        raise NotUniform

    def possible(self, c: Context, herd: PieceSet) -> BoolLike:
        """Whether some piece of a set has a move, for all at once; then what `emit` pushes need not be searched.

        Raises NotUniform where that is not possible.
        """
        raise NotUniform

    def parts(self) -> Sequence[MovesLudeme] | None:
        """For fusing: the generators whose moves these are, in order, or () where one move at most is found.

        None (the default) where applying one move might change what the next ones are.
        """
        return None

    @property
    def draws_alone(self) -> bool:
        """Whether `draw` draws, in order, the random numbers that finding the moves and no more would draw."""
        return "rng" not in self.all_writes

    def draw(self, c: Context) -> None:
        """Draw what finding the moves draws, without finding them; only where `draws_alone`."""

    @property
    def draws_for_each(self) -> bool:
        """Whether random numbers may be drawn for each move that is found, not only once before moves are found."""
        parts = [child for child in self.children() if child is not getattr(self, "then", None)]
        return "rng" in self.writes or any("rng" in child.all_writes for child in parts)

    def touched(self, c: Context) -> Sequence[Element] | None:
        """The elements of the state's fields that applying the moves may change, `rng` apart; None: not known."""
        return None

    #: whether its decisions put pieces down, and never move one or take one away
    only_adds: ClassVar[bool] = False

    #: whether the order in which its moves for several sites are applied matters
    in_order: ClassVar[bool] = False

    @property
    def ordered(self) -> bool:
        """Whether the order in which its moves, or those of an effect in it, are applied for several sites matters."""
        return self.in_order or any(child.ordered for child in self.children() if isinstance(child, MovesLudeme))

    def footprint(self, c: Context) -> Footprint | None:
        """Where its moves belong; None where that is not known, or where they have consequents."""
        return None

    def single(self, c: Context) -> Single | None:
        """What is known of its move, where it has one at most and nothing else about it depends on play."""
        return None

    def movable(self, c: Context, names: Sequence[str]) -> WordSet | None:
        """The sites for which there is a move where they are bound to these iterators, all found at once, if it can."""
        return None

    def emit_each(self, c: Context, region: Region, sink: Sink) -> bool:
        """Push the moves for each site of a region, bound to (site) and (to), all at once; False where it cannot."""
        return False

    def at_once(self, c: Context) -> Callable[[Sink], object] | None:
        """Pushes the moves to a sink that applies each where it is found, in any order, which makes no difference.

        None where that is not known.
        """
        return None

    @property
    def decision(self) -> bool:
        """Whether this is the decision form `(move ...)` of the ludeme."""
        return self.spelling.startswith("move ") or self.spelling == "move"


class NonDecision(MovesLudeme):
    """Stands in annotations for any generator but the forms `(move ...)`, `(apply ...)` and `(random ...)`."""

    called = "an effect"
    #: the keywords of decisions and of what takes them apart
    left_out: ClassVar[frozenset[str]] = frozenset({"move", "apply", "random"})


class DimLudeme(IntLudeme):
    """An integer that may be part of the board's construction: a literal, or arithmetic on such integers."""

    called = "an integer of the board"


class GraphLudeme(Ludeme):
    """A graph: the ground of a board."""

    called = "a graph"

    def build(self) -> Any:
        raise NotImplementedError(type(self).__name__)


class ItemLudeme(Ludeme):
    """An item of the equipment."""

    called = "an item of the equipment"


class StartRuleLudeme(Ludeme):
    """A rule of the starting position, applied at once (`play.placement.place_act`)."""

    called = "a start rule"

    def emit(self, c: Context) -> None:
        raise NotImplementedError(type(self).__name__)

    def placed(self, c: Context) -> int:
        """How many pieces it puts down, as the reference reckons: its count on each of its sites."""
        return 1

    def given(self, c: Context) -> Mapping[int, int] | None:
        """How many pieces it gives each player; None where that is not known before play."""
        return None


class MetaRuleLudeme(Ludeme):
    """A rule about rules."""

    called = "a meta rule"

    def apply(self, rules: MetaRules) -> MetaRules:
        """The rules about rules, with this one."""
        raise NotImplementedError(type(self).__name__)


class EndRuleLudeme(Ludeme):
    """A rule that ends the game."""

    called = "an end rule"

    def emit(self, c: Context) -> None:
        raise NotImplementedError(type(self).__name__)


class ResultLudeme(Ludeme):
    """What an end rule gives."""

    called = "a result"

    def emit(self, c: Context, *, fallback: bool = False) -> None:
        raise NotImplementedError(type(self).__name__)


class IntConstant(DimLudeme):
    """An integer literal."""

    reads = NOTHING
    value: int

    def emit(self, c: Context) -> IntLike:
        return self.value


class BooleanConstant(BooleanLudeme):
    """`True` or `False`."""

    reads = NOTHING
    value: bool

    def emit(self, c: Context) -> BoolLike:
        return self.value


class FloatConstant(FloatLudeme):
    """A number literal, in single precision."""

    reads = NOTHING
    value: float

    def emit(self, c: Context) -> RealLike:
        return self.value
