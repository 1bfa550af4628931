"""A limit in seconds is for a whole turn, whose moves share it."""

from __future__ import annotations

import math

import pytest

import ludens
from ludens import agents
from ludens.agents import Searcher


def searcher(spec: str, game: ludens.Game) -> Searcher:
    agent = agents.make(spec, game, seed=1)
    assert isinstance(agent, Searcher)
    return agent


def test_the_two_moves_of_a_turn_share_its_time() -> None:
    game = ludens.load("Amazons", options=["Board Size/6x6"])
    agent, state = searcher("uct:1s", game), game.start(seed=1)
    assert agent.allowance(state) == pytest.approx(0.5)
    agent.took(state, 0.4)
    state.play(state.legal_moves()[0])
    assert agent.allowance(state) == pytest.approx(0.6)
    agent.took(state, 5.0)
    state.play(state.legal_moves()[0])
    assert agent.allowance(state) == pytest.approx(0.5)  # another turn, of whoever it is


def test_a_long_turn_leaves_something_for_each_move() -> None:
    game = ludens.load("Amazons", options=["Board Size/6x6"])
    agent, state = searcher("uct:1s", game), game.start(seed=1)
    agent.took(state, 9.0)
    state.play(state.legal_moves()[0])
    assert 0 < agent.allowance(state) < 0.1


def test_who_moves_once_has_all_of_it() -> None:
    game = ludens.load("Breakthrough")
    assert searcher("alphabeta:250ms", game).allowance(game.start(seed=1)) == pytest.approx(0.25)
    assert math.isinf(searcher("uct:500", game).allowance(game.start(seed=1)))


def test_the_plies_of_one_player_alone_are_turns() -> None:
    game = ludens.load("Peg Solitaire")
    agent, state = searcher("uct:1s", game), game.start(seed=1)
    for _ in range(3):
        assert agent.allowance(state) == pytest.approx(1.0)
        agent.took(state, 0.9)
        state.play(state.legal_moves()[0])


def test_an_agent_of_a_match_has_the_limit_of_its_agents() -> None:
    text = """(match "Two" (players 2) (games {(subgame "Tic-Tac-Toe" next:1) (subgame "Breakthrough" next:0)})
        (end (if (>= (count Trials) 2) (result P1 Win))))"""
    match = ludens.load(text)
    agent = searcher("uct:3s", match)
    assert (agent.limit.seconds, agent.allowance(match.start(seed=1))) == (3.0, pytest.approx(3.0))
    assert searcher("uct:70", match).limit.count == 70
