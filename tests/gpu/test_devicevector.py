"""Rows that lie on a device, stepped by the very kernels of graphics cards: the host's rows, bit for bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ludens
from ludens import library
from ludens.game.match import Match
from ludens.gpu import DeviceError, DeviceVector
from tests.encoding.games import AT_ONCE, CHOICES, VEILED
from tests.gpu.device import DEVICE

ARRAYS = "observation", "mask", "reward", "terminated", "truncated", "mover", "plies"
#: placing, connecting, moving, capturing, sowing, dice, stacks, hands, cards, dominoes, phases, hidden things, bets,
#: moves at once, puzzles
FAMILIES = (
    "Tic-Tac-Toe", "Hex", "Amazons", "English Draughts", "Oware", "Ludo", "Lasca", "Shogi", "Agram", "Block Dominoes",
    "Nine Men's Morris", "Dark Hex", "Backgammon", "Rock Paper Scissors", "Eight Queens",
)  # fmt: skip


def both(game: ludens.Game, n: int, **options: Any) -> tuple[Any, DeviceVector]:
    """The same rows here and on a device."""
    device = {key: options.pop(key) for key in ("regroup", "most_moves") if key in options}
    there = game.vector(n, device=DEVICE, **options, **device)
    assert isinstance(there, DeviceVector)
    return game.vector(n, threads=1, **options), there


def same(here: Any, there: DeviceVector) -> None:
    """Fail where a row differs."""
    for name in ARRAYS:
        assert np.array_equal(getattr(here, name), getattr(there, name).numpy()), name
    assert np.array_equal(here.states, there.states)


def compare(here: Any, there: DeviceVector, steps: int) -> None:
    """Make random moves in both. Fails where they differ."""
    same(here, there)
    for _ in range(steps):
        here.step(here.random_actions())
        there.step(there.random_actions())
        same(here, there)


@pytest.mark.parametrize("name", FAMILIES)
def test_rows_are_those_of_the_host(name: str) -> None:
    compare(*both(ludens.load(name), 35, seed=5), 30)


@pytest.mark.slow
@pytest.mark.parametrize("name", library.names())
def test_rows_of_the_whole_library_are_those_of_the_host(name: str) -> None:
    game = ludens.load(name)
    if not isinstance(game, Match):
        compare(*both(game, 3, seed=7, regroup=True), 40)


@pytest.mark.parametrize("source", [VEILED, AT_ONCE, CHOICES])
@pytest.mark.parametrize("regroup", [False, True])
def test_rows_end_and_begin_as_on_the_host(source: str, regroup: bool) -> None:
    compare(*both(ludens.load(source), 70, seed=3, max_plies=7, regroup=regroup), 30)


def test_rows_that_do_not_begin_anew_wait() -> None:
    here, there = both(ludens.load("Tic-Tac-Toe"), 5, seed=3, autoreset=False, observe=False)
    compare(here, there, 10)
    assert here.terminated.sum() == 0 and not here.mask.any()
    for vector in (here, there):
        vector.reset_rows(np.array([True, False, True, False, False]))
    same(here, there)
    for vector in (here, there):
        vector.reset_rows([1])
        vector.reset(seed=9)
    compare(here, there, 3)


def test_groups_are_stepped_side_by_side() -> None:
    _, there = both(ludens.load("Nine Men's Morris"), 100, seed=3)
    assert there.regroup
    for k in range(30):
        there.step(there.random_actions(), np.arange(100) % 3 != k % 2)
    groups, order = there._groups.numpy(), there._order.numpy()
    assert sorted(order) == list(range(100))
    assert len(set(groups)) > 2
    assert (np.diff(groups[order]) >= 0).all()


def test_some_rows_are_stepped() -> None:
    here, there = both(ludens.load("Oware"), 6, seed=3)
    for vector in (here, there):
        vector.step(vector.random_actions(4), [True, False, True, True, False, False])
    same(here, there)
    with pytest.raises(ValueError, match="a mask of rows is int64 of shape"):
        there.step([0] * 6, [1, 2])
    compare(here, there, 2)


def test_rows_are_read_and_written() -> None:
    game = ludens.load("Connect Four")
    here, there = both(game, 40, seed=3)
    compare(here, there, 4)
    assert there.row(37) == here.row(37)
    for vector in (here, there):
        vector.set_row(33, game.start(seed=1))
        vector.copy_row(2, 39)
    compare(here, there, 3)
    with pytest.raises(IndexError, match="rows are numbered 0 to 39, not 40"):
        there.row(40)
    with pytest.raises(ValueError, match="the rows hold states of Connect Four, not of Hex"):
        there.set_row(0, ludens.load("Hex").start(seed=1))


def test_what_is_saved_goes_on_here_and_there() -> None:
    game = ludens.load("Ludo")
    here, there = both(game, 5, seed=3)
    compare(here, there, 3)
    saved = there.save()
    compare(here, there, 3)
    here.restore(saved)
    there.restore(saved)
    compare(here, there, 3)
    with pytest.raises(ValueError, match=r"states is uint8 of shape \(5, \d+\), not uint8 of \(4, \d+\)"):
        game.vector(4, device=DEVICE).restore(saved)


def test_threads_that_have_too_little_get_more() -> None:
    here, there = both(ludens.load("Focus"), 2, seed=3)
    before = there._thread_bytes
    compare(here, there, 8)
    assert there._thread_bytes > before


def test_too_many_moves_are_said_and_rows_stay_as_they_were() -> None:
    there = ludens.load("Oware").vector(3, device=DEVICE, seed=1, most_moves=6)
    actions, before = there.random_actions().numpy(), there.states
    smaller = ludens.load("Amazons").vector
    with pytest.raises(
        DeviceError, match="row 0 of Amazons needs more than a thread has: there are more than 32 moves"
    ):
        smaller(3, device=DEVICE, most_moves=32)
    there.step(actions)
    assert not np.array_equal(there.states, before)


def test_games_stay_as_they_were_where_a_move_is_not_legal() -> None:
    there = ludens.load("Tic-Tac-Toe").vector(3, device=DEVICE, seed=1)
    there.step([4, 4, 4])
    before = there.states
    with pytest.raises(ludens.IllegalMove, match="row 1: action 4 is not legal in"):
        there.step([0, 4, 4])
    assert np.array_equal(there.states, before)
    assert repr(there) == f"<DeviceVector of 3 states of Tic-Tac-Toe on {there.driver.name}>"
    assert len(there) == 3 and there.actions_shape == (3,)


@pytest.mark.parametrize(("n", "options", "told"), [(0, {}, "n >= 1 rows"), (1, {"max_plies": 0}, "max_plies >= 1")])
def test_rows_that_cannot_be_are_refused(n: int, options: dict[str, int], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        ludens.load("Hex").vector(n, device=DEVICE, **options)


def test_matches_are_refused() -> None:
    with pytest.raises(ValueError, match="is a match"):
        ludens.load("Backgammon Match").vector(1, device=DEVICE)
