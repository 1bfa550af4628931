"""Arrays on a device, which other libraries share by DLPack and by CUDA's array interface, without a copy.

NumPy makes the capsule and looks after its end: it receives an array that it must not read, at the device's address,
and the device is entered in its place.
"""

from __future__ import annotations

import ctypes
import math
import weakref
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ludens.gpu.drivers import CARD_MEMORY, Driver

#: what numbers streams for who shares an array: the stream that all work of a vector goes to, and that nobody waits
DEFAULT_STREAM, NO_STREAM = 1, -1
_NAME: Final = b"dltensor"
_POINTER = ctypes.pythonapi.PyCapsule_GetPointer
_POINTER.restype, _POINTER.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


class _Tensor(ctypes.Structure):
    """DLTensor, of which a capsule holds the address, as DLPack lays it out."""

    _fields_ = (
        ("data", ctypes.c_void_p), ("place", ctypes.c_int32 * 2), ("dimensions", ctypes.c_int32),
        ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    )  # fmt: skip


class Shared(NamedTuple):
    """The array of a capsule: where it begins, what it holds, and whether it is without gaps."""

    address: int
    shape: tuple[int, ...]
    kind: str
    bits: int
    is_whole: bool


class DeviceArray:
    """An array in a device's memory, in rows one behind the other: `torch.from_dlpack`, `jax.numpy.from_dlpack` and
    `cupy.asarray` see it without a copy, and `numpy()` gives one on the host."""

    def __init__(self, driver: Driver, shape: tuple[int, ...], dtype: npt.DTypeLike) -> None:
        self._driver = driver
        self.shape, self.dtype = shape, np.dtype(dtype)
        self.nbytes = math.prod(shape) * self.dtype.itemsize
        #: where it begins
        self.address = driver.take(max(self.nbytes, 1))
        weakref.finalize(self, driver.give_back, self.address).atexit = False
        driver.fill(self.address, 0, self.nbytes)

    @property
    def ndim(self) -> int:
        return len(self.shape)

    def __len__(self) -> int:
        return self.shape[0]

    def numpy(self) -> npt.NDArray[Any]:
        """A copy on the host; it waits until the device has finished."""
        array = np.empty(self.shape, self.dtype)
        self._driver.read(array, self.address)
        return array

    def put(self, array: npt.ArrayLike) -> None:
        """Copy an array of the host here, of the same shape or of one that becomes it."""
        whole = np.ascontiguousarray(np.broadcast_to(np.asarray(array), self.shape), self.dtype)
        self._driver.write(self.address, whole)

    def take_from(self, other: Any) -> bool:
        """Copy an array of the same device; whether that was possible. Narrower integers go by way of the host.

        Raises ValueError for another shape or one with gaps, TypeError for another type of elements.
        """
        device_of = getattr(other, "__dlpack_device__", None)
        if (
            self._driver.place[0] != CARD_MEMORY
            or device_of is None
            or tuple(map(int, device_of())) != self._driver.place
        ):
            return False
        capsule = other.__dlpack__(stream=DEFAULT_STREAM)
        shared = shared_by(capsule)
        if shared.shape != self.shape:
            raise ValueError(f"actions has shape {shared.shape}, not {self.shape}")
        if shared.kind != "i" or shared.bits > 8 * self.dtype.itemsize:
            raise TypeError(
                f"actions on {self._driver.name} are {self.dtype}, not of kind {shared.kind!r} and {shared.bits} bits"
            )
        if not shared.is_whole:
            raise ValueError(f"actions on {self._driver.name} lie one behind the other, without gaps")
        if shared.bits == 8 * self.dtype.itemsize:
            self._driver.copy(self.address, shared.address, self.nbytes)
        else:  # JAX's default
            narrow = np.empty(self.shape, f"i{shared.bits // 8}")
            self._driver.read(narrow, shared.address)
            self.put(narrow)
        return True

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._driver.place

    def __dlpack__(self, *, stream: int | None = None, **_: Any) -> Any:
        if self._driver.place[0] == CARD_MEMORY and stream not in (None, 0, DEFAULT_STREAM, NO_STREAM):
            self._driver.finish()  # who looks from another stream finds everything done
        capsule = np.asarray(_ForNumpy(self)).__dlpack__()
        tensor = _Tensor.from_address(_POINTER(capsule, _NAME))
        tensor.place[:] = self._driver.place
        return capsule

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        if self._driver.place[0] != CARD_MEMORY:
            raise AttributeError(f"the array lies on {self._driver.name}, which is no card")
        return {**self._interface, "stream": DEFAULT_STREAM}

    @property
    def _interface(self) -> dict[str, Any]:
        return {"shape": self.shape, "typestr": self.dtype.str, "data": (self.address, False), "version": 3}

    def __repr__(self) -> str:
        return f"<{self.dtype} of shape {self.shape} on {self._driver.name}>"


class _ForNumpy:
    """An array as NumPy sees it; it keeps its memory."""

    def __init__(self, array: DeviceArray) -> None:
        self.array, self.__array_interface__ = array, array._interface


def shared_by(capsule: Any) -> Shared:
    """The array of a capsule that nobody has consumed."""
    tensor = _Tensor.from_address(_POINTER(capsule, _NAME))
    shape = tuple(tensor.shape[: tensor.dimensions])
    strides = tuple(tensor.strides[: tensor.dimensions]) if tensor.strides else None
    dense = tuple(math.prod(shape[k + 1 :]) for k in range(len(shape)))
    gaps = strides is not None and any(n > 1 and a != b for n, a, b in zip(shape, strides, dense, strict=True))
    kind = {0: "i", 1: "u", 2: "f", 6: "b"}.get(tensor.code, "other")
    return Shared((tensor.data or 0) + tensor.offset, shape, kind, tensor.bits, not gaps)
