"""The enumerations of the language: closed sets of constants, by the names that descriptions use."""

from __future__ import annotations

from enum import Enum

from ludens import board


class SiteType(Enum):
    """A kind of board element."""

    _value_: board.SiteType
    Cell = "Cell"
    Edge = "Edge"
    Vertex = "Vertex"


class RoleType(Enum):
    """A player or a group of players, by its part in the game or the turn."""

    All = "All"
    Ally = "Ally"
    Each = "Each"
    Enemy = "Enemy"
    Friend = "Friend"
    Mover = "Mover"
    Neutral = "Neutral"
    Next = "Next"
    NonMover = "NonMover"
    P1 = "P1"
    P10 = "P10"
    P11 = "P11"
    P12 = "P12"
    P13 = "P13"
    P14 = "P14"
    P15 = "P15"
    P16 = "P16"
    P2 = "P2"
    P3 = "P3"
    P4 = "P4"
    P5 = "P5"
    P6 = "P6"
    P7 = "P7"
    P8 = "P8"
    P9 = "P9"
    Player = "Player"
    Prev = "Prev"
    Shared = "Shared"
    Team1 = "Team1"
    Team10 = "Team10"
    Team11 = "Team11"
    Team12 = "Team12"
    Team13 = "Team13"
    Team14 = "Team14"
    Team15 = "Team15"
    Team16 = "Team16"
    Team2 = "Team2"
    Team3 = "Team3"
    Team4 = "Team4"
    Team5 = "Team5"
    Team6 = "Team6"
    Team7 = "Team7"
    Team8 = "Team8"
    Team9 = "Team9"
    TeamMover = "TeamMover"


class AbsoluteDirection(Enum):
    """A direction of the board, or a class of them."""

    Adjacent = "Adjacent"
    All = "All"
    Angled = "Angled"
    Axial = "Axial"
    Base = "Base"
    CCW = "CCW"
    CW = "CW"
    D = "D"
    DE = "DE"
    DN = "DN"
    DNE = "DNE"
    DNW = "DNW"
    DS = "DS"
    DSE = "DSE"
    DSW = "DSW"
    DW = "DW"
    Diagonal = "Diagonal"
    Downward = "Downward"
    E = "E"
    ENE = "ENE"
    ESE = "ESE"
    In = "In"
    N = "N"
    NE = "NE"
    NNE = "NNE"
    NNW = "NNW"
    NW = "NW"
    OffDiagonal = "OffDiagonal"
    Orthogonal = "Orthogonal"
    Out = "Out"
    Rotational = "Rotational"
    S = "S"
    SE = "SE"
    SSE = "SSE"
    SSW = "SSW"
    SW = "SW"
    SameLayer = "SameLayer"
    Support = "Support"
    U = "U"
    UE = "UE"
    UN = "UN"
    UNE = "UNE"
    UNW = "UNW"
    US = "US"
    USE = "USE"
    USW = "USW"
    UW = "UW"
    Upward = "Upward"
    W = "W"
    WNW = "WNW"
    WSW = "WSW"


class RelativeDirection(Enum):
    """A direction relative to the way a piece faces."""

    BL = "BL"
    BLL = "BLL"
    BLLL = "BLLL"
    BR = "BR"
    BRR = "BRR"
    BRRR = "BRRR"
    Backward = "Backward"
    Backwards = "Backwards"
    FL = "FL"
    FLL = "FLL"
    FLLL = "FLLL"
    FR = "FR"
    FRR = "FRR"
    FRRR = "FRRR"
    Forward = "Forward"
    Forwards = "Forwards"
    Leftward = "Leftward"
    Leftwards = "Leftwards"
    OppositeDirection = "OppositeDirection"
    Rightward = "Rightward"
    Rightwards = "Rightwards"
    SameDirection = "SameDirection"


class CompassDirection(Enum):
    """A facing in the plane."""

    E = "E"
    ENE = "ENE"
    ESE = "ESE"
    N = "N"
    NE = "NE"
    NNE = "NNE"
    NNW = "NNW"
    NW = "NW"
    S = "S"
    SE = "SE"
    SSE = "SSE"
    SSW = "SSW"
    SW = "SW"
    W = "W"
    WNW = "WNW"
    WSW = "WSW"


class RotationalDirection(Enum):
    """A facing around the centre."""

    CCW = "CCW"
    CW = "CW"
    In = "In"
    Out = "Out"


class SpatialDirection(Enum):
    """A facing on a board with layers."""

    D = "D"
    DE = "DE"
    DN = "DN"
    DNE = "DNE"
    DNW = "DNW"
    DS = "DS"
    DSE = "DSE"
    DSW = "DSW"
    DW = "DW"
    U = "U"
    UE = "UE"
    UN = "UN"
    UNE = "UNE"
    UNW = "UNW"
    US = "US"
    USE = "USE"
    USW = "USW"
    UW = "UW"


class StackDirection(Enum):
    """The order in which the levels of a stack are read."""

    FromBottom = "FromBottom"
    FromTop = "FromTop"


class RelationType(Enum):
    """Kinds of neighbourhood."""

    Adjacent = "Adjacent"
    All = "All"
    Diagonal = "Diagonal"
    OffDiagonal = "OffDiagonal"
    Orthogonal = "Orthogonal"


class StepType(Enum):
    """A step of a walk: forward, turn left, turn right."""

    F = "F"
    L = "L"
    R = "R"


class ModeType(Enum):
    """How turns are organised."""

    Alternating = "Alternating"
    Simulation = "Simulation"
    Simultaneous = "Simultaneous"


class WhenType(Enum):
    """When an effect happens."""

    EndOfTurn = "EndOfTurn"
    StartOfTurn = "StartOfTurn"


class ResultType(Enum):
    """The outcome for a role."""

    Abandon = "Abandon"
    Crash = "Crash"
    Draw = "Draw"
    Loss = "Loss"
    Tie = "Tie"
    Win = "Win"


class RepetitionType(Enum):
    """What counts as a repeated position."""

    Positional = "Positional"
    PositionalInTurn = "PositionalInTurn"
    Situational = "Situational"
    SituationalInTurn = "SituationalInTurn"


class PassEndType(Enum):
    """What happens when everybody passes."""

    Draw = "Draw"
    NoEnd = "NoEnd"


class PrevType(Enum):
    """Whose previous turn."""

    Mover = "Mover"
    MoverLastTurn = "MoverLastTurn"


class StoreType(Enum):
    """Where a mancala board has its stores."""

    Inner = "Inner"
    None_ = "None"
    Outer = "Outer"


class CardType(Enum):
    """Ranks of cards."""

    Ace = "Ace"
    Eight = "Eight"
    Five = "Five"
    Four = "Four"
    Jack = "Jack"
    Joker = "Joker"
    King = "King"
    Nine = "Nine"
    Queen = "Queen"
    Seven = "Seven"
    Six = "Six"
    Ten = "Ten"
    Three = "Three"
    Two = "Two"


class SuitType(Enum):
    """Suits of cards."""

    Clubs = "Clubs"
    Diamonds = "Diamonds"
    Hearts = "Hearts"
    Spades = "Spades"


class DealableType(Enum):
    """What can be dealt."""

    Cards = "Cards"
    Dominoes = "Dominoes"


class LandmarkType(Enum):
    """Landmarks of the board."""

    BottomSite = "BottomSite"
    CentreSite = "CentreSite"
    FirstSite = "FirstSite"
    LastSite = "LastSite"
    LeftSite = "LeftSite"
    RightSite = "RightSite"
    Topsite = "Topsite"


class PuzzleElementType(Enum):
    """What a puzzle constraint ranges over."""

    Cell = "Cell"
    Edge = "Edge"
    Hint = "Hint"
    Vertex = "Vertex"


class HiddenData(Enum):
    """What may be hidden of a piece."""

    Count = "Count"
    Rotation = "Rotation"
    State = "State"
    Value = "Value"
    What = "What"
    Who = "Who"


class RegionTypeStatic(Enum):
    """Regions that the board has of itself."""

    AllDirections = "AllDirections"
    AllSites = "AllSites"
    Columns = "Columns"
    Corners = "Corners"
    Diagonals = "Diagonals"
    HintRegions = "HintRegions"
    Layers = "Layers"
    Regions = "Regions"
    Rows = "Rows"
    Sides = "Sides"
    SidesNoCorners = "SidesNoCorners"
    SubGrids = "SubGrids"
    Touching = "Touching"
    Vertices = "Vertices"


class RegionTypeDynamic(Enum):
    """Regions by what stands there."""

    Empty = "Empty"
    Enemy = "Enemy"
    NotEmpty = "NotEmpty"
    NotEnemy = "NotEnemy"
    NotOwn = "NotOwn"
    Own = "Own"


class LineOfSightType(Enum):
    """What a line of sight ends with."""

    Empty = "Empty"
    Farthest = "Farthest"
    Piece = "Piece"


class LastType(Enum):
    """Parts of the last move."""

    From = "From"
    LevelFrom = "LevelFrom"
    LevelTo = "LevelTo"
    To = "To"


class TilingBoardlessType(Enum):
    """Tilings of games without a board."""

    Hexagonal = "Hexagonal"
    Square = "Square"
    Triangular = "Triangular"


class TilingType(Enum):
    """Semi-regular tilings."""

    T31212 = "T31212"
    T333333_33434 = "T333333_33434"
    T33336 = "T33336"
    T33344 = "T33344"
    T33434 = "T33434"
    T3464 = "T3464"
    T3636 = "T3636"
    T4612 = "T4612"
    T488 = "T488"


class HexShapeType(Enum):
    """Shapes of hexagonal boards."""

    Diamond = "Diamond"
    Hexagon = "Hexagon"
    Limping = "Limping"
    NoShape = "NoShape"
    Prism = "Prism"
    Rectangle = "Rectangle"
    Square = "Square"
    Star = "Star"
    Triangle = "Triangle"


class TriShapeType(Enum):
    """Shapes of triangular boards."""

    Diamond = "Diamond"
    Hexagon = "Hexagon"
    Limping = "Limping"
    NoShape = "NoShape"
    Prism = "Prism"
    Rectangle = "Rectangle"
    Square = "Square"
    Star = "Star"
    Triangle = "Triangle"


class SquareShapeType(Enum):
    """Shapes of square boards."""

    Diamond = "Diamond"
    Limping = "Limping"
    NoShape = "NoShape"
    Rectangle = "Rectangle"
    Square = "Square"


class BrickShapeType(Enum):
    """Shapes of brick boards."""

    Diamond = "Diamond"
    Limping = "Limping"
    Prism = "Prism"
    Rectangle = "Rectangle"
    Spiral = "Spiral"
    Square = "Square"


class ConcentricShapeType(Enum):
    """Shapes of concentric boards."""

    Hexagon = "Hexagon"
    Square = "Square"
    Target = "Target"
    Triangle = "Triangle"


class DiagonalsType(Enum):
    """How the cells of a square board get diagonals."""

    Alternating = "Alternating"
    Concentric = "Concentric"
    Implied = "Implied"
    Radiating = "Radiating"
    Solid = "Solid"
    SolidNoSplit = "SolidNoSplit"


class CardSiteType(Enum):
    """Properties of a card."""

    Rank = "Rank"
    Suit = "Suit"
    TrumpRank = "TrumpRank"
    TrumpValue = "TrumpValue"
