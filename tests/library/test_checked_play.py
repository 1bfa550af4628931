"""Games and searches in the checking mode: no access to memory leaves its object (`ludens.stage.checks`)."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import ludens
from ludens import agents
from ludens.agents import evaluation, native, native_best_first, native_open_loop, native_uct
from shelf import each_game

PLIES = 60
#: what is compiled once in a process, whatever the mode
COMPILED = (
    native.program,
    native_uct.uct,
    native_open_loop.open_loop,
    native_best_first.best_first,
    evaluation.program,
)


@pytest.fixture(autouse=True)
def checking(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LUDENS_CHECKS", "1")
    for program in COMPILED:
        program.cache_clear()
    yield
    for program in COMPILED:
        program.cache_clear()


def play(game: ludens.Game, seed: int) -> None:
    """Random moves, traced."""
    state, rng = game.start(seed=seed), random.Random(seed)
    for _ in range(PLIES):
        if state.is_over:
            return
        moves = list(state.legal_moves())
        by_mover = [[m for m in moves if m.mover == p] for p in sorted({m.mover for m in moves})]
        state.play([rng.choice(own) for own in by_mover] if state.is_simultaneous else rng.choice(moves))


@pytest.mark.integration
@pytest.mark.parametrize("name", each_game())
def test_games_stay_within_their_memory(name: str) -> None:
    game = ludens.load(name)
    for one in game.games:
        for seed in range(2):
            play(one, seed)
        assert one.fast.is_checked and one.traced.is_checked
        one.playouts(5, seed=1)
        if not one.is_simultaneous:
            batch = one.batch(3, seed=1)
            batch.play([0] * len(batch.count_moves()))
            batch.play_random(seed=2)
            one.perft(1)


@pytest.mark.parametrize("spec", ["uct:40", "alphabeta:3", "greedy", "territory:20"])
def test_searches_stay_within_their_memory(spec: str) -> None:
    game = ludens.load("Amazons" if spec.startswith("territory") else "Tic-Tac-Toe")
    agent, state = agents.make(spec, game, seed=1), game.start(seed=1)
    for _ in range(3):
        state.play(agent.choose(state))
