"""Trees that Monte-Carlo tree search grows from a position, and what they tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from ludens.agents import native, native_ismcts, native_open_loop, native_tree, native_uct
from ludens.agents.analysis import Analysis, Examined
from ludens.agents.clock import Clock, together
from ludens.agents.tree_memory import TreeMemory
from ludens.agents.tree_reuse import ReusableTree
from ludens.encoding.knowledge import Knowledge
from ludens.native import choices, seed_choices

if TYPE_CHECKING:
    from ludens.agents.agent import Limit
    from ludens.agents.mixture import Mixture
    from ludens.agents.native_mcts import Mix
    from ludens.agents.settings import Value
    from ludens.game import Game, Move, State
    from ludens.native import Words

PLAYOUT_LIMIT = 1000
MAX_NODES = 4_000_000
#: so many iterations have the same state, where something is hidden
ITERATIONS_A_DRAW = 4
#: a continuation is told as far as its moves were visited this often, and no further than so many moves
LINE_VISITS, LINE_LENGTH = 10, 12


class TreeOwner(Protocol):
    """What a tree needs of the agent that grows it."""

    game: Game
    limit: Limit
    memory: TreeMemory
    rng: np.random.Generator
    settings: dict[str, Value]
    search: native_tree.TreeProgram
    words: Words
    exploration: float
    mix: Mix
    mixture: Mixture | None


class MctsTree:
    """A tree, which so many threads grow."""

    #: bytes of scratch memory beside lists of records and states
    beside = native_ismcts.SCRATCH

    def __init__(self, agent: TreeOwner, threads: int) -> None:
        self.agent, self.seeds = agent, [int(agent.rng.integers(1 << 63)) for _ in range(threads)]
        size = 2 * native.MAX_MOVES * native.RECORD + self.beside + 2 * agent.game.layout.size + 64
        self.scratch = [np.zeros(size, np.uint8) for _ in range(threads)]
        self.lease = agent.memory.lease(self)
        self.plant()

    def plant(self) -> None:
        """Begin anew."""
        form = self.agent.search
        room = self.lease.allocate((MAX_NODES + 1) * (form.node + form.beside))
        room[: form.node] = 0  # what other nodes begin with is written where they are made
        self.pool = native_tree.NodePool(room, np.array([1, 0], np.int32), MAX_NODES, self.scratch[0])
        nodes = room[: (MAX_NODES + 1) * form.node]
        self.ints, self.sums = (nodes.view(kind).reshape(MAX_NODES + 1, -1) for kind in (np.int32, np.float64))

    @property
    def used(self) -> int:
        """How many nodes there are."""
        return int(self.pool.used[0])

    def iterate(self, state: State, count: int, number: int = 0) -> None:
        """Run that many iterations from a state, on thread `number`."""
        agent, pool = self.agent, self.pool._replace(scratch=self.scratch[number])
        seed_choices(self.seeds[number])
        agent.search.run(agent.words, state, pool, count, *self.constants())
        self.seeds[number] = choices()

    def constants(self) -> tuple[float, ...]:
        """Those of the search, in their order."""
        return self.agent.exploration, PLAYOUT_LIMIT

    def children(self, node: int) -> slice:
        first, count = int(self.ints[node, native_tree.CHILD]), int(self.ints[node, native_tree.CHILDREN])
        return slice(first, first + count)

    def descend(self, path: Sequence[int]) -> None:
        """Keep what lies under the node that moves lead to."""
        node, before = self._below(path), self.pool.nodes
        self.plant()
        if node:
            self.agent.search.compact(before, self.pool, node)
            self.uproot()
        self.lease.release(before)

    def _below(self, path: Sequence[int]) -> int:
        """The node that moves lead to; 0 where there is none."""
        node = 0
        for index in path:
            children = self.children(node)
            if children.start == children.stop:
                return 0
            node = children.start + index
        return node

    def uproot(self) -> None:
        """A node has become the root, which counts the visits of its children, and where nobody moved."""
        self.ints[0, native_tree.VISITS] = self.ints[self.children(0), native_tree.VISITS].sum()
        self.ints[0, native_tree.PLAYER] = 0


class UctSearch(ReusableTree):
    """A tree, grown from one position by all threads. Subclasses have one for each thread."""

    tries = 500

    def __init__(self, agent: TreeOwner, state: State) -> None:
        self.agent, self.game, self.state = agent, agent.game, state.copy()
        self.threads = agent.limit.threads
        self.trees = self._planted()

    def _planted(self) -> list[MctsTree]:
        return [MctsTree(self.agent, self.threads)]

    def run(self, clock: Clock, iterations: int | None, tell: Callable[[], object]) -> None:
        """Iterate until the clock ends or the count is reached, which the threads share."""
        together(clock, iterations, self.threads, self.iterate, tell, self.is_known)

    def is_known(self) -> bool:
        """Whether there is nothing left to find."""
        return False

    def iterate(self, count: int, number: int = 0) -> None:
        """Run that many iterations on thread `number`."""
        self.trees[0].iterate(self.state, count, number)

    # --- what was found

    def _nodes(self, tree: MctsTree, node: int) -> npt.NDArray[np.int64]:
        """The nodes of a node's moves, in the order of the legal moves; 0 for a move that has none."""
        children = tree.children(node)
        return np.arange(children.start, children.stop)

    def _statistics(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """Visits and mean values of the root's moves in all trees."""
        count = len(self.state.legal_moves())
        visits, sums = np.zeros(count, np.int64), np.zeros(count)
        for tree in self.trees:
            nodes = self._nodes(tree, 0)
            if len(nodes):
                visits += np.where(nodes > 0, tree.ints[nodes, native_tree.VISITS], 0)
                sums += np.where(nodes > 0, tree.sums[nodes, native_tree.SUM], 0.0)
        return visits, sums / np.maximum(visits, 1)

    def _order(self) -> npt.NDArray[np.int64]:
        """The root's moves from the best on, as numbers among the legal moves."""
        visits, values = self._statistics()
        return np.lexsort((values, visits))[::-1]

    def best(self) -> int:
        return int(self._order()[0])

    def analysis(self) -> Analysis:
        legal, (visits, values) = self.state.legal_moves(), self._statistics()
        moves = [Examined(legal[i], int(visits[i]), float(0.5 + 0.5 * values[i])) for i in self._order()]
        line = self.line(self.best()) if moves else []
        value = moves[0].value if moves else 0.5
        return Analysis(self.iterations, value, line, moves, len(line))

    @property
    def iterations(self) -> int:
        """How many there were, in all trees."""
        return sum(int(tree.ints[0, native_tree.VISITS]) for tree in self.trees)

    def line(self, number: int) -> list[Move]:
        """The moves visited most, after that one; behind it those of the first thread's tree."""
        line: list[Move] = []
        state, tree, node, best = self.state.copy(), self.trees[0], 0, number
        while len(line) < LINE_LENGTH:
            line.append(state.legal_moves()[best])
            children = tree.children(node)
            if children.start == children.stop:
                break
            state.play(line[-1])
            node = children.start + best
            below = tree.ints[tree.children(node), native_tree.VISITS]
            if tree.ints[node, native_tree.VISITS] < LINE_VISITS or not below.any():
                break
            best = int(np.argmax(below))
        return line

    # --- the next position

    def fullness(self) -> float:
        return max(tree.used for tree in self.trees) / MAX_NODES

    def children(self, node: int = 0) -> slice:
        return self.trees[0].children(node)

    def record(self, node: int) -> bytes:
        return native_uct.record(self.trees[0].pool, node, self.agent.search.node)

    def visits(self, node: int) -> int:
        return int(self.trees[0].ints[node, native_tree.VISITS])

    def descend(self, path: Sequence[int]) -> None:
        if path:
            for tree in self.trees:
                tree.descend(path)


def open_loop_nodes(tree: MctsTree, records: Iterable[npt.NDArray[np.int32]]) -> npt.NDArray[np.int64]:
    """The nodes of the root's moves, given by their records, in a tree of moves; 0 for a move that has none."""
    nodes: dict[bytes, int] = {}
    child = int(tree.ints[0, native_tree.CHILD])
    while child:
        nodes[tree.ints[child, native_open_loop.RECORD_AT // 4 :].tobytes()] = child
        child = int(tree.ints[child, native_tree.SIBLING])
    return np.array([nodes.get(record.tobytes(), 0) for record in records], np.int64)


class OpenLoopSearch(UctSearch):
    """Trees of moves in a game of chance. Its lines are one move long: the next depends on what falls."""

    def _planted(self) -> list[MctsTree]:
        return [MctsTree(self.agent, 1) for _ in range(self.threads)]

    def iterate(self, count: int, number: int = 0) -> None:
        self.trees[number].iterate(self.state, count)

    def _nodes(self, tree: MctsTree, node: int) -> npt.NDArray[np.int64]:
        """See `UctSearch`; the node is the root."""
        return open_loop_nodes(tree, self.game.fast.legal(self.state, clean=True))

    def line(self, number: int) -> list[Move]:
        return [self.state.legal_moves()[number]]


class IsmctsSearch(OpenLoopSearch):
    """Trees of moves for all states that a player, by default the mover, cannot tell apart.

    Each of its iterations plays in one of them, drawn anew for every few.
    """

    def __init__(self, agent: TreeOwner, state: State, player: int | None = None) -> None:
        super().__init__(agent, state)
        seat, rngs = player or max(state.mover, 1), [agent.rng, *agent.rng.spawn(self.threads - 1)]
        self._knowledge = [Knowledge(state, seat, rng) for rng in rngs]
        #: the state that each thread plays in, and how many of its iterations are left there
        self._drawn, self._left = [state] * self.threads, [0] * self.threads

    def iterate(self, count: int, number: int = 0) -> None:
        while count:  # how many are asked for at once goes by the clock, and which states are drawn must not
            if not self._left[number]:
                self._drawn[number], self._left[number] = self._knowledge[number].draw(), ITERATIONS_A_DRAW
            now = min(count, self._left[number])
            self.trees[number].iterate(self._drawn[number], now)
            self._left[number] -= now
            count -= now

    def _nodes(self, tree: MctsTree, node: int) -> npt.NDArray[np.int64]:
        children: dict[int, int] = {}
        child, mover = int(tree.ints[node, native_tree.CHILD]), self.state.seat
        while child:
            if int(tree.ints[child, native_tree.PLAYER]) == mover:
                children[int(tree.ints[child, native_ismcts.NUMBER])] = child
            child = int(tree.ints[child, native_tree.SIBLING])
        numbers = self.game.encoding.actions(self.state)
        return np.array([children.get(number, 0) for number in numbers.tolist()], np.int64)
