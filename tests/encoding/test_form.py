"""Other forms of observations and actions: compact numbers, one scale, what was before."""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens.encoding import Form, OutsideCompact
from ludens.encoding.form import FormMemory


@pytest.fixture(scope="module")
def game() -> ludens.Game:
    return ludens.load("Tic-Tac-Toe")


def test_compact_numbers_are_those_that_the_game_uses(game: ludens.Game) -> None:
    compact = game.encoding.compact
    assert (game.encoding.num_actions, compact.count) == (74, 9)
    assert compact.version == type(compact).of(game.encoding).version
    for action in range(compact.count):
        assert compact.action(compact.stable(action)) == action
    assert compact.meaning(4) == game.encoding.meaning(compact.stable(4)) == "at B2"
    state = game.start(seed=1)
    assert compact.mask(state.action_mask()).all()
    state.play(state.parse("B2"))
    assert np.flatnonzero(~compact.mask(state.action_mask())).tolist() == [4]


def test_a_move_outside_is_an_error_until_the_numbering_is_extended(game: ludens.Game) -> None:
    compact = game.encoding.compact
    spare = game.encoding.num_actions - 1
    mask = np.zeros(game.encoding.num_actions, np.bool_)
    mask[[0, spare]] = True
    with pytest.raises(OutsideCompact, match=rf"action {spare} \(spare 63\) .*extended\(\[{spare}\]\)"):
        compact.mask(mask)
    with pytest.raises(OutsideCompact):
        compact.action(spare)
    longer = compact.extended([spare, 0])
    assert longer.count == 10 and longer.mask(mask).sum() == 2 and longer.version != compact.version
    assert longer.numbers[:9].tolist() == compact.numbers.tolist()
    with pytest.raises(ValueError, match="numbered 0 to 8, not 9"):
        compact.stable(9)


def test_values_have_one_scale() -> None:
    game = ludens.load("Backgammon")
    form = Form(game.encoding, normalised=True)
    rows, vector = FormMemory(form, 8), game.vector(8, seed=1)
    for _ in range(40):
        vector.step(vector.random_actions())
        seen = rows.seen(vector.states, np.maximum(vector.mover, 1))
        assert seen.dtype == np.float32 and seen.min() >= -1 and seen.max() <= 1
    assert vector.observation.max() > 1
    assert set(form.bounds) <= {(0.0, 1.0), (-1.0, 1.0)} and form.version != game.encoding.version


def test_what_was_before_is_seen_by_the_same_player(game: ludens.Game) -> None:
    form = Form(game.encoding, history=2)
    rows, state, planes = FormMemory(form, 1), game.start(seed=1), len(game.encoding.planes)
    rows.note(state.block[None], np.arange(1), begin=True)
    before = [state.copy()]
    for name in ("A1", "B2", "C3"):
        state.play(state.parse(name))
        before.append(state.copy())
        rows.note(state.block[None], np.arange(1))
    seen = rows.seen(state.block[None], np.array([2]))[0]
    assert seen.shape == form.observation_shape == (3 * planes, 3, 3)
    for ago in range(3):
        assert np.array_equal(seen[ago * planes : (ago + 1) * planes], before[-1 - ago].observation(2))
    rows.note(before[0].block[None], np.arange(1), begin=True)
    assert not rows.seen(before[0].block[None], np.array([1]))[0, planes:].any()


def test_repetition_and_what_rules_count_are_planes() -> None:
    game = ludens.load("Chess")
    form = Form(game.encoding, repetition=True, memory=True)
    assert "remembered: counter" in form.planes and "position was there before" in form.planes
    at, counter = form.planes.index("position was there before"), form.planes.index("remembered: counter")
    rows, state = FormMemory(form, 1), game.start(seed=1)
    rows.note(state.block[None], np.arange(1), begin=True)
    told = []
    for name in ("G1-F3", "G8-F6", "F3-G1", "F6-G8") * 2:
        state.play(state.parse(name))
        rows.note(state.block[None], np.arange(1))
        seen = rows.seen(state.block[None], np.array([1]))[0]
        told.append((float(seen[at].max()), float(seen[counter].max())))
    assert told[-1][0] > told[3][0] >= 0 and told[-1][1] > told[0][1]
