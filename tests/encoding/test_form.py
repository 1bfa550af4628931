"""Other forms of observations and actions: compact numbers, one scale, what was before."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import ludens
from ludens.encoding import Form, OutsideCompact
from ludens.encoding.form import Rows
from ludens.envs import gymnasium, pettingzoo


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
    rows, vector = Rows(form, 8), game.vector(8, seed=1)
    for _ in range(40):
        vector.step(vector.random_actions())
        seen = rows.seen(vector.states, np.maximum(vector.mover, 1))
        assert seen.dtype == np.float32 and seen.min() >= -1 and seen.max() <= 1
    assert vector.observation.max() > 1
    assert set(form.bounds) <= {(0.0, 1.0), (-1.0, 1.0)} and form.version != game.encoding.version


def test_what_was_before_is_seen_by_the_same_player(game: ludens.Game) -> None:
    form = Form(game.encoding, history=2)
    rows, state, planes = Rows(form, 1), game.start(seed=1), len(game.encoding.planes)
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
    rows, state = Rows(form, 1), game.start(seed=1)
    rows.note(state.block[None], np.arange(1), begin=True)
    told = []
    for name in ("G1-F3", "G8-F6", "F3-G1", "F6-G8") * 2:
        state.play(state.parse(name))
        rows.note(state.block[None], np.arange(1))
        seen = rows.seen(state.block[None], np.array([1]))[0]
        told.append((float(seen[at].max()), float(seen[counter].max())))
    assert told[-1][0] > told[3][0] >= 0 and told[-1][1] > told[0][1]


@pytest.mark.parametrize("form", [{"compact": True, "flat": True, "normalised": True}, {"history": 2, "memory": True}])
def test_environments_have_forms(form: dict[str, object]) -> None:
    env = gymnasium.make("Tic-Tac-Toe", form=form)
    many = gymnasium.make_vec("Tic-Tac-Toe", 3, form=form)
    seen, info = env.reset(seed=1)
    every, infos = many.reset(seed=1)
    assert seen in env.observation_space and every in many.observation_space
    assert env.form.version == many.form.version
    for _ in range(20):
        seen, _, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
        every, *_, infos = many.step(infos["action_mask"].argmax(axis=1))
        assert seen in env.observation_space and every in many.observation_space and "illegal" not in info
        if terminated or truncated:
            _, info = env.reset()
    table = pettingzoo.env("Tic-Tac-Toe", form=form)
    table.reset(seed=1)
    assert table.observe("player_1")["observation"].shape == seen.shape
    with pytest.raises(TypeError, match=r"a form has compact, .*, not flatt"):
        gymnasium.make("Tic-Tac-Toe", form={"flatt": True})


def test_policies_see_the_form() -> None:
    shapes = set()

    def policy(seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
        shapes.add((seen.shape[1:], mask.shape[1:]))
        return mask.argmax(axis=1)

    env = gymnasium.make_vec("Tic-Tac-Toe", 4, opponent=policy, form={"compact": True, "flat": True})
    _, info = env.reset(seed=1)
    for _ in range(6):
        _, *_, info = env.step(info["action_mask"].argmax(axis=1))
    assert shapes == {(env.single_observation_space.shape, (9,))}


@pytest.mark.parametrize("form", [None, {"compact": True, "history": 1, "repetition": True, "flat": True}])
def test_many_plays_are_pickled(form: dict[str, object] | None) -> None:
    env = gymnasium.make_vec("Tic-Tac-Toe", 4, opponent="uct:5", form=form)
    _, info = env.reset(seed=1)
    for _ in range(3):
        _, *_, info = env.step(info["action_mask"].argmax(axis=1))
    other = pickle.loads(pickle.dumps(env))
    for _ in range(8):
        actions = info["action_mask"].argmax(axis=1)
        (mine, *told, info), (its, *same, _) = env.step(actions), other.step(actions)
        assert np.array_equal(mine, its)
        assert all(np.array_equal(a, b) for a, b in zip(told, same, strict=True))
