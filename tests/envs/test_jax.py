"""Games of ludens under JAX, and PGX's own tests of them."""

from __future__ import annotations

import contextlib
import io
import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludens
from ludens import library
from tests.envs.games import HIGH, MATCHING, PUZZLE, SIGNS, THREE

jax = pytest.importorskip("jax")

import jax.numpy as jnp  # noqa: E402

from ludens.envs import jax as envs  # noqa: E402


def first(state: Any) -> Any:
    """The legal action of the lowest number, of each row."""
    return jnp.argmax(state.legal_action_mask, axis=-1)


def bytes_of(state: Any) -> list[bytes]:
    return [np.asarray(leaf).tobytes() for leaf in jax.tree.leaves(state)]


def follow(env: envs.Env, state: Any, position: ludens.State, rng: np.random.Generator, plies: int) -> None:
    """Both play the same random moves and agree all the way."""
    for _ in range(plies):
        if position.is_over:
            break
        numbers = position.game.encoding.actions(position)
        assert np.flatnonzero(state.legal_action_mask).tolist() == sorted(numbers.tolist())
        assert int(state.current_player) == position.mover - 1
        assert np.array_equal(state.observation, position.observation())
        action = int(rng.choice(numbers))
        position.play(position.game.encoding.move(position, action))
        state = env.step(state, action)
        assert bool(state.terminated) == position.is_over
        assert np.asarray(state.block).tobytes() == position.tobytes()
    assert int(state._step_count) <= plies


@pytest.mark.parametrize("source", ["Tic-Tac-Toe", "Backgammon", SIGNS, THREE, PUZZLE])
def test_it_plays_as_ludens_does(source: str) -> None:
    env = envs.make(source)
    assert (env.num_actions, env.observation_shape) == (env.encoding.num_actions, env.encoding.observation_shape)
    state = env.init(jax.random.key(3))
    follow(env, state, state.position(), np.random.default_rng(1), 30)


@pytest.mark.slow
@pytest.mark.parametrize("name", library.names())
def test_it_plays_every_game_as_ludens_does(name: str) -> None:
    refused = {"match": "is a match", "moves at once": "move at once"}
    for trait in (trait for trait in refused if trait in library.traits(name)):
        with pytest.raises(ValueError, match=refused[trait]):
            envs.make(name)
        return
    env = envs.make(name)
    state = env.init(jax.random.key(0))
    follow(env, state, state.position(), np.random.default_rng(0), 60)


def test_a_game_ends_with_what_it_is_worth() -> None:
    env = envs.make("Tic-Tac-Toe")
    state = env.init(jax.random.key(0))
    for name in ("A1", "A2", "B1", "B2", "C1"):
        position = state.position()
        state = env.step(state, env.encoding.action(position.parse(name)))
    assert bool(state.terminated)
    assert state.rewards.tolist() == [1, -1]
    assert bool(state.legal_action_mask.all())
    again = env.step(state, 3)
    assert again.rewards.tolist() == [0, 0]
    assert (bool(again.terminated), int(again._step_count)) == (True, int(state._step_count))
    assert again.block.tolist() == state.block.tolist()


def test_a_step_is_a_pure_function() -> None:
    env = envs.make("Backgammon")
    state = env.init(jax.random.key(1))
    before, action = bytes_of(state), first(state)
    one = env.step(state, action)
    env.step(env.step(one, first(one)), 0)  # another state and another batch in between
    assert bytes_of(env.step(state, action)) == bytes_of(one)
    assert bytes_of(jax.jit(env.step)(state, action)) == bytes_of(one)
    assert bytes_of(state) == before
    assert bytes_of(env.init(jax.random.key(1))) == before != bytes_of(env.init(jax.random.key(2)))


def test_a_batch_is_its_rows() -> None:
    env = envs.make("Backgammon")
    keys = jax.random.split(jax.random.key(5), 6).reshape(2, 3)
    states = jax.jit(jax.vmap(jax.vmap(env.init)))(keys)
    after = jax.jit(jax.vmap(jax.vmap(env.step)))(states, first(states))
    assert after.observation.shape == (2, 3, *env.observation_shape)
    for i in range(2):
        for j in range(3):
            state = env.init(keys[i, j])
            row = jax.tree.map(lambda leaf, at=(i, j): leaf[at], after)
            assert bytes_of(env.step(state, first(state))) == bytes_of(row)


def test_a_key_decides_what_chance_brings() -> None:
    env = envs.make(HIGH)
    rolled = {env.init(key).position().rolled[0][0] for key in jax.random.split(jax.random.key(0), 40)}
    assert rolled == {1, 2, 3, 4, 5, 6}
    state = env.init(jax.random.key(0))
    again = int(np.flatnonzero(state.legal_action_mask)[-1])
    states = jax.vmap(env.step, (None, None, 0))(state, again, jax.random.split(jax.random.key(1), 40))
    rows = [jax.tree.map(lambda leaf, at=i: leaf[at], states) for i in range(40)]
    assert {row.position().rolled[0][0] for row in rows} == {1, 2, 3, 4, 5, 6}
    assert env.step(state, again).position() == env.step(state, again).position()


def test_an_illegal_action_loses() -> None:
    env = envs.make("Tic-Tac-Toe")
    state = env.step(env.init(jax.random.key(0)), 4)
    for action in (4, -1, env.num_actions):
        lost = env.step(state, action)
        assert bool(lost.terminated)
        assert lost.rewards.tolist() == [1, -1]
        assert lost.block.tolist() == state.block.tolist()


def test_games_are_truncated() -> None:
    env = envs.make("Hex", ["Board Size/7x7"], max_plies=2)
    state = env.init(jax.random.key(0))
    state = env.step(state, first(state))
    assert not bool(state.truncated)
    state = env.step(state, first(state))
    assert (bool(state.terminated), bool(state.truncated)) == (False, True)
    assert int(env.step(state, first(state))._step_count) == 2


def test_each_player_sees_what_is_theirs() -> None:
    env = envs.make(SIGNS)
    states = jax.vmap(env.init)(jax.random.split(jax.random.key(0), 12))
    seen = [jax.jit(jax.vmap(lambda state, p=player: env.observe(state, p)))(states) for player in range(2)]
    assert len({np.asarray(row).tobytes() for row in seen[0]}) == 3
    assert len({np.asarray(row).tobytes() for row in seen[1]}) == 1
    assert np.array_equal(env.observe(states), states.observation)
    assert np.array_equal(seen[0], states.observation)


def test_what_cannot_be_stepped_is_refused() -> None:
    with pytest.raises(ValueError, match=r"in Matching the players move at once: step it with game.vector\(n\)"):
        envs.make(MATCHING)
    with pytest.raises(ValueError, match="max_plies is 1 or more, not 0"):
        envs.make("Hex", max_plies=0)
    with pytest.raises(ValueError, match="a batch of shape"):
        jax.vmap(envs.make("Tic-Tac-Toe").init)(jax.random.split(jax.random.key(0), 2)).position()


def test_states_are_drawn(tmp_path: Path) -> None:
    state = jax.vmap(envs.make("Tic-Tac-Toe").init)(jax.random.split(jax.random.key(0), 2))
    state.save_svg(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text().startswith("<svg")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("source", ["Tic-Tac-Toe", HIGH])
def test_the_programming_interface(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """PGX's api_test, which knows its own games only, and whose random moves of single states are those of batches."""
    api_test = pytest.importorskip("pgx._src.api_test")
    env = envs.make(source)

    def act(key: Any, mask: Any) -> Any:
        return jax.random.categorical(key, jnp.log(mask.astype(jnp.float32)), axis=-1)

    monkeypatch.setattr(api_test, "get_args", lambda ids: (env.id,))
    monkeypatch.setattr(api_test, "act_randomly", jax.jit(act))
    api_test.api_test(env, 2)
    api_test.api_test_single(env, 1, use_key=False)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_wrapper_that_starts_anew() -> None:
    experimental = pytest.importorskip("pgx.experimental")
    env = envs.make("Tic-Tac-Toe")
    step = experimental.auto_reset(env.step, env.init)

    def play(key: Any) -> Any:
        def one(carried: Any, _: Any) -> Any:
            state, key = carried
            key, own = jax.random.split(key)
            state = step(state, first(state), own)
            return (state, key), (state.terminated, state.rewards, state._step_count)

        return jax.lax.scan(one, (env.init(key), key), None, length=20)[1]

    ended, rewards, counts = jax.jit(jax.vmap(play))(jax.random.split(jax.random.key(0), 3))
    assert np.flatnonzero(ended[0]).tolist() == [6, 13]  # the lowest squares first: seven plies a game
    assert rewards[:, 6].tolist() == [[1, -1]] * 3
    assert counts[0].tolist()[:9] == [1, 2, 3, 4, 5, 6, 0, 1, 2]


def test_the_example_runs() -> None:
    path = Path(__file__).parents[2] / "examples" / "jax_rollouts.py"
    with contextlib.redirect_stdout(io.StringIO()) as shown:
        runpy.run_path(str(path))
    assert shown.getvalue().startswith("64 games of Connect Four")
