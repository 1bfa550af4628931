"""Draughts and its like: squares by numbers (`32-28`, `19x28`), FEN as draughts players write it, PDN.

A game is one of these whose two players have men and kings on squares of one colour, and take by jumping. The squares
are numbered from the home of Black on: PDN's order for English and for international draughts.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from ludens.game import Game, IllegalMove, Move, State
from ludens.game.matching import listed
from ludens.game.state import Row
from ludens.ludemes.moves.hop import Hop
from ludens.ludemes.moves.step import Step
from ludens.notation.errors import NotationError, shown
from ludens.notation.grid import Grid
from ludens.notation.marks import captures
from ludens.notation.record import DRAWN, UNFINISHED
from ludens.notation.sides import is_first_black
from ludens.notation.style import File, Position, Style
from ludens.notation.tagged import Tagged, Words
from ludens.notation.turns import Turn, goes_on, to_move, whole_turns

#: what a man and a king are called
NAMES: Final = (("Man", "King"), ("Counter", "DoubleCounter"))
#: squares of a turn; a capture may be told in parts, each from where the last one came down (`4x31 31x42`)
_TEXT: Final = re.compile(r"\d+(?:\s*[-x:]\s*(?P<on>\d+)(?:\s+(?P=on)(?=\s*[x:]))?)+")
_PARTS: Final = re.compile(r"(?<!\d)(\d+)\s+\1(?!\d)")
_SQUARE: Final = re.compile(r"(K?)(\d+)(?:-(\d+))?")


class Draughts(Style):
    family = "draughts"

    def __init__(self, game: Game, grid: Grid, kinds: tuple[str, str]) -> None:
        super().__init__(game)
        self.grid, self.kinds = grid, kinds
        self.black = 1 if is_first_black(game) else 2
        order = sorted(self._squares(), key=lambda site: self._seen_by_white(*grid.places[site]))
        self._sites = dict(enumerate(order, 1))
        self._numbers = {site: number for number, site in self._sites.items()}

    @classmethod
    def of(cls, game: Game) -> Style | None:
        kinds = [{c.base_name for c in game.components if c.owner == player} for player in (1, 2)]
        names = next((pair for pair in NAMES if kinds == [set(pair)] * 2), None)
        if names is None or game.num_players != 2 or game.model.stacking or len(game.containers) != 1:
            return None
        grid = Grid.of(game)
        if grid is None or len(game.components) != 4 or not any(isinstance(one, Hop) for one in game.ludemes()):
            return None
        colours = {sum(grid.places[row[1]]) % 2 for row in game.start(seed=0).sites()}
        return cls(game, grid, names) if len(colours) == 1 else None

    def _squares(self) -> Iterator[int]:
        first = sum(self.grid.places[self.game.start(seed=0).sites()[0][1]]) % 2
        return (site for site, place in enumerate(self.grid.places) if sum(place) % 2 == first)

    def _seen_by_white(self, column: int, row: int) -> tuple[int, int]:
        """Where a square lies from Black's home on, and from White's left."""
        return (row, -column) if self.black == 1 else (-row, column)

    # --- squares

    def point(self, site: int) -> str:
        """The number of a square; the squares between those that are played on have none."""
        return str(self._numbers.get(site, ""))

    # --- moves

    def ply(self, state: State, move: Move) -> str:
        if move.from_site < 0 or move.from_site == move.to_site:
            return super().ply(state, move)
        sign = "x" if captures(state, move) else "-"
        return f"{self._numbers[move.from_site]}{sign}{self._numbers[move.to_site]}"

    def turn(self, state: State, turn: Sequence[Move]) -> str:
        """A turn by its first and its last square; by all where another one would be written alike."""
        if any(move.from_site < 0 or move.from_site == move.to_site for move in turn):
            return super().turn(state, turn)
        way = self._way(turn)
        if not captures(state, turn[0]):
            return "-".join(map(str, way))
        alike = [other for other in self._known(state) if self._ends(other) == self._ends(turn)]
        several = len({self._taken(other) for other in alike}) > 1
        return "x".join(map(str, way if several else (way[0], way[-1])))

    def _known(self, state: State) -> list[Turn]:
        """The whole turns that may be made, worked out once for a state."""
        if self._turns is None or self._turns[0] != state.tobytes():
            self._turns = state.tobytes(), list(whole_turns(state))
        return self._turns[1]

    _turns: tuple[bytes, list[Turn]] | None = None

    def _way(self, turn: Sequence[Move]) -> list[int]:
        return [self._numbers[turn[0].from_site], *(self._numbers[move.to_site] for move in turn)]

    @staticmethod
    def _ends(turn: Sequence[Move]) -> tuple[int, int]:
        return turn[0].from_site, turn[-1].to_site

    @staticmethod
    def _taken(turn: Sequence[Move]) -> frozenset[int]:
        return frozenset(a.site_to for move in turn for a in move.actions if a.name == "Remove")

    def parse(self, state: State, text: str) -> Turn:
        """A whole turn by its ends, or by some of the squares on its way; else what the standard notation reads."""
        said = text.strip().rstrip("!?")
        if not _TEXT.fullmatch(said):
            return super().parse(state, text)
        squares = [int(number) for number in re.findall(r"\d+", _PARTS.sub(r"\1", said))]
        turns = [turn for turn in self._known(state) if turn[0].from_site >= 0]
        found = [turn for turn in turns if _is_part(squares, self._way(turn))]
        results = {(turn[-1].to_site, self._taken(turn)): turn for turn in reversed(found)}
        exact = [turn for turn in found if self._way(turn) == squares]
        if len(results) == 1 or exact:
            return (exact or list(results.values()))[0]
        if results:
            names = ["x".join(map(str, self._way(turn))) for turn in results.values()]
            raise IllegalMove(f"{shown(said)} may be {listed(names)}", names)
        if (ply := self._one_ply(state, squares)) is not None:
            return ply
        names = sorted({self.turn(state, turn) for turn in turns}, key=lambda name: (_unlike(name, squares), name))
        raise IllegalMove(f"{shown(said)} is no move here; there are {listed(names)}", names[:3])

    def _one_ply(self, state: State, squares: list[int]) -> Turn | None:
        """A jump that is a part of a turn."""
        ends = [self._sites.get(number, -1) for number in squares]
        moves = [(move,) for move in state.legal_moves() if [move.from_site, move.to_site] == ends]
        return moves[0] if len(moves) == 1 else None

    # --- positions

    @property
    def positions(self) -> Mapping[str, Position]:
        return {"fen": Position(self._write, self._read)}

    def _write(self, state: State) -> str:
        if goes_on(state):
            raise NotationError("a position is written between turns, and here a piece goes on taking")
        mover = to_move(state)
        sides: dict[int, list[str]] = defaultdict(list)
        for row in sorted(state.sites(), key=lambda row: self._numbers[row[1]]):
            king = "K" if self._base(row[3]) == self.kinds[1] else ""
            sides[row[4]].append(f"{king}{self._numbers[row[1]]}")
        white, black = (",".join(sides[player]) for player in (3 - self.black, self.black))
        return f"{'B' if mover == self.black else 'W'}:W{white}:B{black}"

    def _base(self, what: int) -> str:
        return self.game.components[what - 1].base_name

    def _read(self, text: str) -> State:
        """The state at a position such as `W:W18,24,K10:B12,16-20`. Raises NotationError."""
        side, *lists = text.strip().rstrip(".").split(":")
        if side not in ("W", "B"):
            raise NotationError(f"the player to move is W or B, not {shown(side)}")
        rows: dict[int, Row] = {}
        for pieces in lists:
            if pieces[:1] in ("H", "F"):  # clocks of moves, which some programs write
                continue
            if pieces[:1] not in ("W", "B"):
                raise NotationError(f"pieces are written W18,K24 or B1-12, not {shown(pieces)}")
            owner = self.black if pieces[0] == "B" else 3 - self.black
            for row in self._rows(pieces[1:], owner):
                if row[1] in rows:
                    raise NotationError(f"two pieces stand on {self._numbers[row[1]]}")
                rows[row[1]] = row
        mover = self.black if side == "B" else 3 - self.black
        return self.game.position([rows[site] for site in sorted(rows)], mover=mover, seed=0)

    def _rows(self, text: str, owner: int) -> Iterator[Row]:
        what = {c.base_name: c.index for c in self.game.components if c.owner == owner}
        for part in filter(None, (part.strip() for part in text.split(","))):
            match = _SQUARE.fullmatch(part)
            if match is None:
                raise NotationError(f"a piece is written 18 or K18, not {shown(part)}")
            king, first, last = match.groups()
            for number in range(int(first), int(last or first) + 1):
                if number not in self._sites:
                    raise NotationError(f"the squares have the numbers 1 to {len(self._sites)}, not {number}")
                yield ("C", self._sites[number], 0, what[self.kinds[bool(king)]], owner, 1, 0, 0, 0)

    # --- games

    @property
    def files(self) -> Mapping[str, File]:
        form = Tagged(self.game, self.parse, self.turn, self._read, self._write, WORDS, self._tags)
        return {"pdn": File(form.write, form.read, (".pdn",), ("cp1252",), split=form.split)}

    @cached_property
    def _tags(self) -> tuple[tuple[str, str], ...]:
        """The type of the game, where PDN has a number for it."""
        king = next(c for c in self.game.components if c.base_name == self.kinds[1])
        short = isinstance(king.moves, Step)
        kind = {(8, 1, True): "21", (10, 2, False): "20"}.get((self.grid.columns, self.black, short))
        return (("GameType", kind),) if kind else ()


def _result_of(told: str) -> str:
    """A result as PGN has it. A winner has all points: where both have some (`1.01-0.99`, `7-5`) it is drawn."""
    match = _POINTS.fullmatch(told.strip())
    if match is None or told in _RESULTS:
        return _RESULTS.get(told, told)
    first, second = map(float, match.groups())
    return UNFINISHED if not first and not second else DRAWN if first and second else "1-0" if first else "0-1"


#: results as draughts players write them; `1-0` tells of the player who moves first
_RESULTS: Final = {"2-0": "1-0", "0-2": "0-1", "1-1": DRAWN, "0-0": UNFINISHED}
_POINTS: Final = re.compile(r"(\d+(?:\.\d+)?)\s*-\s*(\d+(?:\.\d+)?)")
#: the words of PDN
WORDS: Final = Words(
    # a capture may go on in a second part, from where the first one came down: nobody else can begin there
    turn=r"\d+(?:\s*x\s*(?P<on>\d+)(?:\s+(?P=on)(?=\s*x))?)+|\d[^\s{};()\[\]!?]*",
    results=r"1-0|0-1|1/2-1/2|\*|2-0|0-2|1-1|0-0|\d+\.\d+-\d+\.\d+",
    result=_result_of,
)


def _is_part(squares: Sequence[int], way: Sequence[int]) -> bool:
    """Whether squares are the ends of a way, and those between them are on it, in order."""
    if (squares[0], squares[-1]) != (way[0], way[-1]):
        return False
    rest = iter(way[1:-1])
    return all(square in rest for square in squares[1:-1])


def _unlike(name: str, squares: Sequence[int]) -> int:
    """How unlike a turn is to what was said, by its ends."""
    numbers = [int(number) for number in re.findall(r"\d+", name)]
    return (numbers[:1] != [squares[0]]) + (numbers[-1:] != [squares[-1]])
