"""Alpha-beta by a function of one's own."""

from __future__ import annotations

import pytest

import ludens
from ludens import agents
from ludens.agents import AgentError, Heuristic, Limit
from ludens.arena.tournament import Tournament
from ludens.game import State


def material(state: State, player: int) -> float:
    """Own pieces less those of the opponent."""
    return sum(1 if row[4] == player else -1 for row in state.sites())


def test_ends_are_seen_and_sooner_wins_are_better() -> None:
    game = ludens.load("Tic-Tac-Toe")
    state = game.start(seed=1)
    for name in ("A1", "A2", "B1", "B2"):
        state.play(state.parse(name))
    agent = Heuristic(game, lambda state, player: 0.0, Limit(count=3), seed=1)
    before = state.tobytes()
    assert state.notation(agent.choose(state)) == "C1" and state.tobytes() == before
    found = agent.analyse(state)
    assert state.notation(found.moves[0].move) == "C1" and found.moves[0].proven == 1 and found.value > 0.9
    state.play(state.parse("C3"))
    assert state.notation(agent.choose(state)) == "C2"  # the other one would win there, too


def test_a_function_takes_what_it_can_and_is_as_native_search() -> None:
    game = ludens.load("Breakthrough", options=["Board Size/6x6"])
    own = Heuristic(game, material, Limit(count=2), seed=1)
    standings = Tournament(game, [own, "random"], 4, 1).play()
    assert standings.ranked()[0] == "material" and standings.total("material").points >= 3


def test_turns_of_several_moves_are_one_players() -> None:
    game = ludens.load("English Draughts")
    agent, state = Heuristic(game, material, Limit(count=2), seed=1), game.start(seed=1)
    for _ in range(12):
        state.play(agent.choose(state))
    assert Heuristic(game, material, Limit(seconds=0.05), seed=1).choose(state) in state.legal_moves()


def test_games_that_it_does_not_search_are_refused() -> None:
    for name in ("Backgammon", "Rolit"):
        with pytest.raises(AgentError, match="no game of two players"):
            Heuristic(ludens.load(name), material)
    game = ludens.load("Tic-Tac-Toe")
    with pytest.raises(ValueError, match="gave no number"):
        Heuristic(game, lambda state, player: float("nan"), Limit(count=1)).choose(game.start())


@pytest.mark.parametrize("wrong", [3, [3], None, "A1", ["A1"]])
def test_what_is_no_move_is_named(wrong: object) -> None:
    state = ludens.load("Tic-Tac-Toe").start(seed=1)
    match = r"not 3: state.legal_moves\(\)\[3\]" if wrong in (3, [3]) else "state.parse reads moves"
    for function in (state.play, state.notation):
        with pytest.raises(TypeError, match=match):
            function(wrong)  # type: ignore[operator]
    with pytest.raises(TypeError, match="a move is expected, not 3"):
        state.game.encoding.action(3)
    assert agents.make("random", state.game).choose(state)
