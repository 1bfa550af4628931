"""From LLVM assembly to code in memory: optimiser and loader."""

from __future__ import annotations

import functools
import hashlib
import os

import llvmlite
import llvmlite.binding as llvm

from ludens.stage.apart import apart


@functools.cache
def _target(level: int) -> llvm.TargetMachine:
    return _new_target(level)


def _new_target(level: int = 2) -> llvm.TargetMachine:
    """A target machine of its own: an engine takes the one that it is given."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=_features(),
        opt=2 if level else 0,
        jit=True,
        codemodel="small",
        reloc="pic",
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


def level_of(usual: int) -> int:
    """How much a module is optimised, 0 to 2: as usual for its kind, or as `LUDENS_OPTIMISE` says for all code.

    Raises ValueError where it says something else.
    """
    given = os.environ.get("LUDENS_OPTIMISE") or str(usual)
    if given not in ("0", "1", "2"):
        raise ValueError(f"LUDENS_OPTIMISE is 0, 1 or 2, not {given!r}")
    return int(given)


def optimise(ir: str, level: int = 2) -> llvm.ModuleRef:
    """Parse and optimise a module; at level 0 leave it as it is, which compiles ten times as fast.

    Raises RuntimeError where the assembly is wrong (a defect of ludens).
    """
    machine = _target(level)
    module = llvm.parse_assembly(ir)
    module.verify()
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = False
    options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    if level:
        builder.getModulePassManager().run(module, builder)
    return module


def compile_ir(ir: str, level: int = 2) -> bytes:
    """The object code of a module. Ctrl-C ends the wait for it."""
    return apart(lambda: bytes(_target(level).emit_object(optimise(ir, level))))


#: what object code is called where it is loaded
_LIBRARY = "code"


class Code:
    """Object code, loaded: it stays in memory as long as this."""

    def __init__(self, code: bytes) -> None:
        # JITLink puts code and tables side by side. LLVM's older linker may find room for them gigabytes apart in a
        # process with much memory, and aborts then
        self._jit = llvm.create_lljit_compiler(_new_target(), use_jit_link=True)
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
