from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ludens
from ludens.encoding import Vector
from ludens.gpu import DeviceError
from tests.encoding.games import AT_ONCE


@pytest.fixture(scope="module")
def game() -> ludens.Game:
    return ludens.load("Tic-Tac-Toe")


def test_rows_are_what_single_states_are(game: ludens.Game) -> None:
    vector = game.vector(5, seed=3, threads=1)
    for _ in range(6):
        before = [vector.row(i) for i in range(5)]
        actions = vector.random_actions().copy()
        observation, mask, _, terminated, _ = vector.step(actions)
        for i, state in enumerate(before):
            state.play(game.encoding.move(state, int(actions[i])))
            assert state.is_over == terminated[i]
            if not terminated[i]:
                assert state.tobytes() == vector.row(i).tobytes()
                assert np.array_equal(state.observation(), observation[i])
                assert np.array_equal(state.action_mask(), mask[i])
                assert vector.mover[i] == state.mover


def test_rewards_are_what_ranks_are_worth(game: ludens.Game) -> None:
    vector = game.vector(64, seed=1)
    seen = set()
    for _ in range(9):
        _, _, reward, terminated, _ = vector.step(vector.random_actions())
        assert not reward[~terminated].any()
        seen |= {tuple(row) for row in reward[terminated].tolist()}
    assert {(1.0, -1.0), (-1.0, 1.0)} <= seen <= {(1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)}


def test_random_actions_are_legal_and_every_one_occurs(game: ludens.Game) -> None:
    vector = game.vector(400, seed=1)
    actions = vector.random_actions()
    assert vector.mask[np.arange(400), actions].all()
    assert set(actions.tolist()) == set(range(9))


def test_a_row_does_not_depend_on_the_others_nor_on_threads() -> None:
    game = ludens.load("Backgammon")
    few, many = game.vector(3, seed=7, threads=1), game.vector(70, seed=7, threads=2)
    for _ in range(30):
        actions = np.argmax(many.mask, axis=1)
        few.step(actions[:3])
        many.step(actions)
    assert np.array_equal(few.states, many.states[:3])
    assert not np.array_equal(many.states[0], many.states[1])


def test_a_game_that_ends_starts_anew_or_rests(game: ludens.Game) -> None:
    resting = game.vector(40, seed=2, autoreset=False)
    for _ in range(9):
        resting.step(resting.random_actions())
    assert all(resting.row(i).is_over for i in range(40))
    assert not resting.mask.any()
    _, _, reward, terminated, _ = resting.step(np.zeros(40, np.int32))
    assert not reward.any() and not terminated.any()
    _, mask = resting.reset_rows([4, 7])
    assert mask[[4, 7]].any(axis=1).all() and not mask[5].any()


def test_a_game_that_lasts_too_long_is_truncated(game: ludens.Game) -> None:
    vector = game.vector(8, seed=2, max_plies=3)
    for ply in range(1, 7):
        *_, terminated, truncated = vector.step(vector.random_actions())
        assert truncated.all() == (ply % 3 == 0)
        assert not terminated.any()
    assert not vector.plies.any()


def test_rows_are_copied_set_saved_and_restored(game: ludens.Game) -> None:
    vector = game.vector(4, seed=5)
    vector.step(vector.random_actions())
    vector.copy_row(0, 3)
    assert vector.row(3) == vector.row(0)
    start = game.start(seed=0)
    vector.set_row(1, start)
    assert vector.row(1) == start
    assert vector.mask[1].sum() == 9
    saved = vector.save()
    series = [vector.step(np.argmax(vector.mask, axis=1))[0].copy() for _ in range(8)]
    vector.restore(saved)
    again = [vector.step(np.argmax(vector.mask, axis=1))[0].copy() for _ in range(8)]
    assert all(np.array_equal(a, b) for a, b in zip(series, again, strict=True))
    with pytest.raises(ValueError, match="states of Tic-Tac-Toe, not of Hex"):
        vector.set_row(0, ludens.load("Hex").start(seed=0))
    with pytest.raises(ValueError, match=r"plies is int64 of shape"):
        vector.restore(saved | {"plies": np.zeros(4, np.int64)})


def test_arrays_are_reused(game: ludens.Game) -> None:
    vector = game.vector(2, seed=1)
    first = vector.reset(seed=1)[0]
    assert vector.step(vector.random_actions())[0] is first


def test_players_who_move_at_once_have_an_axis() -> None:
    game = ludens.load(AT_ONCE)
    vector = game.vector(6, seed=1)
    assert vector.observation.shape == (6, 2, *game.encoding.observation_shape)
    assert vector.mask.shape == (6, 2, game.encoding.num_actions)
    ends = 0
    for _ in range(8):
        actions = vector.random_actions()
        assert actions.shape == (6, 2)
        ends += int(vector.step(actions)[3].sum())
    assert ends > 0


@pytest.mark.parametrize(
    ("actions", "error", "told"),
    [
        ([0, 4, 0], ludens.IllegalMove, "row 1: action 4 is not legal in <State of Tic-Tac-Toe"),
        ([0, 0, 74], ludens.IllegalMove, "row 2: action 74"),
        ([0, 0, 2**32], ludens.IllegalMove, "row 2: action 4294967296"),
        (np.array([0, 2**63, 0], np.uint64), ludens.IllegalMove, "row 1: action -"),
        (np.array([-1, 0, 0], np.int8), ludens.IllegalMove, "row 0: action -1"),
        ([0, 1], ValueError, r"actions has shape \(2,\), not \(3,\)"),
        ([[0], [1], [2]], ValueError, r"actions has shape \(3, 1\), not \(3,\)"),
        ([0, [1, 2], 3], ValueError, r"actions is no array of shape \(3,\): "),
        (7, ValueError, r"actions has shape \(\), not \(3,\)"),
        (None, ValueError, r"actions has shape \(\), not \(3,\)"),
        (
            [0.0, float("nan"), 2.0],
            TypeError,
            r"dtype float64 and shape \(3,\), not whole numbers as int64 of shape \(3,\)",
        ),
        ([True, False, True], TypeError, "dtype bool"),
        (["a", "b", "c"], TypeError, "dtype <U1"),
        ([0, None, 1], TypeError, "dtype object"),
    ],
)
@pytest.mark.parametrize("device", ["cpu", "cuda:emulated"])
def test_actions_that_are_wrong_are_refused(
    game: ludens.Game, actions: Any, error: type[Exception], told: str, device: str
) -> None:
    vector = game.vector(3, seed=1, device=device)
    vector.step([4, 4, 4])
    before = vector.states.copy()
    with pytest.raises(error, match=told):
        vector.step(actions)
    assert np.array_equal(vector.states, before)
    vector.step(vector.random_actions())


def test_a_device_that_there_is_not_is_refused(game: ludens.Game) -> None:
    with pytest.raises(DeviceError, match="'tpu' is no device: it is cuda, cuda:1 and so on"):
        game.vector(1, device="tpu")


def test_states_are_to_be_read(game: ludens.Game) -> None:
    with pytest.raises(ValueError, match="read-only"):
        game.vector(1).states[0] = 0


def test_what_is_wrong_is_named_and_nothing_is_played(game: ludens.Game) -> None:
    vector = game.vector(3, seed=1)
    vector.step([4, 4, 4])
    before = vector.states.copy()
    with pytest.raises(ludens.IllegalMove, match=r"row 1: action 4 is not legal in <State of Tic-Tac-Toe.*legal are 0"):
        vector.step([0, 4, 0])
    assert np.array_equal(vector.states, before)
    with pytest.raises(ludens.IllegalMove, match="action -1"):
        vector.step([0, 0, -1])
    with pytest.raises(ValueError, match=r"shape \(2,\), not \(3,\)"):
        vector.step([0, 1])
    with pytest.raises(TypeError, match="dtype float64"):
        vector.step([0.0, 1.0, 2.0])
    with pytest.raises(IndexError, match="0 to 2, not 3"):
        vector.row(3)
    with pytest.raises(IndexError, match="0 to 2, not 3"):
        vector.reset_rows([0, 3])
    with pytest.raises(TypeError, match="rows has dtype float64, neither whole numbers nor bool"):
        vector.reset_rows([0.0])
    with pytest.raises(ValueError, match=r"a mask of rows is bool of shape \(2,\), not bool of shape \(3,\)"):
        vector.step([0, 0, 0], where=[True, False])
    with pytest.raises(ValueError, match=r"a mask of rows is int64 of shape \(3,\), not bool of shape \(3,\)"):
        vector.step([0, 0, 0], where=[1, 0, 1])
    for options in ({"n": 0}, {"n": 1, "threads": 0}, {"n": 1, "max_plies": 0}):
        with pytest.raises(ValueError, match="a vector wants"):
            Vector(game.encoding, **options)
