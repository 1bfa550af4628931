"""Files of Othello in GGF, as the Generic Game Server and its heirs keep them: `(;GM[Othello]...B[f5//1.2]W[d6];)`.

What a file says is kept as it is written there (`Line.nodes`): evaluations and times behind moves, and every property.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, Protocol

from ludens.game import IllegalMove, Move, State
from ludens.notation.errors import NotationError, shown
from ludens.notation.grid import Grid
from ludens.notation.record import DRAWN, UNFINISHED, Properties, Record, result_of
from ludens.notation.sgf_tree import escaped, text_of, written
from ludens.notation.turns import Turn

_TAGS: Final = {
    "PC": "Site",
    "DT": "Date",
    "PB": "Black",
    "PW": "White",
    "RB": "BlackRank",
    "RW": "WhiteRank",
    "TI": "TimeControl",
    "TB": "BlackTime",
    "TW": "WhiteTime",
    "KM": "Komi",
    "RE": "Result",
}
#: the tags that are written
TAGS: Final = frozenset(_TAGS.values())
_BEGIN: Final = re.compile(r"\(\s*;")
#: a property with a value, or one more value of the one before
_PROPERTY: Final = re.compile(r"[\s;]*([A-Za-z]*)\s*\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
_END: Final = re.compile(r"[\s;]*\)")
_TO_MOVE: Final = re.compile(r"^\s*([*XBOW])\s+to\s+move\s+(.*)$", re.DOTALL | re.IGNORECASE)
_BLACK, _WHITE = "*", "O"
_PASSES: Final = ("pa", "pass", "ps")


class _Property(NamedTuple):
    """A value of a property, and where it stands."""

    name: str
    value: str
    at: int


class Othello(Protocol):
    """What GGF is written and read with: a notation that knows squares, boards as rows of signs, and forced passes."""

    grid: Grid

    def vertex(self, state: State, move: Move) -> str: ...

    def parse(self, state: State, text: str) -> Turn: ...

    def position(self, state: State) -> str: ...

    def start(self, position: str) -> State: ...

    def is_forced_to_pass(self, state: State) -> bool: ...

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
        yield written(self._head(record)).removeprefix(";")
        yield from self._remarks_at(record, 0)
        for number, (state, turn) in enumerate(record.states(), 1):
            colour, square = "BW"[state.mover - 1], self.style.vertex(state, turn[0])
            nodes = record.nodes.get(number, [])
            if record.nodes and not nodes and square == "pa":
                continue  # the file passes over what nobody chose
            raw = next((node[colour][0] for node in nodes if colour in node), square)
            same = raw.partition("/")[0].strip().lower() in (square, *(_PASSES if square == "pa" else ()))
            yield f"{colour}[{raw if same else square}]"
            for node in nodes:
                yield from (
                    name + "".join(f"[{v}]" for v in values) for name, values in node.items() if name not in "BWC"
                )
            yield from self._remarks_at(record, number)

    @staticmethod
    def _remarks_at(record: Record, number: int) -> Iterator[str]:
        """The comments after a number of turns; those of the file as they were."""
        raw = [value for node in record.nodes.get(number, ()) for value in node.get("C", ())]
        comment = record.comments.get(number)
        if " ".join(text_of(value) for value in raw) == (comment or ""):
            yield from (f"C[{value}]" for value in raw)
        elif comment:
            yield f"C[{escaped(comment)}]"

    def _head(self, record: Record) -> Properties:
        raw = {name: values for name, values in next(iter(record.nodes.get(0, ())), {}).items() if name != "C"}
        size = self.style.grid.rows
        board = f"{size} {self._board(record.start)}"
        tags = {**record.tags, "Result": self._result(record)}
        own = {name: [escaped(tags[tag])] for name, tag in _TAGS.items() if tag in tags}
        head: Properties = {"GM": ["Othello"], **own, "TY": [str(size)], "BO": [board]}
        if not raw:
            return {name: head[name] for name in ("GM", *_TAGS, "TY", "BO") if name in head and name != "RE"} | {
                "RE": head["RE"]
            }
        for name, tag in _TAGS.items():
            if tag not in tags or (name == "RE" and name not in raw and tags[tag] == "?"):
                raw.pop(name, None)
            elif name not in raw or text_of(raw[name][0]).strip() != tags[tag]:
                raw[name] = own[name]
        if self._begun(raw.get("BO", [""])[0]) != self._begun(board):
            raw["BO"] = [board]
        return raw

    def _begun(self, board: str) -> str:
        try:
            state = self._start(board)
        except NotationError:
            return ""
        return self._board(state)

    def _board(self, state: State) -> str:
        signs, mover = self.style.position(state).split()
        columns = self.style.grid.columns
        rows = [signs[n : n + columns] for n in range(0, len(signs), columns)]
        return " ".join([*rows, mover]).replace("X", _BLACK)

    @staticmethod
    def _result(record: Record) -> str:
        """The result as it was told; else the discs by which player 1 is ahead, `?` for a game that is not over."""
        if "Result" in record.tags:
            return record.tags["Result"]
        final = record.final
        if record.ended not in (UNFINISHED, result_of(final)):
            return {"1-0": "+0.000:r", "0-1": "-0.000:r", DRAWN: "0.000"}.get(record.ended, "?")
        if not final.is_over:
            return "?"
        first, second = final.scores
        return f"{first - second:+.3f}" if first != second else "0.000"

    # --- reading

    def read(self, text: str, name: str) -> list[Record]:
        """The games of a text. Raises NotationError."""
        records, at = list[Record](), 0
        while (begin := _BEGIN.search(text, at)) is not None:
            record, at = self._record(text, begin.end(), name)
            records.append(record)
        if not records:
            raise NotationError("there is no game here: they are written (;GM[Othello] ... ;)", name, 1)
        return records

    def _record(self, text: str, at: int, name: str) -> tuple[Record, int]:
        """The game whose properties begin here, and where it ends."""
        properties = list[_Property]()
        while (match := _PROPERTY.match(text, at)) is not None and (match[1] or properties):
            properties.append(_Property(match[1] or properties[-1].name, match[2], match.start(1)))
            at = match.end()
        end = _END.match(text, at)

        def error(cause: str, begin: int) -> NotationError:
            return NotationError(cause, name, text.count("\n", 0, begin) + 1, begin - text.rfind("\n", 0, begin))

        if end is None:
            raise error(f"a property or ;) is expected, not {shown(text[at:][:12])}", at)
        heads = {one.name: one for one in reversed(properties)}
        if "GM" in heads and heads["GM"].value.strip().lower() not in ("othello", "reversi"):
            raise error(f"this is no game of Othello: {shown(heads['GM'].value)}", heads["GM"].at)
        if "BO" not in heads:
            raise NotationError("there is no board: BO[8 ...]", name, text.count("\n", 0, end.start()) + 1)
        try:
            record = Record(self._start(heads["BO"].value))
        except NotationError as cause:
            raise error(cause.cause, heads["BO"].at) from None
        record.tags = {tag: text_of(heads[one].value).strip() for one, tag in _TAGS.items() if one in heads}
        if "TY" in heads and "a" in heads["TY"].value.lower():
            record.remarks.append(error(f"TY[{heads['TY'].value}]: the fewest discs win there", heads["TY"].at))
        try:
            self._play(record, properties)
        except _Wrong as cause:
            raise error(str(cause), cause.at) from None
        record.ended = _ended(record.tags.get("Result", ""))
        return record, end.end()

    def _play(self, record: Record, properties: Sequence[_Property]) -> None:
        """Play the moves, and keep what stands beside them."""
        state = record.start.copy()
        node: Properties = {}
        record.nodes[0] = [node]
        for one in properties:
            name, value, at = one
            if name in ("B", "W"):
                self._move(record, state, "BW".index(name) + 1, value, at)
                node = {}
                record.nodes.setdefault(len(record.plies), []).append(node)
            if name == "C":
                record.line.say(len(record.plies), text_of(value))
            node.setdefault(name, []).append(value)
        self.style.play_forced_passes(state, record)

    def _move(self, record: Record, state: State, player: int, text: str, at: int) -> None:
        square = text.partition("/")[0].strip()
        passes = square.lower() in _PASSES
        while not state.is_over and self.style.is_forced_to_pass(state) and (state.mover != player or passes):
            own = state.mover == player
            record.plies.append(state.legal_moves()[0])
            state.play(record.plies[-1])
            if own:
                return
        colour = "BW"[player - 1]
        if state.is_over:
            if passes:
                return
            raise _Wrong(f"the game is over before {colour}[{square}]", at)
        if state.mover != player:
            raise _Wrong(f"{colour} moves, and it is {'BW'[state.mover - 1]}'s turn", at)
        try:
            turn = self.style.parse(state, square)
        except IllegalMove as cause:
            raise _Wrong(str(cause), at) from None
        record.plies += turn
        state.play(turn[0])

    def _start(self, text: str) -> State:
        size, _, signs = text.strip().partition(" ")
        if size != str(self.style.grid.rows):
            raise NotationError(f"the board has {self.style.grid.rows} rows, not {shown(size)}")
        if (match := _TO_MOVE.match(signs)) is not None:
            rows = "".join(match[2].split())
            signs = rows if len(rows) % 2 else f"{rows} {match[1]}"
        return self.style.start(signs)


class _Wrong(ValueError):
    """What is wrong with a move, and where."""

    def __init__(self, cause: str, at: int) -> None:
        super().__init__(cause)
        self.at = at


def _ended(result: str) -> str:
    """The result by the points of the first colour; who resigned (`:r`) or ran out of time (`:t`) has lost."""
    match = re.match(r"\s*([+-]?)(\d*\.?\d*)\s*(?::\s*([a-z]))?", result)
    if match is None or not match[2]:
        return UNFINISHED
    if float(match[2].rstrip(".") or 0) == 0 and not (match[1] and match[3] in ("r", "t")):
        return UNFINISHED if match[3] in ("r", "t") else DRAWN
    return "0-1" if match[1] == "-" else "1-0"
