"""Chess and its like: SAN (`Nbd7`, `exd5`, `O-O`, `e8=Q+`, `N@f3`), FEN, PGN, and the moves of UCI (`e7e8q`).

A game is one of these whose two players have pieces named as those of chess, Xiangqi, Makruk or their kin, on a board
of squares, with hands or without (`notation.pieces`).
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import Final

from ludens.game import Game, IllegalMove, Move, State
from ludens.game.legal import LegalMoves
from ludens.game.matching import listed
from ludens.game.singlestate import SingleState
from ludens.ludemes.moves.pass_ import PassMove
from ludens.ludemes.moves.promote import PromotePiece
from ludens.notation import wxf
from ludens.notation.check import Check
from ludens.notation.drawn_starts import DrawnFen, begins_by_chance
from ludens.notation.errors import shown
from ludens.notation.fen import Fen
from ludens.notation.grid import Grid, letter
from ludens.notation.marks import captures
from ludens.notation.pgn import FIGURES, NULLS, SUFFIX, words_of
from ludens.notation.pieces import letter_in_moves, letters_of
from ludens.notation.style import File, Position, Style
from ludens.notation.tag_files import TagFormat
from ludens.notation.turns import Turn, after, goes_on, is_null
from ludens.rules.base import Ludeme

_CASTLING: Final = re.compile(r"[O0oОо][-–]?[O0oОо]([-–]?[O0oОо])?")
_SUFFIX: Final = re.compile(rf"(?:{SUFFIX}\s*[!?]*)$")
_SPACE: Final = re.compile(r"\s+")
#: how many columns a king goes at least where it castles
_CASTLES: Final = 2
_MOST_COLUMNS: Final = 12


class Chess(Style):
    family = "chess"

    def __init__(self, game: Game, grid: Grid, kinds: Mapping[str, str]) -> None:
        super().__init__(game)
        self.grid = grid
        #: the capital letters of components, by their numbers; of none for 0
        self._letters = ["", *(letter_in_moves(kinds, c.base_name) for c in game.components)]
        self._owners = [0, *(c.owner for c in game.components)]
        letters = {c.index: kinds[c.base_name] if c.owner == 1 else kinds[c.base_name].lower() for c in game.components}
        self.by_chance = begins_by_chance(game)
        self.fen = (DrawnFen if self.by_chance else Fen)(game, grid, letters, "".join(kinds.values()))
        #: those that move without a letter
        self._pawns = {c.index for c in game.components if c.base_name == "Pawn"}
        # letters of positions are read in moves, too
        others = {kinds[c.base_name] for c in game.components}
        self._used = "".join(sorted({*self._letters[1:], *others}))
        #: the components that a letter may mean, large or small; a pawn has none, or its own
        self._called: dict[str | None, set[int]] = {
            sign: {c.index for c in game.components if name.upper() in (self._letters[c.index], kinds[c.base_name])}
            for name in (*self._used, *self._used.lower())
            for sign in ((name, None) if name == "P" else (name,))
        }
        self._squares = [grid.square(site) for site in range(len(grid.places))]
        self._called.setdefault(None, set())
        self._sites = {square: site for site, square in enumerate(self._squares)}
        self._patterns = _patterns(self._used, letter(grid.columns - 1))

    @classmethod
    def of(cls, game: Game) -> Style | None:
        kinds = letters_of({c.base_name for c in game.components})
        fits = (
            kinds is not None
            and game.num_players == 2
            and not game.is_simultaneous
            and not game.model.stacking
            and len(game.containers) in (1, 3)
            and all(c.owner in (1, 2) for c in game.components)
            and {c.owner for c in game.containers[1:]} <= {1, 2}
        )
        grid = Grid.of(game) if fits else None
        return None if grid is None or kinds is None or grid.columns > _MOST_COLUMNS else cls(game, grid, kinds)

    @cached_property
    def check(self) -> Check:
        return Check(self.game)

    # --- sites

    @property
    def letters(self) -> frozenset[str]:
        """The letters of the pieces."""
        return frozenset(self._used)

    def letter_at(self, state: State, site: int) -> str:
        """The letter of the piece on a site."""
        return self._piece_at(state, site)

    def owner_at(self, state: State, site: int) -> int:
        """The owner of the piece on a site."""
        return self._owners[_whats(state)[site]]

    def point(self, site: int) -> str:
        return self.grid.square(site)

    # --- writing moves

    def ply(self, state: State, move: Move) -> str:
        return self.turn(state, [move])

    def turn(self, state: State, turn: Sequence[Move]) -> str:
        if is_null(turn):
            return NULLS[0]
        end = after(state, turn)
        return self._san(state, turn, end) + self._mark(state.mover, end)

    def perform(self, state: State, turn: Turn) -> str:
        """Play a whole turn; gives it as `turn` does."""
        mover, move = state.mover, turn[0]
        if len(turn) > 1 or move.from_site < 0 or move.to_site in (-1, move.from_site):
            name = self.turn(state, turn)
            for one in turn:
                state.play(one)
            return name
        stem, what = self._stem(state, move)
        state.play(move)
        now = int(state.field("what")[move.to_site]) if what else 0
        promoted = f"={self._letters[now]}" if now != what and self._owners[now] == self._owners[what] else ""
        return stem + promoted + self._mark(mover, state)

    def uci(self, state: State, turn: Sequence[Move]) -> str:
        """A turn as engines write it: the squares, and the letter of what a pawn becomes; `N@f3` for a drop."""
        first = turn[0]
        if is_null(turn):
            return "0000"
        if first.from_site < 0 or first.to_site < 0:
            return self._king_of(state) * 2
        if first.from_site >= len(self._squares):
            return f"{self._piece_at(state, first.from_site)}@{self._squares[first.to_site]}"
        promoted = self._changed(_whats(state)[first.from_site], first.to_site, turn, after(state, turn)).lower()
        if first.from_site == first.to_site and not promoted:
            return self._king_of(state) * 2
        return f"{self._squares[first.from_site]}{self._squares[first.to_site]}{promoted}"

    def _king_of(self, state: State) -> str:
        """Where the king of the player to move stands, who passes by a move to there.

        Raises IllegalMove without one, and where the rules have no pass: a forced one says that there is no move.
        """
        for row in state.sites() if PassMove in self._kinds else ():
            if row[4] == state.mover and self._letters[row[3]] == "K" and row[1] < len(self._squares):
                return self._squares[row[1]]
        raise IllegalMove("a pass is no move here that engines could write")

    def _san(self, state: State, turn: Sequence[Move], end: State | None = None) -> str:
        """A turn without a mark of check; `end` is the state behind it, where it is at hand."""
        move = turn[0]
        if goes_on(state):  # the choice of a piece, which is a ply of its own
            promoted = self._promoted(turn[-1])
            return f"={promoted}" if promoted else state.notation(move)
        origin, to = move.from_site, move.to_site
        if origin < 0 or to < 0:
            with suppress(IllegalMove):
                return f"K{self._king_of(state)}"
            return state.notation(move)
        if origin == to:
            promoted = self._changed(_whats(state)[origin], to, turn, end)
            return f"{self._squares[to]}={promoted}" if promoted else state.notation(move)
        stem, what = self._stem(state, move)
        promoted = self._changed(what, to, turn, end) if what else ""
        return f"{stem}={promoted}" if promoted else stem

    def _stem(self, state: State, move: Move) -> tuple[str, int]:
        """A move to another site without what its piece becomes, and the piece; 0 where it stays what it is."""
        origin, to, whats = move.from_site, move.to_site, _whats(state)
        what, target = whats[origin], self._squares[to]
        piece = self._letters[what]
        if origin >= len(self._squares):
            return f"{piece}@{target}", 0
        (column, row), (to_column, to_row) = self.grid.places[origin], self.grid.places[to]
        if piece == "K" and row == to_row and self._castles(what, whats[to], abs(to_column - column)):
            return "O-O" if to_column > column else "O-O-O", 0
        enemy = self._owners[whats[to]] not in (0, self._owners[what])
        passing = not whats[to] and what in self._pawns and column != to_column and row != to_row
        taken = "x" if enemy or (passing and captures(state, move)) else ""
        if what in self._pawns and (taken or column == to_column):
            return (letter(column) if taken else "") + taken + target, what
        return piece + self._apart(state, origin, to, whats) + taken + target, what

    def _castles(self, king: int, target: int, columns: int) -> bool:
        """Whether a king castles: far along its row, or where one of its own pieces stands."""
        return self._owners[target] == self._owners[king] if target else columns >= _CASTLES

    def _changed(self, what: int, to: int, turn: Sequence[Move], end: State | None) -> str:
        """The letter of what a piece has become on its way; "" where it is what it was."""
        if len(turn) > 1:
            return self._promoted(turn[-1])
        if end is None:
            return self._promoted(turn[0]) if self._letters[what] == "P" else ""
        now = _whats(end)[to]
        return self._letters[now] if self._owners[now] == self._owners[what] and now != what else ""

    def _apart(self, state: State, origin: int, to: int, whats: list[int]) -> str:
        """What tells a piece from others of its kind that may go to the same square: column, row, or both."""
        if whats.count(whats[origin]) == 1:
            return ""
        others = {
            other
            for _, other in _listed(state).towards(to)
            if other != origin and 0 <= other < len(self._squares) and whats[other] == whats[origin]
        }
        if not others:
            return ""
        column, row = self.grid.places[origin]
        places = [self.grid.places[site] for site in others]
        if all(c != column for c, _ in places):
            return letter(column)
        return str(row + 1) if all(r != row for _, r in places) else self._squares[origin]

    def _mark(self, mover: int, end: State) -> str:
        """`#` where the turn decides the game, `+` for an attack on the king, nothing for others."""
        if end.is_over and end.winner in (1, 2):
            return "#"
        return "+" if (end.is_over or end.mover != mover) and self.check.of(end, 3 - mover) else ""

    def _piece_at(self, state: State, site: int) -> str:
        return self._letters[_whats(state)[site]]

    def _promoted(self, move: Move) -> str:
        """The letter of what a pawn becomes by a ply; "" for other plies."""
        for action in move.actions:
            if action.name == "Promote":
                return self._letters[int(dict(action.fields)["what"])]
        return ""

    # --- reading moves

    def parse(self, state: State, text: str) -> Turn:
        return self._parsed(state, text, chooses=goes_on(state))

    def _parsed(self, state: State, text: str, *, chooses: bool = False) -> Turn:
        """A turn, or the rest of one where its player `chooses` what a piece becomes. Raises IllegalMove."""
        plain = text.strip()
        if not plain.isascii():
            plain = plain.translate(FIGURES)
        turn = self._read(state, plain, chooses)
        if turn is None:
            turn = self._read(state, _SPACE.sub("", _SUFFIX.sub("", plain)), chooses)
        if turn is not None:
            return turn
        if wxf.fits(self) and not chooses and (turn := wxf.read(self, state, plain)) is not None:
            return turn
        with suppress(IllegalMove):
            return super().parse(state, text)
        names = [self._san(state, one) for one in self._turns(state)]
        close = _close(plain, names)
        hint = f"close to it: {listed(close)}" if close else f"there are {len(names)}, such as {listed(names[:3])}"
        raise IllegalMove(f"{shown(text)} is no move here; {hint}", close or names[:3])

    def _parse_in_file(self, state: State, text: str) -> Turn:
        """A turn in a file, where no labels of the board stand that squares of ICCS could be."""
        return self._parsed(state, wxf.of_ucci(text) if wxf.ICCS.fullmatch(text) else text)

    def _read(self, state: State, text: str, chooses: bool) -> Turn | None:
        """The turn that SAN or UCI means; None where it is none. Raises IllegalMove where it may be several."""
        if chooses:
            piece = text.lstrip("=").upper()
            return next(((m,) for m in state.legal_moves() if piece and self._promoted(m) == piece), None)
        if match := _CASTLING.fullmatch(text):
            return self._castling(state, "O-O-O" if match[1] else "O-O")
        for pattern in self._patterns:
            match = pattern.fullmatch(text)
            if match is not None and (turn := self._meant(state, text, match.groupdict())) is not None:
                return turn
        return None

    def _castling(self, state: State, name: str) -> Turn | None:
        whats, moves = _whats(state), _listed(state)
        for number, (_, origin, to) in enumerate(moves.ends):
            if self._letters[whats[origin]] == "K" and self._san(state, [moves[number]]) == name and to >= 0:
                return (moves[number],)
        return None

    def _meant(self, state: State, text: str, parts: Mapping[str, str | None]) -> Turn | None:
        """The turn that the parts of a text mean; None where it is none. Raises IllegalMove where it may be several."""
        target = self._sites.get(parts["target"] or "")
        if target is None:
            return None
        promoted = (parts.get("promoted") or "").upper()
        moves, whats = _listed(state), state.field("what")
        fitting = [
            (number, origin)
            for number, origin in moves.towards(target)
            if origin >= 0 and self._fits(origin, whats[origin], parts)
        ]
        if len(fitting) > 1 and len({origin for _, origin in fitting}) == 1:  # ways to become something, or nothing
            fitting = [one for one in fitting if self._promoted(moves[one[0]]) == promoted] or fitting
        if len(fitting) > 1:
            names = [self._san(state, [moves[number]]) for number, _ in fitting]
            raise IllegalMove(f"{shown(text)} may be {listed(names)}", names)
        if not fitting:
            return self._to_rook(state, parts, whats, target) or self._pass(state, whats, target)
        return self._completed(state, moves[fitting[0][0]], promoted)

    def _fits(self, origin: int, what: int, parts: Mapping[str, str | None]) -> bool:
        if "drop" in parts or origin >= len(self._squares):
            return "drop" in parts and origin >= len(self._squares) and what in self._called[parts["drop"]]
        if "piece" in parts and what not in self._called[parts["piece"]]:
            return False
        square = self._squares[origin]
        column, row = parts.get("column"), parts.get("row")
        return (column is None or column == square[0]) and (row is None or row == square[1:])

    def _to_rook(self, state: State, parts: Mapping[str, str | None], whats: Sequence[int], target: int) -> Turn | None:
        """Castling as engines for Chess960 write it: the king goes to where its rook stands."""
        origin = self.grid.site(f"{parts.get('column') or ''}{parts.get('row') or ''}")
        if origin is None or self._letters[whats[origin]] != "K" or self._letters[whats[target]] != "R":
            return None
        if self._owners[whats[origin]] != state.mover or self._owners[whats[target]] != state.mover:
            return None
        right = self.grid.places[target][0] > self.grid.places[origin][0]
        return self._castling(state, "O-O" if right else "O-O-O")

    def _pass(self, state: State, whats: Sequence[int], target: int) -> Turn | None:
        """A pass, as a move of the king to where it stands."""
        if self._letters[whats[target]] != "K" or self._owners[whats[target]] != state.mover:
            return None
        moves = _listed(state)
        return next(((moves[n],) for n, (_, origin, to) in enumerate(moves.ends) if origin < 0 and to < 0), None)

    def _completed(self, state: State, move: Move, promoted: str) -> Turn | None:
        """A turn with what its pawn is to become, if that is said; None where that cannot be."""
        if not promoted and not self._may_stay:
            return (move,)
        behind = after(state, (move,))
        if not goes_on(behind):
            now = self._changed(_whats(state)[move.from_site], move.to_site, (move,), behind)
            return (move,) if not promoted or now == promoted else None
        both = next(((move, m) for m in behind.legal_moves() if self._promoted(m) == promoted), None)
        return both if both or promoted else (move,)

    @cached_property
    def _may_stay(self) -> bool:
        """Whether a pawn that may be promoted may also stay what it is, by a pass."""
        return {PassMove, PromotePiece} <= self._kinds

    @cached_property
    def _kinds(self) -> set[type[Ludeme]]:
        """The kinds of ludemes that the rules are made of."""
        return {type(one) for one in self.game.ludemes()}

    def _turns(self, state: State) -> Iterator[Turn]:
        for move in state.legal_moves():
            behind = after(state, (move,))
            if goes_on(behind):
                yield from ((move, m) for m in behind.legal_moves())
            else:
                yield (move,)

    # --- positions and games

    @property
    def positions(self) -> Mapping[str, Position]:
        return {"fen": Position(self.fen.write, self.fen.read)}

    @property
    def files(self) -> Mapping[str, File]:
        words = words_of(self._used, f"a-{letter(self.grid.columns - 1)}")
        parse: Callable[[State, str], Turn] = self._parsed
        if wxf.fits(self):
            words, parse = replace(words, turn=rf"{wxf.TURN}|{words.turn}"), self._parse_in_file
        form = TagFormat(
            self.game, parse, self.turn, self.fen.read, self.fen.write, words,
            perform=self.perform, tells_start=self.by_chance,
        )  # fmt: skip
        return {"pgn": File(form.write, form.read, (".pgn",), ("cp1252",), split=form.split)}


def _whats(state: State) -> list[int]:
    """The component on each site, with 0 for none."""
    whats: list[int] = state.field("what").tolist()
    return whats


def _listed(state: State) -> LegalMoves:
    """The legal moves, with their ends at hand."""
    assert isinstance(state, SingleState)
    return state.listed()


def _patterns(letters: str, last: str) -> tuple[re.Pattern[str], ...]:
    """How a move is written, the usual ways first: SAN, drops, UCI, and SAN with a small letter for a piece."""
    square, both = rf"[a-{last}]\d{{1,2}}", letters + letters.lower()
    moved = rf"(?P<column>[a-{last}])?(?P<row>\d{{1,2}})?[x:\-–—]?(?P<target>{square})"
    promoted = rf"(?:[=/]?\(?(?P<promoted>[{both}])\)?)?"
    return (
        re.compile(rf"(?P<piece>[{letters}])?{moved}{promoted}"),
        re.compile(rf"(?P<drop>[{letters}])?[@*](?P<target>{square})"),
        re.compile(rf"(?P<column>[a-{last}])(?P<row>\d{{1,2}})[x\-]?(?P<target>{square})(?P<promoted>[{both}])?"),
        re.compile(rf"(?P<piece>[{letters.lower()}]){moved}{promoted}"),
    )


def _close(text: str, names: Sequence[str]) -> list[str]:
    """Up to three names that are like what was said; those of the same piece come before others."""

    def likeness(name: str) -> float:
        return difflib.SequenceMatcher(None, text, name).ratio() + 0.5 * (name[:1] == text[:1])

    return [name for name in sorted(names, key=likeness, reverse=True)[:3] if likeness(name) > 0.4]
