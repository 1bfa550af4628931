"""The bounds on what a model may ask of the server, and the error for what is refused."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


class Refused(Exception):
    """A request is refused; the message says why, for the model to read."""


@dataclass(frozen=True)
class Bounds:
    """Bounds on all requests; sizes in bytes, times in seconds."""

    #: tables at once; one that nobody has used for `idle_seconds` makes room
    tables: int = 16
    idle_seconds: float = 3600.0
    #: how long an agent may think about a move or a position
    thinking_seconds: float = 10.0
    #: how long a call may take, compiling included
    call_seconds: float = 60.0
    description_size: int = 256 << 10
    trial_size: int = 4 << 20
    playouts: int = 100_000
    #: plies of a game at a table, and of one that is reviewed
    plies: int = 2000
    #: address space of a process that runs a description which is no library game's
    memory: int = 6 << 30
    #: the largest answer of such a process
    answer_size: int = 16 << 20
    #: `.lud` files in this folder may be named in place of library games
    folder: Path | None = None
