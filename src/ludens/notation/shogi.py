"""Shogi and its like: moves of USI (`7g7f`, `2b3c+`, `P*5e`), moves as Western players write them (`P-7f`), SFEN.

A game is one of these whose two players have pieces named as those of shogi, and hands with a place for each kind that
is captured, in the order in which the kinds are declared. Files are sessions of USI, such as
`position startpos moves 7g7f 3c3d`, or those of Japanese programs: KIF and CSA.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ludens.game import Game, IllegalMove, Move, State
from ludens.game.matching import listed
from ludens.game.state import Row
from ludens.notation import csa, ki2
from ludens.notation.csa import Csa
from ludens.notation.errors import NotationError, shown
from ludens.notation.grid import Grid
from ludens.notation.japanese import MOVER, OTHER, result
from ludens.notation.kif import Kif
from ludens.notation.marks import captures, piece_at
from ludens.notation.reading import each_line
from ludens.notation.record import NO_CHANCE, Record, ends_by_rules, game_lines
from ludens.notation.style import File, Position, Style
from ludens.notation.turns import Turn, goes_on, to_move, whole_turns
from ludens.notation.turns import after as behind

LETTERS: Final = {
    "Pawn": "P",
    "Lance": "L",
    "Knight": "N",
    "Silver": "S",
    "Gold": "G",
    "Bishop": "B",
    "Rook": "R",
    "King": "K",
    "Tokin": "+P",
    "Narikyo": "+L",
    "Narikei": "+N",
    "Narigin": "+S",
    "Horse": "+B",
    "Dragon": "+R",
}
#: the letters of games with pieces of their own, and of Kyoto Shogi, in which every piece has another one's letter
KIN: Final = (
    {
        "Swallow": "S",
        "Falcon": "F",
        "LeftQuail": "L",
        "RightQuail": "R",
        "Pheasant": "P",
        "Crane": "C",
        "Phoenix": "K",
        "Goose": "+S",
        "Eagle": "+F",
    },
    {"Chick": "C", "Elephant": "E", "Giraffe": "G", "Lion": "L", "Hen": "+C"},
    {
        "Tokin": "+L",
        "Silver": "S",
        "Gold": "+N",
        "Pawn": "P",
        "King": "K",
        "Lance": "L",
        "Bishop": "+S",
        "Knight": "N",
        "Rook": "+P",
    },
)
_ROYAL: Final = frozenset({"King", "Phoenix", "Lion"})
#: the order of pieces in hand, as SFEN is usually written
_HAND: Final = "RBGSNLP"
_USI: Final = re.compile(r"(?:(\+?[A-Z])\*|(\d[a-z]))(\d[a-z])([+-]?)")
#: a turn by its piece or its origin
_WESTERN: Final = re.compile(r"(?!\d.\W?$)(\+?[A-Z])?(\d[a-z1-9])?[ -]?([*'x]?)(\d[a-z1-9])([+=]?)", re.IGNORECASE)
_PIECE: Final = re.compile(r"\+?[A-Za-z]")
#: encodings of Japanese files; a text in the second one is none in the first
_ENCODINGS: Final = ("euc_jp", "cp932")
_START: Final = "startpos"
#: the fields of SFEN behind the board, where they are left out
_REST: Final = ("b", "-", "1")
#: how players resign or claim their win behind the moves of USI
_CALLS: Final = {"resign": OTHER, "win": MOVER}
#: how KIF begins, and what it holds of a line; KI2 holds no times
_KIF: Final = r"[#*&]|\w{1,10}：|手数|1[ \u3000]|[▲△☗☖]"
_HELD: Final = frozenset({"comments", "variations", "times"})
_UNTIMED: Final = frozenset({"comments", "variations"})


class Shogi(Style):
    family = "shogi"
    between = ""

    def __init__(self, game: Game, grid: Grid, letters: Mapping[str, str] = LETTERS) -> None:
        super().__init__(game)
        self.grid = grid
        #: whether the pieces are those of shogi, which files of Japanese programs have names for
        self.is_usual = letters is LETTERS
        self._letters = {c.index: letters[c.base_name] for c in game.components}
        self._what = {(letters[c.base_name], c.owner): c.index for c in game.components}
        kinds = list(
            dict.fromkeys(letters[c.base_name].lstrip("+") for c in game.components if c.base_name not in _ROYAL)
        )
        self._held = kinds
        #: what lies in a hand: the face of a piece that is declared first
        self._in_hands = {(letters[c.base_name].lstrip("+"), c.owner): c.index for c in reversed(list(game.components))}
        self._hands = {box.owner: box for box in game.containers[1:]}

    @classmethod
    def of(cls, game: Game) -> Style | None:
        names = [{c.base_name for c in game.components if c.owner == player} for player in (1, 2)]
        hands = game.containers[1:]
        fits = (
            game.num_players == 2
            and not game.model.stacking
            and [box.owner for box in hands] == [1, 2]
            and all(box.kind == "hand" for box in hands)
            and "count" in game.layout
        )
        grid = Grid.of(game) if fits else None
        if grid is None or max(grid.columns, grid.rows) > len("123456789"):
            return None
        for letters in (LETTERS, *KIN):
            essential = {"King", "Gold"} if letters is LETTERS else letters.keys()
            if all(essential <= each <= letters.keys() for each in names):
                style = cls(game, grid, letters)
                if all(box.num_sites == len(style._held) for box in hands):
                    return style
        return None

    # --- squares

    def square(self, site: int) -> str:
        """A square as USI has it, from the right and from the top, as player 1 sees them."""
        column, row = self.grid.places[site]
        return f"{self.grid.columns - column}{string.ascii_lowercase[self.grid.rows - 1 - row]}"

    def point(self, site: int) -> str:
        return self.square(site)

    def site(self, square: str) -> int | None:
        """The site of a square; None for one that the board does not have."""
        column, row = self.grid.columns - int(square[0]), string.ascii_lowercase.index(square[1])
        return self.grid.sites.get((column, self.grid.rows - 1 - row))

    def _on_board(self, site: int) -> bool:
        return 0 <= site < len(self.grid.places)

    # --- moves

    def usi(self, state: State, turn: Sequence[Move]) -> str:
        """A turn as engines write it. Raises IllegalMove for what has no such text."""
        move = turn[0]
        if not self._on_board(move.to_site) or goes_on(state):
            raise IllegalMove(f"{state.notation(move)} is no move of USI")
        if not self.is_usual:
            return self._usi_of_kin(state, turn)
        promoted = "+" if len(turn) > 1 and _promotes(turn[1]) else ""
        if not self._on_board(move.from_site):
            return f"{self.letter_of(state, move)}*{self.square(move.to_site)}"
        return f"{self.square(move.from_site)}{self.square(move.to_site)}{promoted}"

    def _usi_of_kin(self, state: State, turn: Sequence[Move]) -> str:
        """The same by what becomes of the piece, which need not be for its player to choose."""
        move = turn[0]
        before, after = self.letter_of(state, move), self._letters.get(piece_at(behind(state, turn), move.to_site), "")
        if not self._on_board(move.from_site):
            return f"{after}*{self.square(move.to_site)}"
        sign = "" if before == after else "+" if after.startswith("+") else "-"
        return f"{self.square(move.from_site)}{self.square(move.to_site)}{sign}"

    def letter_of(self, state: State, move: Move) -> str:
        """The letter of the piece that a move moves, as it was before: `P`, `+R`."""
        return self._letters.get(piece_at(state, move.from_site), "")

    def letter_at(self, state: State, square: str) -> str:
        """The letter of the piece on a square; "" where there is none."""
        site = self.site(square)
        return "" if site is None else self._letters.get(piece_at(state, site), "")

    def ply(self, state: State, move: Move) -> str:
        if goes_on(state):
            return "+" if _promotes(move) else "="
        if not self._on_board(move.to_site) or move.from_site < 0:
            return super().ply(state, move)
        letter = self.letter_of(state, move)
        if not self._on_board(move.from_site):
            return f"{letter}*{self.square(move.to_site)}"
        sign = "x" if captures(state, move) else "-"
        return letter + self._apart(state, move) + sign + self.square(move.to_site)

    def _apart(self, state: State, move: Move) -> str:
        """The square that a piece comes from, where another one of its kind may go to the same."""
        kind = piece_at(state, move.from_site)
        others = (
            m
            for m in state.legal_moves()
            if m.to_site == move.to_site
            and m.from_site != move.from_site
            and self._on_board(m.from_site)
            and piece_at(state, m.from_site) == kind
        )
        return self.square(move.from_site) if next(others, None) is not None else ""

    def parse(self, state: State, text: str) -> Turn:
        """A turn of USI, or of Western notation; a piece that may be promoted is not, unless `+` says so."""
        turn_text = text.strip()
        if (match := _USI.fullmatch(turn_text)) is not None and not goes_on(state):
            return self._of_usi(state, match)
        if self.is_usual and (japanese := ki2.MOVE.fullmatch(turn_text)) is not None and not goes_on(state):
            return ki2.read(self, state, japanese, self._last(state))
        if self.is_usual and (coded := csa.MOVE.fullmatch(turn_text)) is not None and not goes_on(state):
            return csa.read_turn(self, state, coded)
        for move in state.legal_moves():
            if self.ply(state, move) == turn_text:
                return (move,)
        if turn_text[-1:] in ("+", "=") and not goes_on(state):
            for turn in self._turns(state):
                if self.turn(state, turn) == turn_text:
                    return turn
        if (western := _WESTERN.fullmatch(turn_text)) is not None and not goes_on(state):
            return self._of_western(state, western)
        return super().parse(state, text)

    def _of_western(self, state: State, match: re.Match[str]) -> Turn:
        """A turn as books of the West write it, with the ranks as letters or digits. Raises IllegalMove."""
        letter, origin, sign, target, choice = match.groups()
        to, before = csa.square(target), csa.square(origin) if origin else ""
        fits = dict[str, Turn]()
        for turn in self._turns(state):
            usi = self.usi(state, turn)
            is_piece = not letter or self.letter_of(state, turn[0]) == letter.upper()
            if is_piece and usi[2:4] == to and usi.startswith(before) and (sign not in ("*", "'") or usi[1] == "*"):
                fits[usi] = turn
        on_board = {usi: turn for usi, turn in fits.items() if usi[1] != "*"} or fits
        chosen = {usi: turn for usi, turn in on_board.items() if usi.endswith("+") == (choice == "+")}
        if len(chosen) == 1 or (not choice and len(on_board) == 1):
            return next(iter((chosen or on_board).values()))
        if not chosen:
            raise IllegalMove(f"{shown(match[0])} is no move here")
        names = [self.turn(state, turn) for turn in chosen.values()]
        raise IllegalMove(f"{shown(match[0])} may be {listed(names)}", names)

    def of_usi(self, state: State, text: str) -> Turn:
        """A turn of USI. Raises IllegalMove."""
        match = _USI.fullmatch(text)
        if match is None:
            raise IllegalMove(f"a move of USI is written 7g7f, 8h2b+ or P*5e, not {shown(text)}")
        return self._of_usi(state, match)

    def _last(self, state: State) -> str:
        """The square that the last move went to; "" where there was none."""
        site = int(state.field("last_to")) if "last_to" in self.game.layout else -1
        return self.square(site) if self._on_board(site) else ""

    def _turns(self, state: State) -> Iterator[Turn]:
        return whole_turns(state)

    def _of_usi(self, state: State, match: re.Match[str]) -> Turn:
        if not self.is_usual:
            turns = {self._usi_of_kin(state, turn): turn for turn in self._turns(state)}
            if match[0] in turns:
                return turns[match[0]]
            alike = [name for name in turns if name.startswith(match[0][:2])] or list(turns)
            raise IllegalMove(f"{shown(match[0])} is no move here; there are {listed(alike)}", alike[:3])
        dropped, origin, target, promoted = match.groups()
        to = self.site(target)
        for move in state.legal_moves():
            if to is None or move.to_site != to:
                continue
            fits = (
                not self._on_board(move.from_site) and self.letter_of(state, move) == dropped
                if dropped
                else self._on_board(move.from_site) and move.from_site == self.site(origin)
            )
            if not fits:
                continue
            choice = self._chosen(state, move, promoted == "+") if promoted != "-" else None
            if choice is not None:
                return choice
        names = [self.usi(state, turn) for turn in self._turns(state)]
        alike = [name for name in names if name.startswith(match[0][:2])] or names
        raise IllegalMove(f"{shown(match[0])} is no move here; there are {listed(alike)}", alike[:3])

    def _chosen(self, state: State, move: Move, promoted: bool) -> Turn | None:
        """A move with the choice behind it; None where the rules do not give that choice."""
        after = state.copy()
        after.play(move)
        if not goes_on(after):
            return None if promoted else (move,)
        return next(((move, m) for m in after.legal_moves() if _promotes(m) == promoted), None)

    # --- positions

    @property
    def positions(self) -> Mapping[str, Position]:
        return {"sfen": Position(self._write, self._read)}

    def _write(self, state: State) -> str:
        if goes_on(state):
            raise NotationError("a position is written between turns, and here a promotion is to be chosen")
        rows = {row[1]: row for row in state.sites()}
        ranks = self.grid.ranks(lambda site: self._sign(rows[site]) if site in rows else "")
        held = "".join(self._in_hand(rows, player) for player in (1, 2))
        return f"{ranks} {'b' if to_move(state) == 1 else 'w'} {held or '-'} {int(state.field('turn'))}"

    def _sign(self, row: Row) -> str:
        letter = self._letters[row[3]]
        return letter if row[4] == 1 else letter.lower()

    def _in_hand(self, rows: Mapping[int, Row], player: int) -> str:
        first = self._hands[player].first_site
        counts = {kind: rows[first + n][5] for n, kind in enumerate(self._held) if first + n in rows}
        order = [kind for kind in (_HAND if self.is_usual else self._held) if kind in counts]
        text = "".join(f"{counts[kind] if counts[kind] > 1 else ''}{kind}" for kind in order)
        return text if player == 1 else text.lower()

    def _read(self, text: str) -> State:
        """The state at a position as SFEN has it. Raises NotationError."""
        fields = text.split()
        if fields[:1] == ["sfen"]:
            fields = fields[1:]
        if fields == [_START]:
            return self.game.start(rng_state=NO_CHANCE)
        if not 1 <= len(fields) <= 4 or "/" not in fields[0]:
            raise NotationError(f"an SFEN has 4 fields with spaces between them, not {len(fields)}: {shown(text)}")
        board, side, held, number = [*fields, *_REST[len(fields) - 1 :]]
        side, number = side.lower(), "1" if number == "0" else number
        if side not in ("b", "w"):
            raise NotationError(f"the player to move is b or w, not {shown(side)}")
        if not number.isdigit() or not 1 <= int(number) <= 2000:
            raise NotationError(f"the number of the move is a number from 1, not {shown(number)}")
        rows = sorted([*self._squares(board), *self._hand_rows(held)], key=lambda row: row[1])
        usual = self.game.start(rng_state=NO_CHANCE)
        if rows == usual.sites() and (side, number) == ("b", "1"):
            return usual
        try:
            state = self.game.position(rows, mover=1 if side == "b" else 2, seed=0)
        except ValueError as error:
            raise NotationError(str(error)) from None
        state.set_field("turn", int(number))
        return state

    def _squares(self, board: str) -> Iterator[Row]:
        ranks = board.split("/")
        if len(ranks) != self.grid.rows:
            raise NotationError(f"the board has {self.grid.rows} rows, not {len(ranks)}: {shown(board)}")
        for rank, text in zip(reversed(range(self.grid.rows)), ranks, strict=True):
            column = 0
            for sign in re.findall(r"\d|\+?.", text):
                if sign.isdigit():
                    column += int(sign)
                    continue
                owner = 1 if sign == sign.upper() else 2
                what = self._what.get((sign.upper(), owner))
                if what is None or not _PIECE.fullmatch(sign):
                    raise NotationError(f"{shown(sign)} is no piece: there are {' '.join(self._letters_known())}")
                if column < self.grid.columns:
                    yield ("C", self.grid.sites[column, rank], 0, what, owner, 1, 0, 0, 0)
                column += 1
            if column != self.grid.columns:
                raise NotationError(f"{shown(text)} has {column} squares, not {self.grid.columns}")

    def _letters_known(self) -> list[str]:
        return sorted(set(self._letters.values()))

    def _hand_rows(self, held: str) -> Iterator[Row]:
        if held == "-":
            return
        rest = re.sub(r"(\d*)([A-Za-z])", "", held)
        if rest:
            raise NotationError(f"pieces in hand are written 2Pb or -, not {shown(held)}")
        for number, sign in re.findall(r"(\d*)([A-Za-z])", held):
            owner = 1 if sign.isupper() else 2
            if sign.upper() not in self._held:
                raise NotationError(f"{sign!r} is never in hand: {' '.join(self._held)} may be")
            site = self._hands[owner].first_site + self._held.index(sign.upper())
            yield ("C", site, 0, self._in_hands[sign.upper(), owner], owner, int(number or 1), 0, 0, 0)

    # --- games

    @property
    def files(self) -> Mapping[str, File]:
        usi = File(
            self._write_games, self._read_games, (".usi", ".sfen"), split=each_line, between="",
            holds=frozenset(), tags=frozenset(), tells_result=ends_by_rules,
        )  # fmt: skip
        if not self.is_usual:
            return {"usi": usi}
        kif, ki2_files, csa_files = Kif(self), Kif(self, as_people=True), Csa(self)
        return {
            "usi": usi,
            "kif": File(
                kif.write, kif.read, (".kif", ".kifu"), _ENCODINGS, _KIF, kif.split, holds=_HELD, declared=kif.declared
            ),
            "ki2": File(ki2_files.write, kif.read, (".ki2", ".ki2u"), _ENCODINGS, split=kif.split, holds=_UNTIMED),
            "csa": File(
                csa_files.write,
                csa_files.read,
                (".csa",),
                _ENCODINGS,
                r"V\d|'|N[+-]|P[I1]|[$+-]",
                csa_files.split,
                "/\n",
                frozenset({"comments", "times"}),
                csa_files.tags,
                csa_files.declared,
            ),
        }

    def _write_games(self, records: Sequence[Record]) -> str:
        return "".join(f"{self._session(record)}\n" for record in records)

    def _session(self, record: Record) -> str:
        begin = _START if record.begins_as_usual else f"sfen {self._write(record.start)}"
        moves = [self.usi(state, turn) for state, turn in record.states()]
        return " ".join(["position", begin, *(["moves", *moves] if moves else [])])

    def _read_games(self, text: str, name: str) -> list[Record]:
        """A game for each line of a text. Raises NotationError."""
        return [self._read_game(line, name, n) for n, line in game_lines(text, name)]

    def _read_game(self, line: str, name: str, number: int) -> Record:
        head, word, moves = line.partition("moves")
        if not word and _USI.match(line.split()[0]):
            head, moves = "", line
        begin = head.strip().removeprefix("position").strip() or _START
        try:
            state = self.game.start(rng_state=NO_CHANCE) if begin == _START else self._read(begin)
        except NotationError as error:
            raise NotationError(error.cause, name, number, 1) from None
        record = Record(state.copy())
        for match in re.finditer(r"\S+", moves):
            place = (name, number, len(line) - len(moves) + match.start() + 1)
            if match[0] in _CALLS and match.end() == len(moves.rstrip()):
                record.ended = result(_CALLS[match[0]], to_move(state))
                break
            if state.is_over:
                raise NotationError(f"the game is over before {shown(match[0])}", *place)
            try:
                turn = self.parse(state, match[0])
            except IllegalMove as error:
                raise NotationError(str(error), *place) from None
            record.plies += turn
            for move in turn:
                state.play(move)
        return record


def _promotes(move: Move) -> bool:
    return any(action.name == "Promote" for action in move.actions)
