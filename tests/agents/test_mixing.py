"""What Monte-Carlo tree search can be mixed of does what its papers say, in games that can be looked through."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pytest

import ludens
from ludens import agents
from ludens.agents import mixture, native_statistics, native_tree
from ludens.agents.clock import Clock
from ludens.agents.mcts_trees import MAX_NODES
from ludens.agents.mix_search import MixSearch, MixTree
from ludens.agents.native_mcts import KEY, TABLE, Mix
from ludens.agents.native_proofs import ESTIMATE, LOST, MINIMAX, SURE
from ludens.agents.uct import Uct
from ludens.game.single import SingleGame
from ludens.native import WORKSPACE, seed_choices
from ludens.rules.generation.records import RECORDS

#: who fills the second of two sites wins
RACE = """(game "Race" (players 2) (equipment {(board (rectangle 1 2)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is In (last To) (sites {1})) (result Mover Win)))))"""
ALL = "grave=20:nst=yes:bias=1:minimax=0.3:solver=yes:cut=10"
MIXES = (
    "rave=yes", "grave=20", "mast=yes", "nst=yes", "bias=1", "minimax=0.3", "solver=yes", "decisive=yes", "cut=5", ALL
)  # fmt: skip


def searched(name: str, spec: str, sites: tuple[int, ...] = (), iterations: int = 500) -> MixSearch:
    """The search of the position after the moves to those sites."""
    game = ludens.load(name)
    state = game.start(seed=1)
    for site in sites:
        state.play(next(move for move in state.legal_moves() if move.to_site == site))
    agent = agents.make(spec, game, seed=3)
    assert isinstance(agent, Uct)
    search = agent.begin(state)
    assert isinstance(search, MixSearch)
    search.run(Clock(math.inf), iterations, lambda: None)
    return search


def tree_of(search: MixSearch) -> MixTree:
    return search.tree


# --- each of them


@pytest.mark.parametrize(
    "spec", ["solver=yes", "solver=yes:threads=2", "solver=yes:bias=1", "solver=yes:grave=10:nst=yes", "decisive=yes"]
)
def test_the_solver_proves_what_tic_tac_toe_is_worth(spec: str) -> None:
    """Nobody wins: each of the moves is a draw for certain or at least no better, and the search has an end."""
    search = searched("Tic-Tac-Toe", f"uct:{spec}", iterations=200_000)
    assert search.is_known() and search.analysis().iterations < 200_000
    sure, most = search._certain()
    assert sure.max() == most.max() == 0
    value = {int(i): (float(sure[i]), float(most[i])) for i in range(9)}
    assert value[search.best()][0] == 0


def test_the_solver_takes_a_win_and_tells_what_loses() -> None:
    """Crosses on 0 and 1 win on 2, whatever else was visited more; noughts have to go there, all else loses."""
    winning = searched("Tic-Tac-Toe", "uct:solver=yes", (0, 4, 1, 8), 100)
    assert winning.state.legal_moves()[winning.best()].to_site == 2
    assert winning.analysis().moves[0].proven == 1 and winning.analysis().value == 1
    defending = searched("Tic-Tac-Toe", "uct:solver=yes", (0, 4, 1), 20_000)
    moves = {one.move.to_site: one for one in defending.analysis().moves}
    assert defending.state.legal_moves()[defending.best()].to_site == 2
    assert all(one.proven == -1 and one.value == 0 for site, one in moves.items() if site != 2)


def test_decisive_moves_are_seen_at_once() -> None:
    """Crosses on 0 and 1 win on 2: one iteration proves it. That noughts have to go there takes fewer, too."""
    winning = searched("Tic-Tac-Toe", "uct:decisive=yes", (0, 4, 1, 8), 10)
    assert winning.is_known() and winning.analysis().iterations == 1
    assert winning.analysis().moves[0].move.to_site == 2 and winning.analysis().moves[0].proven == 1
    plain, decisive = (
        searched("Tic-Tac-Toe", f"uct:{one}=yes", (0, 4, 1), 20_000).analysis() for one in ("solver", "decisive")
    )
    assert decisive.moves[0].move.to_site == 2 and decisive.iterations < plain.iterations


def test_decisive_moves_are_looked_for_where_games_were_seen_to_end() -> None:
    """Below the root only: no game of Tic-Tac-Toe has less than five moves, nor one of Hex less than twenty-one."""
    assert native_statistics.shortest(searched("Tic-Tac-Toe", "uct:decisive=yes", iterations=2000).tree.statistics) == 5
    assert native_statistics.shortest(searched("Hex", "mcts", iterations=100).tree.statistics) >= 21
    agent = agents.make("mcts:200", ludens.load("Hex"), seed=1)
    assert isinstance(agent, Uct)
    state = agent.game.start(seed=1)
    state.play(agent.choose(state))
    kept = agent.tree(state)
    assert isinstance(kept, MixSearch) and native_statistics.shortest(kept.tree.statistics) < 200


@pytest.mark.parametrize("spec", ["solver=yes", "decisive=yes"])
def test_proofs_are_bounds_of_each_other(spec: str) -> None:
    """What is certain for a node is the best that is certain for who moves there, and the same for what is lost."""
    tree = tree_of(searched("Tic-Tac-Toe", f"uct:{spec}", iterations=3000))
    for node in range(tree.used):
        below = tree.children(node)
        assert tree.floats[node, SURE] + tree.floats[node, LOST] <= 2
        if below.start < below.stop:
            expected = [tree.floats[below, SURE].max(), tree.floats[below, LOST].min()]
            same = tree.ints[node, native_tree.PLAYER] == tree.ints[below.start, native_tree.PLAYER]
            assert list(tree.floats[node, [SURE, LOST] if same else [LOST, SURE]]) == expected


@pytest.mark.parametrize("spec", ["rave=yes", "grave=1"])
def test_moves_count_as_first_once_an_iteration(spec: str) -> None:
    """In Tic-Tac-Toe each player fills a site at most once: as first it counts as often as games have it, and with
    what they were worth, visits of the move itself among them."""
    search = searched("Tic-Tac-Toe", f"uct:{spec}", iterations=400)
    tree, children = tree_of(search), tree_of(search).children(0)
    table = native_statistics.tables_of(tree.statistics)[tree.ints[0, TABLE]]
    own = table[tree.ints[children, KEY]]
    assert (own[:, 0] >= tree.ints[children, native_tree.VISITS]).all()
    assert (own[:, 0] <= 400).all() and (abs(own[:, 1]) <= own[:, 0]).all()
    # a game has from 5 to 9 moves, each of another key
    assert 5 * 400 <= table[:, 0].sum() <= 9 * 400
    assert np.round(table).tolist() == table.tolist()


def test_rave_has_values_in_every_position_and_grave_in_those_seen_often() -> None:
    rave, grave = (tree_of(searched("Tic-Tac-Toe", f"uct:{spec}", iterations=400)) for spec in ("rave=yes", "grave=50"))
    for tree, least in ((rave, 0), (grave, 50)):
        nodes = np.arange(1, tree.used)
        tabled = nodes[tree.ints[nodes, TABLE] > 0]
        assert (tree.ints[tabled, native_tree.VISITS] >= least).all()
    opened = rave.ints[: rave.used, native_tree.CHILDREN] > 0
    assert (rave.ints[: rave.used, TABLE] > 0).tolist() == opened.tolist()
    assert 0 < (grave.ints[: grave.used, TABLE] > 0).sum() < (rave.ints[: rave.used, TABLE] > 0).sum()


@pytest.mark.parametrize(("policy", "epsilon"), [("mast", 0.2), ("nst", 0.2), ("mast", 1.0)])
def test_playouts_learn_what_moves_are_worth(policy: str, epsilon: float) -> None:
    """All moves of all games are counted, in the tree and behind it. Crosses on 0 and 1 win with 2, whenever it is."""
    search = searched("Tic-Tac-Toe", f"uct:{policy}=yes:epsilon={epsilon}", (0, 4, 1, 8), 500)
    tree = tree_of(search)
    moves = native_statistics.moves_of(tree.statistics)
    assert 500 <= moves[:, 0].sum() <= 5 * 500
    sites = [move.to_site for move in search.state.legal_moves()]
    own = moves[tree.ints[tree.children(0), KEY]]
    means = dict(zip(sites, own[:, 1] / own[:, 0], strict=True))
    assert means[2] == 1 and all(mean < 1 for site, mean in means.items() if site != 2)


@pytest.mark.parametrize("spec", ["mast=yes:epsilon=1", "mast=yes:epsilon=0.3", "rave=yes", "grave=1"])
def test_what_is_learnt_of_moves_is_what_games_were_worth_to_who_made_them(spec: str) -> None:
    """Of two sites the second wins at once; after the first one the other player wins with it. So what is learnt can be
    told from the visits of the two moves: each was made as often by the first player, and won or lost all its games;
    the second player won as many with his only move as the first one lost. In random play moves are picked without a
    list of all: they are the same moves nevertheless."""
    search = searched(RACE, f"uct:{spec}:exploration=3", iterations=200)
    tree = tree_of(search)
    visits = tree.ints[tree.children(0), native_tree.VISITS].tolist()
    assert sum(visits) == 200 and min(visits) > 0
    statistics = native_statistics.moves_of(tree.statistics)
    if "mast" not in spec:
        statistics = native_statistics.tables_of(tree.statistics)[tree.ints[0, TABLE]]
    first, second = tree.ints[tree.children(0), KEY].tolist()
    (other,) = tree.ints[tree.children(int(tree.children(0).start)), KEY].tolist()
    expected = np.zeros_like(statistics)
    expected[first], expected[second] = (visits[0], -visits[0]), (visits[1], visits[1])
    expected[other] = visits[0], visits[0]
    assert statistics.tolist() == expected.tolist()


@pytest.mark.parametrize("name", ["Hex", "Reversi", "Nine Men's Morris", "Amazons", "English Draughts", "Gomoku"])
def test_a_random_move_has_the_key_of_a_legal_one(name: str) -> None:
    """Whether playouts list all moves or pick one without: what is learnt there is of the moves of the tree."""
    game = ludens.load(name)
    assert isinstance(game, SingleGame)
    made = mixture.mixture_of(game, Mix(policy="mast"))
    listed = np.zeros(RECORDS.size // 4, np.int32)

    def known(record: npt.NDArray[np.int32]) -> tuple[int, ...]:
        rule, mover, start, end = record[:4].tolist()
        return int(made.rules[rule]), mover, -1 if start == end else start, end

    state = game.start(seed=1)
    seed_choices(1)
    for _ in range(60):
        legal = {known(record) for record in made.program.legal(state)}
        made.program.run("step", state, WORKSPACE, listed)
        assert known(listed) in legal
        if state.is_over:
            break


@pytest.mark.parametrize("policy", ["mast", "nst"])
def test_a_policy_plays_what_it_learnt_and_not_by_chance(policy: str) -> None:
    """What playouts have learnt to be best is made in more of them than where all moves are left to chance."""
    counts = []
    for epsilon in (1, 0):
        tree = tree_of(searched("Hex", f"uct:{policy}=yes:epsilon={epsilon}", iterations=300))
        counts.append(np.sort(native_statistics.moves_of(tree.statistics)[:, 0])[::-1])
    # by chance all sites are met about as often as one another; otherwise some far more
    assert counts[0][0] - counts[0][100] < counts[1][0] - counts[1][100]


def test_a_bias_orders_moves_that_were_not_tried() -> None:
    """The first visits are of the moves that an evaluation likes best, one after the other as long as it counts."""
    search = searched("Breakthrough", "uct:bias=1000:exploration=0", iterations=3)
    tree, children = tree_of(search), tree_of(search).children(0)
    estimates, visits = tree.floats[children, ESTIMATE], tree.ints[children, native_tree.VISITS]
    assert estimates.min() < estimates.max() and visits.sum() == 3
    assert estimates[visits > 0].min() >= np.sort(estimates)[-3]


def test_the_minimax_goes_up_the_tree() -> None:
    """A node's is what the evaluation says until it has moves, and then the best of theirs for who makes them."""
    search = searched("Breakthrough", "uct:minimax=0.4", iterations=300)
    tree = tree_of(search)
    for node in range(1, tree.used):
        below = tree.children(node)
        if below.start == below.stop:
            assert tree.floats[node, MINIMAX] == tree.floats[node, ESTIMATE]
        else:
            assert tree.floats[node, MINIMAX] == -tree.floats[below, MINIMAX].max()


def test_playouts_cut_short_are_worth_what_an_evaluation_says() -> None:
    """Values lie between those of won and lost games, and are no whole numbers."""
    tree = tree_of(searched("Breakthrough", "uct:cut=4", iterations=200))
    children = tree.children(0)
    sums, visits = tree.sums[children, native_tree.SUM], tree.ints[children, native_tree.VISITS]
    assert (abs(sums) < visits)[visits > 0].all() and (sums != np.round(sums)).any()


# --- all of them


@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize("name", ["Breakthrough", "Amazons", "Reversi", "Gomoku"])
def test_every_mix_plays_games_of_every_family(name: str, mix: str) -> None:
    game = ludens.load(name)
    state, agent = game.start(seed=1), agents.make(f"uct:40:{mix}", game, seed=1)
    for _ in range(4):
        move = agent.choose(state)
        assert move in state.legal_moves()
        state.play(move)


@pytest.mark.parametrize("mix", MIXES)
def test_a_mix_finds_the_same_with_equal_seeds(mix: str) -> None:
    found = [searched("Breakthrough", f"uct:{mix}", iterations=200).analysis() for _ in range(2)]
    assert found[0] == found[1]


def test_proofs_alone_change_nothing_before_there_are_any() -> None:
    game = ludens.load("Hex")
    plain = agents.make("uct:300", game, seed=3)
    assert isinstance(plain, Uct)
    search = plain.begin(game.start(seed=1))
    search.run(Clock(math.inf), 300, lambda: None)
    assert searched("Hex", "uct:solver=yes", iterations=300).analysis() == search.analysis()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", ["Breakthrough", "Amazons"])
def test_what_was_learnt_is_kept_for_the_next_move(name: str, threads: int) -> None:
    """Also where the same player moves twice: what is certain keeps its owner, tables stay with their nodes."""
    game = ludens.load(name)
    agent, state = agents.make(f"uct:1500:rave=yes:solver=yes:threads={threads}", game, seed=1), game.start(seed=1)
    assert isinstance(agent, Uct)
    state.play(agent.choose(state))
    kept = agent.tree(state)
    assert isinstance(kept, MixSearch) and kept.analysis().iterations > 0
    tree = tree_of(kept)
    numbers = tree.ints[: tree.used, TABLE]
    numbers = numbers[numbers > 0]
    assert sorted(numbers.tolist()) == list(range(1, len(numbers) + 1))
    tables = native_statistics.tables_of(tree.statistics)
    assert (tables[numbers, :, 0].sum(axis=1) > 0).all()
    before = kept.analysis().iterations
    kept.run(Clock(math.inf), 100, lambda: None)
    assert kept.analysis().iterations == before + 100
    assert tree.used <= MAX_NODES


@pytest.mark.parametrize("mix", ["rave=yes", "solver=yes", ALL])
def test_threads_lose_no_visit(mix: str) -> None:
    search = searched("Breakthrough", f"uct:{mix}:threads=3", iterations=3000)
    tree = tree_of(search)
    assert search.analysis().iterations == 3000
    for node in range(tree.used):
        below = tree.children(node)
        assert tree.ints[node, native_tree.VISITS] >= tree.ints[below, native_tree.VISITS].sum()


def test_keys_tell_who_moves_where() -> None:
    """Of a game in which pieces are only put down all moves have keys of their own, those that native code makes."""
    tree = tree_of(searched("Hex", "uct:rave=yes", iterations=5))
    keys = tree.ints[tree.children(0), KEY]
    assert len(set(keys.tolist())) == len(keys)
    size = native_statistics.tables_of(tree.statistics).shape[1]
    rules = {int(key) - native_statistics.key_of(0, 1, site, site, size, 2) for site, key in enumerate(keys)}
    assert len(rules) == 1


# --- what cannot be


@pytest.mark.parametrize(
    ("name", "spec", "told"),
    [
        ("Hex", "rave=yes:grave=50", "rave and grave exclude each other"),
        ("Hex", "mast=yes:nst=yes", "nst has what mast has"),
        ("Hex", "grave=-1", "grave cannot be '-1': it is a whole number from 0 on"),
        ("Hex", "gravy=50", "there is no setting 'gravy'"),
        ("Backgammon", "solver=yes", "for games without chance in which nothing is hidden, not Backgammon"),
        ("Rolit", "minimax=0.2", "solver and minimax are for two players"),
        ("Peg Solitaire", "cut=5", "no evaluation of .* for one player"),
    ],
)
def test_what_contradicts_or_does_not_suit_a_game_is_refused(name: str, spec: str, told: str) -> None:
    game = ludens.load(name)
    for asked in (agents.check, agents.make):
        with pytest.raises(agents.AgentError, match=told):
            asked(f"uct:{spec}", game)
