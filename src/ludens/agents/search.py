"""Agents that search: time, interruption, and what they tell of their thoughts.

>>> import ludens
>>> from ludens import agents
>>> game = ludens.load("Tic-Tac-Toe")
>>> analysis = agents.make("uct", game, seed=1).analyse(game.start(seed=1), 0.05)
>>> analysis.line[0] == analysis.moves[0].move, 0 <= analysis.value <= 1
(True, True)
"""

from __future__ import annotations

import contextlib
import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from ludens.agents.agent import Agent, AgentError, Limit
from ludens.agents.analysis import Analysis, Progress, Search
from ludens.agents.clock import Clock
from ludens.agents.timing import MOST, GameClock, Patience, Span, TimeLeft, plies_to_come
from ludens.agents.worlds import WorldsSearch, prepare
from ludens.game.hidden import hides
from ludens.native import LimitExceeded, Limits
from ludens.notation.turns import goes_on

if TYPE_CHECKING:
    from ludens.game import Game, Move, State

DEFAULT_SECONDS = 1.0
#: where a search is bounded by looks at each move, no more moves count than these
LOOKED_AT = 40
#: where dice or cards fall, so many looks tell as much as one does elsewhere
LOOKS_AT_CHANCE = 4
#: the share of the time left that what may be a turn's last move gets: it may turn out not to be
LAST_SHARE = 0.9
#: a move gets this share of the limit at least, however long the turn is
LEAST_SHARE = 0.05
#: random ways to go on from which the length of a turn is guessed, and how long one may be
SAMPLES, MOST_PLIES = 8, 12


class _TurnPosition(NamedTuple):
    """Where a game stands: the next move of a turn has one move more, the next turn has another number of moves."""

    mover: int
    moves: int
    begun: int


def _turn_position(state: State) -> _TurnPosition:
    state, moves = state.playing, int(state.playing.field("num_moves"))
    return _TurnPosition(state.mover, moves, moves - (int(state.field("turn_moves")) if goes_on(state) else 0))


def plies_left(state: State, rng: np.random.Generator, seconds: float) -> float:
    """How many moves the player to move has yet in this turn, on average over some random ways to go on.

    What `seconds` do not suffice for is left out: where the rules are slow, a turn counts as one move.
    """
    lengths: list[int] = []
    with contextlib.suppress(LimitExceeded), Limits(seconds=seconds):
        for _ in range(SAMPLES):
            lengths.append(_turn_length(state.copy(), rng))
    return sum(lengths) / len(lengths) if lengths else 1.0


def _turn_length(state: State, rng: np.random.Generator) -> int:
    """The moves of a random turn, which is played; at least one."""
    program, length = state.game.fast, 0
    while length < MOST_PLIES:
        records = program.legal(state)
        if not len(records):
            break
        program.play(state, records[int(rng.integers(len(records)))])
        length += 1
        if not goes_on(state):
            break
    return max(length, 1)


class Searcher(Agent):
    """An agent that searches. It serves one thread at a time, but `stop` may be called from any."""

    limits: ClassVar[tuple[str, ...]] = ("200ms", "1s", "3s", "10s")
    counts = "iterations"

    def __init__(self, game: Game, limit: Limit | None = None, *, seed: int | None = None) -> None:
        super().__init__(game, limit, seed=seed)
        prepare(game)
        self._clock: Clock | None = None
        self._turn_length = 2
        _check_clock(self.limit, game)
        #: the agent's own clock, where its limit is one for a whole game; what it gives the turn, and to search beyond
        self.game_clock = GameClock(self.limit.clock) if self.limit.clock else None
        self._span = self.limit.clock.span(MOST) if self.limit.clock else Span(DEFAULT_SECONDS, DEFAULT_SECONDS)
        self._stretch = self._span.most / self._span.usual
        #: where the turn that was last thought about goes on, and the seconds that it has taken
        self._turn = _TurnPosition(0, 0, 0), 0.0
        #: of how many of the best moves `alphabeta` finds the values and not only bounds; costs it time
        self.lines = 1
        #: called now and then while a move is chosen, with a function that gives what is known so far
        self.listener: Callable[[Callable[[], Analysis]], object] | None = None

    @classmethod
    def check_text(cls, text: str, game: Game) -> Limit:
        limit = super().check_text(text, game)
        _check_clock(limit, game)
        return limit

    def begin(self, state: State, player: int | None = None) -> Search:
        """A search of a position for a player, by default the mover, that goes by what this player may know of it."""
        if hides(self.game) or (self.is_chance and not self.plays_chance):
            return WorldsSearch(state, player, self.rng, self.explore, shared=self.counts == "iterations")
        return self.explore(state)

    def explore(self, state: State) -> Search:
        """A search of a position that takes it as it is; nobody is shown more of it than `begin` wants."""
        raise NotImplementedError

    @property
    def seconds(self) -> float:
        """How long the agent may think about a turn; infinite where its limit is a count."""
        if self.game_clock is not None:
            return self._span.usual
        if self.limit.seconds is not None:
            return self.limit.seconds
        return math.inf if self.limit.count else DEFAULT_SECONDS

    def bounded(self, search: Search, looks: int | None, *, exact: int = 0) -> int | None:
        """Let a search that has not run yet have so many looks at each legal move; gives the count for its `run`.

        None bounds nothing. The values of so many of the best moves are to be `exact`, and of the same depth.
        """
        if looks is None:
            return None
        return looks * _looked_at(search.state) * (LOOKS_AT_CHANCE if self.game.is_stochastic else 1)

    def forget(self) -> None:
        """Keep nothing of the positions before, so that the next search is as if it were the first."""

    def follow(self, index: int) -> None:
        """The legal move of that number is made, in the position that was searched last."""

    @contextmanager
    def timed(self, state: State) -> Iterator[float]:
        """The seconds that the next move may take: `allowance`; how long it took is noted at the block's end."""
        began = time.perf_counter()
        try:
            yield self.allowance(state)
        finally:
            self.took(state, time.perf_counter() - began)

    def allowance(self, state: State) -> float:
        """The seconds for the next move. The limit is for a whole turn, which may have several moves.

        What the turn has left is shared among as many as it is expected to have yet.
        """
        place, taken = self._turn
        here = _turn_position(state)
        if self.game_clock is not None and place != here:
            self._span = self.game_clock.turn(here.begun, self._turns_to_come(state, self.game_clock.left))
            self._stretch = self._span.most / self._span.usual
        if math.isinf(self.seconds):
            return self.seconds
        left = self.seconds - (taken if place == here else 0.0)
        share = LEAST_SHARE * self.seconds
        return max(left / plies_left(state, self.rng, share), share)

    def _turns_to_come(self, state: State, seconds: float) -> float:
        """The turns that whoever is to move has yet, guessed from random games, in a small part of so many seconds."""
        share = LEAST_SHARE * max(seconds, 0.0) / MOST
        plies = plies_to_come(state.playing, self.rng, share)
        return plies / self.game.num_players / plies_left(state, self.rng, share)

    def took(self, state: State, seconds: float) -> None:
        """So long a move of this position's turn was thought about."""
        if self.game_clock is not None:
            self.game_clock.took(seconds)
        place, taken = self._turn
        here = _turn_position(state)
        self._turn = here._replace(moves=here.moves + 1), seconds + (taken if place == here else 0.0)

    def index(self, state: State, count: int) -> int:
        with self.timed(state) as seconds:
            return self._think(state, seconds, self._stretch)

    def _think(self, state: State, seconds: float, stretch: float) -> int:
        """Where time is saved for later, by a `stretch` of more than 1, the search ends by what it finds, too."""
        clock = Clock(seconds)
        search = self.begin(state)
        listener, patience = self.listener, Patience(clock, Span(seconds, stretch * seconds))

        def tell() -> None:
            if stretch > 1:
                patience.look(search.analysis)
            if listener is not None:
                listener(search.analysis)

        self._run(search, clock, self.limit.count, tell)
        index = search.best()
        self.follow(index)
        return index

    def choose_turn(self, state: State, seconds: float | None = None) -> list[Move]:
        turn = super().choose_turn(state, seconds)
        self._turn_length = len(turn)
        return turn

    def choose_turn_within(self, state: State, left: TimeLeft) -> list[Move]:
        """The moves of a whole turn, as `choose_turn` gives them, by what the player's clock has left for the game."""
        span = left.span(self._turns_to_come(state, left.seconds))
        before, self._stretch = self._stretch, span.most / span.usual
        try:
            return self.choose_turn(state, span.usual)
        finally:
            self._stretch = before

    def _choose_by(self, state: State, end: float | None, number: int) -> Move:
        """Share the time that is given among as many moves as the agent's last turn had."""
        moves = state.legal_moves()
        if end is None or len(moves) <= 1:
            return self.choose(state)
        share = LAST_SHARE / max(self._turn_length - number, 1)
        return moves[self._think(state, share * (end - time.perf_counter()), self._stretch)]

    def analyse(
        self,
        state: State,
        seconds: float | None = None,
        on_progress: Progress | None = None,
        *,
        stop: threading.Event | None = None,
        every: float = 0.2,
    ) -> Analysis:
        """Think about a position and tell what was found.

        Ends after `seconds` (without them only when everything is known or memory is full), when the event `stop` is
        set, or when another thread calls the method `stop`. `on_progress` is called on this thread with what is known,
        about once in `every` seconds. Raises AgentError where the game is over.
        """
        if not state.legal_moves():
            raise AgentError("the game is over: there is nothing to analyse")
        clock, reported = Clock(math.inf if seconds is None else seconds, stop), time.perf_counter()
        search = self.begin(state)

        def tell() -> None:
            nonlocal reported
            if on_progress is not None and time.perf_counter() - reported >= every:
                on_progress(search.analysis())
                reported = time.perf_counter()

        self._run(search, clock, None, tell)
        return search.analysis()

    def _run(self, search: Search, clock: Clock, iterations: int | None, tell: Callable[[], object]) -> None:
        self._clock = clock
        try:
            with clock.guard():
                search.run(clock, iterations, tell)
        finally:
            self._clock = None

    def stop(self) -> None:
        """End the search that runs now, from another thread: it answers with what it has. None running, no effect."""
        clock = self._clock
        if clock is not None:
            clock.stop()


def _check_clock(limit: Limit, game: Game) -> None:
    """Raises AgentError for a clock where it is nobody's turn."""
    if limit.clock is not None and any(one.is_simultaneous for one in game.games):
        raise AgentError(f"in {game.name} all players move at once: a clock is for games of turns")


def _looked_at(state: State) -> int:
    """How many legal moves count for how long a bounded search is."""
    return min(len(state.legal_moves()), LOOKED_AT)
