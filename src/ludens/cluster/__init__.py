"""The same work on threads, on processes, or on the machines of a Ray cluster: the public name of `workers.cluster`."""

from __future__ import annotations

from ludens.workers.cluster import Answer, OtherRun, Pool, TaskFailed, TaskLost, pool, stopped

__all__ = ["Answer", "OtherRun", "Pool", "TaskFailed", "TaskLost", "pool", "stopped"]
