"""Agents in games in which all players move at once."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import ludens
from ludens import agents
from ludens.agents.clock import Clock
from ludens.agents.joint import JointSearch
from ludens.agents.uct import Uct

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

#: player 1 draws by site 3, and goes on by site 0: then he wins by site 1, and loses by site 2
LATER = """(game "Later" (players 2) (mode Simultaneous)
    (equipment {(board (rectangle 1 8)) (hand Each) (piece "Stone" Each)})
    (rules
        (start {(place "Stone1" (handSite P1)) (place "Stone2" (handSite P2))})
        (play (or
            (move (from (handSite P1)) (to (if (is Empty 0) (sites {0 3}) (sites {1 2}))) copy:True P1)
            (move (from (handSite P2)) (to (sites {6 7})) copy:True P2)))
        (end {
            (if (is Occupied 3) (result P1 Draw))
            (if (is Occupied 1) (result P1 Win))
            (if (is Occupied 2) (result P2 Win))})))"""


@pytest.fixture(scope="module")
def game() -> ludens.Game:
    made: ludens.Game = ludens.load(RACE)
    return made


def searched(game: ludens.Game, iterations: int) -> JointSearch:
    """What decoupled UCT found out about a game's first position."""
    agent = agents.make("uct", game, seed=1)
    assert isinstance(agent, Uct)
    search = agent.explore(game.start(seed=1))
    assert isinstance(search, JointSearch)
    search.run(Clock(1e9), iterations, lambda: None)
    return search


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
    search = searched(game, 200)
    found = search.analysis()
    assert [one.move.mover for one in found.moves] == [1, 1, 1, 1, 2]
    assert sum(one.visits for one in found.moves) == 2 * found.iterations == 400
    assert found.moves[0].move.to_site == 1
    assert found.value == found.moves[0].value == 1.0
    assert search.best() == search.best(1)
    assert search.best(2) == 4


def test_what_comes_later_is_searched_too() -> None:
    """By random games site 0, behind which one move of two wins, is worth no more than site 3, which draws at once."""
    game = ludens.load(LATER)
    for seed in range(5):
        assert agents.make("uct:1000", game, seed=seed).choose_for(game.start(seed=1), 1).to_site == 0
    assert searched(game, 1000).analysis().value > 0.9


def test_neither_of_two_players_does_well_by_always_making_the_same_move() -> None:
    """In Rock Paper Scissors each move is tried as often in the long run."""
    game = ludens.load("Rock Paper Scissors")
    found = searched(game, 20000).analysis()
    shares = np.array([one.visits for one in found.moves]) / found.iterations
    assert np.abs(shares - 1 / 3).max() < 0.1
    assert abs(found.value - 0.5) < 0.1


@pytest.mark.parametrize("name", ["Tron", "Undercut", "Morra", "Goofspiel"])
def test_threads_grow_trees_of_their_own(name: str) -> None:
    game = ludens.load(name)
    state = game.start(seed=1)
    agent = agents.make("uct:400:threads=2", game, seed=1)
    for player in (1, 2):
        assert agent.choose_for(state, player).mover == player


def test_who_plays_where_players_move_at_once(game: ludens.Game) -> None:
    assert agents.names(game) == ["uct", "random", "level"]
    with pytest.raises(agents.AgentError, match="move at once"):
        agents.check("greedy", game)
