"""What a process for descriptions is asked, and what it answers beside what clients are told."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from ludens.language import LudError
from ludens.web.schemas.errors import DescriptionError

JobName = Literal["check", "prove", "warm", "picture", "symmetries"]


class Job(Struct, tag=True):
    """What is asked for; the name is that of the description's file, where it comes from one."""

    job: JobName
    text: str
    options: list[str]
    name: str


class ChooseAgent(Struct, frozen=True, tag=True):
    """Let agents play for who plays a game best, for about so many seconds, unless that is known.

    Answered by whether they did. `solving` has a small game solved instead.
    """

    text: str
    options: tuple[str, ...]
    name: str
    seconds: float
    solving: bool


class ReadDraft(Struct, frozen=True, tag=True):
    """Read a draft, and keep it for what is asked next; answered by a CheckReport."""

    text: str
    options: tuple[str, ...]


class DrawDraft(Struct, frozen=True, tag=True):
    """Compile the draft and draw its start; answered by Drawn."""


class DoubtDraft(Struct, frozen=True, tag=True):
    """Look for what is allowed in the draft and can hardly be meant; answered by Doubts."""


class MeasureDraft(Struct, frozen=True, tag=True):
    """Play games of the draft for about so many seconds; answered by Numbers of all games so far.

    `against` is the report of another version that they are compared with.
    """

    seconds: float
    against: str | None = None


class Explore(Struct, frozen=True, tag=True):
    """Follow moves from the start of a game, whose symmetries carry the sites so; answered by a SeenPosition."""

    text: str
    options: tuple[str, ...]
    play: tuple[str, ...]
    images: tuple[tuple[int, ...], ...]


class CountPositions(Struct, frozen=True, tag=True):
    """The positions that a trial comes to; answered by a list of Reached."""

    text: str
    options: tuple[str, ...]
    trial: str
    images: tuple[tuple[int, ...], ...]


class Outcome(Struct):
    """The errors that a description turned out to have."""

    errors: list[DescriptionError] = []


class Images(Struct):
    """Of each symmetry of a game that leaves the players where they are, where it carries the sites."""

    sites: list[list[int]] = []


DraftStep: TypeAlias = ReadDraft | DrawDraft | DoubtDraft | MeasureDraft


def errors_of(error: Exception) -> list[DescriptionError]:
    """An error and those told with it; lines and columns count from 1, the end is exclusive."""
    if not isinstance(error, LudError):
        return [_describe(LudError(str(error)))]
    return [_describe(one) for one in (error, *error.related)]


def _describe(error: LudError) -> DescriptionError:
    span = error.span
    line, column = span.source.locate(span.start) if span else (1, 1)
    end_line, end_column = span.source.locate(max(span.end, span.start + 1)) if span else (1, 2)
    return DescriptionError(
        line=line,
        column=column,
        end_line=end_line,
        end_column=end_column,
        message=error.message,
        hint=error.hint,
        severity=error.severity,
    )
