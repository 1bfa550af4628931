"""Max-n search in native code (Luckhardt and Irani, "An algorithmic solution of n-person games", 1986).

Each player does what is best for that player, whatever it means to the others; of moves that are equal to a player the
first one counts. A position has a value for each player, so that nothing can be cut off.
"""

from __future__ import annotations

import math

from ludens.agents.native import OVER, PLAYERS, RECORD, SearchView
from ludens.agents.native_branches import CHILD, VALUES, count_node, is_stopped
from ludens.agents.native_words import INFORMATION, MOST_PLAYERS, SearchWord
from ludens.rules.state import memory
from ludens.stage import Address, Function, Int, IntLike, Memory, Real, Scope, Stage

_VALUES = Memory("a value for each player", 8 * (MOST_PLAYERS + 1))


def emit(s: Stage) -> Function[None]:
    """Emit and return each_value(info, state, env, scratch, depth, out): what a search to a depth gives each player.

    `scratch` is as for `search`, `out` an array of as many doubles as there are players, behind one more.
    """
    kinds = (INFORMATION, Address, memory.WORKSPACE, Address, Int, _VALUES)
    function: Function[None] = s.declare("each_value", kinds, None)

    def search(info: Address, state: Address, env: Address, scratch: Address, depth: Int, out: Address) -> None:
        view = SearchView(s, info, env)
        here = view.state_at(state)
        count_node(view)
        ends = s.any_of(lambda: depth <= 0, lambda: view.field(here, OVER) != 0)
        s.if_(
            ends,
            lambda: _evaluate(view, here, out),
            lambda: _MaxnNode(function, view, here, scratch, depth).search(out),
        )

    s.define(function, search)
    return function


def _evaluate(view: SearchView, here: Address, out: Address) -> None:
    def one(seat: IntLike) -> None:
        view.s.store(out, seat, "f64", view.evaluation(here, seat))

    view.s.for_range(1, view.word(PLAYERS) + 1, one, rounds=MOST_PLAYERS)


class _MaxnNode:
    """One position whose moves are searched."""

    def __init__(
        self, again: Function[None], view: SearchView, here: Address, scratch: Address, depth: IntLike
    ) -> None:
        s = view.s
        self.s, self.again, self.view, self.here, self.depth = s, again, view, here, depth
        self.scratch = s.object_at(scratch, "the memory of a ply", lambda: view.word(SearchWord.STRIDE))
        self.child = view.state_at(s.offset(self.scratch, CHILD))
        self.values = s.object_at(s.offset(self.scratch, VALUES), _VALUES.name, _VALUES.size)
        self.below = s.offset(self.scratch, view.word(SearchWord.STRIDE))

    def search(self, out: Address) -> None:
        s, v = self.s, self.view
        count, mover = v.legal(self.here, v.list_at(self.scratch)), v.to_move(self.here)
        best = s.var(-math.inf, Real)

        def branches(end: Scope) -> None:
            def branch(i: IntLike) -> None:
                v.copy(self.child, self.here)
                v.play(self.child, s.offset(self.scratch, i * RECORD))
                s.call(self.again, v.info, self.child, v.env, self.below, self.depth - 1, self.values)
                s.if_(is_stopped(v), lambda: s.leave(end))
                value = s.load(self.values, mover, "f64")
                s.if_(value > best.get(), lambda: (best.set(value), s.copy(out, self.values, _VALUES.size)))

            s.for_range(0, count, branch)

        s.scope(branches)
