"""Files of Othello in GGF, as the Generic Game Server and its heirs keep them: `(;GM[Othello]...B[f5//1.2]W[d6];)`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from ludens.game import IllegalMove, Move, State
from ludens.notation.errors import NotationError, shown
from ludens.notation.grid import Grid
from ludens.notation.record import DRAWN, UNFINISHED, Record
from ludens.notation.turns import Turn

_TAGS: Final = {
    "PC": "Site",
    "DT": "Date",
    "PB": "Black",
    "PW": "White",
    "RB": "BlackRank",
    "RW": "WhiteRank",
    "TI": "TimeControl",
}
_GAME = re.compile(r"\(;(?P<body>(?:[A-Z]{1,2}\s*\[(?:[^\]\\]|\\.)*\]\s*)*);\s*\)", re.DOTALL)
_PROPERTY = re.compile(r"([A-Z]{1,2})\s*\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
_BLACK, _WHITE = "*", "O"


class Othello(Protocol):
    """What GGF is written and read with: a notation that knows squares, boards as rows of signs, and forced passes."""

    grid: Grid

    def vertex(self, state: State, move: Move) -> str: ...

    def parse(self, state: State, text: str) -> Turn: ...

    def position(self, state: State) -> str: ...

    def start(self, position: str) -> State: ...

    def play_forced_passes(self, state: State, record: Record) -> None: ...


class Ggf:
    """GGF for a game of Othello's kin."""

    def __init__(self, style: Othello) -> None:
        self.style = style

    # --- writing

    def write(self, records: Sequence[Record]) -> str:
        """A line for each game."""
        return "".join(f"(;{''.join(self._properties(record))};)\n" for record in records)

    def _properties(self, record: Record) -> Iterator[str]:
        size = self.style.grid.rows
        yield "GM[Othello]"
        for theirs, ours in _TAGS.items():
            if ours in record.tags:
                yield f"{theirs}[{_escaped(record.tags[ours])}]"
        yield f"TY[{size}]RE[{self._result(record)}]BO[{size} {self._board(record.start)}]"
        for state, turn in record.states():
            yield f"{'BW'[state.mover - 1]}[{self.style.vertex(state, turn[0])}]"

    def _board(self, state: State) -> str:
        signs, mover = self.style.position(state).split()
        columns = self.style.grid.columns
        rows = [signs[n : n + columns] for n in range(0, len(signs), columns)]
        return " ".join([*rows, mover]).replace("X", _BLACK)

    @staticmethod
    def _result(record: Record) -> str:
        """The discs by which player 1 is ahead; `?` for a game that is not over."""
        final = record.final
        if not final.is_over:
            return {"1-0": "+0.000:r", "0-1": "-0.000:r", DRAWN: "0.000"}.get(record.ended, "?")
        first, second = final.scores
        return f"{first - second:+.3f}" if first != second else "0.000"

    # --- reading

    def read(self, text: str, name: str) -> list[Record]:
        """The games of a text. Raises NotationError."""
        found = [self._record(match, text, name) for match in _GAME.finditer(text)]
        if not found:
            raise NotationError("there is no game here: they are written (;GM[Othello] ... ;)", name, 1)
        return found

    def _record(self, match: re.Match[str], text: str, name: str) -> Record:
        told = list(_PROPERTY.finditer(match["body"]))
        heads = {one[1]: one for one in told}

        def error(cause: str, at: re.Match[str]) -> NotationError:
            begin = match.start("body") + at.start()
            return NotationError(cause, name, text.count("\n", 0, begin) + 1, begin - text.rfind("\n", 0, begin))

        if "GM" in heads and heads["GM"][2].strip().lower() not in ("othello", "reversi"):
            raise error(f"this is no game of Othello: {shown(heads['GM'][2])}", heads["GM"])
        if "BO" not in heads:
            raise NotationError("there is no board: BO[8 ...]", name, text.count("\n", 0, match.start()) + 1)
        try:
            record = Record(self._start(heads["BO"][2]))
        except NotationError as cause:
            raise error(cause.cause, heads["BO"]) from None
        record.tags = {_TAGS[one[1]]: _plain(one[2]) for one in told if one[1] in _TAGS and one[2].strip()}
        state = record.start.copy()
        for one in told:
            if one[1] not in ("B", "W"):
                continue
            self._skip(state, record)
            square = one[2].partition("/")[0].strip()
            if square.lower() in ("pa", "pass"):
                continue
            try:
                turn = self.style.parse(state, square)
            except IllegalMove as cause:
                raise error(str(cause), one) from None
            record.plies += turn
            state.play(turn[0])
        self._skip(state, record)
        record.ended = _ended(heads["RE"][2] if "RE" in heads else "")
        return record

    def _skip(self, state: State, record: Record) -> None:
        self.style.play_forced_passes(state, record)

    def _start(self, text: str) -> State:
        size, _, signs = text.strip().partition(" ")
        if size != str(self.style.grid.rows):
            raise NotationError(f"the board has {self.style.grid.rows} rows, not {shown(size)}")
        return self.style.start(signs)


def _ended(result: str) -> str:
    match = re.match(r"([+-]?)(\d*\.?\d*)", result)
    if match is None or not match[0]:
        return UNFINISHED
    if float(match[2] or 0) == 0 and ":" not in result:
        return DRAWN
    return "0-1" if match[1] == "-" else "1-0"


def _escaped(text: str) -> str:
    return re.sub(r"([\\\]])", r"\\\1", text)


def _plain(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text).strip()
