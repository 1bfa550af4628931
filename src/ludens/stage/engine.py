"""From LLVM assembly to code in memory: optimiser and loader."""

from __future__ import annotations

import ctypes
import functools
import os
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import llvmlite
import llvmlite.binding as llvm
from llvmlite.binding import ffi

from ludens.stage.apart import apart
from ludens.stage.bit_selection import for_processor
from ludens.stage.targets.target import HOST, Target


@functools.cache
def machine_key() -> str:
    """What decides compiled code besides its source: processor, LLVM, llvmlite."""
    parts = (HOST.cpu, ",".join(HOST.known_features), str(llvm.llvm_version_info), llvmlite.__version__)
    return sha256("\n".join(parts).encode()).hexdigest()


def level_of(usual: int) -> int:
    """How much a module is optimised, 0 to 2: as usual for its kind, or as `LUDENS_OPTIMISE` says for all code.

    Raises ValueError where it says something else.
    """
    text = os.environ.get("LUDENS_OPTIMISE") or str(usual)
    if text not in ("0", "1", "2"):
        raise ValueError(f"LUDENS_OPTIMISE is 0, 1 or 2, not {text!r}")
    return int(text)


def levels_are_told() -> bool:
    """Whether `LUDENS_OPTIMISE` says how much all code is optimised."""
    return bool(os.environ.get("LUDENS_OPTIMISE"))


def optimise(ir: str, level: int = 2) -> llvm.ModuleRef:
    """Parse and optimise a module; at level 0 leave it as it is, which compiles ten times as fast.

    Raises RuntimeError where the assembly is wrong (a defect of ludens).
    """
    return optimised(HOST.machine(level, loaded=True), ir, level)


def optimised(
    machine: llvm.TargetMachine,
    ir: str,
    level: int,
    target: Target = HOST,
    prepare: Callable[[llvm.ModuleRef], object] = lambda _: None,
) -> llvm.ModuleRef:
    """A module as it is best for a machine of a target; `prepare` is given it before it is optimised."""
    ir = for_processor(ir, target.cpu, target.known_features)
    module = llvm.parse_assembly(ir, llvm.create_context())  # a context of its own: modules are optimised side by side
    module.verify()
    prepare(module)
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = False
    options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    if level:
        _at_once("LLVMPY_RunNewModulePassManager", builder.getModulePassManager(), module, builder)
    return module


def emitted(machine: llvm.TargetMachine, module: llvm.ModuleRef, *, assembly: bool = False) -> bytes:
    """The object code of an optimised module, or its assembly."""
    with ffi.OutputString() as errors:
        buffer = _at_once("LLVMPY_TargetMachineEmitToMemory", machine, module, 0 if assembly else 1, errors)
        if not buffer:
            raise RuntimeError(str(errors))
    try:
        return ctypes.string_at(ffi.lib.LLVMPY_GetBufferStart(buffer), ffi.lib.LLVMPY_GetBufferSize(buffer))
    finally:
        ffi.lib.LLVMPY_DisposeMemoryBuffer(buffer)


def _at_once(name: str, *arguments: Any) -> Any:
    """Call a function of llvmlite that takes long, and touches nothing but its arguments, while others are called.

    llvmlite lets one thread in at a time.
    """
    function = getattr(ffi.lib, name)  # which tells it the types of its arguments
    return getattr(function, "_cfn", function)(*arguments)


def compile_ir(ir: str, level: int = 2) -> bytes:
    """The object code of a module; several threads may ask at once. Ctrl-C ends the wait for it."""

    def compiled() -> bytes:
        machine = HOST.machine(level, loaded=True)
        return emitted(machine, optimised(machine, ir, level))

    return apart(compiled)


#: what object code is called where it is loaded
_LIBRARY = "code"


class Code:
    """Object code, loaded: it stays in memory as long as this."""

    def __init__(self, code: bytes) -> None:
        # JITLink puts code and tables side by side. LLVM's older linker may find room for them gigabytes apart in a
        # process with much memory, and aborts then
        self._jit = llvm.create_lljit_compiler(HOST.machine(loaded=True), use_jit_link=True)
        library = llvm.JITLibraryBuilder().add_object_img(code).add_current_process()
        #: what is found stays in memory as long as its tracker
        self._trackers = [library.link(self._jit, _LIBRARY)]

    def address(self, name: str) -> int:
        """Where the function of that name lies. Raises KeyError where there is none."""
        try:
            tracker = self._jit.lookup(_LIBRARY, name)
        except RuntimeError as error:
            raise KeyError(name) from error
        self._trackers.append(tracker)
        address: int = tracker[name]
        return address
