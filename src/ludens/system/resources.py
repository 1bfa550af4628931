"""How much a process may have, and how much there is: open files, disk, clocks."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path


def most_files(count: int, others: int) -> int:
    """How many of `count` files or sockets this process can open beside `others`; raises its limit if it may."""
    if sys.platform == "win32":  # no limit that a server meets
        return count
    try:
        import resource
    except ImportError:
        return count
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return count
    needed = count + others
    if soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(hard, needed)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return min(count, max(soft - others, soft // 2))


def free_bytes(place: Path) -> int:
    """The bytes that can still be written to the disk of a folder."""
    return shutil.disk_usage(place).free


def cores() -> int:
    """The cores that this process may use."""
    if sys.platform == "linux" and hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def load_average() -> float | None:
    """How many processes wanted a core in the last minute; None where the system does not count that."""
    if sys.platform == "win32":
        return None
    return round(os.getloadavg()[0], 2)
