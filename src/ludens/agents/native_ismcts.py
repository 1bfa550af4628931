"""Monte-Carlo tree search for games in which something is hidden, in native code.

Single-observer information set Monte-Carlo tree search (Cowling, Powley and Whitehouse, "Information set Monte Carlo
tree search", 2012): one tree of moves for all states that the searching player cannot tell apart. Each use of the
search has one of them as its root. As a node's legal moves depend on the state, the bound of a move counts how often it
was legal there in place of how often the node was visited.
"""

from __future__ import annotations

import functools

from ludens.agents.native import MAX_MOVES, RECORD
from ludens.agents.native_open_loop import RECORD_AT, OpenLoop
from ludens.agents.native_tree import PLAYER, TreeProgram
from ludens.encoding.lists import NUMBERS
from ludens.stage import Address, BoolLike, IntLike, RealLike

#: words of 4 bytes behind the sum of values: how often the move was legal, and its number in the game's encoding, which
#: tells where it comes from and goes to and nothing that is hidden there
LEGAL, NUMBER = 6, 7
#: bytes of scratch memory beside those of `OpenLoop`
SCRATCH = NUMBERS.size


class Ismcts(OpenLoop):
    """`scratch` holds two lists of records, the numbers of moves, and a state."""

    name = "ismcts"

    def prepare(self, free: Address) -> None:
        s = self.s
        self.other_records = self.view.list_at(free)
        self.numbers = s.object_at(s.offset(free, MAX_MOVES * RECORD), NUMBERS.name, NUMBERS.size)
        self.state = self.view.state_at(s.offset(free, MAX_MOVES * RECORD + NUMBERS.size))

    def list_moves(self) -> IntLike:
        count = super().list_moves()
        self.view.numbers(self.state, self.numbers)
        return count

    def forget(self, count: IntLike) -> None:
        """Records are not compared."""

    def is_of(self, child: Address, i: IntLike) -> BoolLike:
        s = self.s
        number, mover = s.load(self.numbers, i, "i32"), self.view.to_move(self.state)
        return (s.load(child, NUMBER, "i32") == number) & (s.load(child, PLAYER, "i32") == mover)

    def name_child(self, child: Address, i: IntLike) -> None:
        self.s.store(child, NUMBER, "i32", self.s.load(self.numbers, i, "i32"))
        self.s.store(child, LEGAL, "i32", 1)

    def met(self, child: Address, scale: RealLike) -> RealLike:
        s = self.s
        times = s.load(child, LEGAL, "i32") + 1
        s.store(child, LEGAL, "i32", times)
        return s.math("log", s.real(times))

    def begin_trial(self, child: Address, i: IntLike) -> None:
        self.s.copy(self.s.offset(child, RECORD_AT), self.record(i), RECORD)


@functools.cache
def ismcts() -> TreeProgram:
    """The compiled search."""
    return TreeProgram(Ismcts)
