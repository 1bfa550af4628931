"""Positions of chess and its kin as FEN, as programs and sites write it.

The squares and the player to move are set up as they are. The right to castle is the state of a king and of a rook that
stand where they start, as the start rules set it. A pawn's double step is played, so that the position after it holds
all that the description keeps of it. Pieces in hand stand in brackets, and checks left to give as `3+3`.

What a position cannot hold (a right without its rook, a square that no pawn passed) is left out, and said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ludens.game import Game, State
from ludens.game.state import Row
from ludens.ludemes.booleans.comparisons import Equal
from ludens.ludemes.integers.players import Score
from ludens.notation.errors import NotationError, note, shown
from ludens.notation.grid import Grid, letter
from ludens.notation.marks import piece_at
from ludens.notation.turns import to_move
from ludens.rules.turns.phases import PHASES

_SIDES: Final = {"K": (1, 1), "Q": (1, -1), "k": (2, 1), "q": (2, -1)}
_MOST: Final = 5000
#: the local state of a piece that was a pawn, in games that tell it from others
_PROMOTED: Final = 2
_LEFT: Final = re.compile(r"(\d)\+(\d)")
_GIVEN: Final = re.compile(r"\+(\d)\+(\d)")
_OPERATION: Final = re.compile(r"(\w+)\s+([^;]*)")
#: what people copy together with a position: a tag, or a word before it
_AROUND: Final = re.compile(r"(?:\[FEN\s+(\S.*?)\]|(?:position\s+)?fen[\s:=]+(.*))", re.IGNORECASE | re.DOTALL)
_DASHES: Final = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))


@dataclass
class _Fields:
    """The fields of a FEN, by what they are."""

    board: str
    side: str = "w"
    rights: str = "-"
    passed: str = "-"
    clock: str = "0"
    number: str = "1"
    #: the checks that each player still has to give, and those given already
    left: tuple[int, int] | None = None
    given: tuple[int, int] | None = None


#: Xiangqi's pieces, and what others call some of them
_OF_XIANGQI: Final = frozenset("RNBAKCPrnbakcp")
_OTHERS: Final = {"H": "N", "h": "n", "E": "B", "e": "b"}


class Fen:
    """FEN for a game; `letters` are those of its components by their numbers, `order` that of pieces in hand."""

    def __init__(self, game: Game, grid: Grid, letters: Mapping[int, str], order: str = "") -> None:
        self.game, self.grid, self.letters, self._order = game, grid, letters, order
        self.pieces = {letter: what for what, letter in letters.items()}
        if self.pieces.keys() >= _OF_XIANGQI:
            for other, usual in _OTHERS.items():
                self.pieces.setdefault(other, self.pieces[usual])
        start = game.start(seed=0)
        self._rows = start.sites()
        self._start = {row[1]: row for row in self._rows}
        #: the sites and the states of king and rook that a right to castle is about
        self.rights: dict[str, tuple[Row, ...]] = {right: pair for right in _SIDES if (pair := self._right(right))}
        if not self.rights:
            self.rights = self._first_moves()
        self._rightful = {row[1] for pair in self.rights.values() for row in pair}
        self._hands = {hand.owner: hand for hand in game.containers[1:] if hand.owner in (1, 2)}
        self.checks = _checks(game)

    def _right(self, right: str) -> tuple[Row, Row] | None:
        player, side = _SIDES[right]
        king, rook = (self.pieces.get(letter if player == 1 else letter.lower()) for letter in "KR")
        kings = [row for row in self._start.values() if row[3] == king]
        if len(kings) != 1 or not kings[0][6] or kings[0][1] >= len(self.grid.places):
            return None
        column, rank = self.grid.places[kings[0][1]]
        for at in range(column + side, self.grid.columns if side > 0 else -1, side):
            row = self._start.get(self.grid.sites[at, rank])
            if row is not None and row[3] == rook and row[6]:
                return kings[0], row
        return None

    def _first_moves(self) -> dict[str, tuple[Row, ...]]:
        """Without castling: what pieces may do that have not moved yet, by their columns (Cambodian chess: DEde)."""
        rows = sorted(row for row in self._rows if row[6] and row[1] < len(self.grid.places))
        names = [(letter(self.grid.places[row[1]][0]), row) for row in rows]
        return {name.upper() if row[4] == 1 else name: (row,) for name, row in names}

    # --- writing

    def write(self, state: State) -> str:
        """The FEN of a position. Raises NotationError in the middle of a turn."""
        rows = {row[1]: row for row in state.sites()}
        ranks = self.grid.ranks(lambda site: self._sign(rows[site]) if site in rows else "")
        side = "w" if to_move(state) == 1 else "b"
        rights = self._rights(rows)
        passed = self._passed(state)
        square = "-" if passed is None else self.grid.square(passed)
        left = f" {self._left(state)}" if self.checks else ""
        clock, turn = max(self._clock(state), 0), int(state.field("turn")) + state.is_over
        return f"{ranks}{self._pocket(rows)} {side} {rights or '-'} {square}{left} {clock} {(turn + 1) // 2}"

    def _rights(self, rows: Mapping[int, Row]) -> str:
        """The rights to castle, as they are written."""
        return "".join(r for r, pair in self.rights.items() if all(rows.get(p[1], ())[3:7] == p[3:7] for p in pair))

    def _sign(self, row: Row) -> str:
        sign = self.letters[row[3]]
        return f"{sign}~" if self._hands and row[6] == _PROMOTED and sign.upper() != "P" else sign

    def _pocket(self, rows: Mapping[int, Row]) -> str:
        """The pieces in hand, in brackets, where players have hands."""
        if not self._hands:
            return ""
        held = [self.letters[row[3]] * row[5] for site, row in rows.items() if site >= len(self.grid.places)]
        signs = sorted("".join(held), key=lambda sign: (sign.islower(), self._order.find(sign.upper())))
        return f"[{''.join(signs)}]"

    def _left(self, state: State) -> str:
        return "+".join(str(max(self.checks - score, 0)) for score in state.scores)

    def _passed(self, state: State) -> int | None:
        """Where a pawn may be taken in passing: a pawn goes to an empty square, and another one leaves the board."""
        if "pending" not in state.game.layout or state.is_over:
            return None
        for move in state.legal_moves():
            if move.from_site < 0 or self.letters.get(piece_at(state, move.from_site), "").upper() != "P":
                continue
            if move.from_site >= len(self.grid.places) or piece_at(state, move.to_site):
                continue
            (column, row), (to_column, to_row) = self.grid.places[move.from_site], self.grid.places[move.to_site]
            if column != to_column and row != to_row and any(action.name == "Remove" for action in move.actions):
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

        One field is enough, the board; operations of EPD are passed over. What the description says of ends is looked
        at after a move, as in a game: a position that is mate already has no moves, and is not over.
        """
        fields = _fields(text)
        mover = 1 if fields.side == "w" else 2
        passed = fields.passed
        if passed.isdecimal():
            note(f"the limit of {passed} plies that somebody counts to (Makruk and kin) is left out")
            passed = "-"
        board, pocket = self._divided(fields.board)
        squares, promoted = self._squares(board)
        marked = self._marks(fields.rights, squares)
        held = [*self._held(pocket)]
        state = self._placed(squares, held, promoted, mover, marked, passed)
        plies, number = _number(fields.clock, "the clock of fifty moves"), _number(fields.number, "the number of moves")
        turn = 2 * max(number, 1) - (mover == 1)
        state.set_field("turn", turn)
        if int(state.field("counter")) <= 0 or passed == "-":
            state.set_field("counter", plies if plies or turn > 1 else -1)
        self._set_checks(state, fields)
        return state

    def _set_checks(self, state: State, fields: _Fields) -> None:
        if fields.left is None and fields.given is None:
            return
        if not self.checks:
            note(f"{self.game.name} counts no checks: those of the position are left out")
            return
        given = fields.given or [self.checks - left for left in fields.left or ()]
        scores = state.field("scores").copy()
        scores[1:3] = given
        state.set_field("scores", scores)

    def _divided(self, board: str) -> tuple[str, str]:
        """The board, and the pieces in hand: in brackets, or behind one row more."""
        if (match := re.fullmatch(r"(.*?)\[([^\]]*)\]", board)) is not None:
            return match[1], match[2].replace("-", "")
        if board.count("/") == self.grid.rows:
            squares, _, pocket = board.rpartition("/")
            if self._hands or not pocket:
                return squares, pocket
        return board, ""

    def _squares(self, board: str) -> tuple[dict[int, str], set[int]]:
        """Each piece's letter by its site, and the sites of those that were pawns."""
        ranks = board.split("/")
        if len(ranks) != self.grid.rows:
            raise NotationError(f"the board has {self.grid.rows} rows, not {len(ranks)}: {shown(board)}")
        squares, promoted = dict[int, str](), set[int]()
        for rank, text in zip(reversed(range(self.grid.rows)), ranks, strict=True):
            column = 0
            for sign in re.findall(r"\d+|.", text):
                if sign.isdigit():
                    column += int(sign) if int(sign) <= self.grid.columns else sum(map(int, sign))
                    continue
                if sign == "~" and 0 < column <= self.grid.columns:
                    promoted.add(self.grid.sites[column - 1, rank])
                    continue
                if sign not in self.pieces:
                    letters = "".join(sorted(self.pieces))
                    raise NotationError(f"row {rank + 1}: {sign!r} is no piece; there are {letters}")
                if column < self.grid.columns:
                    squares[self.grid.sites[column, rank]] = sign
                column += 1
            if column != self.grid.columns:
                raise NotationError(f"row {rank + 1} has {column} squares, not {self.grid.columns}: {shown(text)}")
        return squares, promoted if self._hands else set()

    def _held(self, pocket: str) -> Iterator[Row]:
        """The rows of pieces in hand: each kind has a place, as it starts, or in the order of the kinds."""
        if pocket and not self._hands:
            note(f"{self.game.name} has no pieces in hand: {shown(pocket)} is left out")
            return
        for sign in dict.fromkeys(pocket):
            if sign not in self.pieces:
                raise NotationError(f"in hand: {sign!r} is no piece; there are {''.join(sorted(self.pieces))}")
            what, owner = self.pieces[sign], 1 if sign.isupper() else 2
            hand = self._hands[owner]
            kinds = [c.index for c in self.game.components if c.owner == owner]
            first = next((r[1] for r in self._rows if r[3] == what and r[1] >= len(self.grid.places)), None)
            site = hand.first_site + kinds.index(what) if first is None else first
            if site >= hand.first_site + hand.num_sites:
                raise NotationError(f"{sign!r} is never in hand")
            yield ("C", site, 0, what, owner, pocket.count(sign), 0, 0, 0)

    def _marks(self, rights: str, squares: Mapping[int, str]) -> dict[int, Row]:
        """The rows of kings and rooks that may castle, by their sites; rights that cannot be are left out."""
        marked: dict[int, Row] = {}
        for sign in rights if rights != "-" else "":
            right = self._named(sign)
            if right is None:
                if not (sign.isalpha() and sign.lower() <= letter(self.grid.columns - 1)) and sign not in _SIDES:
                    raise NotationError(f"rights to castle are written KQkq or -, not {shown(rights)}")
                note(f"{self.game.name} has no right to castle {sign}: it is left out")
                continue
            away = next((row for row in self.rights[right] if self.pieces.get(squares.get(row[1], "")) != row[3]), None)
            if away is None:
                marked |= {row[1]: row for row in self.rights[right]}
                continue
            square = self.grid.square(away[1])
            note(f"the right to castle {sign} is left out: there is no {self.letters[away[3]]} on {square}")
        return marked

    def _named(self, sign: str) -> str | None:
        """The right that a letter means: K and Q, or the column of the rook (Shredder's FEN)."""
        if sign in self.rights:
            return sign
        for right, (*_, rook) in self.rights.items():
            column = letter(self.grid.places[rook[1]][0])
            if sign == (column.upper() if right.isupper() else column):
                return right
        return None

    def _placed(
        self,
        squares: dict[int, str],
        held: list[Row],
        promoted: set[int],
        mover: int,
        marked: Mapping[int, Row],
        passed: str,
    ) -> State:
        step = None if passed == "-" else self._step(squares, mover, passed)
        if step is not None:
            before = dict(squares)
            before[step[0]] = before.pop(step[1])
            state = self._position(before, held, promoted, 3 - mover, marked)
            move = next((m for m in state.legal_moves() if (m.from_site, m.to_site) == step), None)
            if move is not None:
                state.play(move)
            if move is not None and not state.is_over:
                return state.copy()  # the step cannot be taken back
            note(f"no pawn can have passed {passed}: it is left out")
        return self._position(squares, held, promoted, mover, marked)

    def _position(
        self, squares: Mapping[int, str], held: list[Row], promoted: set[int], mover: int, marked: Mapping[int, Row]
    ) -> State:
        rows = [self._row(site, sign, marked, promoted) for site, sign in sorted(squares.items())]
        try:
            state = self.game.position([*rows, *sorted(held)], mover=mover, seed=0)
        except ValueError as error:
            raise NotationError(str(error)) from None
        self._enter(state, {self.game.components[row[3] - 1].owner for row in held})
        return state

    def _enter(self, state: State, holding: set[int]) -> None:
        """Bring players who have put down all that they begin with in hand into the phase behind (Sittuyin)."""
        begun = {hand.owner for hand in self._hands.values() if any(row[1] in hand.sites for row in self._rows)}
        if begun and len(PHASES.of(self.game.model)) > 1:
            phases = state.field("phase").copy()
            phases[sorted(begun - holding)] = 1
            state.set_field("phase", phases)

    def _row(self, site: int, sign: str, marked: Mapping[int, Row], promoted: set[int]) -> Row:
        what = self.pieces[sign]
        state = marked[site][6] if site in marked else _PROMOTED if site in promoted else self._state_at(site, what)
        return ("C" if self.grid.kind == "Cell" else "V", site, 0, what, 1 if sign.isupper() else 2, 1, state, 0, 0)

    def _state_at(self, site: int, what: int) -> int:
        """The local state of a piece that no right is about: as at the start, where it stands as there."""
        first = self._start.get(site)
        return first[6] if site not in self._rightful and first is not None and first[3] == what else 0

    def _step(self, squares: Mapping[int, str], mover: int, passed: str) -> tuple[int, int] | None:
        """From where to where the pawn went that passed a square; None where none did."""
        site = self.grid.site(passed)
        if site is None:
            raise NotationError(f"the square that a pawn passed is one of the board or -, not {shown(passed)}")
        column, row = self.grid.places[site]
        ahead, pawn = (1, "P") if mover == 2 else (-1, "p")
        origin, target = (self.grid.sites.get((column, row + n * ahead)) for n in (-1, 1))
        if origin is None or target is None or squares.get(target) != pawn or site in squares or origin in squares:
            note(f"no pawn can have passed {passed}: it is left out")
            return None
        return origin, target


def _fields(text: str) -> _Fields:
    """The fields of a FEN, in their order; those that are missing are as at the start."""
    plain, operations = _operations(_pasted(text))
    words = plain.split()
    if not words:
        raise NotationError(f"a FEN has 6 fields with spaces between them, not 0: {shown(text)}")
    fields = _Fields(words.pop(0))
    if words:
        fields.side = words.pop(0).lower()
        fields.side = {"white": "w", "red": "w", "r": "w", "black": "b"}.get(fields.side, fields.side)
        if fields.side not in ("w", "b"):
            raise NotationError(f"the player to move is w or b, not {shown(fields.side)}")
    kinds = ["rights", "passed", "clock", "number"]
    for word in words:
        if (match := _LEFT.fullmatch(word)) is not None:
            fields.left = int(match[1]), int(match[2])
        elif (match := _GIVEN.fullmatch(word)) is not None:
            fields.given = int(match[1]), int(match[2])
        elif kinds:
            setattr(fields, kinds.pop(0), word)
        else:
            raise NotationError(f"a FEN has 6 fields with spaces between them, not {len(words) + 2}: {shown(text)}")
    fields.clock, fields.number = operations.get("hmvc", fields.clock), operations.get("fmvn", fields.number)
    return fields


def _pasted(text: str) -> str:
    """A FEN without what stands around it where people copy it from, a tag or a command, and with plain dashes."""
    plain = text.strip()
    if (match := _AROUND.fullmatch(plain)) is not None:
        plain = match[1] or match[2]
    plain = plain.strip().strip("\"'").translate(_DASHES)
    return plain if re.search(r"\s", plain) else re.sub("_|%20", " ", plain)  # as it stands in addresses


def _operations(text: str) -> tuple[str, dict[str, str]]:
    """A position, and the operations of EPD that stand behind its four fields."""
    words = text.split(None, 4)
    if len(words) < 5 or (";" not in text and not re.match(r"[A-Za-z]\w+\s", words[4])):
        return text.rstrip(";"), {}
    parts = [part.strip() for part in words[4].split(";")]
    ahead = re.match(r"\d+\s+\d+\s*(?=\D|$)", parts[0])  # some programs write both
    numbers = ahead[0] if ahead else ""
    parts[0] = parts[0][len(numbers) :]
    operations = {match[1]: match[2].strip() for part in parts if (match := _OPERATION.match(part))}
    return " ".join([*words[:4], numbers]), operations


def _checks(game: Game) -> int:
    """How many checks win, where checks are points: 0 where they are not."""
    for one in game.ludemes():
        if isinstance(one, Equal) and isinstance(one.second, Score):
            value = getattr(one.first, "value", None)
            return value if isinstance(value, int) else 0
    return 0


def _number(text: str, what: str) -> int:
    """A number that is not negative; some programs write - for 0, or a number below it."""
    if text == "-" or re.fullmatch(r"-\d+", text):
        return 0
    if not text.isdecimal():
        raise NotationError(f"{what} is a number, not {shown(text)}")
    if len(text) > len(str(_MOST)) or int(text) > _MOST:
        note(f"{what} is {_MOST} at most, not {shown(text, 12)}")
        return _MOST
    return int(text)
