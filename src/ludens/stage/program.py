"""What a program on the stage is made of: functions, variables, scopes, and the element types of its memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeAlias, TypeVar

from ludens.stage import fuel
from ludens.stage.handles import Address, Environment, Handle, Long, Number, Parameter, Real
from ludens.stage.ranges import FULL, Range

V = TypeVar("V")
R = TypeVar("R", covariant=True)
Body = Callable[[], object]
Element: TypeAlias = Literal["i8", "u8", "i16", "u16", "i32", "i64", "f32", "f64"]

#: element types of memory and tables: LLVM type, size in bytes, how a load widens to i32
ELEMENTS: dict[str, tuple[str, int, str]] = {
    "i8": ("i8", 1, "sext"),
    "u8": ("i8", 1, "zext"),
    "i16": ("i16", 2, "sext"),
    "u16": ("i16", 2, "zext"),
    "i32": ("i32", 4, ""),
    "i64": ("i64", 8, ""),
    "f32": ("float", 4, ""),
    "f64": ("double", 8, ""),
}
HANDLE_OF: dict[str, type[Number]] = {"i64": Long, "f32": Real, "f64": Real}
_ZEROS = {"void": "", "ptr": " null", "double": " 0.0"}


@dataclass
class FunctionDraft:
    """A function under construction: its entry's allocations and its body, as lines.

    Values and labels are numbered within it, so that functions that do the same have the same text.
    """

    linkage: str
    result: str
    attributes: str = " nounwind"
    parameters: list[tuple[Parameter, str]] = field(default_factory=list)
    allocas: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    label: str = "entry"
    #: the last label that nothing jumps to
    dead: str = ""
    count: int = 0
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
    #: the lines between the allocations and the body
    guard: str = ""
    #: bytes of its own memory, and of what it calls, at most
    memory: int = fuel.FRAME
    below: int = 0
    #: whether it may return zero, whatever its body gives
    gives_up: bool = False

    def number(self) -> int:
        """A number for one more value or label."""
        self.count += 1
        return self.count

    def body(self) -> str:
        """What decides what the function does: all of its text but its name."""
        parameters = ", ".join(f"{_declaration(kind)} {name}" for kind, name in self.parameters)
        head = ["start:", *self.allocas, self.guard, "entry:"] if self.guard else ["entry:", *self.allocas]
        return "\n".join([f"({parameters}){self.attributes} {{", *head, *self.lines, "}"])

    @property
    def stretch(self) -> int:
        """How many lines run between two draws, at most."""
        return len(self.lines) + self.rounds

    @property
    def zero(self) -> str:
        """The line that returns zero."""
        return f"  ret {self.result}{_ZEROS.get(self.result, ' 0')}"

    def text(self, name: str) -> str:
        return f'define {self.linkage}{self.result} @"{name}"{self.body()}'


def _declaration(kind: Parameter) -> str:
    """How a parameter is declared."""
    return f"{kind.type} noalias" if isinstance(kind, Environment) else kind.type


@dataclass
class LoopDraft:
    """A loop under construction: the function's lines, rounds and work before it, and its way into its body."""

    lines: int
    rounds: int
    work: int
    branch: int = 0
    held: str = ""
    inside: str = ""
    end: str = ""


@dataclass(frozen=True)
class Checkpoint:
    """How far the functions under construction are, to go back to."""

    functions: int
    loops: int
    lines: int
    held: tuple[str, str, Mapping[str, Range], int, int]


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

    label: str
