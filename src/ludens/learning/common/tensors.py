"""Batches of graphs as tensors, and what of a graph is worked out once."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from ludens.encoding.graph.batch import Graph, GraphBatch
from ludens.encoding.graph.rules import EMPTY, Tree
from ludens.encoding.graph.vocabulary import RELATIONS, TRAITS
from ludens.learning.nets.pytorch import torch

Ints = npt.NDArray[np.int64]
#: steps along the board that are told apart; the last number is for what is further away or not to be reached
DISTANCES = 10
#: so many relations are steps on the board, the first ones
_STEPS = RELATIONS.index("incident")
#: on boards with more sites nothing attends to everything
MOST_ATTENDED = 420


@dataclass(frozen=True)
class Wiring:
    """A graph's edges as a table: `near` has for each site and line the site at the other end, or `sites` for none.

    A line is a relation; a relation that leads from a site to several has several. `lines` are (relation, number among
    those of it), `shares` says how much each neighbour counts, so that those of one relation count 1 together.
    """

    lines: list[tuple[int, int]]
    near: Ints
    shares: npt.NDArray[np.float32]
    distances: Ints | None


_wirings: WeakKeyDictionary[Graph, Wiring] = WeakKeyDictionary()


def wiring_of(graph: Graph) -> Wiring:
    """The wiring of a graph, worked out once."""
    if graph not in _wirings:
        _wirings[graph] = _wired(graph)
    return _wirings[graph]


def _wired(graph: Graph) -> Wiring:
    lines: dict[tuple[int, int], list[tuple[int, int]]] = {}
    counts: dict[tuple[int, int], int] = {}
    for origin, target, relation in graph.edges.tolist():
        number = counts.get((origin, relation), 0)
        counts[origin, relation] = number + 1
        lines.setdefault((relation, number), []).append((origin, target))
    order = sorted(lines)
    near = np.full((graph.sites, len(order)), graph.sites, np.int64)
    shares = np.zeros((graph.sites, len(order)), np.float32)
    for column, line in enumerate(order):
        for origin, target in lines[line]:
            near[origin, column] = target
            shares[origin, column] = 1 / counts[origin, line[0]]
    distances = _distances(graph) if graph.sites <= MOST_ATTENDED else None
    return Wiring(order, near, shares, distances)


def _distances(graph: Graph) -> Ints:
    """Steps between every two sites, `DISTANCES` where there is no way or a longer one."""
    near: list[set[int]] = [set() for _ in range(graph.sites)]
    for origin, target, relation in graph.edges.tolist():
        if relation < _STEPS:
            near[origin].add(target)
    table = np.full((graph.sites, graph.sites), DISTANCES, np.int64)
    for site in range(graph.sites):
        table[site, site] = 0
        queue = deque([site])
        while queue:
            here = queue.popleft()
            if table[site, here] + 1 >= DISTANCES:
                continue
            for other in near[here]:
                if table[site, other] == DISTANCES:
                    table[site, other] = table[site, here] + 1
                    queue.append(other)
    return table


@dataclass(frozen=True)
class Bags:
    """Trees of words, one behind the other: each word with its parent (0 for none), and which tree it is of."""

    words: torch.Tensor
    parents: torch.Tensor
    trees: torch.Tensor
    count: int


def bags_of(trees: Sequence[Tree], device: torch.device | str = "cpu") -> Bags:
    """Some trees as tensors."""
    empty = np.zeros(0, np.int64)
    words = [tree.words.astype(np.int64) for tree in trees]
    above = [np.where(t.parents >= 0, t.words[t.parents], 0).astype(np.int64) if len(t) else empty for t in trees]
    numbers = np.repeat(np.arange(len(trees)), [len(tree) for tree in trees])

    def tensor(parts: list[Ints]) -> torch.Tensor:
        return torch.from_numpy(np.concatenate([empty, *parts])).to(device)

    return Bags(tensor(words), tensor(above), tensor([numbers.astype(np.int64)]), len(trees))


@dataclass(frozen=True)
class Fixed:
    """What some graphs are, side by side. `near` points at one site more than there are, of zeros, where nothing is."""

    relations: torch.Tensor
    near: torch.Tensor
    shares: torch.Tensor
    distances: torch.Tensor | None
    traits: torch.Tensor
    pieces: Bags
    rules: Bags
    players: int


@dataclass(frozen=True)
class Inputs:
    """A batch as tensors; `mask` is 0 at sites beyond a position's board."""

    fixed: Fixed
    sites: torch.Tensor
    contents: torch.Tensor
    whole: torch.Tensor
    mask: torch.Tensor
    graph: torch.Tensor
    moves: torch.Tensor
    rows: torch.Tensor

    def __len__(self) -> int:
        return len(self.graph)


def inputs_of(batch: GraphBatch, device: torch.device | str = "cpu") -> Inputs:
    """A batch of graphs as tensors on a device."""

    def tensor(array: npt.NDArray[Any]) -> torch.Tensor:
        return torch.from_numpy(array).to(device)

    return Inputs(
        fixed_of(batch.graphs, batch.sites.shape[1], batch.contents.shape[2], str(device)),
        tensor(batch.sites), tensor(batch.contents), tensor(batch.whole), tensor(batch.site_mask.astype(np.float32)),
        tensor(batch.graph.astype(np.int64)), tensor(batch.moves.astype(np.int64)), tensor(batch.rows),
    )  # fmt: skip


@lru_cache(maxsize=256)
def fixed_of(graphs: tuple[Graph, ...], size: int, kinds: int, device: str) -> Fixed:
    """Some graphs side by side, each with so many sites and kinds of pieces."""
    wirings = [wiring_of(graph) for graph in graphs]
    lines = sorted({line for wiring in wirings for line in wiring.lines})
    near = np.full((len(wirings), size, len(lines)), size, np.int64)
    shares = np.zeros((len(wirings), size, len(lines)), np.float32)
    traits = np.zeros((len(wirings), kinds, len(TRAITS)), np.float32)
    attends = all(wiring.distances is not None for wiring in wirings)
    distances = np.full((len(wirings), size, size), DISTANCES, np.int64) if attends else None
    for number, (graph, wiring) in enumerate(zip(graphs, wirings, strict=True)):
        columns = [lines.index(line) for line in wiring.lines]
        near[number, : graph.sites, columns] = np.where(wiring.near == graph.sites, size, wiring.near).T
        shares[number, : graph.sites, columns] = wiring.shares.T
        traits[number, : graph.kinds] = graph.traits
        if distances is not None and wiring.distances is not None:
            distances[number, : graph.sites, : graph.sites] = wiring.distances
    pieces = [tree for graph in graphs for tree in (*graph.pieces, *[EMPTY] * (kinds - graph.kinds))]

    def tensor(array: npt.NDArray[Any]) -> torch.Tensor:
        return torch.from_numpy(array).to(device)

    relations = np.array([relation for relation, _ in lines], np.int64)
    return Fixed(
        tensor(relations), tensor(near), tensor(shares), tensor(distances) if distances is not None else None,
        tensor(traits), bags_of(pieces, device), bags_of([graph.rules for graph in graphs], device),
        max(graph.players for graph in graphs),
    )  # fmt: skip
