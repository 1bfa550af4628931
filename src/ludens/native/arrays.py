"""Arrays that native code and other libraries share."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy.typing as npt

#: the places of arrays in memory are multiples of this, as XLA wants it of arrays that it takes without a copy
_ALIGNMENT: Final = 64


def aligned(shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """Zeros that other libraries can share through DLPack."""
    import numpy as np

    kind = np.dtype(dtype)
    size = math.prod(shape) * kind.itemsize
    room = np.zeros(size + _ALIGNMENT, np.uint8)
    start = -room.ctypes.data % _ALIGNMENT
    return room[start : start + size].view(kind).reshape(shape)
