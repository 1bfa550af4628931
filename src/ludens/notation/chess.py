"""Chess and its like: SAN (`Nbd7`, `exd5`, `O-O`, `e8=Q+`), FEN, PGN, and the moves of UCI (`e7e8q`).

A game is one of these whose two players have pieces named as those of chess, kings among them, on a board of squares.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

from ludens.game import Game, IllegalMove, Move, State
from ludens.game.matching import listed
from ludens.notation.errors import shown
from ludens.notation.fen import Fen
from ludens.notation.grid import Grid, letter
from ludens.notation.marks import captures, piece_at
from ludens.notation.style import File, Position, Style
from ludens.notation.tagged import Tagged, Words
from ludens.notation.threat import is_attacked
from ludens.notation.turns import Turn, goes_on

LETTERS: Final = {"King": "K", "Queen": "Q", "Rook": "R", "Bishop": "B", "Knight": "N", "Pawn": "P"}
_ROYAL: Final = frozenset({"King"})
_CASTLING: Final = re.compile(r"[O0o]-[O0o](-[O0o])?")
_MARKS: Final = re.compile(r"[+#!?]+$|\s+|e\.p\.$")
#: how many columns a king goes at least where it castles
_CASTLES: Final = 2


class Chess(Style):
    family = "chess"

    def __init__(self, game: Game, grid: Grid) -> None:
        super().__init__(game)
        self.grid = grid
        self.fen = Fen(game, grid, {c.index: _letter(c.base_name, c.owner) for c in game.components})

    @classmethod
    def of(cls, game: Game) -> Style | None:
        names = [{c.base_name for c in game.components if c.owner == player} for player in (1, 2)]
        fits = (
            game.num_players == 2
            and not game.is_simultaneous
            and not game.model.stacking
            and len(game.containers) == 1
            and all({"King"} < each <= LETTERS.keys() for each in names)
            and all(c.owner in (1, 2) for c in game.components)
        )
        grid = Grid.of(game) if fits else None
        return None if grid is None or grid.columns > len("abcdefgh") else cls(game, grid)

    # --- sites

    def point(self, site: int) -> str:
        return self.grid.square(site)

    # --- writing moves

    def ply(self, state: State, move: Move) -> str:
        return self.turn(state, [move])

    def turn(self, state: State, turn: Sequence[Move]) -> str:
        return self._san(state, turn) + self._mark(state, turn)

    def uci(self, turn: Sequence[Move]) -> str:
        """A turn as engines write it: the squares, and the letter of what a pawn becomes."""
        first = turn[0]
        promoted = self._promoted(turn[-1])
        return f"{self.grid.square(first.from_site)}{self.grid.square(first.to_site)}{promoted.lower()}"

    def _san(self, state: State, turn: Sequence[Move]) -> str:
        """A turn without a mark of check."""
        move, promoted = turn[0], self._promoted(turn[-1])
        if goes_on(state):  # the choice of a piece, which is a ply of its own
            return f"={promoted}" if promoted else state.notation(move)
        if move.from_site < 0 or move.from_site == move.to_site:
            return state.notation(move)
        piece, target = self._piece(state, move), self.grid.square(move.to_site)
        (column, _), (to_column, _) = self.grid.places[move.from_site], self.grid.places[move.to_site]
        if piece == "K" and abs(to_column - column) >= _CASTLES:
            return "O-O" if to_column > column else "O-O-O"
        taken = "x" if captures(state, move) else ""
        if piece == "P":
            return (letter(column) if taken else "") + taken + target + (f"={promoted}" if promoted else "")
        return piece + self._apart(state, move) + taken + target

    def _apart(self, state: State, move: Move) -> str:
        """What tells a piece from others of its kind that may go to the same square: column, row, or both."""
        kind = piece_at(state, move.from_site)
        others = {
            other.from_site
            for other in state.legal_moves()
            if other.to_site == move.to_site
            and other.from_site != move.from_site
            and piece_at(state, other.from_site) == kind
        }
        if not others:
            return ""
        column, row = self.grid.places[move.from_site]
        places = [self.grid.places[site] for site in others]
        if all(c != column for c, _ in places):
            return letter(column)
        return str(row + 1) if all(r != row for _, r in places) else self.grid.square(move.from_site)

    def _mark(self, state: State, turn: Sequence[Move]) -> str:
        """`#` where the turn wins by an attack on the king, `+` for an attack, nothing for others."""
        mover, after = state.mover, state.copy()
        for move in turn:
            after.play(move)
        if goes_on(after) or not is_attacked(after, 3 - mover, _ROYAL):
            return ""
        return "#" if after.is_over and after.winner == mover else "+"

    def _piece(self, state: State, move: Move) -> str:
        return LETTERS[self.game.components[piece_at(state, move.from_site) - 1].base_name]

    def _promoted(self, move: Move) -> str:
        """The letter of what a pawn becomes by a ply; "" for other plies."""
        for action in move.actions:
            if action.name == "Promote":
                return LETTERS[self.game.components[int(dict(action.fields)["what"]) - 1].base_name]
        return ""

    # --- reading moves

    def parse(self, state: State, text: str) -> Turn:
        said = _MARKS.sub("", text.strip())
        turn = self._read(state, said)
        if turn is not None:
            return turn
        with suppress(IllegalMove):
            return super().parse(state, text)
        names = [self._san(state, one) for one in self._turns(state)]
        close = _close(said, names)
        told = f"close to it: {listed(close)}" if close else f"there are {len(names)}, such as {listed(names[:3])}"
        raise IllegalMove(f"{shown(text)} is no move here; {told}", close or names[:3])

    def _read(self, state: State, said: str) -> Turn | None:
        """The turn that SAN or UCI means; None where it is none. Raises IllegalMove where it may be several."""
        if goes_on(state):
            wanted = said.lstrip("=").upper()
            return next(((m,) for m in state.legal_moves() if wanted and self._promoted(m) == wanted), None)
        if match := _CASTLING.fullmatch(said):
            name = "O-O-O" if match[1] else "O-O"
            return next(((m,) for m in state.legal_moves() if self._san(state, [m]) == name), None)
        match = _SAN.fullmatch(said) or _UCI.fullmatch(said)
        if match is None:
            return None
        found = [move for move in state.legal_moves() if self._fits(state, move, match.groupdict())]
        if len(found) > 1:
            names = [self._san(state, [move]) for move in found]
            raise IllegalMove(f"{shown(said)} may be {listed(names)}", names)
        return self._completed(state, found[0], (match["promoted"] or "").upper()) if found else None

    def _fits(self, state: State, move: Move, said: Mapping[str, str | None]) -> bool:
        target = self.grid.site(said["target"] or "")
        if target is None or move.to_site != target or move.from_site < 0:
            return False
        column, row = self.grid.places[move.from_site]
        if said.get("column") not in (None, letter(column)) or said.get("row") not in (None, str(row + 1)):
            return False
        return "piece" not in said or self._piece(state, move) == (said["piece"] or "P")

    def _completed(self, state: State, move: Move, promoted: str) -> Turn | None:
        """A turn with what its pawn is to become, if that is said; None where that cannot be."""
        if not promoted:
            return (move,)
        after = state.copy()
        after.play(move)
        if not goes_on(after):
            return None
        return next(((move, m) for m in after.legal_moves() if self._promoted(m) == promoted), None)

    def _turns(self, state: State) -> Iterator[Turn]:
        for move in state.legal_moves():
            after = state.copy()
            after.play(move)
            if goes_on(after):
                yield from ((move, m) for m in after.legal_moves())
            else:
                yield (move,)

    # --- positions and games

    @property
    def positions(self) -> Mapping[str, Position]:
        return {"fen": Position(self.fen.write, self.fen.read)}

    @property
    def files(self) -> Mapping[str, File]:
        form = Tagged(self.game, self.parse, self.turn, self.fen.read, self.fen.write, WORDS)
        return {"pgn": File(form.write, form.read, (".pgn",), ("cp1252",), split=form.split)}


#: the words of PGN
WORDS: Final = Words(
    turn=(
        r"(?:[KQRBNP]?[a-h]?\d{0,2}[x:\-\u2013]?[a-h]\d{1,2}(?:\s*[=/]?\s*\(?[QRBNKqrbnk]\)?(?![a-h\d]))?"
        r"|[O0o]-[O0o](?:-[O0o])?)(?:\s*e\.\s*p\.|ep)?(?:\+\+|[+#])?(?![0-9A-MO-Za-z])"
    ),
    results=r"1-0|0-1|1/2-1/2|\*",
    number=r"\d+\s*[.\u2026][\s.\u2026]*|\d+(?=\s)",
)


_SAN: Final = re.compile(
    r"(?P<piece>[KQRBN])?(?P<column>[a-h])?(?P<row>\d{1,2})?[x:\-]?(?P<target>[a-h]\d{1,2}?)(?:=?\(?(?P<promoted>[QRBNqrbn])\)?)?"
)
_UCI: Final = re.compile(r"(?P<column>[a-h])(?P<row>\d)[x\-]?(?P<target>[a-h]\d)(?P<promoted>[qrbnQRBN])?")


def _close(said: str, names: Sequence[str]) -> list[str]:
    """Up to three names that are like what was said; those of the same piece come before others."""

    def likeness(name: str) -> float:
        return difflib.SequenceMatcher(None, said, name).ratio() + 0.5 * (name[:1] == said[:1])

    return [name for name in sorted(names, key=likeness, reverse=True)[:3] if likeness(name) > 0.4]


def _letter(name: str, owner: int) -> str:
    """A piece's letter in a position: a capital for player 1's."""
    return LETTERS[name] if owner == 1 else LETTERS[name].lower()
