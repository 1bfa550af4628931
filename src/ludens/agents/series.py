"""Agents that play matches: each game of the series is played by an agent of that game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ludens.agents.agent import Agent, Limit
from ludens.agents.analysis import Search
from ludens.agents.search import Searcher

if TYPE_CHECKING:
    from ludens.agents.clock import Clock
    from ludens.game import Game, Move, State

Make = Callable[["Game", int], Agent]


class MatchAgent(Agent):
    """Plays a match with agents that `make` gives for its games and a seed. Raises AgentError where it gives none."""

    def __init__(self, match: Game, make: Make, limit: Limit | None = None, *, seed: int | None = None) -> None:
        super().__init__(match, limit, seed=seed)
        self.agents = {game: make(game, int(self.rng.integers(1 << 63))) for game in match.games}
        self.limit = limit or next(iter(self.agents.values())).limit

    @property
    def name(self) -> str:
        return next(iter(self.agents.values())).name

    def index(self, state: State, count: int) -> int:
        return self.agents[state.playing.game].index(state.playing, count)

    def choose_for(self, state: State, player: int, clock: Clock | None = None) -> Move:
        return self.agents[state.playing.game].choose_for(state.playing, player, clock)


class MatchSearcher(MatchAgent, Searcher):
    """The same with agents that search."""

    def begin(self, state: State, player: int | None = None) -> Search:
        agent = self._at(state)
        agent.lines = self.lines
        return agent.begin(state.playing, player)

    def allowance(self, state: State) -> float:
        return self._at(state).allowance(state.playing)

    def took(self, state: State, seconds: float) -> None:
        self._at(state).took(state.playing, seconds)

    def _think(self, state: State, seconds: float, stretch: float) -> int:
        return self._at(state)._think(state.playing, seconds, stretch)

    def _at(self, state: State) -> Searcher:
        agent = self.agents[state.playing.game]
        assert isinstance(agent, Searcher)
        return agent

    def forget(self) -> None:
        for agent in self._searchers():
            agent.forget()

    def stop(self) -> None:
        super().stop()
        for agent in self._searchers():
            agent.stop()

    def _searchers(self) -> list[Searcher]:
        return [agent for agent in self.agents.values() if isinstance(agent, Searcher)]
