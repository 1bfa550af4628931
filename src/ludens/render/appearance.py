"""The appearance of a game, from the metadata of its description."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from ludens.ludemes.graphics.board import BoardColour, BoardStyle, BoardStyleThickness
from ludens.ludemes.graphics.items import Flag, GraphicsItem, PieceItem, VariantItem
from ludens.ludemes.graphics.kinds import BoardGraphicsType, EdgeType
from ludens.ludemes.graphics.pieces import (
    PieceAddStateToName,
    PieceColour,
    PieceExtendName,
    PieceRename,
    PieceRotate,
    PieceScale,
    PieceStyle,
    StackStyle,
)
from ludens.ludemes.graphics.players import PlayerColour, PlayerName
from ludens.ludemes.graphics.shown import ShowEdges
from ludens.render.colours import Colour, player_default, shown
from ludens.rules.enums import RelationType, RoleType

Item = TypeVar("Item", bound=GraphicsItem)


@dataclass(frozen=True)
class PieceQuery:
    """The properties of a piece by which the metadata choose."""

    name: str = ""
    base: str = ""
    owner: int = 0
    container: int = 0
    state: int = 0
    value: int = 0


class Scaled(Protocol):
    """An item with a scale, or one for each axis."""

    @property
    def scale(self) -> float: ...
    @property
    def scale_x(self) -> float: ...
    @property
    def scale_y(self) -> float: ...


def axes(item: Scaled) -> tuple[float, float]:
    """The scales of both axes: one for both wins, if it is not 1."""
    return (item.scale, item.scale) if item.scale != 1.0 else (item.scale_x, item.scale_y)


class Appearance:
    """How a game looks: the first item that fits decides, in the text's order."""

    def __init__(self, items: Sequence[GraphicsItem] = (), num_players: int = 2, mover: int = 1) -> None:
        self.items = items
        self.num_players, self.mover = num_players, mover

    def of(self, kind: type[Item]) -> list[Item]:
        """The items of a class, in order."""
        return [item for item in self.items if isinstance(item, kind)]

    def first(self, kind: type[Item]) -> Item | None:
        return next((item for item in self.items if isinstance(item, kind)), None)

    def flag(self, kind: type[Flag]) -> bool:
        """Whether an item is there and says True."""
        item = self.first(kind)
        return item is not None and item.value

    # --- the board

    @property
    def style(self) -> str | None:
        """The board's style."""
        item = self.first(BoardStyle)
        return item.style.value if item else None

    @property
    def fills_cells(self) -> bool:
        """Whether pieces fill their cells instead of standing on them."""
        item = self.first(BoardStyle)
        return item is not None and item.replace_components_with_filled_cells

    def board_colour(self, part: BoardGraphicsType) -> Colour | None:
        return next((shown(item.colour) for item in self.of(BoardColour) if item.part is part), None)

    def thickness(self, part: BoardGraphicsType) -> float:
        """The factor for the width of a part's lines."""
        return next((item.thickness for item in self.of(BoardStyleThickness) if item.part is part), 1.0)

    def edge_style(self, kind: EdgeType, relation: RelationType) -> ShowEdges | None:
        """How edges (inner or outer ones) of a relation are drawn, if the metadata say so."""
        kinds, relations = {None, EdgeType.All, kind}, {None, RelationType.All, relation}
        if relation is RelationType.Orthogonal:
            relations.add(RelationType.Adjacent)
        fitting = (item for item in self.of(ShowEdges) if item.kind in kinds and item.relation in relations)
        return next(fitting, None)

    # --- players and pieces

    def player_colour(self, index: int) -> Colour:
        colours = (shown(item.colour) for item in self.of(PlayerColour) if self.owner(item.role) == index)
        return next(colours, None) or player_default(index, self.num_players)

    def player_name(self, index: int) -> str | None:
        return next((item.name for item in self.of(PlayerName) if self.owner(item.role) == index), None)

    def owner(self, role: RoleType | None) -> int | None:
        """The number of the owner that a role means; None for a role that means several."""
        n, word = self.num_players, "" if role is None else role.value
        if role is RoleType.Mover:
            return self.mover
        if role in (RoleType.Next, RoleType.Prev) and n:
            return self.mover % n + 1 if role is RoleType.Next else (self.mover - 2) % n + 1
        if role in (RoleType.Shared, RoleType.All, RoleType.Each):
            return n + 1
        return 0 if role is RoleType.Neutral else int(word[1:]) if word[1:].isdigit() and word[0] == "P" else None

    def piece_items(self, kind: type[Item], query: PieceQuery) -> Iterator[Item]:
        """The items of a class that apply to a piece, in order."""
        return (item for item in self.of(kind) if isinstance(item, PieceItem) and self._applies(item, query))

    def _applies(self, item: PieceItem, query: PieceQuery) -> bool:
        if self.owner(item.role) not in (None, query.owner) or item.piece not in (None, query.name, query.base):
            return False
        if not isinstance(item, VariantItem):
            return True
        conditions = ((item.container, query.container), (item.state, query.state), (item.value, query.value))
        return all(value in (None, own) for value, own in conditions)

    def _piece_item(self, kind: type[Item], query: PieceQuery) -> Item | None:
        return next(self.piece_items(kind, query), None)

    def piece_scale(self, query: PieceQuery) -> tuple[float, float]:
        """The factors for a piece's width and height, where two cell radii are 1."""
        item = self._piece_item(PieceScale, query)
        if item is None:
            return 0.9, 0.9
        if item.scale is not None and item.scale != 1.0:
            return item.scale, item.scale
        return 1.0 if item.scale_x is None else item.scale_x, 1.0 if item.scale_y is None else item.scale_y

    def piece_colours(self, query: PieceQuery) -> tuple[Colour, Colour, Colour]:
        """Fill, edge and secondary colour of a piece, the last as "" where it is left to the fill."""
        item = self._piece_item(PieceColour, query)
        fill, edge, second = (item.fill_colour, item.stroke_colour, item.secondary_colour) if item else (None,) * 3
        return (
            shown(fill) or self.player_colour(query.owner),
            shown(edge) or "#000000",
            shown(second) or "",
        )

    def piece_name(self, query: PieceQuery) -> str:
        """The name that a piece's picture is looked up by (without its family)."""
        name = query.base
        if extended := self._piece_item(PieceExtendName, query):
            name += extended.name or ""
        if renamed := self._piece_item(PieceRename, query):
            name = renamed.name or ""
        if self._piece_item(PieceAddStateToName, query):
            name += str(query.state)
        return name

    def piece_style(self, query: PieceQuery) -> str | None:
        item = self._piece_item(PieceStyle, query)
        return item.style.value if item else None

    def rotation(self, query: PieceQuery) -> float:
        item = self._piece_item(PieceRotate, query)
        return float(item.degrees) if item else 0.0

    def stack(self, container: int, name: str, owner: int, site: int, state: int) -> tuple[str, float, int]:
        """How a stack is drawn: its type, its scale, and how many pieces a column has."""
        for item in self.of(StackStyle):
            if self._stack_applies(item, container, name, owner, site, state):
                return item.kind.value, item.scale, item.limit
        return "Default", 1.0, 5

    def _stack_applies(self, item: StackStyle, container: int, name: str, owner: int, site: int, state: int) -> bool:
        return (
            self.owner(item.role) in (None, owner)
            and item.index in (None, container)
            and item.name in (None, name, name.rstrip("0123456789"))
            and item.site in (None, site)
            and item.state in (None, state)
            and (item.sites is None or site in item.sites)
        )
