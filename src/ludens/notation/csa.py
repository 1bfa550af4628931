"""Files of shogi in CSA's format, as Japanese servers and engines keep them: `+7776FU`, `%TORYO`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ludens.game import IllegalMove, State
from ludens.notation.errors import NotationError, shown
from ludens.notation.japanese import CODES, ENDS, TERMINATION, End, Shogi, end_of, keep_end, on_one_line, result
from ludens.notation.reading import Piece
from ludens.notation.record import NO_CHANCE, Record
from ludens.notation.turns import Turn, to_move

_LETTERS: Final = {code: letter for letter, code in CODES.items()}
_TAGS: Final = {
    "EVENT": "Event", "SITE": "Site", "START_TIME": "Date", "END_TIME": "EndDate", "OPENING": "Opening",
    "TIME_LIMIT": "TimeControl",
}  # fmt: skip
_OURS: Final = {ours: theirs for theirs, ours in _TAGS.items()}
_KEY: Final = re.compile(r"[A-Z][A-Z_]*[+-]?")
_ENDS: Final = {end.csa: end for end in ENDS if end.csa}
#: a player's foul, which the other one's sign stands before, or their own
_FOUL: Final = "ILLEGAL_ACTION"
MOVE: Final = re.compile(r"([+-])?(\d\d)([1-9]{2})([A-Z]{2})")
_VERSION: Final = re.compile(r"V\d+(?:\.\d+)?")
_BEGINS: Final = re.compile(r"[+-](?:\d{4}[A-Z]{2})?")
_TIME: Final = re.compile(r"T(\d+(?:\.\d+)?)")
_ENCODING: Final = re.compile(rb"^'CSA encoding=([\w-]+)", re.MULTILINE)
#: comments that every file has, which tell nothing of the game
_FRAME: Final = re.compile(r"'(?:CSA encoding=.*|[-=]+.*|先手番|後手番|指し手と消費時間|開始局面|指し手|棋譜.*)?\s*")


class Csa:
    """CSA's format for a game of shogi's kin."""

    #: the tags that it has
    tags: Final = frozenset({"Black", "White", TERMINATION, "Result", *_OURS})

    def __init__(self, style: Shogi) -> None:
        self.style = style

    # --- writing

    def write(self, records: Sequence[Record]) -> str:
        """Games, a line with `/` between them."""
        return "/\n".join("".join(f"{line}\n" for line in self._lines(record)) for record in records)

    def _lines(self, record: Record) -> Iterator[str]:
        in_parts = any(seconds % 1 for seconds in record.times.values())
        yield "V3.0" if in_parts else "V2.2"
        for sign, key in (("+", "Black"), ("-", "White")):
            if key in record.tags:
                yield f"N{sign}{on_one_line(record.tags[key])}"
        for tag, value in record.tags.items():
            if key := _OURS.get(tag, tag if _KEY.fullmatch(tag) else ""):
                yield f"${key}:{on_one_line(value)}"
        yield from self._board(record.start)
        yield from _remarks_at(record, 0)
        for made, (state, turn) in enumerate(record.states(), 1):
            yield self._turn(state, turn)
            yield from _time(record, made)
            yield from _remarks_at(record, made)
        yield f"%{self._end(record)}"
        yield from _time(record, len(record.turns) + 1)

    @staticmethod
    def _end(record: Record) -> str:
        final = record.final
        if final.is_over and not final.legal_moves() and final.winner and TERMINATION not in record.tags:
            return "TSUMI"
        mover = to_move(final)
        end = end_of(record.result, mover, record.tags)
        if end.csa:
            return end.csa
        if end.words == "illegal move of the other":
            return f"{'-+'[mover - 1]}{_FOUL}"
        return next(one.csa for one in ENDS if one.csa and one.won == end.won)

    def _turn(self, state: State, turn: Turn) -> str:
        usi, letter = self.style.usi(state, turn), self.style.letter_of(state, turn[0])
        origin = "00" if usi[1] == "*" else _digits(usi[:2])
        code = CODES[f"+{letter}" if usi.endswith("+") else letter]
        return f"{'+-'[state.mover - 1]}{origin}{_digits(usi[2:4])}{code}"

    def _board(self, state: State) -> Iterator[str]:
        board, side, held, _ = self.style.position(state).split()
        for number, rank in enumerate(board.split("/"), 1):
            cells = ""
            for sign in re.findall(r"\d|\+?.", rank):
                cells += (
                    " * " * int(sign)
                    if sign.isdigit()
                    else f"{'-' if sign == sign.lower() else '+'}{CODES[sign.upper()]}"
                )
            yield f"P{number}{cells}"
        for sign, lower in (("+", False), ("-", True)):
            codes = "".join(
                f"00{CODES[letter.upper()]}" * int(number or 1)
                for number, letter in re.findall(r"(\d*)([A-Za-z])", held)
                if letter.islower() == lower
            )
            if codes:
                yield f"P{sign}{codes}"
        yield "+" if side == "b" else "-"

    # --- reading

    @staticmethod
    def split(lines: Iterable[str]) -> Iterator[Piece]:
        """The text of each game, between lines with `/`, or before the next version of the format."""
        held, first, is_begun = list[str](), 1, False
        for number, line in enumerate(lines, 1):
            is_between = line.strip() == "/"
            if is_between or (is_begun and _VERSION.fullmatch(line.strip())):
                if "".join(held).strip():
                    yield Piece("".join(held), first)
                held, first, is_begun = [], number + is_between, False
            if not is_between:
                held.append(line)
                is_begun = is_begun or line.startswith(("+", "-", "%"))
        if "".join(held).strip():
            yield Piece("".join(held), first)

    @staticmethod
    def declared(head: bytes) -> str | None:
        """The encoding that a file says that it is in."""
        match = _ENCODING.search(head)
        return {"SHIFT_JIS": "cp932"}.get(name := match[1].decode().upper(), name) if match is not None else None

    def read(self, text: str, name: str) -> list[Record]:
        """The game of a text. Raises NotationError."""
        lines = list[tuple[int, str]]()
        for number, line in enumerate(text.splitlines(), 1):
            if line.startswith(("'", "N", "$")):
                lines.append((number, line.rstrip()))
            else:
                lines += [(number, part.rstrip()) for part in line.split(",") if part.strip()]
        if not lines:
            raise NotationError("there is no game here", name, 1)
        return [self._record(lines, name)]

    def _record(self, lines: Sequence[tuple[int, str]], name: str) -> Record:
        split = next((n for n, (_, line) in enumerate(lines) if _BEGINS.fullmatch(line)), None)
        if split is None:
            raise NotationError("it is not said who begins: a line with + or - alone", name, lines[0][0])
        side = lines[split][1][0]  # where no line says it, the first move does
        heads, rest = lines[:split], lines[split + (len(lines[split][1]) == 1) :]
        record = Record(self._start(heads, side, name))
        for number, line in heads:
            self._head(record, line, (name, number))
        state, turns, is_over = record.start.copy(), 0, False
        for number, line in rest:
            if line.startswith("'"):
                self._comment(record, turns, line, (name, number))
            elif line.startswith("%"):
                self._finish(record, line[1:].strip(), to_move(state), (name, number))
                is_over = True
            elif (time := _TIME.fullmatch(line)) is not None and turns + is_over:
                record.times[turns + is_over] = float(time[1])
            elif line.startswith("$"):
                self._head(record, line, (name, number))
            elif is_over:
                message = f"this stands behind the end of the game, and is left out: {shown(line)}"
                record.remarks.append(NotationError(message, name, number))
            else:
                turn = self._read_turn(state, line, (name, number, 1))
                record.plies += turn
                for move in turn:
                    state.play(move)
                turns += 1
        return record

    @staticmethod
    def _head(record: Record, line: str, place: tuple[str, int]) -> None:
        """What a line before the moves tells."""
        key, colon, value = line[1:].partition(":")
        if line.startswith("$") and colon and _KEY.fullmatch(key):
            record.tags[_TAGS.get(key, key)] = value.strip()
        elif line.startswith(("N+", "N-")):
            record.tags["Black" if line[1] == "+" else "White"] = line[2:].strip()
        elif line.startswith("'"):
            Csa._comment(record, 0, line, place)
        elif not re.match(r"V\d|P[I1-9+-]", line):
            record.remarks.append(NotationError(f"this is no line of CSA, and is left out: {shown(line)}", *place))

    @staticmethod
    def _comment(record: Record, turns: int, line: str, place: tuple[str, int]) -> None:
        """A comment on the game; other lines with an apostrophe are remarks on the file."""
        if line.startswith("'*"):
            text = line[2:].strip()
            record.comments[turns] = f"{record.comments[turns]}\n{text}" if turns in record.comments else text
        elif not _FRAME.fullmatch(line):
            message = f"this is a remark on the file, and is left out: {shown(line[1:].strip())}"
            record.remarks.append(NotationError(message, *place))

    @staticmethod
    def _finish(record: Record, ending: str, mover: int, place: tuple[str, int]) -> None:
        """How a game ended."""
        if ending.endswith(_FOUL):  # the sign is of the player whose foul it is
            record.ended = "0-1" if ending.startswith("+") else "1-0"
            fits = ("illegal move", "illegal move of the other")
            ends = (end for end in ENDS if end.words in fits and result(end.won, mover) == record.ended)
            keep_end(record.tags, next(ends))
            return
        end: End | None = _ENDS.get(ending)
        if end is None:
            record.remarks.append(NotationError(f"this is no end of a game, and is left out: %{ending}", *place))
            return
        record.ended = result(end.won, mover)
        keep_end(record.tags, end)

    def _read_turn(self, state: State, line: str, place: tuple[str, int, int]) -> Turn:
        match = MOVE.fullmatch(line)
        if match is None or match[1] is None or match[4] not in _LETTERS:
            raise NotationError(f"a move is written +7776FU, not {shown(line)}", *place)
        if state.is_over:
            raise NotationError(f"the game is over before {shown(line)}", *place)
        try:
            return read_turn(self.style, state, match)
        except IllegalMove as error:
            raise NotationError(str(error), *place) from None

    def _start(self, heads: Sequence[tuple[int, str]], side: str, name: str) -> State:
        position_lines = [(number, line) for number, line in heads if re.match(r"P[I1-9+-]", line)]
        usual = next((line for _, line in position_lines if line.startswith("PI")), None)
        try:
            if usual is not None or not position_lines:
                return self._without(usual or "PI", side)
            return self._placed([line for _, line in position_lines], side)
        except NotationError as error:
            raise NotationError(error.cause, name, position_lines[0][0]) from None

    def _without(self, line: str, side: str) -> State:
        """The usual start without some pieces: `PI82HI22KA`."""
        start = self.style.game.start(rng_state=NO_CHANCE)
        away = {self.style.site(square(one)) for one in re.findall(r"([1-9]{2})[A-Z]{2}", line[2:])}
        if rest := re.sub(r"[1-9]{2}[A-Z]{2}", "", line[2:]).strip():
            raise NotationError(f"pieces that are away are written PI82HI22KA, not {shown(rest)}")
        if not away and side == "+":
            return start
        rows = [row for row in start.sites() if row[1] not in away]
        return self.style.game.position(rows, mover=1 if side == "+" else 2, seed=0)

    def _placed(self, lines: Sequence[str], side: str) -> State:
        """A board row by row, and pieces one by one: `P+77FU00KI`, those on 00 in hand."""
        grid = self.style.grid
        cells: dict[tuple[int, int], str] = {}
        hands, rest = {"+": "", "-": ""}, ""
        for line in lines:
            if line[1].isdigit():
                for n, cell in enumerate(re.findall(r"...", line[2:].ljust(3 * grid.columns))[: grid.columns]):
                    if cell.strip() not in ("*", ""):
                        cells[grid.columns - n, int(line[1])] = _signed(cell[0], cell[1:])
                continue
            if strange := re.sub(r"\d\d[A-Z]{2}", "", line[2:]).strip():
                raise NotationError(f"pieces are written {line[:2]}77FU00KI, not {shown(strange)}")
            for at, code in re.findall(r"(\d\d)([A-Z]{2})", line[2:]):
                if code == "AL" and at == "00":
                    rest = line[1]
                elif at == "00":
                    hands[line[1]] += _signed(line[1], code)
                else:
                    cells[int(at[0]), int(at[1])] = _signed(line[1], code)
        if rest:
            hands[rest] += self._left(cells, hands, rest)
        ranks = []
        for row in range(1, grid.rows + 1):
            signs = "".join(cells.get((file, row), "1") for file in range(grid.columns, 0, -1))
            ranks.append(re.sub("1+", lambda match: str(len(match[0])), signs))
        held = "".join(
            f"{hand.count(letter) if hand.count(letter) > 1 else ''}{letter}"
            for hand in hands.values()
            for letter in dict.fromkeys(hand)
        )
        return self.style.state(f"{'/'.join(ranks)} {'b' if side == '+' else 'w'} {held or '-'} 1")

    def _left(self, cells: dict[tuple[int, int], str], hands: dict[str, str], side: str) -> str:
        """The letters of all pieces of a game that stand nowhere, but kings."""
        start = self.style.position(self.style.game.start(rng_state=NO_CHANCE)).split()[0]
        left = Counter(re.findall("[A-Z]", start.upper()))
        left.subtract(sign.upper().lstrip("+") for sign in cells.values())
        left.subtract(letter.upper() for hand in hands.values() for letter in hand)
        letters = "".join(letter * count for letter, count in left.items() if letter != "K" and count > 0)
        return letters if side == "+" else letters.lower()


def read_turn(style: Shogi, state: State, match: re.Match[str]) -> Turn:
    """The turn that a match of `MOVE` means. Raises IllegalMove."""
    sign, origin, target, code = match.groups()
    shown_text = shown(match[0])
    if sign is not None and "+-".index(sign) != state.mover - 1:
        raise IllegalMove(f"{shown_text}: it is the other player's turn")
    if code not in _LETTERS or (origin != "00" and "0" in origin):
        raise IllegalMove(f"{shown_text} is no move here")
    letter, to = _LETTERS[code], square(target)
    if origin == "00":
        usi = f"{letter}*{to}"
    else:
        usi = f"{square(origin)}{to}"
        moved = style.letter_at(state, square(origin))
        usi += "+" * (letter.startswith("+") and not moved.startswith("+"))
        if moved not in (letter, letter.lstrip("+")):
            raise IllegalMove(f"{shown_text} is no move here")
    try:
        return style.of_usi(state, usi)
    except IllegalMove:
        raise IllegalMove(f"{shown_text} is no move here") from None


def _signed(sign: str, code: str) -> str:
    """A piece as SFEN has it. Raises NotationError."""
    if code not in _LETTERS:
        raise NotationError(f"{shown(code)} is no piece: there are {', '.join(_LETTERS)}")
    return _LETTERS[code] if sign == "+" else _LETTERS[code].lower()


def _time(record: Record, turns: int) -> list[str]:
    """The line for the time that a turn took."""
    return [f"T{record.times[turns]:.3f}".rstrip("0").rstrip(".")] if turns in record.times else []


def _remarks_at(record: Record, turns: int) -> list[str]:
    return [f"'*{part}" for part in record.comments.get(turns, "").splitlines()]


def square(text: str) -> str:
    """A square as USI has it, where the rank may be a digit.

    >>> square("77"), square("7G"), _digits("7g")
    ('7g', '7g', '77')
    """
    rank = text[1].lower()
    return f"{text[0]}{chr(ord('a') + int(rank) - 1) if rank.isdigit() else rank}"


def _digits(text: str) -> str:
    return f"{text[0]}{ord(text[1]) - ord('a') + 1}"
