"""Unbounded best-first minimax: it proves what can be proven, and ends where everything is known."""

from __future__ import annotations

import math

import pytest

import ludens
from ludens import agents
from ludens.agents.agent import AgentError
from ludens.agents.clock import Clock
from ludens.agents.unbounded import Unbounded


def searched(state: ludens.State, count: int, spec: str = "unbounded") -> agents.Analysis:
    agent = agents.make(spec, state.game, seed=1)
    assert isinstance(agent, Unbounded)
    search = agent.begin(state)
    search.run(Clock(math.inf), count, lambda: None)
    return search.analysis()


def played(name: str, moves: str) -> ludens.State:
    state = ludens.load(name).start(seed=1)
    for move in moves.split():
        state.play(state.parse(move))
    return state


def test_a_drawn_game_is_known_to_its_end() -> None:
    """Tic-Tac-Toe: the search ends by itself, long before its limit, and every move is a draw."""
    found = searched(played("Tic-Tac-Toe", "B2 A1"), 1_000_000)
    assert found.iterations < 20_000
    assert found.value == 0.5 and found.moves[0].proven == 0


@pytest.mark.parametrize("spec", ["unbounded", "unbounded:trust=0.5:exploration=0.6"])
def test_a_win_is_proven(spec: str) -> None:
    found = searched(played("Tic-Tac-Toe", "A1 B1 B2 C1"), 1_000_000, spec)
    assert found.moves[0].proven == 1 and found.value == 1


def test_what_is_lost_whatever_follows_is_seen() -> None:
    found = searched(played("Tic-Tac-Toe", "A1 B1 A3"), 1_000_000)
    assert {one.proven for one in found.moves} == {-1}


def test_a_row_of_four_is_stopped() -> None:
    state = played("Gomoku", "h8 g8 i8 a1 j8 c3 k8")
    assert state.notation(searched(state, 400).line[0]).lower() == "l8"


def test_games_for_others_are_refused() -> None:
    for name in ("Backgammon", "Ludo", "Dark Hex"):
        with pytest.raises(AgentError):
            agents.check("unbounded", ludens.load(name))
    with pytest.raises(AgentError, match="trust cannot be '2'"):
        agents.check("unbounded:trust=2", ludens.load("Hex"))
