"""What the editor is told of a draft while it is looked at: one message a line, as it is found."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Raw, UnsetType

from ludens.web.schemas.base import Incoming, Label, Options, Outgoing, doc
from ludens.web.schemas.errors import DescriptionError, ErrorInfo
from ludens.web.schemas.objects import AgentInfo, Option, Ruleset

#: the longest report that a page may send back
_MAX_REPORT = 1 << 16


Report = Annotated[
    str,
    Meta(max_length=_MAX_REPORT, description="the `report` of another version, which the numbers are compared with"),
]


class Design(Incoming):
    """A draft to be followed: read, compiled, drawn, and measured until the client leaves or all is known."""

    text: Annotated[str, doc("a description")]
    options: Options | None = None
    measured: Annotated[bool, doc("whether games are played for numbers")] = True
    against: Report | None = None


class Stage(Outgoing, tag="stage"):
    """What is being done from now on."""

    stage: Literal["compiling", "measuring"]


class CheckReport(Outgoing):
    """What is wrong with a description, and what it has as far as it can be read."""

    errors: list[DescriptionError] = []
    warnings: Annotated[list[DescriptionError], doc("slips that change nothing in the rules")] = []
    options: list[Option] = []
    rulesets: list[Ruleset] = []
    name: str | None = None
    players: Annotated[int | UnsetType, doc("only where there are no errors")] = UNSET
    agents: Annotated[list[AgentInfo] | UnsetType, doc("only where there are no errors")] = UNSET


class Checked(Outgoing, tag="checked"):
    """The draft has been read; where it has errors, nothing follows."""

    report: CheckReport


class DraftPiece(Outgoing):
    """A kind of pieces, and where they stand at the start."""

    name: str
    owner: int
    sites: Annotated[list[str], doc("by their labels; the first two hundred")]


class DraftFacts(Outgoing):
    """What a compiled draft has."""

    players: int
    sites: Annotated[int, doc("of the board")]
    pieces: list[DraftPiece]
    moves: Annotated[int, doc("that are legal at the start")]
    replies: Annotated[int | None, doc("legal moves after all of these together; null where there are too many")]
    again: Annotated[bool, doc("whether the first player moves again after their first move")]
    graphics: Annotated[list[str], doc("the ludemes of the metadata that say how it looks")]


class Drawn(Outgoing, tag="board"):
    """The start of the draft, or the errors that compiling it showed."""

    svg: str | UnsetType = UNSET
    facts: DraftFacts | UnsetType = UNSET
    errors: list[DescriptionError] = []


class Change(Outgoing):
    """How a measure differs from that of another version."""

    old: float
    difference: float
    low: Annotated[float, doc("the difference lies between these (95 %)")]
    high: float
    significant: bool


class Measure(Outgoing):
    """A measure of the games played so far, between `low` and `high` (95 %)."""

    name: str
    title: str
    value: float
    low: float
    high: float
    unit: str
    change: Change | None = None


class Unused(Outgoing):
    """A part of the description that has been of no use in all games so far, and where it begins."""

    line: int
    column: int
    message: str


class Numbers(Outgoing, tag="numbers"):
    """What the games played so far show; comes again and again."""

    games: int
    progress: Annotated[float, doc("from 0 to 1")]
    measures: list[Measure]
    report: Annotated[str, doc("to be sent back as `against` of another version")]
    unused: list[Unused] = []


class Refused(Outgoing, tag="refused"):
    """Why no more is done: a limit of the server, or of time."""

    error: ErrorInfo


class Doubts(Outgoing, tag="doubts"):
    """All that may be said against a draft without errors, in the place of the warnings that it was read with."""

    warnings: list[DescriptionError]


DraftEvent: TypeAlias = Stage | Checked | Drawn | Numbers | Doubts | Refused


class Template(Outgoing):
    """A small whole game to begin with."""

    name: str
    family: str
    description: str
    text: str


class Templates(Outgoing):
    """One game for every family of the library."""

    templates: list[Template]


class Ask(Incoming):
    """A question about a text that is being written, to the engine that also serves other editors (`ludens lsp`)."""

    ask: Literal[
        "completion", "hover", "signature", "format", "definition", "references", "rename", "outline", "tokens"
    ]
    text: Annotated[str, doc("a description, as far as it is written")]
    offset: Annotated[int, doc("a place in it, in units of UTF-16")] = 0
    name: Annotated[Label, doc("with `rename`, the new name")] = ""


class Answered(Outgoing):
    """The engine's answer, whose form is that of `ludens.lsp.answer`."""

    answer: Raw


class DraftFiles(Outgoing):
    """The drafts that are files of the server's owner."""

    folder: Annotated[str | None, doc("where they are; null where the server keeps none")]
    files: Annotated[list[str], doc("their names, without `.lud`")]


class DraftFile(Outgoing):
    """A draft in a file."""

    name: str
    text: str
    stamp: Annotated[str, doc("what the file is like now: to be sent back when it is saved")]


class SaveDraft(Incoming):
    """A draft to be saved as a file."""

    name: Annotated[Label, doc("without `.lud`")]
    text: str
    stamp: Annotated[Label, doc("the `stamp` of the file that it replaces; empty for a new one")] = ""
