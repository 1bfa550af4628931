"""No agent looks at what its seat may not know."""

from __future__ import annotations

import pytest

import ludens
from ludens import agents
from ludens.agents.agent import Limit
from ludens.agents.uct import IsmctsSearch, Uct
from tests.agents.games import CUPS, CUPS_AT_ONCE, GAMBLE

#: how the agents are made that think; `worst` has a test of its own
THINKING = {"uct": "uct:600", "alphabeta": "alphabeta:2", "informed": "informed:2", "greedy": "greedy"}
SURE = 10


@pytest.fixture(scope="module")
def cups() -> ludens.Game:
    return ludens.load(CUPS)


def ball(state: ludens.game.State) -> int:
    return next(row[1] for row in state.sites())


def test_every_agent_that_plays_a_game_with_something_hidden_is_tested_here(cups: ludens.Game) -> None:
    assert set(agents.names(cups)) == {*THINKING, "random", "worst", "level"}


@pytest.mark.parametrize("kind", THINKING.values())
def test_who_does_not_see_the_ball_takes_the_draw(kind: str, cups: ludens.Game) -> None:
    """With an eye under the cups an agent would win every time; without it lifting one loses more than it wins."""
    agent = agents.make(kind, cups, seed=1)
    for seed in range(6):
        state = cups.start(seed=seed)
        assert agent.choose(state).to_site == SURE
        assert agent.choose_turn(state)[0].to_site == SURE


def test_the_worst_agent_does_not_know_where_the_ball_is_either(cups: ludens.Game) -> None:
    agent, met = agents.make("worst", cups, seed=1), 0
    for seed in range(30):
        state = cups.start(seed=seed)
        met += agent.choose(state).to_site == ball(state) + 5
    assert 1 <= met <= 15


@pytest.mark.parametrize("kind", ["uct:600", "alphabeta:2"])
def test_an_analysis_tells_what_the_mover_may_expect(kind: str, cups: ludens.Game) -> None:
    agent = agents.make(kind, cups, seed=1)
    assert isinstance(agent, agents.Searcher)
    search = agent.begin(cups.start(seed=0))
    search.run(agents.agent.Clock(60), 600 if agent.counts == "iterations" else 2, lambda: None)
    found = search.analysis()
    values = {one.move.to_site: one.value for one in found.moves}
    assert found.line[0].to_site == SURE
    assert values[SURE] == pytest.approx(0.5, abs=0.01)
    assert all(values[cup] < 0.5 for cup in range(5, 10)) and any(values[cup] > 0.02 for cup in range(5, 10))


def test_one_tree_is_grown_for_all_that_may_be(cups: ludens.Game) -> None:
    agent = Uct(cups, Limit(count=600), seed=2)
    search = agent.begin(cups.start(seed=0))
    assert isinstance(search, IsmctsSearch)
    search.iterate(300)
    found = search.analysis()
    assert found.iterations == sum(one.visits for one in found.moves) == 300
    assert search.trees[0].used == 1 + len(found.moves)


def test_who_moves_at_once_does_not_see_the_ball() -> None:
    game = ludens.load(CUPS_AT_ONCE)
    agent = agents.make("uct:1200", game, seed=1)
    for seed in range(4):
        assert agent.choose_for(game.start(seed=seed), 1).to_site == SURE


@pytest.mark.parametrize("kind", THINKING.values())
def test_nobody_knows_what_will_fall(kind: str) -> None:
    game = ludens.load(GAMBLE)
    agent = agents.make(kind, game, seed=1)
    assert [agent.choose(game.start(seed=seed)).to_site for seed in range(8)] == [1] * 8


def test_the_strongest_where_something_is_hidden_is_uct(cups: ludens.Game) -> None:
    assert agents.strongest(cups) == "uct"
