"""Positions of Amazons: as text, as states of the game, and what may be played in them.

Two texts are read. Rows from the top, as in the arena of CodinGame: `.` an empty square, `w` and `b` amazons, `-` an
arrow. And one line: those rows with `/` between them, runs of empty squares as numbers, and the side to move:

>>> position = Position.parse("3b2/6/b4b/w4w/6/2w3 w")
>>> position.rows()[0], position.size, position.mover
('...b..', 6, 1)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from ludens import library
from ludens.founding.amazons.geometry import bits, rays, reach
from ludens.founding.amazons.turn import Square, Turn
from ludens.game import Game, IllegalMove, State, compile_text

WHITE, BLACK = 1, 2
SIDES = {WHITE: "White", BLACK: "Black"}
AMAZONS = 4
SMALLEST, LARGEST = 2, 26
_MOVERS = {"w": WHITE, "white": WHITE, "b": BLACK, "black": BLACK}
_PIECES = ("Queen1", "Queen2", "Dot0")


class PositionError(ValueError):
    """A position that cannot be; `name`, `line` and `column` (from 1) are the place in its text, `cause` why."""

    def __init__(self, cause: str, name: str = "<position>", line: int = 1, column: int = 1) -> None:
        super().__init__(f"{name}:{line}:{column}: {cause}")
        self.cause, self.name, self.line, self.column = cause, name, line, column


class IllegalTurn(IllegalMove):
    """A turn that the position does not allow; `cause` is why `turn` is not allowed."""

    def __init__(self, turn: Turn | str, cause: str) -> None:
        super().__init__(f"{turn} is not legal: {cause}")
        self.turn, self.cause = turn, cause


@lru_cache
def game(size: int = 10, start: str = "Standard") -> Game:
    """Amazons of the library, compiled, by the size of its board and how it starts. Raises LudError for other ones."""
    options = [f"Board Size/{size}x{size}", f"Start/{start}"]
    return compile_text(library.read("Amazons"), "Amazons.lud", options)


@dataclass(frozen=True, slots=True)
class Position:
    """The squares of a board as bitboards (bit `row * size + column`), and the side to move (1 White, 2 Black)."""

    size: int
    white: int
    black: int
    arrows: int
    mover: int = WHITE

    # --- squares

    @property
    def board(self) -> int:
        """All squares."""
        return (1 << self.size * self.size) - 1

    @property
    def empty(self) -> int:
        """The squares on which nothing stands."""
        return self.board & ~(self.white | self.black | self.arrows)

    def amazons(self, side: int) -> int:
        """The squares of a side's amazons."""
        return self.white if side == WHITE else self.black

    def name(self, site: int) -> str:
        """The name of a site, as `d1`."""
        return Square.at(site, self.size).name

    def names(self, board: int) -> list[str]:
        """The names of the squares of a bitboard."""
        return [self.name(site) for site in bits(board)]

    # --- text

    @classmethod
    def parse(cls, text: str, name: str = "<position>") -> Position:
        """Read a position in either form. Raises PositionError."""
        return _Reader(text, name).position()

    def rows(self) -> list[str]:
        """The rows from the top, in the characters of CodinGame."""
        cells = ["."] * self.size**2
        for board, sign in ((self.white, "w"), (self.black, "b"), (self.arrows, "-")):
            for site in bits(board):
                cells[site] = sign
        starts = range(self.size * (self.size - 1), -1, -self.size)
        return ["".join(cells[start : start + self.size]) for start in starts]

    def __str__(self) -> str:
        """The position on one line."""
        ranks = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in self.rows())
        return f"{ranks} {'wb'[self.mover - 1]}"

    def diagram(self) -> str:
        """The board to look at, with coordinates; `parse` reads it too."""
        width = len(str(self.size))
        lines = [f"{self.size - n:>{width}}  {' '.join(row)}" for n, row in enumerate(self.rows())]
        files = " ".join(chr(ord("a") + column) for column in range(self.size))
        return "\n".join([*lines, f"{'':{width}}  {files}"])

    # --- the game's states

    @classmethod
    def of(cls, state: State) -> Position:
        """The position of a state of Amazons between two turns. Raises ValueError for other states."""
        size, kinds = board_size(state.game), _kinds(state.game)
        boards = [0, 0, 0]
        for row in state.sites():
            boards[kinds[row[3]]] |= 1 << row[1]
        if not state.is_over and is_between(state):
            raise ValueError("an amazon has moved and its arrow is still to be shot: there is no position between them")
        white, black, arrows = boards
        return cls(size, white, black, arrows, 3 - state.mover if state.is_over else state.mover)

    def state(self, *, seed: int | None = None) -> State:
        """The position as a state of the game. Raises LudError for a size that the game does not have."""
        return self.state_of(game(self.size), seed=seed)

    def state_of(self, amazons: Game, *, seed: int | None = None) -> State:
        """The position as a state of that game. Raises ValueError where its board has another size."""
        if board_size(amazons) != self.size:
            raise ValueError(
                f"a position on {self.size}x{self.size} does not fit a board of {board_size(amazons)} columns"
            )
        kinds = {kind: what for what, kind in _kinds(amazons).items()}
        owners = {0: 1, 1: 2, 2: 0}
        rows = [
            ("C", site, 0, kinds[kind], owners[kind], 1, 0, 0, 0)
            for kind, board in enumerate((self.white, self.black, self.arrows))
            for site in bits(board)
        ]
        return amazons.position(rows, mover=self.mover, seed=seed)

    # --- turns

    def turns(self) -> Iterator[Turn]:
        """The legal turns of the side to move."""
        size, free = self.size, self.empty
        for origin in bits(self.amazons(self.mover)):
            for target in bits(reach(size, origin, free)):
                for arrow in bits(reach(size, target, free | 1 << origin)):
                    yield Turn.at(origin, target, arrow, size)

    @property
    def is_over(self) -> bool:
        """Whether the side to move has no turn, and so has lost."""
        return not any(reach(self.size, origin, self.empty) for origin in bits(self.amazons(self.mover)))

    def objection(self, turn: Turn) -> str | None:
        """Why a turn is not legal here; None where it is."""
        origin, target, arrow = turn.sites(self.size)
        for square in (turn.origin, turn.target, turn.arrow):
            if not (0 <= square.column < self.size and 0 <= square.row < self.size):
                return f"{square.name} is outside of the {self.size}x{self.size} board"
        if not self.amazons(self.mover) >> origin & 1:
            return f"{SIDES[self.mover]} is to move, and on {turn.origin.name} stands {self._occupant(origin)}"
        return self._block(origin, target, "the amazon", 0) or self._block(target, arrow, "the arrow", 1 << origin)

    def _block(self, start: int, end: int, what: str, vacated: int) -> str | None:
        """Why `what` cannot go straight from one site to another."""
        if start == end:
            return f"{what} stays on {self.name(start)}"
        ray = next((ray for ray in rays(self.size)[start] if end in ray), None)
        if ray is None:
            return f"{self.name(start)} and {self.name(end)} are not on one line, so {what} cannot go there"
        for site in ray[: ray.index(end) + 1]:
            if not (self.empty | vacated) >> site & 1:
                return f"{what} cannot reach {self.name(end)}: on {self.name(site)} stands {self._occupant(site)}"
        return None

    def _occupant(self, site: int) -> str:
        occupants = ((self.white, "a white amazon"), (self.black, "a black amazon"), (self.arrows, "an arrow"))
        return next((text for board, text in occupants if board >> site & 1), "nothing")

    def play(self, turn: Turn) -> Position:
        """The position after a turn. Raises IllegalTurn."""
        if (cause := self.objection(turn)) is not None:
            raise IllegalTurn(turn, cause)
        origin, target, arrow = turn.sites(self.size)
        moved = self.amazons(self.mover) ^ (1 << origin | 1 << target)
        arrows = self.arrows | 1 << arrow
        if self.mover == WHITE:
            return replace(self, white=moved, arrows=arrows, mover=BLACK)
        return replace(self, black=moved, arrows=arrows, mover=WHITE)


# --- what the game is


def board_size(amazons: Game) -> int:
    """The number of columns of the board. Raises ValueError for a game that is not Amazons on a square board."""
    _kinds(amazons)
    sites = amazons.containers[0].num_sites
    size = int(sites**0.5)
    if size * size != sites:
        raise ValueError(f"{amazons.name} is not played on a square board")
    return size


def _kinds(amazons: Game) -> dict[int, int]:
    """The kind of each component: 0 a white amazon, 1 a black one, 2 an arrow."""
    kinds = {c.index: _PIECES.index(c.name) for c in amazons.components if c.name in _PIECES}
    if len(kinds) != len(_PIECES) or len(amazons.components) != len(_PIECES):
        raise ValueError(
            f"{amazons.name} is not Amazons: its pieces are {', '.join(c.name for c in amazons.components)}"
        )
    return kinds


def is_between(state: State) -> bool:
    """Whether an amazon has moved and its arrow is still to be shot."""
    return int(state.field("num_moves")) % 2 == 1


# --- reading


class _Reader:
    """Reads the text of a position; its errors have their place."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.split("#")[0].strip()]
        self.boards = {"w": 0, "b": 0, "-": 0}
        self.seen: dict[str, list[Square]] = {"w": [], "b": []}

    def error(self, cause: str, line: int, column: int) -> PositionError:
        return PositionError(cause, self.name, line, column)

    def position(self) -> Position:
        if not self.lines:
            raise self.error("there is no position in this text", 1, 1)
        rows, mover = self._one_line() if "/" in self.lines[0][1] else self._rows()
        size = len(rows)
        if not SMALLEST <= size <= LARGEST:
            raise self.error(f"a board has {SMALLEST} to {LARGEST} rows, not {size}", rows[-1][0][0], 1)
        for n, row in enumerate(rows):
            self._place(row, size, size - 1 - n)
        return Position(size, self.boards["w"], self.boards["b"], self.boards["-"], mover)

    def _one_line(self) -> tuple[list[_Row], int]:
        number, line = self.lines[0]
        if len(self.lines) > 1:
            raise self.error("a position on one line ends there", self.lines[1][0], 1)
        words = re.finditer(r"\S+", line.split("#")[0])
        ranks = next(words)
        mover = WHITE
        for word in words:
            mover = self._mover(word[0], number, word.start() + 1)
        rows: list[_Row] = []
        at = ranks.start()
        for rank in ranks[0].split("/"):
            rows.append(((number, at + 1), list(self._unpacked(rank, number, at + 1))))
            at += len(rank) + 1
        return rows, mover

    def _unpacked(self, rank: str, line: int, column: int) -> Iterator[_Cell]:
        for part in re.finditer(r"[0-9]+|.", rank):
            place = (line, column + part.start())
            if part[0].isdigit():
                if int(part[0]) > LARGEST:
                    raise self.error(f"{part[0]} empty squares are more than a row holds", *place)
                yield from [(".", place)] * int(part[0])
            else:
                yield part[0], place

    def _mover(self, word: str, line: int, column: int) -> int:
        if word.lower() not in _MOVERS:
            raise self.error(f"w or b is expected for the side to move, not {word!r}", line, column)
        return _MOVERS[word.lower()]

    def _rows(self) -> tuple[list[_Row], int]:
        """Rows of cells; a size and a side to move may stand before them, coordinates beside and below."""
        mover, size, rows = WHITE, 0, list[_Row]()
        for number, line in self.lines:
            content = line.split("#")[0].rstrip()
            word = content.strip().lower()
            if not rows and word.isdigit():
                size = int(word)
            elif word in _MOVERS and not (rows and len(rows) < len(rows[0][1])):
                mover = _MOVERS[word]
            elif not _is_files(word):
                cells = [(c, (number, at + 1)) for at, c in enumerate(content) if not c.isspace()]
                while cells and cells[0][0].isdigit():
                    cells.pop(0)
                rows.append(((number, 1), cells))
        if not rows or (size and len(rows) != size):
            raise self.error(f"{size or 'some'} rows are expected, and here are {len(rows)}", self.lines[-1][0], 1)
        return rows, mover

    def _place(self, row: _Row, size: int, rank: int) -> None:
        (line, column), cells = row
        for at, (sign, place) in enumerate(cells):
            if sign.lower() not in ".wb-":
                raise self.error(f"a square is '.', 'w', 'b' or '-', not {sign!r}", *place)
            if at >= size:
                break
            if sign != ".":
                self.boards[sign.lower()] |= 1 << rank * size + at
            if sign.lower() in self.seen:
                self._count(sign.lower(), Square(at, rank), place)
        if len(cells) != size:
            raise self.error(f"row {rank + 1} has {len(cells)} squares, and there are {size} rows", line, column)

    def _count(self, sign: str, square: Square, place: tuple[int, int]) -> None:
        seen = self.seen[sign]
        if len(seen) == AMAZONS:
            others = ", ".join(other.name for other in seen)
            side = SIDES[_MOVERS[sign]]
            raise self.error(f"{square.name} is a fifth amazon of {side}'s, after {others}: {AMAZONS} is all", *place)
        seen.append(square)


_Cell = tuple[str, tuple[int, int]]
_Row = tuple[tuple[int, int], list[_Cell]]


def _is_files(word: str) -> bool:
    """Whether a line is the letters of the columns below a board."""
    letters = word.split()
    return len(letters) > 1 and letters == [chr(ord("a") + n) for n in range(len(letters))]


def after(start: Position, turns: Iterable[Turn]) -> Position:
    """The position after some turns. Raises IllegalTurn."""
    for turn in turns:
        start = start.play(turn)
    return start
