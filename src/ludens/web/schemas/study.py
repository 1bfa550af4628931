"""Studies: what a page asks of one, what it is told, and the bodies of requests about them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from ludens.study.tree import COLOURS, LONGEST_COMMENT, MOST_MARKS
from ludens.web.schemas.base import MAX_PLAYERS, Incoming, Label, Natural, Options, Outgoing, PlayerNames, doc

MAX_PLACED = 20_000
_Site = Annotated[str, Meta(max_length=16, title="a site, as in the scene")]
_Small = Annotated[int, Meta(ge=-(1 << 31), le=(1 << 31) - 1)]
Work = Literal["review", "puzzles"]


class DrawnMark(Incoming):
    """An arrow, or a ring where there is no origin."""

    site: _Site
    origin: _Site | None = None
    colour: Annotated[Label, doc(", ".join(COLOURS))] = "green"


class NodePly(Outgoing, rename={"from_": "from"}):
    """The ply that led to a position."""

    player: Annotated[int, doc("0 stands for all at once")]
    name: str
    from_: str | None
    to: str | None


class ChoiceInfo(Outgoing):
    """One of the best moves, and how it would go on."""

    name: str
    value: Annotated[float, doc("from 0 to 1, for who moves")]
    line: list[str]


class EvaluationInfo(Outgoing):
    """What a review says of a position."""

    player: Annotated[int, doc("who moves")]
    value: Annotated[float, doc("from 0 to 1, for who moves")]
    unit: Annotated[str, doc("`wins`, `points`, `estimate`, or `end` where the game is over there")]
    iterations: int
    moves: Annotated[list[ChoiceInfo], doc("the best ones")]


class NodeInfo(Outgoing):
    """A position of the tree."""

    id: int
    parent: int | None
    children: Annotated[list[int], doc("what follows, the main line first")]
    ply: NodePly | None
    comment: str
    glyph: str
    marks: list[dict[str, Any]]
    evaluation: EvaluationInfo | None
    judgement: Annotated[str, doc("what a review says of the move; empty before it")]
    lost: Annotated[float | None, doc("how much of the chance to win the move gave away")]


class PuzzleInfo(Outgoing):
    """A position with a win that one move alone begins, which is proved."""

    node: int
    ply: int
    player: int
    turns: int
    solution: list[str]
    found: Annotated[bool, doc("whether that move was made in the game")]


class Progress(Outgoing):
    """How far a review, or the search for puzzles, is."""

    on: bool
    done: int
    total: int


# --- requests over HTTP


class PlacedPiece(Incoming):
    """A piece on a site; the pieces of a stack in turn, from below."""

    site: _Site
    piece: Annotated[Natural, doc("the number of the component")]
    owner: Annotated[Natural | None, doc("by default the component's")] = None
    count: Natural = 1
    state: Annotated[_Small | None, doc("by default as at the start")] = None
    rotation: _Small | None = None
    value: _Small | None = None


class Arrangement(Incoming):
    """A position set up by hand."""

    placed: Annotated[tuple[PlacedPiece, ...], Meta(max_length=MAX_PLACED)]
    mover: Natural = 1
    next: Natural | None = None
    dice: Annotated[tuple[Annotated[tuple[Natural, ...], Meta(max_length=100)], ...], Meta(max_length=100)] = ()
    scores: Annotated[tuple[_Small, ...], Meta(max_length=MAX_PLAYERS)] = ()
    phases: Annotated[
        tuple[Label, ...], Meta(max_length=MAX_PLAYERS), doc("of each player; by default as they are")
    ] = ()
    hidden: Annotated[
        tuple[Annotated[tuple[_Site, ...], Meta(max_length=MAX_PLACED)], ...] | None,
        doc("the sites that are hidden from each player; by default as they are"),
    ] = None
    keep: Annotated[bool, doc("begin the study anew with this position")] = False


class PaletteEntry(Outgoing):
    """A piece that can be put on the board."""

    piece: int
    name: str
    owner: int
    symbol: Annotated[str, doc("of the scene")]


class PieceInfo(Outgoing):
    """A piece on a site, as `PlacedPiece` has it."""

    site: str
    piece: int
    owner: int | None
    count: int
    state: int | None
    rotation: int | None
    value: int | None


class Arranged(Outgoing):
    """A position set up by hand, as far as the game can hold it."""

    placed: list[PieceInfo]
    mover: int
    next: int | None
    dice: list[list[int]]
    scores: list[int]
    phases: Annotated[list[str], doc("the phase of each player; empty where there is one only")]
    hidden: Annotated[
        list[list[str]] | None, doc("the sites hidden from each player; null where the rules hide nothing")
    ]
    pieces: Annotated[dict[str, Any] | None, doc("as of `ludens.render.scene.pieces`; null where nothing can be drawn")]
    problem: Annotated[str | None, doc("why it is no position of this game; null where it is one")]
    palette: list[PaletteEntry]
    faces: Annotated[list[list[list[int]]], doc("what each die of each set may show")]
    stacks: Annotated[bool, doc("whether pieces stand on each other")]
    counts: Annotated[bool, doc("whether a site holds several pieces of a kind as a number")]
    phase_choices: Annotated[list[list[str]], doc("the phases that each player may be in")]


class OpenStudy(Incoming):
    """A new study: of a table, or of a game of the library or a description, from its start or from a file."""

    table: Annotated[Label | None, doc("the id of a table, or of another study")] = None
    game: Label | None = None
    text: Annotated[str | None, doc("a description")] = None
    options: Options | None = None
    file: Annotated[str | None, doc("a trial, a study in JSON, or a file of the game such as PGN or SGF")] = None

    def __post_init__(self) -> None:
        if self.file is None and sum(one is not None for one in (self.table, self.game, self.text)) != 1:
            raise ValueError("one of table, game and text is wanted")


class TryHere(Incoming):
    """A new table that goes on from the current position of a study."""

    players: PlayerNames | None = None


# --- the page's messages over the WebSocket: see `client`; the server's: see `server`

Node = Annotated[Natural, doc("the number of a position of the tree")]
CommentText = Annotated[str, Meta(max_length=LONGEST_COMMENT)]
Marks = Annotated[tuple[DrawnMark, ...], Meta(max_length=MOST_MARKS)]
