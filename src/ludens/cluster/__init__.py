"""The same work on threads, on processes, or on the machines of a Ray cluster: knows tasks, no games."""

from __future__ import annotations

from ludens.cluster.answers import Answer, TaskFailed, TaskLost
from ludens.cluster.base import OtherRun, Pool
from ludens.cluster.cancellation import stopped
from ludens.cluster.selection import pool

__all__ = ["Answer", "OtherRun", "Pool", "TaskFailed", "TaskLost", "pool", "stopped"]
