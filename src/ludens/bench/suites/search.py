"""Searching agents at the start of a game: iterations of UCT a second, and how long alpha-beta takes for a depth."""

from __future__ import annotations

import time

from ludens import agents
from ludens.bench.games import Shared, named
from ludens.bench.rows import Metric
from ludens.bench.suites.base import Sizes, Suite, doubled, loaded

UCT = Metric("uct", "iterations/s")
ALPHA_BETA = Metric("alphabeta", "s to depth", more=False)
#: plies that alpha-beta looks ahead, so that it takes some tenths of a second
DEPTHS = {"Hex": 3, "Chess": 5, "Breakthrough": 6, "Reversi": 8}
_DEPTH = 4


class Search:
    """Agents of the same seed, made anew for each round: none has a tree from the last one."""

    played = ""

    def __init__(self, game: Shared) -> None:
        self._game, self._depth = loaded(game), DEPTHS.get(game.ludens, _DEPTH)
        self._state = self._game.start(seed=0)
        self._spent("uct:1"), self._spent("alphabeta:1")  # compiled here

    def _spent(self, who: str) -> float:
        """The processor time of a choice."""
        agent = agents.make(who, self._game, seed=0)
        began = time.process_time()
        agent.choose(self._state)
        return time.process_time() - began

    def sizes(self, seconds: float) -> Sizes:
        return {"iterations": doubled(lambda n: self._spent(f"uct:{n}"), seconds / 2), "depth": self._depth}

    def round(self, sizes: Sizes) -> dict[str, float]:
        n, depth = sizes["iterations"], sizes["depth"]
        return {UCT.name: n / self._spent(f"uct:{n}"), ALPHA_BETA.name: self._spent(f"alphabeta:{depth}")}


SUITE = Suite(
    "search",
    "searching agents, by processor time",
    (UCT, ALPHA_BETA),
    ("uct", "alphabeta"),
    named("Chess", "Hex", "Breakthrough", "Reversi"),
    {"ludens": Search},
)
