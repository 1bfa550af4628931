"""A card, through NVIDIA's package cuda-bindings; nothing of it is imported before a card is used."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ludens.gpu.code import ptx_of, stack_of
from ludens.gpu.drivers import CARD_MEMORY, TYPES
from ludens.gpu.errors import DeviceError
from ludens.gpu.kernel import Kernel
from ludens.stage.targets.cuda import ARCHITECTURES

_PACKAGE: Final = "cuda.bindings.driver"
_NO_PACKAGE: Final = (
    'graphics cards are reached by the package cuda-bindings, which is missing: pip install "ludens[cuda]"'
)
#: the memory kept for the next games is at most the card's divided by this
_SPARE_OF: Final = 2


class _Spare(NamedTuple):
    address: int
    size: int


#: by card the memory in which threads have worked and nobody does now: to take tens of gigabytes anew is more work than
#: a hundred thousand games of Hex
_spares: Final = dict[int, _Spare]()
_lock: Final = threading.Lock()


class Card:
    """A card by its number, and what is loaded there. Raises DeviceError where there is no package, driver or card."""

    block = 128

    def __init__(self, number: int = 0) -> None:
        self.name, self.place, self._number = f"cuda:{number}", (CARD_MEMORY, number), number
        try:
            self._api: Any = importlib.import_module(_PACKAGE)
        except ImportError as error:
            raise DeviceError(_NO_PACKAGE) from error
        try:
            self.call("cuInit", 0)
        except (RuntimeError, OSError) as error:
            raise DeviceError(f"there is no driver of NVIDIA on this machine: {error}") from None
        (count,) = self.call("cuDeviceGetCount")
        if not 0 <= number < count:
            raise DeviceError(f"there is no card {number}: this machine has {count}")
        (self._device,) = self.call("cuDeviceGet", number)
        (self._context,) = self.call("cuDevicePrimaryCtxRetain", self._device)
        self.call("cuCtxSetCurrent", self._context)
        _, self._whole = self.call("cuMemGetInfo")
        self.processors = self._attribute("MULTIPROCESSOR_COUNT")
        self.architecture = self._best_architecture()

    def call(self, name: str, *arguments: Any) -> Sequence[Any]:
        """Call a function of the driver. Raises DeviceError if it fails."""
        error, *values = getattr(self._api, name)(*arguments)
        if int(error):
            _, text = self._api.cuGetErrorString(error)
            raise DeviceError(f"{name}: {text.decode() if isinstance(text, bytes) else error}")
        results: list[Any] = values
        return results

    def load(self, kernel: Kernel) -> _OnCard:
        return _OnCard(self, kernel)

    def room(self) -> int:
        self.call("cuCtxSetCurrent", self._context)
        free, _ = self.call("cuMemGetInfo")
        spare = _spares.get(self._number)
        return int(free) + (spare.size if spare else 0)

    def take(self, size: int) -> int:
        try:
            (address,) = self.call("cuMemAlloc", size)
        except DeviceError:
            if not self.release():
                raise
            (address,) = self.call("cuMemAlloc", size)
        return int(address)

    @contextmanager
    def lend(self, size: int) -> Iterator[int]:
        with _lock:
            spare = _spares.pop(self._number, None)
        if spare and spare.size < size:
            self.give_back(spare.address)
            spare = None
        lent = spare or _Spare(self.take(size), size)
        try:
            yield lent.address
        finally:
            self._keep(lent)

    def _keep(self, lent: _Spare) -> None:
        """Keep memory for the next loan, unless there is some, or it is too much."""
        with _lock:
            is_spare = lent.size <= self._whole // _SPARE_OF and _spares.setdefault(self._number, lent) is lent
        if not is_spare:
            self.give_back(lent.address)

    def release(self) -> bool:
        """Give back the memory that was kept; returns whether there was any."""
        with _lock:
            spare = _spares.pop(self._number, None)
        if spare:
            self.give_back(spare.address)
        return spare is not None

    def give_back(self, address: int) -> None:
        self.call("cuMemFree", address)

    def read(self, array: npt.NDArray[Any], address: int) -> None:
        self.call("cuMemcpyDtoH", array.ctypes.data, address, array.nbytes)

    def write(self, address: int, array: npt.NDArray[Any]) -> None:
        self.call("cuMemcpyHtoD", address, array.ctypes.data, array.nbytes)

    def copy(self, target: int, source: int, size: int) -> None:
        self.call("cuMemcpyDtoD", target, source, size)

    def fill(self, address: int, byte: int, size: int) -> None:
        self.call("cuMemsetD8", address, byte, size)

    def let_nest(self, size: int) -> None:
        """Give recursive functions of a thread `size` bytes, as no driver knows how many they need."""
        which = self._api.CUlimit.CU_LIMIT_STACK_SIZE
        if size and size > self.call("cuCtxGetLimit", which)[0]:
            self.call("cuCtxSetLimit", which, size)

    def finish(self) -> None:
        self.call("cuCtxSynchronize")

    def _attribute(self, name: str) -> int:
        (value,) = self.call(
            "cuDeviceGetAttribute", getattr(self._api.CUdevice_attribute, f"CU_DEVICE_ATTRIBUTE_{name}"), self._device
        )
        return int(value)

    def _best_architecture(self) -> str:
        """The latest one that the card can run, of those that code is made for."""
        has = 10 * self._attribute("COMPUTE_CAPABILITY_MAJOR") + self._attribute("COMPUTE_CAPABILITY_MINOR")
        fitting = [name for name in ARCHITECTURES if int(name.removeprefix("sm_")) <= has]
        if not fitting:
            raise DeviceError(f"the card is of sm_{has}: code is made for {next(iter(ARCHITECTURES))} and later")
        return fitting[-1]


class _OnCard:
    """Kernels on a card: its driver makes machine code of the PTX."""

    def __init__(self, card: Card, kernel: Kernel) -> None:
        self._card = card
        ptx = ptx_of(kernel, card.architecture)
        card.let_nest(stack_of(ptx))
        text = np.frombuffer(ptx.encode() + b"\0", np.uint8)
        (self._module,) = card.call("cuModuleLoadData", text.ctypes.data)
        self._functions = {
            name: card.call("cuModuleGetFunction", self._module, name.encode())[0] for name in kernel.entries
        }
        self._types = {name: tuple(TYPES[kind] for kind in kinds) for name, kinds in kernel.entries.items()}
        self.most = {name: self._blocks(function) * card.processors for name, function in self._functions.items()}

    def _blocks(self, function: Any) -> int:
        (blocks,) = self._card.call("cuOccupancyMaxActiveBlocksPerMultiprocessor", function, self._card.block, 0)
        return max(int(blocks), 1)

    def launch(self, kernel: str, blocks: int, arguments: Sequence[int]) -> None:
        handed = tuple(arguments), self._types[kernel]
        self._card.call(
            "cuLaunchKernel", self._functions[kernel], blocks, 1, 1, self._card.block, 1, 1, 0, 0, handed, 0
        )
