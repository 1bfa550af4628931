"""The same work on threads, on processes, or on the machines of a Ray cluster: knows tasks, no games."""

from __future__ import annotations

import os

from ludens.workers.cluster.answers import Answer, TaskFailed, TaskLost
from ludens.workers.cluster.base import OtherRun, Pool
from ludens.workers.cluster.threads import Threads, stopped

__all__ = ["Answer", "OtherRun", "Pool", "TaskFailed", "TaskLost", "pool", "stopped"]


def pool(spec: str) -> Pool:
    """The workers that a text names: `threads:2`, `processes:4`, `ray:auto` or `ray:ADDRESS`.

    Without a number there are as many as this machine has cores. Raises ValueError for a text that names none,
    ConnectionError where there is no such cluster, ImportError where Ray is not installed.
    """
    kind, _, rest = spec.partition(":")
    if kind == "ray" and rest:
        from ludens.workers.cluster.rays import Ray

        return Ray(rest)
    number = rest or str(os.cpu_count() or 1)
    if kind not in ("threads", "processes") or not number.isdecimal() or not int(number):
        raise ValueError(f"threads:N, processes:N, ray:auto or ray:ADDRESS are expected, not {spec!r}")
    if kind == "threads":
        return Threads(int(number))
    from ludens.workers.cluster.processes import Processes

    return Processes(int(number))
