"""Searching agents at the start of a game: how much they look at a second, and what a second thread adds.

Iterations of UCT; for alpha-beta the positions that it looks at, and how long it takes for a depth, which says more:
who looks at fewer positions for the same answer is faster. One thread and two search for the same time, as players do:
a search to a depth may end before a second thread is of use.
"""

from __future__ import annotations

import math
import time
from typing import NamedTuple

from ludens import agents
from ludens.agents.analysis import Search
from ludens.agents.clock import Clock
from ludens.bench.games import BenchGame, games_named
from ludens.bench.rows import Metric
from ludens.bench.suites.base import Sizes, Suite, load_game, size_for

UCT = Metric("uct", "iterations/s")
UCT_THREADS = Metric("uct, two threads", "x one", ratio=True)
NODES = Metric("alphabeta", "positions/s")
DEPTH = Metric("alphabeta, to a depth", "s", more=False)
NODES_THREADS = Metric("alphabeta, two threads", "x one", ratio=True)
#: plies that alpha-beta looks ahead, so that it takes some tenths of a second
DEPTHS = {"Hex": 4, "Chess": 6, "Breakthrough": 7, "Reversi": 9}
_DEPTH = 4
#: seconds that a search on one thread or two takes at least
_LEAST = 0.5


class _SearchRun(NamedTuple):
    """A search that has ended, its seconds by the clock and by the processor."""

    search: Search
    seconds: float
    worked: float

    @property
    def rate(self) -> float:
        """What it looked at a second, by the clock."""
        return self.search.analysis().iterations / self.seconds


class SearchProbe:
    """Agents of the same seed, made anew for each round: none has a tree or a table from the last one."""

    played = ""

    def __init__(self, game: BenchGame) -> None:
        self._game, self._depth = load_game(game), DEPTHS.get(game.ludens, _DEPTH)
        self._state = self._game.start(seed=0)
        self._search("uct:1", 1), self._search("alphabeta:1", 1)  # compiled here

    def _search(self, who: str, limit: int | None, seconds: float = math.inf) -> _SearchRun:
        agent = agents.make(who, self._game, seed=0)
        assert isinstance(agent, agents.Searcher)
        search = agent.begin(self._state)
        began, worked = time.perf_counter(), time.process_time()
        search.run(Clock(seconds), limit, lambda: None)
        return _SearchRun(search, time.perf_counter() - began, time.process_time() - worked)

    def sizes(self, seconds: float) -> Sizes:
        iterations = size_for(lambda n: self._search(f"uct:{n}", n), seconds / 4)
        return {"iterations": iterations, "depth": self._depth, "milliseconds": round(1000 * max(_LEAST, seconds / 4))}

    def round(self, sizes: Sizes) -> dict[str, float]:
        n, depth, seconds = sizes["iterations"], sizes["depth"], sizes["milliseconds"] / 1000
        uct, alpha_beta = self._search(f"uct:{n}", n), self._search(f"alphabeta:{depth}", depth)
        samples = {UCT.name: n / uct.worked, DEPTH.name: alpha_beta.worked}
        nodes = getattr(alpha_beta.search, "nodes", None)
        if nodes is None:  # older trees search on one thread, too, and do not count positions
            return samples
        samples[NODES.name] = nodes / alpha_beta.worked
        for metric, kind in ((UCT_THREADS, "uct"), (NODES_THREADS, "alphabeta")):
            one, two = (self._search(f"{kind}:{seconds}s{more}", None, seconds) for more in ("", ":threads=2"))
            samples[metric.name] = two.rate / one.rate
        return samples


SUITE = Suite(
    "search",
    "searching agents, by processor time; two threads by the clock",
    (UCT, NODES, DEPTH, UCT_THREADS, NODES_THREADS),
    (UCT.name, NODES.name, DEPTH.name),
    games_named("Chess", "Hex", "Breakthrough", "Reversi"),
    {"ludens": SearchProbe},
)
