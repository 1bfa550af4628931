"""Search trees of one game whose leaves a net evaluates, and the arrays that native code and the net share."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ludens.agents import native, native_forest
from ludens.agents.agent import AgentError
from ludens.agents.native_forest import NODE, SCRATCH, ForestWord
from ludens.native import WORKSPACE, Program, Words, choices, seed_choices

if TYPE_CHECKING:
    from ludens.game import Game

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int32]
#: a node, as NumPy sees it
NODE_TYPE = np.dtype(
    {
        "names": ["visits", "child", "children", "player", "sum", "number", "prior", "raw", "proven", "exact", "share"],
        "formats": ["i4", "i4", "i4", "i4", "f8", "i4", "f4", "f4", "i4", "f4", "f4"],
        "offsets": [
            0, 4, 8, 12, 16, 4 * native_forest.NUMBER, 4 * native_forest.PRIOR, 4 * native_forest.RAW,
            4 * native_forest.PROVEN, 4 * native_forest.EXACT, 4 * native_forest.SHARE,
        ],
        "itemsize": NODE,
    }
)  # fmt: skip


def check_game(game: Game) -> None:
    """Raises AgentError for a game that a net of one game is not for, and says why."""
    check_turns(game)
    if game.is_stochastic:
        raise AgentError(f"{game.name} is a game of chance, and a net's search would know what falls")
    if "hidden" in game.layout:
        raise AgentError(f"in {game.name} something is hidden from players, and a net's search would see it")


def check_turns(game: Game) -> None:
    """Raises AgentError for a game that no such tree grows of, whatever its roots are, and says why."""
    if len(game.games) > 1:
        raise AgentError(f"{game.name} is a match: a net plays one game, so train on its games")
    if game.is_simultaneous:
        raise AgentError(f"in {game.name} all players move at once, and a net's search has the players move in turn")
    if game.is_puzzle or game.num_players < 1:
        raise AgentError(f"{game.name} has no players who could learn from each other")


@functools.cache
def schedule(considered: int, simulations: int) -> Ints:
    """How many visits the move has that sequential halving tries next, of shape (considered + 1, simulations).

    A row is for so many moves in view. The moves in view have equally many visits until the better half of them goes
    on; where only two are left they go on to the end.

    >>> schedule(4, 8)[4].tolist()
    [0, 0, 0, 0, 1, 1, 2, 2]
    """
    table = np.zeros((considered + 1, max(simulations, 1)), np.int32)
    for row in range(considered + 1):
        if row <= 1:
            table[row] = np.arange(table.shape[1])
            continue
        phases, visits, counts, left = int(np.ceil(np.log2(row))), [0] * row, list[int](), row
        while len(counts) < simulations:
            for _ in range(max(1, simulations // (phases * left))):
                counts += visits[:left]
                visits[:left] = [n + 1 for n in visits[:left]]
            left = max(2, left // 2)
        table[row] = counts[:simulations]
    return table


def outputs_of(game: Game) -> int:
    """How many values a net gives of a position: the mover's, and with more than two players those of all."""
    return game.num_players if game.num_players > 2 else 1


class NetTrees:
    """Trees, grown from the positions in `roots`, one a row, which may be changed between two uses of `plant`.

    `capacity` is how many nodes a tree has room for, `rows` how many leaves are evaluated at once. `seek` says how many
    rows of `observation` the net is to look at; what it says belongs in `logits` and in `worth`, its values for the
    player to move (and, with more than two players, those who follow), before `credit`.
    """

    def __init__(
        self,
        game: Game,
        trees: int,
        capacity: int,
        *,
        rows: int | None = None,
        considered: int = 16,
        simulations: int = 16,
        seed: int = 0,
        sees_all: bool = False,
        positions: bool = False,
    ) -> None:
        """With `sees_all` the roots may be of a game of chance, or hide something: the trees take them as they are.

        With `positions` a row of `observation` is not the planes but the bytes of the position, as `encoding.graph`
        takes them.
        """
        if not sees_all:
            check_game(game)
        encoding = game.encoding
        self.game, self.trees, self.rows = game, trees, trees if rows is None else rows
        self.considered, self.simulations = considered, simulations
        self.roots: npt.NDArray[np.uint8] = np.zeros((trees, game.layout.size), np.uint8)
        self.block: npt.NDArray[np.uint8] = np.zeros((trees * capacity, NODE), np.uint8)
        self.nodes = self.block.view(NODE_TYPE).reshape(trees, capacity)
        self.used: Ints = np.ones(trees, np.int32)
        self.chosen: Ints = np.full(trees, -1, np.int32)
        self.values: Floats = np.zeros(trees, np.float32)
        #: what native code writes of a leaf: the program and the function
        self._observe = (encoding.graph.program, "copied") if positions else (encoding.program, "observe")
        shape = (-(-game.layout.size // 4) * 4,) if positions else encoding.observation_shape
        self.observation: npt.NDArray[Any] = np.zeros((self.rows, *shape), np.uint8 if positions else np.float32)
        self.leaves: Ints = np.zeros((self.rows, native_forest.LEAF_WORDS), np.int32)
        self.outputs = outputs_of(game)
        self.logits: Floats = np.zeros((self.rows, encoding.num_actions), np.float32)
        self.worth: Floats = np.zeros((self.rows, self.outputs), np.float32)
        self._seed = seed
        self._paths = np.zeros((self.rows, native_forest.MAX_DEPTH), np.int32)
        self._scratch = np.zeros(SCRATCH + 2 * game.layout.size + 64, np.uint8)
        self._schedule = schedule(considered, simulations)
        self._program: Program = native_forest.forest()
        self._info = self._information(capacity)

    def _information(self, capacity: int) -> Words:
        game, encoding = self.game, self.game.encoding
        words = Words(native_forest.FOREST_WORDS)
        native.tell_game(words, game)
        words.link(ForestWord.OBSERVE, *self._observe)
        native.tell_numbers(words, encoding)
        shared: dict[ForestWord, npt.NDArray[Any]] = {
            ForestWord.ROOTS: self.roots, ForestWord.NODES: self.block, ForestWord.USED: self.used,
            ForestWord.CHOSEN: self.chosen,
            ForestWord.VALUES: self.values, ForestWord.LEAVES: self.leaves, ForestWord.PATHS: self._paths,
            ForestWord.OBSERVATION: self.observation, ForestWord.LOGITS: self.logits, ForestWord.WORTH: self.worth,
            ForestWord.SCHEDULE: self._schedule, ForestWord.SCRATCH: self._scratch,
        }  # fmt: skip
        for word, array in shared.items():
            words.share(word, array)
        counts = {
            ForestWord.CELLS: self.observation[0].nbytes // 4, ForestWord.ACTIONS: encoding.num_actions,
            ForestWord.TREES: self.trees, ForestWord.CAPACITY: capacity, ForestWord.ROWS: self.rows,
            ForestWord.OUTPUTS: self.outputs,
            ForestWord.SIMULATIONS: self._schedule.shape[1], ForestWord.CONSIDERED: self.considered,
        }  # fmt: skip
        for word, count in counts.items():
            words[word] = count
        return words

    def _run(self, name: str, *arguments: float) -> int:
        seed_choices(self._seed)
        result = self._program.run(name, self._info, WORKSPACE, *arguments)
        self._seed = choices()
        return int(result or 0)

    @property
    def seed(self) -> int:
        """The state of the generator that the noise is drawn from."""
        return self._seed

    @seed.setter
    def seed(self, word: int) -> None:
        self._seed = word

    def plant(self) -> None:
        """Begin anew from the positions in `roots`."""
        self._run("plant")

    def seek(self, width: int, simulation: int = 0, *, exploration: float = 0.0, scale: float = 1.0) -> int:
        """Find up to `width` leaves of each tree; gives how many rows there are for the net.

        `exploration` is the constant of PUCT; without it the search is that of Gumbel AlphaZero, of which this is the
        simulation of that number, from 0, and `scale` says how much values count.
        """
        return self._run("seek", width, simulation, exploration, scale)

    def credit(self, count: int) -> None:
        """Take the net's answers about so many leaves."""
        self._run("credit", count)

    def stir(self) -> None:
        """Draw noise for the moves of the roots."""
        self._run("stir")

    def weigh(self, *, scale: float = 1.0, by_visits: bool = False) -> None:
        """Set the improved policy of the roots (`policy`), what they are worth by it (`values`), what is `chosen`."""
        self._run("weigh", scale, int(by_visits))

    def advance(self) -> None:
        """Make the chosen moves."""
        self._run("advance")

    def children(self, tree: int, node: int = 0) -> slice:
        """Where the children of a node lie in its tree, in the order of the legal moves."""
        first, count = int(self.nodes["child"][tree, node]), int(self.nodes["children"][tree, node])
        return slice(first, first + count)

    def policy(self, tree: int) -> tuple[Ints, Floats]:
        """The numbers of a root's moves, and their shares in the improved policy."""
        children = self.nodes[tree, self.children(tree)]
        return children["number"].copy(), children["share"].copy()
