"""Alpha-beta search."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ludens.agents import material, native
from ludens.agents.analysis import Analysis, Examined
from ludens.agents.clock import Clock
from ludens.agents.search import Searcher
from ludens.agents.simple import Random
from ludens.game.hidden import hides

if TYPE_CHECKING:
    from ludens.game import Game, State

MAX_DEPTH = 40
INFINITE = 1e29
#: values beyond it are those of games that are over
DECIDED = 1e5
#: seconds between two looks at the clock
WATCH = 0.005


class AlphaBeta(Searcher):
    """Alpha-beta with iterative deepening over score and material. Limits: seconds, or a depth in plies."""

    kind, quick, counts = "alphabeta", "alphabeta:1s", "plies"
    title = "Alpha-beta search"
    strength = 40
    plays_chance = False

    @classmethod
    def suits(cls, game: Game) -> bool:
        return game.num_players == 2 and not hides(game) and material.decides(Random(game))

    def explore(self, state: State) -> AlphaBetaSearch:
        return AlphaBetaSearch(self, state, exact=hides(self.game) or self.is_chance)


class AlphaBetaSearch:
    """Iterative deepening from one position; a depth that is not finished does not count.

    Unless the values of all moves are to be `exact`, those of moves proved worse than the best are bounds.
    """

    def __init__(self, agent: AlphaBeta, state: State, *, exact: bool = False) -> None:
        self.agent, self.state, self.exact = agent, state.copy(), exact
        game = agent.game
        self.records = game.fast.legal(state)
        self.count = len(self.records)
        self.order = agent.rng.permutation(self.count)
        self.values, self.depth, self.searched = np.zeros(self.count), 0, 0
        self.ply = native.MAX_MOVES * native.RECORD + game.layout.size

    def run(self, clock: Clock, iterations: int | None, tell: Callable[[], object]) -> None:
        limit = min(iterations or MAX_DEPTH, MAX_DEPTH)
        self.scratch = np.zeros(self.ply * (limit + 1), np.uint8)
        with _watched(clock) as word:
            for depth in range(1, limit + 1):
                found = self._search(depth, word)
                if found is None:
                    break
                self.values, self.depth = found, depth
                self.order = self.order[np.argsort(-found[self.order], kind="stable")]
                tell()
                if abs(found[self.order[0]]) > DECIDED or self.count == 1 or clock.left() <= 0:
                    break

    def _search(self, depth: int, word: npt.NDArray[np.int32]) -> npt.NDArray[np.float64] | None:
        """The value of each move at a depth; None where time ran out."""
        values, best = np.full(self.count, -INFINITE), -INFINITE
        for index in self.order:
            child = self.state.copy()
            self.agent.game.fast.play(child, self.records[index])
            bounds = (-INFINITE if self.exact else best - 1e-9, INFINITE)
            values[index] = native.alpha_beta(
                self.agent.information, child, self.scratch, depth - 1, bounds, self.state.mover, word
            )
            if word[0]:
                return None
            self.searched += 1
            best = max(best, values[index])
        return values

    def best(self) -> int:
        return int(self.order[0])

    def analysis(self) -> Analysis:
        """Values are evaluations on a scale from 0 to 1, no chances of winning; those of inferior moves are bounds."""
        legal = self.state.legal_moves()
        moves = [Examined(legal[i], 0, 0.5 + 0.5 * math.tanh(float(self.values[i]) / 4)) for i in self.order]
        value = moves[0].value if moves else 0.5
        return Analysis(self.searched, value, [moves[0].move] if moves else [], moves, self.depth)


@contextmanager
def _watched(clock: Clock) -> Iterator[npt.NDArray[np.int32]]:
    """A word that turns 1 when the clock ends; native code looks at it."""
    word, done = np.zeros(1, np.int32), threading.Event()

    def watch() -> None:
        while not done.wait(min(WATCH, max(clock.left(), 0.0))):
            if clock.left() <= 0:
                word[0] = 1
                return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield word
    finally:
        done.set()
        watcher.join()
