"""Draughts and its like: squares by numbers (`32-28`, `19x28`), FEN as draughts players write it, PDN.

A game is one of these whose two players have men and kings on squares of one colour, and take by jumping. The squares
are numbered from the home of Black on: PDN's order for English and for international draughts.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from ludens.game import Game, IllegalMove, Move, State
from ludens.game.matching import listed
from ludens.game.state import Row
from ludens.ludemes.moves.hop import Hop
from ludens.notation.errors import NotationError, shown
from ludens.notation.grid import Grid, letter
from ludens.notation.marks import captures
from ludens.notation.pdn import TYPES, Choices, GameType, read, squares_of, tags_of, type_in, words
from ludens.notation.record import Record
from ludens.notation.sides import is_first_black
from ludens.notation.style import File, Position, Style
from ludens.notation.tag_files import TagFormat
from ludens.notation.turns import Turn, goes_on, to_move, whole_turns

#: what a man and a king are called
NAMES: Final = (("Man", "King"), ("Counter", "DoubleCounter"))
#: the words with which a description declares this notation: its name, and the number of a type of PDN
_DECLARED: Final = re.compile(r"draughts\s+(\d+)")
_PIECES: Final = re.compile(r"([Kk]?)([A-La-l]?\d+)(?:\s*-\s*[Kk]?(\d+))?")
#: how often in a row kings of each side have moved, as Frisian draughts counts them
_FRISIAN: Final = "40"
#: columns have letters
MOST: Final = 12
_KINGS_MOVES: Final = re.compile(r"\+(\d{1,2})\+(\d{1,2})")
#: clocks, as some programs write them: plies without progress, and the number of the turn
_CLOCK: Final = re.compile(r"([HF])(\d{1,4})")


class Draughts(Style):
    family = "draughts"

    def __init__(self, game: Game, grid: Grid, kinds: tuple[str, str], kind: GameType | None = None) -> None:
        super().__init__(game)
        self.grid, self.kinds = grid, kinds
        self.black = 1 if is_first_black(game) else 2
        #: the type of the game, where it has one, and how it is written
        self.kind = declared_type(game)
        self.written = kind or self.kind or GameType("", "N", 1 if self.black == 1 else 2, None)
        start = game.start(seed=0).sites()
        self._sides = {player: [grid.places[row[1]] for row in start if row[4] == player] for player in (1, 2)}
        colours = {sum(place) % 2 for places in self._sides.values() for place in places}
        squares = [site for site, place in enumerate(grid.places) if sum(place) % 2 in colours]
        seen = {site: self._seen(*grid.places[site], self.written) for site in squares}
        numbering = self.written if self.written.letter == "N" else self._usual
        order = sorted(squares, key=lambda site: self._seen(*grid.places[site], numbering)[::-1])
        self._sites = {str(number): site for number, site in enumerate(order, 1)}
        self._numbers = {site: number for number, site in self._sites.items()}
        lettered = seen if self.written.letter == "A" else {site: grid.places[site] for site in squares}
        self._squares = {site: f"{letter(column)}{row + 1}" for site, (column, row) in lettered.items()}
        self._by_name = self._sites | {name: site for site, name in self._squares.items()}
        self._names = self._squares if self.written.letter == "A" else self._numbers

    @classmethod
    def of(cls, game: Game) -> Style | None:
        kinds = [{c.base_name for c in game.components if c.owner == player} for player in (1, 2)]
        names = next((pair for pair in NAMES if kinds == [set(pair)] * 2), None)
        if names is None or game.num_players != 2 or game.model.stacking or len(game.containers) != 1:
            return None
        grid = Grid.of(game)
        if grid is None or len(game.components) != 4 or not any(isinstance(one, Hop) for one in game.ludemes()):
            return None
        if max(grid.columns, grid.rows) > MOST:
            return None
        colours = {sum(grid.places[row[1]]) % 2 for row in game.start(seed=0).sites()}
        return cls(game, grid, names) if len(colours) == 1 or declared_type(game) is not None else None

    @property
    def _usual(self) -> GameType:
        """How squares are numbered where nothing is declared: from the home of Black on."""
        return GameType("", "N", 1 if self.black == 1 else 2, None)

    def _seen(self, column: int, row: int, kind: GameType) -> tuple[int, int]:
        """How far a square lies from the first one, in columns and rows."""
        rows = [sum(row for _, row in self._sides[player]) / max(len(self._sides[player]), 1) for player in (1, 2)]
        if rows[0] > rows[1]:  # the first player sits at the top
            column, row = self.grid.columns - 1 - column, self.grid.rows - 1 - row
        has_corner = self._has_corner
        if kind.inverted is not None and has_corner is not None and kind.inverted == has_corner:
            column = self.grid.columns - 1 - column  # our board is the mirror image of theirs
        return (
            self.grid.columns - 1 - column if kind.corner in (1, 3) else column,
            self.grid.rows - 1 - row if kind.corner in (2, 3) else row,
        )

    @cached_property
    def _has_corner(self) -> bool | None:
        """Whether the bottom left corner is a square of the game; None where all are."""
        colours = {sum(place) % 2 for places in self._sides.values() for place in places}
        return None if len(colours) != 1 else colours == {0}

    # --- squares

    def point(self, site: int) -> str:
        """The number of a square, or its name; the squares between those that are played on have none."""
        return self._names.get(site, "")

    # --- moves

    def ply(self, state: State, move: Move) -> str:
        if move.from_site < 0 or move.from_site == move.to_site:
            return super().ply(state, move)
        sign = self.written.taking if captures(state, move) else "-"
        return f"{self._names[move.from_site]}{sign}{self._names[move.to_site]}"

    def turn(self, state: State, turn: Sequence[Move]) -> str:
        """A turn by its first and its last square; by all where another one would be written alike."""
        if any(move.from_site < 0 or move.from_site == move.to_site for move in turn):
            return super().turn(state, turn)
        way = self._way(turn)
        if not captures(state, turn[0]):
            return self._joined(way, "-")
        if len(turn) == 1 and len({move.to_site for move in state.legal_moves()}) == 1:
            return self._joined(way, self.written.taking)
        alike = [other for other in self._turns(state, way[0]) if self._ends(other) == self._ends(turn)]
        several = len({self._taken(other) for other in alike}) > 1
        return self._joined(way if several else (way[0], way[-1]), self.written.taking)

    def _joined(self, way: Sequence[int], sign: str) -> str:
        return sign.join(self._names[site] for site in way)

    def _turns(self, state: State, begin: int | None = None) -> list[Turn]:
        """The whole turns that may be made, those from one site alone where it is given."""
        return [turn for turn in whole_turns(state, begin=begin) if turn[0].from_site >= 0]

    @staticmethod
    def _way(turn: Sequence[Move]) -> list[int]:
        return [turn[0].from_site, *(move.to_site for move in turn)]

    @staticmethod
    def _ends(turn: Sequence[Move]) -> tuple[int, int]:
        return turn[0].from_site, turn[-1].to_site

    @staticmethod
    def _taken(turn: Sequence[Move]) -> frozenset[int]:
        return frozenset(a.site_to for move in turn for a in move.actions if a.name == "Remove")

    def parse(self, state: State, text: str) -> Turn:
        """A whole turn by its ends, or by some of the squares on its way; else what the standard notation reads."""
        return self._parsed(state, text, None)

    def _parsed(self, state: State, text: str, choices: Choices | None) -> Turn:
        """The same; with `choices`, those say which turn it is that a text means where it may be several."""
        turn_text = text.strip().rstrip("!?+#*")
        names = squares_of(turn_text)
        if names is None:
            return super().parse(state, text)
        sites = [self._by_name.get(name, -1) for name in names]
        turns = [turn for turn in self._turns(state, sites[0]) if _is_part(sites, self._way(turn))]
        results = {(turn[-1].to_site, self._taken(turn)): turn for turn in reversed(turns)}
        exact = [turn for turn in turns if self._way(turn) == sites]
        if len(results) == 1 or (exact and len(sites) > len(("from", "to"))):
            return (exact or list(results.values()))[0]
        if results:
            several = list(results.values())
            listed_names = [self._joined(self._way(turn), self.written.taking) for turn in several]
            if choices is not None:
                return several[choices.choose(listed_names, turn_text)]
            raise IllegalMove(f"{shown(turn_text)} may be {listed(listed_names)}", listed_names)
        if (ply := self._one_ply(state, sites)) is not None:
            return ply
        if all(name.isdigit() for name in names) or self.written.letter == "A":
            close = sorted({self.turn(state, turn) for turn in self._turns(state)})
            close.sort(key=lambda name: _unlike(name, self._joined_text(sites)))
            raise IllegalMove(f"{shown(turn_text)} is no move here; there are {listed(close)}", close[:3])
        return super().parse(state, text)

    def _joined_text(self, sites: Sequence[int]) -> list[str]:
        return [self._names.get(site, "") for site in sites]

    def _one_ply(self, state: State, sites: list[int]) -> Turn | None:
        """A jump that is a part of a turn."""
        moves = [(move,) for move in state.legal_moves() if [move.from_site, move.to_site] == sites]
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
        order = {site: n for n, site in enumerate(self._sites.values())}
        by_name = self.written.letter == "A"
        for row in sorted(state.sites(), key=lambda row: self._names[row[1]] if by_name else order[row[1]]):
            king = "K" if self._is_king(row) else ""
            sides[row[4]].append(f"{king}{self._names[row[1]]}")
        white, black = (",".join(sides[player]) for player in (3 - self.black, self.black))
        text = f"{'B' if mover == self.black else 'W'}:W{white}:B{black}"
        counts = self._kings_moves(state) if self._counts_kings else (0, 0)
        return text + (f":+{counts[0]}+{counts[1]}" if any(counts) else "")

    def _begun(self, state: State) -> str:
        """The position that a game began with, and its clocks: plies without progress, and the number of the turn."""
        quiet = max(int(state.field("counter")), 0) if "counter" in state.game.layout else 0
        number = (int(state.field("turn")) + 1) // 2
        return self._write(state) + (f":H{quiet}:F{number}" if quiet or number > 1 else "")

    def _is_king(self, row: Row) -> bool:
        return self.game.components[row[3] - 1].base_name == self.kinds[1]

    @property
    def _counts_kings(self) -> bool:
        """Whether the pieces of the game say how often their kings have moved, as in Frisian draughts."""
        return self.written.number == _FRISIAN and "state" in self.game.layout

    def _kings_moves(self, state: State) -> tuple[int, int]:
        """How often kings of White and of Black have just moved."""
        counts = {player: [row[6] for row in state.sites() if row[4] == player] for player in (1, 2)}
        return max(counts[3 - self.black], default=0), max(counts[self.black], default=0)

    def _read(self, text: str, choices: Choices | None = None) -> State:
        """The state at a position such as `W:W18,24,K10:B12,16-20`. Raises NotationError.

        Of a position that does not say who is to move, `choices` say it, or else the player moves who begins games.
        """
        side, *lists = (part.strip() for part in text.strip().rstrip(".").split(":"))
        if side.upper() not in ("W", "B", "?"):
            raise NotationError(f"the player to move is W or B, not {shown(side)}")
        rows: dict[int, Row] = {}
        counts, clocks = (0, 0), dict[str, int]()
        for pieces in filter(None, lists):
            if (match := _CLOCK.fullmatch(pieces)) is not None:
                clocks[match[1]] = int(match[2])
                continue
            if (match := _KINGS_MOVES.fullmatch(pieces)) is not None:
                counts = int(match[1]), int(match[2])
                continue
            if pieces[:1].upper() not in ("W", "B"):
                raise NotationError(f"pieces are written W18,K24 or B1-12, not {shown(pieces)}")
            owner = self.black if pieces[0].upper() == "B" else 3 - self.black
            for row in self._rows(pieces[1:], owner):
                if row[1] in rows:
                    raise NotationError(f"two pieces stand on {self._names[row[1]]}")
                rows[row[1]] = row
        self._count(rows, counts, choices)
        mover = self.black if side.upper() == "B" else 3 - self.black
        if side == "?":
            mover = 1 if choices is None else 1 + choices.choose(["the first player", "the second player"], side)
        state = self.game.position([rows[site] for site in sorted(rows)], mover=mover, seed=0)
        if clocks.get("F", 1) > 1:
            state.set_field("turn", 2 * clocks["F"] - 2 + mover)
        if clocks.get("H", 0) and "counter" in self.game.layout:
            state.set_field("counter", clocks["H"])
        return state

    def _count(self, rows: dict[int, Row], counts: tuple[int, int], choices: Choices | None) -> None:
        """Give a side's only king the number of its moves.

        Where it is not known which king it is, that is told, or else raised as NotationError.
        """
        if not self._counts_kings:
            return
        for player, count in zip((3 - self.black, self.black), counts, strict=True):
            kings = [site for site, row in rows.items() if row[4] == player and self._is_king(row)]
            if count and len(kings) != 1:
                message = f"+{counts[0]}+{counts[1]}: a king has moved {count} times, and it is not told which"
                if choices is None:
                    raise NotationError(message)
                choices.remarks.append(f"{message}: this is left out")
            for site in kings if count and len(kings) == 1 else ():
                rows[site] = (*rows[site][:6], count, *rows[site][7:])

    def _rows(self, text: str, owner: int) -> Iterator[Row]:
        what = {c.base_name: c.index for c in self.game.components if c.owner == owner}
        for part in filter(None, (part.strip() for part in text.split(","))):
            match = _PIECES.fullmatch(part)
            if match is None or (match[3] and not match[2].isdigit()):
                raise NotationError(f"a piece is written 18 or K18, not {shown(part)}")
            king, first, last = match.groups()
            names = [first.lower().lstrip("0")]
            if last:
                names = [str(number) for number in range(int(first), min(int(last), len(self._sites) + 1) + 1)]
            for name in names:
                if name not in self._by_name:
                    raise NotationError(self._no_square(name))
                base = self.kinds[bool(king)]
                yield ("C", self._by_name[name], 0, what[base], owner, 1, *self._carried.get((base, owner), (0, 0, 0)))

    @cached_property
    def _carried(self) -> dict[tuple[str, int], tuple[int, int, int]]:
        """The state, rotation and value of fresh pieces: of men as games begin, of kings as men are crowned."""
        start = self.game.start(seed=0).sites()
        carried: dict[tuple[str, int], tuple[int, int, int]] = {}
        for player in (1, 2):
            man = next((row for row in start if row[4] == player), None)
            if man is None:
                continue
            carried[self.kinds[0], player] = man[6:9]
            rows = [(*man[:1], site, *man[2:]) for site in self._numbers]
            crowned = next(filter(None, (self._crowned(row) for row in rows)), None)
            if crowned is not None:
                carried[self.kinds[1], player] = crowned[6:9]
        return carried

    def _crowned(self, man: Row) -> Row | None:
        """The king that a man becomes by a move from where it stands alone; None where it becomes none."""
        state = self.game.position([man], mover=man[4], seed=0)
        for move in state.legal_moves():
            after = state.copy()
            after.play(move)
            king = next((row for row in after.sites() if self._is_king(row)), None)
            if king is not None:
                return king
        return None

    def _no_square(self, name: str) -> str:
        if name.isdigit() or not name:
            return f"the squares have the numbers 1 to {len(self._sites)}, not {name or 0}"
        return f"there is no square {name} that is played on"

    # --- games

    @property
    def files(self) -> Mapping[str, File]:
        form = self._form(Choices())
        return {"pdn": File(self._written_games, self._read_games, (".pdn",), ("cp1252",), split=form.split)}

    def _form(self, choices: Choices) -> TagFormat:
        return TagFormat(
            self.game,
            lambda state, text: self._parsed(state, text, choices),
            self.turn,
            lambda text: self._read(text, choices),
            self._begun,
            words(self.kind),
        )

    def _written_games(self, records: Sequence[Record]) -> str:
        return self._form(Choices()).write([replace(one, tags=tags_of(one.tags, self.kind)) for one in records])

    def _read_games(self, text: str, name: str) -> list[Record]:
        """The game of a text, its squares counted as usual, or else as the file says that they are."""
        game_type = type_in(text)
        try:
            records = self._read_as(text, name)
        except NotationError:
            if game_type is None or game_type[:4] == self.written[:4]:
                raise
            try:
                records = Draughts(self.game, self.grid, self.kinds, game_type)._read_as(text, name)
            except NotationError:
                records = []
            if not records:
                raise
        if game_type is not None and self.kind is not None and game_type.number != self.kind.number:
            remark = f"the tag GameType tells of type {game_type.number}, and this game is of type {self.kind.number}"
            for record in records:
                record.remarks.append(NotationError(remark, name, 1))
        return records

    def _read_as(self, text: str, name: str) -> list[Record]:
        choices = Choices()
        return read(text, name, choices, self._form(choices).read)


def declared_type(game: Game) -> GameType | None:
    """The type of PDN that the metadata of a game declare."""
    match = _DECLARED.fullmatch(game.metadata.text("notation").casefold())
    return TYPES.get(match[1]) if match is not None else None


def _is_part(squares: Sequence[int], way: Sequence[int]) -> bool:
    """Whether squares are the ends of a way, and those between them are on it, in order."""
    if (squares[0], squares[-1]) != (way[0], way[-1]):
        return False
    rest = iter(way[1:-1])
    return all(square in rest for square in squares[1:-1])


def _unlike(name: str, squares: Sequence[str]) -> int:
    """How unlike a turn is to what was said, by its ends."""
    own_squares = squares_of(name) or [""]
    return (own_squares[0] != squares[0]) + (own_squares[-1] != squares[-1])
