"""The same work on threads, on processes, or on the machines of a Ray cluster: knows tasks, no games."""

from __future__ import annotations

from ludens.workers.cluster.answers import Answer, TaskFailed, TaskLost
from ludens.workers.cluster.base import OtherRun, Pool
from ludens.workers.cluster.cancellation import stopped
from ludens.workers.cluster.selection import pool

__all__ = ["Answer", "OtherRun", "Pool", "TaskFailed", "TaskLost", "pool", "stopped"]
