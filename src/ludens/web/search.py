"""How agents choose in a session, and what they tell of a position while they search."""

from __future__ import annotations

import itertools
import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludens import agents, notation
from ludens.agents.agent import Agent, AgentError
from ludens.agents.analysis import Examined, Search
from ludens.agents.clock import Clock
from ludens.agents.joint import JointSearch
from ludens.agents.search import Searcher
from ludens.game import Game, Move, State
from ludens.game.hidden import hides
from ludens.study.plies import refs_of
from ludens.web.schemas import server
from ludens.web.schemas.objects import AnalysedMove
from ludens.web.seats import HUMAN, advises

_SHOWN_MOVES = 60
#: of so many moves an analysis tells what follows, and an exact value
_LINES = 5
_REPORT_SECONDS = 0.2

Report = Callable[[server.Analysis], object]


def choose(agent: Agent, state: State, stop: threading.Event, most: float, report: Report | None = None) -> int:
    """The number of the legal move that an agent chooses, after at most so many seconds, or when it is stopped."""
    legal = state.legal_moves()
    if len(legal) <= 1:
        return 0
    if not isinstance(agent, Searcher):
        with Clock(most, stop).guard():
            move = agent.choose(state)
            return next(n for n, one in enumerate(legal) if one is move)
        raise AgentError("it was stopped before it had chosen")
    with agent.timed(state) as seconds:
        clock = Clock(min(seconds, most), stop)
        return _Run(agent.begin(state), clock, agent.limit.count, report).best()


def choose_at_once(agent: Agent, state: State, player: int, stop: threading.Event, most: float) -> int:
    """The number of the move that an agent chooses for one of the players who move at once. Ends as `choose` does."""
    legal = state.legal_moves()
    own = [number for number, move in enumerate(legal) if move.mover == player]
    if len(own) == 1:
        return own[0]
    seconds = agent.seconds if isinstance(agent, Searcher) else most
    move = agent.choose_for(state, player, Clock(min(seconds, most), stop))
    return next(n for n in own if legal[n] is move)


def analyst(game: Game, players: Sequence[str]) -> Searcher:
    """Who analyses: an agent like the one that plays, where one does whose thoughts are advice; else the strongest."""
    names = (player.partition(":")[0] for player in players if player != HUMAN and advises(player))
    agent = agents.make(next(names, agents.strongest(game)), game)
    assert isinstance(agent, Searcher)
    return agent


def analyse(
    agent: Searcher, state: State, seconds: float, stop: threading.Event, report: Report, player: int | None = None
) -> int:
    """Report what an agent finds in a position, until the time is over; gives the number of the best move.

    Where players move at once, it is the best one of `player`, or of the first.
    """
    agent.lines = _LINES
    return _Run(agent.begin(state, player), Clock(seconds, stop), None, report).best(player)


@dataclass
class _Run:
    """A search that reports what it has found, now and then and at its end."""

    search: Search
    clock: Clock
    count: int | None
    report: Report | None
    reported: float = 0.0

    def best(self, player: int | None = None) -> int:
        """Search, and give the number of the best move."""
        search, self.reported = self.search, time.perf_counter()
        names = _Names(search.state) if self.report else None
        with self.clock.guard():
            search.run(self.clock, self.count, lambda: self._progress(names))
        if self.report is not None and names is not None:
            self.report(_analysis(search, names, done=True))
        return search.best(player) if isinstance(search, JointSearch) else search.best()

    def _progress(self, names: _Names | None) -> None:
        if self.report is not None and names is not None and time.perf_counter() - self.reported >= _REPORT_SECONDS:
            self.report(_analysis(self.search, names, done=False))
            self.reported = time.perf_counter()


class _Names:
    """What players of the game write for the moves of a position, and for lines that begin there."""

    def __init__(self, state: State) -> None:
        self.state, self._style = state, notation.of(state.game)
        self._standard = self._style.names(state)  # every move differently, which is what pages know moves by
        self._is_own = self._style.family != "standard" and not hides(state.game)
        self._names: dict[int, str] = {}

    def move(self, number: int) -> str:
        """What a legal move is called."""
        if not self._is_own:
            return self._standard[number]
        if number not in self._names:
            self._names[number] = self._style.ply(self.state, self.state.legal_moves()[number])
        return self._names[number]

    def line(self, number: int, moves: Sequence[Move]) -> list[str]:
        """What the moves of a line are called that begins with the legal move of that number."""
        state, names = self.state.copy(), [self.move(number)]
        for before, move in itertools.pairwise(moves):
            state.play(before)
            names.append(self._style.ply(state, move))
        return names


def _analysis(search: Search, names: _Names, *, done: bool) -> server.Analysis:
    """What a search has found; the ply of its position is filled in by who knows it."""
    analysis = search.analysis()
    numbers = {id(move): n for n, move in enumerate(search.state.legal_moves())}
    moves = [(numbers[id(one.move)], one) for one in analysis.moves[:_SHOWN_MOVES]]
    lines = {n: names.line(n, search.line(n)) for n, _ in moves[:_LINES]}
    return server.Analysis(
        ply=0,
        done=done,
        iterations=analysis.iterations,
        counted=analysis.counted,
        depth=analysis.depth,
        value=_finite(analysis.value),
        unit=analysis.unit,
        line=lines[moves[0][0]] if moves else [],
        moves=[_analysed(search.state, n, names.move(n), one, lines.get(n, ())) for n, one in moves],
    )


def _analysed(state: State, number: int, name: str, one: Examined, line: Sequence[str]) -> AnalysedMove:
    from_ref, to_ref = refs_of(state.game, one.move)
    return AnalysedMove(
        index=number,
        name=name,
        from_=from_ref,
        to=to_ref,
        visits=one.visits,
        value=_finite(one.value),
        score=None if one.score is None else round(one.score, 2),
        bound=one.bound,
        proven=one.proven,
        line=list(line),
    )


def _finite(value: float) -> float:
    return round(value, 4) if math.isfinite(value) else 0.5
