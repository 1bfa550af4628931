"""Opponents by strength, for people: `level:1`, a beginner, to `level:8`, as strong as it gets, in any game.

Each searches with the agent that is the strongest for the game. What sets them apart is how much they look at, counted
and not timed, so that a level is the same on every machine, and with how much care they choose among what they found:
a move is drawn with a probability that grows with how far it stands out among the legal ones. How far is told in
spreads of that position's moves, so that care means the same in games of few moves and of thousands, where values are
pieces and where they are shares of won games; and a move that saves all is seldom missed even by who has little of it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from ludens.agents import kinds, strongest
from ludens.agents.agent import AgentError, Character, Limit, parse_limit
from ludens.agents.analysis import Analysis, Examined, Search
from ludens.agents.clock import Clock
from ludens.agents.joint import JointSearch
from ludens.agents.search import Searcher
from ludens.agents.worlds import WorldsSearch

if TYPE_CHECKING:
    from ludens.game import Game, Move, State

Floats = npt.NDArray[np.float64]
#: seconds after which counted searches end in any case, where the rules are slow; and those of the last level
PATIENCE: Final = 3.0
#: so many plies are the opening: there whoever plays the best move takes any that is nearly as good
OPENING: Final = 8
#: what is nearly as good: less by no more than this, on the scale from lost (0) to won (1), and looked at half as often
NEAR: Final = 0.02
#: so many moves at most
_LINES: Final = 5
#: what a move is worth of which nothing is known
_EVEN: Final = 0.5


@dataclass(frozen=True)
class Strength(Character):
    """One level: who it is, and how it plays.

    It has so many `looks` at each legal move (None: as long as its time lasts), and chooses with so much `care`: a move
    that stands out by a spread more is e^care times as likely.
    """

    looks: int | None
    care: float


#: the levels, from 1 on
LEVELS: Final = (
    Strength("Chick", "Beginner", "Has just learnt the rules and plays whatever comes to mind.", 4, 0.3),
    Strength("Mouse", "Novice", "Takes what lies open, and seldom asks what comes next.", 8, 0.8),
    Strength("Rabbit", "Learner", "Looks before it leaps, but not far.", 16, 1.4),
    Strength("Cat", "Casual", "Plays soundly and dozes off now and then.", 30, 2.1),
    Strength("Fox", "Skilled", "Sees most of your threats and makes some of its own.", 60, 3.2),
    Strength("Badger", "Strong", "Takes its time; slips are rare.", 120, 5.0),
    Strength("Owl", "Expert", "Plays the best move that it finds in a short think.", 250, math.inf),
    Strength("Dragon", "Master", "As strong as it gets, with all the time you give it.", None, math.inf),
)  # fmt: skip
#: who plays where no level is named
USUAL: Final = 4


class Level(Searcher):
    """An opponent for people, from level 1, a beginner, to level 8, as strong as it gets. Limits: a level.

    Only the last one takes a time, `level:8:10s`, and thinks 3 seconds without it. See `LEVELS`.
    """

    kind, quick, counts = "level", f"level:{USUAL}", "level"
    title = "Levels"
    limits = tuple(str(number) for number in range(1, len(LEVELS) + 1))
    strength = -10
    plays_at_once = True
    parallel = True
    characters = LEVELS
    fallible = True

    def __init__(self, game: Game, limit: Limit | None = None, *, seed: int | None = None) -> None:
        super().__init__(game, limit, seed=seed)
        #: the number of the level, and what it is
        self.level = self.limit.count or USUAL
        self.profile = LEVELS[self.level - 1]
        kind = kinds()[strongest(game)]
        assert issubclass(kind, Searcher)
        thinks = replace(self.limit, count=None) if self.is_timed else Limit()
        #: who searches
        self.player = kind(game, thinks, seed=int(self.rng.integers(1 << 63)))

    @classmethod
    def parse(cls, text: str) -> Limit:
        number, _, rest = text.strip().partition(":")
        limit = parse_limit(rest)
        if number and number not in cls.limits:
            raise AgentError(f"{text!r} is no level: write a number from 1 to {len(LEVELS)}, as in level:{USUAL}")
        if rest and (number != cls.limits[-1] or limit.count):
            raise AgentError(f"{text!r} is no level: only the last one takes a time, as in level:{len(LEVELS)}:10s")
        return replace(limit, count=int(number or USUAL))

    @classmethod
    def suits(cls, game: Game) -> bool:
        return False

    @property
    def is_timed(self) -> bool:
        """Whether it thinks for a time: the others have a count."""
        return self.profile.looks is None

    @property
    def seconds(self) -> float:
        return self.limit.seconds or (super().seconds if self.game_clock is not None else PATIENCE)

    def begin(self, state: State, player: int | None = None) -> LevelSearch:
        if not self.is_timed:
            self.player.forget()
        return LevelSearch(self, self.player.begin(state, player))

    def explore(self, state: State) -> Search:
        return self.player.explore(state)

    def follow(self, index: int) -> None:
        self.player.follow(index)

    def choose_for(self, state: State, player: int, clock: Clock | None = None) -> Move:
        super().choose_for(state, player)  # raises where there is nothing to choose
        search = self.begin(state, player)
        self._run(search, clock or Clock(self.seconds), None, lambda: None)
        return state.legal_moves()[search.best(player)]

    def stop(self) -> None:
        super().stop()
        self.player.stop()


class LevelSearch(Search):
    """The search of the agent that is the strongest, as a level does it."""

    def __init__(self, agent: Level, search: Search) -> None:
        self.agent, self.search, self.state = agent, search, search.state
        profile = agent.profile
        self._is_opening = int(self.state.field("num_moves")) < OPENING
        exact = len(self.state.legal_moves()) if math.isfinite(profile.care) else _LINES * self._is_opening
        #: iterations, where the search counts them
        self._iterations = agent.player.bounded(search, profile.looks, exact=exact)

    def run(self, clock: Clock, iterations: int | None, tell: Callable[[], object]) -> None:
        self.search.run(clock, self._iterations, tell)

    def best(self, player: int | None = None) -> int:
        """The number of the move that the level plays; where players move at once, a player's."""
        moves = self._choices(player)
        if math.isfinite(self.agent.profile.care):
            chosen = moves[careful(values_of(moves), self.agent.profile.care, self.agent.rng)]
        elif self._is_opening and not self.state.is_simultaneous:
            near = nearly_best(moves)
            chosen = near[int(self.agent.rng.integers(len(near)))]
        else:
            return self.search.best(player) if isinstance(self.search, JointSearch) else self.search.best()
        return chosen.move.number

    def _choices(self, player: int | None) -> list[Examined]:
        """What is known of the moves that may be chosen."""
        moves = self.search.analysis().moves
        if not self.state.is_simultaneous:
            return moves
        seat = player if player is not None or not moves else moves[0].move.mover
        if isinstance(self.search, WorldsSearch):
            seat = self.search.worlds.player
        return [one for one in moves if one.move.mover == seat]

    def analysis(self) -> Analysis:
        return self.search.analysis()

    def line(self, number: int) -> list[Move]:
        return self.search.line(number)


def values_of(moves: list[Examined]) -> Floats:
    """The values of moves; those that nobody looked at count as the mean of the others that do not win for certain: a
    search that finds a win looks no further."""
    values = np.array([one.value for one in moves])
    visited = np.array([one.visits > 0 for one in moves])
    usual = visited & np.array([one.proven <= 0 for one in moves])
    if visited.any():
        values[~visited] = values[usual].mean() if usual.any() else _EVEN
    return values


def careful(values: Floats, care: float, rng: np.random.Generator) -> int:
    """The number of one of the values, drawn with more or less care.

    A value that lies a spread higher is e^care times as likely. The spread is that of the better half, so that it does
    not matter how bad the bad ones are.

    >>> rng = np.random.default_rng(1)
    >>> drawn = [careful(np.array([0.1, 0.2, 0.9]), 1.0, rng) for _ in range(1000)]
    >>> drawn.count(2) > drawn.count(1) > drawn.count(0) > 0
    True
    """
    middle = float(np.median(values))
    better = values[values >= middle]
    spread = max(float(np.sqrt(np.mean((better - middle) ** 2))), 1e-9)
    weights = np.exp(care * np.maximum((values - values.max()) / spread, -700 / max(care, 1.0)))
    return int(rng.choice(len(values), p=weights / weights.sum()))


def nearly_best(moves: list[Examined]) -> list[Examined]:
    """Of moves, the best first, those that are nearly as good as that one."""
    best = moves[0]
    near = (one for one in moves[:_LINES] if one.value >= best.value - NEAR and 2 * one.visits >= best.visits)
    return [best, *(one for one in near if one is not best and not one.bound)]
