"""Rows of the database as values; what a row holds is checked, so that a damaged one costs its table and no other."""

from __future__ import annotations

import re
from typing import Annotated, NamedTuple, TypeVar

import msgspec
from msgspec import Meta

T = TypeVar("T", bound="SessionRow | PlyRow | StudyRow | PartyRow | ChatRow")
Natural = Annotated[int, Meta(ge=0, lt=1 << 53)]


class SessionRow(NamedTuple):
    """How a session was opened, and how it stands."""

    name: str
    key: str
    text: str
    options: str
    players: str
    rng: Annotated[bytes, Meta(min_length=8, max_length=8)]
    paused: Natural
    cursor: Natural


class PlyRow(NamedTuple):
    """A ply; its moves are a JSON list."""

    number: Natural
    moves: str
    choices: Natural
    trial: str
    player: Natural
    name: str
    from_ref: str | None
    to_ref: str | None
    ms: Natural


class StudyRow(NamedTuple):
    """The position that a session began with, and the tree of a study; both may be empty."""

    start: bytes
    study: bytes


class PartyRow(NamedTuple):
    """The people of a session as JSON, when the next flag falls, and since when the clock runs."""

    party: bytes
    deadline: float | None
    began: float | None


class ChatRow(NamedTuple):
    """What somebody said, as JSON."""

    line: bytes


class DamagedRow(Exception):
    """A row does not hold what it should; the message says what is wrong."""


def checked(row: object, kind: type[T]) -> T:
    """A row as its kind has it. Raises DamagedRow."""
    try:
        return msgspec.convert(row, kind, builtin_types=[bytes])
    except msgspec.ValidationError as error:
        column = re.search(r" - at `\$\[(\d+)\]`", str(error))
        message = str(error)[: column.start()] if column else str(error)
        place = kind._fields[int(column[1])] if column else "the row"
        raise DamagedRow(f"{place}: {message.replace('`', '')}") from None


def texts(column: str) -> tuple[str, ...]:
    """A JSON list of texts. Raises DamagedRow."""
    try:
        return msgspec.json.decode(column, type=tuple[str, ...])
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise DamagedRow(f"a list of texts: {error}") from None


def numbers(column: str) -> tuple[int, ...]:
    """A JSON list of numbers from 0. Raises DamagedRow."""
    try:
        return msgspec.json.decode(column, type=tuple[Natural, ...])
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise DamagedRow(f"a list of numbers: {error}") from None
