"""Random games in one compiled program: how much is the first move of Connect Four worth?"""

import jax
import jax.numpy as jnp

from ludens.envs import jax as envs

env = envs.make("Connect Four")


def playout(key: jax.Array) -> jax.Array:
    """What a random game brings the first player."""

    def ply(carried: tuple[envs.State, jax.Array], _: None) -> tuple[tuple[envs.State, jax.Array], jax.Array]:
        state, key = carried
        key, own = jax.random.split(key)
        action = jax.random.categorical(own, jnp.where(state.legal_action_mask, 0.0, -jnp.inf))
        state = env.step(state, action)
        return (state, key), state.rewards

    _, rewards = jax.lax.scan(ply, (env.init(key), key), None, length=42)
    return rewards.sum(axis=0)[0]


values = jax.jit(jax.vmap(playout))(jax.random.split(jax.random.key(1), 64))
print(f"64 games of Connect Four: {values.mean():+.2f} for the first player, {(values == 0).sum()} draws")
