"""Alpha-beta finds what plain minimax finds, which is written here once more, in Python and without cuts."""

from __future__ import annotations

import math

import pytest

import ludens
from ludens import agents
from ludens.agents.agent import Limit
from ludens.agents.alphabeta import AlphaBeta, AlphaBetaSearch
from ludens.agents.analysis import DECIDED
from ludens.agents.clock import Clock
from ludens.agents.native_table import NONE, OPEN
from ludens.agents.native_words import SearchWord

THREE = """
(game "Three" (players 3)
  (equipment {
    (board (square 4))
    (piece "Man" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
  })
  (rules
    (start {(place "Man1" {0 1 2}) (place "Man2" {12 13}) (place "Man3" {7 11 15})})
    (play (forEach Piece))
    (end (if (no Moves Next) (result Mover Win)))))
"""


def evaluation(agent: AlphaBeta, state: ludens.State, player: int) -> float:
    """Score and material of the player, less the mean of the others'; a million for a game won."""
    n = state.game.num_players
    if state.is_over:
        rank = state.ranking[player - 1]
        return (1.0 - 2.0 * (rank - 1.0) / (n - 1)) * 1e6 if rank else 0.0
    weights, counts = agent.weights(), state.field("owned_count")
    held = [float(weights[p] @ counts) + state.scores[p - 1] for p in range(1, n + 1)]
    others = [worth for p, worth in enumerate(held, 1) if p != player]
    return held[player - 1] - sum(others) / len(others)


def minimax(agent: AlphaBeta, state: ludens.State, player: int, depth: int) -> float:
    """What the player may expect where everybody else plays against them."""
    if depth == 0 or state.is_over:
        return evaluation(agent, state, player)
    values = []
    for move in state.legal_moves():
        child = state.copy()
        child.play(move)
        values.append(minimax(agent, child, player, depth - 1))
    return max(values) if state.mover == player else min(values)


def after(game: ludens.Game, plies: int, seed: int) -> ludens.State:
    """A position some plies on; the moves are chosen by a rule of thumb."""
    state = game.start(seed=seed)
    for ply in range(plies):
        moves = state.legal_moves()
        if state.is_over:
            break
        state.play(moves[(seed * 31 + ply * 17) % len(moves)])
    return state


@pytest.mark.parametrize(
    ("source", "depth"),
    [("Tic-Tac-Toe", 4), ("English Draughts", 3), ("Oware", 3), ("Breakthrough", 2), ("Reversi", 3), (THREE, 3)],
    ids=lambda value: "Three" if value is THREE else str(value),
)
@pytest.mark.parametrize("plies", [3, 10, 24])
def test_equals_minimax(source: str, depth: int, plies: int) -> None:
    game = ludens.load(source)
    agent = agents.make("alphabeta", game, seed=1)
    assert isinstance(agent, AlphaBeta)
    state = after(game, plies, seed=plies)
    if state.is_over:
        state = after(game, 3, seed=1)
    search = agent.begin(state)
    search.run(Clock(math.inf), depth, lambda: None)
    found = search.analysis()
    best = minimax(agent, state, state.mover, found.depth)
    chosen = state.copy()
    chosen.play(found.line[0])
    assert found.value == pytest.approx(0.5 + 0.5 * math.tanh(best / 4))
    assert minimax(agent, chosen, state.mover, found.depth - 1) == pytest.approx(best)


@pytest.mark.parametrize(("source", "depth"), [("Breakthrough", 4), ("Reversi", 4), ("Oware", 5), (THREE, 3)])
def test_the_line_leads_to_what_the_move_is_worth(source: str, depth: int) -> None:
    """At the end of the line of each of the best moves stands the evaluation that the move is said to have."""
    game = ludens.load(source)
    for plies in (4, 12):
        agent, state = AlphaBeta(game, seed=1), after(game, plies, seed=plies)
        agent.lines = 3
        search = AlphaBetaSearch(agent, state)
        search.run(Clock(math.inf), depth, lambda: None)
        best = search.analysis().moves[:3]
        assert not any(one.bound for one in best)
        for number in search.order[:3]:
            line, there = search.line(int(number)), state.copy()
            for move in line:
                there.play(move)
            assert len(line) == depth or there.is_over
            assert evaluation(agent, there, state.mover) == pytest.approx(search.values[number])


def test_as_many_moves_as_are_wanted_have_exact_values() -> None:
    game = ludens.load("Breakthrough")
    state = after(game, 10, seed=2)
    exact, some = AlphaBeta(game, seed=1), AlphaBeta(game, seed=1)
    some.lines = 4
    wanted, search = values(exact, state, 4), AlphaBetaSearch(some, state)
    search.run(Clock(math.inf), 4, lambda: None)
    found = search.analysis().moves
    assert not any(one.bound for one in found[:4]) and all(one.bound for one in found[-4:])
    assert [search.values[i] for i in search.order[:4]] == sorted(wanted.values(), reverse=True)[:4]
    assert all(wanted[int(i)] <= search.values[i] for i in search.order[4:])


#: where the last move is decides which moves are legal, and what was taken decides the game
NEAR = """
(game "Near" (players 2)
  (equipment {(board (square 4)) (piece "Man" Each)})
  (rules
    (play (if (= (count Moves) 0)
      (move Add (to (sites Empty)))
      (move Add (to (sites Around (last To) if:(is Empty (to)))))))
    (end (if (no Moves Next) (result Mover Win)))))
"""

#: positions must not come again; whoever has no move loses
AGAIN = """
(game "Again" (players 2)
  (equipment {(board (rectangle 2 3)) (piece "Man" Each (move Step (to if:(is Empty (to)))))})
  (rules
    (meta (no Repeat Positional))
    (start {(place "Man1" {0 1}) (place "Man2" {4 5})})
    (play (forEach Piece))
    (end (if (no Moves Next) (result Mover Win)))))
"""


def values(agent: AlphaBeta, state: ludens.State, depth: int) -> dict[int, float]:
    """What each legal move is worth, by search to a depth in which no move is given up."""
    search = AlphaBetaSearch(agent, state, exact=True)
    search.run(Clock(math.inf), depth, lambda: None)
    return {int(i): float(search.values[i]) for i in search.order}


@pytest.mark.parametrize(
    ("source", "depth"),
    [
        ("Reversi", 6), ("Breakthrough", 5), ("Oware", 7), ("English Draughts", 7), ("Konane", 5),
        ("Nine Men's Morris", 5), ("Tic-Tac-Toe", 7), (THREE, 5), (NEAR, 9),
    ],
    ids=lambda value: str(value)[1:13] if "(game" in str(value) else str(value),
)  # fmt: skip
def test_a_table_changes_no_value(source: str, depth: int) -> None:
    """With and without what was found of positions that were met on another way."""
    game = ludens.load(source)
    looked_up = 0
    for plies in (2, 9, 30):
        state = after(game, plies, seed=plies)
        if state.is_over:
            continue
        agent, other = AlphaBeta(game, seed=1), AlphaBeta(game, seed=1)
        other.workers[0].words[SearchWord.TRUST] = 0
        assert values(agent, state, depth) == values(other, state, depth)
        looked_up += other.workers[0].nodes - agent.workers[0].nodes
    assert looked_up > 0


def test_nothing_is_the_same_where_the_past_counts() -> None:
    """A position that was reached on another way has other moves, where none may come again."""
    game = ludens.load(AGAIN)
    exact, usual = agents.make("alphabeta:transposed=no", game, seed=1), AlphaBeta(game, seed=1)
    assert isinstance(exact, AlphaBeta)
    assert (exact.workers[0].words[SearchWord.TRUST], usual.workers[0].words[SearchWord.TRUST]) == (NONE, OPEN)
    for plies in range(6):
        state = after(game, plies, seed=plies)
        if state.is_over:
            continue
        wanted = minimax(exact, state, state.mover, 6)
        assert max(values(exact, state, 6).values()) == wanted
        found = max(values(usual, state, 6).values())
        assert abs(found) < DECIDED or found == wanted


def test_what_was_found_is_used_for_the_next_move() -> None:
    game, kept, anew = ludens.load("Reversi"), 0, 0
    for seed in range(5):
        agent, state = AlphaBeta(game, Limit(count=5), seed=seed), after(game, 6, seed=seed)
        for _ in range(2):
            state.play(agent.choose(state))
        AlphaBetaSearch(agent, state).run(Clock(math.inf), 5, lambda: None)
        kept += agent.workers[0].nodes
        fresh = AlphaBeta(game, seed=seed)
        AlphaBetaSearch(fresh, state).run(Clock(math.inf), 5, lambda: None)
        anew += fresh.workers[0].nodes
    assert kept < anew


def test_threads_find_what_one_finds() -> None:
    """Moves that were put off because another thread searched them are searched before a depth is done."""
    game = ludens.load("English Draughts")
    for plies in (4, 9, 16):
        state = after(game, plies, seed=plies)
        found = []
        for count in (1, 3):
            search = AlphaBetaSearch(AlphaBeta(game, Limit(threads=count), seed=1), state, exact=True)
            search.run(Clock(math.inf), 5, lambda: None)
            found.append({int(i): float(search.values[i]) for i in search.order})
        assert found[0].keys() == found[1].keys()
        assert max(found[0].values()) == max(found[1].values())


def test_threads_share_a_table() -> None:
    """The first thread's search is whole; what it takes over from the others was searched deeper."""
    game = ludens.load("Breakthrough")
    state = after(game, 8, seed=2)
    agent = AlphaBeta(game, Limit(threads=3), seed=1)
    search = AlphaBetaSearch(agent, state)
    search.run(Clock(math.inf), 5, lambda: None)
    assert search.depth == 5 and sorted(search.order.tolist()) == list(range(search.count))
    assert all(worker.nodes for worker in agent.workers)
    assert search.analysis().iterations == sum(worker.nodes for worker in agent.workers)


def test_threads_end_with_the_clock() -> None:
    agent = AlphaBeta(ludens.load("Chess"), Limit(seconds=0.1, threads=2), seed=1)
    state = agent.game.start(seed=1)
    assert agent.choose(state) in state.legal_moves()
    assert agent.stop_word[0] == 1
