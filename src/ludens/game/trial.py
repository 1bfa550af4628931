"""Trial files: a game from its start to its end as text (manual: runtime 15), and playing them again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ludens.game.matching import find_moves
from ludens.game.move import Move

if TYPE_CHECKING:
    from ludens.game.game import Game
    from ludens.game.state import State

_GAME, _RNG, _MOVE = "game=", "RNG internal state=", "Move="
_OPTIONS, _END_OPTIONS = "START GAME OPTIONS", "END GAME OPTIONS"
_SIZE = "LEGAL MOVES LIST SIZE = "
_PLACEMENTS, _WINNER, _END_TYPE, _RANKING = "numInitialPlacementMoves=", "winner=", "endtype=", "rankings="


class TrialError(ValueError):
    """A trial file that cannot be read or played; `line` is the line at fault, from 1."""

    def __init__(self, message: str, name: str, line: int) -> None:
        super().__init__(f"{name}:{line}: {message}")
        self.message, self.name, self.line = message, name, line


@dataclass(frozen=True)
class Trial:
    """A recorded game. `moves` are texts, the `placements` of the start first; None stands for what is not said."""

    game: str
    rng_state: bytes
    moves: tuple[str, ...]
    options: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()
    placements: int | None = None
    winner: int | None = None
    end_type: str | None = None
    ranking: tuple[float, ...] | None = None
    name: str = field(default="<text>", compare=False)
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)

    @property
    def played(self) -> list[tuple[int, str]]:
        """The number and the text of the moves after the placements."""
        first = self.placements
        if first is None:
            first = next((n for n, m in enumerate(self.moves) if not m.startswith("[Move:mover=0,")), len(self.moves))
        return list(enumerate(self.moves))[first:]

    def error(self, message: str, move: int) -> TrialError:
        """An error at a move, by its number."""
        return TrialError(message, self.name, self.lines[move] if move < len(self.lines) else 0)


# --- reading


def read_trial(text: str, name: str = "<text>") -> Trial:
    """The trial that a file's text holds. Raises TrialError, with the line, where the text is damaged."""
    lines = text.removeprefix("\ufeff").splitlines()
    if not lines or not lines[0].startswith(_GAME):
        raise TrialError(f"a trial begins with {_GAME}...", name, 1)
    rng = next((n for n, line in enumerate(lines) if line.startswith(_RNG)), None)
    if rng is None:
        raise TrialError(f"the trial ends before its line {_RNG}...", name, len(lines))
    moves = [(n + 1, line[len(_MOVE) :]) for n, line in enumerate(lines) if n > rng and line.startswith(_MOVE)]
    for number, move in moves:
        _check_move(move, name, number)
    sizes = [_integer(lines, n, _SIZE, name) for n in range(rng, len(lines)) if lines[n].startswith(_SIZE)]
    placements, winner = _single(lines, rng, _PLACEMENTS, name), _single(lines, rng, _WINNER, name)
    end_type = next((line[len(_END_TYPE) :] for line in lines[rng:] if line.startswith(_END_TYPE)), None)
    if placements is not None and placements > len(moves):
        raise TrialError(f"{placements} placements are announced, and there are {len(moves)} moves", name, len(lines))
    trial = Trial(
        lines[0][len(_GAME) :],
        _rng_state(lines[rng], name, rng + 1),
        tuple(move for _, move in moves),
        _options(lines, rng),
        tuple(sizes),
        placements,
        winner,
        end_type,
        _ranking(lines, rng, name),
        name,
        tuple(number for number, _ in moves),
    )
    if 0 < len(sizes) < len(trial.played):
        told = f"there are {len(sizes)} lines {_SIZE.strip(' =')} for {len(trial.played)} moves"
        raise TrialError(f"the trial is cut off: {told}", name, len(lines))
    return trial


def _options(lines: Sequence[str], end: int) -> tuple[str, ...]:
    head = list(lines[:end])
    if _OPTIONS not in head or _END_OPTIONS not in head:
        return ()
    return tuple(line for line in head[head.index(_OPTIONS) + 1 : head.index(_END_OPTIONS)] if line)


def _rng_state(line: str, name: str, number: int) -> bytes:
    parts = line[len(_RNG) :].split(",")
    try:
        values = [int(part) for part in parts]
    except ValueError:
        values = []
    if len(values) != 8 or not all(-128 <= v <= 127 for v in values):
        raise TrialError("the generator's state is eight numbers from -128 to 127", name, number)
    return bytes(v & 0xFF for v in values)


def _check_move(move: str, name: str, number: int) -> None:
    """A move is one pair of brackets with a mover and actions."""
    if not (move.startswith("[Move:") and "mover=" in move and "actions=" in move):
        raise TrialError(f"this is no move: {_short(move)}", name, number)
    if move.count("[") != move.count("]") or not move.endswith("]"):
        raise TrialError(f"this move is cut off: {_short(move)}", name, number)


def _integer(lines: Sequence[str], n: int, key: str, name: str) -> int:
    text = lines[n][len(key) :].strip()
    try:
        return int(text)
    except ValueError:
        raise TrialError(f"a number is expected after {key.strip()}, not {_short(text)}", name, n + 1) from None


def _single(lines: Sequence[str], start: int, key: str, name: str) -> int | None:
    at = next((n for n in range(start, len(lines)) if lines[n].startswith(key)), None)
    return None if at is None else _integer(lines, at, key, name)


def _ranking(lines: Sequence[str], start: int, name: str) -> tuple[float, ...] | None:
    at = next((n for n in range(start, len(lines)) if lines[n].startswith(_RANKING)), None)
    if at is None:
        return None
    try:
        return tuple(float(part) for part in lines[at][len(_RANKING) :].split(","))[1:]
    except ValueError:
        raise TrialError("the rankings are numbers with commas between them", name, at + 1) from None


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")


# --- writing


def write_trial(trial: Trial) -> str:
    """The text of a trial file."""
    signed = ",".join(str(b - 256 if b > 127 else b) for b in trial.rng_state)
    lines = [_GAME + trial.game, _OPTIONS, *trial.options, _END_OPTIONS, _RNG + signed]
    lines += [_MOVE + move for move in trial.moves]
    lines += [f"{_SIZE}{size}" for size in trial.sizes]
    lines.append(f"{_PLACEMENTS}{trial.placements or 0}")
    if trial.winner is not None:
        lines += [f"{_WINNER}{trial.winner}", f"{_END_TYPE}{trial.end_type or 'Unknown'}"]
    if trial.ranking is not None:
        lines.append(_RANKING + ",".join(repr(float(rank)) for rank in (0.0, *trial.ranking)))
    return "\n".join([*lines, "SANDBOX=false", ""])


@dataclass
class Recorder:
    """Records a game while it is played: start it with the generator's state before the start."""

    game: Game
    rng_state: bytes
    source: str = ""
    moves: list[str] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)

    def add(self, played: Move, choices: int) -> None:
        """A move as `State.play` gave it, and how many moves there were to choose from."""
        self.moves.append(played.to_trial())
        self.sizes.append(choices)

    def undo(self) -> None:
        """Forget the last move."""
        self.moves.pop()
        self.sizes.pop()

    def trial(self, state: State) -> Trial:
        """What was played, up to a state."""
        start = placements(self.game, self.rng_state)
        over = state.is_over
        return Trial(
            self.source or self.game.name,
            self.rng_state,
            (*start, *self.moves),
            self.game.description.selected,
            tuple(self.sizes),
            len(start),
            state.winner if over else None,
            "NaturalEnd" if over else None,
            tuple(state.ranking) if over else None,
        )


def placements(game: Game, rng_state: bytes) -> list[str]:
    """The moves of the start rules, as text."""
    return [move.text() for move in game.placements(rng_state)]


# --- playing again


def replay_trial(game: Game, trial: Trial) -> Iterator[tuple[State, Move | None]]:
    """The states of a trial with the moves that led to them, the start with None; always the same state, played on.

    Raises TrialError at the first move that is not legal.
    """
    state = game.start(rng_state=trial.rng_state)
    yield state, None
    for number, text in trial.played:
        if state.is_over:
            raise trial.error("the game is over before this move", number)
        moves = find_moves(state, text)
        if moves is None:
            raise trial.error(f"this move is not legal here: {_short(text)}", number)
        yield state, state.play(moves)


def end_differences(trial: Trial, state: State) -> list[str]:
    """How the end of a game that was played again differs from the file's, in words."""
    differences = []
    if trial.winner is not None and not state.is_over:
        differences.append("the file's game is over, and this one is not")
    elif trial.winner is not None and trial.winner != state.winner:
        differences.append(f"the file's winner is {trial.winner}, and here it is {state.winner}")
    if state.is_over and trial.ranking is not None and list(trial.ranking) != state.ranking:
        differences.append(f"the file's ranking is {list(trial.ranking)}, and here it is {state.ranking}")
    return differences
