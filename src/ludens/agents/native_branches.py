"""The moves of a position that a depth-first search looks at, in native code: made one after the other."""

from __future__ import annotations

from enum import IntFlag
from typing import Final

from ludens.agents.native import COMPONENTS, MAX_MOVES, OWNED, PLAYERS, RECORD, SCORES, SearchView
from ludens.agents.native_order import Order, Ordered, words
from ludens.agents.native_words import MAX_PLIES, MOST_PLAYERS, SearchWord
from ludens.stage import Address, BoolLike, Function, IntLike, Real, RealLike

#: where a ply's scratch memory has the ranks of moves, the values for each player, and the position after a move
RANKS: Final = MAX_MOVES * RECORD
VALUES: Final = RANKS + 8 * MAX_MOVES
CHILD: Final = VALUES + 8 * (MOST_PLAYERS + 1)
#: components and players, as far as it matters for how long code runs without looking whether it is to stop
_PIECES: Final = 1 << 12
#: cache lines by which the memory of a ply is beyond pages
_SKEW: Final = 37


class Flag(IntFlag):
    """What a search does, as bits of `SearchWord.FLAGS`; the first ones are those of `Ordered`."""

    GAINS = 8
    WINDOWS = 16
    LATE = 32
    PASSES = 64
    REPLY = 128
    ASPIRES = 256
    EACH = 512


def stride(size: int) -> int:
    """The bytes of scratch memory for a ply, where a state has so many."""
    lines = -(-(CHILD + size) // 64)
    return 64 * (lines + (_SKEW - lines) % 64)  # or the plies' first moves would be in the same sets of the cache


def is_stopped(view: SearchView) -> BoolLike:
    """Whether a search is to end."""
    word = view.s.object_at(view.address(SearchWord.STOP), "the stop word", 4)
    stopped: BoolLike = view.s.load(word, 0, "i32") != 0
    return stopped


def count_node(view: SearchView) -> None:
    """A position is looked at: the search ends where there are to be no more."""
    s = view.s
    nodes = s.object_at(view.address(SearchWord.NODES), "the count of nodes", 8)
    looked_at = s.load(nodes, 0, "i64") + 1
    s.store(nodes, 0, "i64", looked_at)
    stop = s.object_at(view.address(SearchWord.STOP), "the stop word", 4)
    s.if_(looked_at >= s.load(view.info, SearchWord.MOST, "i64"), lambda: s.store(stop, 0, "i32", 1))


def noise(view: SearchView, before: Address, after: Address) -> IntLike:
    """1 where a move changed material, else 0."""
    s, changed = view.s, view.s.var(0)
    held, holding = (s.offset(state, view.word(OWNED)) for state in (before, after))

    def piece(i: IntLike) -> None:
        s.if_(s.load(holding, i, "i16") < s.load(held, i, "i16"), lambda: changed.set(1))

    def score(p: IntLike) -> None:
        was, now = (s.load(s.offset(state, view.word(SCORES)), p, "i32") for state in (before, after))
        s.if_(was != now, lambda: changed.set(1))

    s.for_range(1, view.word(COMPONENTS), piece, rounds=_PIECES)
    s.if_(view.word(SCORES) >= 0, lambda: s.for_range(1, view.word(PLAYERS) + 1, score, rounds=_PIECES))
    return changed.get()


class NodeEntry:
    """How a node is reached: its depth and ply, the name of the move before, and who has replied already.

    `below` is the scratch memory of the next ply.
    """

    def __init__(self, depth: IntLike, ply: IntLike, before: IntLike, replied: IntLike) -> None:
        self.depth, self.ply, self.before, self.replied = depth, ply, before, replied


class Branches:
    """A node's moves, made one after the other, and the search that goes on from each."""

    def __init__(
        self, view: SearchView, here: Address, scratch: Address, place: NodeEntry, again: Function[Real]
    ) -> None:
        self.s, self.view, self.here, self.place, self.again = view.s, view, here, place, again
        s = self.s
        self.player = view.word(SearchWord.PLAYER)
        self.scratch = s.object_at(scratch, "the memory of a ply", lambda: view.word(SearchWord.STRIDE))
        self.flags = view.word(SearchWord.FLAGS)
        self.count = view.legal(here, view.list_at(self.scratch))
        self.child, self.below = (
            view.state_at(s.offset(self.scratch, CHILD)),
            s.offset(self.scratch, view.word(SearchWord.STRIDE)),
        )
        memory = s.object_at(view.address(SearchWord.ORDER), "what orders moves", 4 * words(MAX_PLIES + 1))
        self.order = Order(s, memory, self.scratch, s.offset(self.scratch, RANKS), self.count, self.flags)
        self.mover = view.to_move(here)
        self.mine = self.mover == self.player

    def has(self, flag: Flag | Ordered) -> BoolLike:
        """Whether the search does something."""
        is_set: BoolLike = (self.flags & int(flag)) != 0
        return is_set

    def make(self, move: IntLike) -> None:
        """Make a move, by its number."""
        self.view.copy(self.child, self.here)
        self.view.play(self.child, self.s.offset(self.scratch, move * RECORD))

    def searched(self, depth: IntLike, move: IntLike, replied: IntLike, low: RealLike, high: RealLike) -> RealLike:
        """The value of the position after the move that was made."""
        s, v = self.s, self.view
        at_rest = s.any_of(lambda: depth > 0, lambda: v.word(SearchWord.QUIET) == 0)
        noisy = s.choose(at_rest, lambda: 0, lambda: noise(v, self.here, self.child))
        place = (depth, self.place.ply + 1, self.order.name(move), replied, noisy)
        return s.call(self.again, v.info, self.child, v.env, self.below, *place, low, high)
