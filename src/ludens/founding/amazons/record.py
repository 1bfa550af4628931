"""Records of games of Amazons, as text: header lines, then numbered turns in the notation `d1-d6/g9`.

>>> record = Record.standard(10)
>>> _ = record.play("d1-d6/g9"), record.play("a7b6b5")
>>> print(record.text().splitlines()[-1])
1. d1-d6/g9 a7-b6/b5
>>> read_record(record.text()) == record
True

Reading forgives much: both notations of turns, missing or wrong numbers, comments in braces or after `;`, headers in
any order or none. It forgives no illegal turn. Headers with a meaning are Board (`10x10`), Start (a position on one
line, where the game did not start as usual) and Result; any other is kept.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ludens.founding.amazons.notation import moves_of, play_turn, turns_of
from ludens.founding.amazons.position import LARGEST, SIDES, IllegalTurn, Position, PositionError, board_size, game
from ludens.founding.amazons.score import Score, score
from ludens.founding.amazons.turn import NotationError, Turn, parse_turn
from ludens.game import Game, Move, State
from ludens.game.trial import Recorder, Trial, replay_trial
from ludens.language import LudError
from ludens.notation.tag_files import tagged
from ludens.system import files

_HEADER = re.compile(r'\[\s*(?P<key>\w+)\s+"(?P<value>(?:[^"\\]|\\.)*)"\s*\]')
_TOKEN = re.compile(
    r"(?P<space>\s+|\{[^}]*\}|;[^\n]*)|(?P<header>\[[^\n]*)|(?P<number>\d+\.+)|(?P<result>1-0|0-1|1/2-1/2|\*)(?!\S)"
    r"|(?P<turn>[^\s{;]+)"
)
_FIRST_NUMBER = re.compile(r"\d+\.{1,3}([A-Za-z]\d.*)?")
_BOARD = re.compile(r"(\d+)x(\d+)")
_NO_CHANCE = bytes(8)
UNFINISHED = "*"
RESULTS = ("1-0", "0-1", UNFINISHED)


class RecordError(ValueError):
    """A record that cannot be read or played; `name`, `line` and `column` (from 1) are the place, `cause` is why."""

    def __init__(self, cause: str, name: str, line: int, column: int) -> None:
        super().__init__(f"{name}:{line}:{column}: {cause}")
        self.cause, self.name, self.line, self.column = cause, name, line, column


@dataclass
class Record:
    """A game: the position that it starts from, its turns, and headers such as White, Black, Event, Date.

    `ended` is the result where a game was ended before a side was out of turns, by resigning or on time.
    """

    start: Position
    turns: list[Turn] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    ended: str = UNFINISHED

    @classmethod
    def standard(cls, size: int = 10) -> Record:
        """An empty record of a game from the usual start. Raises LudError for a size that the game does not have."""
        return cls(standard_start(size))

    def play(self, turn: Turn | str) -> Turn:
        """Add a turn. Raises NotationError, IllegalTurn."""
        read = parse_turn(turn, self.start.size) if isinstance(turn, str) else turn
        self.final.play(read)
        self.turns.append(read)
        return read

    def positions(self) -> Iterator[Position]:
        """The position at the start, and that after each turn. Raises IllegalTurn."""
        position = self.start
        yield position
        for turn in self.turns:
            position = position.play(turn)
            yield position

    @property
    def final(self) -> Position:
        """The position at the end."""
        *_, last = self.positions()
        return last

    @property
    def score(self) -> Score | None:
        """The score of a game that was played to its end."""
        return score(self.final)

    @property
    def result(self) -> str:
        """`1-0`, `0-1`, or `*` for a game that is not over."""
        finished = self.score
        return finished.result if finished is not None else self.ended

    @classmethod
    def of_trial(cls, amazons: Game, trial: Trial) -> Record:
        """The record of a trial of that game; a last move without its arrow is left out.

        Raises TrialError for a move that is not legal, ValueError for a game that is not Amazons.
        """
        size, moves = board_size(amazons), list[Move]()
        start = None
        for state, move in replay_trial(amazons, trial):
            if move is None:
                start = Position.of(state)
            else:
                moves.append(move)
        assert start is not None  # a trial has its start
        return cls(start, turns_of(moves[: len(moves) // 2 * 2], size))

    def trial(self) -> Trial:
        """The record as a trial. Raises ValueError where the game did not start as usual: trials hold no position."""
        if not _is_standard(self.start):
            raise ValueError("a trial begins with the start rules, and this record with a position")
        amazons = game(self.start.size)
        state, recorder = amazons.start(rng_state=_NO_CHANCE), Recorder(amazons, _NO_CHANCE)
        for turn in self.turns:
            for move in moves_of(state, turn):
                choices = len(state.legal_moves())
                recorder.add(state.play(move), choices)
        return recorder.trial(state)

    def state(self, *, seed: int | None = None) -> State:
        """The game's state at the end, moves to undo included. Raises LudError for a size that it does not have."""
        state = self.start.state(seed=seed)
        for turn in self.turns:
            play_turn(state, turn)
        return state

    def text(self) -> str:
        """The record as text, which `read_record` reads."""
        return tagged(self._all_headers(), self._words())

    def _all_headers(self) -> dict[str, str]:
        size, finished = self.start.size, self.score
        computed = {"Game": "Amazons", "Board": f"{size}x{size}"}
        if not _is_standard(self.start):
            computed["Start"] = str(self.start)
        computed |= {key: value for key, value in self.headers.items() if key not in _COMPUTED}
        computed["Result"] = self.result
        return computed if finished is None else computed | {"Score": str(finished.squares)}

    def _words(self) -> Iterator[str]:
        """Each line's unit: a number with the turns of both sides."""
        offset = self.start.mover - 1
        for index, turn in enumerate(self.turns):
            number, side = divmod(index + offset, 2)
            if side == 0:
                following = self.turns[index + 1 : index + 2]
                yield " ".join([f"{number + 1}.", str(turn), *map(str, following)])
            elif index == 0:
                yield f"1... {turn}"
        if self.result != UNFINISHED:
            yield self.result

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file, whole or not at all. Raises OSError."""
        files.write_text(path, self.text(), newline="\n")


_COMPUTED = ("Game", "Board", "Start", "Result", "Score")


def standard_start(size: int) -> Position:
    """The position that the game of this size usually starts from. Raises LudError for other sizes."""
    return Position.of(game(size).start(seed=0))


def _is_standard(position: Position) -> bool:
    try:
        return position == standard_start(position.size)
    except LudError:
        return False


# --- reading


def is_record(text: str) -> bool:
    """Whether a text looks like a record rather than a position."""
    first = next(iter(text.split()), "")
    if first[:1] in ("[", "{", ";") or _FIRST_NUMBER.fullmatch(first):
        return True
    try:
        return bool(parse_turn(first))
    except NotationError:
        return False


def load_record(path: str | os.PathLike[str], size: int = 10) -> Record:
    """The record in a file. Raises OSError, RecordError."""
    raw = Path(path).read_bytes()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise RecordError(f"this is no text in UTF-8: {error.reason}", str(path), line, 1) from None
    return read_record(text, str(path), size)


def read_record(text: str, name: str = "<record>", size: int = 10) -> Record:
    """The record in a text; `size` is that of the board where no header says so. Raises RecordError."""
    return _Reader(text, name, size).record()


class _Reader:
    """Reads a record from its start to its end; its errors have their place."""

    def __init__(self, text: str, name: str, size: int) -> None:
        self.text, self.name, self.size = text, name, size
        self.headers: dict[str, tuple[str, int]] = {}
        self.turns: list[tuple[str, int]] = []
        self.results: list[tuple[str, int]] = []
        self.played: list[Turn] = []

    def error(self, cause: str, at: int) -> RecordError:
        line = self.text.count("\n", 0, at) + 1
        return RecordError(cause, self.name, line, at - self.text.rfind("\n", 0, at))

    def record(self) -> Record:
        self._split()
        self._check_game()
        record = Record(self._start())
        position = record.start
        for text, at in self.turns:
            turn = self._turn(text, at, position)
            position = position.play(turn)
            self.played.append(turn)
        record.turns = self.played
        record.headers = {key: value for key, (value, _) in self.headers.items() if key not in _COMPUTED}
        record.ended = self._result(position)
        return record

    def _split(self) -> None:
        """Sort the text into headers, turns and results."""
        at = 0
        while at < len(self.text):
            token = _TOKEN.match(self.text, at)
            if token is None:
                raise self.error("this comment has no end: } is missing", at)
            if token["header"]:
                at = self._header(at)
                continue
            if token["turn"]:
                self._add_turn(token["turn"], at)
            elif token["result"]:
                self.results.append((token["result"], at))
            at = token.end()

    def _header(self, at: int) -> int:
        match = _HEADER.match(self.text, at)
        if not match:
            raise self.error('a header such as [White "name"] is expected', at)
        key, value = match["key"], re.sub(r"\\(.)", r"\1", match["value"])
        if key in self.headers:
            raise self.error(f"there is another {key} above", at)
        self.headers[key] = value, at
        return match.end()

    def _add_turn(self, text: str, at: int) -> None:
        if self.results:
            raise self.error(f"the game ended with {self.results[-1][0]}, and here is {text!r}", at)
        self.turns.append((text, at))

    def _check_game(self) -> None:
        value, at = self.headers.get("Game", ("Amazons", 0))
        if value.lower() != "amazons":
            raise self.error(f"this is a record of {value!r}, not of Amazons", at)

    def _start(self) -> Position:
        size, at = self._board()
        if "Start" not in self.headers:
            try:
                return standard_start(size)
            except LudError:
                raise self.error(f"a game on {size}x{size} needs a header Start with its position", at) from None
        text, at = self.headers["Start"]
        try:
            start = Position.parse(text)
        except PositionError as error:
            raise self.error(f"Start, column {error.column}: {error.cause}", at) from None
        if "Board" in self.headers and start.size != size:
            raise self.error(f"Start has {start.size} rows, and the board {size}", at)
        return start

    def _board(self) -> tuple[int, int]:
        if "Board" not in self.headers:
            return self.size, 0
        text, at = self.headers["Board"]
        match = _BOARD.fullmatch(text)
        if not match or match[1] != match[2] or not 2 <= int(match[1]) <= LARGEST:
            raise self.error(f"a board such as 10x10 is expected, not {text!r}", at)
        return int(match[1]), at

    def _turn(self, text: str, at: int, position: Position) -> Turn:
        number = f"turn {len(self.played) + 1}"
        try:
            turn = parse_turn(text, position.size)
        except NotationError as error:
            raise self.error(f"{text!r}: {error.cause}", at + error.column - 1) from None
        if position.is_over:
            raise self.error(f"{number}, {text}: the game is over, {SIDES[position.mover]} has no turn", at)
        if (cause := position.objection(turn)) is not None:
            raise self.error(f"{number}, {IllegalTurn(turn, cause)}", at)
        return turn

    def _result(self, final: Position) -> str:
        """The result that the text gives. Raises RecordError where it contradicts itself or the board."""
        results = [*self.results]
        if "Result" in self.headers:
            results.insert(0, self.headers["Result"])
        finished = score(final)
        outcome = UNFINISHED
        for result, at in results:
            if result not in RESULTS:
                raise self.error(f"a result is {', '.join(RESULTS)}, not {result!r}: there are no draws", at)
            if finished is not None and result not in (UNFINISHED, finished.result):
                raise self.error(f"the result is {finished.result}, not {result}: {finished}", at)
            if UNFINISHED not in (outcome, result) and outcome != result:
                raise self.error(f"the result is {outcome} above, and {result} here", at)
            outcome = result if result != UNFINISHED else outcome
        return UNFINISHED if finished is not None else outcome
