"""Trials as the text of a file, read and written.

Reading takes what the reference writes and what it wrote in older versions: lines may end in CR LF, the number of
placements, the kind of end and the version may be absent, and lines that say nothing known (comments) are passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NoReturn

from ludens.game.trial.record import Trial, TrialError

_GAME, _RNG, _MOVE = "game=", "RNG internal state=", "Move="
_OPTIONS, _END_OPTIONS = "START GAME OPTIONS", "END GAME OPTIONS"
_SIZE = "LEGAL MOVES LIST SIZE = "
_LIST, _END_LIST = "NEW LEGAL MOVES LIST", "END LEGAL MOVES LIST"
_PLACEMENTS, _WINNER, _END_TYPE, _RANKING = "numInitialPlacementMoves=", "winner=", "endtype=", "rankings="
_SANDBOX, _VERSION = "SANDBOX=", "LUDII_VERSION="
#: how lines begin that say something
_KEYS: Final = (
    _GAME, _RNG, _MOVE, _OPTIONS, _END_OPTIONS, _SIZE, _LIST, _END_LIST, _PLACEMENTS, _WINNER, _END_TYPE, _RANKING,
    _SANDBOX, _VERSION,
)  # fmt: skip
_COMMENTS: Final = ("//", "#")
#: what no line of a file can hold
_BREAKS: Final = ("\n", "\r")


def read_trial(text: str, name: str = "<text>") -> Trial:
    """The trial that a file's text holds.

    Raises TrialError where the text is damaged or cut off, with the line, why, and what could be read before it.
    """
    lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
    whole = not lines[-1]  # the last line has its end
    return _Reading(lines[:-1] if whole else lines, name, whole).read()


@dataclass
class _Reading:
    """A file being read, and what it has said so far."""

    lines: Sequence[str]
    name: str
    #: whether the last line was written to its end
    whole: bool
    at: int = 0
    game: str = ""
    rng_state: bytes | None = None
    options: list[str] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    legal: list[tuple[str, ...]] = field(default_factory=list)
    placements: int | None = None
    winner: int | None = None
    end_type: str | None = None
    ranking: tuple[float, ...] | None = None

    def read(self) -> Trial:
        self._head()
        while self.at < len(self.lines):
            self._line(self.lines[self.at])
            self.at += 1
        self._check_whole()
        return self._trial()

    def _trial(self) -> Trial:
        assert self.rng_state is not None
        return Trial(
            self.game,
            self.rng_state,
            tuple(self.moves),
            tuple(self.options),
            tuple(self.sizes),
            self.placements,
            self.winner,
            self.end_type,
            self.ranking,
            tuple(self.legal),
            self.name,
            tuple(self.places),
        )

    def _fail(self, message: str, line: int | None = None) -> NoReturn:
        """An error in the line that is being read, or another one, from 1."""
        read = self._trial() if self.rng_state is not None else None
        raise TrialError(message, self.name, self.at + 1 if line is None else line, read)

    def _head(self) -> None:
        """The lines up to the generator's state."""
        while self.at < len(self.lines) and _says_nothing(self.lines[self.at]):
            self.at += 1
        if self.at >= len(self.lines) or not self.lines[self.at].startswith(_GAME):
            self._fail(f"a trial begins with {_GAME}...", min(self.at + 1, max(len(self.lines), 1)))
        self.game, among = self.lines[self.at][len(_GAME) :], False
        for at in range(self.at + 1, len(self.lines)):
            self.at, line = at, self.lines[at]
            if line.startswith(_RNG):
                self.rng_state = self._rng_state(line)
                self.at += 1
                return
            if line.startswith((_MOVE, _LIST, _WINNER, _RANKING)):
                self._fail(f"the line {_RNG}... is missing, without which chance falls otherwise")
            if line in (_OPTIONS, _END_OPTIONS):
                among = line == _OPTIONS
            elif among and line.strip():
                self.options.append(line)
        self._fail(f"the trial ends before its line {_RNG}...", len(self.lines))

    def _line(self, line: str) -> None:
        """A line behind the generator's state."""
        if line.startswith(_MOVE):
            self._move(line[len(_MOVE) :])
        elif line.startswith(_SIZE):
            self.sizes.append(self._integer(_SIZE))
        elif line == _LIST:
            self._list()
        elif line.startswith(_PLACEMENTS):
            self.placements = self._integer(_PLACEMENTS)
            if not 0 <= self.placements <= len(self.moves):
                message = f"{self.placements} placements are announced, and there are {len(self.moves)} moves"
                self.placements = None
                self._fail(message)
        elif line.startswith(_WINNER):
            self.winner = self._integer(_WINNER)
        elif line.startswith(_END_TYPE):
            self.end_type = line[len(_END_TYPE) :]
        elif line.startswith(_RANKING):
            self._ranking(line[len(_RANKING) :])

    def _move(self, text: str) -> None:
        """A move is one pair of brackets with a mover and actions; what a note says may hold brackets too."""
        has_note = "[Note:" in text
        cut = not self.whole and self.at == len(self.lines) - 1
        if not (text.startswith("[Move:") and "mover=" in text and "actions=" in text):
            self._fail(f"this {'move is cut off' if cut else 'is no move'}: {short(text)}")
        # with a note, only the end of the line tells that the last bracket is there
        if not text.endswith("]") or (cut if has_note else text.count("[") != text.count("]")):
            self._fail(f"this move is cut off: {short(text)}")
        self.moves.append(text)
        self.places.append(self.at + 1)

    def _list(self) -> None:
        """The legal moves of a position."""
        begun = self.at
        while self.at < len(self.lines) and self.lines[self.at] != _END_LIST:
            self.at += 1
        if self.at == len(self.lines):
            self._fail("this list of legal moves is cut off", begun + 1)
        self.legal.append(tuple(line for line in self.lines[begun + 1 : self.at] if line))

    def _integer(self, key: str) -> int:
        text = self.lines[self.at][len(key) :].strip()
        try:
            return int(text)
        except ValueError:
            self._fail(f"a number is expected after {key.strip()}, not {short(text)}")

    def _rng_state(self, line: str) -> bytes:
        try:
            values = [int(part) for part in line[len(_RNG) :].split(",")]
        except ValueError:
            values = []
        if len(values) != 8 or not all(-128 <= v <= 127 for v in values):
            self._fail("the generator's state is eight numbers from -128 to 127")
        return bytes(v & 0xFF for v in values)

    def _ranking(self, text: str) -> None:
        try:
            self.ranking = tuple(float(part) for part in text.split(","))[1:]
        except ValueError:
            self._fail("the rankings are numbers with commas between them")

    def _check_whole(self) -> None:
        """Whether the file ends where it should."""
        last = self.lines[-1]
        if not self.whole and any(key != last and key.startswith(last) for key in _KEYS):
            self._fail(f"the trial is cut off within this line: {short(last)}", len(self.lines))
        # the start of a match stands among its moves unannounced, without sizes
        begun = next((n for n, move in enumerate(self.moves) if not is_placement(move)), len(self.moves))
        played = len(self.moves) - max(self.placements or 0, begun)
        if 0 < len(self.sizes) < played:
            message = f"there are {len(self.sizes)} lines {_SIZE.strip(' =')} for {played} moves"
            self._fail(f"the trial is cut off: {message}", len(self.lines))


def is_placement(move: str) -> bool:
    """Whether a move, as text, is nobody's, as those of the start rules are."""
    return move.startswith("[Move:mover=0,")


def _says_nothing(line: str) -> bool:
    return not line.strip() or line.startswith(_COMMENTS)


def short(text: str) -> str:
    """A text as an error shows it."""
    return repr(text if len(text) <= 60 else text[:57] + "...")


# --- writing


def write_trial(trial: Trial) -> str:
    """The text of a trial file, in the order in which the reference reads it.

    Raises ValueError for names, options and moves that hold a line's end.
    """
    signed = ",".join(str(b - 256 if b > 127 else b) for b in trial.rng_state)
    lines = [_GAME + trial.game, _OPTIONS, *trial.options, _END_OPTIONS, _RNG + signed]
    lines += [_MOVE + move for move in trial.moves]
    lines += [f"{_SIZE}{size}" for size in trial.sizes]
    lines += [line for moves in trial.legal for line in (_LIST, *moves, _END_LIST)]
    lines.append(f"{_PLACEMENTS}{trial.placements or 0}")
    if trial.winner is not None:
        lines += [f"{_WINNER}{trial.winner}", f"{_END_TYPE}{trial.end_type or 'Unknown'}"]
    if trial.ranking is not None:
        lines.append(_RANKING + ",".join(repr(float(rank)) for rank in (0.0, *trial.ranking)))
    return "\n".join([*_checked(lines), _SANDBOX + "false", ""])


def _checked(lines: Iterable[str]) -> list[str]:
    checked = list(lines)
    for line in checked:
        if any(end in line for end in _BREAKS):
            raise ValueError(f"a line of a trial cannot hold the end of a line: {short(line)}")
    return checked
