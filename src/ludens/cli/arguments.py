"""How commands are declared, and the numbers in their arguments. Imports only the list of commands."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from typing import Any

from ludens.cli.catalogue import SUMMARIES

OPTION: dict[str, Any] = {"action": "append", "default": [], "metavar": "HEADING/ITEM", "help": "choose an option"}
NET: dict[str, Any] = {
    "action": "append",
    "default": [],
    "metavar": "NAME=FILE",
    "help": "offer a file that `ludens train` made as an opponent, under this name; repeat",
}


def add_command(
    commands: Any,
    name: str,
    run: Callable[[argparse.Namespace], int],
    *,
    summary: str | None = None,
    game: bool = False,
) -> argparse.ArgumentParser:
    """A command whose arguments go to `run`, which gives the exit code; with `game`, it takes a game and options.

    The catalogue has the summaries of our own commands; one from elsewhere gives its own.
    """
    parser = new_parser(commands, name, summary)
    parser.set_defaults(run=run)
    if game:
        parser.add_argument("game", metavar="GAME", help="a library name, a path, or - for standard input")
        parser.add_argument("--option", **OPTION)
    return parser


def add_language(parser: argparse.ArgumentParser) -> None:
    """The argument of commands that speak other languages than English: see `main`."""
    parser.add_argument("--language", metavar="CODE", help="en, de, es, fr, ja or zh (what LANG says)")


def new_parser(commands: Any, name: str, description: str | None = None) -> argparse.ArgumentParser:
    """The parser of a command of `ludens`. Its summary is the catalogue's; so is its description if none is given."""
    summary = SUMMARIES.get(name, description)
    parser: argparse.ArgumentParser = commands.add_parser(name, help=summary, description=description or summary)
    return parser


def add_action(
    actions: Any, name: str, summary: str, run: Callable[[argparse.Namespace], int]
) -> argparse.ArgumentParser:
    """One of the things that a command does, as in `ludens library add`."""
    parser: argparse.ArgumentParser = actions.add_parser(name, help=summary, description=summary)
    parser.set_defaults(run=run)
    return parser


def count(text: str) -> int:
    if not text.isdigit():
        raise argparse.ArgumentTypeError(f"a number from 0 is expected, not {text!r}")
    return int(text)


def positive(text: str) -> int:
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"a number from 1 is expected, not {text!r}")
    return int(text)


def seconds(below: float) -> Callable[[str], float]:
    """The type of an argument that is a time: seconds above 0 and below a number, with or without a final `s`."""
    return number("seconds above 0 are", below, unit="s")


def number(expected: str, below: float = math.inf, *, unit: str = "", zero: bool = False) -> Callable[[str], float]:
    """The type of an argument that is a number above 0, or 0 where `zero` is set, and below another one."""

    def read(text: str) -> float:
        try:
            value = float(text.removesuffix(unit))
        except ValueError:
            value = -1.0
        if not (0 < value < below or (zero and value == 0)):
            raise argparse.ArgumentTypeError(f"{expected} expected, not {text!r}")
        return value

    return read
