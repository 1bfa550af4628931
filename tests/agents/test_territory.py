"""The agent of games of territory."""

from __future__ import annotations

import functools
import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludens
from ludens import agents
from ludens.agents import Analysis, BestFirst
from ludens.agents.clock import Clock
from ludens.agents.native_tree import SUM, VISITS
from ludens.game import State
from ludens.game.state import Row

QUEENS, ARROW = (1, 2), 3


@functools.cache
def game() -> ludens.Game:
    made: ludens.Game = ludens.load("Amazons", options=["Board Size/6x6"])
    return made


def territory(spec: str = "territory:50") -> BestFirst:
    agent = agents.make(spec, game(), seed=1)
    assert isinstance(agent, BestFirst)
    return agent


def position(text: str) -> State:
    """A position from a drawing, the top row first: 1 and 2 are queens, x arrows; player 1 is to move."""
    rows: list[Row] = []
    for y, line in enumerate(reversed(text.split())):
        for x, sign in enumerate(line):
            if sign != ".":
                what = ARROW if sign == "x" else int(sign)
                rows.append(("C", 6 * y + x, 0, what, 0 if what == ARROW else what, 1, 0, 0, 0))
    return game().position(rows, mover=1, seed=1)


def crowded(seed: int, empty: int) -> State:
    """A random position with two queens each and that many empty sites."""
    places = np.random.default_rng(seed).permutation(36)[empty:].tolist()
    kinds = [1, 1, 2, 2] + [ARROW] * (len(places) - 4)
    rows = [("C", s, 0, k, 0 if k == ARROW else k, 1, 0, 0, 0) for s, k in zip(places, kinds, strict=True)]
    return game().position(rows, mover=1, seed=1)


def wins(state: State, player: int) -> bool:
    """Whether a player wins, whatever the other does; all moves are tried."""
    if state.is_over:
        return state.winner == player
    after = (next_state(state, i) for i in range(len(state.legal_moves())))
    if state.mover == player:
        return any(wins(s, player) for s in after)
    return all(wins(s, player) for s in after)


def next_state(state: State, index: int) -> State:
    after = state.copy()
    after.play(after.legal_moves()[index])
    return after


@settings(max_examples=25)
@given(st.integers(0, 10**6))
def test_a_won_position_stays_won(seed: int) -> None:
    state = crowded(seed, 5)
    if not state.legal_moves() or state.is_over:
        return
    before = wins(state, 1)
    analysis = territory().analyse(state, on_progress=None)
    assert (analysis.value > 0.5) == before
    for move in territory().choose_turn(state):
        state.play(move)
    assert wins(state, 1) == before


def test_the_last_free_sites_are_filled_one_by_one() -> None:
    """Three sites against two: the first player wins, but only if none is wasted."""
    state = position(
        """
        xxxxxx
        1...xx
        xxxxxx
        xxxxxx
        xx..2x
        xxxxxx
        """
    )
    careless = next_state(state, [m.to_site for m in state.legal_moves()].index(25))
    careless = next_state(careless, [m.to_site for m in careless.legal_moves()].index(26))
    assert wins(state, 1)
    assert not wins(careless, 1)
    for move in territory().choose_turn(state):
        state.play(move)
    assert wins(state, 1)


def test_a_queen_is_walled_in() -> None:
    """An arrow at the only way out takes the other's last move."""
    state = position(
        """
        xxxxxx
        x1.x.x
        xx.xxx
        x..x.x
        xxxxx2
        xxxxxx
        """
    )
    turn = territory().choose_turn(state)
    for move in turn:
        state.play(move)
    assert wins(state, 1)


def test_visits_sum_up_to_the_iterations() -> None:
    stop, heard = threading.Event(), list[Analysis]()

    def hear(analysis: Analysis) -> None:
        heard.append(analysis)
        if len(heard) == 4:
            stop.set()

    analysis = territory().analyse(game().start(seed=1), on_progress=hear, stop=stop, every=0.0)
    # the first iteration expands the root
    assert sum(e.visits for e in analysis.moves) == analysis.iterations - 1
    assert analysis.moves[0].move == analysis.line[0]
    assert [e.visits for e in analysis.moves] == sorted((e.visits for e in analysis.moves), reverse=True)
    state = game().start(seed=1)
    for move in analysis.line:
        state.play(move)


def test_what_was_found_is_kept_for_the_next_move() -> None:
    agent, state = territory("territory:400"), game().start(seed=1)
    state.play(agent.choose(state))
    expected = agent.begin(state).analysis()
    assert 0 < expected.iterations < 400
    other = game().start(seed=1)
    assert agent.begin(other).analysis().iterations == 0


def test_equal_seeds_choose_equally() -> None:
    first, second = (territory("territory:80").choose_turn(game().start(seed=1)) for _ in range(2))
    assert first == second


def test_agents_in_several_threads_choose_as_they_do_alone() -> None:
    alone = territory().choose_turn(game().start(seed=1))
    together: dict[int, list[ludens.Move]] = {}

    def think(i: int) -> None:
        together[i] = territory().choose_turn(game().start(seed=1))

    threads = [threading.Thread(target=think, args=(i,)) for i in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [together[i] for i in range(3)] == [alone] * 3


def test_two_threads_grow_one_tree() -> None:
    agent, state = territory("territory:threads=2"), game().start(seed=1)
    tree = agent.tree(state)
    tree.run(Clock(60.0), 300, lambda: None)
    analysis = tree.analysis()
    assert analysis.iterations == 300
    assert sum(move.visits for move in analysis.moves) == 299  # the first looks at all moves
    assert analysis.moves[0].move in list(state.legal_moves())
    ints, used = tree.nodes.view(np.int32), int(tree.used[0])
    inner = [node for node in range(used) if tree.children(node).start < tree.children(node).stop]
    # a first look, the visit that expanded it, and those of who came meanwhile: many where a thread had to wait there
    own = [ints[node, VISITS] - (ints[tree.children(node), VISITS] - 1).sum() for node in inner[1:]]
    assert min(own) >= 2
    assert np.median(own) <= 3
    sums = tree.nodes.view(np.float64)[:used, SUM]
    assert (np.abs(sums) <= ints[:used, VISITS] + 1e-9).all()  # no loss is left that was only lent


@pytest.mark.parametrize("seed", range(6))
def test_what_two_threads_prove_is_so(seed: int) -> None:
    state = crowded(seed, empty=5)
    tree = territory("territory:threads=2").tree(state)
    tree.run(Clock(60.0), 20_000, lambda: None)
    proven = [move for move in tree.analysis().moves if move.proven]
    for move in proven:
        after = state.copy()
        after.play(move.move)
        assert wins(after, 1) == (move.proven > 0)
    assert tree.is_known() == bool(proven and (proven[0].proven > 0 or len(proven) == len(state.legal_moves())))


def test_a_game_without_territory() -> None:
    with pytest.raises(agents.AgentError, match=r"Tic-Tac-Toe is no game of territory: its pieces do not all slide"):
        agents.make("territory", ludens.load("Tic-Tac-Toe"))


def test_greedy_is_beaten() -> None:
    state, players = game().start(seed=1), [territory("territory:20"), agents.make("greedy", game(), seed=4)]
    while not state.is_over:
        for move in players[state.mover - 1].choose_turn(state):
            state.play(move)
    assert state.winner == 1
