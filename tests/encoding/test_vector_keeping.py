"""What a vector keeps: the last positions of games, all of itself in a pickle, and its life in a forked child."""

from __future__ import annotations

import copy
import os
import pickle
import signal
import time
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.encoding import Vector
from tests.encoding.games import AT_ONCE

#: more plies than its games are cut off after, and than they last at least
CUT = 6


@pytest.fixture(scope="module")
def game() -> ludens.Game:
    return ludens.load("Tic-Tac-Toe")


@pytest.mark.parametrize("autoreset", [True, False])
@pytest.mark.parametrize("threads", [1, 2])
def test_the_last_position_is_seen_where_a_row_ends_or_is_cut_off(
    game: ludens.Game, autoreset: bool, threads: int
) -> None:
    n = 64
    vector = game.vector(n, seed=3, threads=threads, max_plies=CUT, autoreset=autoreset)
    ended = cut = 0
    for _ in range(20):
        states = [vector.row(i) for i in range(n)]
        actions = vector.random_actions().copy()
        *_, terminated, truncated = vector.step(actions)
        for i in np.flatnonzero(terminated | truncated).tolist():
            state = states[i]
            state.play(game.encoding.move(state, int(actions[i])))
            assert np.array_equal(vector.final_observation[i], state.observation())
            assert np.array_equal(vector.final_mask[i], state.action_mask())
            assert vector.final_mask[i].any() == truncated[i]
        ended, cut = ended + int(terminated.sum()), cut + int(truncated.sum())
        if not autoreset:
            vector.reset_rows(terminated | truncated)
    assert ended and cut


def test_what_all_see_last_where_players_move_at_once() -> None:
    vector = ludens.load(AT_ONCE).vector(2, seed=1, max_plies=2)
    for _ in range(2):
        *_, truncated = vector.step(vector.random_actions())
    assert truncated.all() and vector.final_observation.shape == vector.observation.shape
    assert vector.final_mask.any(axis=2).all() and not np.array_equal(vector.final_mask, vector.mask)


def test_without_observations_there_is_a_last_mask(game: ludens.Game) -> None:
    vector = game.vector(3, seed=1, max_plies=2, observe=False)
    for _ in range(2):
        vector.step(vector.random_actions())
    assert len(vector.final_observation) == 0 and (vector.final_mask.sum(axis=1) == 7).all()


def played(vector: Any, steps: int) -> list[Any]:
    told = []
    for _ in range(steps):
        told += [array.copy() for array in vector.step(vector.random_actions())]
        told += [vector.final_mask.copy(), vector.final_observation.copy(), vector.mover.copy()]
    return told


@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "Backgammon"])
@pytest.mark.parametrize("autoreset", [True, False])
def test_a_pickled_vector_has_the_same_future(name: str, autoreset: bool) -> None:
    vector = ludens.load(name).vector(16, seed=5, threads=1, max_plies=40, autoreset=autoreset)
    played(vector, 9)
    others = [pickle.loads(pickle.dumps(vector)), copy.deepcopy(vector)]
    for other in others:
        assert all(
            np.array_equal(getattr(other, one), getattr(vector, one))
            for one in ("observation", "mask", "terminated", "truncated", "reward", "final_mask", "states", "plies")
        )
    future = played(vector, 30)
    assert all(np.array_equal(a, b) for other in others for a, b in zip(future, played(other, 30), strict=True))


def test_a_pickled_mixed_vector_has_the_same_future() -> None:
    for pad in (True, False):
        mixed = ludens.vector({"Tic-Tac-Toe": 2, "Breakthrough": 3}, pad=pad, seed=1)
        mixed.step(mixed.random_actions())
        other = pickle.loads(pickle.dumps(mixed))
        for _ in range(4):
            one, two = (each.step(each.random_actions()) for each in (mixed, other))
            for a, b in zip(one, two, strict=True):
                assert all(np.array_equal(x, y) for x, y in zip(a, b, strict=True)) if not pad else np.array_equal(a, b)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing is forked here")
def test_a_forked_child_goes_on() -> None:
    """Threads do not follow into a child: it starts its own."""
    vector = ludens.load("Breakthrough").vector(512, seed=1, threads=2)
    assert isinstance(vector, Vector)
    played(vector, 5)
    vector._team.run([lambda: None, lambda: None])  # its threads live
    copied = pickle.loads(pickle.dumps(vector))
    expected = played(copied, 3)[-1].sum()
    child = os.fork()
    if not child:
        vector._team.run([lambda: None, lambda: None])
        os._exit(0 if played(vector, 3)[-1].sum() == expected else 1)
    for _ in range(400):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        time.sleep(0.05)
    else:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        pytest.fail("the child hangs")
    assert os.waitstatus_to_exitcode(status) == 0
