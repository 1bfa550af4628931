"""Graphics metadata: how a game is drawn (spec 1, section 7.2 and appendix B; spec 11).

The classes hold what is written; the renderer reads their fields.
"""

from __future__ import annotations

from enum import Enum

from ludens.ludemes.base import (
    Ludeme,
    named,
    positional,
)
from ludens.ludemes.categories import IntLudeme, SitesLudeme
from ludens.ludemes.enums import RelationType, RoleType, SiteType, SuitType

# --- enumerations


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


class ColourName(Enum):
    """A colour that has a name."""

    White = "White"
    Black = "Black"
    Grey = "Grey"
    LightGrey = "LightGrey"
    VeryLightGrey = "VeryLightGrey"
    DarkGrey = "DarkGrey"
    VeryDarkGrey = "VeryDarkGrey"
    Dark = "Dark"
    Red = "Red"
    Green = "Green"
    Blue = "Blue"
    Yellow = "Yellow"
    Pink = "Pink"
    Cyan = "Cyan"
    Brown = "Brown"
    DarkBrown = "DarkBrown"
    VeryDarkBrown = "VeryDarkBrown"
    Purple = "Purple"
    Magenta = "Magenta"
    Turquoise = "Turquoise"
    Orange = "Orange"
    LightOrange = "LightOrange"
    LightRed = "LightRed"
    DarkRed = "DarkRed"
    Burgundy = "Burgundy"
    LightGreen = "LightGreen"
    DarkGreen = "DarkGreen"
    LightBlue = "LightBlue"
    VeryLightBlue = "VeryLightBlue"
    DarkBlue = "DarkBlue"
    IceBlue = "IceBlue"
    Gold = "Gold"
    Silver = "Silver"
    Bronze = "Bronze"
    GunMetal = "GunMetal"
    HumanLight = "HumanLight"
    HumanDark = "HumanDark"
    Cream = "Cream"
    DeepPurple = "DeepPurple"
    PinkFloyd = "PinkFloyd"
    BlackSabbath = "BlackSabbath"
    KingCrimson = "KingCrimson"
    TangerineDream = "TangerineDream"
    BabyBlue = "BabyBlue"
    LightTan = "LightTan"
    Hidden = "Hidden"


RGBA: dict[str, tuple[int, ...]] = {
    "White": (255, 255, 255, 255),
    "Black": (0, 0, 0, 255),
    "Grey": (150, 150, 150, 255),
    "LightGrey": (200, 200, 200, 255),
    "VeryLightGrey": (230, 230, 230, 255),
    "DarkGrey": (100, 100, 100, 255),
    "VeryDarkGrey": (50, 50, 50, 255),
    "Dark": (30, 30, 30, 255),
    "Red": (255, 0, 0, 255),
    "Green": (0, 200, 0, 255),
    "Blue": (0, 127, 255, 255),
    "Yellow": (255, 245, 0, 255),
    "Pink": (255, 0, 255, 255),
    "Cyan": (0, 255, 255, 255),
    "Brown": (139, 69, 19, 255),
    "DarkBrown": (101, 67, 33, 255),
    "VeryDarkBrown": (50, 33, 16, 255),
    "Purple": (127, 0, 127, 255),
    "Magenta": (255, 0, 255, 255),
    "Turquoise": (0, 127, 127, 255),
    "Orange": (255, 127, 0, 255),
    "LightOrange": (255, 191, 0, 255),
    "LightRed": (255, 127, 127, 255),
    "DarkRed": (127, 0, 0, 255),
    "Burgundy": (63, 0, 0, 255),
    "LightGreen": (127, 255, 127, 255),
    "DarkGreen": (0, 127, 0, 255),
    "LightBlue": (127, 191, 255, 255),
    "VeryLightBlue": (205, 234, 237, 255),
    "DarkBlue": (0, 0, 127, 255),
    "IceBlue": (183, 226, 228, 255),
    "Gold": (212, 175, 55, 255),
    "Silver": (192, 192, 192, 255),
    "Bronze": (205, 127, 50, 255),
    "GunMetal": (44, 53, 57, 255),
    "HumanLight": (204, 182, 140, 255),
    "HumanDark": (108, 86, 60, 255),
    "Cream": (255, 255, 230, 255),
    "DeepPurple": (127, 0, 127, 255),
    "PinkFloyd": (255, 75, 150, 255),
    "BlackSabbath": (0, 0, 32, 255),
    "KingCrimson": (220, 20, 60, 255),
    "TangerineDream": (242, 133, 0, 255),
    "BabyBlue": (127, 191, 255, 255),
    "LightTan": (250, 200, 100, 255),
    "Hidden": (0, 0, 0, 0),
}
"""Red, green, blue and opacity of each named colour."""


# --- colours and the root


class GraphicsItem(Ludeme):
    """A wish of how something is drawn."""


class Graphics(Ludeme):
    """How the game is drawn."""

    spellings = ("graphics",)
    content: tuple[GraphicsItem, ...] | GraphicsItem

    @property
    def listed(self) -> tuple[GraphicsItem, ...]:
        return self.content if isinstance(self.content, tuple) else (self.content,)


class Colour(Ludeme):
    """A colour: by name, as `"#rrggbb"`, or as red, green, blue and opacity."""

    spellings = ("colour",)
    name: ColourName | None = positional(None, group="colour")
    code: str | None = positional(None, group="colour")
    red: int | None = positional(None, group="colour")
    green: int | None = None
    blue: int | None = None
    opacity: int = 255

    @property
    def rgba(self) -> tuple[int, ...]:
        if self.name is not None:
            return RGBA[self.name.value]
        if self.code is not None:
            digits = self.code.lstrip("#")
            return (*(int(digits[i : i + 2], 16) for i in (0, 2, 4)), 255)
        return (self.red or 0, self.green or 0, self.blue or 0, self.opacity)


# --- items


class AdversarialPuzzle(GraphicsItem):
    """Whether the game is a puzzle that somebody sets."""

    spellings = ("adversarialPuzzle",)
    value: bool = True


class BoardColour(GraphicsItem):
    """The colour of a part of the board."""

    spellings = ("board Colour",)
    part: BoardGraphicsType
    colour: Colour


class BoardPlacement(GraphicsItem):
    """Size and place of the board."""

    spellings = ("board Placement",)
    scale: float = named(1.0)
    offset_x: float = named(0.0)
    offset_y: float = named(0.0)


class BoardCurvature(GraphicsItem):
    """How far curved edges bend."""

    spellings = ("board Curvature",)
    curvature: float


class BoardStyle(GraphicsItem):
    """How the board is drawn."""

    spellings = ("board Style",)
    style: ContainerStyleType
    replace_components_with_filled_cells: bool = named(False)


class BoardStyleThickness(GraphicsItem):
    """The thickness of lines of the board."""

    spellings = ("board StyleThickness",)
    part: BoardGraphicsType
    thickness: float


class BoardCheckered(GraphicsItem):
    """Whether the board is checkered."""

    spellings = ("board Checkered",)
    value: bool = True


class BoardGround(GraphicsItem):
    """A picture under or over the board."""

    spellings = ("board Background", "board Foreground", "board Hidden")
    image: str | None = named(None)
    fill_colour: Colour | None = named(None)
    edge_colour: Colour | None = named(None)
    scale: float = named(1.0)
    scale_x: float = named(1.0)
    scale_y: float = named(1.0)
    rotation: int = named(0)
    offset_x: float = named(0.0)
    offset_y: float = named(0.0)


class DrawHint(GraphicsItem):
    """Where a hint is drawn in a cell."""

    spellings = ("drawHint",)
    kind: PuzzleDrawHintType


class HandPlacement(GraphicsItem):
    """Size and place of a hand."""

    spellings = ("hand Placement",)
    role: RoleType
    scale: float = named(1.0)
    offset_x: float = named(0.0)
    offset_y: float = named(0.0)
    vertical: bool = named(False)


class HiddenImage(GraphicsItem):
    """The picture of a hidden piece."""

    spellings = ("hiddenImage",)
    image: str


class HintLocation(GraphicsItem):
    """Where hints belong."""

    spellings = ("hintLocation",)
    kind: PuzzleHintLocationType


class Hide(GraphicsItem):
    """Something that is not drawn."""

    spellings = ("no Board", "no Animation", "no Sunken", "no HandScale", "no Curves", "no MaskedColour", "no DicePips")
    value: bool = True


class PieceColour(GraphicsItem):
    """The colours of pieces."""

    spellings = ("piece Colour",)
    role: RoleType | None = None
    name: str | None = None
    container: int | None = named(None)
    state: int | None = named(None)
    value: int | None = named(None)
    fill_colour: Colour | None = named(None)
    stroke_colour: Colour | None = named(None)
    secondary_colour: Colour | None = named(None)


class PieceRotate(GraphicsItem):
    """By how many degrees pieces are turned."""

    spellings = ("piece Rotate",)
    role: RoleType | None = None
    name: str | None = None
    container: int | None = named(None)
    state: int | None = named(None)
    value: int | None = named(None)
    degrees: int = named()


class PieceScale(GraphicsItem):
    """The size of pieces."""

    spellings = ("piece Scale",)
    role: RoleType | None = None
    name: str | None = None
    container: int | None = named(None)
    state: int | None = named(None)
    value: int | None = named(None)
    scale: float | None = None
    scale_x: float | None = named(None)
    scale_y: float | None = named(None)


class PieceStyle(GraphicsItem):
    """How pieces are drawn."""

    spellings = ("piece Style",)
    role: RoleType | None = None
    name: str | None = None
    style: ComponentStyleType


class PieceName(GraphicsItem):
    """Which picture pieces have."""

    spellings = ("piece Rename", "piece ExtendName", "piece AddStateToName", "piece Hidden")
    precedence = 1  # `(piece Hidden)` hides the piece, and no more
    role: RoleType | None = None
    piece: str | None = named(None)
    container: int | None = named(None)
    state: int | None = named(None)
    value: int | None = named(None)
    name: str | None = None


class PieceFamilies(GraphicsItem):
    """The families of pictures to choose from."""

    spellings = ("piece Families",)
    families: tuple[str, ...]


class PieceGround(GraphicsItem):
    """A picture under or over pieces."""

    spellings = ("piece Background", "piece Foreground", "piece Hidden")
    role: RoleType | None = None
    name: str | None = None
    container: int | None = named(None)
    state: int | None = named(None)
    value: int | None = named(None)
    image: str | None = named(None)
    text: str | None = named(None)
    fill_colour: Colour | None = named(None)
    edge_colour: Colour | None = named(None)
    scale: float = named(1.0)
    scale_x: float = named(1.0)
    scale_y: float = named(1.0)
    rotation: int = named(0)
    offset_x: float = named(0.0)
    offset_y: float = named(0.0)


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


class RegionColour(GraphicsItem):
    """The colour of a region."""

    spellings = ("region Colour",)
    region: str | None = None
    role: RoleType | None = None
    site_kind: SiteType | None = None
    listed: tuple[int, ...] | int | None = None
    sites: SitesLudeme | None = None
    region_site_type: SiteType | None = named(None)
    colour: Colour | None = None
    scale: float = named(1.0)


class Show(GraphicsItem):
    """Something that is drawn."""

    spellings = (
        "show Pits",
        "show PlayerHoles",
        "show LocalStateHoles",
        "show RegionOwner",
        "show Cost",
        "show Hints",
        "show EdgeDirections",
        "show PossibleMoves",
        "show CurvedEdges",
        "show StraightEdges",
    )
    value: bool = True


class ShowPiece(GraphicsItem):
    """Shows the state or the value of pieces."""

    spellings = ("show Piece",)
    data: ShowComponentDataType
    role: RoleType | None = None
    name: str | None = None
    location: ValueLocationType | None = None
    offset_image: bool = named(False)
    value_outline: bool = named(False)
    scale: float = named(1.0)
    offset_x: float = named(0.0)
    offset_y: float = named(0.0)


class ShowCheck(GraphicsItem):
    """Shows that a piece is in check."""

    spellings = ("show Check",)
    role: RoleType | None = None
    name: str | None = None


class ShowScore(GraphicsItem):
    """When the score is shown."""

    spellings = ("show Score",)
    when: WhenScoreType | None = None
    role: RoleType | None = None
    score: IntLudeme | None = None
    suffix: str | None = None


class ShowHoles(GraphicsItem):
    """Draws sites as holes."""

    spellings = ("show AsHoles", "show SiteIndex")
    indices: tuple[int, ...]
    hole: HoleType


class ShowSites(GraphicsItem):
    """Shows the numbers of sites."""

    spellings = ("show AsHoles", "show SiteIndex")
    site_kind: SiteType | None = None
    additional: int | None = None


class ShowSymbol(GraphicsItem):
    """Draws a picture or a text on sites."""

    spellings = ("show Symbol",)
    image: str | None = None
    text: str | None = named(None)
    region: str | None = None
    role: RoleType | None = None
    site_kind: SiteType | None = None
    listed: tuple[int, ...] | int | None = None
    sites: SitesLudeme | None = None
    part: BoardGraphicsType | None = None
    fill_colour: Colour | None = named(None)
    edge_colour: Colour | None = named(None)
    scale: float = named(1.0)
    scale_x: float = named(1.0)
    scale_y: float = named(1.0)
    rotation: int = named(0)
    offset_x: float = named(0.0)
    offset_y: float = named(0.0)


class ShowLine(GraphicsItem):
    """Draws lines between sites."""

    spellings = ("show Line",)
    lines: tuple[tuple[int, ...], ...]
    site_kind: SiteType | None = None
    style: LineStyle | None = None
    colour: Colour | None = None
    scale: float = named(1.0)
    curve: tuple[float, ...] | None = named(None)
    curve_type: CurveType | None = None


class ShowEdges(GraphicsItem):
    """Draws edges."""

    spellings = ("show Edges",)
    kind: EdgeType | None = None
    relation: RelationType | None = None
    connection: bool = named(False)
    style: LineStyle | None = None
    colour: Colour | None = None


class StackStyle(GraphicsItem):
    """How stacks are drawn."""

    spellings = ("stackType",)
    role: RoleType | None = None
    name: str | None = None
    index: int | None = None
    site_kind: SiteType | None = None
    sites: tuple[int, ...] | None = named(None, group="where")
    site: int | None = named(None, group="where")
    state: int | None = named(None)
    value: int | None = named(None)
    kind: PieceStackType
    scale: float | None = None
    limit: int | None = named(None)


class SuitRanking(GraphicsItem):
    """The suits of cards, lowest first."""

    spellings = ("suitRanking",)
    suits: tuple[SuitType, ...]
