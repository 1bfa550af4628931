"""What searches tell, and how they are interrupted."""

from __future__ import annotations

import threading

import pytest

import ludens
from ludens import agents
from ludens.agents import Analysis, Greedy, Searcher, Uct, native_tree
from ludens.agents.clock import Clock
from ludens.agents.uct import OpenLoopSearch


@pytest.fixture(scope="module")
def game() -> ludens.Game:
    return ludens.load("Tic-Tac-Toe")


def searcher(kind: str, game: ludens.Game) -> Searcher:
    agent = agents.make(kind, game, seed=5)
    assert isinstance(agent, Searcher)
    return agent


def analysed(kind: str, game: ludens.Game) -> Analysis:
    """An analysis that ends with its first progress report."""
    seen, stop = list[Analysis](), threading.Event()

    def hear(analysis: Analysis) -> None:
        seen.append(analysis)
        stop.set()

    last = searcher(kind, game).analyse(game.start(seed=1), on_progress=hear, stop=stop, every=0.0)
    assert len(seen) == 1
    assert last.iterations >= seen[0].iterations
    return last


def test_visits_of_a_tree_sum_up_to_its_iterations(game: ludens.Game) -> None:
    agent = searcher("uct", game)
    stop, heard = threading.Event(), list[Analysis]()
    analysis = agent.analyse(
        game.start(seed=1),
        on_progress=lambda a: (heard.append(a), len(heard) == 5 and stop.set()),
        stop=stop,
        every=0.0,
    )
    assert sum(move.visits for move in analysis.moves) == analysis.iterations > 0
    assert [a.iterations for a in heard] == sorted(a.iterations for a in heard)


@pytest.mark.parametrize("kind", ["uct", "alphabeta"])
def test_an_analysis_lists_every_legal_move_the_best_first(kind: str, game: ludens.Game) -> None:
    analysis = analysed(kind, game)
    state = game.start(seed=1)
    assert {e.move.to_trial() for e in analysis.moves} == {m.to_trial() for m in state.legal_moves()}
    assert analysis.line[0] == analysis.moves[0].move
    assert analysis.value == analysis.moves[0].value
    assert all(0 <= e.value <= 1 for e in analysis.moves)


def test_the_line_can_be_played(game: ludens.Game) -> None:
    seen = list[Analysis]()
    agent = searcher("uct", game)
    agent.analyse(
        game.start(seed=1),
        on_progress=lambda a: (seen.append(a), a.iterations > 5000 and agent.stop()),
        every=0.0,
    )
    line = seen[-1].line
    assert len(line) > 1
    state = game.start(seed=1)
    for move in line:
        state.play(move)


@pytest.mark.parametrize("kind", ["uct", "alphabeta"])
def test_another_thread_stops_an_analysis(kind: str) -> None:
    game = ludens.load("Amazons", options=["Board Size/6x6"])
    agent, found = searcher(kind, game), list[Analysis]()
    started = threading.Event()
    thinker = threading.Thread(
        target=lambda: found.append(agent.analyse(game.start(seed=1), on_progress=lambda _: started.set(), every=0.0))
    )
    thinker.start()
    assert started.wait(60)
    agent.stop()
    thinker.join(60)
    assert not thinker.is_alive()
    assert found[0].moves


def test_a_winning_move_is_worth_one(game: ludens.Game) -> None:
    state = game.start(seed=1)
    for site in (0, 3, 1, 4):
        state.play(next(m for m in state.legal_moves() if m.to_site == site))
    for kind in ("uct:300", "alphabeta:1"):
        assert agents.make(kind, game, seed=2).choose(state).to_site == 2


def test_nothing_to_analyse(game: ludens.Game) -> None:
    state = game.start(seed=1)
    while not state.is_over:
        state.play(state.legal_moves()[0])
    with pytest.raises(agents.AgentError, match="over"):
        searcher("uct", game).analyse(state, 1.0)


def test_stop_without_a_search_does_nothing(game: ludens.Game) -> None:
    agent = searcher("uct:50", game)
    agent.stop()
    assert agent.choose(game.start(seed=1)) in game.start(seed=1).legal_moves()


@pytest.mark.parametrize(
    ("kind", "name", "unit"),
    [
        ("uct", "Breakthrough", "wins"),
        ("alphabeta", "Breakthrough", "points"),
        ("territory", "Amazons", "estimate"),
        ("uct", "Backgammon", "wins"),
        ("greedy", "Breakthrough", "points"),
    ],
)
def test_every_agent_that_compares_moves_tells_how_they_stand(kind: str, name: str, unit: str) -> None:
    """Moves with values in units that are said; and from each of the best a line on that can be played."""
    game = ludens.load(name)
    state, agent = game.start(seed=3), agents.make(kind, game, seed=3)
    if isinstance(agent, Searcher):
        search = agent.begin(state)
        search.run(Clock(60), 3 if agent.counts == "plies" else 400, lambda: None)
        found = search.analysis()
        numbers = [move.to_trial() for move in state.legal_moves()]
        for one in found.moves[:3]:
            line = search.line(numbers.index(one.move.to_trial()))
            assert line[0].to_trial() == one.move.to_trial()
            after = state.copy()
            for move in line:
                after.play(move)
        assert [m.to_trial() for m in found.line] == [m.to_trial() for m in search.line(search.best())]
    else:
        assert isinstance(agent, Greedy)
        found = agent.analyse(state)
    assert found.unit == unit
    assert len(found.moves) == len(state.legal_moves())
    assert all((one.score is None) == (unit != "points") for one in found.moves)


def test_a_decided_game_has_no_lead_but_a_winner(game: ludens.Game) -> None:
    state = game.start(seed=1)
    for site in (0, 3, 1, 4):
        state.play(next(m for m in state.legal_moves() if m.to_site == site))
    best = searcher("alphabeta", game).analyse(state, 60).moves[0]
    assert (best.move.to_site, best.score, best.proven, best.value) == (2, None, 1, 1.0)
    greedy = agents.make("greedy", game)
    assert isinstance(greedy, Greedy)
    assert greedy.analyse(state).moves[0].proven == 1


def test_games_of_chance_are_searched_by_moves() -> None:
    """Visits add up however the dice fall; deeper moves are kept, so that there are more nodes than moves."""
    game = ludens.load("Backgammon")
    agent = agents.make("uct", game, seed=4)
    assert isinstance(agent, Uct)
    state = game.start(seed=2)
    search = agent.begin(state)
    assert isinstance(search, OpenLoopSearch)
    search.iterate(300)
    analysis = search.analysis()
    assert sum(e.visits for e in analysis.moves) == analysis.iterations == 300
    assert [e.move for e in analysis.moves if e.visits] and len(analysis.moves) == len(state.legal_moves())
    assert search.trees[0].used > len(analysis.moves) + 1


def test_two_moves_that_are_the_same_are_one_node() -> None:
    """The root's moves do not depend on what falls later: each has one node, however often it is met."""
    game = ludens.load("Backgammon")
    agent = agents.make("uct", game, seed=4)
    assert isinstance(agent, Uct)
    search = agent.begin(game.start(seed=2))
    search.iterate(200)
    listed, child = 0, int(search.trees[0].ints[0, native_tree.CHILD])
    while child:
        listed += 1
        child = int(search.trees[0].ints[child, native_tree.SIBLING])
    assert listed == len(game.start(seed=2).legal_moves())
