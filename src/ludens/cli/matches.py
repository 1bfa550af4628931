"""What the commands that play matches share: protocols, times, and how bots are ended."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from ludens.cli.arguments import positive
from ludens.system.processes import ENDING


def add_times(parser: argparse.ArgumentParser, first: float | None, turn: float | None, whose: str = "the") -> None:
    """Arguments for the seconds that a bot has for its first and for each later turn; None: the protocol says."""
    for name, what, seconds in (("--first-ms", "first turn", first), ("--turn-ms", "later turns", turn)):
        usual = None if seconds is None else round(seconds * 1000)
        about = f"for {whose} {what} ({'as the protocol says' if usual is None else usual})"
        parser.add_argument(name, type=positive, default=usual, metavar="MS", help=about)


def add_forfeits(parser: argparse.ArgumentParser) -> None:
    """The argument that makes an agent whose own code fails lose, where it would be an error."""
    about = "an agent whose own code fails loses the game; without this the command stops, and names the error"
    parser.add_argument("--forfeit-errors", action="store_true", help=about)


@contextmanager
def ended_politely() -> Iterator[None]:
    """Kill the bots, too, when a signal ends this process."""

    def end(number: int, frame: object) -> None:
        raise SystemExit(128 + number)

    before = {number: signal.signal(number, end) for number in ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
