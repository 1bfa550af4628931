"""What a process may have that runs what strangers wrote, where the system knows such bounds."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

from ludens.system.syscalls import refuse_system_calls

#: whether a process can be kept to its own memory, files and calls here, whatever it runs
IS_COMPLETE = sys.platform == "linux"
#: how a worker ends that has more memory than it may, or can get no more
OUT_OF_MEMORY = 77
_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS = 1, 38
_OPEN_FILES = 64
_FILE_SIZE = 256 << 20
#: how gladly the system ends the process when memory is short, up to 1000
_OOM_SCORE = 700


@dataclass(frozen=True)
class Bounds:
    """Bytes of address space, and how nice to be to other processes; `cache` is the folder for compiled code.

    `resident` is how many bytes more than at first a worker may really use, None for any.
    """

    memory: int
    nice: int = 0
    cache: str | None = None
    resident: int | None = None


def die_with(parent: int) -> None:
    """End when the parent does, however it ends. `parent` is its number, as it may have ended already."""
    if sys.platform == "linux":
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(0)


def confine(bounds: Bounds) -> None:
    """No more address space than that, few and small files, no core files, no other processes, no network."""
    if bounds.cache is not None:
        os.environ["LUDENS_CACHE"] = bounds.cache
    if sys.platform == "win32":
        return
    with contextlib.suppress(AttributeError, OSError):
        os.nice(bounds.nice)
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(str(_OOM_SCORE))
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_NOFILE, (_OPEN_FILES, _OPEN_FILES))
        resource.setrlimit(resource.RLIMIT_FSIZE, (_FILE_SIZE, _FILE_SIZE))
        resource.setrlimit(resource.RLIMIT_AS, (bounds.memory, bounds.memory))
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    refuse_system_calls()


def allow_processor(seconds: float) -> None:
    """End this process when it has computed for `seconds` from now on, and some more: it ends by itself first."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(sum(os.times()[:2]) + seconds) + 3, hard))


def resident(process: int | None = None) -> int:
    """The bytes of memory that this or another process has; 0 where that cannot be told."""
    if sys.platform != "linux":
        return 0
    try:
        words = Path(f"/proc/{process or 'self'}/statm").read_text().split()
        return int(words[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
