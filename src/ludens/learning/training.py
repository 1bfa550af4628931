"""What runs of training share: a folder with a checkpoint, where the run stands, and the time that it took."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ludens.formats import Format
from ludens.learning.nets import file
from ludens.learning.settings import Settings

CHECKPOINT_FORMAT = Format("ludens checkpoint")
CHECKPOINT, AGENT, LOG = "checkpoint", "agent.net", "log.jsonl"
#: seconds between two checkpoints
_BETWEEN = 60.0


def opened(folder: Path, *, resume: bool) -> file.NetFile | None:
    """Make the folder of a run that begins, or read the checkpoint of one that is to be resumed.

    Raises FileExistsError where the folder has a run and it is not to be resumed, FileNotFoundError where there is none
    to resume, NetError for a checkpoint that is damaged.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / CHECKPOINT
    if path.exists() and not resume:
        raise FileExistsError(f"{folder} has a run already: resume it, or choose another folder")
    if resume and not path.exists():
        raise FileNotFoundError(f"{folder} has no run to be resumed")
    return file.read(path) if resume else None


class Training:
    """A run of training in a folder: where it stands, and the time that it took."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.settings = settings
        self.rng = np.random.default_rng(settings.seed)
        self.folder, self.iteration, self.owed = folder, 0, 0.0
        self.seconds, self.cpu_seconds = 0.0, 0.0
        self._start_clock()

    def _start_clock(self) -> None:
        """Count time from now on."""
        self._marks = time.monotonic(), time.process_time()
        self._saved = time.monotonic()

    @property
    def progress(self) -> float:
        """How much of the run is done."""
        self._count()
        return self.settings.progress(self.iteration, self.seconds, self.cpu_seconds)

    def _count(self) -> None:
        now = time.monotonic(), time.process_time()
        self.seconds += now[0] - self._marks[0]
        self.cpu_seconds += now[1] - self._marks[1]
        self._marks = now

    @property
    def _is_save_due(self) -> bool:
        return time.monotonic() - self._saved > _BETWEEN

    def _write(self, facts: Mapping[str, Any], arrays: file.Arrays) -> None:
        """Write the checkpoint, whole or not at all; the facts are those of this kind of run."""
        self._count()
        own = {
            "checkpoint": CHECKPOINT_FORMAT.version,
            "settings": self.settings.to_dict(),
            "iteration": self.iteration,
            "owed": self.owed,
            "seconds": [self.seconds, self.cpu_seconds],
            "rng": json.loads(json.dumps(self.rng.bit_generator.state)),
        }
        file.write(self.folder / CHECKPOINT, {**facts, **own}, arrays)
        self._saved = time.monotonic()

    def _go_on(self, facts: Mapping[str, Any]) -> None:
        """Go on from what `_write` wrote. Raises KeyError, TypeError and ValueError for something else."""
        self.iteration, self.owed = int(facts["iteration"]), float(facts["owed"])
        self.seconds, self.cpu_seconds = facts["seconds"]
        self.rng.bit_generator.state = facts["rng"]
