"""Searching agents at the start of a game: how much they look at a second, and what a second thread adds.

Iterations of UCT; for alpha-beta the positions that it looks at, and how long it takes for a depth, which says more:
who looks at fewer positions for the same answer is faster.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import NamedTuple

from ludens import agents
from ludens.agents.clock import Clock
from ludens.bench.games import Shared, named
from ludens.bench.rows import Metric
from ludens.bench.suites.base import Sizes, Suite, doubled, loaded

UCT = Metric("uct", "iterations/s")
UCT_THREADS = Metric("uct, two threads", "x one", ratio=True)
NODES = Metric("alphabeta", "positions/s")
DEPTH = Metric("alphabeta, to a depth", "s", more=False)
NODES_THREADS = Metric("alphabeta, two threads", "x one", ratio=True)
#: plies that alpha-beta looks ahead, so that it takes some tenths of a second
DEPTHS = {"Hex": 4, "Chess": 6, "Breakthrough": 7, "Reversi": 9}
_DEPTH = 4


class _Searched(NamedTuple):
    """How much a search looked at, None where it does not tell; its seconds by the clock and by the processor."""

    size: int | None
    seconds: float
    worked: float


class Search:
    """Agents of the same seed, made anew for each round: none has a tree or a table from the last one."""

    played = ""

    def __init__(self, game: Shared) -> None:
        self._game, self._depth = loaded(game), DEPTHS.get(game.ludens, _DEPTH)
        self._state = self._game.start(seed=0)
        self._uct(1), self._alpha_beta(1)  # compiled here

    def _uct(self, n: int, more: str = "") -> _Searched:
        return self._searched(f"uct:{n}{more}", n, lambda search: n)

    def _alpha_beta(self, depth: int, more: str = "") -> _Searched:
        return self._searched(f"alphabeta:{depth}{more}", depth, lambda search: getattr(search, "nodes", None))

    def _searched(self, who: str, limit: int, size: Callable[[object], int | None]) -> _Searched:
        agent = agents.make(who, self._game, seed=0)
        assert isinstance(agent, agents.Searcher)
        search = agent.begin(self._state)
        began, worked = time.perf_counter(), time.process_time()
        search.run(Clock(math.inf), limit, lambda: None)
        seconds, worked = time.perf_counter() - began, time.process_time() - worked
        return _Searched(size(search), seconds, worked)

    def sizes(self, seconds: float) -> Sizes:
        return {"iterations": doubled(self._uct, seconds / 4), "depth": self._depth}

    def round(self, sizes: Sizes) -> dict[str, float]:
        n, depth = sizes["iterations"], sizes["depth"]
        uct, alpha_beta = self._uct(n), self._alpha_beta(depth)
        found = {UCT.name: n / uct.worked, DEPTH.name: alpha_beta.worked}
        if alpha_beta.size is None:  # older trees search on one thread, too, and do not count positions
            return found
        found[NODES.name] = alpha_beta.size / alpha_beta.worked
        for metric, one, two in (
            (UCT_THREADS, uct, self._uct(n, ":threads=2")),
            (NODES_THREADS, alpha_beta, self._alpha_beta(depth, ":threads=2")),
        ):
            assert one.size and two.size
            found[metric.name] = (two.size / two.seconds) / (one.size / one.seconds)
        return found


SUITE = Suite(
    "search",
    "searching agents, by processor time; two threads by the clock",
    (UCT, NODES, DEPTH, UCT_THREADS, NODES_THREADS),
    (UCT.name, NODES.name, DEPTH.name),
    named("Chess", "Hex", "Breakthrough", "Reversi"),
    {"ludens": Search},
)
