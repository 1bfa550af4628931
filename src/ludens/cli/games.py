"""games: what there is."""

from __future__ import annotations

import argparse
from typing import Any

from ludens import library
from ludens.cli.common import add_command, tell
from ludens.language import LudError, parse
from ludens.ludemes.metadata import read_metadata


def add(commands: Any) -> None:
    add_command(commands, "games", "list the games that come with ludens", _games)


def _games(arguments: argparse.Namespace) -> int:
    width = max(map(len, library.names()), default=0)
    for name in library.names():
        tell(f"{name:<{width}}  {summary(name)}".rstrip())
    return 0


def summary(name: str) -> str:
    """What a library game is, in a sentence; empty where its description cannot be read."""
    try:
        return read_metadata(parse(library.read(name), name=name))[0].text("description")
    except LudError:
        return ""
