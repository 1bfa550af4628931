"""Agents that play matches."""

from __future__ import annotations

import threading

import pytest

import ludens
from ludens import agents
from ludens.agents import Searcher
from ludens.game.match import MatchState

#: rows first, then an Amazons that is small; the second game is the last
SERIES = """(match "Rows and Arrows" (players 2)
    (games {(subgame "Tic-Tac-Toe" next:1) (subgame "Amazons" "Board Size/6x6" next:0)})
    (end (if (>= (count Trials) 2) (if (> (matchScore P1) (matchScore P2)) (result P1 Win)) (result P2 Win))))"""


@pytest.fixture(scope="module")
def match() -> ludens.Game:
    made: ludens.Game = ludens.load(SERIES)
    return made


@pytest.mark.parametrize("kind", ["random", "greedy", "alphabeta:1", "uct:20"])
def test_a_match_is_played_to_its_end(match: ludens.Game, kind: str) -> None:
    players = [agents.make(kind, match, seed=seed) for seed in (1, 2)]
    state, games = match.start(seed=1), set()
    while not state.is_over:
        games.add(state.playing.game.name)
        move = players[state.mover - 1].choose(state)
        assert any(move is legal for legal in state.legal_moves())
        state.play(move)
    assert games == {"Tic-Tac-Toe", "Amazons"}
    assert sorted(state.ranking) == [1.0, 2.0]


def test_a_match_is_analysed(match: ludens.Game) -> None:
    agent = agents.make("uct:50", match, seed=1)
    assert isinstance(agent, Searcher)
    state = match.start(seed=1)
    stopped = threading.Event()
    stopped.set()
    found = agent.analyse(state, 1.0, stop=stopped)
    assert len(found.moves) == 9
    turn = agent.choose_turn(state)
    assert [move.mover for move in turn] == [1]


def test_who_plays_what(match: ludens.Game) -> None:
    """BestFirst plays Amazons, and so no match that has other games in it."""
    known = ["informed", "mcts", "alphabeta", "uct", "unbounded", "greedy", "random", "worst", "level"]
    assert agents.names(match) == known
    assert agents.names(ludens.load("Amazons")) == agents.names()
    with pytest.raises(agents.AgentError, match="Tic-Tac-Toe is no game of territory"):
        agents.make("territory", match)
    with pytest.raises(agents.AgentError, match="Tic-Tac-Toe is no game of territory"):
        agents.check("territory:1s", match)
    assert agents.check("uct:2s", match) == agents.Limit(seconds=2.0)


def test_a_match_state_between_its_games(match: ludens.Game) -> None:
    state = match.start(seed=1)
    assert isinstance(state, MatchState)
    agent = agents.make("uct:50", match, seed=1)
    while not state.playing.is_over:
        state.play(state.legal_moves()[0])
    assert state.is_between
    assert state.finished == 0
    (onward,) = state.legal_moves()
    assert agent.choose(state) is onward
    state.play(onward)
    assert state.finished == 1
    assert not state.is_between
