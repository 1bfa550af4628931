"""Proofs of forced wins in games of connection, which `ludens.solve.prove` gives.

What is found is kept in a folder, where there is one: of each position that is decided who wins, by which move, and the
zone that it rests on; of others where one has to play. A later search takes that up.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ludens.solve.checking import Checked
from ludens.solve.connection.checking import Checker, move_to
from ludens.solve.connection.ground import Ground, stones_of
from ludens.solve.connection.mustplay import MustPlay, Open, Outcome, Place
from ludens.solve.connection.strategy import Strategy
from ludens.solve.exploration import Limits
from ludens.solve.proofs import Progress, Proof, Proved

if TYPE_CHECKING:
    from ludens.game import Move, State

#: bytes of memory for a position that is kept, about
_BYTES: Final = 1000
#: of the ways to defend so many positions are played out beside what is checked by patterns
_PLAYED: Final = 500


class _Stopped(Exception):
    """A limit was met; the argument is its name."""


class ConnectionProof(Proof):
    """A search for a win of one player from a root on, in a game of connection."""

    form, file = 201, "zones.bin"

    def __init__(
        self,
        ground: Ground,
        root: State,
        player: int,
        limits: Limits | None = None,
        progress: Progress = lambda count: None,
        folder: Path | None = None,
    ) -> None:
        super().__init__(root, player, limits, progress, folder)
        stones = stones_of(root)
        self._place = Place(*stones.players, root.mover)
        board = stones.empty | stones.players[0] | stones.players[1]
        self._search = MustPlay(ground, board, player, self._watch)
        self._width = -(-ground.count // 8)
        self._strategy: Strategy | None = None
        self._end = 0.0
        self._take_up()

    def is_own(self, state: State) -> bool:
        return state.mover == self.player  # whoever plays it: nobody swaps sides any more

    # --- the search

    def prove(self) -> Proved:
        stopped, self._end = "", time.monotonic() + self.limits.seconds
        if self._place not in self._search.outcomes:
            try:
                self._search.solve(self._place)
            except _Stopped as why:
                stopped = str(why)
            finally:
                self._keep()
        outcome = self._search.outcomes.get(self._place)
        # a win is told with how it is played, whatever the limits
        self._search.watch = self._tell
        won = None if outcome is None else outcome.winner == self.player
        decided = len(self._search.outcomes)
        return Proved(self.player, won, self.plies or 0, self._search.looked, decided, stopped, self.folder, self)

    def _tell(self) -> None:
        self.progress(self._search.looked)

    def _watch(self) -> None:
        """Before a position is looked at."""
        self._tell()
        now = time.monotonic()
        if now >= self._end:
            raise _Stopped("time")
        if self._search.size * _BYTES > self.limits.memory:
            raise _Stopped("memory")
        if now >= self._next_note:
            self._keep()

    # --- the folder

    def _keep(self) -> None:
        if self.folder is None:
            return
        began = time.monotonic()
        entries: dict[Place, Outcome | Open] = {**self._search.outcomes, **self._search.open}
        rows = b"".join(self._row(place, entry) for place, entry in entries.items())
        self._write(rows, {"game": self.root.game.fingerprint, "positions": self._search.looked}, began)

    def _row(self, place: Place, entry: Outcome | Open) -> bytes:
        """A position with what is known of it; where it is open, nobody has won."""
        if isinstance(entry, Open):
            must, winner, move = entry.must, 0, -1
        else:
            must, winner, move = 0, entry.winner, entry.move
        sets = (one.to_bytes(self._width, "little") for one in (place.first, place.second, entry.zone, must))
        return b"".join(sets) + bytes((place.mover, winner)) + (move + 1).to_bytes(2, "little")

    def _take_up(self) -> None:
        """Take what an earlier search found."""
        note = self._read_note()
        if note is None:
            return
        data = self._read_file(note, Path.read_bytes)
        width = self._width
        length = 4 * width + 4
        for start in range(0, len(data) - length + 1, length):
            places = range(start, start + 4 * width, width)
            first, second, zone, must = (int.from_bytes(data[at : at + width], "little") for at in places)
            mover, winner, low, high = data[start + 4 * width : start + length]
            place = Place(first, second, mover)
            if winner:
                self._search.outcomes[place] = Outcome(winner, zone, low + 256 * high - 1)
            else:
                self._search.open[place] = Open(must, zone)
        self._search.looked = note["positions"]

    # --- what was found

    def _played(self) -> Strategy:
        if self._strategy is None:
            self._strategy = Strategy(self._search, self._place)
        return self._strategy

    @property
    def plies(self) -> int | None:
        outcome = self._search.outcomes.get(self._place)
        return None if outcome is None or outcome.winner != self.player else self._played().plies

    def key(self, state: State) -> bytes:
        stones = stones_of(state)
        sets = b"".join(one.to_bytes(self._width, "little") for one in stones.players)
        return sets + bytes((state.mover,))

    def answer(self, state: State) -> Move:
        return move_to(state, self._played().answer(stones_of(state)).site)

    def defence(self, state: State) -> Move:
        return move_to(state, self._played().longest(stones_of(state)))

    def verify(self, most: int = 1_000_000) -> Checked:
        """Check the win by the rules, on the worst boards, and play it out against some defences.

        Of the latter only what is wrong is told. Raises LookupError where no win is proved.
        """
        if self.plies is None:
            raise LookupError("no win was proved")
        strategy = self._played()
        checked = Checker(self.root, self.player).check(strategy.first, strategy.respond, most)
        if checked.wrong:
            return checked
        played = super().verify(min(most, _PLAYED))
        return played if played.wrong else checked
