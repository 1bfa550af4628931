"""Go and its like: vertices as GTP has them (`D4`, without a column I), and SGF.

A game is one of these whose two players put stones of one kind on the points of a square grid, and enclose the other's.
Players and GTP alike call the points so.
"""

from __future__ import annotations

import functools
import string
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from ludens.game import Game, IllegalMove, Move, State
from ludens.game.state import Row
from ludens.ludemes.effects.flanking import Enclose
from ludens.ludemes.integers.groups import SizeTerritory
from ludens.notation.counting import counted, komi_of
from ludens.notation.errors import shown
from ludens.notation.grid import Grid
from ludens.notation.point_names import Renamed
from ludens.notation.record import Record
from ludens.notation.sgf import Sgf
from ludens.notation.style import File, Style
from ludens.notation.turns import Turn, move_to

#: the columns of GTP: all letters but I
COLUMNS: Final = string.ascii_uppercase.replace("I", "")
PASS: Final = "pass"
_POINTS: Final = string.ascii_lowercase
#: SGF's number of the game
_GO: Final = 1
#: the side of a board that a file says nothing of
_USUAL: Final = "19"


class Go(Renamed):
    family = "go"

    def __init__(self, game: Game, grid: Grid) -> None:
        super().__init__(game, {site: f"{COLUMNS[column]}{row + 1}" for site, (column, row) in enumerate(grid.places)})
        self.grid = grid
        self.is_go = any(isinstance(one, SizeTerritory) for one in game.ludemes())

    @classmethod
    def of(cls, game: Game) -> Style | None:
        owners = sorted(c.owner for c in game.components)
        if game.num_players != 2 or owners != [1, 2] or len(game.containers) != 1 or game.model.stacking:
            return None
        grid = Grid.of(game)
        if grid is None or grid.columns != grid.rows or grid.columns > len(COLUMNS):
            return None
        return cls(game, grid) if any(isinstance(one, Enclose) for one in game.ludemes()) else None

    # --- vertices

    def vertex(self, move: Move) -> str:
        """The vertex that a stone is put on: `D4`, or `pass`."""
        if move.to_site < 0:
            return PASS
        return self.point(move.to_site)

    def at_vertex(self, state: State, text: str) -> Turn:
        """The move to a vertex. Raises IllegalMove."""
        vertex = text.strip().upper()
        if vertex == PASS.upper():
            return self._to(state, None, text)
        column, row = vertex[:1], vertex[1:]
        if column not in COLUMNS or not column or not row.isdigit():
            raise IllegalMove(f"{shown(text)} is no vertex: they are A1 to {self.last}, without I, or pass")
        site = self.grid.sites.get((COLUMNS.index(column), int(row) - 1))
        if site is None:
            raise IllegalMove(f"{shown(text)} is no vertex: they are A1 to {self.last}, without I, or pass")
        return self._to(state, site, text)

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """The column and the row of each site."""
        return self.grid.places

    def sites_of(self, values: Iterable[str]) -> list[int]:
        """The sites of the points that a property of SGF lists."""
        return self.sgf.points(values)

    @property
    def last(self) -> str:
        """The vertex in the corner far from A1."""
        return f"{COLUMNS[self.grid.columns - 1]}{self.grid.rows}"

    def _to(self, state: State, site: int | None, text: str) -> Turn:
        move = move_to(state, -1 if site is None else site)
        if move is not None:
            return (move,)
        raise IllegalMove(f"{shown(text)} is not legal here")

    @staticmethod
    def is_pass(move: Move) -> bool:
        return move.to_site < 0

    # --- SGF

    @functools.cached_property
    def sgf(self) -> Sgf:
        return Sgf(
            self.game,
            _GO if self.is_go else None,
            str(self.grid.columns),
            {1: "B", 2: "W"},
            self._point,
            self._at_point,
            self._site,
            self._point_of,
            self.told_result,
            _USUAL,
            self._settled,
            forced=self._forced,
            resumes=self.is_go,
        )

    @property
    def files(self) -> Mapping[str, File]:
        return {"sgf": self.sgf.file()}

    def _settled(self, rows: Sequence[Row]) -> Sequence[Row]:
        """What is left of stones that are put on the board: groups without liberties are captured."""
        owners = {row[1]: row[4] for row in rows}
        return [row for row in rows if self.liberties(owners, row[1])]

    def _forced(self, state: State, player: int, point: str) -> State | None:
        """The position after a stone on a point, whatever forbids it: ko, no liberty left, or what stands there.

        The standard has it so: a stone that was there is replaced.
        """
        site = self._site(point)
        rows = {row[1]: row for row in state.sites()}
        if not self.is_go or site is None:
            return None
        piece = next(c.index for c in self.game.components if c.owner == player)
        rows[site] = (self.game.model.default_site[0], site, 0, piece, player, 1, 0, 0, 0)
        for owner in (3 - player, player):
            owners = {one: row[4] for one, row in rows.items()}
            rows = {one: row for one, row in rows.items() if row[4] != owner or self.liberties(owners, one)}
        return self.game.position(sorted(rows.values()), mover=3 - player, seed=0)

    def group(self, owners: Mapping[int, int], site: int) -> set[int]:
        """The sites joined with one that have the same owner, 0 for those of nobody."""
        sites, todo = {site}, [site]
        while todo:
            for other in self.near[todo.pop()]:
                if other not in sites and owners.get(other, 0) == owners.get(site, 0):
                    sites.add(other)
                    todo.append(other)
        return sites

    def liberties(self, owners: Mapping[int, int], site: int) -> set[int]:
        """The empty sites next to the group on a site."""
        return {near for one in self.group(owners, site) for near in self.near[one] if not owners.get(near)}

    @functools.cached_property
    def near(self) -> dict[int, list[int]]:
        """The sites next to each."""
        steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
        places = self.grid.sites
        return {
            site: [places[column + x, row + y] for x, y in steps if (column + x, row + y) in places]
            for (column, row), site in places.items()
        }

    def _point_of(self, site: int) -> str:
        column, row = self.grid.places[site]
        return f"{_POINTS[column]}{_POINTS[self.grid.rows - 1 - row]}"

    def _point(self, state: State, turn: Sequence[Move]) -> str:
        return "" if self.is_pass(turn[0]) else self._point_of(turn[0].to_site)

    def _site(self, point: str) -> int | None:
        if len(point) != 2 or not set(point) <= set(_POINTS):
            return None
        return self.grid.sites.get((_POINTS.index(point[0]), self.grid.rows - 1 - _POINTS.index(point[1])))

    def _at_point(self, state: State, point: str) -> Turn:
        if not point or (point == "tt" and self.grid.columns < len(_POINTS[: _POINTS.index("t") + 1])):
            return self._to(state, None, PASS)
        site = self._site(point)
        if site is None:
            raise IllegalMove(f"there is no point {shown(point)}")
        return self._to(state, site, point)

    def told_result(self, record: Record) -> str:
        """The result of a game that is over, by the komi, the rules and the dead stones that are told of it."""
        return counted(self, record).result if self.is_go else self.result(record.final)

    @property
    def komi(self) -> Fraction | None:
        """The komi of the rules that the game is loaded with; None where they have none."""
        chosen = next((one for one in self.game.description.selected if one.startswith("Komi/")), None)
        return None if chosen is None else komi_of(chosen.partition("/")[2])

    def territory(
        self, owners: Mapping[int, int], neutral: Collection[int] = ()
    ) -> tuple[frozenset[int], frozenset[int]]:
        """The empty points that only one player's stones surround, for each player, the `neutral` ones left out."""
        by_player = [set[int](), set[int]()]
        seen = set[int]()
        for site in self.near:
            if site not in seen and not owners.get(site):
                region = self.group(owners, site)
                seen |= region
                around = {owners[near] for one in region for near in self.near[one] if owners.get(near)}
                if len(around) == 1:
                    by_player[around.pop() - 1] |= region - {*neutral}
        return frozenset(by_player[0]), frozenset(by_player[1])

    @staticmethod
    def result(state: State) -> str:
        """How a game ended: `B+3`, `W+`, or `0` for a draw."""
        if state.winner not in (1, 2):
            return "0"
        margin = abs(state.scores[0] - state.scores[1])
        return f"{'BW'[state.winner - 1]}+{margin or ''}"
