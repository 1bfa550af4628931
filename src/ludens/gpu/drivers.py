"""The drivers that run kernels: a card's, and this machine in its place. Both have the same few methods."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from ludens.gpu.kernel import Kernel
from ludens.stage.engine import Code, level_of
from ludens.stage.targets.cuda import emulated, emulation

#: the device that stands for a card
EMULATED: Final = "cuda:emulated"
#: kinds of devices for DLPack
HOST_MEMORY, CARD_MEMORY = 1, 2
#: where a piece of memory begins, as a card has it
_ALIGNED: Final = 256
#: how the types of a kernel's arguments are handed over
TYPES: Final = {"ptr": ctypes.c_void_p, "i32": ctypes.c_uint32, "i64": ctypes.c_uint64}


class Loaded(Protocol):
    """Kernels that are ready; `most` blocks of each run at once."""

    @property
    def most(self) -> Mapping[str, int]: ...

    def launch(self, kernel: str, blocks: int, arguments: Sequence[int]) -> None:
        """Run `blocks` blocks of a kernel, after what was launched before; `finish` of the driver waits for them."""


class Driver(Protocol):
    """A device: its memory by addresses, and kernels, whose threads are launched in blocks of `block`.

    `place` is what it is for DLPack: the kind of the device, and its number. What reads, writes and clears waits for
    what was launched before, and comes before what is launched later.
    """

    name: str
    block: int
    place: tuple[int, int]

    def load(self, kernel: Kernel) -> Loaded: ...
    def room(self) -> int:
        """Bytes of memory that are free."""

    def take(self, size: int) -> int:
        """Memory, aligned to 256 bytes; its content is undefined. Raises DeviceError where there is too little."""

    def give_back(self, address: int) -> None: ...
    def lend(self, size: int) -> AbstractContextManager[int]:
        """Memory for what follows, with whatever is in it. Raises DeviceError where there is too little."""

    def read(self, array: npt.NDArray[Any], address: int) -> None:
        """Fill an array with what lies there."""

    def write(self, address: int, array: npt.NDArray[Any]) -> None:
        """Put an array of whole rows there."""

    def copy(self, target: int, source: int, size: int) -> None:
        """Copy bytes from one place of the device to another."""

    def fill(self, address: int, byte: int, size: int) -> None:
        """Fill `size` bytes with the same byte."""

    def finish(self) -> None:
        """Wait until all is done. Raises DeviceError where something went wrong on the device."""


class _Emulation:
    """Kernels as this machine's code."""

    def __init__(self, kernel: Kernel) -> None:
        self._code = Code(emulated(kernel.ir, kernel.entries, level_of(2)))
        self.most = dict.fromkeys(kernel.entries, 2)
        self._run = {
            name: ctypes.CFUNCTYPE(None, ctypes.c_uint32, *(TYPES[kind] for kind in kinds))(
                self._code.address(emulation(name))
            )
            for name, kinds in kernel.entries.items()
        }

    def launch(self, kernel: str, blocks: int, arguments: Sequence[int]) -> None:
        self._run[kernel](blocks * Emulator.block, *arguments)


class Emulator:
    """The very kernels on this machine, thread by thread: slow, and for tests."""

    name, block, place = EMULATED, 2, (HOST_MEMORY, 0)

    def __init__(self) -> None:
        self._memory: dict[int, npt.NDArray[np.uint8]] = {}

    def load(self, kernel: Kernel) -> _Emulation:
        return _Emulation(kernel)

    def room(self) -> int:
        return 1 << 30

    def take(self, size: int) -> int:
        block = np.zeros(size + _ALIGNED, np.uint8)  # touched only as far as it is used
        address = -(-block.ctypes.data // _ALIGNED) * _ALIGNED
        self._memory[address] = block
        return address

    def give_back(self, address: int) -> None:
        del self._memory[address]

    @contextmanager
    def lend(self, size: int) -> Iterator[int]:
        address = self.take(size)
        try:
            yield address
        finally:
            self.give_back(address)

    def read(self, array: npt.NDArray[Any], address: int) -> None:
        ctypes.memmove(array.ctypes.data, address, array.nbytes)

    def write(self, address: int, array: npt.NDArray[Any]) -> None:
        ctypes.memmove(address, array.ctypes.data, array.nbytes)

    def copy(self, target: int, source: int, size: int) -> None:
        ctypes.memmove(target, source, size)

    def fill(self, address: int, byte: int, size: int) -> None:
        ctypes.memset(address, byte, size)

    def finish(self) -> None:
        """Everything is done when a launch is."""
