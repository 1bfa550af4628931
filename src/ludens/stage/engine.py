"""From LLVM assembly to callable code: optimiser, object cache, loader."""

from __future__ import annotations

import ctypes
import functools
import hashlib
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding as llvm
import platformdirs

ARGUMENT_TYPES = {"ptr": ctypes.c_void_p, "i32": ctypes.c_int32, "i64": ctypes.c_uint64, "double": ctypes.c_double}


@functools.cache
def _target() -> llvm.TargetMachine:
    return _new_target()


def _new_target() -> llvm.TargetMachine:
    """A target machine of its own: an engine takes the one that it is given."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=_features(), opt=2, jit=True, codemodel="small", reloc="pic"
    )


@functools.cache
def _features() -> str:
    features: str = llvm.get_host_cpu_features().flatten()
    return features


@functools.cache
def machine_key() -> str:
    """What decides compiled code besides its source: processor, LLVM, llvmlite."""
    parts = (llvm.get_host_cpu_name(), _features(), str(llvm.llvm_version_info), llvmlite.__version__)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def cache_directory() -> Path | None:
    """Where compiled objects are kept: `LUDENS_CACHE`, else the user's cache; None where that is `off` or empty."""
    place = os.environ.get("LUDENS_CACHE")
    if place is None:
        return Path(platformdirs.user_cache_dir("ludens"))
    return None if place.lower() in ("", "0", "off", "none") else Path(place)


def read_cache(key: str) -> bytes | None:
    """The cached bytes of a key; None where there are none or they are damaged."""
    directory = cache_directory()
    if directory is None:
        return None
    try:
        data = (directory / key[:2] / key[2:]).read_bytes()
    except OSError:
        return None
    digest, content = data[:32], data[32:]
    return content if hashlib.sha256(content).digest() == digest else None


def write_cache(key: str, content: bytes) -> None:
    """Keep bytes under a key; a full or read-only disk is no error, the cache is only an aid."""
    directory = cache_directory()
    if directory is None:
        return
    try:
        place = directory / key[:2] / key[2:]
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=place.parent, delete=False) as file:
            file.write(hashlib.sha256(content).digest() + content)
        os.replace(file.name, place)
    except OSError:
        return


def optimise(ir: str, level: int = 2) -> llvm.ModuleRef:
    """Parse and optimise a module. Raises RuntimeError where the assembly is wrong (a defect of ludens)."""
    machine = _target()
    module = llvm.parse_assembly(ir)
    module.verify()
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = False
    options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return module


def compile_ir(ir: str, level: int = 2) -> bytes:
    """The object code of a module."""
    return bytes(_target().emit_object(optimise(ir, level)))


class Program:
    """Loaded object code; `function(name, parameters, result)` gives a callable that releases the GIL."""

    def __init__(self, code: bytes) -> None:
        self.code = code
        empty = llvm.parse_assembly("")
        self._engine = llvm.create_mcjit_compiler(empty, _new_target())
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    def function(self, name: str, parameters: Sequence[str], result: str | None) -> Any:
        """The function of that name, types given as `ptr`, `i32`, `i64`, `double`. Raises KeyError for others."""
        address = self.address(name)
        kind = ctypes.CFUNCTYPE(ARGUMENT_TYPES[result] if result else None, *(ARGUMENT_TYPES[p] for p in parameters))
        function = kind(address)
        function.program = self  # type: ignore[attr-defined]  # the code lives as long as its callers
        return function

    def address(self, name: str) -> int:
        """Where the function of that name lies. Raises KeyError where there is none."""
        address: int = self._engine.get_function_address(name)
        if not address:
            raise KeyError(name)
        return address


def compiled(ir: str) -> Program:
    """The code of a module, from the cache where it is there."""
    key = hashlib.sha256((ir + machine_key()).encode()).hexdigest()
    code = read_cache(key)
    if code is None:
        code = compile_ir(ir)
        write_cache(key, code)
    return Program(code)
