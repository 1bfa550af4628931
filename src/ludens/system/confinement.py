"""What a process may have that runs what strangers wrote, where the system knows such bounds."""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import os
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ludens.system import jobs
from ludens.system.processes import worker_environment
from ludens.system.syscalls import refuse_system_calls

#: what a confined process is kept from, wherever a server lets strangers write games
KEPT_FROM = ("more memory than it may have", "other processes", "the network")
#: how a worker ends that has more memory than it may, or can get no more
OUT_OF_MEMORY = 77
_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS = 1, 38
_OPEN_FILES = 64
_FILE_SIZE = 256 << 20
#: how gladly the system ends the process when memory is short, up to 1000
_OOM_SCORE = 700
#: the job that this process has put itself into, on Windows, and its bounds
_own: tuple[jobs.Job, jobs.Limits] | None = None
#: PROC_PIDTASKINFO of macOS: a structure of six 64-bit numbers, of which the second is asked for, and twelve of 32 bits
_TASK_INFO, _TASK_INFO_SIZE = 4, 96
_PROBED_MEMORY = 1 << 31


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
        _confine_by_job(bounds)
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
        if sys.platform == "darwin":  # where threads do not count, and the last bound may be refused
            resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (bounds.memory, bounds.memory))
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    refuse_system_calls()


def _confine_by_job(bounds: Bounds) -> None:
    """On Windows: no more memory than that, no other processes, nothing of the desktop."""
    global _own
    limits = jobs.Limits(memory=bounds.memory, processes=1, is_nice=bounds.nice > 0)
    with contextlib.suppress(OSError):
        job = jobs.Job(limits)
        job.refuse_desktop()
        job.enter()
        _own = job, limits


def allow_processor(seconds: float) -> None:
    """End this process when it has computed for `seconds` from now on, and some more: it ends by itself first."""
    most = int(sum(os.times()[:2]) + seconds) + 3
    if sys.platform == "win32":
        if _own is not None:
            job, limits = _own
            limits.seconds = most
            with contextlib.suppress(OSError):
                job.bound(limits)
        return
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (most, hard))


def resident(process: int | None = None) -> int:
    """The bytes of memory that this or another process has; 0 where that cannot be told."""
    if sys.platform == "win32":
        return jobs.resident_bytes(process)
    try:
        if sys.platform == "darwin":
            info = ctypes.create_string_buffer(_TASK_INFO_SIZE)
            library = ctypes.CDLL("/usr/lib/libproc.dylib")
            size = library.proc_pidinfo(process or os.getpid(), _TASK_INFO, ctypes.c_uint64(0), info, len(info))
            return int(struct.unpack_from("QQ", info)[1]) if size == len(info) else 0
        words = Path(f"/proc/{process or 'self'}/statm").read_text().split()
        return int(words[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0


@cache
def out_of_reach() -> tuple[str, ...]:
    """Which of `KEPT_FROM` holds on this system, tried once in a confined process."""
    program = "from ludens.system.confinement import report; report()"
    command = [sys.executable, "-c", program]
    try:
        done = subprocess.run(
            command, env=worker_environment(), capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return ()
    return tuple(name for name in KEPT_FROM if name in done.stdout.splitlines())


def report() -> None:
    """Confine this process, try to leave, and print what of `KEPT_FROM` holds."""
    confine(Bounds(_PROBED_MEMORY))
    attempts: tuple[Callable[[], object], ...] = (
        lambda: mmap.mmap(-1, 2 * _PROBED_MEMORY).close(),
        lambda: subprocess.run([sys.executable, "-c", ""], check=True),
        lambda: socket.socket().close(),
    )
    for name, attempt in zip(KEPT_FROM, attempts, strict=True):
        try:
            attempt()
        except (OSError, MemoryError, subprocess.SubprocessError):
            sys.stdout.write(f"{name}\n")


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
