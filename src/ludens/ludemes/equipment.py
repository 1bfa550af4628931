"""The equipment beside boards: pieces, hands, dice, cards, maps, hints (manual: equipment)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement

from ludens.ludemes.clauses import Flips
from ludens.rules import limits
from ludens.rules.base import NOTHING, Ludeme, Need, named, positional
from ludens.rules.categories import IntLudeme, ItemLudeme, MovesLudeme
from ludens.rules.enums import (
    CardType,
    CompassDirection,
    LandmarkType,
    RoleType,
    RotationalDirection,
    SiteType,
    SpatialDirection,
    StepType,
)
from ludens.rules.naming import NewMap, NewPiece
from ludens.rules.state.model import CardFace, Component

#: the walk that a domino lies along, two cells by two for each half
DOMINO_WALK = tuple("FRFRFLFLFRFRF")


class ComponentItem(ItemLudeme):
    """A kind of piece of the equipment."""

    reads = NOTHING

    @property
    def owner(self) -> RoleType:
        """Whose piece it is; `Each`: there is one for each player."""
        raise NotImplementedError(type(self).__name__)

    def component(self) -> Component:
        """What the model knows of the piece, but for its number, its owner and its final name."""
        raise NotImplementedError(type(self).__name__)


class Piece(ComponentItem):
    """A piece; one for each player unless a role says whose it is."""

    spellings = ("piece",)
    says = "the {name:piece}[ of {role}]"
    name: NewPiece
    role: RoleType | None = None
    facing: CompassDirection | RotationalDirection | SpatialDirection | None = None
    flips: Flips | None = None
    moves: MovesLudeme | None = None
    max_state: int | None = named(None)
    max_count: int | None = named(None)
    max_value: int | None = named(None)

    @property
    def owner(self) -> RoleType:
        return self.role or RoleType.Each

    def component(self) -> Component:
        return Component(
            name=self.name,
            facing=self.facing.value if self.facing else None,
            moves=self.moves,
            flips=(self.flips.first, self.flips.second) if self.flips else None,
            max_count=self.max_count or 1,
            max_state=self.max_state or 0,
            max_value=self.max_value or 0,
            item=self,
        )


class Die(ComponentItem):
    """A die used as a piece; it is never rolled."""

    spellings = ("die",)
    says = "a die {name:plain} with {num_faces} faces"
    needs = frozenset({Need.STOCHASTIC})
    name: NewPiece
    role: RoleType
    num_faces: int = named()
    facing: CompassDirection | RotationalDirection | SpatialDirection | None = None
    moves: MovesLudeme | None = None

    @property
    def owner(self) -> RoleType:
        return self.role

    def component(self) -> Component:
        facing = self.facing.value if self.facing else None
        return Component(name=self.name, facing=facing, moves=self.moves, item=self)


class Path(Ludeme):
    """A connection inside a tile, from side to side."""

    spellings = ("path",)
    says = "a path from side {from_} to side {to}"
    from_: int = named()
    slots_from: int = named(0)
    to: int = named()
    slots_to: int = named(0)
    colour: int = named()


class Tile(ComponentItem):
    """A tile; with a walk it is a large piece, with paths it connects sides."""

    spellings = ("tile",)
    says = "the tile {name:plain}[ of {role}]"
    name: NewPiece
    role: RoleType | None = None
    shape: tuple[StepType, ...] | tuple[tuple[StepType, ...], ...] | None = None
    num_sides: int | None = named(None)
    slots_: tuple[int, ...] | None = named(None, group="slots")
    slots_per_side: int | None = named(None, group="slots")
    paths: tuple[Path, ...] | None = None
    flips: Flips | None = None
    moves: MovesLudeme | None = None
    max_state: int | None = named(None)
    max_count: int | None = named(None)
    max_value: int | None = named(None)

    @property
    def walks(self) -> tuple[tuple[str, ...], ...]:
        """The walks as step letters; a single walk is one of several."""
        if not self.shape:
            return ()
        if isinstance(self.shape[0], tuple):
            return tuple(tuple(step.value for step in walk) for walk in self.shape)
        return (tuple(step.value for step in self.shape),)

    @property
    def owner(self) -> RoleType:
        return self.role or RoleType.Shared

    def component(self) -> Component:
        return Component(
            name=self.name,
            moves=self.moves,
            flips=(self.flips.first, self.flips.second) if self.flips else None,
            walks=self.walks,
            max_count=self.max_count or 1,
            max_state=self.max_state or 0,
            max_value=self.max_value or 0,
            item=self,
        )


class Domino(ComponentItem):
    """One domino, by its two values."""

    spellings = ("domino",)
    says = "a domino with {value} and {value2}"
    name: NewPiece
    role: RoleType
    value: int = named()
    value2: int = named()
    moves: MovesLudeme | None = None

    @property
    def owner(self) -> RoleType:
        return self.role

    def component(self) -> Component:
        return replace(_domino(self.name, self.value, self.value2), moves=self.moves, item=self)


class Dominoes(ItemLudeme):
    """A set of dominoes, from double blank up."""

    spellings = ("dominoes",)
    says = "a set of dominoes[ up to {up_to}]"
    reads = NOTHING
    up_to: int = named(6)

    def check(self) -> None:
        limits.within(self, self.up_to, 0, limits.DOMINO_VALUE, "the largest value of dominoes")

    @property
    def num_pairs(self) -> int:
        return (self.up_to + 1) * (self.up_to + 2) // 2

    def components(self) -> list[Component]:
        """All dominoes, by their values; a double has the same twice."""
        pairs = combinations_with_replacement(range(self.up_to + 1), 2)
        return [_domino(f"Domino{low}{high}", low, high) for low, high in pairs]


def _domino(name: str, first: int, second: int) -> Component:
    return Component(name=name, walks=(DOMINO_WALK,), values=(first, second), is_domino=True)


class CardData(Ludeme):
    """One kind of card of a deck."""

    spellings = ("card",)
    says = "the {type}"
    type: CardType
    rank: int = named()
    value: int = named()
    trump_rank: int | None = named(None)
    trump_value: int | None = named(None)
    biased: int | None = named(None)

    def face(self, deck: int, suit: int) -> CardFace:
        """The card of that suit, in the deck of that number."""
        trump_rank = self.rank if self.trump_rank is None else self.trump_rank
        trump_value = self.value if self.trump_value is None else self.trump_value
        return CardFace(deck, suit, self.rank, self.value, trump_rank, trump_value)


class Card(ComponentItem):
    """A single card outside a deck."""

    spellings = ("card",)
    says = "the {type} {name:plain}"
    needs = frozenset({Need.CARD})
    name: NewPiece
    role: RoleType
    type: CardType
    rank: int = named()
    value: int = named()
    trump_rank: int = named()
    trump_value: int = named()
    suit: int = named()
    moves: MovesLudeme | None = None
    max_state: int | None = named(None)
    max_count: int | None = named(None)
    max_value: int | None = named(None)

    @property
    def owner(self) -> RoleType:
        return self.role

    def component(self) -> Component:
        return Component(
            name=self.name,
            moves=self.moves,
            max_count=self.max_count or 1,
            max_state=self.max_state or 0,
            max_value=self.max_value or 0,
            item=self,
        )


class Hand(ItemLudeme):
    """Sites that belong to a player, beside the board."""

    spellings = ("hand",)
    says = "a hand for {role}[{size!~1} with {size} places]"
    reads = NOTHING
    needs = frozenset({Need.CELL})
    role: RoleType
    size: int = named(1)

    def check(self) -> None:
        limits.within(self, self.size, 0, limits.HAND_SITES, "sites of a hand")


class Deck(ItemLudeme):
    """A deck of cards, shuffled when the game starts."""

    spellings = ("deck",)
    says = "a deck of cards[ for {role}]"
    reads = NOTHING
    needs = frozenset({Need.CARD, Need.CELL})
    role: RoleType | None = None
    cards_by_suit: int = named(13)
    suits: int = named(4)
    cards: tuple[CardData, ...] | None = None

    def check(self) -> None:
        limits.within(self, self.num_cards, 0, limits.COMPONENTS, "cards of a deck")

    @property
    def num_cards(self) -> int:
        return max(self.suits, 0) * max(len(self.cards) if self.cards else self.cards_by_suit, 0)

    def faces(self, number: int) -> list[CardFace]:
        """The cards suit by suit, where this is the deck of that number."""
        suits = range(1, self.suits + 1)
        if self.cards:
            return [card.face(number, suit) for suit in suits for card in self.cards]
        return [CardFace(number, suit, n, n, n, n) for suit in suits for n in range(1, self.cards_by_suit + 1)]


class Dice(ItemLudeme):
    """Dice that are rolled together."""

    spellings = ("dice",)
    says = "[{num~1}one die|{num} dice|one die] with [{d}|{faces}|6] faces"
    reads = NOTHING
    needs = frozenset({Need.STOCHASTIC, Need.NOT_ALL_PASS, Need.STATE, Need.CELL})
    d: int | None = named(None)
    faces: tuple[int, ...] | None = named(None, group="faces")
    faces_by_die: tuple[tuple[int, ...], ...] | None = named(None, group="faces")
    from_: int | None = named(None, group="faces")
    role: RoleType | None = None
    num: int = named()
    biased: tuple[int, ...] | None = named(None)

    def check(self) -> None:
        limits.within(self, self.num, 0, limits.DICE, "dice")
        if self.faces_by_die is not None:
            limits.within(self, len(self.faces_by_die), 1, limits.DICE, "lists of faces")
        rows = [self.faces or (), *(self.faces_by_die or ())]
        for faces in (self.d or 0, *map(len, rows)):
            limits.within(self, faces, 0, limits.FACES, "faces of a die")

    def faces_of(self, die: int) -> tuple[int, ...]:
        """The values of a die's faces, by position."""
        if self.faces_by_die is not None:
            return self.faces_by_die[min(die, len(self.faces_by_die) - 1)]
        if self.faces is not None:
            return self.faces
        first = 1 if self.from_ is None else self.from_
        return tuple(range(first, first + self.num_faces))

    @property
    def num_faces(self) -> int:
        if self.d is not None:
            return self.d
        faces = self.faces or (self.faces_by_die[0] if self.faces_by_die else ())
        return len(faces) or 6


class Pair(Ludeme):
    """An entry of a map: a key and its value."""

    spellings = ("pair",)
    says = "{key} to {value}"
    key: IntLudeme | RoleType | str
    value: IntLudeme | RoleType | str | LandmarkType


class Map(ItemLudeme):
    """A table from keys to values, by name."""

    spellings = ("map",)
    says = "a map[ {name}]"
    reads = NOTHING
    name: NewMap | None = None
    pairs: tuple[Pair, ...] | None = positional(None, group="content")
    keys: tuple[IntLudeme, ...] | None = positional(None, group="content")
    values: tuple[IntLudeme, ...] | None = None


class Hint(Ludeme):
    """A hint of a deduction puzzle: sites and a value."""

    spellings = ("hint",)
    says = "the hint {value}"
    sites: tuple[int, ...] | int
    value: int | None = None

    @property
    def clue(self) -> tuple[tuple[int, ...], int | None]:
        """The sites, however many, and the value."""
        return (self.sites if isinstance(self.sites, tuple) else (self.sites,)), self.value


class Hints(ItemLudeme):
    """The hints of a deduction puzzle."""

    spellings = ("hints",)
    says = "hints"
    reads = NOTHING
    label: str | None = None
    hints: tuple[Hint, ...]
    site_type: SiteType | None = None
