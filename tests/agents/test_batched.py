"""Searches of many positions find what an agent finds that searches one after the other."""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens import agents
from ludens.agents.batched import batch_of


@pytest.mark.parametrize("count", [3, 40])
@pytest.mark.parametrize("name", ["Connect Four", "Backgammon"])
def test_a_batch_finds_what_its_agent_finds(count: int, name: str) -> None:
    game = ludens.load(name)
    agent = agents.make(f"uct:{count}", game, seed=1)
    batch = batch_of(agent)
    assert batch is not None
    state = game.start(seed=1)
    for ply in range(12):
        assert isinstance(agent, agents.Uct)
        agent.forget()
        agent.rng = np.random.default_rng(ply)
        own = agent.index(state, len(state.legal_moves()))
        agent.rng = np.random.default_rng(ply)
        assert batch.best([state.block]) == [own]
        state.play(state.legal_moves()[own])


@pytest.mark.parametrize(
    ("spec", "name"), [("uct:1s", "Tic-Tac-Toe"), ("greedy", "Tic-Tac-Toe"), ("uct:9:threads=2", "Backgammon")]
)
def test_who_searches_otherwise_has_no_batch(spec: str, name: str) -> None:
    assert batch_of(agents.make(spec, ludens.load(name))) is None
