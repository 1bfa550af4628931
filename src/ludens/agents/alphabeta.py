"""Alpha-beta search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from ludens.agents import (
    depth_first,
    heuristics,
    material,
    native,
    native_abdada,
    native_branches,
    native_order,
    native_table,
)
from ludens.agents import native_alphabeta as form
from ludens.agents.analysis import DECIDED, Analysis, Search, led
from ludens.agents.clock import Clock
from ludens.agents.helpers import HELPERS
from ludens.agents.native_root import MOVE_RESULT
from ludens.agents.native_words import MAX_DEPTH, MAX_PLIES, WORDS, SearchWord
from ludens.agents.proposing import asked_at_the_end
from ludens.agents.search import Searcher
from ludens.agents.simple import Random
from ludens.agents.timekeeper import KEEPER
from ludens.game.hidden import hides
from ludens.game.single import SingleGame
from ludens.ludemes.booleans.connection import IsConnected
from ludens.native import WORKSPACE, Block, Words

if TYPE_CHECKING:
    from ludens.agents.agent import Limit
    from ludens.agents.heuristics import Evaluation
    from ludens.agents.settings import Setting
    from ludens.game import Game, Move, State

ENDLESS = 1 << 62
#: a look at a move of a bounded search is so many positions
POSITIONS_A_LOOK = 16
#: of the table, 16 MB
ENTRIES = 1 << 19
#: numbers of 8 bytes in a cache line
_LINE = 8
#: seconds between two looks at the clock
WATCH = 0.005


class AlphaBeta(Searcher):
    """Alpha-beta with iterative deepening over score and material. Limits: seconds, or a depth in plies.

    What it found is kept in a table for the next choices. Threads share the table, and put off what another one
    searches (`native_abdada`).
    """

    kind, quick, counts, glance = "alphabeta", "alphabeta:1s", "plies", "alphabeta:1"
    title = "Alpha-beta search"
    strength = 40
    plays_chance = False
    parallel = True
    settable: ClassVar[tuple[Setting, ...]] = depth_first.SETTINGS

    def __init__(self, game: Game, limit: Limit | None = None, *, seed: int | None = None) -> None:
        super().__init__(game, limit, seed=seed)
        self.table, self.shared = native_table.empty(ENTRIES), native_abdada.empty()
        self.workers = [Worker(self) for _ in range(self.limit.threads)]
        #: not 0 where a search is to end
        self.stop_word = self.workers[0].stop

    @classmethod
    def suits(cls, game: Game) -> bool:
        return game.num_players == 2 and not hides(game) and material.decides(Random(game))

    def weights(self) -> npt.NDArray[np.float64]:
        """Of nothing where stones are put down and sides swapped, and having more only tells whose turn it was."""
        return super().weights() * (not self._is_idle())

    def _is_idle(self) -> bool:
        return "player_order" in self.game.layout and material.tells_nothing(Random(self.game))

    def evaluation(self) -> Evaluation | None:
        """By what positions are judged; None for score and material. Where these tell nothing and ends ask for a
        connection, it is how many sites each player lacks for one: whether to swap sides depends on that."""
        if not isinstance(self.game, SingleGame) or not self._is_idle():
            return None
        asks = any(isinstance(one, IsConnected) for one in asked_at_the_end(self.game))
        return heuristics.evaluation(self.game, "(heuristics {(connectionHeuristic)})") if asks else None

    def inform(self, words: Words) -> Words:
        super().inform(words)
        judging = self.evaluation()
        if judging is not None:
            words.link(native.EVALUATE, judging.program, "evaluate")
        words[native.WHOLE] = material.whole(Random(self.game)) if self.settings["trades"] else 0
        return words

    def bounded(self, search: Search, looks: int | None, *, exact: int = 0) -> int | None:
        count = super().bounded(search, looks, exact=exact)
        if isinstance(search, AlphaBetaSearch):
            search.most = ENDLESS if count is None else POSITIONS_A_LOOK * count
            search.lines, search.whole = max(search.lines, exact), exact > 0
        return None

    def explore(self, state: State) -> AlphaBetaSearch:
        return AlphaBetaSearch(self, state, exact=hides(self.game) or self.is_chance)


class Worker:
    """What one thread searches with: its memory, and the order of moves that it learns."""

    def __init__(self, agent: AlphaBeta) -> None:
        game, settings = agent.game, agent.settings
        self.words = agent.inform(Words(WORDS))
        self._program = form.program()
        self._stride = native_branches.stride(game.layout.size)
        self._scratch = np.zeros(self._stride * (MAX_PLIES + 1), np.uint8)  # memory is taken only as far as it is used
        self._order = np.zeros(native_order.words(MAX_PLIES + 1), np.int32)
        self._nodes = np.zeros(3 * _LINE, np.int64)[_LINE : _LINE + 1]  # in a cache line that no other thread writes to
        self._child: Block = np.zeros(game.layout.size, np.uint8)
        #: not 0 where it is to end
        self.stop = np.zeros(_LINE, np.int32)
        #: to which depth it searches
        self.depth = 0
        broad, past = native_table.key_fields(game)
        shared: dict[SearchWord, npt.NDArray[Any]] = {
            SearchWord.TABLE: agent.table, SearchWord.BROAD: broad.words, SearchWord.LISTS: broad.lists,
            SearchWord.PAST: past.words, SearchWord.ORDER: self._order, SearchWord.STOP: self.stop,
            SearchWord.NODES: self._nodes,
        }  # fmt: skip
        if agent.limit.threads > 1:
            shared[SearchWord.SHARED] = agent.shared
        counts = {
            SearchWord.MASK: len(agent.table) // 2 - 1, SearchWord.BROADS: len(broad.words),
            SearchWord.LISTED: len(broad.lists), SearchWord.PASTS: len(past.words), SearchWord.STRIDE: self._stride,
            **depth_first.search_words(settings, game),
        }  # fmt: skip
        for word, array in shared.items():
            self.words.share(word, array)
        for word, count in counts.items():
            self.words[word] = count

    def begin(self, search: AlphaBetaSearch, results: npt.NDArray[np.void], first: npt.NDArray[np.int32]) -> None:
        """Begin a search, which changes the `results` of its moves and their order, the `first` one first."""
        self.results, self.first = results, first
        arrays: dict[SearchWord, npt.NDArray[Any]] = {
            SearchWord.MOVES: search.records, SearchWord.FIRST: first, SearchWord.VALUES: results,
            SearchWord.BEST: np.zeros(search.lines),
        }  # fmt: skip
        for word, array in arrays.items():
            self.words.share(word, array)
        self.words[SearchWord.COUNT], self.words[SearchWord.LINES] = search.count, 0 if search.exact else search.lines
        self.words[SearchWord.PLAYER], self.words[SearchWord.MOST] = search.state.seat, ENDLESS
        self.words[SearchWord.GENERATION] = self.words[SearchWord.GENERATION] + 1 & 0xFF
        native_order.age(self._order)
        self._nodes[:] = 0

    @property
    def nodes(self) -> int:
        """The positions that the search looked at so far."""
        return int(self._nodes[0])

    def remembered(self, block: Block) -> int:
        """The name of the move that the table has for a state (see `native_order.name`); 0 where it has none."""
        return int(self._program.run("remembered", self.words, block, WORKSPACE))

    def deepen(self, block: Block, depth: int) -> None:
        """Search all moves of a position to a depth, or those for which there is time."""
        self.results["done"] = 0
        self._program.run("deepen", self.words, block, WORKSPACE, self._scratch, self._child, depth - 1)


class AlphaBetaSearch:
    """Iterative deepening from one position; of a depth that is not finished, the moves count that were searched.

    Unless the values of all moves are to be `exact`, those of moves proved worse than the agent's `lines` best are
    bounds.
    """

    def __init__(self, agent: AlphaBeta, state: State, *, exact: bool = False) -> None:
        self.agent, self.state, self.exact = agent, state.copy(), exact
        self.lines = agent.lines
        self.records = agent.game.fast.legal(state, clean=True)
        self.count = len(self.records)
        self._first, self._results = _order(agent.rng.permutation(self.count)), np.zeros(self.count, MOVE_RESULT)
        self.depth = 0
        #: positions after which it ends, the first ply apart; whether a depth that is not finished counts for nothing
        self.most, self.whole = ENDLESS, False

    @property
    def order(self) -> npt.NDArray[np.int32]:
        """The numbers of the moves, the best first."""
        return self._first[: self.count]

    @property
    def values(self) -> npt.NDArray[np.float64]:
        """What each move is worth."""
        return self._results["value"]

    @property
    def bounds(self) -> npt.NDArray[np.int32]:
        """Whether a move's value is a bound."""
        return self._results["bound"]

    @property
    def nodes(self) -> int:
        """The positions looked at."""
        return sum(worker.nodes for worker in self.agent.workers)

    def run(self, clock: Clock, iterations: int | None, tell: Callable[[], object]) -> None:
        limit = min(iterations or MAX_DEPTH, MAX_DEPTH)
        main, *others = self.agent.workers
        main.begin(self, self._results, self._first)
        for worker in others:
            worker.begin(self, self._results.copy(), self._first.copy())
        with _watched(clock, main.stop), self._helped(limit):
            for depth in range(1, limit + 1):
                self._deepen(main, depth)
                if main.stop[0]:
                    break
                self.depth = depth
                for worker in self.agent.workers:
                    worker.words[SearchWord.MOST] = self.most
                for worker in others:
                    worker.stop[0] = worker.depth <= depth
                tell()
                if abs(self.values[self.best()]) > DECIDED or self.count == 1 or clock.left() <= 0:
                    break

    def _deepen(self, worker: Worker, depth: int) -> None:
        """Search all moves to a depth, or those for which there is time, and order them by what was found."""
        before = self._results.copy()
        worker.deepen(self.state.block, depth)
        done = self._results["done"] != 0
        if self.whole and depth > 1 and not done.all():  # values of two depths are not to be compared
            self._results[:] = before
            return
        searched, rest = self.order[done[self.order]], self.order[~done[self.order]]
        self.order[:] = np.concatenate((searched[np.argsort(-self.values[searched], kind="stable")], rest))

    @contextmanager
    def _helped(self, limit: int) -> Iterator[None]:
        """Let the other threads search, too, until the block ends."""
        main, *others = self.agent.workers
        with HELPERS.beside(*(partial(self._help, worker, limit) for worker in others)):
            try:
                yield
            finally:
                for worker in (main, *others):
                    worker.stop[0] = 1

    def _help(self, worker: Worker, limit: int) -> None:
        """Search what the first thread searches, or the next depth where all of it is done."""
        ends, done = self.agent.stop_word, 0
        while max(done, self.depth) < limit:
            worker.depth = max(done, self.depth) + 1
            worker.first[:], worker.results[:] = self._first, self._results
            worker.stop[0] = 0  # before the look at the other word, which is set first
            if ends[0]:
                break
            worker.deepen(self.state.block, worker.depth)
            if worker.nodes >= worker.words[SearchWord.MOST]:
                ends[0] = 1
            elif not worker.stop[0]:
                done = worker.depth

    def best(self) -> int:
        return int(self.order[0])

    def analysis(self) -> Analysis:
        """Values are evaluations on a scale from 0 to 1, no chances of winning; those of inferior moves are bounds."""
        legal = self.state.legal_moves()
        moves = [led(legal[i], float(self.values[i]), bound=bool(self.bounds[i])) for i in self.order]
        value, line = (moves[0].value, self.line(self.best())) if moves else (0.5, [])
        return Analysis(self.nodes, value, line, moves, self.depth, "points", "positions")

    def line(self, number: int) -> list[Move]:
        """What the table has of it, as deep as was searched."""
        line: list[Move] = []
        state = self.state.copy()
        while True:
            line.append(state.legal_moves()[number])
            state.play(line[-1])
            if len(line) >= self.depth or state.is_over:
                return line
            name = self.agent.workers[0].remembered(state.block)
            names = [native_order.name(record) for record in self.agent.game.fast.legal(state, clean=True)]
            if name not in names:
                return line
            number = names.index(name)


def _order(numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
    """The numbers of moves in that order, with room behind them for those that are put off."""
    return np.concatenate((numbers, np.zeros_like(numbers))).astype(np.int32)


@contextmanager
def _watched(clock: Clock, word: npt.NDArray[np.int32]) -> Iterator[None]:
    """Let a word turn from 0 to 1 when the clock ends; native code looks at it."""
    word[0] = 0

    def look() -> float | None:
        left = clock.left()
        if left > 0:
            return min(WATCH, left)
        word[0] = 1
        return None

    with KEEPER.watched(look, min(WATCH, max(clock.left(), 0.0))):
        yield
