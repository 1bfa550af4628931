"""Searches in a graph of links between numbered nodes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.regions import BitRegion
from ludens.stage import BoolLike, IntLike, Rows, Variable


@dataclass
class Links:
    """The possible links of each node, and which of them there are: `usable(node, i)`. `edges` numbers them."""

    c: Context
    number: int
    targets: Rows
    usable: Callable[[IntLike, IntLike], BoolLike]
    edges: Rows | None = None

    def each(self, node: IntLike, body: Callable[[IntLike, IntLike], object]) -> None:
        """Run `body(target, i)` for the links that there are."""
        s = self.c.s

        def look(i: IntLike) -> None:
            s.if_(self.usable(node, i), lambda: body(self.targets.get(node, i), i))

        s.for_range(0, self.targets.length(node), look)

    def is_edge(self, node: IntLike, i: IntLike, edge: IntLike) -> BoolLike:
        return self.edges.get(node, i) == edge if self.edges is not None else False


@dataclass
class Ring:
    """The nodes that no single missing link cuts off from a node."""

    region: BitRegion
    size: IntLike


@dataclass
class Spread:
    """What is reached from a node: the nodes, their number, that of the links, the greatest distance."""

    region: BitRegion
    vertices: IntLike
    edges: IntLike
    depth: IntLike


class Numbers:
    """An integer for each node."""

    def __init__(self, links: Links) -> None:
        self.s = links.c.s
        self.address = self.s.alloca(4 * links.number)

    def get(self, node: IntLike) -> IntLike:
        return self.s.load(self.address, node, "i32")

    def set(self, node: IntLike, value: IntLike) -> None:
        self.s.store(self.address, node, "i32", value)

    def fill(self, links: Links, value: int) -> None:
        self.s.for_range(0, links.number, lambda node: self.set(node, value))


def ring_of(links: Links, root: IntLike) -> Ring:
    """What hangs together with a node by more than one way, found by a search in depth."""
    s = links.c.s
    order, number, parent, low, found = (Numbers(links) for _ in range(5))
    total = _depth_first(links, root, order, number, parent, found)
    ring, size = BitRegion.empty(links.c), s.var(0)

    def lowest(k: IntLike) -> None:
        node = order.get(k)
        best = s.var(number.get(node))

        def look(t: IntLike, i: IntLike) -> None:
            child = parent.get(t) == node
            s.if_(
                t != parent.get(node),
                lambda: best.set(s.minimum(best.get(), s.select(child, low.get(t), number.get(t)))),
            )

        links.each(node, look)
        low.set(node, best.get())

    def join(k: IntLike) -> None:
        node = order.get(k)
        above = parent.get(node)
        no_bridge = s.all_of(
            lambda: above >= 0, lambda: low.get(node) != number.get(node), lambda: ring.contains(above)
        )

        def add() -> None:
            ring.add(node)
            size.set(size.get() + 1)

        s.if_(s.any_of(lambda: node == root, lambda: no_bridge), add)

    s.for_down(total.get(), 0, lowest)
    s.for_range(0, total.get(), join)
    return Ring(ring, size.get())


def _depth_first(
    links: Links, root: IntLike, order: Numbers, number: Numbers, parent: Numbers, tried: Numbers
) -> Variable[IntLike]:
    """Number the nodes from 1 in the order of a search in depth; `order` lists them. Gives how many they are."""
    s = links.c.s
    total, at = s.var(0), s.var(root)
    number.fill(links, 0)
    tried.fill(links, 0)
    parent.fill(links, -2)

    def enter(node: IntLike, above: IntLike) -> None:
        order.set(total.get(), node)
        total.set(total.get() + 1)
        number.set(node, total.get())
        parent.set(node, above)
        at.set(node)

    def step() -> None:
        node = at.get()
        i = tried.get(node)

        def attempt() -> None:
            tried.set(node, i + 1)
            target = links.targets.get(node, i)
            new = s.all_of(lambda: links.usable(node, i), lambda: number.get(target) == 0)
            s.if_(new, lambda: enter(target, node))

        s.if_(i < links.targets.length(node), attempt, lambda: at.set(parent.get(node)))

    enter(root, -1)
    s.while_(lambda: at.get() >= 0, step)
    return total


@dataclass
class Breadth:
    """A search in breadth: the nodes found, in order, their number, and where each was found from (-1 the first)."""

    region: BitRegion
    order: Numbers
    parent: Numbers
    depth: Numbers
    count: IntLike
    ends: IntLike


def breadth_first(links: Links, root: IntLike, without: IntLike = -1) -> Breadth:
    """Search from a node, leaving out one edge. `ends` counts the links of all nodes found, each twice."""
    s = links.c.s
    region, order, parent, depth = BitRegion.empty(links.c), Numbers(links), Numbers(links), Numbers(links)
    size, done, ends = s.var(0), s.var(0), s.var(0)
    parent.fill(links, -2)

    def enter(node: IntLike, above: IntLike, far: IntLike) -> None:
        region.add(node)
        order.set(size.get(), node)
        size.set(size.get() + 1)
        parent.set(node, above)
        depth.set(node, far)

    def expand() -> None:
        node = order.get(done.get())
        done.set(done.get() + 1)

        def look(t: IntLike, i: IntLike) -> None:
            def follow() -> None:
                ends.set(ends.get() + 1)
                s.if_(s.not_(region.contains(t)), lambda: enter(t, node, depth.get(node) + 1))

            s.if_(s.not_(links.is_edge(node, i, without)), follow)

        links.each(node, look)

    enter(root, -1, 0)
    s.while_(lambda: done.get() < size.get(), expand, rounds=links.number)
    return Breadth(region, order, parent, depth, size.get(), ends.get())


def spread(links: Links, root: IntLike, without: IntLike) -> Spread:
    """What is reached from a node when one edge is left out."""
    found = breadth_first(links, root, without)
    deepest = found.depth.get(found.order.get(found.count - 1))
    return Spread(found.region, found.count, found.region.s.quotient(found.ends, 2), deepest)


def cycle_length(links: Links, first: IntLike, second: IntLike, without: IntLike) -> IntLike:
    """1 + the length of a way between two nodes besides an edge, always going on from the smallest open node."""
    s, far = links.c.s, 1 << 29
    waiting, finished = BitRegion.empty(links.c), BitRegion.empty(links.c)
    distance, previous = Numbers(links), Numbers(links)
    distance.fill(links, far)
    previous.fill(links, -1)
    distance.set(first, 0)
    waiting.add(first)
    running = s.var(1)

    def expand(node: IntLike) -> None:
        finished.add(node)

        def look(t: IntLike, i: IntLike) -> None:
            shorter = distance.get(t) > distance.get(node) + 1

            def improve() -> None:
                distance.set(t, distance.get(node) + 1)
                previous.set(t, node)
                waiting.add(t)

            s.if_(s.all_of(lambda: shorter, lambda: s.not_(links.is_edge(node, i, without))), improve)

        links.each(node, look)

    def step() -> None:
        node = waiting.first()
        s.if_(s.any_of(lambda: node < 0, lambda: node == second), lambda: running.set(0), lambda: advance(node))

    def advance(node: IntLike) -> None:
        waiting.discard(node)
        s.if_(s.not_(finished.contains(node)), lambda: expand(node))

    s.while_(lambda: running.get() != 0, step)
    length, at = s.var(1), s.var(second)

    def back() -> None:
        length.set(length.get() + 1)
        at.set(previous.get(at.get()))

    s.while_(lambda: s.all_of(lambda: at.get() >= 0, lambda: at.get() != first), back)
    return s.select(at.get() == first, length.get(), far)
