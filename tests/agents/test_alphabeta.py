"""Alpha-beta finds what plain minimax finds, which is written here once more, in Python and without cuts."""

from __future__ import annotations

import math

import pytest

import ludens
from ludens import agents
from ludens.agents.alphabeta import AlphaBeta
from ludens.agents.clock import Clock

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
