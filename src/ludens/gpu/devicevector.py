"""Many states of one game that lie on a device and are stepped there: `game.vector(n, device="cuda")`."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ludens.encoding import Encoding, Vector
from ludens.encoding.rows import Info
from ludens.encoding.vector import (
    alike,
    check_rows,
    illegal_action,
    mask_of_rows,
    number_of_row,
    numbers_of_rows,
    stamp,
    streams_of,
    whole_numbers,
)
from ludens.game import Game, State
from ludens.game.single import SingleGame
from ludens.gpu.drivers import Driver, Loaded
from ludens.gpu.errors import DeviceError
from ludens.gpu.games import GAME_WORK, TOO_LITTLE_MEMORY, TOO_MANY_MOVES, driver_of
from ludens.gpu.kernel import Kernel
from ludens.gpu.steps import ANEW, CHOOSE, DRAW, GO, GROUPS, LANES, NONE, PLACE, TALLY, Status, stepping_of
from ludens.gpu.tensors import DeviceArray
from ludens.rules.generation.records import LIST_CAPACITY, RECORD
from ludens.rules.state.memory import ERRORS
from ludens.rules.state.random import GAMMA, scrambled_word

Step = tuple[DeviceArray, DeviceArray, DeviceArray, DeviceArray, DeviceArray]
_WORD: Final = (1 << 64) - 1
#: more plies than any game lasts
_ENDLESS: Final = (1 << 31) - 1
#: rows and steps of random play on the host that show how many moves there are to choose from, and the least room
_TRIED_ROWS, _TRIED_STEPS, _LEAST = 8, 64, 32
#: bytes of a thread's arena beyond its lists, at first and at most
_ARENA, _MOST_ARENA = 128 << 10, 16 << 20
#: lists that a thread may have at once
_LISTS: Final = 6


class DeviceVector:
    """n states of one game on a device, a row each, with their observations and masks: the rows of `ludens.Vector`.

    Equal seeds give equal games there, bit for bit, and methods mean the same. The arrays are `DeviceArray`s, which
    torch and JAX share by DLPack; they are the same each time, and written in each step. `step` takes numbers of moves
    from anywhere: those that lie on the same device as `int64` without a detour. Rows with many kinds of moves are
    stepped in the order of what they do next if they are to be `regroup`ed, which is so by default where a game has
    several phases; results do not depend on it. Lists have room for `most_moves`, or for twice as many as some random
    games show; a thread's scratch memory grows as it is needed. Raises DeviceError where the device is missing or has
    too little memory, where a thread needs more than a card gives, and in a step in which a row has more moves, or
    takes more memory or work, than a thread may have: then such rows stay as they were.
    """

    def __init__(
        self,
        encoding: Encoding,
        n: int,
        *,
        device: str,
        seed: int | None = None,
        max_plies: int | None = None,
        autoreset: bool = True,
        observe: bool = True,
        regroup: bool | None = None,
        most_moves: int | None = None,
    ) -> None:
        check_rows(n, max_plies)
        game = encoding.game
        self.encoding, self.game, self.n = encoding, game, n
        self.autoreset, self.max_plies = autoreset, max_plies
        self.regroup = len(game.model.phase_owners) > 1 if regroup is None else regroup
        room, seen = (most_moves, most_moves) if most_moves else _moves_of(encoding)
        self.driver, self._kernel, self._loaded = _load(game, device, room)
        self._seats = (max(game.num_players, 1),) if game.is_simultaneous else ()
        self._make_arrays(observe, min(seen, room))
        self._arena = _ARENA
        self._take_memory()
        self.given: Step = (self.observation, self.mask, self.reward, self.terminated, self.truncated)
        self._draws = scrambled_word(secrets.randbits(64) if seed is None else seed + 1)
        self.reset(seed=seed)

    # --- memory

    def _make_arrays(self, observe: bool, room: int) -> None:
        """Take memory for the rows, and describe it to the kernels; `room` is how many moves of a row are stored."""
        n, encoding, game = self.n, self.encoding, self.game
        players, width = max(game.num_players, 1), encoding.record_words
        array = self._array
        shape = (n, *self._seats, *encoding.observation_shape) if observe else (0, *encoding.observation_shape)
        self.observation = array(shape, np.float32)
        self.mask = array((n, *self._seats, encoding.num_actions), np.bool_)
        #: what was seen and legal where a row's game ended or was cut off
        self.final_observation, self.final_mask = array(shape, np.float32), array(self.mask.shape, np.bool_)
        self.reward = array((n, players), np.float32)
        self.terminated, self.truncated = array((n,), np.bool_), array((n,), np.bool_)
        #: the player to move in each row
        self.mover = array((n,), np.int32)
        #: the seat that plays it, whose reward it is: another one once sides were swapped (`State.seats`)
        self.seat = array((n,), np.int32)
        #: how many plies each row's game has lasted
        self.plies = array((n,), np.int32)
        self._actions, self._where = array((n, *self._seats), np.int64), array((n,), np.bool_)
        self._where.put(True)
        self._streams, self._stored = array((n,), np.uint64), array((n,), np.int32)
        self._numbering = array(encoding.words.shape, np.int32)
        self._numbering.put(encoding.words)
        #: the states, word by word across the rows of a group
        self._states = array((-(-n // LANES), game.layout.size // 4, LANES), np.uint32)
        self._status, self._errors = array((len(Status),), np.uint32), array((n,), np.int32)
        self._groups, self._tallies = array((n,), np.int32), array((2, GROUPS), np.int32)
        self._order, self._some = array((n,), np.int32), array((n,), np.int32)
        self._is_sorted = False
        by_row = {
            Info.CHOSEN: array((n, *self._seats, RECORD.size), np.uint8), Info.REWARDS: self.reward,
            Info.TERMINATED: self.terminated, Info.TRUNCATED: self.truncated, Info.PLIES: self.plies,
            Info.STREAMS: self._streams, Info.OBSERVATION: self.observation, Info.MASK: self.mask,
            Info.MOVERS: self.mover, Info.SEATS: self.seat,
            Info.ACTIONS: self._actions, Info.WHERE: self._where, Info.COUNTS: self._stored,
            Info.NUMBERS: array((n, room), np.int32), Info.RECORDS: array((n, room, width), np.int32),
            Info.FINAL_OBSERVATION: self.final_observation, Info.FINAL_MASK: self.final_mask,
        }  # fmt: skip
        self._own_memory = [by_row[Info.CHOSEN], by_row[Info.NUMBERS], by_row[Info.RECORDS]]
        words, sizes = np.zeros(len(Info), np.int64), np.zeros(len(Info), np.int64)
        limit = {Info.LIMIT: self.max_plies or _ENDLESS, Info.RESTART: self.autoreset, Info.OBSERVE: observe}
        for word, value in {**limit, Info.COUNT: 1, Info.ROOM: room}.items():
            words[word] = value
        for word, one in by_row.items():
            words[word], sizes[word] = one.address, one.nbytes // n
        words[Info.STATES], words[Info.NUMBERING] = self._states.address, self._numbering.address
        self._info, self._sizes = array(words.shape, np.int64), array(sizes.shape, np.int64)
        self._info.put(words)
        self._sizes.put(sizes)

    def _array(self, shape: tuple[int, ...], dtype: npt.DTypeLike) -> DeviceArray:
        return DeviceArray(self.driver, shape, dtype)

    def _take_memory(self) -> None:
        """Take memory for the threads: as many as run at once, as there are rows, and as fit into most of the rest."""
        places = self.encoding.numbering.places
        self._counting = -(-4 * (1 + sum(places.counts)) // 16) * 16
        self._thread_bytes = self._counting + _LISTS * self._kernel.most_moves * (RECORD.size + 4) + self._arena
        self._memory: DeviceArray | None = None
        block, blocks = self.driver.block, -(-self.n // self.driver.block)
        fitting = self.driver.room() * 3 // 4 // (block * self._thread_bytes)
        if not fitting:
            raise DeviceError(f"{self.driver.name} has too little memory left for {self.n} rows of {self.game.name}")
        self._blocks = min(blocks, fitting, max(self._loaded.most.values()))
        self._memory = self._array((self._blocks * block * self._thread_bytes,), np.uint8)

    def _launch(self, kernel: str, word: int = 0, rows: DeviceArray | None = None, count: int = 0) -> None:
        assert self._memory is not None
        arguments = (
            self._info.address, self._sizes.address, self._memory.address, self._thread_bytes, self._counting,
            GAME_WORK, count or self.n, rows.address if rows else 0, self._status.address,
            self._errors.address, self._groups.address, word,
        )  # fmt: skip
        self._loaded.launch(kernel, min(self._blocks, self._loaded.most[kernel]), arguments)

    # --- playing

    def __len__(self) -> int:
        return self.n

    @property
    def actions_shape(self) -> tuple[int, ...]:
        """The shape of the array that `step` takes."""
        return self._actions.shape

    def reset(self, *, seed: int | None = None) -> tuple[DeviceArray, DeviceArray]:
        """A new game in every row; gives observations and masks."""
        word = secrets.randbits(64) if seed is None else seed
        self._stored.put(-1)
        self._streams.put(streams_of(word, self.n))
        return self._anew(None, restart=True)

    def reset_rows(self, rows: npt.ArrayLike) -> tuple[DeviceArray, DeviceArray]:
        """A new game in some rows, given by their numbers, or by a mask: `reset_rows(vector.terminated)`."""
        array = rows.numpy() if isinstance(rows, DeviceArray) else rows
        return self._anew(np.unique(numbers_of_rows(array, self.n)).astype(np.int32), restart=True)

    def _anew(self, rows: npt.NDArray[np.int32] | None, *, restart: bool = False) -> tuple[DeviceArray, DeviceArray]:
        self._do(ANEW, int(restart), rows)
        self._sort()
        return self.observation, self.mask

    def step(self, actions: Any, where: npt.ArrayLike | None = None) -> Step:
        """Make a move in each row; gives observation, mask, reward, terminated, truncated.

        With `where`, a mask of the rows, the others stay as they are. Raises as `ludens.Vector.step` does, before any
        row is changed.
        """
        if actions is not self._actions and not self._actions.take_from(actions):
            array = actions.numpy() if isinstance(actions, DeviceArray) else actions
            self._actions.put(whole_numbers(array, self.actions_shape))
        if where is not None:
            self._where.put(mask_of_rows(where.numpy() if isinstance(where, DeviceArray) else where, self.n))
        try:
            self._choose_and_go()
        finally:
            if where is not None:
                self._where.put(True)
        self._sort()
        return self.given

    def _choose_and_go(self) -> None:
        order = self._order if self._is_sorted else None
        while True:
            self._clear_status()
            self._launch(CHOOSE, rows=order)
            self._launch(GO, rows=order)
            status = self._read_status()
            if status[Status.UNSEEN] == NONE:
                break
            self._give_more()
        if (wrong := status[Status.WRONG]) != NONE:
            raise illegal_action(self.encoding, self.row(wrong), wrong, self._actions.numpy()[wrong])
        if status[Status.FAILED] != NONE:
            self._do(GO, 0, self._give_more())

    def _do(self, kernel: str, word: int, rows: npt.NDArray[np.int32] | None = None) -> None:
        """Launch a kernel for some rows, or all, and again for those whose threads had too little."""
        while rows is None or len(rows):
            if rows is not None:
                self.driver.write(self._some.address, rows)
            self._clear_status()
            self._launch(kernel, word, None if rows is None else self._some, self.n if rows is None else len(rows))
            if self._read_status()[Status.FAILED] == NONE:
                return
            rows = self._give_more()

    def _give_more(self) -> npt.NDArray[np.int32]:
        """Give threads more memory; returns the rows that had too little of it. Raises DeviceError where that is not
        what was missing, or where they have the most."""
        errors = self._errors.numpy()
        self._errors.put(0)
        rows = np.flatnonzero(errors).astype(np.int32)
        if self._arena >= _MOST_ARENA or (errors[rows] != TOO_LITTLE_MEMORY).any():
            row = rows[0] if self._arena >= _MOST_ARENA else rows[errors[rows] != TOO_LITTLE_MEMORY][0]
            many = f"there are more than {self._kernel.most_moves} moves: `most_moves` gives room for more"
            reason = many if errors[row] == TOO_MANY_MOVES else ERRORS[int(errors[row])]
            raise DeviceError(f"row {row} of {self.game.name} needs more than a thread has: {reason}")
        self._arena *= 8
        self._take_memory()
        return rows

    def random_actions(self, seed: int | None = None) -> DeviceArray:
        """A legal action for each row, each equally likely; 0 where there is none. The array is the same each time."""
        if seed is None:
            self._draws = self._draws + GAMMA & _WORD
        self._do(DRAW, self._draws if seed is None else scrambled_word(seed))
        return self._actions

    def _clear_status(self) -> None:
        self.driver.fill(self._status.address, 0xFF, self._status.nbytes)

    def _read_status(self) -> Sequence[int]:
        """The words of `Status`."""
        words: list[int] = self._status.numpy().tolist()
        return words

    def _sort(self) -> None:
        """Let rows that do the same next be stepped side by side, if they are to."""
        if not self.regroup:
            return
        self.driver.fill(self._tallies.address, 0, self._tallies.nbytes)
        arguments = self.n, self._groups.address, self._tallies.address, self._order.address
        for kernel in (TALLY, PLACE):
            self._loaded.launch(kernel, min(self._blocks, self._loaded.most[kernel]), arguments)
        self._is_sorted = True

    # --- rows

    @property
    def states(self) -> npt.NDArray[np.uint8]:
        """A copy of the states on the host."""
        return _rows_of(self._states.numpy())[: self.n]

    def row(self, index: int) -> State:
        """A copy of the state of a row."""
        group, lane = divmod(number_of_row(index, self.n), LANES)
        return self.game.from_bytes(_rows_of(self._group_of_states(group)[None])[lane].tobytes())

    def set_row(self, index: int, state: State) -> None:
        """Put a copy of a state of the same game in a row. Raises ValueError for a state of another."""
        if state.game != self.game:
            raise ValueError(f"the rows hold states of {self.game.name}, not of {state.game.name}")
        self._write(number_of_row(index, self.n), state.block, 0)

    def copy_row(self, source: int, target: int) -> None:
        """Copy a row to another; what falls in either later is each row's own only from its next game on."""
        block = np.frombuffer(self.row(source).tobytes(), np.uint8)
        self._write(number_of_row(target, self.n), block, int(self.plies.numpy()[source]))

    def _group_of_states(self, group: int) -> npt.NDArray[np.uint32]:
        there = np.empty(self._states.shape[1:], np.uint32)
        self.driver.read(there, self._states.address + group * there.nbytes)
        return there

    def _write(self, row: int, state: npt.NDArray[np.uint8], plies: int) -> None:
        group, lane = divmod(row, LANES)
        there = self._group_of_states(group)
        there[:, lane] = np.ascontiguousarray(state).view(np.uint32)
        self.driver.write(self._states.address + group * there.nbytes, there)
        self.driver.write(self._stored.address + 4 * row, np.array([-1], np.int32))
        self.driver.write(self.plies.address + 4 * row, np.array([plies], np.int32))
        self._anew(np.array([row], np.int32))

    def save(self) -> dict[str, npt.NDArray[Any]]:
        """Copies on the host of all that decides how the rows go on, for `restore` here or of a vector elsewhere."""
        return stamp(self.game) | {"states": self.states, "plies": self.plies.numpy(), "streams": self._streams.numpy()}

    def restore(self, saved: dict[str, npt.NDArray[Any]]) -> tuple[DeviceArray, DeviceArray]:
        """Go on from what `save` gave. Raises ValueError for arrays of another game or number of rows."""
        arrays = alike(saved, self.save(), self.game)
        groups, words, lanes = self._states.shape
        whole = np.zeros((groups * lanes, 4 * words), np.uint8)
        whole[: self.n] = arrays["states"]
        self._states.put(whole.view(np.uint32).reshape(groups, lanes, words).transpose(0, 2, 1))
        self.plies.put(arrays["plies"])
        self._streams.put(arrays["streams"])
        self._stored.put(-1)
        return self._anew(None)

    def __repr__(self) -> str:
        return f"<DeviceVector of {self.n} states of {self.game.name} on {self.driver.name}>"


def _rows_of(states: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint8]:
    """States, one behind the other, of such as lie word by word across the rows."""
    groups, words, lanes = states.shape
    return np.ascontiguousarray(states.transpose(0, 2, 1)).reshape(groups * lanes, words).view(np.uint8)


def _moves_of(encoding: Encoding) -> tuple[int, int]:
    """The room that lists of moves have, and that for a row's kept ones, from what random play on the host shows."""
    rows, most = Vector(encoding, _TRIED_ROWS, seed=0, threads=1, observe=False), 0
    for _ in range(_TRIED_STEPS):
        most = max(most, int(rows.mask.reshape(_TRIED_ROWS, -1).sum(axis=1).max()))
        rows.step(rows.random_actions())
    return min(LIST_CAPACITY, max(_LEAST, 1 << (2 * most - 1).bit_length())), max(_LEAST // 2, most + most // 4)


@lru_cache(maxsize=8)
def _load(game: Game, device: str, most_moves: int) -> tuple[Driver, Kernel, Loaded]:
    """A device with the kernels of a game, which vectors share; the last few are kept."""
    driver = driver_of(device)
    assert isinstance(game, SingleGame)  # others have no encoding
    kernel = stepping_of(game, most_moves)
    return driver, kernel, driver.load(kernel)
