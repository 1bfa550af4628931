"""How many workers of one kind are started: forked where the system can, each afresh elsewhere."""

from __future__ import annotations

import sys
from typing import Protocol

from ludens.system.processes import CAN_FORK
from ludens.workers.frames import Codec, Setup
from ludens.workers.worker import Worker


class Starter(Protocol):
    """What starts workers."""

    def start(self) -> object:
        """Prepare for the first worker, which would wait for it."""

    async def begin(self, setup: Setup, *, ours: bool = False) -> Worker:
        """A new worker, for strangers unless it is for ours. Raises WorkerDied where there can be none."""

    def halt(self) -> None:
        """End all workers at once, and start no more."""

    async def close(self) -> None:
        """End all workers, and wait for that."""


def starter(target: str, codec: Codec, longest: int, memory: int) -> Starter:
    """What starts workers with this handler (MODULE:CLASS). Their messages have at most so many bytes.

    Those of strangers have `memory` bytes together, where they are forked.
    """
    if sys.platform == "linux" and CAN_FORK:
        from ludens.workers.forking import Forker

        return Forker(target, codec, longest, memory)

    from ludens.workers.spawning import Spawner

    return Spawner(target, codec, longest)
