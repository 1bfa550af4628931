"""What the commands share: how they fail, where descriptions come from, how counts are read and written."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ludens import library
from ludens.cli.errors import FAILED, MISUSED, Misuse, say
from ludens.game import Game, compile_text

__all__ = [
    "FAILED",
    "MISUSED",
    "OPTION",
    "Misuse",
    "add_command",
    "count",
    "counted",
    "load",
    "positive",
    "read_text",
    "say",
    "source_of",
]

OPTION: dict[str, Any] = {"action": "append", "default": [], "metavar": "HEADING/ITEM", "help": "choose an option"}


def add_command(
    commands: Any, name: str, summary: str, run: Callable[[argparse.Namespace], int], *, game: bool = False
) -> argparse.ArgumentParser:
    """A command whose arguments go to `run`, which gives the exit code; with `game`, it takes a game and options."""
    parser: argparse.ArgumentParser = commands.add_parser(name, help=summary, description=summary)
    parser.set_defaults(run=run)
    if game:
        parser.add_argument("game", metavar="GAME", help="a library name, a path, or - for standard input")
        parser.add_argument("--option", **OPTION)
    return parser


def count(text: str) -> int:
    if not text.isdigit():
        raise argparse.ArgumentTypeError(f"a number from 0 is expected, not {text!r}")
    return int(text)


def positive(text: str) -> int:
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"a number from 1 is expected, not {text!r}")
    return int(text)


def source_of(name: str) -> tuple[str, str]:
    """The text of a description and the name of its file. Raises Misuse where there is none."""
    if name == "-":
        return sys.stdin.read(), "<stdin>"
    path = Path(name)
    if path.suffix == ".lud" or os.sep in name or path.is_file():
        return read_text(path), name
    try:
        found = library.find(name)
    except library.UnknownGame as error:
        raise Misuse(f"{error}, and there is no such file") from None
    return found.read_text(encoding="utf-8"), found.name


def read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Misuse(f"{path} is no text in UTF-8: {error.reason} at byte {error.start}") from None


def load(name: str, options: Sequence[str]) -> Game:
    """The game of this name, path or `-`, compiled with these options."""
    text, source = source_of(name)
    return compile_text(text, source, options)


def counted(n: int, noun: str) -> str:
    return f"{n} {noun}" + ("" if n == 1 else "s")
