"""What runs kernels: a card's driver, and this machine in its place. Both do the same few things."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from ludens.gpu.kernel import KERNEL, KINDS, Kernel
from ludens.stage.engine import Code, level_of
from ludens.stage.targets.cuda import EMULATE, emulated

#: the device that stands for a card
EMULATED: Final = "cuda:emulated"
#: how the types of a kernel's arguments are handed over
TYPES: Final = {"ptr": ctypes.c_void_p, "i32": ctypes.c_uint32, "i64": ctypes.c_uint64}


class Loaded(Protocol):
    """A kernel that is ready; `most` blocks of it run at once."""

    most: int

    def launch(self, blocks: int, arguments: Sequence[int]) -> None:
        """Run so many blocks; `finish` of the driver waits for them."""


class Driver(Protocol):
    """A device: its memory by addresses, and kernels, whose threads are launched in blocks of `block`."""

    name: str
    block: int

    def load(self, kernel: Kernel) -> Loaded: ...
    def room(self) -> int:
        """Bytes of memory that are free."""

    def take(self, size: int) -> int:
        """Memory, aligned to 16 bytes at least. Raises DeviceError where there is too little."""

    def give_back(self, address: int) -> None: ...
    def read(self, array: npt.NDArray[Any], address: int) -> None:
        """Fill an array with what lies there."""

    def finish(self) -> None:
        """Wait until all is done. Raises DeviceError where something went wrong on the device."""


class _Emulation:
    """A kernel as this machine's code."""

    most = 2

    def __init__(self, kernel: Kernel) -> None:
        self._code = Code(emulated(kernel.ir, KERNEL, KINDS, level_of(2)))
        kinds = [ctypes.c_uint32, *(TYPES[kind] for kind in KINDS)]
        self._run = ctypes.CFUNCTYPE(None, *kinds)(self._code.address(EMULATE))

    def launch(self, blocks: int, arguments: Sequence[int]) -> None:
        self._run(blocks * Emulator.block, *arguments)


class Emulator:
    """The very kernels on this machine, thread by thread: slow, and for tests."""

    name, block = EMULATED, 2

    def __init__(self) -> None:
        self._taken: dict[int, npt.NDArray[np.uint8]] = {}

    def load(self, kernel: Kernel) -> _Emulation:
        return _Emulation(kernel)

    def room(self) -> int:
        return 1 << 30

    def take(self, size: int) -> int:
        block = np.zeros(size + 16, np.uint8)  # touched only as far as it is used
        address = (block.ctypes.data + 15) & ~15
        self._taken[address] = block
        return address

    def give_back(self, address: int) -> None:
        del self._taken[address]

    def read(self, array: npt.NDArray[Any], address: int) -> None:
        ctypes.memmove(array.ctypes.data, address, array.nbytes)

    def finish(self) -> None:
        """Everything is done when a launch is."""
