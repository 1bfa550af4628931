"""A run: its rows, and what it was measured on; as a file, and against another run."""

from __future__ import annotations

import json
import os
import platform
import sys
import time
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ludens.bench import yardstick
from ludens.bench.rows import Key, Row
from ludens.formats import Format, OtherVersion
from ludens.system import resources
from ludens.version import __version__

_FORMAT = Format("a run of benchmarks")


class SavedError(ValueError):
    """A file is no run that was saved."""


@dataclass
class Report:
    """The rows of a run, by system and what they are of; `about` tells of the machine and the versions."""

    about: dict[str, Any]
    rows: list[Row] = field(default_factory=list)
    #: names the loop by which the rows are calibrated
    yardstick: str = yardstick.NAME

    @classmethod
    def new(cls, **settings: Any) -> Report:
        """A run on this machine that begins now."""
        return cls(
            {
                "when": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
                "ludens": __version__,
                "python": platform.python_version(),
                "llvmlite": _version("llvmlite"),
                "processor": _processor(),
                "cores": resources.cores(),
                "load": resources.load_average(),
                **settings,
            }
        )

    def of(self, system: str) -> dict[Key, Row]:
        """The rows of a system."""
        return {row.key: row for row in self.rows if row.system == system}

    def to_dict(self) -> dict[str, Any]:
        rows = [row.to_dict() for row in self.rows]
        return {"format": _FORMAT.version, "about": self.about, "yardstick": self.yardstick, "rows": rows}

    def write(self, path: Path) -> None:
        """Write the file, whole or not at all. Raises OSError."""
        fresh = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            fresh.write_text(json.dumps(self.to_dict(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            fresh.replace(path)
        except OSError as error:
            fresh.unlink(missing_ok=True)
            raise OSError(error.errno, error.strerror, str(path)) from None

    @classmethod
    def read(cls, path: Path) -> Report:
        """The run that a file has. Raises SavedError where it has none, OSError where it cannot be read."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            _FORMAT.check(data["format"], path)
            rows = [Row.from_dict(row) for row in data["rows"]]
            if not isinstance(data["about"], dict) or not isinstance(data["yardstick"], str):
                raise TypeError("a run tells of itself and its yardstick")
            return cls(data["about"], rows, data["yardstick"])
        except OtherVersion as error:
            raise SavedError(str(error)) from None
        except KeyError as error:
            raise SavedError(f"{path} is no run that was saved: it has no {error}") from None
        except (ValueError, TypeError, AttributeError, RecursionError) as error:
            raise SavedError(f"{path} is no run that was saved: {error}") from None


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _processor() -> str:
    """What the system calls its processor."""
    if sys.platform == "linux":
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
        models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
        if models:
            return models[0]
    return platform.processor() or platform.machine()
