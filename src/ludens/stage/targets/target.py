"""A machine that code is made for, as LLVM describes it."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Final

import llvmlite.binding as llvm


class UnknownTarget(ValueError):
    """There is no back end for a triple, or code of ludens cannot run there; the message says which."""


@dataclass(frozen=True)
class Target:
    """A machine: its triple, processor and features as LLVM names them, how code finds its data, and its words.

    `pointer` is the size of an address in bytes. Where `own_math` is set, what is no instruction is not left to a
    library but compiled in (`mathematics`). An empty triple is that of this machine, with all that its processor has.
    """

    name: str
    triple: str = ""
    features: str = ""
    processor: str = ""
    reloc: str = "pic"
    pointer: int = 8
    own_math: bool = False

    def machine(self, level: int = 2, *, loaded: bool = False) -> llvm.TargetMachine:
        """A target machine of its own, for code that is linked, or `loaded` at once into this process.

        An engine takes the one that it is given, and each thread needs another.
        """
        if self.triple:
            llvm.initialize_all_targets()
            llvm.initialize_all_asmprinters()
            target = llvm.Target.from_triple(self.triple)
        else:
            llvm.initialize_native_target()
            llvm.initialize_native_asmprinter()
            target = llvm.Target.from_default_triple()
        return target.create_target_machine(
            cpu=self.cpu,
            features=",".join(self.known_features),
            opt=2 if level else 0,
            jit=loaded,
            codemodel="small",
            reloc=self.reloc,
        )

    @property
    def container(self) -> str:
        """The format of its object code, as LLVM names it: ELF (Linux), MachO (Apple), COFF (Windows), Wasm."""
        name: str = llvm.get_object_format(self.triple or None)
        return name

    @property
    def cpu(self) -> str:
        """The processor's name; that of this machine where there is no triple."""
        if self.triple:
            return self.processor
        name: str = llvm.get_host_cpu_name()
        return name

    @property
    def known_features(self) -> list[str]:
        """The processor's features, each with its sign."""
        return (self.features if self.triple else _host_features()).split(",")


@functools.cache
def _host_features() -> str:
    features: str = llvm.get_host_cpu_features().flatten()
    return features


#: this machine, with all that its processor has
HOST: Final = Target("host")
#: what every engine of today has: WebAssembly of 2022
WASM: Final = Target(
    "wasm",
    "wasm32-unknown-unknown",
    "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals",
    reloc="static",
    pointer=4,
    own_math=True,
)


def native() -> Target:
    """Machines of this one's kind, whatever their processors have: what is made here runs elsewhere."""
    return triple(llvm.get_default_triple())


def triple(name: str) -> Target:
    """The machines of a triple, as in `aarch64-linux-gnu`. Raises UnknownTarget where code cannot be made for it."""
    llvm.initialize_all_targets()
    try:
        llvm.Target.from_triple(name)
    except RuntimeError as error:
        raise UnknownTarget(f"LLVM makes no code for {name!r}: {str(error).strip()}") from None
    target = Target(f"c {name}", name, own_math=True)
    layout = str(target.machine().target_data)
    if "p:32" in layout or "p:16" in layout or layout.startswith("E"):
        raise UnknownTarget(f"{name} is no machine of 64 bits with the lowest byte first, which ludens asks for")
    return target
