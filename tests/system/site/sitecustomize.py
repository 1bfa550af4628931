"""Takes away what only POSIX has, in each process of Python that finds this folder first on its path.

ludens may not import modules that Windows lacks, nothing can fork or poll, signals to stop a process are not there.
Libraries may use what they like: on Windows they do so with code of their own.
"""

from __future__ import annotations

import builtins
import os
import select
import signal
from typing import Any

_MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
_import = builtins.__import__


def _limited(name: str, globals: Any = None, *more: Any, **named: Any) -> Any:
    importer = (globals or {}).get("__name__", "")
    if name in _MODULES and (importer == "ludens" or importer.startswith("ludens.")):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return _import(name, globals, *more, **named)


builtins.__import__ = _limited
for module, names in (
    (os, ("fork", "forkpty", "waitid", "sched_getaffinity", "pread", "pwrite", "nice")),
    (select, ("poll",)),
    (signal, ("SIGHUP", "SIGSTOP", "SIGCONT", "SIGXCPU", "SIGCHLD", "pthread_sigmask")),
):
    for name in names:
        if hasattr(module, name):
            delattr(module, name)
