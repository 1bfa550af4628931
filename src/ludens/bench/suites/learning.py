"""Random stepping of many games at once with observations and masks, beside the libraries that learners use.

Each step plays one legal action in each row, drawn uniformly in the way that is quickest for the system, and leaves
the observation and the mask (or list) of legal actions of the player to move; rows whose game has ended start anew.
OpenSpiel steps by its `SyncVectorEnv`, and as `pyspiel` by a loop over its states, as one writes it by hand; PettingZoo
by as many environments, PGX by a jitted, vmapped, resetting step on the CPU. Seconds are those of the clock: ludens and
PGX use all cores, the others one.
"""

from __future__ import annotations

import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from importlib import import_module
from typing import Any

from ludens.bench import openspiel
from ludens.bench.games import SHARED, BenchGame
from ludens.bench.rows import Metric
from ludens.bench.suites.base import Sizes, Suite, load_game, rate, size_for

BATCHES = (1, 64, 1024)
METRICS = [Metric(f"{batch} row{'s' * (batch > 1)}", "plies/s") for batch in BATCHES]
#: plays one ply in each row
Step = Callable[[], object]


class SteppingProbe(ABC):
    """Steppers of each batch size, made when first needed."""

    played = ""

    def __init__(self, game: BenchGame) -> None:
        self._shared = game
        self._steps = [self.stepper(game, batch) for batch in BATCHES]

    @abstractmethod
    def stepper(self, game: BenchGame, batch: int) -> Step:
        """What steps so many rows."""

    def sizes(self, seconds: float) -> Sizes:
        part = seconds / len(BATCHES)
        return {
            metric.name: size_for(lambda n, step=step: _repeat(step, n), part, time.perf_counter)  # type: ignore[misc]
            for metric, step in zip(METRICS, self._steps, strict=True)
        }

    def round(self, sizes: Sizes) -> dict[str, float]:
        rates = {}
        for metric, batch, step in zip(METRICS, BATCHES, self._steps, strict=True):
            n = sizes[metric.name]
            rates[metric.name] = batch * rate(lambda step=step, n=n: _repeat(step, n), time.perf_counter)  # type: ignore[misc]
        return rates


def _repeat(step: Step, n: int) -> int:
    for _ in range(n):
        step()
    return n


class Ludens(SteppingProbe):
    def stepper(self, game: BenchGame, batch: int) -> Step:
        vector = load_game(game).vector(batch, seed=1)
        return lambda: vector.step(vector.random_actions())


class OpenSpiel(SteppingProbe):
    def stepper(self, game: BenchGame, batch: int) -> Step:
        from open_spiel.python import rl_agent, rl_environment, vector_env

        spiel = openspiel.load(game.openspiel)
        kind = rl_environment.ObservationType.OBSERVATION
        if not spiel.get_type().provides_observation_tensor:
            kind = rl_environment.ObservationType.INFORMATION_STATE
        envs = [rl_environment.Environment(spiel, observation_type=kind) for _ in range(batch)]
        vector = vector_env.SyncVectorEnv(envs)
        seen = vector.reset()
        output, draw = rl_agent.StepOutput, random.Random(1).choice

        def step() -> None:
            nonlocal seen
            chosen = []
            for one in seen:
                observations = one.observations
                chosen.append(output(draw(observations["legal_actions"][observations["current_player"]]), None))
            seen, *_ = vector.step(chosen, reset_if_done=True)

        return step


class Pyspiel(SteppingProbe):
    """The loop that is written by hand around OpenSpiel's states: nothing is between it and the library."""

    def stepper(self, game: BenchGame, batch: int) -> Step:
        spiel, draw = openspiel.load(game.openspiel), random.Random(1)
        states = [_begun(spiel, draw) for _ in range(batch)]
        sees_all = spiel.get_type().provides_observation_tensor

        def step() -> None:
            for number, state in enumerate(states):
                actions = state.legal_actions()
                state.apply_action(actions[int(draw.random() * len(actions))])
                _fall(state, draw)
                if state.is_terminal():
                    state.returns()
                    state = states[number] = _begun(spiel, draw)
                _ = state.observation_tensor() if sees_all else state.information_state_tensor()
                state.legal_actions_mask()

        return step


def _begun(game: Any, draw: random.Random) -> Any:
    state = game.new_initial_state()
    _fall(state, draw)
    return state


def _fall(state: Any, draw: random.Random) -> None:
    """What chance does next."""
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(draw.choices(outcomes, weights)[0])


class PettingZoo(SteppingProbe):
    def stepper(self, game: BenchGame, batch: int) -> Step:
        module = import_module(f"pettingzoo.classic.{game.pettingzoo}")
        envs = [module.env(**game.settings) for _ in range(batch)]
        for number, env in enumerate(envs):
            env.reset(seed=number)
        draw = random.Random(1).choice
        seen = [env.last() for env in envs]

        def step() -> None:
            for number, env in enumerate(envs):
                env.step(draw(seen[number][0]["action_mask"].nonzero()[0]))
                now = env.last()
                if now[2] or now[3]:
                    env.reset()
                    now = env.last()
                seen[number] = now

        return step


class Pgx(SteppingProbe):
    def stepper(self, game: BenchGame, batch: int) -> Step:
        import jax
        import pgx
        from pgx.experimental import auto_reset

        env = pgx.make(game.pgx)
        init, play = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

        @jax.jit
        def advance(state: Any, key: Any) -> Any:
            key, drawn, chance = jax.random.split(key, 3)
            logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
            action = jax.random.categorical(drawn, logits, axis=-1)
            return play(state, action, jax.random.split(chance, batch)), key

        key = jax.random.PRNGKey(1)
        state = jax.jit(init)(jax.random.split(key, batch))

        def step() -> None:
            nonlocal state, key
            state, key = advance(state, key)
            state.observation.block_until_ready()

        step()  # compiled here
        return step


SUITE = Suite(
    "learning",
    "many games stepped together, by the clock, on all cores",
    METRICS,
    tuple(metric.name for metric in METRICS),
    SHARED,
    {"ludens": Ludens, "openspiel": OpenSpiel, "pyspiel": Pyspiel, "pettingzoo": PettingZoo, "pgx": Pgx},
)
