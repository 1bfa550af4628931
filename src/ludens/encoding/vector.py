"""Many states of one game, stepped by the numbers of moves, in native code on all cores."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from ludens.encoding.encoding import Encoding, Floats, Mask
from ludens.encoding.stepper import Actions, Stepper
from ludens.encoding.team import Team, shared_out
from ludens.game import Game, IllegalMove, State
from ludens.members import device_vector
from ludens.rules.state.random import GAMMA, scrambled_word

Step = tuple[Floats, Mask, Floats, Mask, Mask]
_WORD = (1 << 64) - 1


class Vector:
    """n states of one game, a row each, with their observations and masks; equal seeds give equal games.

    The arrays that `reset` and `step` give are the same each time, written where they change: copy what is to be kept,
    and leave them as they are. `observation` has the shape (n, planes, ...), seen by the player to move, `mask`
    (n, actions), `reward` (n, seats), `terminated` and `truncated` (n,). Where players move at once, `observation`,
    `mask` and the actions have an axis more behind the first, of the players. A row whose game has ended starts anew in
    the same step, unless `autoreset` is false: then its mask is empty, and it stays as it is until `reset_rows`. What
    is observed after such a step belongs to the new game; `final_observation` and `final_mask` have, for each row that
    is `terminated` or `truncated`, what its last position was seen as and which actions were legal there (none where
    the game is over), whether it begins anew or not. What they have of other rows is of earlier games. Random numbers
    are each row's own: they do not depend on the other rows, nor on `threads`, the most that are used. A pickled vector
    goes on as it would have; a forked child may go on with its copy.
    """

    def __init__(
        self,
        encoding: Encoding,
        n: int,
        *,
        seed: int | None = None,
        threads: int | None = None,
        max_plies: int | None = None,
        autoreset: bool = True,
        observe: bool = True,
    ) -> None:
        check_rows(n, max_plies)
        if threads is not None and threads < 1:
            raise ValueError("a vector wants threads >= 1")
        self.encoding, self.game, self.n = encoding, encoding.game, n
        self.autoreset, self.max_plies, self._observes = autoreset, max_plies, observe
        self._threads = threads
        threads = threads or os.cpu_count() or 1
        self._team = Team(min(threads, n))
        self._is_alone = self._team.most == 1
        self.stepper = Stepper(encoding, n, threads=threads, max_plies=max_plies, autoreset=autoreset, observe=observe)
        rows = self.stepper
        self.observation, self.mask, self.reward = rows.observation, rows.mask, rows.reward
        self.terminated, self.truncated = rows.terminated, rows.truncated
        #: what was seen and legal where a row ended or was cut off
        self.final_observation, self.final_mask = rows.final_observation, rows.final_mask
        #: the player to move in each row
        self.mover = rows.mover
        #: the seat that plays it, whose reward it is: another one once sides were swapped (`State.seats`)
        self.seat = rows.seat
        #: how many plies each row's game has lasted
        self.plies = rows.plies
        #: the states, to be read: `set_row` writes
        self.states: npt.NDArray[np.uint8] = rows.states.view()
        self.states.flags.writeable = False
        #: what `step` gives
        self.given: Step = (self.observation, self.mask, self.reward, self.terminated, self.truncated)
        self._draws = scrambled_word(secrets.randbits(64) if seed is None else seed + 1)
        self.reset(seed=seed)

    def __len__(self) -> int:
        return self.n

    @property
    def actions_shape(self) -> tuple[int, ...]:
        """The shape of the array that `step` takes."""
        return self.stepper.actions.shape

    # --- playing

    def reset(self, *, seed: int | None = None) -> tuple[Floats, Mask]:
        """A new game in every row; gives observations and masks."""
        self.stepper.streams[:] = streams_of(secrets.randbits(64) if seed is None else seed, self.n)
        return self._anew(np.arange(self.n), restart=True)

    def reset_rows(self, rows: npt.ArrayLike) -> tuple[Floats, Mask]:
        """A new game in some rows, given by their numbers, or by a mask: `reset_rows(vector.terminated)`."""
        return self._anew(numbers_of_rows(rows, self.n), restart=True)

    def _anew(self, rows: npt.NDArray[Any], *, restart: bool = False) -> tuple[Floats, Mask]:
        self.stepper.anew(np.ascontiguousarray(rows, np.int32).ravel(), restart=restart)
        return self.observation, self.mask

    def step(self, actions: npt.ArrayLike, where: npt.ArrayLike | None = None) -> Step:
        """Make a move in each row; gives observation, mask, reward, terminated, truncated.

        With `where`, a mask of the rows, the others stay as they are: their actions may be anything, and nothing has
        happened there.

        The reward is what the final rank is worth, 1 for the first and -1 for the last, and 0 before. Raises
        IllegalMove, which names the row, the state and its legal moves, before any row is changed; ValueError for an
        array of another shape, TypeError for one that does not hold whole numbers.
        """
        if actions is not self.stepper.actions:
            self.want(actions)
        if where is None and self._is_alone:
            wrong = self.stepper.advance()
            if wrong >= 0:
                raise self.illegal(wrong)
            return self.given
        if where is None:
            self._advance()
            return self.given
        self.stepper.where[:] = mask_of_rows(where, self.n)
        try:
            self._advance()
        finally:
            self.stepper.where[:] = True
        return self.given

    def _advance(self) -> None:
        if not self._is_alone:
            advance([self], self._team)
            return
        wrong = self.stepper.advance()
        if wrong >= 0:
            raise self.illegal(wrong)

    def want(self, actions: npt.ArrayLike) -> None:
        """Take actions for the next step. Raises ValueError for another shape, TypeError for other than whole numbers.

        It is part of `step`.
        """
        own = self.stepper.actions
        if type(actions) is np.ndarray and actions.dtype == own.dtype and actions.shape == own.shape:
            own[...] = actions
        else:
            own[...] = whole_numbers(actions, own.shape)

    def illegal(self, row: int) -> Exception:
        """The error for the action of a row."""
        return illegal_action(self.encoding, self.row(row), row, self.stepper.actions[row])

    def random_actions(self, seed: int | None = None) -> Actions:
        """A legal action for each row, each equally likely; 0 where there is none. The array is the same each time."""
        stepper = self.stepper
        if seed is None:
            self._draws = self._draws + GAMMA & _WORD
            stepper.draw(self._draws)
        else:
            stepper.draw(scrambled_word(seed))
        return stepper.actions

    # --- rows

    def row(self, index: int) -> State:
        """A copy of the state of a row."""
        return self.game.from_bytes(self.states[self._row(index)].tobytes())

    def set_row(self, index: int, state: State) -> None:
        """Put a copy of a state of the same game in a row. Raises ValueError for a state of another."""
        if state.game != self.game:
            raise ValueError(f"the rows hold states of {self.game.name}, not of {state.game.name}")
        self._write(self._row(index), state.block, 0)

    def copy_row(self, source: int, target: int) -> None:
        """Copy a row to another; what falls in either later is each row's own only from its next game on."""
        a, b = self._row(source), self._row(target)
        self._write(b, self.states[a], self.plies[a])

    def _write(self, row: int, state: npt.NDArray[np.uint8], plies: Any) -> None:
        rows = np.array([row], np.int32)
        self.stepper.forget(rows)
        self.stepper.states[row], self.plies[row] = state, plies
        self._anew(rows)

    def save(self) -> dict[str, npt.NDArray[Any]]:
        """Copies of all that decides how the rows go on, for `restore`; `numpy.savez` keeps it."""
        return stamp(self.game) | {name: array.copy() for name, array in self._saved.items()}

    @property
    def _saved(self) -> dict[str, npt.NDArray[Any]]:
        return {"states": self.stepper.states, "plies": self.plies, "streams": self.stepper.streams}

    def restore(self, saved: dict[str, npt.NDArray[Any]]) -> tuple[Floats, Mask]:
        """Go on from what `save` gave. Raises ValueError for arrays of another game or number of rows."""
        given = alike(saved, self._saved, self.game)
        rows = np.arange(self.n, dtype=np.int32)
        self.stepper.forget(rows)
        for name, own in self._saved.items():
            own[...] = given[name]
        return self._anew(rows)

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle has all that decides how the rows go on, and what the last step gave."""
        options = {
            "threads": self._threads, "max_plies": self.max_plies, "autoreset": self.autoreset,
            "observe": self._observes,
        }  # fmt: skip
        last = {name: getattr(self, name).copy() for name in _LAST} | {"wanted": self.stepper.actions.copy()}
        return _loaded, (self.game, self.n, options, self.save(), last, self._draws)

    def _row(self, index: int) -> int:
        return number_of_row(index, self.n)

    def __repr__(self) -> str:
        return f"<Vector of {self.n} states of {self.game.name}>"


#: what a step gives beside what is seen of the rows
_LAST = ("reward", "terminated", "truncated", "final_observation", "final_mask")


def _loaded(
    game: Game, n: int, options: dict[str, Any], saved: dict[str, Any], last: dict[str, Any], draws: int
) -> Vector:
    """The vector of a pickle: it goes on as the one that was kept would."""
    vector = Vector(game.encoding, n, seed=0, **options)
    vector.restore(saved)
    for name in _LAST:
        getattr(vector, name)[...] = last[name]
    vector.stepper.actions[...] = last["wanted"]
    vector._draws = draws
    return vector


def vector_of(game: Game, n: int, *, device: str = "cpu", **options: Any) -> Any:
    """n states of a game, here or on a graphics card: what `game.vector` gives."""
    if device != "cpu":
        return device_vector(game.encoding, n, device=device, **options)
    return Vector(game.encoding, n, **options)


def advance(vectors: Sequence[Vector], team: Team) -> None:
    """Make the chosen moves of some vectors together. Raises IllegalMove before any row is changed."""
    steppers = [vector.stepper for vector in vectors]
    for vector in vectors:
        wrong = vector.stepper.choose()
        if wrong >= 0:
            raise vector.illegal(wrong)
    shares = shared_out([s.n for s in steppers], [s.seconds for s in steppers], team.most)

    def work(thread: int) -> None:
        for number, first, last in shares[thread]:
            steppers[number].go(first, last, thread)

    try:
        team.run([partial(work, thread) for thread in range(len(shares))])
    finally:
        for stepper in steppers:
            stepper.settle()


# --- what rows are asked, wherever they lie


def check_rows(n: int, max_plies: int | None) -> None:
    """Raises ValueError for an impossible number of rows or plies."""
    if n < 1:
        raise ValueError("a vector wants n >= 1 rows")
    if max_plies is not None and max_plies < 1:
        raise ValueError("a vector wants max_plies >= 1")


def streams_of(seed: int, n: int) -> npt.NDArray[np.uint64]:
    """Where the random numbers of each row's games come from."""
    return np.arange(1, n + 1, dtype=np.uint64) * np.uint64(GAMMA) + np.uint64(scrambled_word(seed))


def number_of_row(index: int, n: int) -> int:
    """The number of a row. Raises IndexError where there is none of it."""
    if not 0 <= index < n:
        raise IndexError(f"rows are numbered 0 to {n - 1}, not {index}")
    return index


def mask_of_rows(given: npt.ArrayLike, n: int) -> Mask:
    """A mask of n rows. Raises ValueError for another shape or type."""
    mask = np.asarray(given)
    if mask.shape != (n,) or mask.dtype != np.bool_:
        own = f"{np.dtype(np.bool_)} of shape {(n,)}"
        raise ValueError(f"a mask of rows is {mask.dtype} of shape {mask.shape}, not {own}")
    return mask


def numbers_of_rows(rows: npt.ArrayLike, n: int) -> npt.NDArray[Any]:
    """Numbers of rows, given as such or by a mask. Raises TypeError for others, IndexError for one that is none."""
    given = np.atleast_1d(np.asarray(rows))
    if given.dtype == np.bool_:
        given = np.flatnonzero(mask_of_rows(given, n))
    if len(given) and given.dtype.kind not in "iu":
        raise TypeError(f"rows has dtype {given.dtype}, neither whole numbers nor {np.dtype(np.bool_)}")
    for row in given.ravel().tolist():
        number_of_row(row, n)
    return given


def whole_numbers(actions: npt.ArrayLike, shape: tuple[int, ...]) -> npt.NDArray[Any]:
    """Actions as an array of that shape. Raises ValueError for another, TypeError for other than whole numbers."""
    try:
        given = np.asarray(actions)
    except ValueError as error:
        raise ValueError(f"actions is no array of shape {shape}: {error}") from error
    if given.shape != shape:
        raise ValueError(f"actions has shape {given.shape}, not {shape}")
    if given.dtype.kind not in "iu":
        own = f"whole numbers as {np.dtype(np.int64)} of shape {shape}"
        raise TypeError(f"actions has dtype {given.dtype} and shape {given.shape}, not {own}")
    return given


def illegal_action(encoding: Encoding, state: State, row: int, actions: npt.NDArray[Any]) -> Exception:
    """The error for the action of a row, one for each player where they move at once."""
    for player, action in enumerate(np.atleast_1d(actions).tolist(), 1):
        own = player if encoding.game.is_simultaneous else None
        if own and not int(state.field("active")) >> own & 1:
            continue
        if not 0 <= action < encoding.num_actions or not encoding.mask(state, own)[action]:
            error = encoding.illegal(state, action)
            return IllegalMove(f"row {row}: {error}", error.candidates)
    raise AssertionError(f"the action of row {row} is legal")


def stamp(game: Game) -> dict[str, npt.NDArray[Any]]:
    """What says of saved states whose they are, by the meaning of their bytes."""
    return {"game": np.frombuffer(game.fingerprint.encode(), np.uint8).copy()}


def alike(
    saved: dict[str, npt.NDArray[Any]], own: dict[str, npt.NDArray[Any]], game: Game
) -> dict[str, npt.NDArray[Any]]:
    """What was saved, if it is of the same game, shapes and types. Raises ValueError otherwise."""
    if "game" in saved and not np.array_equal(saved["game"], stamp(game)["game"]):
        raise ValueError(f"these states are of another game than {game.name}, or were saved by another ludens")
    given = {name: np.asarray(saved[name]) for name in own}
    for name, new in given.items():
        if new.shape != own[name].shape or new.dtype != own[name].dtype:
            there = f"{own[name].dtype} of {own[name].shape}"
            raise ValueError(f"{name} is {new.dtype} of shape {new.shape}, not {there}")
    return given
