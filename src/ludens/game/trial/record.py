"""A recorded game as a value, and what records one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ludens.game.move import Move
from ludens.members import ended_by
from ludens.rules.turns.ends import MAX_MOVES, MAX_TURNS

if TYPE_CHECKING:
    from ludens.game.game import Game
    from ludens.game.state import State


class TrialError(ValueError):
    """A trial file that cannot be read or played; `line` is the line at fault, from 1.

    `read` is what could be read before that line, where it is the file that is damaged.
    """

    def __init__(self, message: str, name: str, line: int, read: Trial | None = None) -> None:
        super().__init__(f"{name}:{line}: {message}")
        self.message, self.name, self.line, self.read = message, name, line, read


@dataclass(frozen=True)
class Trial:
    """A recorded game. `moves` are texts, the placements of the start first; None stands for what is not said.

    `sizes` are the numbers of legal moves, from the position after the placements on, and `legal` these moves
    themselves; there may be none. `placements` are those announced: a match announces none, and some of its start may
    stand among the moves all the same (`first_played`). `lines` are the lines of the moves in the file.
    """

    game: str
    rng_state: bytes
    moves: tuple[str, ...]
    options: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()
    placements: int | None = None
    winner: int | None = None
    end_type: str | None = None
    ranking: tuple[float, ...] | None = None
    legal: tuple[tuple[str, ...], ...] = ()
    name: str = field(default="<text>", compare=False)
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)

    @property
    def stem(self) -> str:
        """The name of the game, without folders."""
        return self.game.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".lud")

    def line(self, move: int) -> int:
        """The line of a move, by its number; 0 where it is not known."""
        return self.lines[move] if move < len(self.lines) else 0

    def error(self, message: str, move: int) -> TrialError:
        """An error at a move, by its number."""
        return TrialError(message, self.name, self.line(move))


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
        """What was played, up to a state.

        A match tells the placements of its first game backwards, and announces none (manual: runtime 13).
        """
        start = placements(self.game, self.rng_state)
        is_match, over = self.game.games[0] is not self.game, state.is_over
        return Trial(
            self.source or self.game.name,
            self.rng_state,
            (*(reversed(start) if is_match else start), *self.moves),
            self.game.description.selected,
            tuple(self.sizes),
            0 if is_match else len(start),
            state.winner if over else None,
            self._end_type(state) if over else None,
            tuple(state.ranking) if over else None,
        )

    def _end_type(self, state: State) -> str:
        """Whether the rules ended the game, or one of the language's limits did (manual: runtime 9.3)."""
        if state.playing is not state:
            return "NaturalEnd"
        turns = int(state.field("turn")) >= MAX_TURNS * max(self.game.num_players, 1)
        if not (turns or len(self.moves) >= MAX_MOVES) or ended_by(state) is not None:
            return "NaturalEnd"
        return "TurnLimit" if turns else "MoveLimit"


def placements(game: Game, rng_state: bytes) -> list[str]:
    """The moves of the start rules, as text; of a match, those of its first game."""
    return [move.text() for move in game.placements(rng_state)]
