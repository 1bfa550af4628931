"""What threads that search one position together tell each other, in native code: who searches which move just now.

A move that another thread searches is put off until the others were tried: then the table has its value, or there is
work in it for both ("simplified ABDADA": Kerrigan 2015, after Weill, "The ABDADA distributed minimax search algorithm",
1996). The first move of a position is never put off: what it is worth tells how the others are searched.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from ludens.agents.native import SearchView
from ludens.agents.native_words import SearchWord
from ludens.rules.state.words import signed
from ludens.stage import Bool, BoolLike, IntLike, LongLike

#: moves that are told at a time, a power of two: of two in one place the later one is
PLACES: Final = 1 << 12
#: moves are put off where they are searched so deep at least: others take less time than telling of them
DEPTH: Final = 2
_FACTOR: Final = signed(0x9E3779B97F4A7C15)


def empty() -> npt.NDArray[np.int64]:
    """Nobody searches."""
    return np.zeros(PLACES, np.int64)


class SearchedMoves:
    """The moves of one position, `key`, that threads search together; where there is one thread, none is told."""

    def __init__(self, view: SearchView, key: LongLike, depth: IntLike) -> None:
        self.s, self.key = view.s, key
        place = view.s.load(view.info, SearchWord.SHARED, "i64")
        self.applies = view.s.all_of(lambda: place != 0, lambda: depth > DEPTH)
        self.address = view.s.object_at(view.address(SearchWord.SHARED), "what threads search", 8 * PLACES)

    def _hashed(self, name: IntLike) -> LongLike:
        word = (self.key ^ self.s.long(name)) * _FACTOR
        return word ^ (word >> 32)

    def is_searched(self, name: IntLike) -> BoolLike:
        """Whether another thread searches a move, which has that name."""
        s, searched = self.s, self.s.var(False, Bool)

        def look() -> None:
            hashed = self._hashed(name)
            searched.set(s.load(self.address, hashed & (PLACES - 1), "i64") == hashed)

        s.if_(self.applies, look)
        return searched.get()

    def begin(self, name: IntLike) -> None:
        """Tell that this thread searches a move."""

        def tell() -> None:
            hashed = self._hashed(name)
            self.s.store(self.address, hashed & (PLACES - 1), "i64", hashed)

        self.s.if_(self.applies, tell)

    def end(self, name: IntLike) -> None:
        """Tell that nobody searches it any more."""

        def tell() -> None:
            hashed = self._hashed(name)
            place = hashed & (PLACES - 1)
            mine = self.s.load(self.address, place, "i64") == hashed
            self.s.if_(mine, lambda: self.s.store(self.address, place, "i64", 0))

        self.s.if_(self.applies, tell)
