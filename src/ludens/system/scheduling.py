"""How long this thread waited for a core, and how soon it gets one: what deadlines on a busy machine depend on.

Linux tells and takes these things; elsewhere nobody waited, and asking has no effect. Nothing heavy is imported: bots
start from here.
"""

from __future__ import annotations

import os
import struct
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

_SCHEDSTAT: Final = Path("/proc/thread-self/schedstat")
_STAT: Final = Path("/proc/self/stat")
#: the number of the system call sched_setattr(2)
_SETATTR: Final = {"x86_64": 314, "aarch64": 274, "riscv64": 274}
#: struct sched_attr: size, policy, flags, nice, priority, runtime, deadline, period
_ATTRIBUTES: Final = "IIQiIQQQ"
_NORMAL, _RESET_ON_FORK = 0, 1
_SHORTEST_SLICE: Final = 100_000  # nanoseconds, the least that the kernel takes
_START_FIELD: Final = 22


def waited() -> float:
    """The seconds that this thread has been ready to run so far and had no core (proc_pid_schedstat(5))."""
    try:
        return int(_SCHEDSTAT.read_bytes().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


def started() -> float:
    """When this process was started, as `time.monotonic` counts, a hundredth of a second early at most; else now."""
    now = time.monotonic()
    if sys.platform != "linux":
        return now
    try:
        fields = _STAT.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        since_boot = int(fields[_START_FIELD - 3]) / os.sysconf("SC_CLK_TCK")
        # the largest of three: between the two clocks of a difference the core may be taken away
        suspended = max(time.clock_gettime(time.CLOCK_BOOTTIME) - time.monotonic() for _ in range(3))
        return min(now, since_boot - suspended)
    except (OSError, ValueError, IndexError, AttributeError):
        return now


def wake_soon() -> None:
    """Ask the scheduler for short slices: a thread that mostly waits gets a core sooner then, and no more of it.

    Linux 6.12 and later heed it (EEVDF). Processes that this thread starts do not inherit it.
    """
    if sys.platform != "linux":
        return
    number = _SETATTR.get(os.uname().machine)
    if number is None:
        return
    import ctypes  # late: a bot begins to read before it needs this

    size = struct.calcsize(_ATTRIBUTES)
    nice = os.getpriority(os.PRIO_PROCESS, 0)
    attributes = struct.pack(_ATTRIBUTES, size, _NORMAL, _RESET_ON_FORK, nice, 0, _SHORTEST_SLICE, 0, 0)
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).syscall(number, 0, attributes, 0)
