"""A server of the page in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

NOUGHTS = """(game "Noughts" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""


@contextmanager
def served(folder: Path, environment: Mapping[str, str], program: Sequence[str] = ("-m", "ludens")) -> Iterator[str]:
    """The address of a page whose games are kept in a folder."""
    command = [sys.executable, *program, "web", "--no-browser", "--port", "0", "--data", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout is not None
        yield next(word for word in process.stdout.readline().split() if word.startswith("http")).rstrip("/")
    finally:
        process.terminate()
        process.communicate(timeout=30)
