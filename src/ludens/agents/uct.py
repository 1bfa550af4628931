"""Monte-Carlo tree search."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ludens.agents import native, native_ismcts, native_open_loop, native_tree, native_uct
from ludens.agents.analysis import Analysis, Examined, Search
from ludens.agents.clock import Clock, slices
from ludens.agents.joint import JointSearch
from ludens.agents.search import Searcher
from ludens.encoding.knowledge import Knowledge
from ludens.game.hidden import hides
from ludens.native import choices, seed_choices
from ludens.nets.heads import encoding_of

if TYPE_CHECKING:
    from ludens.agents.agent import Limit
    from ludens.game import Game, Move, State

PLAYOUT_LIMIT = 1000
MAX_NODES = 4_000_000
#: so many iterations have the same state, where something is hidden
ITERATIONS_A_DRAW = 4
#: a continuation is told as far as its moves were visited this often, and no further than so many moves
LINE_VISITS, LINE_LENGTH = 10, 12


class Uct(Searcher):
    """UCT with random playouts (Kocsis and Szepesvari 2006). Limits: seconds, or iterations.

    In games of chance the tree is one of moves, whatever falls (open loop); where something is hidden it is one for all
    states that the mover cannot tell apart (ISMCTS). `exploration` is the constant of UCB1.
    """

    kind, quick = "uct", "uct:1s"
    title = "Monte-Carlo tree search"
    strength, allround = 30, True
    plays_at_once = True
    exploration = 0.7

    def __init__(self, game: Game, limit: Limit | None = None, *, seed: int | None = None) -> None:
        super().__init__(game, limit, seed=seed)
        # both are compiled here, not on the clock of the first move
        self.search = self._compiled()
        self.words = self.information

    def _compiled(self) -> native_tree.TreeProgram:
        if hides(self.game):
            native.tell_numbers(self.information, encoding_of(self.game))
            return native_ismcts.ismcts()
        return native_open_loop.open_loop() if self.is_chance else native_uct.uct()

    def begin(self, state: State, player: int | None = None) -> Search:
        if hides(self.game) and not state.is_simultaneous:
            return IsmctsSearch(self, state, player)
        return super().begin(state, player)

    def explore(self, state: State) -> UctSearch | JointSearch:
        if state.is_simultaneous:
            return JointSearch(state, self.rng, self.exploration)
        return OpenLoopSearch(self, state) if self.is_chance else UctSearch(self, state)

    def choose_for(self, state: State, player: int, clock: Clock | None = None) -> Move:
        super().choose_for(state, player)  # raises where there is nothing to choose
        search = self.begin(state, player)
        self._run(search, clock or Clock(self.seconds), self.limit.count, lambda: None)
        best = search.best(player) if isinstance(search, JointSearch) else search.best()
        return state.legal_moves()[best]


class UctSearch:
    """A tree, grown from one position."""

    def __init__(self, agent: Uct, state: State) -> None:
        self.agent, self.state = agent, state.copy()
        self.nodes = np.zeros((MAX_NODES + 1, native_uct.NODE), np.uint8)  # memory is taken only as far as it is used
        self.used = np.array([1], np.int32)
        size = 2 * native.MAX_MOVES * native.RECORD + native_ismcts.SCRATCH + agent.game.layout.size + 64
        self.scratch = np.zeros(size, np.uint8)
        self.seed = int(agent.rng.integers(1 << 63))
        self._ints, self._sums = self.nodes.view(np.int32), self.nodes.view(np.float64)

    def run(self, clock: Clock, iterations: int | None, tell: Callable[[], object]) -> None:
        for count in slices(clock, iterations):
            self.iterate(count)
            tell()

    def iterate(self, count: int) -> None:
        """Run that many iterations."""
        agent = self.agent
        pool = native_tree.Pool(self.nodes, self.used, MAX_NODES, self.scratch)
        seed_choices(self.seed)
        agent.search.run(agent.words, self.state, pool, count, agent.exploration, PLAYOUT_LIMIT)
        self.seed = choices()

    def _children(self, node: int) -> npt.NDArray[np.int64]:
        """The nodes of a node's moves, in the order of the legal moves; 0 for a move that has none."""
        first, count = int(self._ints[node, 1]), int(self._ints[node, 2])
        return np.arange(first, first + count)

    def _statistics(self, node: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float64]]:
        """Visits and mean values of a node's moves."""
        children = self._children(node)
        visits = np.where(children > 0, self._ints[children, 0], 0)
        return visits, self._sums[children, 2] / np.maximum(visits, 1)

    def _order(self, node: int) -> npt.NDArray[np.int64]:
        """A node's moves from the best on, as numbers among the legal moves."""
        visits, values = self._statistics(node)
        return np.lexsort((values, visits))[::-1]

    def best(self) -> int:
        return int(self._order(0)[0])

    def analysis(self) -> Analysis:
        legal, (visits, values) = self.state.legal_moves(), self._statistics(0)
        moves = [Examined(legal[i], int(visits[i]), float(0.5 + 0.5 * values[i])) for i in self._order(0)]
        line = self._line()
        value = moves[0].value if moves else 0.5
        return Analysis(int(self._ints[0, 0]), value, line, moves, len(line))

    def _line(self) -> list[Move]:
        """The moves visited most, from the root."""
        line: list[Move] = []
        state, node = self.state.copy(), 0
        while len(line) < LINE_LENGTH and (not line or self._ints[node, 0] >= LINE_VISITS):
            visits, _ = self._statistics(node)
            if not visits.any():
                break
            best = int(self._order(node)[0])
            line.append(state.legal_moves()[best])
            state.play(line[-1])
            node = int(self._children(node)[best])
        return line


class OpenLoopSearch(UctSearch):
    """A tree of moves in a game of chance. Its lines are one move long: the next depends on what falls."""

    def _children(self, node: int) -> npt.NDArray[np.int64]:
        """See `UctSearch`; the node is the root."""
        records = self.agent.game.fast.legal(self.state, clean=True)
        known: dict[bytes, int] = {}
        child = int(self._ints[node, native_tree.CHILD])
        while child:
            known[self.nodes[child, native_open_loop.RECORD_AT :].tobytes()] = child
            child = int(self._ints[child, native_tree.SIBLING])
        return np.array([known.get(record.tobytes(), 0) for record in records], np.int64)

    def _line(self) -> list[Move]:
        return [self.state.legal_moves()[self.best()]]


class IsmctsSearch(OpenLoopSearch):
    """A tree of moves for all states that a player, by default the mover, cannot tell apart.

    Each of its iterations plays in one of them, drawn anew for every few.
    """

    def __init__(self, agent: Uct, state: State, player: int | None = None) -> None:
        super().__init__(agent, state)
        self.knowledge = Knowledge(state, player or max(state.mover, 1), agent.rng)

    def iterate(self, count: int) -> None:
        agent = self.agent
        pool = native_tree.Pool(self.nodes, self.used, MAX_NODES, self.scratch)
        for done in range(0, count, ITERATIONS_A_DRAW):
            drawn, these = self.knowledge.draw(), min(ITERATIONS_A_DRAW, count - done)
            seed_choices(self.seed)
            agent.search.run(agent.words, drawn, pool, these, agent.exploration, PLAYOUT_LIMIT)
            self.seed = choices()

    def _children(self, node: int) -> npt.NDArray[np.int64]:
        known: dict[int, int] = {}
        child = int(self._ints[node, native_tree.CHILD])
        while child:
            if int(self._ints[child, native_tree.PLAYER]) == self.state.mover:
                known[int(self._ints[child, native_ismcts.NUMBER])] = child
            child = int(self._ints[child, native_tree.SIBLING])
        numbers = self.agent.game.encoding.actions(self.state)
        return np.array([known.get(number, 0) for number in numbers.tolist()], np.int64)
