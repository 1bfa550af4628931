"""Forced wins in games that are too large for all their positions: depth-first proof-number search.

A position's *proof number* is the least number of positions yet unknown that have to be wins for it to be one, its
*disproof number* the same for it to be none (Allis 1994). The search goes where least has to be shown, depth first,
with a table and thresholds (df-pn: Nagai 2002), which are wider by a quarter than they need be, so that it returns less
often (Pawlewicz and Lew 2006).

A way back to a position on the same line is no win. What rests on such a way is known on that line alone, and not kept
in the table: the same position may be won on another line. A win that is found rests on none.

The search itself is native code (`ludens.solve.native_proof`), which is left now and then for the clock and for memory.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from ludens.native import WORKSPACE, Words
from ludens.solve.checking import Checked, wins
from ludens.solve.exploring import Limits
from ludens.solve.keys import Keys, keys_of
from ludens.solve.native_proof import DEEPEST, ENTRY_WORDS, FRAME_WORDS, NEVER, Ask, End, Entry, program
from ludens.solve.solving import check
from ludens.solve.table import Value

if TYPE_CHECKING:
    from ludens.game import Move, State

#: seconds after which the search looks at the clock, about; and after how many positions at first, and at most
_SLICE: Final = 0.1
_FIRST: Final = 100
_MOST: Final = 1 << 20
#: a table is never fuller than this, and is cleared of what is open where it may not grow; there is too little memory
#: where what is known fills more than this part of it, and where it was cleared so many times
_FULLEST: Final = 0.6
_KNOWN: Final = 0.4
_CLEARED: Final = 30
_SMALLEST: Final = 1 << 10
#: memory for the children of all positions of a line
_CHILDREN: Final = 1 << 28

Progress = Callable[[int], object]


@dataclass(frozen=True)
class Proved:
    """What was found: whether `player` can force the win, False where no way was found, None where a limit was met.

    `plies` is how long the win takes at most; a shorter one may be there. `positions` were looked at, some of them more
    than once.
    """

    player: int
    won: bool | None
    plies: int
    positions: int
    stopped: str
    proof: Proof


class Proof:
    """A search for a win of one player from a root on; `prove` runs it."""

    def __init__(
        self, root: State, player: int, limits: Limits | None = None, progress: Progress = lambda count: None
    ) -> None:
        check(root.game)
        self.root, self.player, self.progress = root, player, progress
        self.limits = limits or Limits()
        self.keys: Keys = keys_of(root)
        self._ask = Words(len(Ask))
        self._ask[Ask.PLAYER] = player
        self._frames = np.zeros((DEEPEST + 2, FRAME_WORDS), np.uint64)
        # as much as is used of it is what the system gives
        self._children = np.empty(_CHILDREN, np.uint8)
        self._ask.share(Ask.FRAMES, self._frames)
        self._ask.share(Ask.CHILDREN, self._children)
        self._ask[Ask.ROOM] = _CHILDREN
        self._cleared = 0
        self._set_table(np.zeros((_SMALLEST, ENTRY_WORDS), np.uint64))

    def key(self, state: State) -> bytes:
        return self.keys.of(state.block[None]).tobytes()

    def prove(self) -> Proved:
        """Search until it is known, or a limit is met."""
        end, stopped, fresh, count = time.monotonic() + self.limits.seconds, "", 1, _FIRST
        root = np.ascontiguousarray(self.root.block)
        while not stopped:
            began = time.monotonic()
            why = program().run("search", self.keys.words, WORKSPACE, self._ask, root, fresh, count)
            fresh, count = 0, _next(count, time.monotonic() - began)
            self.progress(self._ask[Ask.LOOKED])
            if why == End.DONE:
                break
            if why == End.NO_ROOM or (why == End.TABLE_FULL and not self._make_room()):
                stopped = "memory"
            elif time.monotonic() >= end:
                stopped = "time"
        plies = self._won_in(self.key(self.root))
        won = True if plies is not None else None if stopped else False
        return Proved(self.player, won, plies or 0, self._ask[Ask.LOOKED], stopped, self)

    # --- the table

    def _set_table(self, table: npt.NDArray[np.uint64]) -> None:
        self._table = table
        self._ask.share(Ask.TABLE, table)
        self._ask[Ask.MASK] = len(table) - 1
        self._ask[Ask.MOST_USED] = int(_FULLEST * len(table))

    def _make_room(self) -> bool:
        """A table twice as large, or where memory allows none this one without half of what is open, what cost least.

        Gives False where there is too little memory.
        """
        old = self._table
        rows = old[old[:, 2] != 0]
        length = len(old)
        if 3 * old.nbytes <= self.limits.memory:
            length *= 2
        else:
            numbers = rows.view(np.int32)
            is_kept = (numbers[:, Entry.PROOF] == 0) | (numbers[:, Entry.AGAINST] == 0) | (numbers[:, Entry.PATH] != 0)
            self._cleared += 1
            if is_kept.sum() > _KNOWN * length or self._cleared > _CLEARED:
                return False
            cost = numbers[:, Entry.NOTE]
            rows = rows[is_kept | (cost > np.median(cost[~is_kept]))]
        self._set_table(np.zeros((length, ENTRY_WORDS), np.uint64))
        program().run("enter", WORKSPACE, self._table, length - 1, np.ascontiguousarray(rows), len(rows))
        self._ask[Ask.USED] = len(rows)
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

    def answer(self, state: State) -> Move:
        """The move of a won position, with the player to move, that wins by the proof, and soonest by it."""
        best, found = NEVER, None
        for move in state.legal_moves():
            plies = self._plies_after(state, move)
            if plies < best:
                best, found = plies, move
        if found is None:
            raise LookupError("the proof does not have this position")
        return found

    def _plies_after(self, state: State, move: Move) -> int:
        after = state.copy()
        after.play(move)
        if after.is_over:
            return 0 if after.winner == self.player else NEVER
        plies = self._won_in(self.key(after))
        return NEVER if plies is None else plies

    def line(self) -> list[Move]:
        """The proof's line against the defence that holds out longest by it."""
        here = self.root.copy()
        moves: list[Move] = []
        while not here.is_over:
            if here.mover == self.player:
                move = self.answer(here)
            else:
                move = max(here.legal_moves(), key=lambda one: self._plies_after(here, one))
            moves.append(move)
            here.play(move)
        return moves

    def verify(self, most: int = 1_000_000) -> Checked:
        """Play the win out against every defence, with nothing but the rules."""
        plies = self._won_in(self.key(self.root))
        if plies is None:
            raise LookupError("no win was proved")
        claimed = Value(self.player, plies)
        return wins(self.root, claimed, self.answer, self.key, most)


def _next(count: int, seconds: float) -> int:
    """How many positions to look at next, where so many took so long."""
    return min(max(int(count * _SLICE / max(seconds, 1e-3)), 1), 10 * count, _MOST)


def prove(
    root: State, player: int | None = None, limits: Limits | None = None, progress: Progress = lambda count: None
) -> Proved:
    """Look for a forced win of a player, by default the mover. Raises SolveError for a game that cannot be solved."""
    return Proof(root, root.mover if player is None else player, limits, progress).prove()
