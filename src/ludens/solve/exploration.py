"""All positions that a game can come to from one on, found by their keys, in files of a folder.

Positions have numbers in the order in which they are found, the root is 0. The folder has, of each position, its key
and whose turn it is, and of each that was expanded its targets: the numbers of the positions after its moves, or -2
less the winner where a move ends the game. The states themselves are there as long as they wait to be expanded. What is
in the files beyond what `progress.json` says was written when somebody pulled the plug, and is written again.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ludens.formats import VERSIONS
from ludens.game.seats import seated
from ludens.native import WORKSPACE
from ludens.solve.disk import has_room
from ludens.solve.errors import SolveError
from ludens.solve.keys import HIGHEST, Blocks, Expanded, KeyArray, Keys, agrees, is_quiet, keys_of, keys_of_note
from ludens.solve.native_sweep import ENTRY_WORDS, program
from ludens.solve.rows import SEGMENT, Columns, Rows, forget_note, read_note, write_note

if TYPE_CHECKING:
    from ludens.game import State

#: positions that are expanded at once
BATCH: Final = 2048
#: an index has an entry for each position, and is never fuller than this
_FULLEST: Final = 0.6
#: keys that are put into a new index at once
_ENTERED: Final = 1 << 16
#: seconds between two notes of how far one came
_NOTED: Final = 5.0
#: every so many positions are tried for what rules look at
_TRIED: Final = 97
#: bytes of a position that stay: its key, whose turn it is, and where its moves begin
_POSITION: Final = 16 + 1 + 8
#: a position's number has 32 bits
MOST: Final = (1 << 31) - (1 << 15)


class Limits(NamedTuple):
    """When to stop: after so many seconds, or where the index of positions would need so many bytes, or the files more
    than `disk` bytes (`ludens.solve.disk.bound` where nothing is said).

    And how many `threads` look at positions at once.
    """

    seconds: float = float("inf")
    memory: float = float("inf")
    threads: int = 1
    disk: float | None = None


class Refuted(Exception):
    """Some positions are not as the keys take them to be."""

    def __init__(self, blocks: Blocks) -> None:
        super().__init__("the rules look at what keys leave out")
        self.blocks = blocks

    def __reduce__(self) -> tuple[Any, ...]:
        return Refuted, (self.blocks,)


Progress = Callable[[int, int], object]
Index = npt.NDArray[np.uint64]
#: files of an exploration, and of what comes of it
_NAMES: Final = ("keys", "movers", "targets", "starts", "values", "first", "second", "sorted")
#: what `progress.json` begins with; changes with the form of the files
FORM: Final = VERSIONS["a table of positions"]


class Exploration:
    """The positions from a root on, as far as they are known; `total` and `expanded` count them."""

    def __init__(self, root: State, folder: Path, keys: Keys) -> None:
        self.root, self.folder, self.keys = root, folder, keys
        self.total = self.expanded = self.edges = 0
        #: positions before this one may be gone from the files
        self._dropped = 0
        #: once all is known: how often all positions have been valued
        self.rounds = 0
        self._index = index_of(np.zeros((0, 2), np.uint64), 0)
        self.columns, self._waiting = Columns(folder), Rows(folder, "states", root.game.layout.size)

    @classmethod
    def opened(cls, root: State, folder: Path, highest: int = HIGHEST) -> Exploration:
        """The exploration of that folder, begun where there is none.

        Raises SolveError where the folder has that of another game or root, or one that tells other counters apart.
        """
        note = read_progress(folder)
        if note is None:
            return cls.begun(root, folder, keys_of(root, highest=highest))
        keys = keys_of_folder(note, root, folder, highest)
        if "parts" in note:
            raise SolveError(f"{folder} has positions in parts, for many workers")
        exploration = cls(root, folder, keys)
        exploration._take_up(note)
        return exploration

    @classmethod
    def begun(cls, root: State, folder: Path, keys: Keys) -> Exploration:
        """A new exploration; what the folder had is gone."""
        exploration = cls(root, folder, keys)
        folder.mkdir(parents=True, exist_ok=True)
        forget_note(folder)
        exploration._waiting.cut(0)
        for name in _NAMES:
            exploration.columns.path(name).unlink(missing_ok=True)
        block = np.ascontiguousarray(root.block)[None]
        numbers = np.zeros(1, np.int32)
        exploration._intern(keys.of(block), numbers)
        exploration.columns.add("starts", np.zeros(1, np.int64))
        exploration._add(block, keys.of(block))
        exploration.total = 1
        exploration.note()
        return exploration

    # --- files

    def all_keys(self) -> KeyArray:
        """The keys of the positions, in the order of their numbers."""
        return self.columns.read("keys", np.uint64, 2 * self.total).reshape(-1, 2)

    def _add(self, blocks: Blocks, keys: KeyArray) -> None:
        """Write new positions, whose numbers follow on `total`."""
        self.columns.add("keys", keys)
        fields = blocks.view(self.keys.game.layout.dtype)[:, 0]
        self.columns.add("movers", seated(fields, "mover", self.keys.game.num_players).astype(np.uint8))
        self._waiting.add(self.total, blocks)

    def note(self) -> None:
        """Write down how far one came; what is no longer needed goes."""
        far = {"known": self.total, "expanded": self.expanded, "edges": self.edges, "rounds": self.rounds}
        write_note(self.folder, {"form": FORM, "root": root_words(self.keys, self.root)} | self.keys.facts() | far)
        self._waiting.drop(self.expanded)
        self._dropped = self.expanded

    def _has_room(self, more: int, most: float) -> bool:
        """Whether the files may have so many bytes more, once what is no longer needed is gone."""
        if has_room(self.folder, self.taken, more, most):
            return True
        self.note()
        return has_room(self.folder, self.taken, more, most)

    def _take_up(self, note: dict[str, Any]) -> None:
        self.total, self.expanded, self.edges = note["known"], note["expanded"], note["edges"]
        self.rounds = note["rounds"]
        lengths = {
            "keys": 16 * self.total, "movers": self.total, "targets": 4 * self.edges, "starts": 8 * self.expanded + 8,
        }  # fmt: skip
        if note.get("solved"):
            return
        for name, length in lengths.items():
            self.columns.cut(name, length)
        self._waiting.keep(self.expanded, self.total)
        if not self.is_complete:
            self._index = index_of(self.all_keys(), self.total)

    # --- the index

    def _intern(self, keys: KeyArray, numbers: npt.NDArray[np.int32]) -> int:
        if self.total + len(keys) > _FULLEST * len(self._index):
            self._index = index_of(self.all_keys(), 2 * (self.total + len(keys)))
        return enter(self._index, keys, numbers, self.total)

    # --- exploring

    @property
    def taken(self) -> int:
        """The bytes of the files."""
        waiting = self.total - self._dropped // SEGMENT * SEGMENT
        return waiting * self.keys.game.layout.size + self.total * _POSITION + 4 * self.edges

    @property
    def is_complete(self) -> bool:
        """Whether all positions are expanded."""
        return self.expanded == self.total

    def run(self, limits: Limits, end: float, progress: Progress) -> str:
        """Go on until all positions are known, or a limit is met; gives its name, "" for none. `end` is when the time
        is over, by the monotonic clock.

        Raises Refuted where a position shows that the keys are wrong.
        """
        noted = time.monotonic()
        workers = [self.keys, *(self.keys.copy() for _ in range(limits.threads - 1))]
        threads = ThreadPoolExecutor(limits.threads)
        try:
            while not self.is_complete:
                if time.monotonic() >= end:
                    return "time"
                if needed(self.total) > limits.memory:
                    return "memory"
                if self.total > MOST:
                    return "numbers"
                if not self._step(threads, workers, inf if limits.disk is None else limits.disk):
                    return "disk"
                progress(self.expanded, self.total)
                if time.monotonic() - noted > _NOTED:
                    self.note()
                    noted = time.monotonic()
        finally:
            threads.shutdown()
            self.note()
        return ""

    def _step(self, threads: ThreadPoolExecutor, workers: Sequence[Keys], most: float) -> bool:
        """Expand the next positions, as many batches at once as there are workers. False where files have no room."""
        firsts = range(self.expanded, self.total, BATCH)[: len(workers)]
        batches = [self._waiting.read(first, min(BATCH, self.total - first)) for first in firsts]
        for batch in batches:
            try_out(self.keys, batch, self.expanded)
        looked = threads.map(Keys.expand, workers, batches)
        for after in looked:
            has_room = self._take(after, most)
            if not has_room or len(after.starts) <= BATCH:
                # those behind a batch that was cut are not the next ones; they end before their memory is used again
                deque(looked, maxlen=0)
            if not has_room:
                return False
        return True

    def _take(self, after: Expanded, most: float) -> bool:
        """Number what follows on the positions that are next, and write it down. False where files have no room."""
        done, targets = len(after.starts) - 1, after.targets
        before = self.total
        total = self._intern(after.keys, targets)
        fresh = firsts(targets, before, total)
        new = after.children[fresh]
        if not is_quiet(self.keys, self.root, new):
            raise Refuted(new)
        more = len(new) * (self.keys.game.layout.size + _POSITION) + 4 * len(targets)
        if not self._has_room(more, most):
            return False
        self._add(new, after.keys[fresh])
        self.columns.add("targets", targets)
        self.columns.add("starts", self.edges + after.starts[1:].astype(np.int64))
        self.total, self.expanded, self.edges = total, self.expanded + done, self.edges + len(targets)
        return True


def keys_of_folder(note: dict[str, Any], root: State, folder: Path, highest: int) -> Keys:
    """The keys of a folder's positions, by its note.

    Raises SolveError where they are of another game or root, or tell other counters apart.
    """
    if note["game"] != root.game.fingerprint:
        raise SolveError(f"{folder} has positions of another game, or with other options")
    keys = keys_of_note(root.game, note)
    if note["root"] != root_words(keys, root):
        raise SolveError(f"{folder} has positions from another position on")
    if note["highest"] != highest:
        raise SolveError(f"{folder} has positions whose counters are told apart up to {note['highest']}")
    return keys


def root_words(keys: Keys, root: State) -> list[int]:
    """The key of the root, for a note."""
    words: list[int] = keys.of(np.ascontiguousarray(root.block)[None])[0].tolist()
    return words


def try_out(keys: Keys, blocks: Blocks, number: int) -> None:
    """Look whether some of the positions, whose numbers begin with this one, lead where their keys say.

    Raises Refuted where they do not.
    """
    chosen = blocks[number % _TRIED :: _TRIED]
    if len(chosen) and not agrees(keys, chosen, keys.left_out | set(keys.caps), seed=number):
        raise Refuted(chosen)


def needed(count: int) -> int:
    """The bytes of an index for so many positions."""
    return 8 * ENTRY_WORDS * places(count)


def places(count: int) -> int:
    """The entries of an index for so many positions: a power of two."""
    return max(1 << 12, 1 << int(count / _FULLEST).bit_length())


def index_of(keys: KeyArray, room: int) -> Index:
    """An index that has keys, numbered from 0 on, and room for so many."""
    index, total = np.zeros((places(room), ENTRY_WORDS), np.uint64), 0
    for first in range(0, len(keys), _ENTERED):
        some = np.ascontiguousarray(keys[first : first + _ENTERED])
        total = enter(index, some, np.zeros(len(some), np.int32), total)
    return index


def enter(index: Index, keys: KeyArray, numbers: npt.NDArray[np.int32], total: int) -> int:
    """Write down the numbers of keys in an index that knows so many; new ones get the next. Returns how many it knows
    then."""
    exploration: int = program().run("intern", WORKSPACE, index, len(index) - 1, keys, len(keys), total, numbers)
    return exploration


def firsts(numbers: npt.NDArray[np.int32], before: int, total: int) -> npt.NDArray[np.intp]:
    """Where the numbers from `before` on stand for the first time, in their order."""
    (places,) = np.nonzero(numbers >= before)
    first = np.zeros(total - before, np.intp)
    first[numbers[places[::-1]] - before] = places[::-1]
    return first


def read_progress(folder: Path) -> dict[str, Any] | None:
    """What is known of a folder; None where nothing is."""
    return read_note(folder, FORM)
