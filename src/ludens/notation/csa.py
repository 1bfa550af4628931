"""Files of shogi in CSA's format, as Japanese servers and engines keep them: `+7776FU`, `%TORYO`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ludens.game import IllegalMove, State
from ludens.notation.errors import NotationError, shown
from ludens.notation.japanese import CODES, MOVER, NOBODY, OTHER, Shogi, result
from ludens.notation.record import NO_CHANCE, UNFINISHED, Record
from ludens.notation.turns import Turn, to_move

_LETTERS: Final = {code: letter for letter, code in CODES.items()}
_TAGS: Final = {
    "EVENT": "Event",
    "SITE": "Site",
    "START_TIME": "Date",
    "OPENING": "Opening",
    "TIME_LIMIT": "TimeControl",
}
_ENDS: Final = {
    "TORYO": OTHER, "TSUMI": OTHER, "TIME_UP": OTHER, "ILLEGAL_MOVE": OTHER, "KACHI": MOVER, "SENNICHITE": NOBODY,
    "JISHOGI": NOBODY, "HIKIWAKE": NOBODY, "CHUDAN": None, "MATTA": None, "ERROR": None, "FUZUMI": None,
}  # fmt: skip
#: a player's foul, which the other one's sign stands before, or their own
_FOUL: Final = "ILLEGAL_ACTION"
_MOVE = re.compile(r"([+-])(\d\d)(\d\d)([A-Z]{2})")
_USUAL: Final = "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY"


class Csa:
    """CSA's format for a game of shogi's kin."""

    def __init__(self, style: Shogi) -> None:
        self.style = style

    # --- writing

    def write(self, records: Sequence[Record]) -> str:
        """Games, a line with `/` between them."""
        return "/\n".join("".join(f"{line}\n" for line in self._lines(record)) for record in records)

    def _lines(self, record: Record) -> Iterator[str]:
        yield "V2.2"
        for sign, key in (("+", "Black"), ("-", "White")):
            if key in record.tags:
                yield f"N{sign}{record.tags[key]}"
        for theirs, ours in _TAGS.items():
            if ours in record.tags:
                yield f"${theirs}:{record.tags[ours]}"
        yield from self._board(record.start)
        yield from _said(record, 0)
        for made, (state, turn) in enumerate(record.states(), 1):
            yield self._turn(state, turn)
            yield from _said(record, made)
        final = record.final
        if final.is_over and final.winner:
            yield "%TSUMI"
        elif record.result == UNFINISHED:
            yield "%CHUDAN"
        else:
            ends = {result(won, to_move(final)): end for end, won in reversed(_ENDS.items())}
            yield f"%{ends[record.result]}"

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

    def read(self, text: str, name: str) -> list[Record]:
        """The games of a text, between lines with `/`. Raises NotationError."""
        games: list[list[tuple[int, str]]] = [[]]
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip() == "/":
                games.append([])
            elif line.startswith("'"):
                games[-1].append((number, line))
            else:
                games[-1] += [(number, part.rstrip()) for part in line.split(",") if part.strip()]
        found = [self._record(lines, name) for lines in games if lines]
        if not found:
            raise NotationError("there is no game here", name, 1)
        return found

    def _record(self, lines: Sequence[tuple[int, str]], name: str) -> Record:
        split = next((n for n, (_, line) in enumerate(lines) if line in ("+", "-")), None)
        if split is None:
            raise NotationError("it is not said who begins: a line with + or - alone", name, lines[0][0])
        heads, (_, side), rest = lines[:split], lines[split], lines[split + 1 :]
        record = Record(self._start(heads, side, name))
        for _, line in heads:
            key, _, value = line[1:].partition(":")
            if line.startswith("$") and key in _TAGS:
                record.tags[_TAGS[key]] = value
            elif line.startswith(("N+", "N-")):
                record.tags["Black" if line[1] == "+" else "White"] = line[2:]
        state, turns = record.start.copy(), 0
        for number, line in [*((n, line) for n, line in heads if line.startswith("'*")), *rest]:
            if line.startswith("'*"):  # other lines with an apostrophe are remarks on the file
                said = line[2:].strip()
                record.comments[turns] = f"{record.comments[turns]} {said}" if turns in record.comments else said
            elif line.startswith("%"):
                record.ended = _ended(line[1:], to_move(state))
            elif not line.startswith(("T", "$", "'")):
                turn = self._read_turn(state, line, (name, number, 1))
                record.plies += turn
                for move in turn:
                    state.play(move)
                turns += 1
        return record

    def _read_turn(self, state: State, line: str, place: tuple[str, int, int]) -> Turn:
        match = _MOVE.fullmatch(line)
        if match is None or match[4] not in _LETTERS:
            raise NotationError(f"a move is written +7776FU, not {shown(line)}", *place)
        if state.is_over:
            raise NotationError(f"the game is over before {shown(line)}", *place)
        if "+-".index(match[1]) != state.mover - 1:
            raise NotationError(f"{shown(line)}: it is the other player's turn", *place)
        letter, to = _LETTERS[match[4]], _square(match[3])
        if match[2] == "00":
            usi = f"{letter}*{to}"
        else:
            usi = f"{_square(match[2])}{to}"
            moved = self.style.letter_at(state, _square(match[2]))
            usi += "+" * (letter.startswith("+") and not moved.startswith("+"))
        try:
            return self.style.parse(state, usi)
        except IllegalMove:
            raise NotationError(f"{shown(line)} is no move here", *place) from None

    def _start(self, heads: Sequence[tuple[int, str]], side: str, name: str) -> State:
        told = [(number, line) for number, line in heads if re.match(r"P[I1-9+-]", line)]
        usual = next((line for _, line in told if line.startswith("PI")), None)
        try:
            if usual is not None or not told:
                return self._without(usual or "PI", side)
            return self._placed([line for _, line in told], side)
        except NotationError as error:
            raise NotationError(error.cause, name, told[0][0]) from None

    def _without(self, line: str, side: str) -> State:
        """The usual start without some pieces: `PI82HI22KA`."""
        start = self.style.game.start(rng_state=NO_CHANCE)
        away = {self.style.site(_square(square)) for square in re.findall(r"(\d\d)[A-Z]{2}", line[2:])}
        if not away and side == "+":
            return start
        rows = [row for row in start.sites() if row[1] not in away]
        return self.style.game.position(rows, mover=1 if side == "+" else 2, seed=0)

    def _placed(self, lines: Sequence[str], side: str) -> State:
        """A board row by row, and pieces one by one: `P+77FU00KI`, those on 00 in hand."""
        grid = self.style.grid
        cells: dict[tuple[int, int], str] = {}
        hands = {"+": "", "-": ""}
        for line in lines:
            if line[1].isdigit():
                for n, cell in enumerate(re.findall(r"...", line[2:].ljust(3 * grid.columns))[: grid.columns]):
                    if cell.strip() not in ("*", ""):
                        cells[grid.columns - n, int(line[1])] = _signed(cell[0], cell[1:])
                continue
            for square, code in re.findall(r"(\d\d)([A-Z]{2})", line[2:]):
                if code == "AL":
                    raise NotationError("all pieces that are left in hand (00AL) are not read: name them")
                if square == "00":
                    hands[line[1]] += _signed(line[1], code)
                else:
                    cells[int(square[0]), int(square[1])] = _signed(line[1], code)
        ranks = []
        for row in range(1, grid.rows + 1):
            signs = "".join(cells.get((file, row), "1") for file in range(grid.columns, 0, -1))
            ranks.append(re.sub("1+", lambda found: str(len(found[0])), signs))
        held = "".join(
            f"{hand.count(letter) if hand.count(letter) > 1 else ''}{letter}"
            for hand in hands.values()
            for letter in dict.fromkeys(hand)
        )
        return self.style.state(f"{'/'.join(ranks)} {'b' if side == '+' else 'w'} {held or '-'} 1")


def _signed(sign: str, code: str) -> str:
    """A piece as SFEN has it. Raises NotationError."""
    if code not in _LETTERS:
        raise NotationError(f"{shown(code)} is no piece: there are {', '.join(_LETTERS)}")
    return _LETTERS[code] if sign == "+" else _LETTERS[code].lower()


def _ended(end: str, mover: int) -> str:
    if end.endswith(_FOUL):  # the sign is of the player whose foul it is
        return "0-1" if end.startswith("+") else "1-0"
    return result(_ENDS.get(end.strip()), mover)


def _said(record: Record, turns: int) -> list[str]:
    return [f"'*{record.comments[turns]}"] if turns in record.comments else []


def _square(digits: str) -> str:
    """
    >>> _square("77"), _digits("7g")
    ('7g', '77')
    """
    return f"{digits[0]}{chr(ord('a') + int(digits[1]) - 1)}"


def _digits(square: str) -> str:
    return f"{square[0]}{ord(square[1]) - ord('a') + 1}"
