"""Time for a whole game is shared among its turns, and not wasted where nothing can change."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import pytest

import ludens
from ludens import agents
from ludens.agents import Analysis, Clock, Examined, Searcher, Uct, material, mixture, proposing
from ludens.agents.agent import parse_limit
from ludens.agents.informed import evaluation_of
from ludens.agents.timing import GameClock, Patience, Span, TimeLeft, plies_to_come
from ludens.game.single import SingleGame
from ludens.native import choices, seed_choices

if TYPE_CHECKING:
    from ludens.game import Game


@pytest.fixture(scope="module")
def tic() -> Game:
    return ludens.load("Tic-Tac-Toe")


def examined(game: Game, *visits_and_values: tuple[int, float]) -> list[Examined]:
    moves = game.start(seed=1).legal_moves()
    return [Examined(move, *told) for move, told in zip(moves, visits_and_values, strict=False)]


def test_a_clock_is_a_limit() -> None:
    limit = parse_limit("clock=5m+3s:threads=2")
    assert (limit.clock, limit.threads, limit.seconds) == (TimeLeft(300, increment=3), 2, None)
    assert parse_limit("clock=900ms").clock == TimeLeft(0.9)
    assert limit.longest is not None and 3 < limit.longest < 300
    assert parse_limit("1s").longest == 1.0 and parse_limit("70").longest is None
    for wrong in ("clock=", "clock=5", "clock=1s+", "clock=-1s", "1s:clock=1s", "clock=1s:20", "clock=1s:clock=1s"):
        with pytest.raises(agents.AgentError, match="is no limit"):
            parse_limit(wrong)


def test_what_is_left_is_shared_evenly() -> None:
    left = 100.0
    for turns in range(60, 0, -1):
        span = TimeLeft(left).span(turns)
        assert span.usual <= span.most <= left
        left -= span.most
    assert left > 0
    assert TimeLeft(1e-3).span(20).most < 0.01
    assert TimeLeft(0, byoyomi=2).span(20) == Span(pytest.approx(1.9), pytest.approx(1.9))
    assert TimeLeft(10, increment=60).span(20).most < 10


def test_a_clock_runs_and_begins_anew() -> None:
    clock = GameClock(TimeLeft(60, increment=2))
    first = clock.turn(0, 30)
    clock.took(20)
    assert clock.left == 40 and clock.turn(2, 30).usual < first.usual and clock.left == 42
    assert clock.turn(0, 30) == first and clock.left == 60


def test_random_games_tell_how_long_a_game_is(tic: Game) -> None:
    rng = np.random.default_rng(1)
    assert 5 <= plies_to_come(tic.start(seed=1), rng, 10.0) <= 9


def test_a_search_ends_where_its_best_move_cannot_change(tic: Game) -> None:
    def ends(spent: float, *told: tuple[int, float]) -> float:
        patience = Patience(Clock(1.0), Span(1.0, 2.0))
        moves = examined(tic, *told)
        patience.end(Analysis(0, 0.5, [], moves), 0.0)
        return patience.end(Analysis(sum(one.visits for one in moves), 0.5, [], moves), spent)

    assert ends(0.5, (100, 0.6), (90, 0.5)) == 1.0
    assert ends(0.6, (900, 0.6), (90, 0.5)) == 0.0
    assert ends(0.5, (100, 0.5), (90, 0.6)) == 2.0  # what was visited most is not what looks best
    assert ends(0.6, (100, 0.5), (9, 0.6)) == 0.0  # by far
    assert ends(1.2, (100, 0.6), (90, 0.5)) <= 1.2


def test_what_is_proven_needs_no_time(tic: Game) -> None:
    patience = Patience(Clock(1.0), Span(1.0, 2.0))
    best, other = examined(tic, (0, 0.6), (0, 0.5))
    assert patience.end(Analysis(0, 1.0, [], [best._replace(proven=1), other], 3), 0.1) == 0.0
    assert patience.end(Analysis(0, 0.5, [], [best, other._replace(proven=-1)], 3), 0.1) == 0.0
    assert patience.end(Analysis(0, 0.5, [], [best, other], 3), 0.1) > 0.0


def test_a_search_by_depths_has_its_share(tic: Game) -> None:
    patience = Patience(Clock(1.0), Span(1.0, 2.0))
    one, other = examined(tic, (0, 0.6), (0, 0.5))
    ends = [patience.end(Analysis(0, 0.5, [], [one, other], depth), 0.1 * depth) for depth in range(1, 7)]
    assert set(ends) == {1.0}


@pytest.mark.parametrize("kind", ["uct", "alphabeta", "informed", "level:8"])
def test_agents_keep_to_their_clock(kind: str) -> None:
    game = ludens.load("Breakthrough")
    agent, state = agents.make(f"{kind}:clock=3s", game, seed=1), game.start(seed=1)
    assert isinstance(agent, Searcher) and agent.game_clock is not None
    lefts = [agent.game_clock.left]
    for _ in range(4):
        for move in agent.choose_turn(state):
            state.play(move)
        lefts.append(agent.game_clock.left)
        state.play(state.legal_moves()[0])
    assert lefts[0] == 3 and lefts == sorted(lefts, reverse=True) and lefts[-1] < 3


def test_a_match_is_played_by_the_clock_too() -> None:
    text = """(match "Two" (players 2) (games {(subgame "Tic-Tac-Toe" next:1) (subgame "Tic-Tac-Toe" next:0)})
        (end (if (>= (count Trials) 2) (result P1 Win))))"""
    match = ludens.load(text)
    agent, state = agents.make("uct:clock=1s", match, seed=1), match.start(seed=1)
    assert agent.choose(state) in state.legal_moves()


def test_a_turn_by_what_others_say_is_left(tic: Game) -> None:
    agent, state = agents.make("uct", tic, seed=1), tic.start(seed=1)
    assert isinstance(agent, Searcher)
    turn = agent.choose_turn_within(state, TimeLeft(0.2))
    assert len(turn) == 1 and turn[0] in state.legal_moves()


def test_where_all_move_at_once_there_are_no_clocks() -> None:
    game = ludens.load("Rock-Paper-Scissors")
    for refuse in (agents.check, agents.make):
        with pytest.raises(agents.AgentError, match="a clock is for games of turns"):
            refuse("uct:clock=1s", game)


@pytest.mark.parametrize("look", ["length", "gauge", "terms", "material"])
def test_looks_at_random_games_leave_the_generator_where_it_was(look: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that has a series of random moves under way goes on with it."""
    for module, known in (mixture, "_gauges"), (material, "_sampled"):
        monkeypatch.setattr(module, known, {})
    game = ludens.load("Breakthrough")
    evaluation = evaluation_of(game)
    agent = agents.make("uct:10:cut=5", game, seed=1)
    assert isinstance(agent, Uct) and isinstance(game, SingleGame) and evaluation is not None
    looks: dict[str, Callable[[], object]] = {
        "length": lambda: plies_to_come(game.start(seed=1), np.random.default_rng(1), 10.0),
        "gauge": lambda: mixture.gauge(game, agent.words),
        "terms": lambda: proposing._sampled(game, evaluation, 1),
        "material": lambda: material.sampled(agent),
    }
    seed_choices(7)
    looks[look]()
    assert choices() == 7
