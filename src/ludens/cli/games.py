"""games: the games of the library."""

from __future__ import annotations

import argparse
from typing import Any

from ludens import library
from ludens.cli.common import add_command, tell
from ludens.cli.facts import add_json, print_facts
from ludens.language import LudError, parse
from ludens.ludemes.metadata import read_metadata


def add(commands: Any) -> None:
    games = add_command(commands, "games", _games)
    games.add_argument("--keys", action="store_true", help="their names as they are easiest to type")
    add_json(games)


def _games(arguments: argparse.Namespace) -> int:
    if arguments.keys:
        print("\n".join(map(library.key, library.names())))
        return 0
    if arguments.json:
        print_facts({"games": [_facts(name) for name in library.names()]})
        return 0
    width = max(map(len, library.names()), default=0)
    for name in library.names():
        tell(f"{name:<{width}}  {summary(name)}".rstrip())
    return 0


def _facts(name: str) -> dict[str, Any]:
    return {"name": name, "kind": library.find(name).parent.name, "summary": summary(name)}


def summary(name: str) -> str:
    """What a library game is, in a sentence; empty where its description cannot be read."""
    try:
        return read_metadata(parse(library.read(name), name=name))[0].text("description")
    except LudError:
        return ""
