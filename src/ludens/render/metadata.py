"""What a description says about its drawing, read from the tree of its metadata.

The metadata are hints: an item that cannot be understood is passed over, never an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ludens.language import Array, Clause, Node, String, Word
from ludens.render.colours import Colour, player_default, read_colour

_TWO_WORDS: Final = frozenset({"board", "piece", "player", "show", "no", "region", "hand"})


@dataclass(frozen=True)
class Item:
    """An item of the graphics: its kind ("board Style"), its unnamed arguments and its named ones."""

    kind: str
    arguments: tuple[Node, ...]
    named: dict[str, Node]

    def words(self) -> list[str]:
        """The bare words among the unnamed arguments."""
        return [a.text for a in self.arguments if isinstance(a, Word)]

    def strings(self) -> list[str]:
        return [a.text for a in self.arguments if isinstance(a, String)]

    def numbers(self) -> list[float]:
        """The numbers among the unnamed arguments."""
        return [n for w in self.words() if (n := _number(w)) is not None]

    def names(self) -> list[str]:
        """The words that are no numbers."""
        return [w for w in self.words() if _number(w) is None]

    def colour(self, name: str | None = None) -> Colour | None:
        """The first colour among the unnamed arguments, or the one with a name."""
        nodes = self.arguments if name is None else [self.named[name]] if name in self.named else []
        found = (read_colour(n) for n in nodes if isinstance(n, Clause) and n.keyword.lower() in ("colour", "color"))
        return next((c for c in found if c is not None), None)

    def number(self, name: str, default: float) -> float:
        """A named number."""
        node = self.named.get(name)
        value = _number(node.text) if isinstance(node, Word) else None
        return default if value is None else value

    def text(self, name: str) -> str | None:
        """A named string or word."""
        node = self.named.get(name)
        return node.text if isinstance(node, String | Word) else None

    def integers(self) -> list[int]:
        """The integers of the unnamed arguments, those of lists included."""
        flat = [e for a in self.arguments for e in (a.elements if isinstance(a, Array) else (a,))]
        found = [_number(n.text) for n in flat if isinstance(n, Word)]
        return [int(n) for n in found if n is not None and n == int(n)]

    @property
    def truth(self) -> bool:
        """The truth value that the item ends with; True if it has none."""
        return "False" not in self.words()

    @property
    def scales(self) -> tuple[float, float]:
        """The scale of both axes, from the named arguments."""
        both = self.number("scale", 1.0)
        if both != 1.0:
            return both, both
        return self.number("scaleX", 1.0), self.number("scaleY", 1.0)


class Graphics:
    """The graphics of a game, by what a drawing asks for: the first item that fits decides, in the text's order."""

    def __init__(self, metadata: Clause | None, num_players: int = 2, mover: int = 1) -> None:
        self.items = list(_items(metadata)) if metadata is not None else []
        self.num_players, self.mover = num_players, mover

    def of(self, kind: str) -> list[Item]:
        """The items of a kind, in order."""
        return [item for item in self.items if item.kind == kind]

    def first(self, kind: str) -> Item | None:
        return next((item for item in self.items if item.kind == kind), None)

    def flag(self, kind: str) -> bool:
        """Whether an item is there and says True."""
        item = self.first(kind)
        return item is not None and item.truth

    # --- the board

    @property
    def style(self) -> str | None:
        """The board's style, its first letter in upper case."""
        item = self.first("board Style")
        names = item.names() if item else []
        return names[0][0].upper() + names[0][1:] if names else None

    @property
    def fills_cells(self) -> bool:
        """Whether pieces fill their cells instead of standing on them."""
        item = self.first("board Style")
        node = item.named.get("replaceComponentsWithFilledCells") if item else None
        return isinstance(node, Word) and node.text == "True"

    def board_colour(self, part: str) -> Colour | None:
        return next((i.colour() for i in self.of("board Colour") if part in i.names() and i.colour()), None)

    def thickness(self, part: str) -> float:
        """By what the width of a part's lines is multiplied."""
        found = (i.numbers() for i in self.of("board StyleThickness") if part in i.names())
        return next((n[0] for n in found if n), 1.0)

    def edge_style(self, kind: str, relation: str) -> Item | None:
        """How edges (Inner or Outer) of a relation are drawn, if the metadata say it."""
        for item in self.of("show Edges"):
            words = set(item.names())
            types, relations = words & {"All", "Inner", "Outer", "Interlayer"}, words & _RELATIONS
            kind_fits = not types - {"All"} or kind in types
            relation_fits = not relations - {"All"} or relation in relations
            if kind_fits and (relation_fits or (relation == "Orthogonal" and "Adjacent" in relations)):
                return item
        return None

    # --- players and pieces

    def player_colour(self, index: int) -> Colour:
        for item in self.of("player Colour"):
            if any(self.role(w) == index for w in item.names()) and (colour := item.colour()):
                return colour
        return player_default(index, self.num_players)

    def player_name(self, index: int) -> str | None:
        found = (i for i in self.of("player Name") if any(self.role(w) == index for w in i.names()))
        return next((i.strings()[0] for i in found if i.strings()), None)

    def role(self, word: str) -> int | None:
        """The number of the owner that a role means; None for what is no role."""
        n = self.num_players
        fixed = {"Neutral": 0, "Shared": n + 1, "All": n + 1, "Each": n + 1, "Mover": self.mover}
        if word in fixed:
            return fixed[word]
        if word in ("Next", "Prev") and n:
            return self.mover % n + 1 if word == "Next" else (self.mover - 2) % n + 1
        return int(word[1:]) if word[:1] == "P" and word[1:].isdigit() else None

    def piece_items(self, kind: str, query: PieceQuery) -> Iterator[Item]:
        """The items of a kind that apply to a piece, in order."""
        return (item for item in self.of(kind) if self._applies(item, query))

    def _applies(self, item: Item, query: PieceQuery) -> bool:
        roles = [r for w in item.names() if (r := self.role(w)) is not None]
        if roles and query.owner not in roles:
            return False
        name = item.text("piece") or (None if kind_renames(item.kind) else next(iter(item.strings()), None))
        if name is not None and name not in (query.name, query.base):
            return False
        wanted = {"container": query.container, "state": query.state, "value": query.value}
        return all(item.number(k, v) == v for k, v in wanted.items())

    def piece_scale(self, query: PieceQuery) -> tuple[float, float]:
        """The factors for a piece's width and height, where two cell radii are 1."""
        item = next(self.piece_items("piece Scale", query), None)
        if item is None:
            return 0.9, 0.9
        both = next((n for n in item.numbers() if 0 <= n <= 100), 1.0)
        return (both, both) if both != 1.0 else item.scales

    def piece_colours(self, query: PieceQuery) -> tuple[Colour, Colour, Colour]:
        """Fill, edge and secondary colour of a piece, the last as "" where it is left to the fill."""
        item = next(self.piece_items("piece Colour", query), None)
        fill = (item and item.colour("fillColour")) or self.player_colour(query.owner)
        edge = (item and item.colour("strokeColour")) or "#000000"
        return fill, edge, (item and item.colour("secondaryColour")) or ""

    def piece_name(self, query: PieceQuery) -> str:
        """The name that a piece's picture is looked up by (without its family)."""
        name = query.base
        extended = next(self.piece_items("piece ExtendName", query), None)
        if extended:
            name += next(iter(extended.strings()), "")
        renamed = next(self.piece_items("piece Rename", query), None)
        if renamed:
            name = next(iter(renamed.strings()), "")
        if next(self.piece_items("piece AddStateToName", query), None):
            name += str(query.state)
        return name

    def piece_style(self, query: PieceQuery) -> str | None:
        item = next(self.piece_items("piece Style", query), None)
        names = [n for n in item.names() if self.role(n) is None] if item else []
        return names[0] if names else None

    def rotation(self, query: PieceQuery) -> float:
        item = next(self.piece_items("piece Rotate", query), None)
        return item.number("degrees", 0.0) if item else 0.0

    def stack(self, container: int, name: str, owner: int, site: int, state: int) -> tuple[str, float, int]:
        """How a stack is drawn: its type, its scale, and how many pieces a column has."""
        for item in self.of("stackType"):
            if self._stack_applies(item, container, name, owner, site, state):
                types = [w for w in item.names() if w in STACK_TYPES]
                floats = [float(w) for w in item.words() if "." in w and _number(w) is not None]
                return (types or ["Default"])[0], (floats or [1.0])[0], int(item.number("limit", 5))
        return "Default", 1.0, 5

    def _stack_applies(self, item: Item, container: int, name: str, owner: int, site: int, state: int) -> bool:
        roles = [r for w in item.names() if (r := self.role(w)) is not None]
        indices = [int(w) for w in item.words() if w.isdigit()]
        typed = next((n for n, w in enumerate(item.words()) if w in STACK_TYPES), 99)
        before = [int(w) for w in item.words()[:typed] if w.isdigit()]
        if (roles and owner not in roles) or (before and indices and container != before[0]):
            return False
        if item.strings() and item.strings()[0] not in (name, name.rstrip("0123456789")):
            return False
        if item.number("site", site) != site or item.number("state", state) != state:
            return False
        sites = item.named.get("sites")
        return not isinstance(sites, Array) or str(site) in [e.text for e in sites.elements if isinstance(e, Word)]


STACK_TYPES: Final = frozenset(
    [
        "Default",
        "Reverse",
        "Ground",
        "GroundDynamic",
        "Fan",
        "FanAlternating",
        "None",
        "Count",
        "CountColoured",
        "DefaultAndCount",
        "Backgammon",
        "Ring",
        "TowardsCenter",
    ]
)
_RELATIONS: Final = frozenset({"All", "Orthogonal", "Diagonal", "Adjacent", "OffDiagonal"})


@dataclass(frozen=True)
class PieceQuery:
    """What the metadata may ask about a piece."""

    name: str = ""
    base: str = ""
    owner: int = 0
    container: int = 0
    state: int = 0
    value: int = 0


def kind_renames(kind: str) -> bool:
    """Whether the string of an item of this kind is a new name and not the piece's."""
    return kind in ("piece Rename", "piece ExtendName")


def _items(metadata: Clause) -> Iterator[Item]:
    for node in _flat(metadata.arguments):
        if isinstance(node, Clause) and node.keyword == "graphics":
            for inner in _flat(node.arguments):
                if isinstance(inner, Clause):
                    yield _item(inner)


def _flat(nodes: Sequence[Node]) -> Iterator[Node]:
    for node in nodes:
        yield from _flat(node.elements) if isinstance(node, Array) else (node,)


def _item(clause: Clause) -> Item:
    arguments, kind = list(clause.arguments), clause.keyword
    if kind in _TWO_WORDS and arguments and isinstance(arguments[0], Word) and arguments[0].label is None:
        word = arguments.pop(0).text  # type: ignore[union-attr]
        kind += f" {word[:1].upper()}{word[1:]}"
    named = {a.label[0].lower() + a.label[1:]: a for a in arguments if a.label}
    return Item(kind, tuple(a for a in arguments if not a.label), named)


def _number(text: str) -> float | None:
    try:
        return float(text) if text[-1:].isdigit() or text[-1:] == "." else None
    except ValueError:
        return None
