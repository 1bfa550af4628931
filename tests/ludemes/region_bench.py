"""Compiles single region ludemes on small boards, and runs them on positions written by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from ludens.language import Array, Clause, Node, parse
from ludens.ludemes.binder import Binder
from ludens.ludemes.boards import BoardItem
from ludens.native import compiled
from ludens.rules.base import Ludeme
from ludens.rules.categories import SitesLudeme
from ludens.rules.state.context import Context, Slots
from ludens.rules.state.memory import WORKSPACE
from ludens.rules.state.model import (
    Component,
    Container,
    Model,
)
from ludens.rules.state.regions import Region, StaticRegion
from ludens.rules.state.view import StateView, layout_of
from ludens.stage import Address, Int, Memory, Stage


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    inner = node.arguments if isinstance(node, Clause) else node.elements if isinstance(node, Array) else ()
    for child in inner:
        yield from _nodes(child)


class Bench:
    """A board with two players' pieces: components 1 and 2 ("Disc1", "Disc2"), 3 and 4 ("King1", "King2")."""

    def __init__(
        self, board: str = "(square 5)", use: str = "Cell", facings: tuple[str, ...] = (), tracks: str = ""
    ) -> None:
        item = Binder().bind(self._node(f"(board {board} {tracks} use:{use})", "board"), BoardItem)
        self.model = model = Model(topology=item.topology, default_site=use, facings=facings)
        model.tracks = list(item.board_tracks)
        count = max(model.count("Cell"), model.count(use))
        model.containers = [Container(0, "Board", 0, 0, count), Container(1, "Hand1", 1, count, 2, "hand")]
        model.components = [Component(0, "Disc", 0)]
        for n, (name, owner) in enumerate([("Disc1", 1), ("Disc2", 2), ("King1", 1), ("King2", 2)], 1):
            model.components.append(Component(n, name, owner, name[:-1]))
        self.layout = layout_of(model)

    @staticmethod
    def _node(text: str, keyword: str) -> Node:
        tree = parse(f'(game "T" (players 2) (equipment {{ {text} }}))', strict=False).game
        return next(n for n in _nodes(tree) if isinstance(n, Clause) and n.keyword == keyword)

    def bind(self, text: str, category: type[Ludeme] = SitesLudeme) -> Ludeme:
        """A ludeme from its text."""
        return Binder().bind(self._node(text, text[1:].split()[0].rstrip(")")), category)

    def state(self, pieces: Mapping[int, int], mover: int = 1, last_to: int = -1) -> np.ndarray:
        """A state with pieces on sites."""
        state = np.zeros(1, self.layout.dtype)
        state["mover"], state["next"], state["last_to"], state["active"] = mover, 3 - mover, last_to, 6
        slots = state["what"].shape[1]
        empty = sum(1 << slot for slot in range(slots) if slot not in pieces)
        for word in range(state["empty"].reshape(1, -1).shape[1]):
            state["empty"].reshape(1, -1)[0, word] = (empty >> 64 * word) & ((1 << 64) - 1)
        for site, what in pieces.items():
            state["what"][0, site] = what
            if "who" in self.layout:
                state["who"][0, site] = self.model.components[what].owner
            state["count"][0, site] = 1
            state["owned_slot"][0, what, state["owned_count"][0, what]] = site
            state["owned_count"][0, what] += 1
        return state

    def _context(self, s: Stage, address: Address, slots: Mapping[str, int | Int]) -> Context:
        env = s.object_at(Address(s, "null"), WORKSPACE.name, WORKSPACE.size)  # nothing goes wrong there
        return Context(s, self.model, StateView(s, self.model, self.layout, address, env), env, Slots(slots))

    def members(self, text: str, state: np.ndarray | None = None, **slots: int) -> set[int]:
        """The members of a region, evaluated natively; iterators are passed as values known only in play."""
        ludeme = self.bind(text)
        assert isinstance(ludeme, SitesLudeme)
        s, found = Stage(), np.zeros(self.model.universe + 64, np.uint8)

        def body(address: Address, out: Address, arguments: Address) -> None:
            c = self._context(s, address, {name: s.load(arguments, i, "i32") for i, name in enumerate(slots)})
            ludeme.emit(c).each(lambda site: s.store(out, site, "u8", 1))

        kinds = [self.layout.whole, Memory("the members", len(found)), Memory("the arguments", 4 * len(slots))]
        s.function("region", kinds, None, body, exported=True)
        state = self.state({}) if state is None else state
        arguments = np.array([*slots.values(), 0], np.int32)
        compiled(s).call("region", state, found, arguments)
        return set(np.flatnonzero(found).tolist())

    def tested(self, text: str, state: np.ndarray, **slots: int) -> set[int]:
        """The sites for which the membership test says yes."""
        ludeme = self.bind(text)
        assert isinstance(ludeme, SitesLudeme)
        s = Stage()

        def test(address: Address, site: Int, arguments: Address) -> object:
            c = self._context(s, address, {name: s.load(arguments, i, "i32") for i, name in enumerate(slots)})
            return s.to_int(ludeme.contains(c, site))

        s.function(
            "contains", [self.layout.whole, Int, Memory("the arguments", 4 * len(slots))], Int, test, exported=True
        )
        program = compiled(s)
        arguments = np.array([*slots.values(), 0], np.int32)
        return {site for site in range(-1, self.model.universe) if program.call("contains", state, site, arguments)}

    def region(self, text: str, state: np.ndarray | None = None, **slots: int) -> set[int]:
        """The members of a region, which the membership test must agree with."""
        state = self.state({}) if state is None else state
        members = self.members(text, state, **slots)
        tested = self.tested(text, state, **slots)
        assert tested == members, f"{text}: enumerated {members}, tested {tested}"
        return members

    def static(self, text: str, **slots: int) -> set[int] | None:
        """The members of a region that is known while compiling, else None."""
        s = Stage()
        found: list[Region] = []
        ludeme = self.bind(text)
        assert isinstance(ludeme, SitesLudeme)
        body = lambda address: found.append(ludeme.emit(self._context(s, address, slots)))  # noqa: E731
        s.function("region", [self.layout.whole], None, body)
        return set(found[0].members) if isinstance(found[0], StaticRegion) else None
