"""What an agent is, and its limits."""

from __future__ import annotations

import inspect
import secrets
import time
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import numpy.typing as npt

from ludens.agents import native
from ludens.agents.clock import Clock
from ludens.agents.settings import Setting, SettingError, Value, read_settings
from ludens.agents.timing import TimeLeft
from ludens.native import Words

if TYPE_CHECKING:
    from ludens.game import Game, Move, State


class AgentError(ValueError):
    """An agent that cannot be made, or that cannot play this position."""


@dataclass(frozen=True)
class Limit:
    """How much an agent may think: seconds for a turn, or a count (iterations, plies) for each of its moves.

    None is left to the agent.

    It may think on so many `threads` at once. `settings` are names and values as they were written (see
    `Agent.settable`). A `clock` is for all its turns of a game together.
    """

    seconds: float | None = None
    count: int | None = None
    threads: int = 1
    settings: tuple[tuple[str, str], ...] = ()
    clock: TimeLeft | None = None

    @property
    def longest(self) -> float | None:
        """The seconds that a turn may take at most; None where nothing is said of seconds."""
        return self.seconds if self.clock is None else self.clock.longest


@dataclass(frozen=True)
class Character:
    """Whom people play against: a name, a word for how strong it is, and a sentence."""

    name: str
    word: str
    about: str


#: what stands before the number of threads, and before the time for a game
_THREADS, _CLOCK = "threads=", "clock="
_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0}


def parse_limit(text: str) -> Limit:
    """A limit as users write it: `1s`, `250ms`, `5000`, `1s:threads=2`; the empty text is none. Raises AgentError.

    `clock=5m+3s` is five minutes for a whole game, and three seconds more after each turn. Settings stand behind it in
    the same way.
    """
    seconds, count, threads, settings, clock = None, None, 1, list[tuple[str, str]](), None
    for part in text.strip().lower().split(":") if text.strip() else ():
        try:
            if part.startswith(_THREADS):
                threads = int(_positive(int(part.removeprefix(_THREADS))))
            elif "=" in part and not part.startswith(_CLOCK):
                name, _, value = part.partition("=")
                settings.append((name.strip(), value.strip()))
            elif seconds is not None or count is not None or clock is not None:
                raise ValueError(part)
            elif part.startswith(_CLOCK):
                clock = _parse_clock(part.removeprefix(_CLOCK))
            elif part.endswith("ms"):
                seconds = _positive(float(part[:-2]) / 1000)
            elif part.endswith("s"):
                seconds = _positive(float(part[:-1]))
            else:
                count = int(_positive(int(part)))
        except ValueError:
            how = (
                "write 1s, 250ms, a number of iterations or plies, or clock=5m+3s for a whole game, "
                "and behind it :threads=2 for two threads"
            )
            raise AgentError(f"{text!r} is no limit: {how}") from None
    return Limit(seconds, count, threads, tuple(settings), clock)


def _parse_clock(text: str) -> TimeLeft:
    """Time for a game, and what each turn adds. Raises ValueError."""
    base, plus, increment = text.partition("+")
    return TimeLeft(_positive(_seconds(base)), _positive(_seconds(increment)) if plus else 0.0)


def _seconds(text: str) -> float:
    unit = next((unit for unit in _UNITS if text.strip().endswith(unit)), None)
    if unit is None:
        raise ValueError(text)
    return float(text.strip().removesuffix(unit)) * _UNITS[unit]


def _positive(value: float) -> float:
    if not 0 < value < 1e9:
        raise ValueError(value)
    return value


#: what agents may need of a game: that it was solved, or tuned
TABLE, TUNING = "table", "tuning"


class Agent:
    """A player of one game.

    A class that has a `kind` of its own is known to `ludens.agents` by that name as soon as its module is imported, and
    all modules of that package are. What it declares is all that commands and pages know of it.
    """

    #: the classes by their kinds
    registry: ClassVar[dict[str, type[Agent]]] = {}
    #: its name, the `uct` of `uct:1s`; empty for classes that only others are made from
    kind: ClassVar[str] = ""
    #: other names for the same
    synonyms: ClassVar[tuple[str, ...]] = ()
    #: what a list of agents calls it; `about` is a sentence on what it does
    title: ClassVar[str] = ""
    #: how it is written where nobody says how much it may think
    quick: ClassVar[str] = ""
    #: the limits that are offered where one is chosen from a list; none for an agent that takes none
    limits: ClassVar[tuple[str, ...]] = ()
    #: how it is written where its evaluation alone is asked, without looking far; empty where it has none
    glance: ClassVar[str] = ""
    #: what a limit without a unit counts
    counts: ClassVar[str] = ""
    #: agents are listed from the greatest on; it is the strongest for a game if no greater one plays and suits it
    strength: ClassVar[int] = 0
    #: whether it is a fair opponent in almost any game, for those who do not ask which one is the strongest
    allround: ClassVar[bool] = False
    #: whether `choose_for` does what such an agent does elsewhere; if not, it chooses at random
    plays_at_once: ClassVar[bool] = False
    #: whether it plays games of chance without knowing what will fall
    plays_chance: ClassVar[bool] = True
    plays_puzzles: ClassVar[bool] = True
    #: whether it thinks on several threads, if its limit says so
    parallel: ClassVar[bool] = False
    #: the settings that can be written behind the limit; `settings` has their values by name
    settable: ClassVar[tuple[Setting, ...]] = ()
    #: whom its limits stand for, from 1 on, where it is made for people
    characters: ClassVar[tuple[Character, ...]] = ()
    #: whether it errs on purpose: what it thinks is no advice
    fallible: ClassVar[bool] = False
    #: whether what follows the colon names a file: a server's visitors may not choose it
    from_file: ClassVar[bool] = False
    #: what somebody has to have made of a game here before it plays it: it is among the agents of such games alone
    needs: ClassVar[str] = ""

    def __init_subclass__(cls, **arguments: object) -> None:
        super().__init_subclass__(**arguments)
        if cls.__dict__.get("kind"):
            Agent.registry[cls.kind] = cls

    @classmethod
    def about(cls) -> str:
        """What agents of this kind do: the first line of the class's documentation."""
        return (inspect.getdoc(cls) or "").partition("\n")[0]

    @classmethod
    def check(cls, game: Game) -> None:
        """Raises AgentError where agents of this kind do not play a game, or only at random."""
        if game.is_simultaneous and not cls.plays_at_once:
            raise AgentError(f"in {game.name} all players move at once, which this agent does not search")
        if game.is_stochastic and not cls.plays_chance:
            raise AgentError(f"{game.name} is a game of chance, and this agent would know what falls")
        if game.is_puzzle and not cls.plays_puzzles:
            raise AgentError(f"{game.name} is a puzzle, which this agent does not solve")

    @classmethod
    def parse(cls, text: str) -> Limit:
        """The limit in what follows the colon of an agent's name. Raises AgentError where it is none."""
        return parse_limit(text)

    @classmethod
    def check_text(cls, text: str, game: Game) -> Limit:
        """The same. Raises AgentError where agents of this kind cannot keep to it, or do not play a game."""
        limit = cls.allowed(cls.parse(text))
        cls.check(game)
        return limit

    @classmethod
    def allowed(cls, limit: Limit) -> Limit:
        """The limit, if agents of this kind can keep to it. Raises AgentError."""
        if limit.threads > 1 and not cls.parallel:
            raise AgentError(f"{cls.title.lower() or cls.__name__} thinks on one thread only")
        cls.read(limit)
        return limit

    @classmethod
    def read(cls, limit: Limit) -> dict[str, Value]:
        """All settings of agents of this kind by their names, with what a limit says of them. Raises AgentError."""
        try:
            return read_settings(cls.settable, limit.settings)
        except SettingError as error:
            raise AgentError(f"{cls.kind or cls.__name__}: {error}") from None

    @classmethod
    def from_text(cls, text: str, game: Game, *, seed: int | None = None) -> Agent:
        """The agent for one game from what follows the colon of its name. Raises AgentError."""
        return cls(game, cls.parse(text), seed=seed)

    @classmethod
    def suits(cls, game: Game) -> bool:
        """Whether agents of this kind are expected to play a game, which `check` lets pass, better than weaker kinds.

        It may take a while, and play some random games.
        """
        return True

    def __init__(self, game: Game, limit: Limit | None = None, *, seed: int | None = None) -> None:
        self.game, self.limit = game, self.allowed(limit or Limit())
        self.settings = self.read(self.limit)
        self.rng = np.random.default_rng(secrets.randbits(64) if seed is None else seed)

    @property
    def name(self) -> str:
        return type(self).__name__

    def choose(self, state: State) -> Move:
        """A legal move. Raises AgentError where the game is over."""
        moves = state.legal_moves()
        if not moves:
            raise AgentError("the game is over: there is nothing to choose")
        return moves[self.index(state, len(moves)) if len(moves) > 1 else 0]

    def choose_for(self, state: State, player: int, clock: Clock | None = None) -> Move:
        """The move of one of the players who move at once; unless the agent searches such games, any of that player's.

        A search ends with the clock, where one is given, in place of the agent's own time. Raises AgentError where the
        player has no move.
        """
        own = [move for move in state.legal_moves() if move.mover == player]
        if not own:
            raise AgentError(f"player {player} has nothing to choose")
        return own[int(self.rng.integers(len(own)))]

    def choose_turn(self, state: State, seconds: float | None = None) -> list[Move]:
        """The moves of a whole turn: chosen one after the other until somebody else is to move or the game is over.

        `seconds` is the time for all of them together, in place of the agent's own limit. The state is
        left as it is. In a game of chance it is one move: the next depends on what falls. Raises AgentError where the
        game is over.
        """
        turn: list[Move] = []
        state, mover = state.copy(), state.seat
        end = None if seconds is None else time.perf_counter() + seconds
        while not turn or (state.seat == mover and not state.is_over):
            turn.append(self._choose_by(state, end, len(turn)))
            if self.is_chance:
                break
            state.play(turn[-1])
        return turn

    def _choose_by(self, state: State, end: float | None, number: int) -> Move:
        """Move `number` (from 0) of a turn that has time until `end`."""
        return self.choose(state)

    def index(self, state: State, count: int) -> int:
        """The number of the chosen move among the `count` legal ones."""
        raise NotImplementedError

    @cached_property
    def information(self) -> Words:
        """The information block that native searches read (see `ludens.agents.native`)."""
        return self.inform(Words(native.INFO_WORDS))

    def inform(self, words: Words) -> Words:
        """Write what the information block has of the game and of the weights; gives it back."""
        native.tell_game(words, self.game)
        words.share(native.WEIGHTS, native.balanced(self.weights()))
        return words

    def weights(self) -> npt.NDArray[np.float64]:
        """What a piece is worth to a player, of shape (players + 1, components + 1): 1 for one's own."""
        table = np.zeros((self.game.num_players + 1, len(self.game.components) + 1))
        for component in self.game.components:
            if 1 <= component.owner <= self.game.num_players:
                table[component.owner, component.index] = 1.0
        return table

    @property
    def is_chance(self) -> bool:
        """Whether the game draws random numbers in play."""
        return self.game.is_stochastic
