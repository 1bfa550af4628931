"""Searches of an engine of ours: limits that it gets, and depth, nodes, scores and lines that it reports (UCI, USI).

A search runs on a thread of its own, so that its engine hears `stop`, `ponderhit` and `isready` meanwhile.
"""

from __future__ import annotations

import itertools
import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ludens import agents
from ludens.agents import Analysis
from ludens.agents.analysis import Examined
from ludens.agents.timing import MOST, TimeLeft
from ludens.game import Game, IllegalMove, Move, State
from ludens.notation.turns import Turn, goes_on

#: the part of the time that is told for one turn which a search may use
_SHARE: Final = 0.9
_LEAST: Final = 0.01
#: what an agent does that is not told how long it may think
_SECONDS: Final = 1.0
#: centipawns of a position that is as good as won, though nobody has shown how
_MOST_SCORE: Final = 9999
#: words of `go` behind which a number stands
_NUMBERS: Final = (
    "depth", "nodes", "mate", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "byoyomi",
)  # fmt: skip
#: seconds between two reports
_EVERY: Final = 0.1


class UnsupportedGame(ValueError):
    """A game that a protocol does not support."""


@dataclass(frozen=True)
class Goal:
    """The limits of a search, as `go` gives them, and the moves that it may choose from.

    `time` is so many seconds, or what the player's clock has left; it begins with `ponderhit` where `is_pondering`.
    """

    time: float | TimeLeft | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    is_infinite: bool = False
    is_pondering: bool = False
    only: tuple[str, ...] = ()

    @property
    def waits(self) -> bool:
        """Whether no answer is given before `stop`."""
        return self.is_infinite or self.is_pondering

    @classmethod
    def of(cls, words: Sequence[str], side: str) -> Goal:
        """The words behind `go`, for the player of that side, `w` or `b`."""
        numbers = {key: int(value) for key, value in itertools.pairwise(words) if key in _NUMBERS and _is_int(value)}
        keywords = {*_NUMBERS, "infinite", "ponder", "searchmoves"}
        behind = words[words.index("searchmoves") + 1 :] if "searchmoves" in words else ()
        only = itertools.takewhile(lambda word: word not in keywords, behind)
        depth, nodes, mate = (max(numbers[key], 1) if key in numbers else None for key in ("depth", "nodes", "mate"))
        is_infinite, is_pondering = "infinite" in words, "ponder" in words
        return cls(_time(numbers, side), depth, nodes, mate, is_infinite, is_pondering, tuple(only))


def _is_int(text: str) -> bool:
    return text.removeprefix("-").isdecimal()


def _time(numbers: dict[str, int], side: str) -> float | TimeLeft | None:
    """How long to think: so many seconds, or by the clock that is told; None where none is."""
    seconds = {key: max(value, 0) / 1000 for key, value in numbers.items()}
    if "movetime" in seconds:
        return max(seconds["movetime"] * _SHARE, _LEAST)
    if not {f"{side}time", "byoyomi"} & seconds.keys():
        return None
    left, added, each = (seconds.get(key, 0.0) for key in (f"{side}time", f"{side}inc", "byoyomi"))
    turns = numbers.get("movestogo")
    return TimeLeft(left, added, turns if turns and turns > 0 else None, each)


class TimedAgent:
    """An agent, and how long it may think. `lines` is of how many of the best moves it tells."""

    def __init__(self, game: Game, spec: str, seed: int | None) -> None:
        self._agent = agents.make(spec, game, seed=seed)
        self._limited = ":" in spec
        self.lines = 1

    def turn(self, state: State, time: float | TimeLeft | None) -> Turn:
        """A turn of a state that is not over, in so many seconds, or by the player's clock.

        An agent that has a limit of its own keeps it.
        """
        if self._limited or not isinstance(self._agent, agents.Searcher):
            return tuple(self._agent.choose_turn(state))
        if isinstance(time, TimeLeft):
            return tuple(self._agent.choose_turn_within(state, time))
        return tuple(self._agent.choose_turn(state, _SECONDS if time is None else time))

    def own_move(self, state: State, player: int) -> Move:
        """The move of a player who moves with others at once."""
        return self._agent.choose_for(state, player)


class RunningSearch:
    """One search, on a thread of its own: `tell` hears what is found, and `answer` what comes of it, once."""

    def __init__(
        self,
        thinker: TimedAgent,
        state: State,
        goal: Goal,
        only: Sequence[int],
        tell: Callable[[Analysis, float], object],
        answer: Callable[[Turn, Analysis | None], object],
    ) -> None:
        self._timed_agent, self._state, self._goal, self._only = thinker, state, goal, only
        self._tell, self._answer = tell, answer
        self._agent = thinker._agent
        self._stop, self._done, self._hit = threading.Event(), threading.Event(), threading.Event()
        self._began, self._heard = time.perf_counter(), 0.0
        self._timer: threading.Timer | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the search: its answer is given before this returns."""
        self._stop.set()
        while self._thread.is_alive():
            if isinstance(self._agent, agents.Searcher):
                self._agent.stop()
            self._thread.join(0.02)
        if self._timer is not None:
            self._timer.cancel()

    def hit(self) -> None:
        """The move that was pondered about is made: from now on time runs."""
        if self._goal.is_pondering and not self._hit.is_set():
            self._hit.set()
            seconds = _seconds(self._goal.time)
            self._timer = threading.Timer(_SECONDS if seconds is None else seconds, self._stop.set)
            self._timer.daemon = True
            self._timer.start()

    def wait(self, seconds: float | None = None) -> None:
        """Until the answer is given, so many seconds at most; one that waits for `stop` is stopped."""
        if self._goal.waits and not self._hit.is_set():
            self.stop()
        self._thread.join(seconds)
        if self._thread.is_alive():
            self.stop()

    def _run(self) -> None:
        turn, analysis = self._searched()
        if self._goal.waits:
            self._stop.wait()
        self._answer(turn, analysis)

    def _searched(self) -> tuple[Turn, Analysis | None]:
        agent, goal = self._agent, self._goal
        plain = not (goal.depth or goal.nodes or goal.mate or goal.waits or self._only or self._timed_agent.lines > 1)
        if not isinstance(agent, agents.Searcher) or (plain and self._timed_agent._limited):
            turn = self._timed_agent.turn(self._state, goal.time)
            if self._only and self._number(turn) not in self._only:
                turn = self._whole(self._only[0], None)
            return turn, None
        if plain:
            return self._within(agent), None
        return self._analysed(agent)

    def _number(self, turn: Turn) -> int:
        return [*self._state.legal_moves()].index(turn[0])

    def _within(self, agent: agents.Searcher) -> Turn:
        """By time alone: the agent shares it out itself."""
        root = self._state.legal_moves()[0].position
        latest: Callable[[], Analysis] | None = None

        def listen(analysis: Callable[[], Analysis]) -> None:
            nonlocal latest
            latest = analysis
            if time.perf_counter() - self._heard >= _EVERY:
                now = analysis()
                if now.line and now.line[0].position == root:
                    self._report(now)

        agent.listener = listen
        try:
            turn = self._timed_agent.turn(self._state, self._goal.time)
        finally:
            agent.listener = None
        if latest is not None and (now := latest()).line[:1] == list(turn[:1]):
            self._report(now)  # what is told last is of the move that is chosen
        return turn

    def _analysed(self, agent: agents.Searcher) -> tuple[Turn, Analysis]:
        """To a depth, a number of nodes, a mate, or to `stop`."""
        goal, enough = self._goal, threading.Event()
        agent.lines = len(self._state.legal_moves()) if self._only else self._timed_agent.lines

        def progress(analysis: Analysis) -> None:
            if self._stop.is_set() or self._is_enough(analysis):
                enough.set()
            if time.perf_counter() - self._heard >= _EVERY or enough.is_set():
                self._report(analysis)

        bounded = goal.depth or goal.nodes or goal.mate or goal.waits
        limit = None if goal.waits else _seconds(goal.time)
        seconds = limit if limit is not None or bounded else _SECONDS
        watch = threading.Thread(target=lambda: (self._stop.wait(), enough.set()), daemon=True)
        watch.start()
        try:
            analysis = agent.analyse(self._state, seconds, progress, stop=enough, every=0.0)
        finally:
            agent.lines = 1
        self._report(analysis)
        best = next(iter(self._ranked(analysis)), None)
        number = [*self._state.legal_moves()].index(best.move) if best else 0
        return self._whole(number, analysis), analysis

    def _ranked(self, analysis: Analysis) -> list[Examined]:
        """What was examined of the moves that may be chosen, the best first."""
        if not self._only:
            return analysis.moves
        moves = self._state.legal_moves()
        allowed = {moves[number] for number in self._only}
        return sorted((one for one in analysis.moves if one.move in allowed), key=lambda one: -one.value)

    def _is_enough(self, analysis: Analysis) -> bool:
        goal = self._goal
        if goal.depth is not None and analysis.depth >= goal.depth:
            return True
        if goal.nodes is not None and analysis.iterations >= goal.nodes:
            return True
        return goal.mate is not None and any(one.proven > 0 for one in analysis.moves[:1])

    def _report(self, analysis: Analysis) -> None:
        self._heard = time.perf_counter()
        ranked = self._ranked(analysis)
        line = analysis.line if ranked and analysis.line[:1] == [ranked[0].move] else [one.move for one in ranked[:1]]
        self._tell(replace(analysis, moves=ranked, line=line), self._heard - self._began)

    def _whole(self, number: int, analysis: Analysis | None) -> Turn:
        """The turn that begins with a legal move: as the line goes on, or as the agent chooses."""
        state, turn = self._state.copy(), [self._state.legal_moves()[number]]
        state.play(turn[0])
        line = analysis.line if analysis is not None and analysis.line[:1] == turn else []
        while goes_on(state):
            following = line[len(turn) : len(turn) + 1]
            move = following[0] if following else self._agent.choose_turn(state)[0]
            try:
                state.play(move)
            except IllegalMove:  # of another position
                move = self._agent.choose_turn(state)[0]
                state.play(move)
            turn.append(move)
        return tuple(turn)


def _seconds(time: float | TimeLeft | None) -> float | None:
    return time.span(MOST).usual if isinstance(time, TimeLeft) else time


def score(examined: Examined, turns: int) -> str:
    """A value as centipawns, or as so many turns to the end where it is shown that the game is won or lost.

    >>> score(Examined(None, 1, 0.5), 3), score(Examined(None, 1, 1.0, proven=1), 3), score(Examined(None, 1, 0.6), 1)
    ('cp 0', 'mate 2', 'cp 36')
    """
    if examined.proven:
        return f"mate {(turns + 1) // 2 if examined.proven > 0 else -(turns // 2)}"
    if examined.score is not None:
        return f"cp {round(100 * max(min(examined.score, _MOST_SCORE / 100), -_MOST_SCORE / 100))}"
    expected = min(max(2 * examined.value - 1, -0.9999), 0.9999)
    return f"cp {round(111.7 * math.tan(1.5620688 * expected))}"
