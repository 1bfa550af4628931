"""What a page says over its WebSocket, read strictly: one class per kind of message."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from ludens.web.errors import ApiError
from ludens.web.limits import Limits

Scalar: TypeAlias = str | int | float | bool | None
_SEED_BITS = 63


@dataclass(frozen=True)
class Play:
    """Play the legal moves of these numbers at a ply: one, or one a player where they move at once."""

    ply: int
    moves: tuple[int, ...]


@dataclass(frozen=True)
class Look:
    """Show the position after so many plies."""

    ply: int


@dataclass(frozen=True)
class New:
    """Begin again, where wanted with other options, players or another seed."""

    options: tuple[str, ...] | None = None
    players: tuple[str, ...] | None = None
    seed: int | None = None


@dataclass(frozen=True)
class Seats:
    """Who plays from now on."""

    players: tuple[str, ...]


@dataclass(frozen=True)
class Analyse:
    """Begin or end the analysis of each position."""

    on: bool
    seconds: float | None = None


@dataclass(frozen=True)
class Simple:
    """A message without arguments."""

    KINDS: ClassVar = frozenset({"undo", "redo", "pause", "resume", "hint", "ping", "table"})
    kind: str


Message: TypeAlias = Play | Look | New | Seats | Analyse | Simple


def read_message(text: str, limits: Limits) -> tuple[Message, Scalar]:
    """A page's message, and its `id`. Raises ApiError, with the `id` as its detail `re` where it could be read."""
    whole = read_object(text)
    mark = whole.get("id")
    if not isinstance(mark, Scalar) or (isinstance(mark, str) and not is_short(mark)):
        raise ApiError("malformed", "id is a number or a short text")
    try:
        return _message(whole, limits), mark
    except ApiError as refused:
        refused.details["re"] = mark
        raise


def read_object(text: str | bytes) -> dict[str, Any]:
    """A JSON object. Raises ApiError."""
    try:
        whole = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise ApiError("malformed", "this is no JSON") from None
    if not isinstance(whole, dict):
        raise ApiError("malformed", "a message is a JSON object")
    return whole


def _no_constant(name: str) -> float:
    raise ValueError(name)


def _message(whole: dict[str, Any], limits: Limits) -> Message:
    kind = whole.get("type")
    match kind:
        case "play":
            single = "move" in whole
            moves = [whole["move"]] if single else whole.get("moves")
            if not isinstance(moves, list) or not 1 <= len(moves) <= limits.players:
                raise ApiError("malformed", "play wants move, or moves with one number a player")
            return Play(number(whole, "ply"), tuple(natural(m, "move") for m in moves))
        case "view":
            return Look(number(whole, "ply"))
        case "new":
            return New(
                optional_texts(whole, "options", 64), optional_texts(whole, "players", limits.players), seed(whole)
            )
        case "seats":
            return Seats(texts(whole.get("players"), "players", limits.players))
        case "analyse":
            if not isinstance(whole.get("on"), bool):
                raise ApiError("malformed", "analyse wants on: true or false")
            return Analyse(whole["on"], _seconds(whole.get("seconds"), limits))
        case str() if kind in Simple.KINDS:
            return Simple(kind)
        case _:
            raise ApiError("malformed", "there is no such message")


def number(whole: dict[str, Any], name: str) -> int:
    return natural(whole.get(name), name)


def natural(value: Any, name: str) -> int:
    """A number from 0. Raises ApiError."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 31:
        raise ApiError("malformed", f"{name} is a number from 0")
    return value


def seed(whole: dict[str, Any]) -> int | None:
    value = whole.get("seed")
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << _SEED_BITS:
        raise ApiError("malformed", f"seed is a number from 0 below 2^{_SEED_BITS}")
    return value


def optional_texts(whole: dict[str, Any], name: str, most: int) -> tuple[str, ...] | None:
    return None if whole.get(name) is None else texts(whole[name], name, most)


def texts(value: Any, name: str, most: int) -> tuple[str, ...]:
    """A list of short texts. Raises ApiError."""
    if not isinstance(value, list) or len(value) > most:
        raise ApiError("malformed", f"{name} is a list of at most {most} texts")
    if not all(isinstance(v, str) and is_short(v) for v in value):
        raise ApiError("malformed", f"{name} are short texts")
    return tuple(value)


def is_short(text: str) -> bool:
    """Whether a text is short, without control characters and halves of characters."""
    return len(text) <= 200 and text.isprintable()


def _seconds(value: Any, limits: Limits) -> float | None:
    if value is None:
        return None
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value) or value <= 0:
        raise ApiError("malformed", "seconds is a number above 0")
    return min(float(value), limits.thinking_seconds)
