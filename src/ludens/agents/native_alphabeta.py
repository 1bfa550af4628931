"""Alpha-beta search in native code, for any game."""

from __future__ import annotations

import functools

from ludens.agents import native_maxn, native_quiet
from ludens.agents.native import OVER, SearchView
from ludens.agents.native_branches import Branches, NodeEntry, count_node
from ludens.agents.native_node import Node, PositionEntry
from ludens.agents.native_root import Root
from ludens.agents.native_words import INFORMATION, MAX_DEPTH, MAX_PLIES, SearchWord
from ludens.native import Program, compiled
from ludens.rules.state import memory
from ludens.stage import Address, Function, Int, IntLike, Real, RealLike, Stage


class _AlphaBetaEmitter:
    """Depth-first search with alpha-beta cuts (Knuth and Moore 1975); more than two players are searched paranoidly.

    search(info, state, env, scratch, depth, ply, before, replied, noisy, alpha, beta): the value for the search's
    player, exact between alpha and beta, otherwise a bound itself. `before` is the name of the move that led here,
    `replied` who has answered the player already (best-reply search), `noisy` whether that move changed material.
    `scratch`, zero at first, has for each ply a list of moves, their ranks and the position after one (see `stride`).

    deepen: see `native_root`. remembered(info, state, env): the name of the move that the table has, or 0.
    """

    def __init__(self, s: Stage) -> None:
        self.s = s

    def emit(self) -> None:
        kinds = (INFORMATION, Address, memory.WORKSPACE, Address, Int, Int, Int, Int, Int, Real, Real)
        self.function: Function[Real] = self.s.declare("search", kinds, Real)
        self.s.define(self.function, self._search)
        self.s.function("remembered", (INFORMATION, Address, memory.WORKSPACE), Int, self._remembered, exported=True)
        Root(self.function, native_maxn.emit(self.s)).emit(self.s)

    def _remembered(self, info: Address, state: Address, env: Address) -> IntLike:
        view = SearchView(self.s, info, env)
        entry = PositionEntry(self.s, view, view.state_at(state))
        return entry.table.probe(entry.key, MAX_DEPTH, 0.0, 0.0).move.get()

    def _search(
        self,
        info: Address,
        state: Address,
        env: Address,
        scratch: Address,
        depth: Int,
        ply: Int,
        before: Int,
        replied: Int,
        noisy: Int,
        alpha: Real,
        beta: Real,
    ) -> RealLike:
        s = self.s
        view = SearchView(s, info, env)
        here, value = view.state_at(state), s.var(0.0, Real)
        count_node(view)
        place = NodeEntry(depth, ply, before, replied)
        ends = s.any_of(lambda: view.field(here, OVER) != 0, lambda: ply >= MAX_PLIES)
        goes_on = s.all_of(lambda: noisy != 0, lambda: depth > -view.word(SearchWord.QUIET))

        def inner() -> None:
            node = Node(view, here, scratch, place, self.function)
            probe = node.table.probe(node.key, depth, alpha, beta)
            s.if_(
                probe.settles.get(),
                lambda: value.set(probe.value.get()),
                lambda: node.search(probe.move.get(), value, alpha, beta),
            )

        def leaf() -> None:
            branches = Branches(view, here, scratch, place, self.function)
            native_quiet.Leaf(branches, depth).search(value, alpha, beta)

        def evaluated() -> None:
            value.set(view.evaluation(here, view.word(SearchWord.PLAYER)))

        s.if_(
            ends,
            evaluated,
            lambda: s.if_(depth > 0, inner, lambda: s.if_(goes_on, leaf, evaluated)),
        )
        return value.get()


@functools.cache
def program() -> Program:
    """The compiled search."""
    stage = Stage()
    _AlphaBetaEmitter(stage).emit()
    return compiled(stage)
