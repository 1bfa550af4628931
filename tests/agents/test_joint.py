"""Agents in games in which all players move at once."""

from __future__ import annotations

import pytest

import ludens
from ludens import agents

#: player 1 wins who takes site 1 in the first turn, and else nobody does; player 2 can only pass
RACE = """(game "Grab" (players 2) (mode Simultaneous)
    (equipment {(board (rectangle 1 4)) (piece "Disc" Each)})
    (rules
        (play (if (is Mover P1)
            (move Add (to (sites {0 1 2 3})))
            (move Pass)))
        (end {
            (if (is In 1 (sites Occupied by:P1)) (result P1 Win))
            (if (> (count Turns) 1) (result P1 Draw))})))"""


@pytest.fixture(scope="module")
def game() -> ludens.Game:
    made: ludens.Game = ludens.load(RACE)
    return made


def test_each_player_gets_a_move_of_their_own(game: ludens.Game) -> None:
    state = game.start(seed=1)
    for kind in ("random", "greedy", "uct:20"):
        agent = agents.make(kind, game, seed=2)
        chosen = [agent.choose_for(state, player) for player in (1, 2)]
        assert [move.mover for move in chosen] == [1, 2]
        state.copy().play(chosen)


def test_the_winning_move_is_found(game: ludens.Game) -> None:
    for seed in range(5):
        assert agents.make("uct:60", game, seed=seed).choose_for(game.start(seed=1), 1).to_site == 1


def test_a_player_who_does_not_move(game: ludens.Game) -> None:
    state = game.start(seed=1)
    with pytest.raises(agents.AgentError, match="player 3"):
        agents.make("uct:20", game).choose_for(state, 3)
