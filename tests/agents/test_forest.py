"""Search trees whose leaves a net evaluates: here nets are made up."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import ludens
from ludens.agents import AgentError
from ludens.agents.net_trees import NetTrees, check_game, schedule
from ludens.game import Game, State
from tests.encoding.games import AT_ONCE, VEILED

Said = Callable[[NetTrees, int], tuple[np.ndarray, np.ndarray]]


def nothing(forest: NetTrees, count: int) -> tuple[np.ndarray, np.ndarray]:
    """A net that knows nothing."""
    return np.zeros_like(forest.logits[:count]), np.zeros_like(forest.worth[:count])


def by_what_is_seen(forest: NetTrees, count: int) -> tuple[np.ndarray, np.ndarray]:
    """A net whose answers are some function of the observation."""
    seen = forest.observation[:count].reshape(count, -1)
    weights = np.random.default_rng(5).normal(size=(seen.shape[1], forest.logits.shape[1] + 1)) / 3
    told = seen @ weights
    return told[:, :-1], np.tanh(told[:, -1:])


def grown(forest: NetTrees, *states: State) -> NetTrees:
    for row, state in enumerate(states):
        forest.roots[row] = state.block
    forest.plant()
    return forest


def step(forest: NetTrees, count: int, said: Said) -> int:
    if count:
        forest.logits[:count], forest.worth[:count] = said(forest, count)
        forest.credit(count)
    return count


def gumbel(forest: NetTrees, said: Said, simulations: int, *, noise: bool = False, scale: float = 0.3) -> None:
    step(forest, forest.seek(1, scale=scale), said)
    if noise:
        forest.stir()
    for simulation in range(simulations):
        step(forest, forest.seek(1, simulation, scale=scale), said)
    forest.weigh(scale=scale)


@pytest.fixture(scope="module")
def game() -> Game:
    return ludens.load("Tic-Tac-Toe")


def played(game: Game, *names: str) -> State:
    state = game.start(seed=1)
    for name in names:
        state.play(state.parse(name))
    return state


def test_a_win_in_one_is_seen_without_the_net(game: Game) -> None:
    state = played(game, "A1", "B1", "A2", "B2")
    forest = grown(NetTrees(game, 1, 1000), state)
    assert forest.seek(1, exploration=1.0) == 0
    forest.weigh(by_visits=True)
    assert forest.values[0] == 1
    assert state.notation(state.legal_moves()[forest.chosen[0]]) == "A3"


def test_a_threat_is_met(game: Game) -> None:
    state = played(game, "A1", "B2", "A2")
    forest = grown(NetTrees(game, 1, 100_000, rows=8), state)
    for _ in range(60):
        step(forest, forest.seek(8, exploration=1.0), nothing)
    forest.weigh(by_visits=True)
    assert state.notation(state.legal_moves()[forest.chosen[0]]) == "A3"


def value_of(state: State) -> float:
    """What a position is worth to who moves there, by minimax."""
    best = -2.0
    for move in state.legal_moves():
        after = state.copy()
        after.play(move)
        worth = 0.0 if after.winner not in (1, 2) else 1.0
        best = max(best, worth if after.is_over else -value_of(after))
    return best


@pytest.mark.parametrize(
    "names", [("A1", "B2", "C3"), ("A1", "C3", "C1"), ("B2", "A2", "A1"), ("A1", "A2", "B1")], ids="-".join
)
def test_proofs_are_true(game: Game, names: tuple[str, ...]) -> None:
    state = played(game, *names)
    forest = grown(NetTrees(game, 1, 200_000, rows=8), state)
    for _ in range(3000):
        if forest.nodes["proven"][0, 0]:
            break
        step(forest, forest.seek(8, exploration=1.0), nothing)
    assert forest.nodes["proven"][0, 0]
    assert forest.nodes["exact"][0, 0] == value_of(state)
    forest.weigh(by_visits=True)
    state.play(state.legal_moves()[forest.chosen[0]])
    assert state.is_over or -value_of(state) == forest.nodes["exact"][0, 0]


def test_priors_are_the_softmax_over_the_legal_moves(game: Game) -> None:
    state = played(game, "B2")
    forest = grown(NetTrees(game, 1, 1000), state)
    step(forest, forest.seek(1), by_what_is_seen)
    children = forest.nodes[0, forest.children(0)]
    logits = by_what_is_seen(forest, 1)[0][0][game.encoding.actions(state)]  # type: ignore[attr-defined]
    expected = np.exp(logits) / np.exp(logits).sum()
    np.testing.assert_allclose(np.exp(children["prior"]), expected, rtol=1e-5)


def test_the_improved_policy_of_a_hand_example(game: Game) -> None:
    """Three moves are left; nothing is proven for two of them, the third one loses at once."""
    state = played(game, "A1", "B1", "C1", "A2", "B2", "C2")  # X to move: A3, C3 win, B3 wins too
    forest = grown(NetTrees(game, 1, 1000), state)
    forest.seek(1)
    forest.weigh(scale=0.3)
    numbers, shares = forest.policy(0)
    assert sorted(numbers) == sorted(game.encoding.actions(state))  # type: ignore[attr-defined]
    # A3 and C3 win: q = 1, B3 also ends nothing: q is the mixed value, the mean of 0 (the net) and 1, twice counted
    mixed = (0 + 2 * 1.0) / 3
    sigma = 50 * 0.3 * 0.5
    wins = [state.notation(move) in ("A3", "C3") for move in state.legal_moves()]
    raised = np.where(wins, sigma, sigma * mixed)
    np.testing.assert_allclose(shares, np.exp(raised) / np.exp(raised).sum(), rtol=1e-5)


def test_the_improved_policy_is_the_prior_with_completed_values(game: Game) -> None:
    """The same by the formula of the paper, from what the tree holds."""
    state, scale = game.start(seed=1), 0.3
    forest = grown(NetTrees(game, 1, 20_000, considered=4, simulations=20, seed=3), state)
    gumbel(forest, by_what_is_seen, 20, noise=True, scale=scale)
    root, children = forest.nodes[0, 0], forest.nodes[0, forest.children(0)]
    visits, priors = children["visits"], np.exp(children["prior"])
    seen = visits > 0
    assert 0 < seen.sum() < len(visits)
    q = children["sum"] / np.maximum(visits, 1)
    mixed = (root["raw"] + visits.sum() * (priors * q)[seen].sum() / priors[seen].sum()) / (1 + visits.sum())
    completed = np.where(seen, q, mixed)
    logits = children["prior"] + (50 + visits.max()) * scale * 0.5 * completed
    expected = np.exp(logits - logits.max())
    expected /= expected.sum()
    np.testing.assert_allclose(children["share"], expected, atol=1e-5)
    np.testing.assert_allclose(forest.values[0], (expected * completed).sum(), atol=1e-5)


def test_sequential_halving_visits_the_moves_in_view(game: Game) -> None:
    forest = grown(NetTrees(game, 1, 20_000, considered=4, simulations=8, seed=1), game.start(seed=1))
    gumbel(forest, nothing, 8, noise=True)
    visits = np.sort(forest.nodes["visits"][0, forest.children(0)])[::-1]
    assert visits.tolist() == [3, 3, 1, 1, 0, 0, 0, 0, 0]
    assert forest.nodes["visits"][0, forest.children(0).start + forest.chosen[0]] == 3


def test_the_schedule_of_one_and_of_few_simulations() -> None:
    assert schedule(8, 3)[8].tolist() == [0, 0, 0]
    assert schedule(8, 3)[1].tolist() == [0, 1, 2]
    assert schedule(2, 6)[2].tolist() == [0, 0, 1, 1, 2, 2]


def test_trees_of_a_forest_do_not_depend_on_each_other(game: Game) -> None:
    states = [played(game), played(game, "A1"), played(game, "B2", "C3")]
    together = grown(NetTrees(game, 3, 20_000, simulations=12), *states)
    gumbel(together, by_what_is_seen, 12)
    for row, state in enumerate(states):
        alone = grown(NetTrees(game, 1, 20_000, simulations=12), state)
        gumbel(alone, by_what_is_seen, 12)
        np.testing.assert_allclose(alone.policy(0)[1], together.policy(row)[1], rtol=1e-5)
        assert alone.chosen[0] == together.chosen[row]


def test_several_leaves_at_once_add_up(game: Game) -> None:
    forest = grown(NetTrees(game, 1, 50_000, rows=16), game.start(seed=1))
    count = 0
    for _ in range(10):
        count += step(forest, forest.seek(16, exploration=1.25), by_what_is_seen)
    nodes = forest.nodes[0, : forest.used[0]]
    assert nodes["visits"][0] == count + nodes["visits"][nodes["proven"] != 0].sum()
    assert nodes["visits"][forest.children(0)].sum() == nodes["visits"][0] - 1


def test_advance_makes_the_chosen_moves(game: Game) -> None:
    state = game.start(seed=1)
    forest = grown(NetTrees(game, 2, 20_000), state, state)
    gumbel(forest, by_what_is_seen, 8)
    forest.chosen[1] = -1
    forest.advance()
    state.play(state.legal_moves()[forest.chosen[0]])
    assert game.from_bytes(forest.roots[0].tobytes()) == state
    assert game.from_bytes(forest.roots[1].tobytes()) == game.start(seed=1)


def test_a_tree_without_room_is_still_searched(game: Game) -> None:
    forest = grown(NetTrees(game, 1, 12), game.start(seed=1))
    gumbel(forest, by_what_is_seen, 16)
    assert forest.used[0] <= 12
    assert forest.nodes["visits"][0, 0] == 17


@pytest.mark.parametrize(
    ("source", "why"),
    [("Backgammon", "game of chance"), (AT_ONCE, "move at once"), (VEILED, "hidden from players")],
    ids=["chance", "at once", "hidden"],
)
def test_games_that_it_is_not_for(source: str, why: str) -> None:
    with pytest.raises(AgentError, match=why):
        check_game(ludens.load(source))
