"""Absolute directions, facings, and directions relative to a facing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

DIRECTIONS: Final[tuple[str, ...]] = (
    "All", "Angled", "Adjacent", "Axial", "Orthogonal", "Diagonal", "OffDiagonal", "SameLayer", "Upward", "Downward",
    "Rotational", "Base", "Support",
    "N", "E", "S", "W", "NE", "SE", "NW", "SW", "NNW", "WNW", "WSW", "SSW", "SSE", "ESE", "ENE", "NNE",
    "CW", "CCW", "In", "Out",
    "U", "UN", "UNE", "UE", "USE", "US", "USW", "UW", "UNW",
    "D", "DN", "DNE", "DE", "DSE", "DS", "DSW", "DW", "DNW",
)  # fmt: skip
NUMBER: Final[dict[str, int]] = {name: n for n, name in enumerate(DIRECTIONS)}
CATEGORIES: Final[tuple[str, ...]] = DIRECTIONS[:13]
SPECIFIC: Final[tuple[str, ...]] = DIRECTIONS[13:]

COMPASS: Final[tuple[str, ...]] = (
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
)  # fmt: skip
ROTATIONAL: Final[tuple[str, ...]] = ("Out", "CW", "In", "CCW")
SPATIAL: Final[tuple[str, ...]] = (
    "D", "DN", "DNE", "DE", "DSE", "DS", "DSW", "DW", "DNW", "U", "UN", "UNE", "UE", "USE", "US", "USW", "UW", "UNW",
)  # fmt: skip

# Sectors of the plane, counter-clockwise from east.
SECTORS_8: Final[tuple[str, ...]] = ("E", "NE", "N", "NW", "W", "SW", "S", "SE")
SECTORS_16: Final[tuple[str, ...]] = (
    "E", "ENE", "NE", "NNE", "N", "NNW", "NW", "WNW", "W", "WSW", "SW", "SSW", "S", "SSE", "SE", "ESE",
)  # fmt: skip

_ORDINAL: Final[dict[str, int]] = {
    name: n for family in (COMPASS, ROTATIONAL, SPATIAL) for n, name in enumerate(family)
}

# The reference's left turns of the rotational facings are not the inverse of its right turns.
_RIGHT_ROTATIONAL: Final = {"Out": "CW", "CW": "In", "In": "CCW", "CCW": "Out"}
_LEFT_ROTATIONAL: Final = {"Out": "CCW", "CW": "In", "In": "CW", "CCW": "Out"}
_OPPOSITE_ROTATIONAL: Final = {"Out": "In", "In": "Out", "CW": "CCW", "CCW": "CW"}


def ordinal(facing: str) -> int:
    """Place of a facing in its own family."""
    return _ORDINAL[facing]


def is_facing(name: str) -> bool:
    """Whether a direction is one a piece can face (specific, no category)."""
    return name in _ORDINAL


def absolute(facing: str) -> str:
    """The absolute direction of a facing; that of DNW is DSW, as in the reference."""
    return "DSW" if facing == "DNW" else facing


def right(facing: str) -> str:
    """One step clockwise in the facing's family."""
    return _turned(facing, 1, _RIGHT_ROTATIONAL)


def left(facing: str) -> str:
    """One step counter-clockwise in the facing's family."""
    return _turned(facing, -1, _LEFT_ROTATIONAL)


def _turned(facing: str, by: int, rotational: dict[str, str]) -> str:
    if facing in rotational:
        return rotational[facing]
    if facing in COMPASS:
        return COMPASS[(_ORDINAL[facing] + by) % 16]
    first = facing[0]
    if len(facing) == 1:
        return facing
    ring = [name for name in SPATIAL if name[0] == first and len(name) > 1]
    return ring[(ring.index(facing) + by) % 8]


def rightward(facing: str) -> str:
    """A quarter turn to the right on the compass, else one step."""
    return COMPASS[(_ORDINAL[facing] + 4) % 16] if facing in COMPASS else right(facing)


def leftward(facing: str) -> str:
    """A quarter turn to the left on the compass, else one step."""
    return COMPASS[(_ORDINAL[facing] - 4) % 16] if facing in COMPASS else left(facing)


def opposite(facing: str) -> str:
    """The facing that looks the other way."""
    if facing in _OPPOSITE_ROTATIONAL:
        return _OPPOSITE_ROTATIONAL[facing]
    if facing in COMPASS:
        return COMPASS[(_ORDINAL[facing] + 8) % 16]
    vertical = "U" if facing[0] == "D" else "D"
    return vertical + (opposite(facing[1:]) if len(facing) > 1 else "")


def _walk(start: str, turn: Callable[[str], str], end: str) -> Iterator[str]:
    """Facings from one turn after `start` up to but excluding `end`, at most once round."""
    facing = start
    for _ in range(18):
        facing = turn(facing)
        if facing == end:
            return
        yield facing


def _first_supported(start: str, turn: Callable[[str], str], supported: Sequence[str]) -> tuple[str, ...]:
    """The first supported facing on the way round; none where the way round has none (the reference never ends)."""
    facing = start
    for _ in range(18):
        facing = turn(facing)
        if facing in supported:
            return (facing,)
    return ()


def relative(name: str, facing: str, supported: Sequence[str]) -> tuple[str, ...]:
    """The supported facings that a relative direction means for a facing, in order.

    `SameDirection` and `OppositeDirection` depend on the last move and are not for this function.
    """
    single = {"Forward": lambda: facing, "Backward": lambda: opposite(facing)}
    single |= {"Rightward": lambda: rightward(facing), "Leftward": lambda: leftward(facing)}
    if name in single:
        direction = single[name]()
        return (direction,) if direction in supported else ()
    if name in ("Forwards", "Backwards"):
        middle = facing if name == "Forwards" else opposite(facing)
        return tuple(f for f in _walk(leftward(middle), right, rightward(middle)) if f in supported)
    if name in ("Rightwards", "Leftwards"):
        turn = right if name == "Rightwards" else left
        return tuple(f for f in _walk(facing, turn, opposite(facing)) if f in supported)
    # FRR and FRRR mean FR, and so on: the reference stops at the first supported facing for each.
    start = facing if name[0] == "F" else opposite(facing)
    return _first_supported(start, right if name[1] == "R" else left, supported)


RELATIVE: Final[tuple[str, ...]] = (
    "Forward", "Backward", "Rightward", "Leftward", "Forwards", "Backwards", "Rightwards", "Leftwards",
    "FL", "FLL", "FLLL", "BL", "BLL", "BLLL", "FR", "FRR", "FRRR", "BR", "BRR", "BRRR",
    "SameDirection", "OppositeDirection",
)  # fmt: skip


def turned_facing(facing: str, rotation: int, supported: Sequence[str]) -> str:
    """A piece's facing after as many turns FR as its rotation state says."""
    for _ in range(rotation):
        facings = relative("FR", facing, supported)
        if not facings:
            return facing
        facing = facings[0]
    return facing
