"""Whether a module is as `docs/ir.md` says: every operation there is, operands there before they are used, types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludens.stage.ir.nodes import OPERATIONS, Block, Module, Node, Procedure


class Malformed(ValueError):
    """A module that is not as it has to be: a defect of who made it, or a wrong text."""


def verify(module: Module) -> None:
    """Raise Malformed where a module is not as it has to be."""
    procedures = {procedure.name: procedure for procedure in module.procedures}
    if len(procedures) < len(module.procedures):
        raise Malformed("two procedures have the same name")
    names = {one.name if one.name.startswith("@") else f"@{one.name}" for one in module.data}
    for procedure in module.procedures:
        try:
            _Verifier(procedure, procedures, dict.fromkeys(names, "ptr")).verify()
        except Malformed as error:
            raise Malformed(f"{procedure.name}: {error}") from None


class _Verifier:
    """Looks through one procedure, block by block, with the types of the values that are there."""

    def __init__(self, procedure: Procedure, procedures: Mapping[str, Procedure], there: dict[str, str]) -> None:
        self.procedure, self.procedures = procedure, procedures
        self.there = there | {f"%p{n}": kind.split()[0] for n, kind in enumerate(procedure.parameters)}
        self.numbers: set[int] = set()
        self.scopes: list[int] = []

    def verify(self) -> None:
        self.block(self.procedure.entry)
        self.block(self.procedure.body)
        if not self.procedure.body or self.procedure.body[-1].op != "return":
            raise Malformed("it does not end with return")

    def block(self, block: Block) -> None:
        for node in block:
            try:
                self.node(node)
            except Malformed as error:
                raise Malformed(f"{node.op}: {error}") from None

    def node(self, node: Node) -> None:
        operation = OPERATIONS.get(node.op)
        if operation is None:
            raise Malformed("there is no such operation")
        if len(node.data) != len(operation.data):
            raise Malformed(f"{len(node.data)} static parts, where {len(operation.data)} are due")
        if node.number in self.numbers:
            raise Malformed(f"a second node has the number {node.number}")
        self.numbers.add(node.number)
        if node.op != "while":
            self.operands(node)
        if node.op == "leave" and node.data[0] not in self.scopes:
            raise Malformed(f"it is not in the scope {node.data[0]}")
        if node.op == "return" and node.kind != self.procedure.result:
            raise Malformed(f"it gives {node.kind}, where {self.procedure.result} is due")
        if node.result:
            self.there[node.result] = _given(node)
        self.blocks(node)

    def blocks(self, node: Node) -> None:
        """What a block makes is there in it alone; what a loop's test makes in its body too, a scope's behind it."""
        names = OPERATIONS[node.op].blocks
        fits = {"then": (1, 2), "case*": (0, len(node.blocks))}.get(names[0] if names else "", (len(names),) * 2)
        if not fits[0] <= len(node.blocks) <= fits[1]:
            raise Malformed(f"{len(node.blocks)} blocks, where {' '.join(names) or 'none'} is due")
        if not node.blocks:
            return
        if node.op == "scope":
            self.scopes.append(node.number)
            self.block(node.blocks[0])
            self.scopes.pop()
            return
        before = dict(self.there)
        for number, block in enumerate(node.blocks):
            if not (node.op == "while" and number == 1):
                self.there = dict(before)
            self.block(block)
            if node.op == "while" and number == 0:
                self.operands(node)
        self.there = before

    def operands(self, node: Node) -> None:
        due = _due(node)
        if len(node.args) != len(due):
            raise Malformed(f"{len(node.args)} operands, where {len(due)} are due")
        for name, kind in zip(node.args, due, strict=True):
            if name[0] not in "%@":
                if not _is_constant(name, kind):
                    raise Malformed(f"{name} is no {kind}")
            elif (there := self.there.get(name)) is None:
                raise Malformed(f"{name} is not there")
            elif there != kind:
                raise Malformed(f"{name} is {there}, where {kind} is due")
        if node.op == "call":
            self.call(node)

    def call(self, node: Node) -> None:
        called = self.procedures.get(str(node.data[0]))
        if called is None:
            raise Malformed(f"there is no procedure {node.data[0]}")
        kinds = tuple(kind.split()[0] for kind in called.parameters)
        if (called.result, kinds) != (node.kind, tuple(str(node.data[1]).split())):
            raise Malformed(f"{called.name} takes {', '.join(kinds)} and gives {called.result}")


def _due(node: Node) -> Sequence[str]:
    """The types of a node's operands."""
    static = dict(zip(OPERATIONS[node.op].data, node.data, strict=True))
    due: list[str] = []
    for word in OPERATIONS[node.op].takes.split():
        match word:
            case "=":
                due.append(node.kind)
            case "=*":
                due += [node.kind] * len(node.args)
            case "of" | "from" | "index":
                due.append(str(static[word]))
            case "kinds":
                due += str(static[word]).split()
            case "lane":
                due.append(node.kind[1:-1].split()[-1])
            case _:
                due.append(word)
    return due


def _given(node: Node) -> str:
    """The type of what a node gives."""
    gives = OPERATIONS[node.op].gives
    if gives == "test":
        return f"<{node.kind[1:].split()[0]} x i1>" if node.kind[0] == "<" else "i1"
    return node.kind if gives == "=" else gives


def _is_constant(text: str, kind: str) -> bool:
    if kind == "i1":
        return text in ("true", "false")
    if kind == "ptr":
        return text == "null"
    if kind == "double":
        return text.startswith("0x")
    return text.removeprefix("-").isdigit()
