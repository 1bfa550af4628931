"""Graphics of players, hands and cards, and of puzzles."""

from __future__ import annotations

from ludens.ludemes.graphics.colours import Colour
from ludens.ludemes.graphics.items import Flag, GraphicsItem
from ludens.ludemes.graphics.kinds import PuzzleDrawHintType, PuzzleHintLocationType
from ludens.rules.base import Number, named
from ludens.rules.enums import RoleType, SuitType


class PlayerColour(GraphicsItem):
    """The colour of a player."""

    spellings = ("player Colour",)
    role: RoleType
    colour: Colour


class PlayerName(GraphicsItem):
    """The name of a player."""

    spellings = ("player Name",)
    role: RoleType
    name: str


class HandPlacement(GraphicsItem):
    """Size and place of a hand."""

    spellings = ("hand Placement",)
    role: RoleType
    scale: Number = named(1.0)
    offset_x: Number = named(0.0)
    offset_y: Number = named(0.0)
    vertical: bool = named(False)


class NoHandScale(Flag):
    """Hands are drawn as large as the board's sites."""

    spellings = ("no HandScale",)


class NoAnimation(Flag):
    """Moves are not animated."""

    spellings = ("no Animation",)


class SuitRanking(GraphicsItem):
    """The suits of cards, lowest first."""

    spellings = ("suitRanking",)
    suits: tuple[SuitType, ...]


class AdversarialPuzzle(Flag):
    """The game is a puzzle although it has several players."""

    spellings = ("adversarialPuzzle",)


class DrawHint(GraphicsItem):
    """Where a hint is drawn in a cell."""

    spellings = ("drawHint",)
    kind: PuzzleDrawHintType


class HintLocation(GraphicsItem):
    """Where hints belong."""

    spellings = ("hintLocation",)
    kind: PuzzleHintLocationType
