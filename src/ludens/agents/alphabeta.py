"""Alpha-beta search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from ludens.agents import depth_first, material, native_branches, native_order, native_table
from ludens.agents import native_alphabeta as form
from ludens.agents.analysis import DECIDED, Analysis, Search, led
from ludens.agents.clock import Clock
from ludens.agents.depth_first import MAX_N
from ludens.agents.native_node import NARROW
from ludens.agents.native_words import MAX_DEPTH, MAX_PLIES, MOST_PLAYERS, WORDS, Word
from ludens.agents.search import Searcher
from ludens.agents.simple import Random
from ludens.agents.timekeeper import KEEPER
from ludens.game.hidden import hides
from ludens.native import WORKSPACE, Block, Words

if TYPE_CHECKING:
    from ludens.agents.agent import Limit
    from ludens.agents.settings import Setting
    from ludens.game import Game, Move, State

INFINITE = 1e29
ENDLESS = 1 << 62
#: a look at a move of a bounded search is so many positions
POSITIONS_A_LOOK = 16
#: how far from what is expected a value is looked for first, and from which depth on
ASPIRATION, ASPIRING = 0.5, 2
#: of the table, 16 MB
ENTRIES = 1 << 19
#: numbers of 8 bytes in a cache line
_LINE = 8
#: seconds between two looks at the clock
WATCH = 0.005


class AlphaBeta(Searcher):
    """Alpha-beta with iterative deepening over score and material. Limits: seconds, or a depth in plies.

    What it found is kept in a table for the next choices. Threads share the table: the others look at what the first
    one will come to ("lazy SMP").
    """

    kind, quick, counts, glance = "alphabeta", "alphabeta:1s", "plies", "alphabeta:1"
    title = "Alpha-beta search"
    strength = 40
    plays_chance = False
    parallel = True
    settable: ClassVar[tuple[Setting, ...]] = depth_first.SETTINGS

    def __init__(self, game: Game, limit: Limit | None = None, *, seed: int | None = None) -> None:
        super().__init__(game, limit, seed=seed)
        self.table = native_table.empty(ENTRIES)
        self.stop_word = np.zeros(1, np.int32)
        self.workers = [Worker(self) for _ in range(self.limit.threads)]

    @classmethod
    def suits(cls, game: Game) -> bool:
        return game.num_players == 2 and not hides(game) and material.decides(Random(game))

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
        #: the position after a move, which is searched
        self.child: Block = np.zeros(game.layout.size, np.uint8)
        self._search = self._program.bound("search", self.words, self.child, WORKSPACE, self._scratch)
        self._each = np.zeros(MOST_PLAYERS + 1) if settings["others"] == MAX_N else None
        broad, past = native_table.seen(game)
        shared: dict[Word, npt.NDArray[Any]] = {
            Word.TABLE: agent.table, Word.BROAD: broad.words, Word.LISTS: broad.lists,
            Word.PAST: past.words, Word.ORDER: self._order, Word.STOP: agent.stop_word,
            Word.NODES: self._nodes,
        }  # fmt: skip
        counts = {
            Word.MASK: len(agent.table) // 2 - 1, Word.BROADS: len(broad.words),
            Word.LISTED: len(broad.lists), Word.PASTS: len(past.words), Word.STRIDE: self._stride,
            Word.TRUSTED: int(game.layout.core_size == game.layout.size and settings["table"]),
            **depth_first.told(settings, game),
        }  # fmt: skip
        for word, array in shared.items():
            self.words.share(word, array)
        for word, count in counts.items():
            self.words[word] = count

    def begin(self, player: int) -> None:
        """Begin a search for a player."""
        self.words[Word.PLAYER], self.words[Word.MOST] = player, ENDLESS
        self.words[Word.GENERATION] = self.words[Word.GENERATION] + 1 & 0xFF
        native_order.age(self._order)
        self._nodes[:] = 0

    @property
    def nodes(self) -> int:
        """The positions that the search looked at so far."""
        return int(self._nodes[0])

    def remembered(self, block: Block) -> int:
        """The name of the move that the table has for a state (see `native_order.name`); 0 where it has none."""
        return int(self._program.run("remembered", self.words, block, WORKSPACE))

    def value(self, block: Block, depth: int, alpha: float, beta: float) -> float:
        """The value of a state's child, by search to a depth: exact between the bounds, otherwise a bound itself."""
        if self._each is not None:
            self._program.run("each_value", self.words, self.child, WORKSPACE, self._scratch, depth, self._each)
            return float(self._each[self.words[Word.PLAYER]])
        quiet = self.words[Word.QUIET]
        noisy = self._program.run("noise", self.words, block, WORKSPACE, self.child) if quiet else 0
        value: float = self._search(depth, 0, 0, 0, noisy, alpha, beta)
        return value


class AlphaBetaSearch:
    """Iterative deepening from one position; of a depth that is not finished, the moves count that were searched.

    Unless the values of all moves are to be `exact`, those of moves proved worse than the agent's `lines` best are
    bounds.
    """

    def __init__(self, agent: AlphaBeta, state: State, *, exact: bool = False) -> None:
        self.agent, self.state, self.exact = agent, state.copy(), exact
        self.lines = agent.lines
        self.records = agent.game.fast.legal(state)
        self.count = len(self.records)
        self.order = agent.rng.permutation(self.count)
        self.values, self.depth = np.zeros(self.count), 0
        #: whether a move's value is a bound
        self.bounds = np.zeros(self.count, bool)
        #: positions after which it ends, the first ply apart; whether a depth that is not finished counts for nothing
        self.most, self.whole = ENDLESS, False

    @property
    def nodes(self) -> int:
        """The positions looked at."""
        return sum(worker.nodes for worker in self.agent.workers)

    def run(self, clock: Clock, iterations: int | None, tell: Callable[[], object]) -> None:
        limit = min(iterations or MAX_DEPTH, MAX_DEPTH)
        word = self.agent.stop_word
        for worker in self.agent.workers:
            worker.begin(self.state.mover)
        with _watched(clock, word), self._helped(word):
            for depth in range(1, limit + 1):
                self._deepen(depth, word)
                if word[0]:
                    break
                self.depth = depth
                for worker in self.agent.workers:
                    worker.words[Word.MOST] = self.most
                tell()
                if abs(self.values[self.order[0]]) > DECIDED or self.count == 1 or clock.left() <= 0:
                    break

    def _deepen(self, depth: int, word: npt.NDArray[np.int32]) -> None:
        """Search all moves to a depth, or those for which there is time, and order them by what was found."""
        done, before = 0, (self.values.copy(), self.bounds.copy())
        for index, value, bound in self._values(self.agent.workers[0], depth, word):
            self.values[index], self.bounds[index] = value, bound
            done += 1
        if self.whole and depth > 1 and done < self.count:  # values of two depths are not to be compared
            self.values, self.bounds = before
            return
        found = self.order[:done]
        self.order = np.concatenate((found[np.argsort(-self.values[found], kind="stable")], self.order[done:]))

    def _values(self, worker: Worker, depth: int, word: npt.NDArray[np.int32]) -> Iterator[tuple[int, float, bool]]:
        """The moves in their order, until the word says that there is no more time: each with its value at a depth.

        The last says whether the value is a bound, as it is where so many moves before are as good as are wanted.
        """
        best: list[float] = []
        for index in self.order:
            worker.child[:] = self.state.block
            self.agent.game.fast.play(worker.child, self.records[index])
            least = best[-1] if len(best) == self.lines and not self.exact else -INFINITE
            value = self._value(worker, depth - 1, least, float(self.values[index]))
            if word[0]:
                break
            best = sorted((*best, value), reverse=True)[: self.lines]
            yield int(index), value, least > -INFINITE and value <= least

    def _value(self, worker: Worker, depth: int, least: float, expected: float) -> float:
        """The value of the worker's child; a bound where it is not more than the `least` that is wanted.

        What is `expected` is what was found one ply less deep.
        """

        def within(alpha: float, beta: float) -> float:
            return worker.value(self.state.block, depth, alpha, beta)

        if least == -INFINITE:
            return self._expected(within, expected, depth)
        if not self.agent.settings["pvs"]:
            return within(least, INFINITE)
        asked = within(least, least + NARROW)
        return asked if asked <= least else within(least, INFINITE)

    def _expected(self, within: Callable[[float, float], float], expected: float, depth: int) -> float:
        """The exact value of a position, which may be near to what is expected."""
        if not self.agent.settings["aspiration"] or depth < ASPIRING or abs(expected) > DECIDED:
            return within(-INFINITE, INFINITE)
        low, high = expected - ASPIRATION, expected + ASPIRATION
        found = within(low, high)
        if low < found < high or self.agent.stop_word[0]:
            return found
        return within(-INFINITE, high) if found <= low else within(low, INFINITE)

    @contextmanager
    def _helped(self, word: npt.NDArray[np.int32]) -> Iterator[None]:
        """Let the other threads fill the table, until the block ends."""
        others = self.agent.workers[1:]
        with ThreadPoolExecutor(max(len(others), 1)) as pool:
            running = [
                pool.submit(copy_context().run, self._help, number, worker, word)
                for number, worker in enumerate(others)
            ]
            try:
                yield
            finally:
                word[0] = 1
            for other in running:
                other.result()

    def _help(self, number: int, worker: Worker, word: npt.NDArray[np.int32]) -> None:
        """Search ahead of the first thread, by one ply or, every other thread, by two."""
        depth = 0
        while not word[0] and depth < MAX_DEPTH:
            depth = min(max(depth, self.depth + number % 2) + 1, MAX_DEPTH)
            for _ in self._values(worker, depth, word):
                pass

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
