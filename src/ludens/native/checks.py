"""Reports of the checking mode: where native code left an object in memory (`ludens.stage.checks`).

A call of checked code runs alone in its process, so that a report belongs to the call that raises it.
"""

from __future__ import annotations

import ctypes
import functools
import threading
from collections.abc import Callable
from typing import Any, Final

from ludens.native.errors import OutOfBounds
from ludens.stage.checks import REPORT_WORDS, WATCH, Site
from ludens.stage.engine import Code

_ALONE: Final = threading.RLock()
_REPORT: Final = (ctypes.c_int64 * REPORT_WORDS)()
#: what each watched module verifies
_modules: Final[list[list[Site]]] = []


def checks_to(sites: list[Site] | None) -> dict[str, Any]:
    """What a module verifies, as JSON says it, to be kept with its code; nothing without the mode."""
    return {} if sites is None else {"checks": [[*site] for site in sites]}


def watch(code: Code, listed: list[Any]) -> None:
    """Let a module write reports; `listed` is what `checks_to` gave of it."""
    _modules.append([Site(*site) for site in listed])
    prototype = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64)
    prototype(code.address(WATCH))(ctypes.addressof(_REPORT), len(_modules) - 1)


def verified(function: Callable[..., Any]) -> Callable[..., Any]:
    """A native function that raises OutOfBounds where it left a report."""

    @functools.wraps(function)
    def call(*arguments: Any) -> Any:
        with _ALONE:
            _REPORT[0] = 0
            result = function(*arguments)
            if _REPORT[0]:
                raise OutOfBounds(_message())
        return result

    return call


def _message() -> str:
    module, check, at, length, size = _REPORT[1:]
    site = _modules[module][check]
    if site.access == "value":
        what = f"a value of {at} where {site.object} is due"
    elif site.access in ("read", "write"):
        what = f"a {site.access} of element {at // site.unit} of {site.object}, which has {length // site.unit}"
    else:
        what = f"a {site.access} of {size} bytes at byte {at} of {site.object}, which has {length} bytes"
    if site.where is None:
        return what
    spelling, source, line, column = site.where
    return f"{what}, for ({spelling}) at {source}:{line}:{column}"
