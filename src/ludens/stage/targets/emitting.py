"""Object code of a module, for any target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import llvmlite.binding as llvm

from ludens.stage.apart import apart
from ludens.stage.engine import emitted, optimised
from ludens.stage.targets.mathematics import with_own_math
from ludens.stage.targets.target import Target

#: what compilers may call on their own account: every library has them
MEMORY_FUNCTIONS: Final = frozenset({"memcpy", "memmove", "memset"})
#: functions of numbers that LLVM leaves to a library where a processor has no instruction for them
LIBRARY: Final = frozenset({"cos", "exp", "exp2", "log", "log10", "log2", "pow", "sin", "tan"})


@dataclass(frozen=True)
class Objects:
    """Object code, and which functions of numbers it wants of a library."""

    code: bytes
    wanted: Sequence[str]


def object_code(ir: str, target: Target, exports: Mapping[str, str], level: int = 2) -> Objects:
    """The object code of a module, where others see nothing but the functions and constants of `exports`.

    That says what each is called there. Raises RuntimeError where the assembly is wrong.
    """

    def made() -> Objects:
        text = with_own_math(ir) if target.own_math else ir
        machine = target.machine(level)
        module = optimised(machine, text, level, target, lambda module: _exporting(module, exports))
        wanted = sorted(name for name in map(intrinsic, _called(module)) if name in LIBRARY)
        return Objects(emitted(machine, module), wanted)

    return apart(made)


def _exporting(module: llvm.ModuleRef, exports: Mapping[str, str]) -> None:
    """Let others see what they are to see, under the names that they know."""
    things = [thing for thing in (*module.functions, *module.global_variables) if not thing.is_declaration]
    shown = {name: thing for thing in things if (name := thing.name) in exports}
    for thing in things:
        if thing.name not in exports:
            thing.linkage = "internal"
        thing.name = f"own.{thing.name}"
    for name, thing in shown.items():
        thing.name = exports[name]


def _called(module: llvm.ModuleRef) -> list[str]:
    return [function.name for function in module.functions if function.is_declaration]


def intrinsic(name: str) -> str:
    """The library's name of a function of LLVM."""
    return name.split(".")[1] if name.startswith("llvm.") else name
