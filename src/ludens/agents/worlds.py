"""What agents look at where something is hidden, or chance decides: states that a player cannot tell from the real.

An agent that takes a position as it is would see what is hidden from it. It is given some of these states, *worlds*,
one after the other, and plays what is best on average (perfect-information Monte Carlo: Ginsberg, "GIB: imperfect
information in a computationally challenging game", 2001).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ludens.agents.analysis import Analysis, Examined, Search
from ludens.agents.clock import Clock
from ludens.encoding.knowledge import Knowledge
from ludens.game.hidden import hides

if TYPE_CHECKING:
    from ludens.game import Game, Move, State

Floats = npt.NDArray[np.float64]
#: so many worlds share a search's time or iterations; of a search without end each has so many seconds
WORLDS, SECONDS = 48, 1.0


def prepare(game: Game) -> None:
    """Compile what worlds are drawn with, so that no clock has to wait for it."""
    for one in game.games:
        if hides(one):
            assert one.encoding


class Worlds:
    """Draws worlds for a player, by default the mover, and finds the player's moves again in them."""

    def __init__(self, state: State, player: int | None, rng: np.random.Generator) -> None:
        self.player = player or max(state.mover, 1)
        self._knowledge = Knowledge(state, self.player, rng)
        own = [not state.is_simultaneous or move.mover == self.player for move in state.legal_moves()]
        #: the player's moves, as numbers among the legal ones
        self.own = [i for i, is_own in enumerate(own) if is_own]
        self._last = {key: i for i, key in enumerate(self._keys(state)) if own[i]}

    def draw(self) -> State:
        """A state that the player cannot tell from the real one."""
        return self._knowledge.draw()

    def real(self, world: State) -> list[int]:
        """For each legal move of a world the number of the player's same move in the real state; -1 where none is."""
        return [self._last.get(key, -1) for key in self._keys(world)]

    def _keys(self, state: State) -> list[tuple[int, int]]:
        """What the player sees of each legal move; where nothing is hidden its place in their order is enough."""
        moves = state.legal_moves()
        numbers = state.game.encoding.actions(state).tolist() if hides(state.game) else range(len(moves))
        return [(move.mover, number) for move, number in zip(moves, numbers, strict=True)]


def mean(state: State, rng: np.random.Generator, values: Callable[[State], Floats]) -> Floats:
    """What `values` says of each legal move, on average over worlds of the mover.

    Where nothing is hidden or drawn, the state itself is the only one.
    """
    if not (hides(state.game) or state.game.is_stochastic):
        return values(state)
    worlds = Worlds(state, None, rng)
    sums, counts = np.zeros(len(worlds.own)), np.zeros(len(worlds.own))
    for _ in range(WORLDS):
        world = worlds.draw()
        for real, value in zip(worlds.real(world), values(world).tolist(), strict=True):
            if real >= 0:
                sums[real] += value
                counts[real] += 1
    return np.where(counts > 0, sums / np.maximum(counts, 1), -np.inf)


class WorldsSearch:
    """Searches of several worlds, one after the other: visits are summed, values averaged. Its lines are one move long.

    `begin` begins the search of a world. Where they are `shared`, iterations are divided among the worlds.
    """

    def __init__(
        self,
        state: State,
        player: int | None,
        rng: np.random.Generator,
        begin: Callable[[State], Search],
        *,
        shared: bool = True,
    ) -> None:
        self.state, self._begin, self._shared = state.copy(), begin, shared
        self.worlds = Worlds(state, player, rng)
        count = len(state.legal_moves())
        self.visits, self._sums, self._seen = np.zeros(count, np.int64), np.zeros(count), np.zeros(count)
        self._ties = rng.permutation(self.worlds.own)
        #: the leads that values stand for, where searches tell them
        self._scores, self._scored = np.zeros(count), np.zeros(count)
        self.iterations, self.depth = 0, 0
        self._last = Analysis(0, 0.5)

    def run(self, clock: Clock, iterations: int | None, tell: Callable[[], object]) -> None:
        endless, left = iterations is None and math.isinf(clock.left()), WORLDS
        share = max(1, iterations // WORLDS) if iterations and self._shared else iterations
        while left:
            seconds = SECONDS if endless else max(clock.left(), 0) / left
            search = self._begin(self.worlds.draw())
            search.run(Clock(seconds, within=clock), share, lambda: None)
            self._take(search)
            tell()
            if clock.left() <= 0:
                break
            left -= not endless

    def _take(self, search: Search) -> None:
        """Take over what the search of a world found."""
        analysis, real = search.analysis(), self.worlds.real(search.state)
        for one in analysis.moves:
            index = real[one.move.number]
            if index >= 0:
                self.visits[index] += one.visits
                self._sums[index] += one.value
                self._seen[index] += 1
                if one.score is not None:
                    self._scores[index] += one.score
                    self._scored[index] += 1
        self._last = analysis
        self.iterations += analysis.iterations
        self.depth = max(self.depth, analysis.depth)

    def _order(self) -> list[int]:
        """The player's moves from the best on."""
        values = self._values()  # not visits, most of which go to what is best in one world and bad in another
        return sorted(self._ties.tolist(), key=lambda i: -values[i])

    def _values(self) -> Floats:
        values: Floats = np.where(self._seen > 0, self._sums / np.maximum(self._seen, 1), 0.5)
        return values

    def best(self) -> int:
        return self._order()[0]

    def analysis(self) -> Analysis:
        """What is known of the player's moves."""
        legal, values = self.state.legal_moves(), self._values()
        moves = [Examined(legal[i], int(self.visits[i]), float(values[i]), self._score(i)) for i in self._order()]
        last = self._last
        return Analysis(self.iterations, moves[0].value, [moves[0].move], moves, self.depth, last.unit, last.counted)

    def _score(self, index: int) -> float | None:
        """The lead after a move, on average over the worlds; None where it decides the game in any."""
        scored = self._scored[index]
        return float(self._scores[index] / scored) if scored and scored == self._seen[index] else None

    def line(self, number: int) -> list[Move]:
        """The move alone: what follows is not the same in all worlds."""
        return [self.state.legal_moves()[number]]
