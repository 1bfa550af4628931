"""Best-first search with an evaluation of territory."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ludens.agents import evaluation, native
from ludens.agents import native_best_first as form
from ludens.agents import native_tree as tree
from ludens.agents.agent import AgentError, Limit
from ludens.agents.analysis import Analysis, Examined, Search
from ludens.agents.clock import Clock, together
from ludens.agents.tree_reuse import ReusableTree, ReusingSearcher

if TYPE_CHECKING:
    from ludens.game import Game, Move, State

MAX_NODES = 4_000_000
#: a visit looks at all moves of a position
VISITS_A_LOOK = 5
LINE_VISITS, LINE_LENGTH = 4, 12


class BestFirst(ReusingSearcher["BestFirstSearch"]):
    """Best-first search over queen- and king-move distances, for games where pieces slide and shots close sites.

    Limits: seconds, or iterations (positions whose moves are all evaluated).
    """

    kind, quick, glance = "territory", "territory:1s", "territory:1"
    title = "Territory search"
    strength = 50
    parallel = True
    exploration = 0.6
    trust = 0.5
    temperature = 0.1

    def __init__(self, game: Game, limit: Limit | None = None, *, seed: int | None = None) -> None:
        super().__init__(game, limit, seed=seed)
        self.link_evaluation()
        self.search = form.best_first(self.limit.threads > 1)
        self.nodes = np.zeros((MAX_NODES + 1, form.NODE), np.uint8)  # memory is taken only as far as it is used

    def link_evaluation(self) -> None:
        """Tell the search how to evaluate positions: from -1 to 1, which only games that are over have."""
        self.information.link(native.EVALUATE, evaluation.program(_ground(self.game)), "evaluate")

    @classmethod
    def check(cls, game: Game) -> None:
        super().check(game)
        _ground(game)

    def bounded(self, search: Search, looks: int | None, *, exact: int = 0) -> int | None:
        return None if looks is None else VISITS_A_LOOK * looks

    def plant(self, state: State) -> BestFirstSearch:
        return BestFirstSearch(self, state)


def _ground(game: Game) -> evaluation.Ground:
    """What the evaluation needs to know of a game. Raises AgentError."""
    try:
        return evaluation.ground_of(game)
    except evaluation.NotApplicable as error:
        raise AgentError(f"{game.name} is no game of territory: {error}") from None


class BestFirstSearch(ReusableTree):
    """A tree of positions with their evaluations."""

    def __init__(self, agent: BestFirst, state: State) -> None:
        self.agent, self.game, self.state = agent, agent.game, state.copy()
        self.nodes = agent.nodes
        self.nodes[0] = 0
        self.used = np.array([1], np.int32)
        size = native.MAX_MOVES * native.RECORD + 2 * agent.game.layout.size + 64
        self.scratch = [np.zeros(size, np.uint8) for _ in range(agent.limit.threads)]
        self._ints, self._reals = self.nodes.view(np.int32), self.nodes.view(np.float64)

    def run(self, clock: Clock, iterations: int | None, tell: Callable[[], object]) -> None:
        together(clock, iterations, self.agent.limit.threads, self.iterate, tell, self.is_known)

    def is_known(self) -> bool:
        """Whether there is nothing left to find, or no memory for it."""
        return bool(self._reals[0, form.PRIOR] < 0 or self.used[0] > MAX_NODES - native.MAX_MOVES)

    def iterate(self, count: int, number: int = 0) -> None:
        """Run that many iterations on thread `number`."""
        agent = self.agent
        pool = tree.NodePool(self.nodes, self.used, MAX_NODES, self.scratch[number])
        agent.search.run(agent.information, self.state, pool, count, agent.exploration, agent.trust, agent.temperature)

    # --- what was found

    def children(self, node: int = 0) -> slice:
        first, count = int(self._ints[node, tree.CHILD]), int(self._ints[node, tree.CHILDREN])
        return slice(first, first + count)

    def _order(self, node: int) -> npt.NDArray[np.int64]:
        """A node's children from the best on, as numbers among the legal moves."""
        children = self.children(node)
        visits, values = self._ints[children, tree.VISITS], self._reals[children, form.VALUE]
        proven = np.where(np.abs(values) > form.PROVEN, np.sign(values), 0)
        return np.lexsort((values, visits, proven))[::-1]

    def best(self) -> int:
        return int(self._order(0)[0])

    def analysis(self) -> Analysis:
        legal, children = self.state.legal_moves(), self.children(0)
        visits = self._ints[children, tree.VISITS] - 1
        values = 0.5 + 0.5 * self._reals[children, form.VALUE]
        reals = self._reals[children, form.VALUE]
        proven = np.where(np.abs(reals) > form.PROVEN, np.sign(reals), 0)
        moves = [Examined(legal[i], int(visits[i]), float(values[i]), proven=int(proven[i])) for i in self._order(0)]
        line = self.line(self.best()) if moves else []
        done = int(self._ints[0, tree.VISITS])
        return Analysis(done, moves[0].value if moves else 0.5, line, moves, len(line), "estimate", "visits")

    def line(self, number: int) -> list[Move]:
        """The moves visited most, after that one."""
        line: list[Move] = []
        state, node = self.state.copy(), 0
        while True:
            line.append(state.legal_moves()[number])
            state.play(line[-1])
            node = self.children(node).start + number
            order = self._order(node)
            if len(line) >= LINE_LENGTH or not len(order) or self._ints[node, tree.VISITS] < LINE_VISITS:
                return line
            number = int(order[0])

    # --- the next position

    def fullness(self) -> float:
        return float(self.used[0]) / MAX_NODES

    def record(self, node: int) -> bytes:
        return self.nodes[node, form.RECORD_AT :].tobytes()

    def make_root(self, node: int) -> None:
        self.nodes[0] = self.nodes[node]
