"""Forced wins in games that are too large for all their positions: depth-first proof-number search.

A position's *proof number* is the least number of positions yet unknown that have to be wins for it to be one, its
*disproof number* the same for it to be none (Allis 1994). The search goes where least has to be shown, depth first,
with a table and thresholds (df-pn: Nagai 2002), which are wider by a quarter than they need be, so that it returns less
often (Pawlewicz and Lew 2006).

A way back to a position on the same line is no win. What rests on such a way is known on that line alone, and not kept
in the table: the same position may be won on another line. A win that is found rests on none.

The search itself is native code (`ludens.solve.native_proof`), which is left now and then for the clock and for memory.
Where it has a folder, the table is written there, and a later search takes it up: it begins at the root, and what the
table knows leads it down to where the last one was.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from ludens.native import WORKSPACE, Words
from ludens.solve.connection.ground import ground_of
from ludens.solve.connection.proving import ConnectionProof
from ludens.solve.exploration import Limits
from ludens.solve.keys import Keys, keys_of, keys_of_note
from ludens.solve.native_proof import DEEPEST, ENTRY_WORDS, FRAME_WORDS, NEVER, Ask, End, Entry, program
from ludens.solve.proofs import Progress, Proof, Proved

if TYPE_CHECKING:
    from ludens.game import Move, State

#: seconds after which the search looks at the clock, about; and after how many positions at first, and at most
_SLICE: Final = 0.1
_FIRST: Final = 100
_MOST: Final = 1 << 20
#: a table is never fuller than this, and is cleared of what is open where it may not grow; there is too little memory
#: where what is known fills more than this part of it, and where it was cleared so many times
_FULLEST: Final = 0.6
_MOST_DECIDED: Final = 0.4
_CLEARED: Final = 30
_SMALLEST: Final = 1 << 10
#: memory for the children of all positions of a line
_CHILDREN: Final = 1 << 28


class ProofNumberSearch(Proof):
    """A search for a win of one player from a root on, in any game; `prove` runs it."""

    form, file = 101, "table.bin"

    def __init__(
        self,
        root: State,
        player: int,
        limits: Limits | None = None,
        progress: Progress = lambda count: None,
        folder: Path | None = None,
    ) -> None:
        super().__init__(root, player, limits, progress, folder)
        note = self._read_note()
        self.keys: Keys = keys_of(root) if note is None else keys_of_note(root.game, note)
        self._is_done = note is not None and note["done"]
        self._ask = Words(len(Ask))
        self._ask[Ask.PLAYER] = player
        self._frames = np.zeros((DEEPEST + 2, FRAME_WORDS), np.uint64)
        # as much as is used of it is what the system gives
        self._children = np.empty(_CHILDREN, np.uint8)
        self._ask.share(Ask.FRAMES, self._frames)
        self._ask.share(Ask.CHILDREN, self._children)
        self._ask[Ask.ROOM] = _CHILDREN
        self._cleared = 0
        self._set_table(np.zeros((0, ENTRY_WORDS), np.uint64), _SMALLEST)
        if note is not None:
            self._take_up(note)

    def key(self, state: State) -> bytes:
        return self.keys.of(state.block[None]).tobytes()

    def prove(self) -> Proved:
        stopped = ""
        if not self._is_done:
            try:
                stopped = self._searched()
            finally:
                self._keep()
        plies = self.plies
        won = True if plies is not None else None if stopped else False
        counts = self._ask[Ask.LOOKED], int(_is_decided(self._rows()).sum())
        return Proved(self.player, won, plies or 0, *counts, stopped, self.folder, self)

    def _searched(self) -> str:
        """Search; gives the limit that was met, "" for none."""
        end, fresh, count = time.monotonic() + self.limits.seconds, 1, _FIRST
        root = np.ascontiguousarray(self.root.block)
        self._ask[Ask.DEPTH] = 0
        while True:
            began = time.monotonic()
            why = program().run("search", self.keys.words, WORKSPACE, self._ask, root, fresh, count)
            fresh, count = 0, _next(count, time.monotonic() - began)
            self.progress(self._ask[Ask.LOOKED])
            if why == End.DONE:
                self._is_done = True
                return ""
            if why == End.NO_ROOM or (why == End.TABLE_FULL and not self._make_room()):
                return "memory"
            if time.monotonic() >= end:
                return "time"
            if time.monotonic() >= self._next_note:
                self._keep()

    # --- the folder

    def _take_up(self, note: dict[str, Any]) -> None:
        """Take what an earlier search found."""
        words = self._read_file(note, lambda path: np.fromfile(path, np.uint64))
        rows = words[: len(words) // ENTRY_WORDS * ENTRY_WORDS].reshape(-1, ENTRY_WORDS)
        length = _SMALLEST
        while int(_FULLEST * length) < len(rows):
            length *= 2
        self._set_table(rows, length)
        self._ask[Ask.LOOKED] = note["positions"]

    def _keep(self) -> None:
        """Write the table down: of a search that is done only what is won, which is the proof."""
        if self.folder is None:
            return
        began, rows = time.monotonic(), self._rows()
        rows.view(np.int32)[:, Entry.PATH] = 0
        if self._is_done:
            rows = rows[rows.view(np.int32)[:, Entry.PROOF] == 0]
        facts = {"done": self._is_done, "positions": self._ask[Ask.LOOKED]}
        self._write(np.ascontiguousarray(rows).data, facts | self.keys.facts(), began)

    # --- the table

    def _rows(self) -> npt.NDArray[np.uint64]:
        """The entries that are used, copied."""
        rows: npt.NDArray[np.uint64] = self._table[self._table[:, 2] != 0]
        return rows

    def _set_table(self, rows: npt.NDArray[np.uint64], length: int) -> None:
        """Make a table of so many places, with these entries in it."""
        table = np.zeros((length, ENTRY_WORDS), np.uint64)
        program().run("enter", WORKSPACE, table, length - 1, np.ascontiguousarray(rows), len(rows))
        self._table = table
        self._ask.share(Ask.TABLE, table)
        self._ask[Ask.MASK], self._ask[Ask.USED] = length - 1, len(rows)
        self._ask[Ask.MOST_USED] = int(_FULLEST * length)

    def _make_room(self) -> bool:
        """A table twice as large, or where memory allows none this one without half of what is open, what cost least.

        Gives False where there is too little memory.
        """
        rows, length = self._rows(), len(self._table)
        if 3 * self._table.nbytes <= self.limits.memory:
            length *= 2
        else:
            numbers = rows.view(np.int32)
            is_kept = _is_decided(rows) | (numbers[:, Entry.PATH] != 0)
            self._cleared += 1
            if is_kept.sum() > _MOST_DECIDED * length or self._cleared > _CLEARED:
                return False
            cost = numbers[:, Entry.NOTE]
            rows = rows[is_kept | (cost > np.median(cost[~is_kept]))]
        self._set_table(rows, length)
        return True

    def _won_in(self, key: bytes) -> int | None:
        """In how many plies a position is won at most; None where that is not proved."""
        words = np.frombuffer(key, np.uint64)
        mask = len(self._table) - 1
        at = int(words[0]) & mask
        while self._table[at, 2] and not np.array_equal(self._table[at, :2], words):
            at = (at + 1) & mask
        numbers = self._table[at].view(np.int32)
        proved = self._table[at, 2] and numbers[Entry.PROOF] == 0
        return int(numbers[Entry.NOTE]) if proved else None

    # --- what was found

    @property
    def plies(self) -> int | None:
        return self._won_in(self.key(self.root))

    def answer(self, state: State) -> Move:
        best, moves = NEVER, None
        for move in state.legal_moves():
            plies = self._plies_after(state, move)
            if plies < best:
                best, moves = plies, move
        if moves is None:
            raise LookupError("the proof does not have this position")
        return moves

    def defence(self, state: State) -> Move:
        return max(state.legal_moves(), key=lambda one: self._plies_after(state, one))

    def _plies_after(self, state: State, move: Move) -> int:
        after = state.copy()
        after.play(move)
        if after.is_over:
            return 0 if after.seats.seat(after.winner) == self.player else NEVER
        plies = self._won_in(self.key(after))
        return NEVER if plies is None else plies


def _is_decided(rows: npt.NDArray[np.uint64]) -> npt.NDArray[np.bool_]:
    """Whether the positions of entries are proved or disproved."""
    numbers = rows.view(np.int32)
    decided: npt.NDArray[np.bool_] = (numbers[:, Entry.PROOF] == 0) | (numbers[:, Entry.AGAINST] == 0)
    return decided


def _next(count: int, seconds: float) -> int:
    """How many positions to look at next, where so many took so long."""
    return min(max(int(count * _SLICE / max(seconds, 1e-3)), 1), 10 * count, _MOST)


def prove(
    root: State,
    player: int | None = None,
    limits: Limits | None = None,
    progress: Progress = lambda count: None,
    folder: Path | None = None,
) -> Proved:
    """Look for a forced win of a player, by default the mover. With a folder, it goes on where an earlier call ended.

    Games of connection have a search of their own (`ludens.solve.connection`), all others proof numbers.

    Raises SolveError for a game that cannot be solved, a folder that has something else, and a disk that is full.
    """
    seat = root.seat if player is None else player
    ground = ground_of(root)
    if ground is not None:
        return ConnectionProof(ground, root, root.seats.player(seat), limits, progress, folder).prove()
    return ProofNumberSearch(root, seat, limits, progress, folder).prove()
