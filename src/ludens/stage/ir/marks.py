"""The pass of the profiler: it lets code say which clause is at work, and count how often each is entered.

Each place in the description belongs to an *owner*, a number. Where a node of another owner comes, its number is
written into the first word of the module's marks; where that owner is not around the one before, its count is raised.
What stands in no clause has the owner 0.

Code that several clauses share, and that was made for the first of them, goes on with the mark of its caller.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ludens.stage.ir.nodes import Block, Datum, Module, Node, Procedure, walk

#: the words, and the exported function that gives their place
WORDS: Final = "@marks"
PLACE: Final = "marks.place"
#: an owner that is not known where code begins or goes on; that of whoever called
_ANY, _CALLER = -1, -2


def marked(module: Module, owner: Callable[[Hashable], int], above: Mapping[int, int]) -> Module:
    """A module whose code marks and counts; `owner` gives the number of a place, `above` the owner around each.

    It has the words already, as many as there are owners and one more: one for the mark, and a count for each.
    """
    marking = _Marking(module.procedures, owner, above)
    return replace(module, procedures=[marking.of(procedure) for procedure in module.procedures])


class _Marking:
    """What is known of all procedures."""

    def __init__(
        self, procedures: Sequence[Procedure], owner: Callable[[Hashable], int], above: Mapping[int, int]
    ) -> None:
        self.owner, self.above = owner, above
        #: the owners of the calls of each procedure
        self.callers: dict[str, set[int]] = {procedure.name: set() for procedure in procedures}
        #: what each procedure calls, and the owners of its nodes
        calls: dict[str, set[str]] = {procedure.name: set() for procedure in procedures}
        owners: dict[str, set[int]] = {procedure.name: set() for procedure in procedures}
        for procedure in procedures:
            own = owner(procedure.place)
            for node in walk(procedure.body):
                owners[procedure.name].add(owner(node.place) or own)
                if node.op == "call":
                    calls[procedure.name].add(str(node.data[0]))
                    self.callers[str(node.data[0])].add(owner(node.place))
        #: the procedures that write marks, they or what they call
        self.marks = {one.name for one in procedures if self._writes(one, owners[one.name])}
        ahead = list(self.marks)
        while ahead:  # up the calls
            name = ahead.pop()
            callers = {caller for caller, called in calls.items() if name in called and caller != PLACE} - self.marks
            self.marks |= callers
            ahead += callers

    def _writes(self, procedure: Procedure, owners: set[int]) -> bool:
        """Whether a procedure writes marks itself, its nodes having these owners."""
        if procedure.name == PLACE:
            return False
        begins, own = self.start(procedure), self.owner(procedure.place)
        return begins == _ANY or bool(owners - {own if begins == _CALLER else begins})

    def start(self, procedure: Procedure) -> int:
        """The owner whose mark is there when a procedure begins."""
        callers = self.callers[procedure.name]
        if not callers:
            return _ANY
        return self.owner(procedure.place) if callers == {self.owner(procedure.place)} else _CALLER

    def is_around(self, owner: int, inner: int) -> bool:
        while inner in self.above:
            inner = self.above[inner]
            if inner == owner:
                return True
        return False

    def of(self, procedure: Procedure) -> Procedure:
        if procedure.name not in self.marks:
            return procedure
        body = _Marked(self, procedure)
        nodes = body.block(procedure.body, self.owner(procedure.place))
        return replace(procedure, body=[*body.head, *nodes])


class _Marked:
    """One procedure with its marks."""

    def __init__(self, marking: _Marking, procedure: Procedure) -> None:
        self.marking, self.own = marking, marking.owner(procedure.place)
        self.now = self.begins = marking.start(procedure)
        self.number = max((node.number for node in (*procedure.entry, *walk(procedure.body))), default=0)
        #: what reads the mark of the caller, where that is put back
        self.head: Block = []

    def node(self, op: str, kind: str, args: tuple[str, ...], data: tuple[Datum, ...] = ()) -> Node:
        self.number += 1
        return Node(op, self.number, kind, args, data, None)

    def owner(self, node: Node) -> int:
        """Whose mark a node needs."""
        owner = self.marking.owner(node.place) or self.own
        return _CALLER if self.begins == _CALLER and owner == self.own else owner

    def block(self, block: Block, before: int) -> Block:
        """A block whose code before it is of an owner."""
        nodes: Block = []
        for node in block:
            owner = self.owner(node)
            if owner != self.now:
                nodes += self.marks(owner, before)
                self.now = owner
            before = owner
            nodes.append(self.inside(node, owner) if node.blocks else node)
            if node.op == "call" and str(node.data[0]) in self.marking.marks:
                self.now = _ANY
        return nodes

    def inside(self, node: Node, owner: int) -> Node:
        """A node with its blocks marked."""
        loops, begins = node.op in ("for", "while"), self.now
        blocks, ends = list[Block](), set[int]()
        if loops and not self.stays(node.blocks, owner):
            begins = _ANY
        for block in node.blocks:
            self.now = self.now if node.op == "while" and blocks else begins
            blocks.append(self.block(block, owner))
            ends.add(self.now)
        ends |= {begins} if node.op in ("if", "switch") else set()
        self.now = next(iter(ends)) if len(ends) == 1 and node.op != "scope" else _ANY
        return Node(node.op, node.number, node.kind, node.args, node.data, node.place, tuple(blocks))

    def stays(self, blocks: Iterable[Block], owner: int) -> bool:
        """Whether no other mark is written in blocks."""
        nodes = (node for block in blocks for node in walk(block))
        return all(
            self.owner(node) == owner and not (node.op == "call" and str(node.data[0]) in self.marking.marks)
            for node in nodes
        )

    def marks(self, owner: int, before: int) -> Block:
        """The nodes that write a mark, and count where the owner is entered."""
        if owner == _CALLER:
            if not self.head:
                self.head.append(self.node("read", "i64", (WORDS,), (0,)))
            return [self.node("write", "i64", (WORDS, self.head[0].result), (0,))]
        nodes = [self.node("publish", "i64", (WORDS, str(owner)))]
        if owner not in (before, 0) and not self.marking.is_around(owner, before):
            place = self.node("at", "ptr", (WORDS, str(8 * (owner + 1))), ("i8",))
            count = self.node("read", "i64", (place.result,), (0,))
            more = self.node("add", "i64", (count.result, "1"))
            nodes += [place, count, more, self.node("write", "i64", (place.result, more.result), (0,))]
        return nodes
