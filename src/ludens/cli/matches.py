"""What the commands that play matches share: protocols, times, and how bots are ended."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from ludens.arena.protocols.codingame import FIRST_SECONDS, TURN_SECONDS
from ludens.cli.arguments import positive
from ludens.system.processes import ENDING

#: how lines are exchanged, and what is played
PROTOCOLS = ("amazons-codingame",)


def add_times(
    parser: argparse.ArgumentParser, first: float = FIRST_SECONDS, turn: float = TURN_SECONDS, whose: str = "the"
) -> None:
    """Arguments for the time that a bot has for its first and for each later turn."""
    for name, what, seconds in (("--first-ms", "first turn", first), ("--turn-ms", "later turns", turn)):
        usual = round(seconds * 1000)
        parser.add_argument(name, type=positive, default=usual, metavar="MS", help=f"for {whose} {what} ({usual})")


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
