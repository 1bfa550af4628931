"""Search where all players move at once: each player's moves are a bandit of their own, learnt against the others'."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ludens.agents.analysis import Analysis, Examined
from ludens.agents.clock import Clock, slices
from ludens.native import seed_choices

if TYPE_CHECKING:
    from ludens.game import Move, State

PLAYOUT_LIMIT = 1000


class JointSearch:
    """Decoupled UCB1, one ply deep, with random playouts (as in Tak, Lanctot and Winands, "Monte Carlo tree search
    variants for simultaneous move games", 2014, without the tree)."""

    def __init__(self, state: State, rng: np.random.Generator, exploration: float) -> None:
        self.game, self.state, self.exploration = state.game, state.copy(), exploration
        self.rng = rng
        moves = state.legal_moves()
        self.players = sorted({move.mover for move in moves})
        self.own = {p: [i for i, move in enumerate(moves) if move.mover == p] for p in self.players}
        self.records = [move.record for move in moves]
        self.visits, self.sums = np.zeros(len(moves)), np.zeros(len(moves))
        self.iterations = 0

    def run(self, clock: Clock, iterations: int | None, tell: Callable[[], object] = lambda: None) -> None:
        """Iterate until the clock ends or the count is reached; call `tell` now and then."""
        for count in slices(clock, iterations):
            for _ in range(count):
                self.iterate()
            tell()

    def iterate(self) -> None:
        """Each player tries a move; the game is played to its end at random."""
        after = self.state.copy()
        seed_choices(int(self.rng.integers(1 << 63)))
        if self.game.is_stochastic:
            after.set_field("rng", np.uint64(self.rng.integers(1 << 63)))
        tried = [self._try(p) for p in self.players]
        self.game.fast.play_joint(after, [self.records[index] for index in tried])
        self.game.fast.playout(after, PLAYOUT_LIMIT)
        for player, index in zip(self.players, tried, strict=True):
            self.visits[index] += 1
            self.sums[index] += utility(after.ranking[player - 1], self.game.num_players)
        self.iterations += 1

    def _try(self, player: int) -> int:
        own = self.own[player]
        visits = self.visits[own]
        if not visits.all():
            return own[int(self.rng.choice(np.flatnonzero(visits == 0)))]
        bounds = self.sums[own] / visits + self.exploration * np.sqrt(math.log(self.iterations) / visits)
        return own[int(np.argmax(bounds))]

    def best(self, player: int | None = None) -> int:
        """The number of a player's best move so far among all legal ones; without one, of the first who moves."""
        own = self.own[self.players[0] if player is None else player]
        return max(own, key=lambda i: (self.visits[i], self.sums[i]))

    def analysis(self) -> Analysis:
        """What is known of the moves of all players, each with its value for its own player; the first's come first."""
        legal = self.state.legal_moves()
        means = 0.5 + 0.5 * self.sums / np.maximum(self.visits, 1)
        order = [i for p in self.players for i in sorted(self.own[p], key=lambda i: (-self.visits[i], -self.sums[i]))]
        moves = [Examined(legal[i], int(self.visits[i]), float(means[i])) for i in order]
        return Analysis(self.iterations, moves[0].value, [moves[0].move], moves, 1)

    def line(self, number: int) -> list[Move]:
        """The move alone: what follows depends on the others."""
        return [self.state.legal_moves()[number]]


def utility(rank: float, players: int) -> float:
    """What a rank is worth: 1 for the first, -1 for the last; 0 while undecided (manual: runtime 17)."""
    if rank == 0:
        return 0.0 if players > 1 else -1.0
    return 2 * rank - 1 if players == 1 else 1 - 2 * (rank - 1) / (players - 1)
