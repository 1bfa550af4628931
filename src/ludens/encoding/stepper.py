"""The rows of one game as native code has them: their arrays, and the calls that step them."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import numpy.typing as npt

from ludens.encoding.encoding import Encoding, Floats, Mask
from ludens.encoding.rows import Argument, Info
from ludens.native import WORKSPACE, Quick, Words, aligned
from ludens.rules.generation.records import LIST_CAPACITY, RECORD_WORDS

Actions = npt.NDArray[np.int64]
#: more plies than any game lasts
_ENDLESS = (1 << 31) - 1
#: how many moves of each row have room at first
_ROOM = 48
#: the bytes that kept moves may take
_MOST_BYTES = 1 << 30
#: how much the last step counts for what the next is expected to take
_RECENT = 0.25


class Stepper:
    """n rows of a game. A `thread` is a number below `threads`: each has memory of its own."""

    def __init__(
        self, encoding: Encoding, n: int, *, threads: int, max_plies: int | None, autoreset: bool, observe: bool
    ) -> None:
        game = encoding.game
        self.encoding, self.n, self.players = encoding, n, max(game.num_players, 1)
        #: the axes behind that of the rows, where players move at once
        self.seats = (self.players,) if game.is_simultaneous else ()
        self.states: npt.NDArray[np.uint8] = aligned((n, game.layout.size), np.uint8)
        shape = (n, *self.seats, *encoding.observation_shape) if observe else (0, *encoding.observation_shape)
        self.observation: Floats = aligned(shape, np.float32)
        self.mask: Mask = aligned((n, *self.seats, encoding.num_actions), np.bool_)
        self.final_observation: Floats = np.zeros(shape, np.float32)  # the system gives memory as it is written to
        self.final_mask: Mask = np.zeros(self.mask.shape, np.bool_)
        self.reward: Floats = aligned((n, self.players), np.float32)
        self.terminated: Mask = aligned((n,), np.bool_)
        self.truncated: Mask = aligned((n,), np.bool_)
        self.mover: npt.NDArray[np.int32] = aligned((n,), np.int32)
        self.seat: npt.NDArray[np.int32] = aligned((n,), np.int32)
        self.plies: npt.NDArray[np.int32] = aligned((n,), np.int32)
        self.streams: npt.NDArray[np.uint64] = np.zeros(n, np.uint64)
        self.actions: Actions = aligned((n, *self.seats), np.int64)
        #: which rows the next step is for
        self.where: Mask = np.ones(n, np.bool_)
        self._program = encoding.program
        self._stored = np.full(n, -1, np.int32)
        self._chosen = np.zeros((n, *self.seats, RECORD_WORDS), np.int32)
        #: the seconds that a step is expected to take on one thread
        self.seconds = 0.0
        self._spent: list[float] = []
        self._needed = 0
        size = 1 + sum(encoding.numbering.places.counts)
        self._counters = [np.zeros(size, np.int32) for _ in range(threads)]
        self._limits = {
            Info.LIMIT: max_plies or _ENDLESS,
            Info.RESTART: int(autoreset),
            Info.OBSERVE: int(observe),
        }
        self._bind(_ROOM)

    def _bind(self, room: int) -> None:
        """Describe the rows to native code, with room for `room` moves of each; no moves are stored."""
        self._stored[:] = -1
        self._room, width = room, self.encoding.record_words
        words = Words(len(Info))
        self._numbers = np.empty((self.n, room), np.int32)
        for word, value in (self._limits | {Info.COUNT: self.n, Info.ROOM: room}).items():
            words[word] = value
        shared: dict[Info, npt.NDArray[Any]] = {
            Info.STATES: self.states, Info.CHOSEN: self._chosen, Info.REWARDS: self.reward,
            Info.TERMINATED: self.terminated, Info.TRUNCATED: self.truncated, Info.PLIES: self.plies,
            Info.STREAMS: self.streams, Info.OBSERVATION: self.observation, Info.MASK: self.mask,
            Info.MOVERS: self.mover, Info.SEATS: self.seat,
            Info.ACTIONS: self.actions, Info.NUMBERING: self.encoding.words,
            Info.WHERE: self.where, Info.COUNTS: self._stored, Info.NUMBERS: self._numbers,
            Info.RECORDS: np.empty((self.n, room, width), np.int32),
            Info.FINAL_OBSERVATION: self.final_observation, Info.FINAL_MASK: self.final_mask,
        }  # fmt: skip
        for word, array in shared.items():
            words.share(word, array)
        program = self._program
        self._own = own = (words, WORKSPACE, self._counters[0])
        self._choose = program.bound("vector_choose", *own, 0, self.n)
        block = Words(len(Argument))
        block.share(Argument.INFO, words.array)
        block.share(Argument.COUNTERS, self._counters[0])
        block[Argument.LAST] = self.n
        self._seed, self._words = block.cell(Argument.SEED), (words, block)
        #: choose, and go on the caller's thread where all is legal: see `advance`
        self._advance = Quick(program, "vector_advance_by", block, Argument.WORKSPACE)
        self._draw = Quick(program, "vector_draw_by", block, Argument.WORKSPACE)
        self._go = [program.bound("vector_go", words, WORKSPACE, counters) for counters in self._counters]

    def numbers(self, row: int) -> npt.NDArray[np.int32]:
        """The numbers of the legal moves of a row, in their order; where players move at once, those of the mask."""
        count = int(self._stored[row])
        if count >= 0:
            return self._numbers[row, :count]
        return self.encoding.numbers(self.states[row])

    def draw(self, word: int) -> None:
        """Choose a random action in each row, decided by the word."""
        self._seed.value = word
        self._draw()

    def choose(self) -> int:
        """Find the chosen moves; the first row whose action is not legal, -1 if all are."""
        first_wrong: int = self._choose()
        return first_wrong

    def go(self, first: int, last: int, thread: int) -> None:
        """Make the chosen moves of some rows, on a thread; `settle` has to follow."""
        began = time.perf_counter()
        self._needed = max(self._needed, self._go[thread](first, last))
        self._spent.append(time.perf_counter() - began)

    def settle(self) -> None:
        """A step has ended."""
        self.seconds += (sum(self._spent) - self.seconds) * _RECENT
        self._spent.clear()
        needed, self._needed = self._needed, 0
        self._make_room(needed)

    def advance(self) -> int:
        """Choose, and go on the caller's thread where all is legal; returns as `choose` does."""
        code: int = self._advance()
        if code >= 0:
            return code
        if code != -1:
            self._make_room(-1 - code)
        return -1

    def forget(self, rows: npt.NDArray[np.int32]) -> None:
        """The states of these rows will be written: nothing is kept of them any more. `anew` has to follow."""
        self._stored[rows] = -1

    def anew(self, rows: npt.NDArray[np.int32], *, restart: bool = False) -> None:
        """Look at rows that were forgotten and written, or that are to begin new games."""
        needed: int = self._program.run("vector_anew", *self._own, rows, len(rows), int(restart))
        self._make_room(needed)

    def _make_room(self, needed: int) -> None:
        """Make room for `needed` moves of a row, from the next step on, if there is memory enough."""
        if needed <= self._room:
            return
        size = 4 * (1 + self.encoding.record_words) * self.n
        room = min(needed + needed // 4, LIST_CAPACITY, _MOST_BYTES // size)
        # an odd multiple of 16: rows a power of two apart would share the same part of the processor's cache
        room = room // 32 * 32 + 16
        if room > self._room:
            self._bind(room)
