"""What is kept of rows from one step to the next is what a fresh look gives, whatever was done with them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludens
from ludens.encoding import stepper, team
from ludens.encoding.team import WORTH, Team, shared_out
from ludens.encoding.vector import Vector
from ludens.native import LimitExceeded, Limits
from tests.encoding.games import AT_ONCE, CHOICES

ROWS = 4
_row = st.integers(0, ROWS - 1)
_mask = st.lists(st.booleans(), min_size=ROWS, max_size=ROWS)
_operations = st.one_of(
    st.tuples(st.just("step")),
    st.tuples(st.just("part"), _mask),
    st.tuples(st.just("set"), _row),
    st.tuples(st.just("copy"), _row, _row),
    st.tuples(st.just("save")),
    st.tuples(st.just("restore")),
    st.tuples(st.just("reset rows"), _mask),
    st.tuples(st.just("refused")),
)


@pytest.fixture(scope="module", params=[CHOICES, AT_ONCE, "Kalah"])
def game(request: pytest.FixtureRequest) -> ludens.Game:
    return ludens.load(request.param)


def apply(vector: Vector, operation: tuple[Any, ...], saved: list[Any]) -> None:
    match operation:
        case ("step",):
            vector.step(vector.random_actions())
        case ("part", mask):
            before = vector.states.copy()
            vector.step(vector.random_actions(), where=mask)
            assert np.array_equal(vector.states[~np.array(mask)], before[~np.array(mask)])
        case ("set", row):
            vector.set_row(row, vector.game.start(seed=row))
        case ("copy", source, target):
            vector.copy_row(source, target)
        case ("save",):
            saved.append(vector.save())
        case ("restore",) if saved:
            vector.restore(saved[-1])
        case ("reset rows", mask):
            vector.reset_rows(np.array(mask))
        case ("refused",) if not all(vector.row(i).is_over for i in range(ROWS)):
            with pytest.raises(ludens.IllegalMove):
                vector.step(np.full_like(vector.random_actions(), -1))


def verify(vector: Vector) -> None:
    """The arrays show the states, and each action leads where its move does."""
    actions = vector.random_actions().copy()
    for i in range(ROWS):
        state = vector.row(i)
        if vector.game.is_simultaneous:
            seats = range(1, vector.game.num_players + 1)
            assert np.array_equal(vector.mask[i], [state.action_mask(player) for player in seats])
            assert np.array_equal(vector.observation[i], [state.observation(player) for player in seats])
            assert state.is_over or all(vector.mask[i, seat - 1, actions[i, seat - 1]] for seat in seats)
        else:
            assert np.array_equal(vector.mask[i], state.action_mask())
            assert np.array_equal(vector.observation[i], state.observation())
            assert state.is_over or vector.mask[i, actions[i]]


@given(operations=st.lists(_operations, max_size=12), seed=st.integers(0, 100), autoreset=st.booleans())
@settings(max_examples=25, deadline=None)
@pytest.mark.parametrize("room", [1, 48])
def test_arrays_show_the_states_whatever_was_done(
    game: ludens.Game, room: int, operations: list[tuple[Any, ...]], seed: int, autoreset: bool
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stepper, "_ROOM", room)
        if seed % 2:
            # no memory to keep more
            patch.setattr(stepper, "_MOST_BYTES", 0)
        vector, saved = game.vector(ROWS, seed=seed, threads=1, autoreset=autoreset), []
        for operation in operations:
            apply(vector, operation, saved)
            verify(vector)


@given(seed=st.integers(0, 1000))
@settings(max_examples=10, deadline=None)
def test_what_is_kept_leads_where_the_moves_lead(game: ludens.Game, seed: int) -> None:
    vector = game.vector(ROWS, seed=seed, threads=1, autoreset=False)
    for _ in range(6):
        actions = vector.random_actions().copy()
        before = [vector.row(i) for i in range(ROWS)]
        vector.step(actions)
        for i, state in enumerate(before):
            if state.is_over:
                continue
            if game.is_simultaneous:
                chosen = [game.encoding.move(state, int(a), player=p) for p, a in enumerate(actions[i], 1)]
                state.play(chosen)
            else:
                state.play(game.encoding.move(state, int(actions[i])))
            assert state.tobytes() == vector.row(i).tobytes()


def test_nothing_stale_is_played_after_an_error() -> None:
    game = ludens.load(CHOICES)
    vector = game.vector(ROWS, seed=1, threads=1)
    vector.step(vector.random_actions())
    start = game.start(seed=5)
    with pytest.raises(LimitExceeded), Limits(work=0):
        vector.set_row(2, start)
    assert vector.row(2) == start
    vector.step(vector.random_actions(), where=[True, True, False, True])
    with pytest.raises(LimitExceeded), Limits(work=0):
        vector.step(vector.random_actions())
    vector.step(vector.random_actions())
    verify(vector)


def test_random_actions_depend_on_the_seed_and_the_row_alone(game: ludens.Game) -> None:
    few, many = game.vector(3, seed=1, threads=1), game.vector(80, seed=1, threads=2)
    assert np.array_equal(few.random_actions(seed=9), many.random_actions(seed=9)[:3])
    assert np.array_equal(few.random_actions(), many.random_actions()[:3])
    assert not np.array_equal(many.random_actions(seed=9).copy(), many.random_actions(seed=10))


def test_rows_are_shared_out_by_the_time_they_take() -> None:
    assert shared_out([10], [WORTH], 4) == [[(0, 0, 10)]]
    assert shared_out([10], [2 * WORTH], 4) == [[(0, 0, 5)], [(0, 5, 10)]]
    assert shared_out([4, 8, 3], [3 * WORTH, WORTH, 0.0], 2) == [[(0, 0, 3)], [(0, 3, 4), (1, 0, 8), (2, 0, 3)]]
    for seconds in ([WORTH, 9 * WORTH], [0.0, 0.0], [7 * WORTH, 0.0], [WORTH / 3, 5 * WORTH]):
        rows = [5, 7]
        spans = [span for share in shared_out(rows, seconds, 3) for span in share]
        for number, count in enumerate(rows):
            assert sorted(row for n, first, last in spans if n == number for row in range(first, last)) == [
                *range(count)
            ]


def test_a_team_waits_for_all_and_raises_what_one_raised() -> None:
    done: list[int] = []

    def fail() -> None:
        raise ValueError("one")

    with pytest.raises(ValueError, match="one"):
        Team(3).run([lambda: done.append(1), fail, lambda: done.append(3)])
    assert sorted(done) == [1, 3]


def test_threads_give_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(team, "WORTH", 1e-9)
    game = ludens.load("Reversi")
    one, two = game.vector(300, seed=4, threads=1), game.vector(300, seed=4, threads=3)
    for _ in range(12):
        for a, b in zip(one.step(one.random_actions()), two.step(two.random_actions()), strict=True):
            assert np.array_equal(a, b)
