"""What a program on the stage is made of: functions, variables, scopes, and the element types of its memory."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeAlias, TypeVar

from ludens.stage import fuel
from ludens.stage.handles import Address, Environment, Handle, Long, Number, Parameter, Real
from ludens.stage.ir import Block, Node, Procedure
from ludens.stage.ranges import FULL, Range

V = TypeVar("V")
R = TypeVar("R", covariant=True)
Body = Callable[[], object]
Element: TypeAlias = Literal["i8", "u8", "i16", "u16", "i32", "i64", "f32", "f64"]

HANDLE_OF: dict[str, type[Number]] = {"i64": Long, "f32": Real, "f64": Real}


@dataclass
class FunctionDraft:
    """A function under construction: its entry and its body, as nodes.

    Nodes are numbered within it, so that functions that do the same have equal nodes.
    """

    exported: bool
    result: str
    attributes: str = " nounwind"
    parameters: list[tuple[Parameter, str]] = field(default_factory=list)
    entry: Block = field(default_factory=list)
    body: Block = field(default_factory=list)
    #: whether nothing leads to where the next node comes to stand
    dead: bool = False
    count: int = 0
    #: how many lines of assembly its body has so far
    size: int = 0
    #: ranges of values that hold where the next line comes to stand, by name
    ranges: Mapping[str, Range] = field(default_factory=dict)
    #: the range of what it gives
    gives: Range = FULL
    #: lines that run again in loops, or in what is called, without a look at the stop word, and without a draw
    rounds: int = 0
    work: int = 0
    #: how many lines run without a draw in what it calls, at most
    longest: int = 0
    env: Address | None = None
    #: whether it draws at its entry, and where it was made, which errors then name
    guard: bool = False
    place: Hashable = None
    #: bytes of its own memory, and of what it calls, at most
    memory: int = fuel.FRAME
    below: int = 0
    #: whether it may return zero, whatever its body gives
    gives_up: bool = False

    def __post_init__(self) -> None:
        #: where the next node comes to stand
        self.block = self.body

    @property
    def stretch(self) -> int:
        """How many lines run between two draws, at most."""
        return self.size + self.rounds

    def procedure(self, name: str) -> Procedure:
        """The function as it stands."""
        parameters = tuple(_declaration(kind) for kind, _ in self.parameters)
        env = "" if self.env is None else self.env.ref
        head = (name, self.result, parameters, self.attributes, self.exported)
        return Procedure(*head, self.entry, self.body, env, self.guard, self.place)


def _declaration(kind: Parameter) -> str:
    """How a parameter is declared."""
    return f"{kind.type} noalias" if isinstance(kind, Environment) else kind.type


@dataclass
class LoopDraft:
    """A loop under construction: its node, and the function's lines, rounds and work before it."""

    node: Node
    lines: int
    rounds: int
    work: int


@dataclass(frozen=True)
class Checkpoint:
    """How far the functions under construction are, to go back to."""

    functions: int
    loops: int
    block: Block
    nodes: int
    held: tuple[int, bool, Mapping[str, Range], int, int]


@dataclass(frozen=True)
class Function(Generic[R]):
    """A function of the module, which gives an `R`: call it with `Stage.call`."""

    name: str
    result: type[Handle] | None
    parameters: tuple[Parameter, ...]
    #: the range of what it gives, where that is an Int
    gives: Range = FULL


@dataclass(frozen=True)
class Scope:
    """A region of code that `Stage.leave` can jump out of."""

    number: int
