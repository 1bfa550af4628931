"""Leaves Python with what `ludens[web]` depends on: nothing else of this environment can be imported."""

from __future__ import annotations

import importlib.metadata
import sys
from typing import Any

_DEPENDENCIES = {
    *("llvmlite", "numpy", "platformdirs", "rich", "shtab"),
    *("filelock", "msgspec", "starlette", "uvicorn", "websockets"),
    *("anyio", "click", "h11", "idna", "markdown_it", "mdurl", "pygments", "sniffio", "typing_extensions"),
}
_distribution = importlib.metadata.distribution


class _Bare:
    """Finds nothing, and says so before others look."""

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> None:
        first = name.partition(".")[0]
        ours = first in (*_DEPENDENCIES, "ludens", "__main__") or first.startswith("_sysconfigdata")
        if not ours and first not in sys.stdlib_module_names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def _installed(name: str) -> importlib.metadata.Distribution:
    if name == "ludens":
        raise importlib.metadata.PackageNotFoundError(name)
    return _distribution(name)


sys.meta_path.insert(0, _Bare)  # type: ignore[arg-type]
importlib.metadata.distribution = _installed
