"""Games for JAX: a functional step in the form of PGX, whose states are arrays.

Native code makes the moves, called back from compiled programs, a whole batch at once.
"""

from __future__ import annotations

import dataclasses
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from ludens import library, render
from ludens.encoding import Encoding, Vector
from ludens.envs import extra
from ludens.game import Game
from ludens.game import State as Position
from ludens.native import WORKSPACE

with extra("jax"):
    import jax
    import jax.numpy as jnp

__all__ = ["Env", "State", "make"]

#: how many sizes of batches keep their memory
_MOST_VECTORS = 4
#: what an action that is not legal costs
_PENALTY = -1.0


def make(
    source: str | os.PathLike[str] | Mapping[str, Any] | Game,
    options: Sequence[str] = (),
    *,
    max_plies: int | None = None,
    threads: int | None = None,
) -> Env:
    """An environment: what `ludens.load` takes, or a game.

    Games are truncated after `max_plies`; `threads` are the most that step a batch, all cores unless given. Raises
    LudError for a description with an error, ValueError for a match and for games whose players move at once.
    """
    game = source if isinstance(source, Game) else library.load(source, options)
    return Env(game, max_plies=max_plies, threads=threads)


@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class State:
    """A state, or a batch of them: arrays, which `jax.jit` and `jax.vmap` know. Nothing changes one.

    `rewards` are what the last move brought each player, from 1 for the first rank to -1 for the last once the game is
    over. `current_player` counts from 0, `observation` is that player's. Where a game is over `legal_action_mask` is
    true everywhere, and a step changes nothing but the rewards, to 0.
    """

    current_player: jax.Array
    observation: jax.Array
    rewards: jax.Array
    terminated: jax.Array
    truncated: jax.Array
    legal_action_mask: jax.Array
    _step_count: jax.Array
    _block: jax.Array
    _env: Env = dataclasses.field(metadata={"static": True}, repr=False)

    @property
    def env_id(self) -> str:
        return self._env.id

    @property
    def block(self) -> jax.Array:
        """The bytes of the state, which `Game.from_bytes` reads."""
        return self._block

    def replace(self, **changes: Any) -> Self:
        """A copy with some fields changed."""
        return dataclasses.replace(self, **changes)

    def position(self) -> Position:
        """The state as ludens knows states. Raises ValueError for a batch."""
        if self._block.ndim != 1:
            raise ValueError(f"a batch of shape {self._block.shape[:-1]} is no state: take one row")
        return self._env.game.from_bytes(np.asarray(self._block).tobytes())

    def to_svg(self, **ignored: Any) -> str:
        """The board as a picture; of a batch the first one."""
        state = self
        while state._block.ndim > 1:
            state = jax.tree.map(lambda array: array[0], state)
        return render.svg(state.position())

    def save_svg(self, filename: str | os.PathLike[str], **ignored: Any) -> None:
        """Write the picture to a file."""
        with open(filename, "w", encoding="utf-8") as file:
            file.write(self.to_svg())

    def _repr_html_(self) -> str:
        return self.to_svg()


class Env:
    """An environment in the form of `pgx.Env`: `make` makes it. `init`, `step` and `observe` are pure functions."""

    def __init__(self, game: Game, *, max_plies: int | None = None, threads: int | None = None) -> None:
        if game.is_simultaneous:
            raise ValueError(f"in {game.name} the players move at once: step it with game.vector(n)")
        if max_plies is not None and max_plies < 1:
            raise ValueError(f"max_plies is 1 or more, not {max_plies}")
        if threads is not None and threads < 1:
            raise ValueError(f"threads are 1 or more, not {threads}")
        self.game, self.encoding, self.max_plies = game, Encoding(game), max_plies
        self._batches = _Batches(self.encoding, threads)
        shapes = {
            "block": ((game.layout.size,), np.uint8),
            "observation": (self.encoding.observation_shape, np.float32),
            "mask": ((self.encoding.num_actions,), np.bool_),
            "rewards": ((self.num_players,), np.float32),
            "terminated": ((), np.bool_),
            "player": ((), np.int32),
        }
        self._init, self._step, self._observe = jax.jit(self._started), jax.jit(self._stepped), jax.jit(self._observed)
        self._seen = {name: jax.eval_shape(partial(jnp.zeros, shape, dtype)) for name, (shape, dtype) in shapes.items()}

    @property
    def id(self) -> str:
        return f"ludens/{self.game.name}"

    @property
    def version(self) -> str:
        """That of the encoding."""
        return self.encoding.version

    @property
    def num_players(self) -> int:
        return max(self.game.num_players, 1)

    @property
    def num_actions(self) -> int:
        return self.encoding.num_actions

    @property
    def observation_shape(self) -> tuple[int, ...]:
        return self.encoding.observation_shape

    # --- the functions

    def init(self, key: jax.Array) -> State:
        """A new game; equal keys give equal ones."""
        state: State = self._init(key)
        return state

    def _started(self, key: jax.Array) -> State:
        seen = self._called(self._batches.start, self._seen, _bits(key))
        return State(
            current_player=seen["player"],
            observation=seen["observation"],
            rewards=seen["rewards"],
            terminated=seen["terminated"],
            truncated=jnp.bool_(False),
            legal_action_mask=seen["mask"] | seen["terminated"],
            _step_count=jnp.int32(0),
            _block=seen["block"],
            _env=self,
        )

    def step(self, state: State, action: Any, key: jax.Array | None = None) -> State:
        """The state after a move. With a key it decides what chance brings, else the state does.

        A game that is over stays as it is, with rewards of 0. An action that is not legal ends the game, as in PGX: it
        costs 1, and the other players get 1 for each of their opponents.
        """
        after: State = self._step(state, jnp.asarray(action, jnp.int32), key)
        return after

    def _stepped(self, state: State, action: jax.Array, key: jax.Array | None) -> State:
        over = state.terminated | state.truncated
        inside = (action >= 0) & (action < self.num_actions)
        legal = inside & state.legal_action_mask[jnp.clip(action, 0, self.num_actions - 1)]
        goes, illegal = ~over & legal, ~over & ~legal
        arguments = [state._block, action, goes, *([] if key is None else [_bits(key)])]
        seen = self._called(self._batches.step, self._seen, *arguments)

        count = state._step_count + jnp.where(over, 0, 1)
        terminated = jnp.where(goes, seen["terminated"], state.terminated) | illegal
        late = jnp.bool_(False) if self.max_plies is None else count >= self.max_plies
        fine = jnp.full(self.num_players, -_PENALTY * (self.num_players - 1), jnp.float32)
        fine = jnp.where(jnp.arange(self.num_players) == state.current_player, _PENALTY, fine)
        return State(
            current_player=jnp.where(goes, seen["player"], state.current_player),
            observation=jnp.where(goes, seen["observation"], state.observation),
            rewards=jnp.where(illegal, fine, jnp.where(goes, seen["rewards"], 0)),
            terminated=terminated,
            truncated=state.truncated | (late & ~terminated),
            legal_action_mask=jnp.where(goes, seen["mask"], state.legal_action_mask) | terminated,
            _step_count=count,
            _block=seen["block"],
            _env=self,
        )

    def observe(self, state: State, player_id: Any = None) -> jax.Array:
        """What a player sees, the current one unless given. Players count from 0."""
        if player_id is None:
            return state.observation
        seen: jax.Array = self._observe(state._block, jnp.asarray(player_id, jnp.int32))
        return seen

    def _observed(self, block: jax.Array, player: jax.Array) -> Any:
        return self._called(self._batches.observe, self._seen["observation"], block, player)

    @staticmethod
    def _called(function: Callable[..., Any], shapes: Any, *arguments: Any) -> Any:
        return jax.pure_callback(function, shapes, *arguments, vmap_method="broadcast_all")

    def __repr__(self) -> str:
        return f"<Env {self.id}, {self.num_actions} actions, version {self.version}>"


def _bits(key: jax.Array) -> jax.Array:
    """64 bits of a key, as two words."""
    return jax.random.bits(key, (2,), jnp.uint32)


def _words(bits: Any) -> npt.NDArray[np.uint64]:
    """A word of 64 bits for each row."""
    halves = np.asarray(bits, np.uint32).reshape(-1, 2).astype(np.uint64)
    words: npt.NDArray[np.uint64] = halves[:, 0] | halves[:, 1] << np.uint64(32)
    return words


class _Batches:
    """The callbacks: batches of any size, each stepped by native code in a vector of that size."""

    def __init__(self, encoding: Encoding, threads: int | None) -> None:
        self._encoding, self._threads = encoding, threads
        self._vectors: OrderedDict[int, Vector] = OrderedDict()
        self._lock = threading.Lock()

    def _vector(self, n: int) -> Vector:
        """The vector for a batch of n rows, the last ones used are kept."""
        if n not in self._vectors:
            self._vectors[n] = Vector(self._encoding, n, seed=0, threads=self._threads, autoreset=False)
            if len(self._vectors) > _MOST_VECTORS:
                self._vectors.popitem(last=False)
        self._vectors.move_to_end(n)
        return self._vectors[n]

    def start(self, bits: Any) -> dict[str, Any]:
        """New games."""
        words = _words(bits)
        with self._lock:
            vector = self._vector(len(words))
            vector.stepper.streams[:] = words
            vector.reset_rows(np.arange(len(words)))
            return self._seen(vector, np.shape(bits)[:-1])

    def step(self, blocks: Any, actions: Any, goes: Any, bits: Any = None) -> dict[str, Any]:
        """Make the moves of the rows that go on."""
        where = np.asarray(goes)
        states = np.asarray(blocks).reshape(where.size, -1)
        if bits is not None:
            states = np.array(states)
            states.view(self._encoding.game.layout.dtype)["rng"][where.ravel(), 0] = _words(bits)[where.ravel()]
        with self._lock:
            vector = self._vector(where.size)
            if not np.array_equal(vector.states, states):  # else the legal moves are known
                vector.restore({"states": states, "plies": vector.plies, "streams": vector.stepper.streams})
            vector.step(np.asarray(actions).ravel(), where=where.ravel())
            return self._seen(vector, where.shape)

    def _seen(self, vector: Vector, shape: tuple[int, ...]) -> dict[str, Any]:
        """Copies of a vector's arrays, which its next step writes anew."""
        encoding, players = self._encoding, max(self._encoding.game.num_players, 1)
        return {
            "block": vector.states.reshape(*shape, -1).copy(),
            "observation": vector.observation.reshape(*shape, *encoding.observation_shape).copy(),
            "mask": vector.mask.reshape(*shape, -1).copy(),
            "rewards": vector.reward.reshape(*shape, players).copy(),
            "terminated": vector.terminated.reshape(shape).copy(),
            "player": (np.clip(vector.seat, 1, players) - 1).astype(np.int32).reshape(shape),
        }

    def observe(self, blocks: Any, players: Any) -> npt.NDArray[np.float32]:
        """What each of the players sees."""
        seats, dtype = np.asarray(players), self._encoding.game.layout.dtype
        states = np.ascontiguousarray(np.asarray(blocks).reshape(seats.size, -1)).copy()
        out = np.empty((seats.size, *self._encoding.observation_shape), np.float32)
        for state, seat, row in zip(states, seats.ravel().tolist(), out, strict=True):
            player = min(max(seat, 0), max(self._encoding.game.num_players, 1) - 1) + 1
            if "player_order" in (dtype.names or ()):
                player = int(state.view(dtype)[0]["player_order"][player])
            self._encoding.program.run("observe", state, WORKSPACE, player, row)
        return out.reshape(*seats.shape, *self._encoding.observation_shape)
