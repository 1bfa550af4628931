"""Batched search over any evaluator: many positions at once, each with a tree, and all their leaves in one batch.

>>> import ludens
>>> import numpy as np
>>> game = ludens.load("Tic-Tac-Toe")
>>> def evaluator(observations):
...     return np.zeros((len(observations), game.encoding.num_actions)), np.zeros(len(observations))
>>> forest = ludens.agents.Forest(game, evaluator, simulations=16)
>>> result = forest.search([game.start(seed=1)] * 3)
>>> result.policy.shape, int(result.visits[0].sum()) >= 16
((3, 74), True)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ludens.agents import net_trees
from ludens.agents.agent import AgentError
from ludens.game.hidden import hides

if TYPE_CHECKING:
    from ludens.game import Game, Move, State

#: gives, for observations of shape (n, planes, ...), logits of all actions (n, actions), and values for the player to
#: move (n,) or, of more than two players, for him and those who follow (n, players), between -1 and 1
Evaluator = Callable[[npt.NDArray[Any]], tuple[Any, Any]]
#: a tree has room for so many moves of each node on average, and for the widest positions so often
_MOVES_A_NODE, _WIDE = 64, 3
_SURVEYED, _PLIES, _SEED = 32, 200, 1
_WORD = 1 << 63


@dataclass(frozen=True)
class ForestResult:
    """What a search found of each position.

    `actions` are the numbers of the moves that are chosen, `value` what the positions are worth to who is to move,
    `policy` the improved policy, of shape (n, actions). The others have an array for each position, with an element for
    each legal move: `numbers`, and what they were visited, their `priors` (the evaluator's probabilities) and their
    `values` for who moves, NaN where they were not visited.
    """

    actions: npt.NDArray[np.int64]
    value: npt.NDArray[np.float32]
    policy: npt.NDArray[np.float32]
    numbers: list[npt.NDArray[np.int32]]
    visits: list[npt.NDArray[np.int64]]
    priors: list[npt.NDArray[np.float32]]
    values: list[npt.NDArray[np.float32]]


class Forest:
    """Trees of many positions of a game, whose leaves are evaluated together: the search of Gumbel AlphaZero.

    The `evaluator` is any function of observations (Danihelka et al. 2022 say what the search does with it): of NumPy,
    of PyTorch or of JAX, on whatever device; what it gives may be arrays or tensors. Each search has so many
    `simulations` for each position, of which the first go to the `considered` moves of the highest logits, and `scale`
    says how much values count. With `noise` moves are drawn as in self-play, by `seed`.

    With `positions` the evaluator is given the positions' bytes in place of observations, for `encoding.graph.rows`.

    Games may have any number of players. Where something falls or is hidden each position is searched in so many
    `worlds`, states that the player to move cannot tell from it, and what they tell is added up: nothing is foreseen
    that nobody may know. That does not see what it is worth to find something out. Raises AgentError for matches,
    puzzles, and games in which players move at once.

    A forest chooses moves, too (`choose`), and can enter tournaments and evaluations as it is.
    """

    def __init__(
        self,
        game: Game,
        evaluator: Evaluator,
        *,
        simulations: int = 32,
        considered: int = 16,
        scale: float = 1.0,
        noise: bool = False,
        worlds: int = 8,
        capacity: int | None = None,
        seed: int = 0,
        positions: bool = False,
    ) -> None:
        _check(game)
        if simulations < 1 or considered < 1 or worlds < 1:
            raise ValueError("a forest wants simulations, considered and worlds >= 1")
        self.game, self.evaluator, self.encoding = game, evaluator, game.encoding
        self.simulations, self.considered, self.scale, self.noise = simulations, considered, scale, noise
        #: how many states a position is searched in
        self.worlds = worlds if game.is_stochastic or hides(game) else 1
        self._capacity = capacity or (simulations + 1) * _MOVES_A_NODE + _WIDE * _widest(game)
        self._rng, self._positions = np.random.default_rng(seed), positions
        self._trees: net_trees.NetTrees | None = None

    def search(self, states: Sequence[State]) -> ForestResult:
        """Search positions of the game, none of which is over. Raises ValueError for others, and for an evaluator that
        gives arrays of other shapes; AgentError where a tree has no room for a position's moves."""
        for number, state in enumerate(states):
            if state.game != self.game:
                raise ValueError(f"position {number} is of {state.game.name}, and the forest of {self.game.name}")
            if state.is_over:
                raise ValueError(f"position {number} is over: there is nothing to search")
        roots = [world for state in states for world in self._worlds(state)]
        grown = self._trees_for(len(roots))
        for row, root in enumerate(roots):
            grown.roots[row] = root.block
        self._search(grown)
        if (grown.chosen[: len(roots)] < 0).any():
            raise AgentError(f"a tree has room for {self._capacity} moves, which is too little: give more `capacity`")
        return self._result(grown, [state.mover for state in states])

    def choose(self, state: State) -> Move:
        """The move that is chosen in a position. Raises what `search` does."""
        return self.encoding.move(state, int(self.search([state]).actions[0]))

    # --- searching

    def _worlds(self, state: State) -> list[State]:
        if self.worlds == 1:
            return [state]
        return [state.resample(player=state.mover, seed=int(self._rng.integers(_WORD))) for _ in range(self.worlds)]

    def _trees_for(self, count: int) -> net_trees.NetTrees:
        """The trees, so many: those of the search before, where there were as many."""
        if self._trees is None or self._trees.trees != count:
            self._trees = net_trees.NetTrees(
                self.game, count, self._capacity, considered=self.considered, simulations=self.simulations,
                seed=int(self._rng.integers(_WORD)), sees_all=True, positions=self._positions,
            )  # fmt: skip
        return self._trees

    def _search(self, trees: net_trees.NetTrees) -> None:
        trees.plant()
        self._evaluate(trees, trees.seek(1, scale=self.scale))
        if self.noise:
            trees.stir()
        for simulation in range(self.simulations):
            self._evaluate(trees, trees.seek(1, simulation, scale=self.scale))
        trees.weigh(scale=self.scale)

    def _evaluate(self, trees: net_trees.NetTrees, count: int) -> None:
        if not count:
            return
        output = self.evaluator(trees.observation[:count])
        try:
            logits, values = (_array(one) for one in output)
        except (TypeError, ValueError) as error:
            raise ValueError(f"an evaluator gives logits and values, not {type(output).__name__}: {error}") from error
        expected = (count, self.encoding.num_actions)
        if logits.shape != expected:
            raise ValueError(f"the evaluator gave logits of shape {logits.shape}, not {expected}")
        if values.shape not in ((count,), (count, trees.outputs)) or (values.ndim == 1 and trees.outputs > 1):
            shape = (count, trees.outputs) if trees.outputs > 1 else (count,)
            raise ValueError(f"the evaluator gave values of shape {values.shape}, not {shape}")
        if not (np.isfinite(values).all() and not np.isnan(logits).any()):
            raise ValueError("the evaluator gave values or logits that are no numbers")
        trees.logits[:count], trees.worth[:count] = np.clip(logits, -1e9, 1e9), values.reshape(count, trees.outputs)
        trees.credit(count)

    # --- telling

    def _result(self, trees: net_trees.NetTrees, movers: Sequence[int]) -> ForestResult:
        n, count = len(movers), self.encoding.num_actions
        policy = np.zeros((n, count), np.float32)
        visits, sums, priors = (np.zeros((n, count)) for _ in range(3))
        legal = np.zeros((n, count), np.bool_)
        for tree in range(trees.trees):
            row, result = tree // self.worlds, trees.nodes[tree, trees.children(tree)]
            numbers = result["number"]
            legal[row, numbers] = True
            policy[row, numbers] += result["share"] / self.worlds
            visits[row, numbers] += result["visits"]
            sums[row, numbers] += result["sum"]
            priors[row, numbers] += _probabilities(result["prior"]) / self.worlds
        if self.worlds == 1:
            actions = np.array([trees.nodes[t, trees.children(t)]["number"][trees.chosen[t]] for t in range(n)])
        else:
            actions = policy.argmax(axis=1)
        values = np.where(visits > 0, sums / np.maximum(visits, 1), np.nan)
        numbered = [np.flatnonzero(one).astype(np.int32) for one in legal]
        return ForestResult(
            actions.astype(np.int64),
            trees.values[: n * self.worlds].reshape(n, self.worlds).mean(axis=1),
            policy,
            numbered,
            [visits[row, own].astype(np.int64) for row, own in enumerate(numbered)],
            [priors[row, own].astype(np.float32) for row, own in enumerate(numbered)],
            [values[row, own].astype(np.float32) for row, own in enumerate(numbered)],
        )


def _check(game: Game) -> None:
    """Raises AgentError for a game that no forest grows of."""
    if len(game.games) > 1:
        raise AgentError(f"{game.name} is a match: a forest is for one of its games, see Game.games")
    if game.is_simultaneous:
        raise AgentError(f"in {game.name} all players move at once, and a forest has the players move in turn")
    if game.is_puzzle or game.num_players < 1:
        raise AgentError(f"{game.name} has no players who move against each other")


def _widest(game: Game) -> int:
    """A number of moves that positions hardly ever exceed."""
    batch, most = game.batch(_SURVEYED, seed=_SEED), 1
    for ply in range(_PLIES):
        most = max(most, int(batch.count_moves().max()))
        batch.play_random(seed=ply)
    return most + most // 4 + 4


def _array(array: Any) -> npt.NDArray[np.float32]:
    """An array of NumPy, of a tensor or an array of another library."""
    if hasattr(array, "detach"):  # PyTorch
        array = array.detach().to("cpu", dtype=None).float().numpy()
    return np.asarray(array, np.float32)


def _probabilities(logits: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    powers = np.exp(logits - logits.max()) if len(logits) else logits
    return np.asarray(powers / max(powers.sum(), 1e-30), np.float32)
