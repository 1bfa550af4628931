"""Games between players written for pyludo."""

from __future__ import annotations

import logging
import pickle
import random
from typing import Any

import numpy as np
import pytest

from ludens.founding.ludo import (
    LudoGame,
    LudoPlayerAggressive,
    LudoPlayerDefensive,
    LudoPlayerFast,
    LudoPlayerRandom,
    LudoState,
)
from ludens.founding.ludo.compiled import compiled_ludo
from ludens.founding.ludo.players import STANDARD_PLAYERS
from ludens.founding.ludo.state import next_states

from .test_rules import GOAL, HOME, position


class First:
    """Moves the first token that can be moved, and keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, int, Any]] = []

    def play(self, state: Any, dice_roll: int, next_states: Any) -> int:
        self.asked.append((state, dice_roll, next_states))
        return int(np.argwhere(next_states != False)[0, 0])  # noqa: E712


class Says:
    """Gives the same answer whatever it is asked."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def play(self, state: Any, dice_roll: int, next_states: Any) -> Any:
        return self.answer


class LudoPlayerOfThePage:
    """As the page of pyludo has it: the answer is an array of one number."""

    def play(self, state, dice_roll, next_states):  # type: ignore[no-untyped-def]
        return random.choice(np.argwhere(next_states != False))  # noqa: E712


def test_a_player_of_the_page_plays_a_whole_game() -> None:
    random.seed(4)
    game = LudoGame([LudoPlayerOfThePage() for _ in range(4)])
    winner = game.play_full_game()
    assert game.is_over and game.get_winner() == winner == game.state.get_winner()
    assert game.state[winner].tolist() == [GOAL] * 4
    before = game.state.tolist()
    game.step()
    assert game.state.tolist() == before


def test_random_seeds_decide_a_game() -> None:
    def played(seed: int | None = None) -> Any:
        random.seed(9)
        game = LudoGame([First() for _ in range(4)], seed=seed)
        for _ in range(40):
            game.step()
        return game.state.tolist()

    assert played() == played()
    assert played(seed=1) == played(seed=1) != played(seed=2)


def test_players_see_themselves_as_player_0() -> None:
    players = [First() for _ in range(4)]
    game = LudoGame(players, position(p0=[20], p1=[57], p2=[26]), dice=[1, 2, 3, 6])
    for _ in range(4):
        game.step()
    state, roll, next_states = players[1].asked[0]
    assert roll == 2 and isinstance(state, np.ndarray) and state.shape == (4, 4)
    assert state.tolist() == [[52, HOME, HOME, HOME], [13, HOME, HOME, HOME], [HOME] * 4, [8, HOME, HOME, HOME]]
    assert next_states.shape == (4,) and [x is False for x in next_states] == [False, True, True, True]
    assert next_states[0][0].tolist() == [54, HOME, HOME, HOME]
    assert len(players[3].asked) == 1 and len(players[3].asked[0][2]) == 4
    assert game.state.tolist() == position(p0=[21], p1=[59], p2=[29], p3=[40])


def test_what_a_player_does_to_its_arrays_changes_nothing() -> None:
    class Vandal(First):
        def play(self, state: Any, dice_roll: int, next_states: Any) -> int:
            token = super().play(state, dice_roll, next_states)
            state[:] = GOAL
            next_states[token][:] = GOAL
            return token

    game = LudoGame([Vandal() for _ in range(4)], position(p0=[20]), dice=[1, 1])
    game.step()
    assert game.state.tolist() == position(p0=[21])


@pytest.mark.parametrize("answer", [7, -1, 3, np.int64(9), np.array([4])])
def test_the_first_token_that_can_moves_for_a_wrong_one(answer: Any, caplog: pytest.LogCaptureFixture) -> None:
    game = LudoGame([Says(answer)] * 4, position(p0=[GOAL, 4]), dice=[1])
    with caplog.at_level(logging.WARNING, "ludens.founding.ludo"):
        game.step()
    assert game.state.tolist() == position(p0=[GOAL, 5])
    assert game.forfeits == [1, 0, 0, 0]
    assert "player 0 cannot move token" in caplog.text and "its token 1 moves instead" in caplog.text


@pytest.mark.parametrize("answer", [None, "1", 1.0, [0, 1], True, LudoState()])
def test_an_answer_that_is_no_index_is_an_error(answer: Any) -> None:
    game = LudoGame([Says(answer)] * 4, position(p0=[4]), dice=[1])
    with pytest.raises(TypeError, match=r"player 0 \(Says\) has to name a token by an index from 0 to 3, not by"):
        game.step()
    assert game.state.tolist() == position(p0=[4])


def test_misuse() -> None:
    players = [LudoPlayerRandom() for _ in range(4)]
    with pytest.raises(ValueError, match="4 players, not 3"):
        LudoGame(players[:3])
    with pytest.raises(TypeError, match="is no player: it has no method play"):
        LudoGame([*players[:3], 7])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="a roll is 1 to 6"):
        LudoGame(players, dice=[7]).step()
    with pytest.raises(ValueError, match="used up"):
        LudoGame(players, dice=[]).step()
    with pytest.raises(ValueError, match="a roll is 1 to 6, not 0"):
        LudoState().move_token(0, 0)
    with pytest.raises(ValueError, match="token 1 of player 2 is at 57, where -1, 99, 0 to 51 or 62 to 66 is expected"):
        LudoGame(players, position(p2=[62, 57]))
    with pytest.raises(ValueError, match="players 0 and 3 stand together on square 9"):
        LudoState(position(p0=[9], p3=[9]))
    with pytest.raises(ValueError, match="4 x 4 whole numbers, not float64 of shape"):
        LudoState([[0.5] * 4] * 4)


def test_info_tells_each_turn(capsys: pytest.CaptureFixture[str]) -> None:
    game = LudoGame([First() for _ in range(4)], position(p0=[4], p1=[5]), info=True, dice=[1, 2, 6])
    for _ in range(3):
        game.step()
    assert capsys.readouterr().out.splitlines() == [
        "player 0 rolls 1 and moves token 0 from 4 to 5, sending token 0 of player 1 home",
        "player 1 rolls 2 and cannot move",
        "player 2 rolls 6 and moves token 0 from home to 27",
    ]
    assert game.news.startswith("player 2 rolls 6")


@pytest.mark.parametrize("kind", STANDARD_PLAYERS)
def test_standard_players_play_and_choose_what_can_be_moved(kind: type) -> None:
    random.seed(2)
    game = LudoGame([kind(), LudoPlayerRandom(), kind(), LudoPlayerRandom()])
    assert game.play_full_game() in range(4)
    assert game.forfeits == [0] * 4


def chosen(player: Any, state: list[list[int]], roll: int) -> int:
    turn = compiled_ludo().turn_of(LudoState(state).state, roll)
    token: int = player.play(LudoState(state), roll, next_states(turn))
    return token


def test_what_the_standard_players_want() -> None:
    state = position(p0=[10, 30, 53], p1=[12], p2=[31, 28])
    assert chosen(LudoPlayerFast(), state, 1) == 2
    assert chosen(LudoPlayerAggressive(), state, 1) == 1
    assert chosen(LudoPlayerDefensive(), position(p0=[36, 10, 17], p1=[14, 14], p2=[34]), 6) == 0
    assert chosen(LudoPlayerDefensive(), position(p0=[20, 20], p3=[16]), 6) == 2


# --- states


def test_states_are_arrays() -> None:
    state = LudoState(position(p1=[14, GOAL]))
    assert (state[1] == GOAL).sum() == 1 and type(state[1]) is np.ndarray
    assert np.sum(state[1:] == HOME) == 10 and (state == HOME).shape == (4, 4)
    assert type(state + 1) is np.ndarray and type(np.where(state > 0, 1, 0)) is np.ndarray
    assert [tokens.tolist() for tokens in state] == state.tolist()
    changed = state.copy()
    changed[0][0] = 1
    changed[0, 1] += 3
    assert isinstance(changed, LudoState) and changed.tolist()[0] == [1, 2, HOME, HOME] and state[0][0] == HOME
    assert (changed.state != state.state).sum() == 2


def test_states_compare_with_false_as_a_whole() -> None:
    state = LudoState()
    assert (state != False) is True and (state == False) is False  # noqa: E712
    assert bool(state) and (state != state.copy()).sum() == 0
    states = np.array([False, None, False, False], object)
    states[1] = state
    assert np.argwhere(states != False).tolist() == [[1]]  # noqa: E712


def test_states_can_be_pickled() -> None:
    state = LudoState(position(p2=[30]))
    again = pickle.loads(pickle.dumps(state))
    assert type(again) is LudoState and again.tolist() == state.tolist()
