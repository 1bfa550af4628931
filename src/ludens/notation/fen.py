"""Positions of chess as FEN.

The squares and the player to move are set up as they are. The right to castle is the state of a king and of a rook that
stand where they start, as the start rules set it. A pawn's double step is played, so that the position after it holds
all that the description keeps of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ludens.game import Game, State
from ludens.game.state import Row
from ludens.notation.errors import NotationError, shown
from ludens.notation.grid import Grid
from ludens.notation.marks import piece_at
from ludens.notation.turns import to_move

_SIDES: Final = {"K": (1, 1), "Q": (1, -1), "k": (2, 1), "q": (2, -1)}
_MOST: Final = 5000


class Fen:
    """FEN for a game; `letters` are those of its components by their numbers."""

    def __init__(self, game: Game, grid: Grid, letters: Mapping[int, str]) -> None:
        self.game, self.grid, self.letters = game, grid, letters
        self.pieces = {letter: what for what, letter in letters.items()}
        start = game.start(seed=0)
        self._start = {row[1]: row for row in start.sites()}
        #: the sites and the states of king and rook that a right to castle is about
        self.rights = {right: found for right in _SIDES if (found := self._right(right))}

    def _right(self, right: str) -> tuple[Row, Row] | None:
        player, side = _SIDES[right]
        king, rook = (self.pieces.get(letter if player == 1 else letter.lower()) for letter in "KR")
        kings = [row for row in self._start.values() if row[3] == king]
        if len(kings) != 1 or not kings[0][6]:
            return None
        column, rank = self.grid.places[kings[0][1]]
        for at in range(column + side, self.grid.columns if side > 0 else -1, side):
            row = self._start.get(self.grid.sites[at, rank])
            if row is not None and row[3] == rook and row[6]:
                return kings[0], row
        return None

    # --- writing

    def write(self, state: State) -> str:
        """The FEN of a position. Raises NotationError in the middle of a turn."""
        rows = {row[1]: row for row in state.sites()}
        ranks = self.grid.ranks(lambda site: self.letters[rows[site][3]] if site in rows else "")
        side = "w" if to_move(state) == 1 else "b"
        rights = "".join(r for r, pair in self.rights.items() if all(rows.get(p[1], ())[3:7] == p[3:7] for p in pair))
        passed = self._passed(state)
        square = "-" if passed is None else self.grid.square(passed)
        clock, number = max(self._clock(state), 0), (int(state.field("turn")) + 1) // 2
        return f"{ranks} {side} {rights or '-'} {square} {clock} {number}"

    def _passed(self, state: State) -> int | None:
        """Where a pawn may be taken in passing: a pawn goes to an empty square of another column."""
        for move in state.legal_moves():
            if move.from_site < 0 or self.letters.get(piece_at(state, move.from_site), "").upper() != "P":
                continue
            aside = self.grid.places[move.from_site][0] != self.grid.places[move.to_site][0]
            if aside and not piece_at(state, move.to_site):
                return move.to_site
        return None

    def _clock(self, state: State) -> int:
        """The plies without a capture or a pawn's move; in a game that had none of these its counter began at -1."""
        counter = int(state.field("counter"))
        began = counter == int(state.field("num_moves")) - 1
        return counter + 1 if began and self._is_untouched(state) else counter

    def _is_untouched(self, state: State) -> bool:
        """Whether all pieces are there, and all pawns where they start."""
        rows = state.sites()
        pawns = {row[1]: row[3] for row in rows if self.letters[row[3]].upper() == "P"}
        first = {site: row[3] for site, row in self._start.items() if self.letters[row[3]].upper() == "P"}
        return len(rows) == len(self._start) and pawns == first

    # --- reading

    def read(self, text: str) -> State:
        """The state at a position. Raises NotationError for what is no FEN, or what this game cannot hold.

        What the description says of ends is looked at after a move, as in a game: a position that is mate already has
        no moves, and is not over.
        """
        fields = text.split()
        if not 2 <= len(fields) <= 6:
            raise NotationError(f"a FEN has 6 fields with spaces between them, not {len(fields)}: {shown(text)}")
        board, side, rights, passed, clock, number = [*fields, *["-", "-", "0", "1"][len(fields) - 2 :]]
        if side not in ("w", "b"):
            raise NotationError(f"the player to move is w or b, not {shown(side)}")
        mover = 1 if side == "w" else 2
        state = self._placed(dict(self._squares(board)), mover, self._marks(rights), passed)
        turn = 2 * _number(number, "the number of the move", 1) - (mover == 1)
        state.set_field("turn", max(turn, 1))
        plies = _number(clock, "the clock of fifty moves", 0)
        if passed == "-":
            state.set_field("counter", plies if plies or turn > 1 else -1)
        return state

    def _squares(self, board: str) -> Iterator[tuple[int, str]]:
        """Each piece's site and letter."""
        ranks = board.split("/")
        if len(ranks) != self.grid.rows:
            raise NotationError(f"the board has {self.grid.rows} rows, not {len(ranks)}: {shown(board)}")
        for rank, text in zip(reversed(range(self.grid.rows)), ranks, strict=True):
            column = 0
            for sign in text:
                if sign.isdigit():
                    column += int(sign)
                    continue
                if sign not in self.pieces:
                    known = "".join(sorted(self.pieces))
                    raise NotationError(f"row {rank + 1}: {sign!r} is no piece; there are {known}")
                if column < self.grid.columns:
                    yield self.grid.sites[column, rank], sign
                column += 1
            if column != self.grid.columns:
                raise NotationError(f"row {rank + 1} has {column} squares, not {self.grid.columns}: {shown(text)}")

    def _marks(self, rights: str) -> dict[int, Row]:
        """The rows of kings and rooks that may castle, by their sites."""
        marked: dict[int, Row] = {}
        for right in rights if rights != "-" else "":
            if right not in _SIDES:
                raise NotationError(f"rights to castle are written KQkq or -, not {shown(rights)}")
            if right not in self.rights:
                raise NotationError(f"{self.game.name} keeps no right to castle ({right}) in the states of its pieces")
            marked |= {row[1]: row for row in self.rights[right]}
        return marked

    def _placed(self, squares: dict[int, str], mover: int, marked: Mapping[int, Row], passed: str) -> State:
        for site, row in marked.items():
            if self.pieces.get(squares.get(site, "")) != row[3]:
                square = self.grid.square(site)
                raise NotationError(f"a right to castle wants {self.letters[row[3]]} on {square}")
        step = None if passed == "-" else self._step(squares, mover, passed)
        if step is not None:
            squares[step[0]] = squares.pop(step[1])
        rows = [self._row(site, sign, marked) for site, sign in sorted(squares.items())]
        try:
            state = self.game.position(rows, mover=3 - mover if step else mover, seed=0)
        except ValueError as error:
            raise NotationError(str(error)) from None
        if step is not None:
            move = next((m for m in state.legal_moves() if (m.from_site, m.to_site) == step), None)
            if move is None:
                raise NotationError(f"no pawn can have passed {passed}")
            state.play(move)
            state = state.copy()  # the step cannot be taken back
        return state

    def _row(self, site: int, sign: str, marked: Mapping[int, Row]) -> Row:
        what = self.pieces[sign]
        first = self._start.get(site)
        state = marked[site][6] if site in marked else 0
        if site not in marked and first is not None and first[3] == what and sign.upper() not in "KR":
            state = first[6]
        return ("C" if self.grid.kind == "Cell" else "V", site, 0, what, 1 if sign.isupper() else 2, 1, state, 0, 0)

    def _step(self, squares: Mapping[int, str], mover: int, passed: str) -> tuple[int, int]:
        """From where to where the pawn went that passed a square."""
        site = self.grid.site(passed)
        if site is None:
            raise NotationError(f"the square that a pawn passed is one of the board or -, not {shown(passed)}")
        column, row = self.grid.places[site]
        ahead, pawn = (1, "P") if mover == 2 else (-1, "p")
        origin, target = (self.grid.sites.get((column, row + n * ahead)) for n in (-1, 1))
        if origin is None or target is None or squares.get(target) != pawn or site in squares or origin in squares:
            raise NotationError(f"no pawn can have passed {passed}")
        return origin, target


def _number(text: str, what: str, least: int) -> int:
    if not text.isdigit() or not least <= int(text) <= _MOST:
        raise NotationError(f"{what} is a number from {least}, not {shown(text)}")
    return int(text)
