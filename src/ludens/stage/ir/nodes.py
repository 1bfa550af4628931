"""What the intermediate representation is made of: nodes, procedures, modules (`docs/ir.md`)."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter, eq
from typing import Final, NamedTuple, TypeAlias

#: a static part of a node: the type of an element, a condition, a count
Datum: TypeAlias = str | int | None
Block: TypeAlias = "list[Node]"

#: element types of memory and tables: LLVM type, size in bytes, how a load widens to i32
ELEMENTS: Final[Mapping[str, tuple[str, int, str]]] = {
    "i8": ("i8", 1, "sext"),
    "u8": ("i8", 1, "zext"),
    "i16": ("i16", 2, "sext"),
    "u16": ("i16", 2, "zext"),
    "i32": ("i32", 4, ""),
    "i64": ("i64", 8, ""),
    "f32": ("float", 4, ""),
    "f64": ("double", 8, ""),
}


class Operation(NamedTuple):
    """What is the same of all nodes of an operation.

    `takes` are the types of its operands and `gives` that of its result: a type, or a word that says how a node tells
    it (`ludens.stage.ir.verify`); "=" is the type of the node. `data` are the names of its static parts, `blocks` those
    of its blocks (one with a star is there any number of times, one with a question mark once or not). One that is
    `plain` may be done where nobody wants its result.
    """

    takes: str
    gives: str = "="
    data: tuple[str, ...] = ()
    blocks: tuple[str, ...] = ()
    plain: bool = False


_PLAIN: Final = Operation("= =", plain=True)
_BINARY: Final = Operation("= =")
_UNARY: Final = Operation("=")
#: every operation by its name
OPERATIONS: Final[Mapping[str, Operation]] = {
    # values
    **dict.fromkeys(("add", "sub", "and", "or", "xor", "shl", "lshr"), _PLAIN),
    **dict.fromkeys(("mul", "sdiv", "srem", "fadd", "fsub", "fmul", "fdiv", "smin", "smax", "nth"), _BINARY),
    "icmp": Operation("= =", "test", ("condition",), plain=True),
    "fcmp": Operation("= =", "test", ("condition",)),
    "select": Operation("of = =", data=("of",), plain=True),
    "cast": Operation("from", data=("how", "from"), plain=True),
    "single": _UNARY,
    "truncate": Operation("double"),
    "count": Operation("=", plain=True),
    "lowest": Operation("=", data=("of none",)),
    "zeros": _UNARY,
    "math": Operation("=*", data=("function",)),
    "splat": Operation("lane", plain=True),
    # memory
    "variable": Operation("", "ptr"),
    "memory": Operation("", "ptr", ("bytes",)),
    "get": Operation("ptr", plain=True),
    "set": Operation("ptr =", ""),
    "at": Operation("ptr i64", "ptr", ("element",), plain=True),
    "load": Operation("ptr index", "=", ("element", "index", "object"), plain=True),
    "store": Operation("ptr index =", "", ("element", "index", "object")),
    "read": Operation("ptr", "=", ("align",), plain=True),
    "write": Operation("ptr =", "", ("align",)),
    "copy": Operation("ptr ptr i64", ""),
    "move": Operation("ptr ptr i64", ""),
    "clear": Operation("ptr i64", ""),
    "exchange": Operation("ptr =", "=", ("how",)),
    "claim": Operation("ptr", "i1", ("before", "after")),
    "publish": Operation("ptr =", ""),
    "published": Operation("ptr", "="),
    "place": Operation("ptr", ""),
    "report": Operation("i64 i64 i64", "", ("check",)),
    # calls
    "call": Operation("kinds", "=", ("function", "kinds")),
    "call_at": Operation("ptr kinds", "=", ("kinds",)),
    "call_c": Operation("kinds", "=", ("function", "kinds")),
    # control flow
    "if": Operation("i1", "", blocks=("then", "else?")),
    "switch": Operation("i32", "", blocks=("case*",)),
    "for": Operation("i32 i32", "i32", ("rounds", "draw", "amount"), ("do",)),
    "while": Operation("i1", "", ("rounds", "draw", "amount"), ("test", "do")),
    "scope": Operation("", "", blocks=("do",)),
    "leave": Operation("", "", ("scope",)),
    "give_up": Operation("", ""),
    "return": Operation("=*", ""),
}


class Node:
    """One operation: on operands, which are names of values or constants, with static parts and blocks.

    `kind` is the type of what it works on. `number` is its own in the procedure; its result, where it has one, is
    called by it. `place` is where in the description it comes from.
    """

    __slots__ = ("args", "blocks", "data", "kind", "number", "op", "place")

    def __init__(
        self,
        op: str,
        number: int,
        kind: str,
        args: tuple[str, ...],
        data: tuple[Datum, ...],
        place: Hashable,
        blocks: tuple[Block, ...] = (),
    ) -> None:
        self.op, self.number, self.kind, self.args, self.data = op, number, kind, args, data
        self.place, self.blocks = place, blocks

    @property
    def result(self) -> str:
        """The name of what it gives; "" where that is nothing."""
        return f"%v{self.number}" if OPERATIONS[self.op].gives and self.kind != "void" else ""

    def __repr__(self) -> str:
        return f"<{self.op} {self.number}>"


#: what decides what a node does, but its blocks
_DOES: Final = attrgetter("op", "args", "data", "kind", "number")
_BLOCKS: Final = attrgetter("blocks")


def _do_the_same(a: Block, b: Block) -> bool:
    """Whether all is equal but the places."""
    if len(a) != len(b) or not all(map(eq, map(_DOES, a), map(_DOES, b))):
        return False
    return all(len(one) == len(two) and all(map(_do_the_same, one, two)) for one, two in _with_blocks(a, b))


def _with_blocks(a: Block, b: Block) -> Iterator[tuple[tuple[Block, ...], tuple[Block, ...]]]:
    return ((one, two) for one, two in zip(map(_BLOCKS, a), map(_BLOCKS, b), strict=True) if one or two)


def walk(block: Sequence[Node]) -> Iterator[Node]:
    """The nodes of a block and those of the blocks in it, in the order of the text."""
    for node in block:
        yield node
        for inner in node.blocks:
            yield from walk(inner)


@dataclass
class Procedure:
    """A function as nodes. `entry` holds its variables and its memory, and what is loaded once at its beginning.

    `parameters` are types with what is said of them ("ptr noalias"); their names are %p0, %p1 ... One with a `guard`
    draws on the fuel of that parameter as it begins, and gives zero where it is to stop.
    """

    name: str
    result: str
    parameters: tuple[str, ...]
    attributes: str
    exported: bool
    entry: Block
    body: Block
    #: the parameter that loops draw on; "" for none
    env: str = ""
    guard: bool = False
    place: Hashable = None

    def does_the_same(self, other: Procedure) -> bool:
        """Whether all is equal but the name and the places."""
        one, two = (
            (p.result, p.parameters, p.attributes, p.exported, p.env, p.guard, len(p.body)) for p in (self, other)
        )
        return one == two and _do_the_same(self.entry, other.entry) and _do_the_same(self.body, other.body)


class Constant(NamedTuple):
    """A table of the module."""

    name: str
    element: str
    values: array[int]


class Words(NamedTuple):
    """Words of 64 bits of the module's own, zero at first."""

    name: str
    length: int


@dataclass
class Module:
    """Procedures, and the data that they share."""

    data: list[Constant | Words] = field(default_factory=list)
    procedures: list[Procedure] = field(default_factory=list)
    #: whether accesses are verified
    checked: bool = False
