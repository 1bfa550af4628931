"""Opponents by strength: in every family of games, the same on every machine, and no two games alike."""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens import agents
from ludens.agents.alphabeta import POSITIONS_A_LOOK, AlphaBetaSearch
from ludens.agents.analysis import Examined
from ludens.agents.clock import Clock
from ludens.agents.levels import LEVELS, NEAR, Level, careful, nearly_best
from ludens.agents.search import LOOKED_AT
from ludens.arena.ladder import Ladder
from tests.agents.games import CUPS, CUPS_AT_ONCE, GAMBLE

#: the first player wins on site 4 only, and the game goes on for long elsewhere
GRAB = """(game "Grab" (players 2)
    (equipment {(board (rectangle 1 12)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty))))
        (end {(if (is In 4 (sites Occupied by:Mover)) (result Mover Win)) (if (is Full) (result All Draw))})))"""

SUBJECTS = {"two": GRAB, "hidden": CUPS, "at once": CUPS_AT_ONCE, "chance": GAMBLE}


def level(game: ludens.Game, number: int, seed: int = 1) -> Level:
    made = agents.make(f"level:{number}", game, seed=seed)
    assert isinstance(made, Level)
    return made


@pytest.mark.parametrize("family", SUBJECTS)
def test_every_level_plays_in_every_family(family: str) -> None:
    game = ludens.load(SUBJECTS[family])
    for number in range(1, 8):
        state, agent = game.start(seed=1), level(game, number)
        legal = state.legal_moves()
        move = agent.choose_for(state, 1) if game.is_simultaneous else agent.choose(state)
        assert move in legal and move.mover == 1


def test_who_has_care_takes_the_win_and_who_has_none_often_does_not() -> None:
    game = ludens.load(GRAB)
    state = game.start()
    won = {
        number: sum(level(game, number, seed).choose(state).to_site == 4 for seed in range(30)) for number in (1, 4, 7)
    }
    assert won[7] == 30
    assert won[1] < won[4]
    assert won[1] < 15


def test_a_careful_choice_goes_by_spreads_and_not_by_units() -> None:
    values = np.array([0.1, 0.2, 0.2, 0.3, 0.9])
    drawn = [careful(values, 1.0, np.random.default_rng(seed)) for seed in range(300)]
    scaled = [careful(values * 1e-3 + 5, 1.0, np.random.default_rng(seed)) for seed in range(300)]
    assert drawn == scaled
    hits = [sum(careful(values, care, np.random.default_rng(seed)) == 4 for seed in range(300)) for care in (0, 1, 3)]
    assert 30 < hits[0] < hits[1] < hits[2]
    assert careful(np.array([0.5]), 2.0, np.random.default_rng(1)) == 0


def test_what_is_nearly_as_good(tic: ludens.Game) -> None:
    move = tic.start().legal_moves()[0]
    moves = [
        Examined(move, 100, 0.6),
        Examined(move, 60, 0.6 - NEAR / 2),
        Examined(move, 60, 0.6 - 2 * NEAR),
        Examined(move, 10, 0.6),
    ]
    assert nearly_best(moves) == moves[:2]


@pytest.fixture(scope="module")
def tic() -> ludens.Game:
    return ludens.load("Tic-Tac-Toe")


def test_equal_seeds_play_alike_and_others_do_not(tic: ludens.Game) -> None:
    def opening(seed: int) -> list[str]:
        state, agent, played = tic.start(), level(tic, 3, seed), list[str]()
        while not state.is_over:
            played.append(str(state.play(agent.choose(state))))
        return played

    assert opening(5) == opening(5)
    assert len({tuple(opening(seed)) for seed in range(8)}) > 4


def test_openings_of_the_best_vary() -> None:
    game = ludens.load("Breakthrough")
    chosen = {str(level(game, 7, seed).choose(game.start())) for seed in range(6)}
    assert len(chosen) > 2


def test_a_search_by_positions_ends_after_so_many() -> None:
    game = ludens.load("Breakthrough")
    agent, state = level(game, 4), game.start()
    search = agent.begin(state)
    agent._run(search, Clock(60.0), None, lambda: None)
    inner = search.search
    assert isinstance(inner, AlphaBetaSearch)
    most = POSITIONS_A_LOOK * LEVELS[3].looks * min(len(state.legal_moves()), LOOKED_AT)
    assert inner.depth > 1 and inner.nodes <= most + inner.depth
    again = level(game, 4)
    repeated = again.begin(state)
    again._run(repeated, Clock(60.0), None, lambda: None)
    assert [one.value for one in repeated.analysis().moves] == [one.value for one in search.analysis().moves]


def test_specs(tic: ludens.Game) -> None:
    assert agents.check("level:3", tic) == agents.Limit(count=3)
    assert agents.check("level", tic) == agents.Limit(count=4)
    assert agents.check("level:8:10s", tic) == agents.Limit(seconds=10.0, count=8)
    for wrong in ("level:0", "level:9", "level:x", "level:3:1s", "level:8:100", "level:1s"):
        with pytest.raises(agents.AgentError, match="no level"):
            agents.make(wrong, tic)
    assert agents.strongest(tic) != "level"
    assert len(LEVELS) == len({one.name for one in LEVELS}) == len({one.word for one in LEVELS})


def test_a_match_has_levels(tic: ludens.Game) -> None:
    match = ludens.load(
        '(match "Twice" (players 2) (games {(subgame "Tic-Tac-Toe" next:1) (subgame "Tic-Tac-Toe" next:0)})'
        " (end (if (= 2 (count Trials)) (byScore))))"
    )
    state = match.start(seed=1)
    agent = agents.make("level:2", match, seed=1)
    assert agent.choose(state) in state.legal_moves()


@pytest.mark.parametrize("name", [pytest.param("Breakthrough", marks=pytest.mark.integration), "Connect Four"])
def test_five_levels_apart_are_told_apart(name: str) -> None:
    ladder = Ladder([ludens.load(name)], ["level:1", "level:5"], 10)
    ladder.play()
    assert ladder.total(1).points >= 9
