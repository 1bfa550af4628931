"""Positions at the leaves of an alpha-beta search in which something was just taken, in native code.

Their evaluation says little: what took may be taken at once. Such a position is searched on, with the moves that change
material again ("quiescence": Shannon, "Programming a computer for playing chess", 1950; Beal, "A generalised quiescence
search algorithm", 1990). What changes material is not read from moves but seen in positions: somebody has fewer pieces
of a kind than before, or another score; so captures of any form count, exchanges and promotions, and pieces that are
put down do not. Who is to move may stop there, with the evaluation as it is, where another move is legal, too.
"""

from __future__ import annotations

from ludens.agents.native import MAX_MOVES
from ludens.agents.native_branches import Branches, noise
from ludens.stage import Bool, BoolLike, IntLike, Real, RealLike, Scope, Variable


class Leaf:
    """A leaf where material just changed."""

    def __init__(self, branches: Branches, depth: IntLike) -> None:
        self.branches, self.depth = branches, depth
        self.s, self.view = branches.s, branches.view

    def search(self, value: Variable[RealLike], alpha: RealLike, beta: RealLike) -> None:
        """Set the value of the position: exact between the bounds, otherwise a bound itself."""
        s, b = self.s, self.branches
        self.low, self.high, self.value = s.var(alpha, Real), s.var(beta, Real), value
        self.moved = s.var(False, Bool)
        b.order.rank(b.place.ply, b.mover, 0, b.place.before)
        s.scope(self._try_all)
        b.order.forget()

    def _try_all(self, out: Scope) -> None:
        s, b = self.s, self.branches
        s.if_(self._is_free(), lambda: self._take(self.view.evaluation(b.here, b.player), out))

        def branch(i: IntLike) -> None:
            move = b.order.next(i)
            b.make(move)

            def follow() -> None:
                self._take(b.searched(self.depth - 1, move, b.place.replied, self.low.get(), self.high.get()), out)

            s.if_(noise(self.view, b.here, b.child) != 0, follow)

        s.for_range(0, b.count, branch)

    def _is_free(self) -> BoolLike:
        """Whether a legal move changes no material."""
        s, b, free = self.s, self.branches, self.s.var(False, Bool)

        def look(out: Scope) -> None:
            def one(i: IntLike) -> None:
                b.make(i)
                s.if_(noise(self.view, b.here, b.child) == 0, lambda: (free.set(True), s.leave(out)))

            s.for_range(0, b.count, one, rounds=MAX_MOVES)

        s.scope(look)
        return free.get()

    def _take(self, got: RealLike, out: Scope) -> None:
        s, b = self.s, self.branches
        better = s.select(b.mine, got > self.value.get(), got < self.value.get())
        fits = s.any_of(lambda: s.not_(self.moved.get()), lambda: better)
        s.if_(fits, lambda: self.value.set(got))
        self.moved.set(True)
        s.if_(
            b.mine,
            lambda: s.if_(got > self.low.get(), lambda: self.low.set(got)),
            lambda: s.if_(got < self.high.get(), lambda: self.high.set(got)),
        )
        s.if_(self.low.get() >= self.high.get(), lambda: s.leave(out))
