"""What is measured: ludens, another tree of it, and other libraries, each in a process of its own."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any

from ludens.bench.rows import OTHER, OWN
from ludens.workers.programs import Fault, Late, Process

#: those of the packages below that are programs of the system
PROGRAMS = ("stockfish", "fairy-stockfish")
#: the packages that other systems need
PACKAGES = {
    "openspiel": ("pyspiel",), "pyspiel": ("pyspiel",), "pettingzoo": ("pettingzoo", "pygame"), "pgx": ("jax", "pgx"),
    "pythonchess": ("chess",), "pydraughts": ("draughts",), "stockfish": ("stockfish",),
    "fairystockfish": ("fairy-stockfish",),
}  # fmt: skip
#: how long a process may take for an answer, in seconds
PATIENCE = 300.0
#: bytes of the longest answer
_LONGEST = 1 << 24
_BENCH = Path(__file__).parent
#: puts this package into the tree of ludens that is found, and answers
_PROGRAM = """
import sys
from importlib import util
import ludens
folder = sys.argv[1]
found = util.spec_from_file_location("ludens.bench", folder + "/__init__.py", submodule_search_locations=[folder])
sys.modules["ludens.bench"] = util.module_from_spec(found)
found.loader.exec_module(sys.modules["ludens.bench"])
from ludens.bench.worker import main
main(sys.argv[2])
"""


class Failed(RuntimeError):
    """A system cannot do what it is asked for; the message says why."""


class NoTree(ValueError):
    """What is to be measured against is no tree of ludens and no wheel."""


class System:
    """A process that measures; started when first asked, and again after one that had to be ended."""

    def __init__(self, name: str, tree: Path | None = None) -> None:
        """`tree` is the folder that has the package `ludens`; by default that of this process."""
        self.name = name
        self._tree = tree or _BENCH.parents[1]
        self._process: Process | None = None
        self._cache = tempfile.TemporaryDirectory(prefix="ludens-bench-")

    def ask(self, **question: Any) -> Any:
        """Ask the process; its answer. Raises Failed where it has none."""
        process = self._process = self._process or self._start()
        try:
            line, _ = process.ask(json.dumps(question) + "\n", PATIENCE)
        except Late:
            self.end()
            raise Failed(f"no answer within {PATIENCE:g} s") from None
        except Fault as fault:
            self.end()
            raise Failed(process.complaints.strip().rpartition("\n")[2] or str(fault)) from None
        answer = json.loads(line)
        if "error" in answer:
            raise Failed(answer["error"])
        return answer

    def _start(self) -> Process:
        paths = [str(self._tree), *filter(None, [os.environ.get("PYTHONPATH")])]
        settings = {"PYTHONPATH": os.pathsep.join(paths), "LUDENS_CACHE": self._cache.name, "PYTHONHASHSEED": "0"}
        if self.name == "pgx":
            settings["JAX_PLATFORMS"] = "cpu"
        kind = OWN if self.name == OTHER else self.name
        command = [sys.executable, "-c", _PROGRAM, str(_BENCH), kind]
        return Process(command, line_limit=_LONGEST, settings=settings)

    def end(self) -> None:
        """End the process; more than once is harmless."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def __enter__(self) -> System:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.end()
        self._cache.cleanup()


def missing(names: Sequence[str]) -> dict[str, str]:
    """Which of the systems are not installed, and a package of each that is not there."""
    lacking = {name: [package for package in PACKAGES.get(name, ()) if not _is_there(package)] for name in names}
    return {name: packages[0] for name, packages in lacking.items() if packages}


def program(name: str) -> str | None:
    """The path of a program of the system; None where it is not installed."""
    return shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/games"]))


def _is_there(package: str) -> bool:
    """Whether a package for Python or a program of that name is installed."""
    return program(package) is not None if package in PROGRAMS else find_spec(package) is not None


@contextlib.contextmanager
def other_tree(path: Path) -> Iterator[Path]:
    """The folder with the package `ludens` of a tree, a folder of packages, or a wheel. Raises NoTree, OSError."""
    with tempfile.TemporaryDirectory(prefix="ludens-bench-") as folder:
        if path.is_file():
            try:
                with zipfile.ZipFile(path) as wheel:
                    wheel.extractall(folder)
            except zipfile.BadZipFile:
                raise NoTree(f"{path} is neither a folder nor a wheel") from None
            places = [Path(folder)]
        else:
            path.stat()  # raises where there is nothing
            places = [path / "src", path]
        trees = [place.resolve() for place in places if (place / "ludens" / "__init__.py").is_file()]
        if not trees:
            raise NoTree(
                f"{path} has no package ludens: a folder with src/ludens or ludens in it is expected, or a wheel"
            )
        yield trees[0]
