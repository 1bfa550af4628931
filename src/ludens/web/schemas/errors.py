"""What goes wrong, as clients are told it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, UnsetType

from ludens.web.schemas.base import Outgoing, doc

Code = Literal[
    "illegal",
    "stale",
    "malformed",
    "limit",
    "agent",
    "unknown",
    "description",
    "trial",
    "study",
    "storage",
    "forbidden",
]
#: what each code says, for the reference
CODES: dict[Code, str] = {
    "illegal": "this cannot be done in this position",
    "stale": "the move is for another ply than the current one",
    "malformed": "the request is not of the form that is declared here; the message names the field",
    "limit": "a limit of the server has been reached, or a computation took too long",
    "agent": "this agent does not exist, does not play this game, or failed",
    "unknown": "there is no such thing, or the server failed",
    "description": "the description of the game has errors, which are listed",
    "trial": "the file cannot be read, or has a move that is not legal",
    "study": "this cannot be done with this study; the message says why",
    "storage": "the database cannot be read",
    "forbidden": "the request comes from another site, or to another name of this server, or is for others to make",
}


class TextEdit(Outgoing, rename={"start": "from", "end": "to"}):
    """Characters of a text that become others; places are offsets in units of UTF-16."""

    start: int
    end: int
    text: str


class TextFix(Outgoing):
    """What would mend an error, in words and as edits."""

    title: str
    edits: list[TextEdit]


class DescriptionError(Outgoing):
    """An error, a warning or a doubt in a description; lines and columns count from 1, the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int
    message: str
    hint: str | None
    severity: Annotated[Literal["error", "warning", "hint"], doc("only errors keep anybody from playing")]
    fixes: list[TextFix] = []


class ErrorInfo(Outgoing):
    """Why something is not done."""

    code: Annotated[Code, doc("for programs")]
    message: Annotated[str, doc("for people")]
    errors: Annotated[list[DescriptionError] | UnsetType, doc("with code `description`: all errors")] = UNSET
