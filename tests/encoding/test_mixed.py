from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens.encoding import MixedVector, team
from tests.encoding.games import AT_ONCE

ROWS = {"Tic-Tac-Toe": 3, "Kalah": 2, "Reversi": 4}
#: a board whose sites are no lattice
RING = """(game "Ring" (players 2) (equipment {(board (concentric {1 5 9})) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result All Draw)))))"""


@pytest.mark.parametrize("threads", [1, 3])
def test_rows_of_several_games_are_what_each_game_s_own_are(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(team, "WORTH", 1e-9)
    mixed = ludens.vector(ROWS, seed=5, threads=threads)
    alone = [ludens.load(name).vector(n, seed=5 + number) for number, (name, n) in enumerate(ROWS.items())]
    for _ in range(12):
        actions = mixed.random_actions()
        given = mixed.step(actions)
        for vector, wanted, arrays in zip(alone, actions, given, strict=True):
            for own, array in zip(vector.step(wanted), arrays, strict=True):
                assert np.array_equal(own, array)
    assert mixed.index.tolist() == [0, 0, 0, 1, 1, 2, 2, 2, 2]
    assert mixed.row(4) == alone[1].row(1) and len(mixed) == 9


@pytest.mark.parametrize("names", [[*ROWS], ["Tic-Tac-Toe", RING]])
def test_padded_arrays_hold_what_the_games_do_and_zeros(names: list[str]) -> None:
    mixed = ludens.vector(dict.fromkeys(names, 2), pad=True, seed=1)
    observation, mask = mixed.reset(seed=1)
    for _ in range(10):
        actions = mixed.random_actions()
        assert actions.shape == (len(mixed),)
        observation, mask, reward, terminated, truncated = mixed.step(actions)
        assert observation.shape[0] == mask.shape[0] == len(mixed)
        for row in range(len(mixed)):
            vector, at = mixed.vectors[mixed.index[row]], row % 2
            assert observation[row].sum() == pytest.approx(vector.observation[at].sum())
            assert np.array_equal(mask[row].nonzero(), vector.mask[at].nonzero())
            assert reward[row].sum() == vector.reward[at].sum()
            assert terminated[row] == vector.terminated[at] and truncated[row] == vector.truncated[at]
    grids = all(len(vector.encoding.observation_shape) == 3 for vector in mixed.vectors)
    assert observation.ndim == (4 if grids else 3)
    first = mixed.vectors[0].observation
    if grids:
        _, planes, height, width = first.shape
        assert np.array_equal(observation[:2, :planes, :height, :width], first)
    else:
        assert np.array_equal(observation[:2, : first.shape[1], :9], first.reshape(2, -1, 9))


def test_nothing_is_played_where_one_action_is_illegal() -> None:
    mixed = ludens.vector(ROWS, seed=1)
    before = [vector.states.copy() for vector in mixed.vectors]
    actions = [a.copy() for a in mixed.random_actions()]
    actions[2][1] = -1
    with pytest.raises(ludens.IllegalMove, match=r"row 1: action -1 is not legal in <State of Reversi"):
        mixed.step(actions)
    assert all(np.array_equal(vector.states, old) for vector, old in zip(mixed.vectors, before, strict=True))


def test_what_is_wrong_is_named() -> None:
    mixed, padded = ludens.vector(ROWS, seed=1), ludens.vector(ROWS, seed=1, pad=True)
    with pytest.raises(ValueError, match=r"a list of 3 arrays, of the shapes \(3,\), \(2,\), \(4,\)"):
        mixed.step([[0, 0, 0]])
    with pytest.raises(ValueError, match=r"actions has shape \(2,\), not \(9,\)"):
        padded.step([0, 0])
    with pytest.raises(TypeError, match="dtype float64"):
        padded.step(np.zeros(9))
    with pytest.raises(ValueError, match="needs a game"):
        MixedVector({})
    with pytest.raises(ValueError, match="players move at once in At once"):
        ludens.vector({AT_ONCE: 1, "Kalah": 1}, pad=True)
    with pytest.raises(ValueError, match="threads >= 1"):
        ludens.vector(ROWS, threads=0)
    with pytest.raises(IndexError, match="0 to 8, not 9"):
        mixed.row(9)
    assert [a.shape for a in ludens.vector({AT_ONCE: 2, "Kalah": 1}).random_actions()] == [(2, 2), (1,)]
