"""Monte-Carlo tree search for games in which all players move at once, in native code.

Decoupled UCT (Tak, Lanctot and Winands, "Monte Carlo tree search variants for simultaneous move games", 2014): at a
position each player's moves are a bandit of their own, learnt against what the others try, and the tree branches by
what they do together. A position is known by the moves that lead there and not by what falls (open loop).
"""

from __future__ import annotations

import functools
from types import NoneType
from typing import Final

from ludens.agents.native import JOINT, OVER, RECORD
from ludens.agents.native_open_loop import NODE, OpenLoop
from ludens.agents.native_tree import MAX_DEPTH, PLAYER, SIBLING, SUM, VISITS, TreeProgram
from ludens.ludemes.runtime import memory
from ludens.stage import Address, Int, IntLike, Long, LongLike, Parameter, Real, Variable

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
        self.length, self.number, going = s.var(1), s.var(0), s.var(1)

        def visit() -> None:
            node = self.node_at(s.load(self.path, self.length.get() - 1, "i32"))
            key = self._move(node)
            going.set(0)

            def follow() -> None:
                known = self._following(node, key)
                going.set(s.select(known > 0, 1, 0))
                after = s.choose(known > 0, lambda: known, lambda: self._new_position(node, key))
                s.if_(after > 0, lambda: self._append(after), lambda: going.set(0))

            s.if_(self.number.get() > 0, follow)

        room = MAX_DEPTH - _MOST_PLAYERS - 1
        over = lambda: self.view.field(self.state, OVER) == 0  # noqa: E731
        s.while_(lambda: s.all_of(lambda: going.get() == 1, over, lambda: self.length.get() < room), visit)
        return self.length.get()

    def _mover(self, i: IntLike) -> IntLike:
        """Who makes a listed move."""
        return self.s.load(self.record(i), _MOVER, "i32")

    def _append(self, index: IntLike) -> None:
        self.s.store(self.path, self.length.get(), "i32", index)
        self.length.set(self.length.get() + 1)

    def _move(self, node: Address) -> Variable[LongLike]:
        """Each player makes a move at a position; gives what tells which. `number` is how many they are, or 0 where the
        memory had no room for one of them, which is made all the same."""
        s, count = self.s, self.listed()
        at, made, full, key = s.var(0), s.var(0), s.var(0), s.var(0, Long)

        def move() -> None:
            child, chosen = self._choose_for(node, at, count)
            s.copy(s.offset(self.other_records, made.get() * RECORD), self.record(chosen), RECORD)
            made.set(made.get() + 1)
            key.set(key.get() * _FACTOR + s.unsigned(child))
            s.if_(child > 0, lambda: self._append(child), lambda: full.set(1))

        s.while_(lambda: at.get() < count, move)
        self.forget(count)
        kinds: list[Parameter] = [Address, memory.WORKSPACE, Address, Int]
        arguments = self.state, self.view.env, self.other_records, made.get()
        s.call_address(self.view.address(JOINT), kinds, NoneType, *arguments)
        self.number.set(s.select(full.get() == 0, made.get(), 0))
        return key

    def _choose_for(self, node: Address, at: Variable[IntLike], count: IntLike) -> tuple[IntLike, IntLike]:
        """The move of the highest upper bound, or a new one, of the player whose moves begin at `at` in the list.

        Gives its node, which is 0 where there is no room, and its number in the list; `at` is behind the player's moves
        then.
        """
        s, player = self.s, self._mover(at.get())
        scale = s.math("log", s.real(s.maximum(s.load(node, VISITS, "i32"), 1)))
        best, best_move, best_bound = s.var(0), s.var(0), s.var(-1e30, Real)
        new, fresh = s.var(0), s.var(-1)

        def look() -> None:
            i = at.get()
            child = self._known(node, i)

            def compare() -> None:
                found = self.node_at(child)
                n = s.real(s.load(found, VISITS, "i32"))
                bound = s.load(found, SUM, "f64") / n + self.exploration * s.math("sqrt", scale / n)

                def prefer() -> None:
                    best.set(child)
                    best_move.set(i)
                    best_bound.set(bound)

                s.if_(bound > best_bound.get(), prefer)

            def draw() -> None:
                new.set(new.get() + 1)
                s.if_(self.view.random(new.get()) == 0, lambda: fresh.set(i))

            s.if_(child > 0, compare, draw)
            at.set(i + 1)

        def add() -> None:
            best_move.set(fresh.get())
            best.set(self._added(node, fresh.get()))
            s.if_(best.get() > 0, lambda: s.store(self.node_at(best.get()), PLAYER, "i32", player))

        s.while_(lambda: s.all_of(lambda: at.get() < count, lambda: self._mover(at.get()) == player), look)
        s.if_(fresh.get() >= 0, add)
        return best.get(), best_move.get()

    def _following(self, node: Address, key: Variable[LongLike]) -> IntLike:
        """The position after moves that `key` tells; 0 where it was not met."""
        s = self.s
        found, at = s.var(0), s.var(s.load(node, FOLLOWING, "i32"))

        def look() -> None:
            position = self.node_at(at.get())
            s.if_(s.load(position, SUM, "i64") == key.get(), lambda: found.set(at.get()))
            at.set(s.load(position, SIBLING, "i32"))

        s.while_(lambda: s.all_of(lambda: at.get() > 0, lambda: found.get() == 0), look)
        return found.get()

    def _new_position(self, node: Address, key: Variable[LongLike]) -> IntLike:
        """A node for it; 0 where there is no room."""
        s, index, made = self.s, self.s.load(self.used, 0, "i32"), self.s.var(0)

        def fill() -> None:
            position = self.node_at(index)
            s.clear(position, NODE)
            s.store(position, SIBLING, "i32", s.load(node, FOLLOWING, "i32"))
            s.store(position, SUM, "i64", key.get())
            s.store(node, FOLLOWING, "i32", index)
            s.store(self.used, 0, "i32", index + 1)
            made.set(index)

        s.if_(index < self.capacity, fill)
        return made.get()


@functools.cache
def decoupled() -> TreeProgram:
    """The compiled search."""
    return TreeProgram(Decoupled)
