"""The agent `mobile`, in one file: examples/extend/agents/mobile.py."""

from __future__ import annotations

import ludens
from ludens import agents


def test_it_is_known_by_its_name() -> None:
    assert "mobile" in agents.names(ludens.load("Hex"))
    assert agents.kind_of("mobile").about().startswith("The move after which the next player has the fewest moves")


def test_it_leaves_few_moves() -> None:
    state = ludens.load("Amazons", options=["Board Size/6x6"]).start(seed=1)
    chosen = agents.make("mobile", state.game, seed=1).choose(state)
    left = []
    for move in state.legal_moves():
        after = state.copy()
        after.play(move)
        left.append(len(after.legal_moves()))
    state.play(chosen)
    assert len(state.legal_moves()) == min(left)


def test_it_beats_random_play() -> None:
    game = ludens.load("Isolation")
    won = 0
    for seed in range(10):
        state = game.start(seed=seed)
        players = [agents.make("mobile", game, seed=seed), agents.make("random", game, seed=seed)]
        while not state.is_over:
            state.play(players[state.mover - 1].choose(state))
        won += state.ranking[0] == 1.0
    assert won >= 8
