"""Agents in games in which all players move at once."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import ludens
from ludens import agents
from ludens.agents.clock import Clock
from ludens.agents.joint import JointSearch

#: player 1 wins who takes site 1 in the first turn, and else nobody does; player 2 can only pass
RACE = """(game "Grab" (players 2) (mode Simultaneous)
    (equipment {(board (rectangle 1 4)) (piece "Disc" Each)})
    (rules
        (play (if (is Mover P1)
            (move Add (to (sites {0 1 2 3})))
            (move Pass)))
        (end {
            (if (is In 1 (sites Occupied by:P1)) (result P1 Win))
            (if (> (count Turns) 1) (result P1 Draw))})))"""


@pytest.fixture(scope="module")
def game() -> ludens.Game:
    made: ludens.Game = ludens.load(RACE)
    return made


def test_each_player_gets_a_move_of_their_own(game: ludens.Game) -> None:
    state = game.start(seed=1)
    for kind in ("random", "greedy", "uct:20"):
        agent = agents.make(kind, game, seed=2)
        chosen = [agent.choose_for(state, player) for player in (1, 2)]
        assert [move.mover for move in chosen] == [1, 2]
        state.copy().play(chosen)


def test_the_winning_move_is_found(game: ludens.Game) -> None:
    for seed in range(5):
        assert agents.make("uct:60", game, seed=seed).choose_for(game.start(seed=1), 1).to_site == 1


def test_a_player_who_does_not_move(game: ludens.Game) -> None:
    state = game.start(seed=1)
    with pytest.raises(agents.AgentError, match="player 3"):
        agents.make("uct:20", game).choose_for(state, 3)


def test_the_search_of_a_joint_move_can_be_stopped(game: ludens.Game) -> None:
    """A clock that has run out allows one iteration, whatever the agent's own limit."""
    stopped = threading.Event()
    stopped.set()
    state, agent = game.start(seed=1), agents.make("uct:999999999", game, seed=1)
    assert agent.choose_for(state, 1, Clock(1e9, stopped)) in state.legal_moves()


def test_what_a_search_knows_of_all_players_moves(game: ludens.Game) -> None:
    search = JointSearch(game.start(seed=1), np.random.default_rng(1), 0.7)
    search.run(Clock(1e9), 200)
    found = search.analysis()
    assert [one.move.mover for one in found.moves] == [1, 1, 1, 1, 2]
    assert sum(one.visits for one in found.moves) == 2 * found.iterations == 400
    assert found.moves[0].move.to_site == 1
    assert found.value == found.moves[0].value == 1.0
    assert search.best() == search.best(1)
    assert search.best(2) == 4


def test_who_plays_where_players_move_at_once(game: ludens.Game) -> None:
    assert agents.names(game) == ["uct", "random", "level"]
    with pytest.raises(agents.AgentError, match="move at once"):
        agents.check("greedy", game)
