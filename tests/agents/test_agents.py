"""What all agents share."""

from __future__ import annotations

import threading

import pytest

import ludens
from ludens import agents


@pytest.fixture(scope="module")
def amazons() -> ludens.Game:
    return ludens.load("Amazons", options=["Board Size/6x6"])


@pytest.mark.parametrize(("synonym", "name"), [("easy", "random"), ("hard", "greedy"), ("dumb", "worst")])
def test_synonyms(synonym: str, name: str, amazons: ludens.Game) -> None:
    assert type(agents.make(synonym, amazons)) is type(agents.make(name, amazons))
    assert synonym not in agents.names()


def test_unknown_names_and_limits(amazons: ludens.Game) -> None:
    with pytest.raises(agents.AgentError, match="no agent 'clever'"):
        agents.make("clever", amazons)
    with pytest.raises(agents.AgentError, match="'soon' is no limit"):
        agents.make("uct:soon", amazons)


@pytest.mark.parametrize("kind", ["random", "greedy", "uct:20", "alphabeta:1"])
def test_a_turn_ends_where_another_player_is_to_move(kind: str, amazons: ludens.Game) -> None:
    state = amazons.start(seed=1)
    before = state.tobytes()
    turn = agents.make(kind, amazons, seed=3).choose_turn(state)
    assert state.tobytes() == before
    assert len(turn) == 2
    for move in turn:
        assert state.mover == 1
        state.play(move)
    assert state.mover == 2


def test_equal_seeds_choose_equally(amazons: ludens.Game) -> None:
    chosen = [agents.make("uct:100", amazons, seed=9).choose(amazons.start(seed=1)) for _ in range(2)]
    assert chosen[0] == chosen[1]


def test_agents_in_several_threads_choose_as_they_do_alone(amazons: ludens.Game) -> None:
    alone = [agents.make("uct:300", amazons, seed=i).choose(amazons.start(seed=1)) for i in range(4)]
    together: list[ludens.Move | None] = [None] * 4

    def think(i: int) -> None:
        together[i] = agents.make("uct:300", amazons, seed=i).choose(amazons.start(seed=1))

    threads = [threading.Thread(target=think, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == alone


def test_limits_with_threads(amazons: ludens.Game) -> None:
    assert agents.check("uct:1s:threads=2", amazons) == agents.Limit(seconds=1.0, threads=2)
    assert agents.check("uct:threads=3", amazons) == agents.Limit(threads=3)
    for wrong in ("uct:threads=0", "uct:threads=two", "uct:1s:2s", "uct:1s:2", "uct:1s:"):
        with pytest.raises(agents.AgentError, match="is no limit"):
            agents.check(wrong, amazons)
    for spec in ("unbounded:1s:threads=2", "random:threads=2"):
        with pytest.raises(agents.AgentError, match="one thread"):
            agents.check(spec, amazons)
        with pytest.raises(agents.AgentError, match="one thread"):
            agents.make(spec, amazons)
    assert agents.check("unbounded:1s:threads=1", amazons) == agents.Limit(seconds=1.0)
