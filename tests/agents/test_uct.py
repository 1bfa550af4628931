"""Trees of Monte-Carlo tree search: on several threads, and kept from move to move."""

from __future__ import annotations

import math
import time

import numpy as np
import numpy.typing as npt
import pytest

import ludens
from ludens import agents
from ludens.agents import native_tree
from ludens.agents.clock import Clock
from ludens.agents.tree_reuse import ReusableTree
from ludens.agents.uct import Uct, UctSearch


def agent_of(spec: str, game: ludens.Game) -> Uct:
    agent = agents.make(spec, game, seed=3)
    assert isinstance(agent, Uct)
    return agent


def grown(agent: Uct, state: ludens.State, iterations: int) -> UctSearch:
    search = agent.begin(state)
    assert isinstance(search, UctSearch)
    search.run(Clock(math.inf), iterations, lambda: None)
    return search


@pytest.mark.parametrize("name", ["Hex", "Backgammon"])
@pytest.mark.parametrize("iterations", [1, 2, 1001])
def test_threads_share_the_iterations(name: str, iterations: int) -> None:
    game = ludens.load(name)
    search = grown(agent_of("uct:threads=3", game), game.start(seed=1), iterations)
    done = [int(tree.ints[0, native_tree.VISITS]) for tree in search.trees]
    assert sum(done) == iterations and max(done) - min(done) <= 2
    analysis = search.analysis()
    assert analysis.iterations == iterations == sum(move.visits for move in analysis.moves)
    assert analysis.moves[0].move == search.state.legal_moves()[search.best()]


def test_trees_of_their_own_are_the_same_with_equal_seeds() -> None:
    game = ludens.load("Backgammon")
    found = [grown(agent_of("uct:threads=2", game), game.start(seed=1), 400).analysis() for _ in range(2)]
    assert found[0] == found[1]


@pytest.mark.parametrize("name", ["Hex", "Backgammon", "Phantom Tic-Tac-Toe", "Rock Paper Scissors"])
def test_a_search_finds_the_same_however_it_is_cut_up(name: str) -> None:
    """How many iterations are made before somebody looks at the clock depends on how fast they are."""
    game, found = ludens.load(name), []
    for cut in ([60], [1] * 60, [7, 3, 1, 29, 20]):
        search = agent_of("uct", game).begin(game.start(seed=1))
        assert isinstance(search, UctSearch)
        for count in cut:
            search.iterate(count)
        found.append(search.analysis())
    assert found[0] == found[1] == found[2]
    assert found[0].iterations == 60


def test_visits_are_worth_what_playouts_gave() -> None:
    """No visit that several threads count at once is lost, nor what it was worth, nor the loss that stood for it."""
    game = ludens.load("Tic-Tac-Toe")
    search = grown(agent_of("uct:threads=4", game), game.start(seed=1), 40_000)
    tree = search.trees[0]
    check_whole(tree.ints, tree.used, shared=True)
    sums, visits = tree.sums[: tree.used, native_tree.SUM], tree.ints[: tree.used, native_tree.VISITS]
    assert (np.round(sums) == sums).all() and (abs(sums) <= visits).all()
    assert visits[0] == 40_000


def test_an_error_on_another_thread_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludens.load("Hex")
    search = agent_of("uct:threads=2", game).begin(game.start(seed=1))
    assert isinstance(search, UctSearch)
    iterate = search.iterate

    def fail(count: int, number: int = 0) -> None:
        if number:
            raise RuntimeError("no more")
        iterate(count, number)

    monkeypatch.setattr(search, "iterate", fail)
    with pytest.raises(RuntimeError, match="no more"):
        search.run(Clock(0.2), None, lambda: None)


@pytest.mark.parametrize("threads", [1, 2])
def test_what_was_found_is_kept_for_the_next_move(threads: int) -> None:
    """After one's own move and the answer the tree goes on; it is whole, and no more than the part that is left."""
    game = ludens.load("Breakthrough")
    agent, state = agent_of(f"uct:2000:threads={threads}", game), game.start(seed=1)
    state.play(agent.choose(state))
    kept = agent.tree(state)
    expected = int(kept._statistics()[0].max())
    answer = kept.best()
    state.play(state.legal_moves()[answer])
    kept = agent.tree(state)
    assert 0 < kept.analysis().iterations <= expected
    assert kept.state == state
    for tree in kept.trees:
        check_whole(tree.ints, tree.used, shared=threads > 1)
    before = kept.analysis().iterations
    kept.run(Clock(math.inf), 100, lambda: None)
    assert kept.analysis().iterations == before + 100
    assert len(kept.analysis().moves) == len(state.legal_moves())


def check_whole(ints: npt.NDArray[np.int32], used: int, *, shared: bool) -> None:
    """Every node but the root is the child of one other, and a node's visits are its children's and its first.

    Where a tree is shared, a thread may play on from a node that another one expands, or go on from one's first visit.
    """
    met = np.zeros(used, int)
    met[0] = 1
    for node in range(used):
        first, count = ints[node, native_tree.CHILD], ints[node, native_tree.CHILDREN]
        if count:
            met[first : first + count] += 1
            below = ints[first : first + count, native_tree.VISITS].sum()
            visits = ints[node, native_tree.VISITS]
            assert visits >= below if shared else visits == below + (node > 0)
    assert (met == 1).all()


def test_a_position_that_was_not_expected_is_searched_anew() -> None:
    game = ludens.load("Breakthrough")
    agent = agent_of("uct:50", game)
    agent.choose(game.start(seed=1))
    state = game.start(seed=1)
    for _ in range(6):
        state.play(state.legal_moves()[0])
    assert agent.tree(state).analysis().iterations == 0
    assert agent.tree(game.start(seed=1)).analysis().iterations == 0


@pytest.mark.parametrize(
    ("name", "spec"), [("Hex", "uct"), ("Hex", "uct:grave=50"), ("Backgammon", "uct"), ("Backgammon", "uct:threads=2")]
)
def test_a_tree_grows_in_used_memory_as_in_new_memory(name: str, spec: str) -> None:
    game = ludens.load(name)
    state, other = game.start(seed=1), game.start(seed=2)
    other.play(other.legal_moves()[0])
    found = []
    for used in (False, True):
        agent = agent_of(spec, game)
        if used:
            grown(agent, other, 500)
            agent.forget()
        agent.rng = np.random.default_rng(3)
        found.append(grown(agent, state, 400).analysis())
    assert found[0] == found[1]


def test_what_a_tree_had_the_next_one_gets() -> None:
    """And no memory is kept beside it but what a tree is moved to that goes on."""
    game = ludens.load("Tic-Tac-Toe")
    agent, state = agent_of("uct", game), game.start(seed=1)
    rooms = set[int]()
    for _ in range(3):
        agent.forget()
        search = grown(agent, state, 50)
        rooms.add(search.trees[0].pool.nodes.ctypes.data)
        for _ in range(3):
            assert search.follow(search.best())
            rooms.add(search.trees[0].pool.nodes.ctypes.data)
        del search
    assert len(rooms) == 2


def test_a_tree_is_gone_on_with_however_long_the_machine_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or equal seeds would play other games: a tree that is planted anew draws from the generator."""
    game = ludens.load("Tic-Tac-Toe")
    state, agent = game.start(seed=1), agent_of("uct:60", game)
    state.play(agent.choose(state))
    before = grown(agent, state, 60)
    advance = ReusableTree.advance

    def late(tree: ReusableTree, after: ludens.State) -> bool:
        time.sleep(0.3)
        return advance(tree, after)

    monkeypatch.setattr(ReusableTree, "advance", late)
    state.play(state.legal_moves()[0])
    assert grown(agent, state, 1) is before
