"""What the functions of a module take and give, as the stage that emitted them knows it."""

from __future__ import annotations

import ctypes
from typing import Any, Final, NamedTuple

from ludens.stage import Stage

_C_TYPES: Final[dict[str, Any]] = {
    "ptr": ctypes.c_void_p,
    "i32": ctypes.c_int32,
    "i64": ctypes.c_uint64,
    "double": ctypes.c_double,
}


class Signature(NamedTuple):
    """The types of a function's parameters and of its result: `ptr`, `i32`, `i64` or `double`; None for no result."""

    parameters: tuple[str, ...]
    result: str | None

    def prototype(self, pointer: Any = ctypes.c_void_p) -> Any:
        """The type of its C function, one that releases the GIL; `pointer` converts what is given for a `ptr`."""
        types = _C_TYPES | {"ptr": pointer}
        return ctypes.CFUNCTYPE(_C_TYPES[self.result] if self.result else None, *(types[p] for p in self.parameters))


Signatures = dict[str, Signature]


def signatures_of(stage: Stage) -> Signatures:
    """The signatures of the functions that a stage exports, by name."""
    return {
        name: Signature(tuple(kind.type for kind in f.parameters), f.result.type if f.result else None)
        for name, f in stage.exports.items()
    }
