"""Where a command's work is done: threads, processes, or the machines of a Ray cluster."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ludens.cli.arguments import positive
from ludens.cli.errors import Misuse

if TYPE_CHECKING:
    from ludens.workers.cluster import Pool


def add_workers(parser: argparse.ArgumentParser, what: str) -> None:
    """Arguments for the workers; `what` is the plural noun of a task."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--threads", type=positive, default=1, metavar="N", help=f"{what} at a time (1)")
    _add_others(where)


def add_other_workers(parser: argparse.ArgumentParser, does: str = "play") -> None:
    """The same for a command whose threads mean something else; what it `does` there."""
    _add_others(parser.add_mutually_exclusive_group(), does)


def _add_others(where: Any, does: str = "play") -> None:
    where.add_argument("--processes", type=positive, metavar="N", help=f"{does} on N processes, which may die")
    cluster = f"{does} on a Ray cluster: auto, or the address of its head"
    where.add_argument("--ray", metavar="ADDRESS", help=cluster)


def workers(arguments: argparse.Namespace) -> Pool | None:
    """The processes or machines that the arguments name; None if there are only threads. Raises Misuse."""
    from ludens.workers.cluster import pool

    if arguments.ray is not None:
        try:
            return pool(f"ray:{arguments.ray}")
        except (ConnectionError, ImportError, ValueError) as error:
            raise Misuse(str(error)) from None
    return pool(f"processes:{arguments.processes}") if arguments.processes else None
