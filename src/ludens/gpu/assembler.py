"""NVIDIA's assembler: the machine code of PTX, and its report on registers and the memory of calls.

A card's driver has an assembler of its own, so nobody needs this to play: it checks beforehand that all is well.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ludens.gpu.errors import DeviceError

#: the first is of CUDA 12's packages
_HOMES = ("cuda_nvcc/bin", "cu13/bin", "cu14/bin")


@dataclass(frozen=True)
class Assembled:
    """A kernel's machine code: the registers of a thread, and the bytes that its calls need of its own memory.

    `stack` is None where the assembler cannot say, as functions call themselves; `frames` are the bytes of each
    function alone. `output` is all that it printed.
    """

    code: bytes
    registers: int
    stack: int | None
    frames: dict[str, int]
    output: str


def assembler() -> Path | None:
    """The assembler's program: that of the package nvidia-cuda-nvcc-cu12, or one that is installed otherwise."""
    for place in _places():
        if place.is_file():
            return place
    path = shutil.which("ptxas")
    return Path(path) if path else None


def assembled(ptx: str, architecture: str, level: int = 3) -> Assembled:
    """Assemble PTX, optimised from 0 to 3. Raises DeviceError if there is no assembler, or it refuses."""
    program = assembler()
    if program is None:
        raise DeviceError("the assembler ptxas is missing: pip install nvidia-cuda-nvcc-cu12")
    with tempfile.TemporaryDirectory(prefix="ludens-") as folder:
        source, target = Path(folder, "game.ptx"), Path(folder, "game.cubin")
        source.write_text(ptx, encoding="utf-8")
        command = [str(program), "-v", f"-O{level}", f"-arch={architecture}", str(source), "-o", str(target)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise DeviceError(f"the assembler refuses: {(done.stderr or done.stdout).strip()}")
        output = done.stdout + done.stderr
        return Assembled(
            target.read_bytes(), _number(r"Used (\d+) registers", output) or 0, _stack(output), _frames(output), output
        )


def _stack(output: str) -> int | None:
    """The bytes that calls within each other need, as the assembler says."""
    if "cannot be statically determined" in output:
        return None
    return max(map(int, re.findall(r"(\d+) bytes cumulative stack size", output)), default=0)


def _frames(output: str) -> dict[str, int]:
    """By function the bytes that it needs itself, as the assembler says."""
    sizes = re.findall(r"Function properties for (\S+)\s+(\d+) bytes stack frame", output)
    return {name: int(size) for name, size in sizes}


def _number(pattern: str, output: str) -> int | None:
    match = re.search(pattern, output)
    return int(match[1]) if match else None


def _places() -> Iterator[Path]:
    package = importlib.util.find_spec("nvidia")
    for folder in package.submodule_search_locations or () if package else ():
        for home in _HOMES:
            yield Path(folder, home, "ptxas")
