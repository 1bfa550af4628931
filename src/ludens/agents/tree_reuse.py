"""Trees that are kept from one move to the next, and the agents that keep them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from ludens.agents.analysis import Search
from ludens.agents.search import Searcher
from ludens.native import FastProgram, within

if TYPE_CHECKING:
    from ludens.agents.agent import Limit
    from ludens.game import Game, State

#: a tree that is fuller than this share is not taken over to the next move
REUSED_SHARE = 0.5
#: moves of others after which a position is looked for in the tree
REUSED_DEPTH = 2
#: work that going on with a tree may take (`ludens.Limits`); not a time, or equal seeds would play other games on a
#: busy machine
_WORK = 1 << 18


class ReusableTree(Search):
    """A tree, grown from one position in the agent's memory: the agent's next tree ends it.

    Nodes are numbers, 0 is the root, and a node's children lie behind one another in the order of the legal moves.
    """

    game: Game
    state: State
    #: moves that are made, at most, to find a position again
    tries: ClassVar[int] = 1 << 30

    @property
    def playing(self) -> FastProgram:
        """What plays the moves whose records the tree has."""
        return self.game.fast

    @abstractmethod
    def fullness(self) -> float:
        """The share of the memory that is used."""

    @abstractmethod
    def children(self, node: int = 0) -> slice:
        """The children of a node; none where it was not expanded."""

    @abstractmethod
    def record(self, node: int) -> bytes:
        """The record of the move that leads to a node, for `playing`."""

    def make_root(self, node: int) -> None:
        """A node becomes the root; `state` is its position already."""
        raise NotImplementedError

    def visits(self, node: int) -> int:
        """How often a node was visited, as far as that tells how likely its position is."""
        return 0

    def descend(self, path: Sequence[int]) -> None:
        """Go down by moves, given by their numbers; `state` is the position there already."""
        node = 0
        for index in path:
            node = self.children(node).start + index
        if node:
            self.make_root(node)

    def follow(self, index: int) -> bool:
        """Go on to the position after a legal move, given by its number; False where the tree does not have it."""
        children = self.children()
        if index >= children.stop - children.start:
            return False
        self.playing.play(self.state, self.record(children.start + index))
        self.descend([index])
        return True

    def advance(self, state: State) -> bool:
        """Make the node of that position the root; False where the tree does not have it, or is too full."""
        depth = int(state.field("num_moves")) - int(self.state.field("num_moves"))
        if self.fullness() > REUSED_SHARE or not 0 <= depth <= REUSED_DEPTH:
            return False
        self._tries = self.tries
        path = self._find(state.tobytes(), self.state, 0, depth)
        if path is None:
            return False
        self.state = state.copy()
        self.descend(path)
        return True

    def _find(self, block: bytes, state: State, node: int, depth: int) -> list[int] | None:
        """The way from a node to a position that is so many moves below it, by the numbers of moves."""
        if not depth:
            return [] if state.tobytes() == block else None
        children = self.children(node)
        for child in sorted(range(children.start, children.stop), key=self.visits, reverse=True):
            grandchildren = self.children(child)
            if grandchildren.start < grandchildren.stop and self._tries:
                self._tries -= 1
                after = state.copy()
                self.playing.play(after, self.record(child))
                path = self._find(block, after, child, depth - 1)
                if path is not None:
                    return [child - children.start, *path]
        return None


Tree = TypeVar("Tree", bound=ReusableTree)


class ReusingSearcher(Searcher, Generic[Tree]):
    """An agent whose tree is kept for the next choice, if that is about a position that it had expected."""

    def __init__(self, game: Game, limit: Limit | None = None, *, seed: int | None = None) -> None:
        super().__init__(game, limit, seed=seed)
        self._tree: Tree | None = None

    @abstractmethod
    def plant(self, state: State) -> Tree:
        """A new tree, which ends the one before."""

    def explore(self, state: State) -> Search:
        return self.tree(state)

    def tree(self, state: State) -> Tree:
        """The tree of a position: the one that is kept, or a new one."""
        tree, self._tree = self._tree, None
        if tree is None or not _briefly(partial(tree.advance, state)):
            tree = None  # before there is another, which gets its memory
            tree = self.plant(state)
        self._tree = tree
        return tree

    def forget(self) -> None:
        self._tree = None

    def follow(self, index: int) -> None:
        tree, self._tree = self._tree, None
        if tree is not None and _briefly(partial(tree.follow, index)):
            self._tree = tree


def _briefly(go: Callable[[], bool]) -> bool:
    """Go on with a tree, if that is possible: rules may take any time for a move, and a tree is not worth it."""
    return within(_WORK, go) or False
