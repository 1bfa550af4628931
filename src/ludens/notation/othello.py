"""Othello and its like: squares as `f5`, transcripts `f5d6c3`, boards as a row of signs.

A game is one of these whose two players put discs of one kind on squares, and turn what they enclose.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from ludens.game import Game, IllegalMove, Move, State
from ludens.game.state import Row
from ludens.ludemes.effects.flanking import Custodial
from ludens.ludemes.effects.flip import Flip
from ludens.ludemes.integers.counts import CountPieces
from ludens.ludemes.moves.promote import PromotePiece
from ludens.notation.errors import NotationError, shown
from ludens.notation.ggf import TAGS, Ggf
from ludens.notation.grid import Grid
from ludens.notation.reading import each_line
from ludens.notation.record import DRAWN, NO_CHANCE, Record, ends_by_rules, game_lines
from ludens.notation.sgf_tree import DEFAULT, split
from ludens.notation.style import File, Position, Style
from ludens.notation.turns import Turn, move_to, to_move

_PASSES: Final = ("--", "pass", "pa", "ps")
_TO_MOVE: Final = re.compile(r"(black|white|[xo*bw])\s+to\s+(?:move|play)", re.IGNORECASE)
#: what a transcript is made of; `+d3-c4` tells the colours, black first
_TOKEN: Final = re.compile(
    r"""[\s,|/]+ | \d+\s*[.)] | (?P<result>\d{1,3}\s*[-:]\s*\d{1,3}\s*$ | :?\s*[+-]?\d{1,3}\s*$ | :\s*[+-]\d.*$)
    | [+-]?(?P<pass>--|pass|pa|ps)(?=$|[^a-z\d]|[a-z]\d) | (?P<sign>[+-])?(?P<square>[a-z]\d{1,2}?)(?!\d) | [-;]""",
    re.IGNORECASE | re.VERBOSE,
)
_SIGNS: Final = {0: "-", 1: "X", 2: "O"}
_OWNERS: Final = {"-": 0, ".": 0, "_": 0, "X": 1, "*": 1, "B": 1, "O": 2, "W": 2}


class Othello(Style):
    family = "othello"

    def __init__(self, game: Game, grid: Grid) -> None:
        super().__init__(game)
        self.grid = grid

    @classmethod
    def of(cls, game: Game) -> Style | None:
        owners = sorted(c.owner for c in game.components)
        if game.num_players != 2 or owners != [1, 2] or len(game.containers) != 1 or game.model.stacking:
            return None
        kinds = {type(one) for one in game.ludemes()}
        if Custodial not in kinds or not kinds & {PromotePiece, Flip} or CountPieces not in kinds:
            return None
        grid = Grid.of(game)
        return None if grid is None or grid.kind != "Cell" or grid.columns > len("abcdefgh") + 2 else cls(game, grid)

    # --- sites

    def point(self, site: int) -> str:
        return self.grid.square(site)

    # --- moves

    def ply(self, state: State, move: Move) -> str:
        return self.grid.square(move.to_site) if self._is_placed(move) else super().ply(state, move)

    @staticmethod
    def _is_placed(move: Move) -> bool:
        return move.to_site >= 0 and any(action.name == "Add" for action in move.actions)

    def parse(self, state: State, text: str) -> Turn:
        vertex = "pass" if text.strip().lower() in _PASSES else text
        site = self.grid.site(vertex.strip())
        move = None if site is None else move_to(state, site)
        if move is not None and self._is_placed(move):
            return (move,)
        return super().parse(state, vertex)

    # --- positions

    @property
    def positions(self) -> Mapping[str, Position]:
        return {"board": Position(self._write, self._read)}

    def _write(self, state: State) -> str:
        owners = {row[1]: row[4] for row in state.sites()}
        signs = [
            _SIGNS[owners.get(self.grid.sites[column, row], 0)]
            for row in range(self.grid.rows)
            for column in range(self.grid.columns)
        ]
        mover = to_move(state)
        return "".join(signs) + f" {_SIGNS[mover]}"

    def _read(self, text: str) -> State:
        """The state at a position: a sign for each square from a1 on, row by row, and whose turn it is.

        Rows may be parted by `/`, with numbers for empty squares; what stands behind a `;` tells of something else.
        """
        board = text.partition(";")[0]
        if (match := _TO_MOVE.search(board)) is not None:
            board = f"{board[: match.start()]}{board[match.end() :]} {match[1][0]}"
        if "/" in board:
            board = re.sub(r"\d{1,2}", lambda number: "-" * int(number[0]), board).replace("/", "")
        signs = "".join(board.split()).upper()
        size = self.grid.columns * self.grid.rows
        if len(signs) != size + 1:
            raise NotationError(f"a position has {size} squares and the player to move, not {len(signs)} signs")
        if unknown := set(signs) - _OWNERS.keys():
            raise NotationError(f"the signs are X for player 1, O for player 2 and -, not {shown(min(unknown))}")
        mover = _OWNERS[signs[-1]]
        if not mover:
            raise NotationError(f"the player to move is X or O, not {shown(signs[-1])}")
        what = {c.owner: c.index for c in self.game.components}
        rows: list[Row] = []
        for n, sign in enumerate(signs[:-1]):
            if owner := _OWNERS[sign]:
                row, column = divmod(n, self.grid.columns)
                rows.append(("C", self.grid.sites[column, row], 0, what[owner], owner, 1, 0, 0, 0))
        return self.game.position(sorted(rows), mover=mover, seed=0)

    # --- games

    @property
    def files(self) -> Mapping[str, File]:
        ggf = Ggf(self)
        return {
            "transcript": File(
                self._write_games,
                self._read_games,
                (".txt",),
                split=each_line,
                between="",
                holds=frozenset(),
                tags=frozenset(),
                tells_result=ends_by_rules,
            ),
            "ggf": File(
                ggf.write,
                ggf.read,
                (".ggf",),
                (DEFAULT,),
                r"(?:\d+\s*)?\(",
                split,
                "",
                frozenset({"comments", "nodes"}),
                TAGS,
            ),
        }

    def _write_games(self, records: Sequence[Record]) -> str:
        return "".join(f"{self._transcript(record)}\n" for record in records)

    def _transcript(self, record: Record) -> str:
        if not record.begins_as_usual:
            raise NotationError("a transcript begins as the game does, and this game with a position")
        return "".join(self.ply(state, turn[0]) for state, turn in record.states() if self._is_placed(turn[0]))

    def _read_games(self, text: str, name: str) -> list[Record]:
        """A game for each line; passes, which nobody chooses, are not written. Raises NotationError."""
        return [self._read_game(line, name, n) for n, line in game_lines(text, name)]

    def _read_game(self, line: str, name: str, number: int) -> Record:
        state = self.game.start(rng_state=NO_CHANCE)
        record, at = Record(state.copy()), 0
        signed = re.search(r"\+[a-z]", line, re.IGNORECASE) is not None
        while at < len(line):
            match = _TOKEN.match(line, at)
            if match is None:
                raise NotationError(f"a square is expected, not {shown(line[at:][:12])}", name, number, at + 1)
            if match["result"]:
                record.tags["Result"] = match["result"].lstrip(": ").strip()
                record.ended = _ended(record.tags["Result"])
            if match["square"] or match["pass"]:
                try:
                    self._play(state, record, match["square"], "+-".find(match["sign"] or "?") + 1 if signed else 0)
                except IllegalMove as error:
                    raise NotationError(str(error), name, number, at + 1) from None
            at = match.end()
        self.play_forced_passes(state, record)
        return record

    def _play(self, state: State, record: Record, square: str | None, player: int) -> None:
        """Play a move, or a pass; `player` is who is said to make it, 0 where nobody is."""
        if square is None and state.is_over:
            return
        if square is not None:
            self.play_forced_passes(state, record)
            if player and state.mover != player:
                raise IllegalMove(f"{square} is said to be {'+-'[player - 1]}'s move, and it is the other's turn")
        turn = self.parse(state, square or _PASSES[0])
        record.plies += turn
        state.play(turn[0])

    def start(self, position: str) -> State:
        """The state at a position: the game's own start where it is that one."""
        usual = self.game.start(rng_state=NO_CHANCE)
        state = self._read(position)
        return usual if state.sites() == usual.sites() and state.mover == usual.mover else state

    def vertex(self, state: State, move: Move) -> str:
        """The square of a move, `pa` for a pass."""
        return self.grid.square(move.to_site) if self._is_placed(move) else "pa"

    def is_forced_to_pass(self, state: State) -> bool:
        """Whether the only legal move is a pass."""
        moves = state.legal_moves()
        return len(moves) == 1 and not self._is_placed(moves[0])

    def play_forced_passes(self, state: State, record: Record) -> None:
        """Make the passes that the rules force, and add them to a record."""
        while not state.is_over and self.is_forced_to_pass(state):
            record.plies.append(state.legal_moves()[0])
            state.play(record.plies[-1])


def _ended(result: str) -> str:
    """The result by discs (`40-24`) or by how many player 1 is ahead (`+16`)."""
    numbers = [int(number) for number in re.findall(r"\d{1,9}", result)]
    ahead = numbers[0] - numbers[1] if len(numbers) == 2 else -numbers[0] if result.startswith("-") else numbers[0]
    return "1-0" if ahead > 0 else "0-1" if ahead < 0 else DRAWN
