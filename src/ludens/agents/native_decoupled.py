"""Monte-Carlo tree search for games in which all players move at once, in native code.

Decoupled UCT (Tak, Lanctot and Winands, "Monte Carlo tree search variants for simultaneous move games", 2014): at a
position each player's moves are a bandit of their own, learnt against what the others try, and the tree branches by
what they do together. A position is known by the moves that lead there and not by what falls (open loop).
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Final

from ludens.agents.native import OVER, RECORD
from ludens.agents.native_open_loop import OpenLoop
from ludens.agents.native_tree import MAX_DEPTH, SUM, TreeProgram
from ludens.stage import Address, Bool, BoolLike, IntLike, Long, LongLike, Variable

#: nodes are positions, whose player is 0, and moves, which the position before has as children. Behind a position's
#: sum, in words of 4 bytes, is the first of the positions that follow; its sum is a word of 8 bytes that tells which
#: moves lead to it
FOLLOWING: Final = 6
#: where a record has who moves
_MOVER: Final = 1
#: more than there are nodes, so that two moves are told apart for certain
_FACTOR: Final = 4_194_319
#: a path has room for the moves of so many players behind its last position
_MOST_PLAYERS: Final = 64


class Decoupled(OpenLoop):
    """The path of an iteration has each position and then the moves that are made there.

    `scratch` holds two lists of records, the first of which was zero at first, and a state.
    """

    name = "decoupled"

    def _descend(self) -> IntLike:
        """Walk down to a position that is new to the tree; gives the number of nodes on the path."""
        s = self.s
        s.store(self.path, 0, "i32", 0)
        self.length, going = s.var(1), s.var(True, Bool)

        def visit() -> None:
            node = self.node_at(s.load(self.path, self.length.get() - 1, "i32"))
            key, is_whole = self._move(node)
            going.set(False)

            def follow() -> None:
                position = self.chained(node, FOLLOWING, lambda one: s.load(one, SUM, "i64") == key)
                going.set(position > 0)
                named = lambda one: s.store(one, SUM, "i64", key)  # noqa: E731
                after = s.choose(position > 0, lambda: position, lambda: self.chain(node, FOLLOWING, named))
                s.if_(after > 0, lambda: self._append(after))

            s.if_(is_whole, follow)

        room = MAX_DEPTH - _MOST_PLAYERS - 1
        over = lambda: self.view.field(self.state, OVER) == 0  # noqa: E731
        s.while_(lambda: s.all_of(going.get, over, lambda: self.length.get() < room), visit)
        return self.length.get()

    def mover(self, i: IntLike) -> IntLike:
        return self.view.seat(self.state, self.s.load(self.record(i), _MOVER, "i32"))

    def _append(self, index: IntLike) -> None:
        self.s.store(self.path, self.length.get(), "i32", index)
        self.length.set(self.length.get() + 1)

    def _move(self, node: Address) -> tuple[LongLike, BoolLike]:
        """Each player makes a move at a position; gives what tells which, and whether memory had room for all of them,
        which are made all the same."""
        s, count = self.s, self.list_moves()
        at, made, full, key = s.var(0), s.var(0), s.var(0), s.var(0, Long)

        def move() -> None:
            child, chosen, _ = self.best_of(node, lambda look: self._each_own(at, count, look))
            s.copy(s.offset(self.other_records, made.get() * RECORD), self.record(chosen), RECORD)
            made.set(made.get() + 1)
            key.set(key.get() * _FACTOR + s.unsigned(child))
            s.if_(child > 0, lambda: self._append(child), lambda: full.set(1))

        s.while_(lambda: at.get() < count, move)
        self.forget(count)
        self.view.play_joint(self.state, self.other_records, made.get())
        return key.get(), (full.get() == 0) & (made.get() > 0)

    def _each_own(self, at: Variable[IntLike], count: IntLike, look: Callable[[IntLike], object]) -> None:
        """Look at the listed moves of the player whose moves begin at `at`, which is behind them then."""
        player = self.mover(at.get())

        def one() -> None:
            i = at.get()
            look(i)
            at.set(i + 1)

        self.s.while_(lambda: self.s.all_of(lambda: at.get() < count, lambda: self.mover(at.get()) == player), one)


@functools.cache
def decoupled() -> TreeProgram:
    """The compiled search."""
    return TreeProgram(Decoupled)
