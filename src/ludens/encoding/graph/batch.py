"""Positions of any games as arrays, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ludens.encoding.graph.rules import Tree

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int32]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Graph:
    """What a player sees of a game that is the same in all its positions.

    `edges` are rows of (from, to, relation), `static` the features of sites that never change, `traits` those of each
    kind of piece (kinds, traits), `pieces` their rules and `rules` those of the game.
    """

    players: int
    edges: Ints = field(repr=False)
    static: Floats = field(repr=False)
    traits: Floats = field(repr=False)
    pieces: tuple[Tree, ...] = field(repr=False)
    rules: Tree = field(repr=False)

    @property
    def sites(self) -> int:
        return len(self.static)

    @property
    def kinds(self) -> int:
        return len(self.traits)


@dataclass(frozen=True)
class GraphBatch:
    """n positions, padded to the largest board and the most kinds of pieces among them; padding is 0.

    `graphs` are the different graphs and `graph` says which one each position has. `sites` has the shape (n, sites,
    features), `contents` (n, sites, kinds of pieces), `whole` (n, features). The moves of all positions lie one behind
    the other: rows of `vocabulary.MOVE`, those of position i from `offsets[i]` to `offsets[i + 1]`.
    """

    graphs: tuple[Graph, ...]
    graph: Ints
    sites: Floats = field(repr=False)
    contents: Floats = field(repr=False)
    whole: Floats = field(repr=False)
    moves: Ints = field(repr=False)
    offsets: npt.NDArray[np.int64] = field(repr=False)

    def __len__(self) -> int:
        return len(self.graph)

    @property
    def site_mask(self) -> Mask:
        """Which sites are no padding, of shape (n, sites)."""
        counts = np.array([graph.sites for graph in self.graphs], np.int32)[self.graph]
        mask: Mask = np.arange(self.sites.shape[1]) < counts[:, None]
        return mask

    @property
    def rows(self) -> npt.NDArray[np.int64]:
        """The position of each move."""
        return np.repeat(np.arange(len(self)), np.diff(self.offsets))

    def moves_of(self, row: int) -> Ints:
        """The moves of a position."""
        return self.moves[self.offsets[row] : self.offsets[row + 1]]


def collate(batches: Sequence[GraphBatch]) -> GraphBatch:
    """Batches of any games as one. Raises ValueError for none."""
    if not batches:
        raise ValueError("there is nothing to put together")
    if len(batches) == 1:
        return batches[0]
    numbers: dict[Graph, int] = {}
    for graph in (graph for batch in batches for graph in batch.graphs):
        numbers.setdefault(graph, len(numbers))
    own = [np.array([numbers[graph] for graph in batch.graphs], np.int32)[batch.graph] for batch in batches]
    ends = np.cumsum([0, *(batch.offsets[-1] for batch in batches)])
    return GraphBatch(
        tuple(numbers),
        np.concatenate(own),
        _padded(batch.sites for batch in batches),
        _padded(batch.contents for batch in batches),
        np.concatenate([batch.whole for batch in batches]),
        np.concatenate([batch.moves for batch in batches]),
        np.concatenate([np.zeros(1, np.int64), *(b.offsets[1:] + end for b, end in zip(batches, ends, strict=False))]),
    )


def _padded(arrays: Iterable[Floats]) -> Floats:
    """Arrays one behind the other, with zeros where another one is larger."""
    listed = list(arrays)
    shape = np.max([array.shape[1:] for array in listed], axis=0)
    out = np.zeros((sum(map(len, listed)), *shape), np.float32)
    first = 0
    for array in listed:
        out[(slice(first, first + len(array)), *(slice(size) for size in array.shape[1:]))] = array
        first += len(array)
    return out
