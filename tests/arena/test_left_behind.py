"""What a game between agents leaves behind."""

from __future__ import annotations

import gc
import weakref

import pytest

import ludens
from ludens import agents
from ludens.arena.match import play_game


@pytest.mark.parametrize("kind", ["uct", "mcts", "unbounded", "informed", "alphabeta"])
def test_the_memory_of_agents_is_free_after_their_game(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Trees take hundreds of megabytes of address space, and a tournament has a new one for each game."""
    seen, made = list[weakref.ref[agents.Agent]](), agents.make

    def watched(*given: object, **named: object) -> agents.Agent:
        agent = made(*given, **named)  # type: ignore[arg-type]
        seen.append(weakref.ref(agent))
        return agent

    monkeypatch.setattr(agents, "make", watched)
    game = ludens.load("Breakthrough")
    gc.collect()
    gc.disable()
    try:
        limit = 2 if kind in ("informed", "alphabeta") else 20
        play_game(game, [f"{kind}:{limit}", "random"], 1, opening=2, ply_limit=12)
        assert len(seen) == 2 and not any(one() for one in seen)
    finally:
        gc.enable()
