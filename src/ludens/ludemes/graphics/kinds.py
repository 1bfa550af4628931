"""The enumerations of the graphics."""

from __future__ import annotations

from enum import Enum


class BoardGraphicsType(Enum):
    """A part of the drawn board."""

    InnerEdges = "InnerEdges"
    OuterEdges = "OuterEdges"
    Phase0 = "Phase0"
    Phase1 = "Phase1"
    Phase2 = "Phase2"
    Phase3 = "Phase3"
    Phase4 = "Phase4"
    Phase5 = "Phase5"
    Symbols = "Symbols"
    InnerVertices = "InnerVertices"
    OuterVertices = "OuterVertices"


class ComponentStyleType(Enum):
    """How a component is drawn."""

    Piece = "Piece"
    Text = "Text"
    Tile = "Tile"
    Card = "Card"
    Die = "Die"
    Domino = "Domino"
    LargePiece = "LargePiece"
    ExtendedShogi = "ExtendedShogi"
    ExtendedXiangqi = "ExtendedXiangqi"
    NativeAmericanDice = "NativeAmericanDice"


class ContainerStyleType(Enum):
    """How a container is drawn."""

    Board = "Board"
    Hand = "Hand"
    Deck = "Deck"
    Dice = "Dice"
    Boardless = "Boardless"
    ConnectiveGoal = "ConnectiveGoal"
    Mancala = "Mancala"
    PenAndPaper = "PenAndPaper"
    Shibumi = "Shibumi"
    Spiral = "Spiral"
    Isometric = "Isometric"
    Puzzle = "Puzzle"
    Backgammon = "Backgammon"
    Chess = "Chess"
    Connect4 = "Connect4"
    Go = "Go"
    Graph = "Graph"
    HoundsAndJackals = "HoundsAndJackals"
    Janggi = "Janggi"
    Lasca = "Lasca"
    Shogi = "Shogi"
    SnakesAndLadders = "SnakesAndLadders"
    Surakarta = "Surakarta"
    Table = "Table"
    Tafl = "Tafl"
    Xiangqi = "Xiangqi"
    UltimateTicTacToe = "UltimateTicTacToe"
    Futoshiki = "Futoshiki"
    Hashi = "Hashi"
    Kakuro = "Kakuro"
    Sudoku = "Sudoku"


class CurveType(Enum):
    """A kind of curve."""

    Spline = "Spline"
    Bezier = "Bezier"


class EdgeType(Enum):
    """A kind of edge."""

    All = "All"
    Inner = "Inner"
    Outer = "Outer"
    Interlayer = "Interlayer"


class HoleType(Enum):
    """The shape of a hole."""

    Square = "Square"
    Oval = "Oval"


class LineStyle(Enum):
    """How a line is drawn."""

    Thin = "Thin"
    Thick = "Thick"
    ThinDotted = "ThinDotted"
    ThickDotted = "ThickDotted"
    ThinDashed = "ThinDashed"
    ThickDashed = "ThickDashed"
    Hidden = "Hidden"


class PieceStackType(Enum):
    """How a stack is drawn."""

    Default = "Default"
    Ground = "Ground"
    GroundDynamic = "GroundDynamic"
    Reverse = "Reverse"
    Fan = "Fan"
    FanAlternating = "FanAlternating"
    None_ = "None"
    Backgammon = "Backgammon"
    Count = "Count"
    DefaultAndCount = "DefaultAndCount"
    CountColoured = "CountColoured"
    Ring = "Ring"
    TowardsCenter = "TowardsCenter"


class PuzzleDrawHintType(Enum):
    """Where a hint is drawn in a cell."""

    Default = "Default"
    TopLeft = "TopLeft"
    NextTo = "NextTo"
    None_ = "None"


class PuzzleHintLocationType(Enum):
    """Where hints belong."""

    Default = "Default"
    BetweenVertices = "BetweenVertices"


class ShowComponentDataType(Enum):
    """What is shown of a component."""

    State = "State"
    Value = "Value"


class ValueLocationType(Enum):
    """Where a value is shown."""

    None_ = "None"
    CornerLeft = "CornerLeft"
    CornerRight = "CornerRight"
    Top = "Top"
    Middle = "Middle"


class WhenScoreType(Enum):
    """When the score is shown."""

    Always = "Always"
    Never = "Never"
    AtEnd = "AtEnd"
