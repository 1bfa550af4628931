"""Compiled code that Python calls: functions by name, with arrays and numbers as arguments."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from ludens.native.checks import checks_to, verified, watch
from ludens.native.package import Package
from ludens.native.signatures import signatures_of
from ludens.native.workspace import Workspace, fresh, workspace
from ludens.stage import Stage
from ludens.stage.cache import read_cache, write_cache
from ludens.stage.engine import Code, compile_ir, level_of, machine_key

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_MASK = (1 << 64) - 1
#: changes with the form of what is kept in the cache
_FORMAT = "package 1"


Block: TypeAlias = "npt.NDArray[np.uint8]"


class HasBlock(Protocol):
    """A state."""

    @property
    def block(self) -> Block:
        """Its bytes."""


class Program:
    """The functions of a compiled module. Calls release the GIL; the code lives as long as what can call it.

    Where a function takes a place in memory, give an array, words, a state, `WORKSPACE` or None. Arrays have to be
    contiguous, and writable where the function writes.
    """

    def __init__(self, package: Package) -> None:
        self._signatures, self._code = package.signatures, Code(package.code)
        #: whether it was compiled in the checking mode
        self.is_checked = "checks" in package.extra
        if self.is_checked:
            watch(self._code, package.extra["checks"])
        self._functions: dict[tuple[str, Any], Callable[..., Any]] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._signatures

    def call(self, name: str, *arguments: Any) -> Any:
        """Call the function of that name. Raises KeyError where there is none."""
        return self._function(name, _Place)(*arguments)

    def run(self, name: str, *arguments: Any) -> Any:
        """The same of a function that works in the workspace. Raises LimitExceeded where it hits a limit."""
        space = fresh()
        result = self.call(name, *arguments)
        space.check()
        return result

    def bound(self, name: str, *arguments: Any) -> Bound:
        """The function of that name with its first arguments, to be called often: see `Bound`."""
        return Bound(self, self._function(name), arguments)

    def _function(self, name: str, pointer: Any = ctypes.c_void_p) -> Callable[..., Any]:
        """A function as C has it, to be called with addresses; it must not outlive the program."""
        key = (name, pointer)
        if key not in self._functions:
            function = self._signatures[name].prototype(pointer)(self.address(name))
            self._functions[key] = verified(function) if self.is_checked else function
        return self._functions[key]

    def address(self, name: str) -> int:
        return self._code.address(name)

    def words(self, name: str, length: int) -> ctypes.Array[ctypes.c_int64]:
        """The words of the module's own whose place the function of that name gives; they live as long as the code."""
        return (ctypes.c_int64 * length).from_address(self.call(name))


class Bound:
    """A function that works in the workspace, with its first arguments; called with the rest, which are numbers.

    It does what `Program.run` does, and is quicker. The arguments live as long as it; arrays among them have to stay
    where they are.
    """

    def __init__(self, program: Program, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        where = next(n for n, x in enumerate(arguments) if x is WORKSPACE)
        self._function, self._held = function, (program, arguments)
        self._before, self._behind = map(_numbers, (arguments[:where], arguments[where + 1 :]))

    def __call__(self, *more: float) -> Any:
        space = fresh()
        result = self._function(*self._before, space.address, *self._behind, *more)
        space.check()
        return result


class Quick:
    """A function that works in the workspace and takes all its arguments from words, which it is given the place of.

    `workspace` is the number of the word for the workspace's own place. It does what `Program.run` does, and is the
    quickest way to call native code that takes little time. The words live as long as it.
    """

    def __init__(self, program: Program, name: str, words: Words, workspace: int) -> None:
        self._function, self._held, self._words = program._function(name), (program, words), words
        self._place, self._at = words.array.ctypes.data, workspace
        self._space: Workspace | None = None

    def __call__(self) -> Any:
        space = workspace()
        space.reset()
        if space is not self._space:  # another thread calls
            self._words[self._at], self._space = space.address, space
        result = self._function(self._place)
        space.check()
        return result


class Words:
    """Words of 8 bytes that native code reads and writes: numbers, and the places of arrays and functions.

    What is shared or linked lives as long as the words.
    """

    def __init__(self, length: int) -> None:
        import numpy as np

        self.array = np.zeros(length, np.uint64)
        self._held: dict[int, object] = {}

    def __getitem__(self, index: int) -> int:
        return int(self.array[index])

    def __setitem__(self, index: int, value: int) -> None:
        self.array[index] = value & _MASK

    def share(self, index: int, array: npt.NDArray[Any]) -> None:
        """Let native code find an array."""
        self[index] = array.ctypes.data
        self._held[index] = array

    def cell(self, index: int) -> ctypes.c_uint64:
        """A word, to be written often. The words live as long as it is used by who made both."""
        return ctypes.c_uint64.from_address(self.array.ctypes.data + 8 * index)

    def link(self, index: int, program: Program, name: str) -> None:
        """Let native code call a function."""
        self[index] = program.address(name)
        self._held[index] = program


class _Workspace:
    """See `WORKSPACE`."""


#: as an argument of a call: the workspace of the thread
WORKSPACE: Final = _Workspace()


class _Place:
    """How ctypes takes what stands for a place in memory."""

    @classmethod
    def from_param(cls, value: npt.NDArray[Any] | Words | HasBlock | _Workspace | None) -> ctypes.c_void_p:
        match value:
            case None:
                return ctypes.c_void_p(None)
            case Words():
                return ctypes.c_void_p(value.array.ctypes.data)
            case _Workspace():
                return ctypes.c_void_p(workspace().address)
        given: Any = value
        return ctypes.c_void_p(getattr(given, "block", given).ctypes.data)


def _numbers(arguments: tuple[Any, ...]) -> tuple[float, ...]:
    """Numbers as they are, and the addresses of what stands for places in memory."""
    return tuple(x if isinstance(x, int | float) else _Place.from_param(x).value or 0 for x in arguments)


def compiled(stage: Stage) -> Program:
    """The program of what a stage emitted, from the cache where it is there."""
    ir, level = stage.ir(), level_of(2)
    key = sha256("\n".join((ir, machine_key(), _FORMAT, str(level))).encode()).hexdigest()
    package = cached_package(key)
    if package is None:
        package = keep_package(key, Package(compile_ir(ir, level), signatures_of(stage), checks_to(stage.checks)))
    return Program(package)


def cached_package(key: str) -> Package | None:
    """What the cache has under a key; None where that is nothing, or no package."""
    data = read_cache(key)
    if data is None:
        return None
    try:
        return Package.from_bytes(data)
    except ValueError:
        return None


def keep_package(key: str, package: Package) -> Package:
    """Write a package to the cache; gives it back."""
    write_cache(key, package.to_bytes())
    return package
