"""Games of a net against itself, many at once, in lockstep."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ludens.agents.net_trees import NetTrees
from ludens.game import Game
from ludens.game.hidden import hides
from ludens.game.seats import Seats, may_swap
from ludens.learning.nets.model import Net, alone
from ludens.learning.replay import Sample, widest
from ludens.learning.settings import Settings
from ludens.rules.state.players import told_utility

if TYPE_CHECKING:
    from ludens.learning.common.model import CommonNet

#: a tree has room for so many moves of each node on average, and for the widest positions so often
_MOVES_A_NODE, _WIDE = 64, 3


@dataclass
class _Pending:
    """A position of a game under way."""

    state: npt.NDArray[np.uint8]
    numbers: npt.NDArray[np.int32]
    shares: npt.NDArray[np.float32]
    mover: int
    value: float


@dataclass
class Tally:
    """What was played: positions searched, games ended, their plies."""

    positions: int = 0
    games: int = 0
    plies: int = 0
    results: list[float] = field(default_factory=list)

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.positions + other.positions, self.games + other.games, self.plies + other.plies,
            self.results + other.results,
        )  # fmt: skip


class SelfPlay:
    """Some games of one thread. Equal seeds and nets give equal games.

    Where something falls or is hidden, which a common net may play, each move is searched in one position that the
    player to move cannot tell from the real one, and made in the real one.
    """

    def __init__(self, game: Game, settings: Settings, net: Net | CommonNet, games: int, seed: int) -> None:
        self.game, self.settings, self.games = game, settings, games
        capacity = (settings.simulations + 1) * _MOVES_A_NODE + _WIDE * widest(game)
        self.evaluator: Any = net.evaluator(game)
        reads = self.evaluator.reads_positions
        self.forest = NetTrees(
            game, games, capacity, considered=settings.considered, simulations=settings.simulations, seed=seed,
            sees_all=reads, positions=reads,
        )  # fmt: skip
        #: whether the players cannot know how the game goes on from a position
        self.is_uncertain = game.is_stochastic or hides(game)
        self._rng = np.random.default_rng(seed)
        self.fields = self.forest.roots.view(game.layout.dtype)[:, 0]
        self.plies = np.zeros(games, np.int64)
        self.pending: list[list[_Pending]] = [[] for _ in range(games)]
        self._started = 0
        self.seed = seed
        self._restart(np.arange(games))

    def _restart(self, rows: npt.NDArray[np.int64]) -> None:
        """A new game in some rows."""
        if len(rows):
            fresh = np.zeros((len(rows), self.game.layout.size), np.uint8)
            self.game.fast.start_all(fresh, self.seed + 1_000_003 * self._started)
            self.forest.roots[rows] = fresh
            self.plies[rows] = 0
            self._started += len(rows)

    def play(self, net: Net | CommonNet) -> tuple[list[Sample], Tally]:
        """Play the plies of an iteration; gives the positions whose games have ended."""
        self.evaluator.refresh(net)
        samples, tally = list[Sample](), Tally()
        with alone():
            for _ in range(self.settings.plies):
                self._search()
                samples += self._move(tally)
        return samples, tally

    def _search(self) -> None:
        """The improved policy of each game's position, and the move that is chosen."""
        forest, scale = self.forest, self.settings.scale
        real = forest.roots.copy() if self.is_uncertain else None
        if real is not None:
            self._imagine()
        forest.plant()
        self._evaluate(forest.seek(1, scale=scale))
        forest.stir()
        for simulation in range(self.settings.simulations):
            self._evaluate(forest.seek(1, simulation, scale=scale))
        forest.weigh(scale=scale)
        if real is not None:
            forest.roots[:] = real

    def _imagine(self) -> None:
        """Put in the place of each position one that its mover cannot tell from it."""
        for root in self.forest.roots:
            state = self.game.from_bytes(root.tobytes())
            root[:] = state.resample(seed=int(self._rng.integers(1 << 63))).block

    def _evaluate(self, count: int) -> None:
        if count:
            forest = self.forest
            forest.logits[:count], forest.worth[:count] = self.evaluator(forest.observation[:count])
            forest.credit(count)

    def _move(self, tally: Tally) -> list[Sample]:
        """Note the positions, make the moves, and end the games that are decided."""
        forest, samples = self.forest, list[Sample]()
        proven, stuck = forest.nodes["proven"][:, 0] != 0, forest.chosen < 0
        if self.is_uncertain:  # what was proven holds in what was imagined
            proven = np.zeros_like(proven)
        movers = self.fields["mover"].copy()
        for row in np.flatnonzero(~stuck).tolist():
            numbers, shares = forest.policy(row)
            pending = _Pending(forest.roots[row].copy(), numbers, shares, int(movers[row]), float(forest.values[row]))
            self.pending[row].append(pending)
        tally.positions += self.games
        forest.advance()
        self.plies += 1
        over = self.fields["over"] != 0
        long = self.plies >= self.settings.max_plies
        ended = np.flatnonzero(over | proven | long | stuck)  # stuck: more moves than there is room for
        for row in ended.tolist():
            worth = self._worth(row, bool(over[row]), bool(proven[row]))
            samples += self._samples_of(row, worth)
            tally.games += 1
            tally.plies += int(self.plies[row])
            tally.results.append(float(worth[0]))
        self._restart(ended)
        return samples

    def _worth(self, row: int, over: bool, proven: bool) -> npt.NDArray[np.float32]:
        """What a game that has ended is worth to each seat."""
        players = self.game.num_players
        if over:
            ranks = self._seats(self.forest.roots[row]).by_seat(self.fields["ranking"][row, 1 : players + 1].tolist())
            return np.array([told_utility(rank, players) for rank in ranks], np.float32)
        worth = np.zeros(players, np.float32)
        if proven:
            last = self.pending[row][-1]
            worth[:] = -last.value
            worth[self._seats(last.state).seat(last.mover) - 1] = last.value
        return worth

    def _seats(self, block: npt.NDArray[np.uint8]) -> Seats:
        """Who plays whom in a position."""
        if not may_swap(self.game):
            return Seats.own(self.game.num_players)
        return Seats.of_field(block.view(self.game.layout.dtype)[0]["player_order"].tolist())

    def _samples_of(self, row: int, worth: npt.NDArray[np.float32]) -> list[Sample]:
        """The positions of a game, with what they were worth."""
        samples, mixed, length = list[Sample](), self.settings.mixed, len(self.pending[row])
        for ply, pending in enumerate(self.pending[row]):
            # who sits where may have changed since: a position is worth what its players' seats got in the end
            own = np.array(self._seats(pending.state).by_player(worth.tolist()), np.float32)
            values = np.roll(own, 1 - pending.mover)[: self.forest.outputs].copy()
            values[0] += mixed * (pending.value - values[0])
            samples.append(Sample(pending.state, pending.numbers, pending.shares, values, length - ply))
        self.pending[row] = []
        return samples

    # --- where it stands

    def save(self, name: str) -> dict[str, npt.NDArray[Any]]:
        """The games under way. Positions of theirs are part of it."""
        flat = [pending for row in self.pending for pending in row]
        lengths = np.array([len(row) for row in self.pending], np.int64)
        size = self.game.layout.size
        return {
            f"{name}.roots": self.forest.roots.copy(),
            f"{name}.plies": self.plies.copy(),
            f"{name}.counters": np.array([self._started, self.forest.seed], np.uint64),
            f"{name}.lengths": lengths,
            f"{name}.states": np.array([p.state for p in flat], np.uint8).reshape(-1, size),
            f"{name}.moves": np.array([len(p.numbers) for p in flat], np.int64),
            f"{name}.numbers": np.concatenate([np.zeros(0, np.int32), *(p.numbers for p in flat)]),
            f"{name}.shares": np.concatenate([np.zeros(0, np.float32), *(p.shares for p in flat)]),
            f"{name}.movers": np.array([p.mover for p in flat], np.int32),
            f"{name}.values": np.array([p.value for p in flat], np.float64),
        }

    def restore(self, name: str, saved: Mapping[str, npt.NDArray[Any]]) -> None:
        """Go on from what `save` gave."""

        def of(what: str) -> npt.NDArray[Any]:
            return saved[f"{name}.{what}"]

        self.forest.roots[:], self.plies[:] = of("roots"), of("plies")
        self._started, self.forest.seed = (int(word) for word in of("counters"))
        ends = np.cumsum(of("moves"))
        first, flat = 0, list[_Pending]()
        for index, end in enumerate(ends.tolist()):
            part = slice(first, end)
            flat.append(
                _Pending(
                    of("states")[index].copy(), of("numbers")[part].copy(), of("shares")[part].copy(),
                    int(of("movers")[index]), float(of("values")[index]),
                )
            )  # fmt: skip
            first = end
        bounds = np.concatenate([[0], np.cumsum(of("lengths"))])
        self.pending = [flat[a:b] for a, b in itertools.pairwise(bounds.tolist())]
