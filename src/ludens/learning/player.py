"""Search with a net that was trained on the game: see `ludens train`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import numpy.typing as npt

from ludens.agents import native_forest
from ludens.agents.agent import Agent, AgentError, Limit, parse_limit
from ludens.agents.analysis import Analysis, Examined
from ludens.agents.clock import Clock
from ludens.agents.net_trees import NetTrees, check_game, check_turns
from ludens.agents.tree_reuse import ReusableTree, ReusingSearcher
from ludens.learning.nets.file import NetError, NetFile, read

if TYPE_CHECKING:
    from ludens.game import Game, Move, State
    from ludens.learning.common.model import CommonEvaluator
    from ludens.learning.nets.model import Evaluator

#: the constant of PUCT
EXPLORATION = 1.25
#: leaves that are evaluated together, at most; there are fewer while the tree is small
ROWS = 16
#: a leaf more is looked for with so many visits of the root
VISITS_A_ROW = 4
MAX_NODES = 1_500_000
#: a search ends with a tree that is fuller than this share
FULL_SHARE = 0.95
#: a search ends that finds no leaf so often, as all that it comes to is proven
FRUITLESS = 200
LINE_VISITS, LINE_LENGTH = 4, 12


class Net(ReusingSearcher["NetSearch"]):
    """Search with a net made by `ludens train`, whose file follows the colon: net:PATH:1s.

    Limits: seconds, or iterations (visits of the position). A net of one game plays games without chance in which
    nothing is hidden. A common net plays all games in which players move in turn; where something falls or is hidden,
    it searches positions that the player to move cannot tell from the real one.
    """

    kind, quick = "net", ""
    title = "A trained net"
    strength = 60
    from_file = True
    plays_chance = False
    exploration = EXPLORATION
    #: the file of a kind that is made by `offer`, and what it is for
    source: ClassVar[tuple[Path, NetFile] | None] = None

    def __init__(
        self,
        game: Game,
        limit: Limit | None = None,
        *,
        seed: int | None = None,
        evaluator: Evaluator | CommonEvaluator | None = None,
        max_nodes: int = MAX_NODES,
    ) -> None:
        super().__init__(game, limit, seed=seed)
        if evaluator is None:
            raise AgentError("a net is read from a file: write net:PATH or net:PATH:100ms")
        self.evaluator = evaluator
        reads, seed_ = evaluator.reads_positions, int(self.rng.integers(1 << 63))
        self.forest = NetTrees(game, 1, max_nodes, rows=ROWS, seed=seed_, sees_all=reads, positions=reads)

    @classmethod
    def check(cls, game: Game) -> None:
        if cls.source is None:
            raise AgentError("a net is read from a file: write net:PATH or net:PATH:100ms")
        path, file = cls.source
        try:
            file.check(game)
        except NetError as error:
            raise _unusable(path, error) from None
        _check_plays(file, game)

    @classmethod
    def check_text(cls, text: str, game: Game) -> Limit:
        if cls.source is not None:
            return super().check_text(text, game)
        path, limit = parse(text)
        file = _read(path)
        _check_plays(file, game)
        try:
            file.check(game)
        except NetError as error:
            raise _unusable(path, error) from None
        return limit

    @classmethod
    def from_text(cls, text: str, game: Game, *, seed: int | None = None) -> Net:
        path, limit = parse(text) if cls.source is None else (cls.source[0], parse_limit(text))
        return cls(game, limit, seed=seed, evaluator=_evaluator(path, game))

    def plant(self, state: State) -> NetSearch:
        return NetSearch(self, state)


def parse(text: str) -> tuple[Path, Limit]:
    """The path and the limit of what is told of a net, `PATH` or `PATH:100ms`. Raises AgentError where there is none.

    What stands behind the last colon is the limit if it can be one; a file whose whole name this is comes first.
    """
    if not text.strip():
        raise AgentError("a net is read from a file: write net:PATH or net:PATH:100ms")
    head, colon, tail = text.rpartition(":")
    if colon and tail.strip() and head and not Path(text).is_file():
        try:
            return Path(head), parse_limit(tail)
        except AgentError:
            if not Path(head).is_file():
                return Path(text), Limit()
            raise
    return Path(text), Limit()


def offer(path: Path, name: str) -> type[Net]:
    """Make a kind of agents of that name from a file, for all who choose an agent by its name in this process.

    Raises AgentError for a file that is no net, and for a name that is taken or has other signs than a-z, 0-9 and -.
    """
    if not re.fullmatch(r"[a-z][a-z0-9-]*", name) or name in Agent.registry:
        raise AgentError(f"{name!r} cannot be the name of an agent: it is taken, or has other signs than a-z, 0-9, -")
    file = _read(path)
    attributes = {
        "kind": name, "quick": f"{name}:1s", "title": f"{Net.title}: {name}", "from_file": False,
        "source": (path, NetFile(file.facts, {})), "__doc__": Net.__doc__,
    }  # fmt: skip
    return type(f"Net of {name}", (Net,), attributes)


def _read(path: Path) -> NetFile:
    try:
        return read(path)
    except (NetError, OSError) as error:
        raise _unusable(path, error) from None


def _check_plays(file: NetFile, game: Game) -> None:
    """Raises AgentError for a game that no search with such a net plays."""
    if file.is_common:
        check_turns(game)
    else:
        check_game(game)


#: the evaluators that were used last, by file, its time and the game
_MOST_EVALUATORS = 8
_evaluators: dict[tuple[str, int, int, Game], Evaluator | CommonEvaluator] = {}


def _evaluator(path: Path, game: Game) -> Evaluator | CommonEvaluator:
    try:
        facts = path.stat()
        key = (str(path.resolve()), facts.st_mtime_ns, facts.st_size, game)
        if key not in _evaluators:
            evaluator = _new_evaluator(path, game)
            evaluator.warm()
            while len(_evaluators) >= _MOST_EVALUATORS:
                _evaluators.pop(next(iter(_evaluators)))
            _evaluators[key] = evaluator
        return _evaluators[key]
    except (NetError, OSError) as error:
        raise _unusable(path, error) from None


def _new_evaluator(path: Path, game: Game) -> Evaluator | CommonEvaluator:
    """What a file says of the positions of a game. Raises AgentError, NetError and OSError."""
    file = read(path)
    _check_plays(file, game)
    try:
        if file.is_common:
            from ludens.learning.common import model as common

            return common.CommonEvaluator(common.restored(file, path), game)
        from ludens.learning.nets import model
    except ImportError as error:
        raise AgentError(str(error)) from None
    return model.Evaluator(model.restored(file, game, path), game)


def _unusable(path: Path, error: NetError | OSError) -> AgentError:
    if isinstance(error, OSError):
        return AgentError(f"the net {path} cannot be read: {error.strerror}")
    text = str(error)
    return AgentError(text if str(path) in text else f"{path}: {text}")


class NetSearch(ReusableTree):
    """A tree of positions that the net was asked about."""

    def __init__(self, agent: Net, state: State) -> None:
        self.agent, self.game, self.state, self.forest = agent, agent.game, state.copy(), agent.forest
        self.forest.roots[0] = state.block
        self.forest.plant()
        self.nodes = self.forest.nodes[0]

    def run(self, clock: Clock, iterations: int | None, tell: Callable[[], object]) -> None:
        before, fruitless = int(self.nodes["visits"][0]), 0
        from ludens.learning.nets.model import alone

        with alone():
            while not self.nodes["proven"][0] and fruitless < FRUITLESS:
                visits = int(self.nodes["visits"][0])
                if visits > 1 and (clock.left() <= 0 or (iterations is not None and visits - before >= iterations)):
                    break
                if self.forest.used[0] > FULL_SHARE * self.forest.nodes.shape[1]:
                    break
                width = min(ROWS, 1 + visits // VISITS_A_ROW)
                if iterations is not None:
                    width = max(1, min(width, iterations - (visits - before)))
                fruitless = 0 if self._step(width) else fruitless + 1
                tell()

    def _step(self, width: int) -> int:
        """Evaluate up to so many leaves; gives how many there were."""
        forest = self.forest
        count = forest.seek(width, exploration=self.agent.exploration)
        if count:
            forest.logits[:count], forest.worth[:count] = self.agent.evaluator(forest.observation[:count])
            forest.credit(count)
        return count

    def best(self) -> int:
        self.forest.weigh(by_visits=True)
        return int(self.forest.chosen[0])

    # --- what was found

    def _order(self, node: int) -> list[int]:
        """A node's children from the best on, as numbers among the legal moves."""
        children = self.nodes[self.children(node)]
        proven = np.where(children["proven"] != 0, np.sign(children["exact"]), 0)
        return [int(index) for index in np.lexsort((self._values(node), children["visits"], proven))[::-1]]

    def _values(self, node: int) -> npt.NDArray[np.float64]:
        """What the children are worth to who moves there, from -1 to 1."""
        children = self.nodes[self.children(node)]
        means = children["sum"] / np.maximum(children["visits"], 1)
        values: npt.NDArray[np.float64] = np.where(children["proven"] != 0, children["exact"], means)
        return values

    def analysis(self) -> Analysis:
        legal, children, values = self.state.legal_moves(), self.nodes[self.children()], self._values(0)
        order = self._order(0)
        best = self.best() if order else -1
        order = [best, *(index for index in order if index != best)] if order else []
        proven = np.where(children["proven"] != 0, np.sign(children["exact"]), 0)
        priors = np.exp(children["prior"])  # kept as logarithms
        moves = [
            Examined(
                legal[i],
                int(children["visits"][i]),
                float(0.5 + 0.5 * values[i]),
                proven=int(proven[i]),
                prior=float(priors[i]),
            )
            for i in order
        ]
        line = self.line(best)
        done = int(self.nodes["visits"][0])
        return Analysis(done, moves[0].value if moves else 0.5, line, moves, len(line), "wins", "visits")

    def line(self, number: int) -> list[Move]:
        """The moves visited most, after that one; none where its number is -1."""
        line: list[Move] = []
        state, node, index = self.state.copy(), 0, number
        while index >= 0 and len(line) < LINE_LENGTH:
            line.append(state.legal_moves()[index])
            state.play(line[-1])
            node = self.children(node).start + index
            order = self._order(node) if self.nodes["visits"][node] >= LINE_VISITS else []
            index = order[0] if order else -1
        return line

    # --- the next position

    def fullness(self) -> float:
        return float(self.forest.used[0]) / self.forest.nodes.shape[1]

    def children(self, node: int = 0) -> slice:
        return self.forest.children(0, node)

    def record(self, node: int) -> bytes:
        return self.forest.block[node, native_forest.RECORD_AT :].tobytes()

    def make_root(self, node: int) -> None:
        """What the node is worth is told to who moves there."""
        root = self.nodes[node].copy()
        self.forest.block[0] = self.forest.block[node]
        mover = self.state.seat
        if mover != root["player"]:
            two = self.game.num_players <= 2
            self.nodes["sum"][0] = -root["sum"] if two else 0.0
            self.nodes["exact"][0] = -root["exact"]
            self.nodes["player"][0] = mover
        self.forest.roots[0] = self.state.block
