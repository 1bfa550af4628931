"""What all schemas are built of: their base classes, and types of fields that occur in several."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

MAX_PLAYERS = 16
MAX_OPTIONS = 64
MAX_LABEL = 200

#: a short text without control characters, line breaks, or characters that change the direction of what follows
Label = Annotated[
    str,
    Meta(
        max_length=MAX_LABEL,
        pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*\Z",
        title="short text",
    ),
]
#: what a page may mark a message with, to find the direct answer by
Mark: TypeAlias = bool | int | float | Label | None
Natural = Annotated[int, Meta(ge=0, le=(1 << 31) - 1)]
Seed = Annotated[int, Meta(ge=0, le=(1 << 63) - 1, description="decides what chance and the agents draw")]
Options = Annotated[
    tuple[Label, ...], Meta(max_length=MAX_OPTIONS, description="options and rulesets, as `Heading/Item`")
]
PlayerNames = Annotated[
    tuple[Label, ...],
    Meta(max_length=MAX_PLAYERS, description="who plays, from player 1 on: `human`, or an agent such as `uct:1s`"),
]


def doc(text: str) -> Meta:
    """The description of a field, for the reference."""
    return Meta(description=text)


class Incoming(Struct):
    """What a client sends; fields that are not known are ignored, so that newer pages may send more."""


class Outgoing(Struct, forbid_unknown_fields=True):
    """What the server sends; whoever reads it strictly, as tests do, finds no field that is not declared."""
