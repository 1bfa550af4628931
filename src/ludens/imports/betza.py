"""Moves of pieces in Betza's notation, as Fairy-Stockfish reads it: `mRcB` moves as a rook and takes as a bishop."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

Offset = tuple[int, int]

#: the leap of each atom, from one square to another: columns and rows
_LEAPS: Final = {
    "W": (0, 1), "F": (1, 1), "D": (0, 2), "N": (1, 2), "A": (2, 2), "H": (0, 3), "C": (1, 3), "L": (1, 3),
    "Z": (2, 3), "J": (2, 3), "G": (3, 3),
}  # fmt: skip
_COMPOUND: Final = {"K": ("W", "F"), "Q": ("R", "B")}
_RIDERS: Final = {"R": "W", "B": "F"}
_ATOM: Final = re.compile(r"([a-z]*)([A-Z])(\2?)(\d*)")
#: modifiers that say in what way a piece moves
_MOVES, _TAKES, _INITIAL, _LAME, _HOPS, _GRASSHOPPER, _PASSING = "m", "c", "i", "n", "p", "g", "e"
_DIRECTIONS: Final = frozenset("fblrsvh")
UNLIMITED: Final = 0


class BetzaError(ValueError):
    """A notation that is not understood."""


@dataclass(frozen=True)
class Motion:
    """One way to move: to these offsets, once, or repeatedly over empty squares (`reach` times, 0 without bound).

    `moves` and `takes` say whether the target may be empty, and hold an enemy; `initial` is for a first move, `lame`
    may not jump, `hops` goes over one piece, to the square behind it where it `lands_behind`, `passing` takes what has
    just made a double step.
    """

    offsets: tuple[Offset, ...]
    reach: int = 1
    moves: bool = True
    takes: bool = True
    initial: bool = False
    lame: bool = False
    hops: bool = False
    lands_behind: bool = False
    passing: bool = False


def motions(notation: str) -> tuple[Motion, ...]:
    """What a notation says. Raises BetzaError."""
    end, result = 0, list[Motion]()
    for match in _ATOM.finditer(notation):
        if match.start() != end:
            break
        end = match.end()
        result += _motions_of(match[1], match[2], bool(match[3]), match[4])
    if end != len(notation):
        raise BetzaError(f"{notation[end:]!r} in {notation!r} is not understood")
    return tuple(result)


def _motions_of(modifiers: str, atom: str, doubled: bool, count: str) -> Iterator[Motion]:
    parts = _COMPOUND.get(atom, (atom,))
    bases = [_LEAPS.get(_RIDERS.get(part, part)) for part in parts]
    leaps = [base for base in bases if base is not None]
    if not leaps:
        raise BetzaError(f"there is no piece {atom}")
    reach = int(count) if count else UNLIMITED if doubled or parts[0] in _RIDERS else 1
    ways, directions = _split(modifiers)
    if reach != 1 and leaps[0] not in (_LEAPS["W"], _LEAPS["F"]):
        raise BetzaError(f"a rider of longer leaps ({modifiers}{atom}{atom}) cannot be said")
    hops = _HOPS in ways or _GRASSHOPPER in ways
    if hops and (count or leaps[0] not in (_LEAPS["W"], _LEAPS["F"])):
        raise BetzaError(f"a hop of that length ({modifiers}{atom}{count}) cannot be said")
    offsets = tuple(offset for leap in leaps for offset in _directed(leap, directions))
    if not offsets:
        raise BetzaError(f"the directions {directions!r} of {atom} are not understood")
    both = (_MOVES in ways) == (_TAKES in ways)
    yield Motion(
        offsets,
        reach,
        moves=both or _MOVES in ways,
        takes=both or _TAKES in ways,
        initial=_INITIAL in ways,
        lame=_LAME in ways,
        hops=hops,
        lands_behind=_GRASSHOPPER in ways,
        passing=_PASSING in ways,
    )


def _split(modifiers: str) -> tuple[str, str]:
    """The ways to move among some modifiers, and the directions."""
    ways = "".join(sign for sign in modifiers if sign not in _DIRECTIONS)
    if others := set(ways) - {_MOVES, _TAKES, _INITIAL, _LAME, _HOPS, _GRASSHOPPER, _PASSING}:
        raise BetzaError(f"the modifier {min(others)} cannot be said")
    return ways, "".join(sign for sign in modifiers if sign in _DIRECTIONS)


def _directed(leap: Offset, directions: str) -> Iterator[Offset]:
    """The leaps of an atom in the directions that are named; all of them where none is."""
    short, long = leap
    every = dict.fromkeys(
        (column * x, row * y) for column, row in ((short, long), (long, short)) for x in (1, -1) for y in (1, -1)
    )
    if not directions:
        yield from every
        return
    ways = list(directions) if short == 0 else list(_pairs(directions, oblique=short < long))
    yield from (one for one in every if any(_fits(one, way) for way in ways))


def _pairs(directions: str, *, oblique: bool) -> Iterator[str]:
    """Directions one by one: two letters that belong together, or one."""
    at = 0
    while at < len(directions):
        pair = directions[at : at + 2]
        together = {"fl", "fr", "bl", "br", "ff", "bb", "ll", "rr", "lf", "rf", "lb", "rb"}
        if oblique:
            together |= {"fs", "bs", "fh", "bh", "lh", "rh", "lv", "rv"}
        step = 2 if pair in together else 1
        yield directions[at : at + step]
        at += step


def _fits(offset: Offset, way: str) -> bool:
    column, row = offset
    narrow = abs(row) > abs(column)
    straight = column == 0 or row == 0 or abs(column) == abs(row)
    one = {"f": row > 0, "b": row < 0, "l": column < 0, "r": column > 0}
    if straight:
        sides = column != 0 if row == 0 or abs(column) == abs(row) else False
        whole = {"s": sides, "v": row != 0}
        return all(one.get(sign, whole.get(sign, False)) for sign in way)
    if way in ("f", "b", "ff", "bb"):
        return narrow and one[way[0]]
    if way in ("l", "r", "ll", "rr"):
        return not narrow and one[way[0]]
    if way in ("s", "v"):
        return narrow is (way == "v")
    if len(way) == 1:
        return False
    if way[1] == "h":
        return one[way[0]]
    if way[1] in "sv":
        return one[way[0]] and narrow is (way[0] in "lr")
    return one[way[0]] and one[way[1]] and narrow is (way[0] in "fb")


def only(motion: Motion, *, moves: bool) -> Motion:
    """The same without takes, or without moves to empty squares."""
    return replace(motion, moves=moves, takes=not moves)
