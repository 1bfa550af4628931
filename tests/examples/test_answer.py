"""A ludeme with a field of the state, in one file: `examples/extend/ludemes/answer.py`."""

from __future__ import annotations

import copy
import pickle

import pytest

import ludens
from ludens.game import Game, State
from ludens.ludemes.registry import constants_of, forms_of

COUNTING = """
(game "Counting"
  (players 2)
  (equipment {(board (square 3)) (piece "Stone" Each)})
  (rules
    (play (move Add (to (sites Empty)) (then (set Answer (+ (count Answer) 2)))))
    (end (if (>= (count Answer) 48) (result Mover Win)))))
"""
PLAIN = COUNTING.replace("(set Answer (+ (count Answer) 2))", "(addScore Mover 1)").replace("(count Answer)", "(mover)")


@pytest.fixture(scope="module")
def counting() -> Game:
    return ludens.load(COUNTING)


def played(game: Game, moves: int) -> State:
    state = game.start(seed=1)
    for _ in range(moves):
        state.play(state.legal_moves()[0])
    return state


def test_the_forms_are_known_everywhere() -> None:
    assert "Answer" in constants_of("count") and "Answer" in constants_of("set")
    assert "ludens.ludemes.answer" in {form.cls.__module__ for form in forms_of("count")}
    with pytest.raises(ludens.LudError, match="has no form `Anser`") as error:
        ludens.load(COUNTING.replace("(count Answer)", "(count Anser)"))
    assert "did you mean Answer?" in str(error.value)


def test_the_field_begins_with_its_initial_value_and_decides_the_game(counting: Game) -> None:
    assert played(counting, 0).field("answer") == 42
    state = played(counting, 2)
    assert state.field("answer") == 46 and not state.is_over
    state.play(state.legal_moves()[0])
    assert state.is_over and state.ranking == [1.0, 2.0]


def test_the_field_is_copied_hashed_undone_and_saved(counting: Game) -> None:
    state = played(counting, 1)
    twin = copy.deepcopy(state)
    assert twin == state and hash(twin) == hash(state)
    twin.set_field("answer", 7)
    assert twin != state and state.field("answer") == 44
    restored = counting.from_bytes(twin.tobytes()), pickle.loads(pickle.dumps(twin)), counting.from_dict(twin.to_dict())
    assert all(other == twin and other.field("answer") == 7 for other in restored)
    state.undo()
    assert state.field("answer") == 42


def test_the_action_is_logged_and_trials_replay_it(counting: Game) -> None:
    state = counting.start(seed=1)
    move = state.play(state.legal_moves()[0])
    assert "[SetAnswer:answer=44]" in move.to_trial()


def test_playouts_see_it(counting: Game) -> None:
    assert set(counting.playouts(20, seed=1).lengths) == {3}


def test_only_games_that_use_the_ludeme_have_its_field() -> None:
    game = ludens.load(PLAIN)
    assert "answer" not in game.layout
