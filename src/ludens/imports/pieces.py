"""The moves of a piece as ludemes, from its motions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ludens.imports.betza import UNLIMITED, Motion, Offset, only
from ludens.imports.frame import inline, joined

#: the eight directions as the language names them, from the side of who moves
RELATIVE: Final = {
    (0, 1): "Forward", (1, 1): "FR", (1, 0): "Rightward", (1, -1): "BR",
    (0, -1): "Backward", (-1, -1): "BL", (-1, 0): "Leftward", (-1, 1): "FL",
}  # fmt: skip
#: the eight directions of the board
ABSOLUTE: Final = {
    (0, 1): "N", (1, 1): "NE", (1, 0): "E", (1, -1): "SE", (0, -1): "S", (-1, -1): "SW", (-1, 0): "W", (-1, 1): "NW",
}  # fmt: skip
_ORTHOGONAL, _DIAGONAL = ({o for o in RELATIVE if (0 in o) is straight} for straight in (True, False))


#: the option of pieces that neither go over others of their kind nor take them
CANNONS: Final = "janggiCannon"


@dataclass(frozen=True)
class Style:
    """How moves are written: captures and others apart from each other, and whether pawns have a double step.

    Where pieces are promoted as in shogi, who has taken in passing is noted: it is not promoted with that move.
    """

    separate: bool
    double_step: bool
    notes_passing: bool = False


@dataclass(frozen=True)
class Piece:
    """A kind of piece: the option that names it, its name, its letter, and how it moves."""

    option: str
    name: str
    letter: str
    motions: tuple[Motion, ...]

    @property
    def is_pawn(self) -> bool:
        """Whether it is the chess pawn itself, which has double steps and is taken in passing."""
        return self.option == "pawn"

    def targets(self, motion: Motion, player: int) -> tuple[Offset, ...]:
        """The offsets of a motion as columns and rows of the board, for a player."""
        return motion.offsets if player == 1 else tuple((-x, -y) for x, y in motion.offsets)


def moves_of(piece: Piece, style: Style, reach: str = "") -> tuple[list[str], list[str]]:
    """The moves of a piece, and those that only take, where they stand apart; `reach` restricts the targets."""
    quiet, takes = list[str](), list[str]()
    for motion in piece.motions:
        if motion.passing:
            takes += [_passing(motion, style)]
        for part in _parts(motion, separate=style.separate):
            (takes if part.takes and not part.moves and style.separate else quiet).extend(_written(piece, part, reach))
    if piece.is_pawn and style.double_step:
        quiet.append(DOUBLE_STEP)
    return quiet, takes


#: from certain squares two squares ahead; who passes another piece's target may be taken there
DOUBLE_STEP: Final = """\
(if (is In (from) (sites Mover "Double Step"))
    (move Slide Forward (between (exact 2) if:(is Empty (between))) (to if:("IsFree"))
        (then (set Pending (ahead (last To) Backward)))
    )
)"""


def _passing(motion: Motion, style: Style) -> str:
    """Takes what has just made a double step over the target."""
    effect = '("TakeAt" (last To))'
    if style.notes_passing:
        effect = f'(and {effect} (set Var "Passing" (to)))'
    return f"""\
(if (is Pending)
    (move Step {_directions(motion.offsets)} (to if:(is In (to) (sites Pending)) (apply {effect})))
)"""


def _parts(motion: Motion, *, separate: bool) -> Iterator[Motion]:
    if motion.moves and motion.takes and (separate or motion.hops or (motion.lame and motion.reach != 1)):
        yield only(motion, moves=True)
        yield only(motion, moves=False)
    else:
        yield motion


def _written(piece: Piece, motion: Motion, reach: str) -> list[str]:
    """A motion as moves; where it is for a first move only it holds on the squares of the double step."""
    if motion.initial and motion.offsets == ((0, 2),) and not motion.takes:
        return [DOUBLE_STEP]
    if motion.hops:
        moves = [_hop(piece, motion, reach)]
    elif motion.lame and motion.reach == 1:
        moves = [_by_side(motion, lambda offsets: _lame(motion, offsets, reach))]
    elif motion.reach == 1:
        moves = [_leap(motion, reach)]
    else:
        moves = [_slide(motion, reach)]
    return (
        [f'(if (is In (from) (sites Mover "Double Step"))\n    {_indented(one)}\n)' for one in moves]
        if motion.initial
        else moves
    )


def _to(motion: Motion, reach: str) -> str:
    condition = '("IsNoFriend")' if motion.moves and motion.takes else '("IsFree")' if motion.moves else '("IsEnemy")'
    if reach:
        condition = f"(and {condition} (is In (to) (sites Mover {reach})))"
    if not motion.takes:
        return f"(to if:{condition})"
    effect = '("Take")' if motion.moves else '("TakeEnemy")'
    return f"(to if:{condition} {effect})"


def _directions(offsets: Sequence[Offset]) -> str:
    """Directions of single steps, by one name where there is one."""
    named = set(offsets)
    for name, group in (("Adjacent", set(RELATIVE)), ("Orthogonal", _ORTHOGONAL), ("Diagonal", _DIAGONAL)):
        if named == group:
            return name
    names = [name for offset, name in RELATIVE.items() if offset in named]
    return names[0] if len(names) == 1 and names[0] == "Forward" else f"(directions {{{' '.join(names)}}})"


def walk(offset: Offset) -> str:
    """The walk to an offset as the language has it, from the side of who moves: {F F R F}."""
    column, row = offset
    steps = ["F"] * row if row >= 0 else ["R", "R", *["F"] * -row]
    if column:
        turn = "R" if (column > 0) is (row >= 0) else "L"
        steps += [turn, *["F"] * abs(column)]
    return f"{{{' '.join(steps)}}}"


def _leap(motion: Motion, reach: str) -> str:
    if all(offset in RELATIVE for offset in motion.offsets):
        return f"(move Step {_directions(motion.offsets)} {_to(motion, reach)})"
    column, row = sorted(map(abs, motion.offsets[0]))
    if len(motion.offsets) == (4 if column in (0, row) else 8):
        walks = [walk((x, row)) for x in dict.fromkeys((column, -column) if column != row else (column,))]
        return f"(move Leap {{{' '.join(walks)}}} {_to(motion, reach)})"
    return _by_side(
        motion, lambda offsets: f"(move Leap {{{' '.join(map(walk, offsets))}}} rotations:False {_to(motion, reach)})"
    )


def _by_side(motion: Motion, written: Callable[[Sequence[Offset]], str]) -> str:
    """Moves of the board's own directions, for either side; one text where the sides move alike."""
    other = tuple((-x, -y) for x, y in motion.offsets)
    if set(other) == set(motion.offsets):
        return written(motion.offsets)
    return f"(if (is Mover P1)\n    {_indented(written(motion.offsets))}\n    {_indented(written(other))}\n)"


def _lame(motion: Motion, offsets: Sequence[Offset], reach: str) -> str:
    """Leaps that need the squares on their way empty, straight first, then slantwise: by what is next on the way."""
    ways: dict[tuple[Offset, ...], list[Offset]] = {}
    for column, row in offsets:
        step = ((column > 0) - (column < 0), (row > 0) - (row < 0))
        first = step
        if abs(column) != abs(row) and column and row:
            first = (step[0], 0) if abs(column) > abs(row) else (0, step[1])
        count = max(abs(column), abs(row)) - 1
        way = tuple((first[0] + step[0] * n, first[1] + step[1] * n) for n in range(count))
        ways.setdefault(way, []).append((column, row))
    leaps = []
    for way, ends in ways.items():
        condition = inline("and", [_empty(square) for square in way])
        walks = " ".join(map(walk, ends))
        leaps.append(f"(if {condition} (move Leap {{{walks}}} rotations:False {_to(motion, reach)}))")
    return joined("or", leaps)


def _empty(offset: Offset) -> str:
    """Whether the square at an offset is empty: along a direction, or along two."""
    column, row = offset
    straight, place = max(abs(column), abs(row)) - min(abs(column), abs(row)), "(from)"
    if straight:
        axis = ((column > 0) - (column < 0), 0) if abs(column) > abs(row) else (0, (row > 0) - (row < 0))
        place = f"(ahead {place}{f' steps:{straight}' if straight > 1 else ''} {ABSOLUTE[axis]})"
    if slant := min(abs(column), abs(row)):
        way = ((column > 0) - (column < 0), (row > 0) - (row < 0))
        place = f"(ahead {place}{f' steps:{slant}' if slant > 1 else ''} {ABSOLUTE[way]})"
    return f"(is Empty {place})"


def _slide(motion: Motion, reach: str) -> str:
    directions = _directions(motion.offsets)
    bound = "" if motion.reach == UNLIMITED else f" (between (max {motion.reach}))"
    if not motion.takes:
        return f"(move Slide {directions}{bound})"
    if motion.moves:
        return f'(move Slide {directions}{bound} (to if:("IsEnemy") ("Take")))'
    return f'(move Slide (from (from)) {directions}{bound} (to if:("IsEnemy") ("TakeEnemy")))'


def _hop(piece: Piece, motion: Motion, reach: str) -> str:
    """Over one piece, and on as far as it is free, or to the square behind it; what is taken stands at the end.

    Cannons of Janggi go over all pieces but cannons, and take none.
    """
    over = "before:(max (count Rows) (count Columns))"
    over += "" if motion.lands_behind else " after:(max (count Rows) (count Columns))"
    within = f" (is In (to) (sites Mover {reach}))" if reach else ""
    cannon = piece.option == CANNONS
    if not motion.takes:
        target = _to(motion, reach)
    else:
        tests = [
            '("IsEnemy")',
            *([within.strip()] if within else []),
            *(['(not ("IsPao" (what at:(to))))'] if cannon else []),
        ]
        target = f'(to if:("IsFree") (apply if:{inline("and", tests)} ("TakeAt" (to))))'
    hurdle = (
        '(and (is Occupied (between)) (not ("IsPao" (what at:(between)))))' if cannon else "(is Occupied (between))"
    )
    return f"""\
(move Hop {_directions(motion.offsets)}
    (between {over} if:{hurdle})
    {target}
)"""


def _indented(text: str) -> str:
    return text.replace("\n", "\n    ")
