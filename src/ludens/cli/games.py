"""games: the games of the library."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ludens import library, words
from ludens.cli.archive import add_archive, archive_of
from ludens.cli.common import Misuse, add_command, add_language, tell
from ludens.cli.facts import add_json, print_facts
from ludens.language import LudError, parse
from ludens.ludemes.metadata import read_metadata


def add(commands: Any) -> None:
    games = add_command(commands, "games", _games)
    games.add_argument("action", nargs="?", choices=["export"], help="export: write the finished games of a server")
    games.add_argument("--to", type=Path, metavar="FILE", help="with export: where; of trials a folder")
    add_archive(games, "with export: ")
    forms = "with export: jsonl, a game a line; trials; parquet (jsonl)"
    games.add_argument("--format", choices=["jsonl", "trials", "parquet"], default="jsonl", metavar="F", help=forms)
    games.add_argument("--keys", action="store_true", help="their names as they are easiest to type")
    add_json(games)
    add_language(games)


def _games(arguments: argparse.Namespace) -> int:
    if arguments.action is not None:
        return _export(arguments)
    if arguments.keys:
        print("\n".join(map(library.key, library.names())))
        return 0
    if arguments.json:
        print_facts({"games": [_facts(name) for name in library.names()]})
        return 0
    shown = {name: _called(name) for name in library.names()}
    width = max(map(len, shown.values()), default=0)
    for name, called in shown.items():
        tell(f"{called:<{width}}  {summary(name)}".rstrip())
    return 0


def _called(name: str) -> str:
    """A game's name, with what players of the language that is spoken call it."""
    called = words.game_name(name)
    return name if called == name else f"{name} ({called})"


def _export(arguments: argparse.Namespace) -> int:
    """Write the finished games of a server. Raises Misuse."""
    from ludens.web.archive import export
    from ludens.web.database import StorageError

    if arguments.to is None:
        raise Misuse("export wants --to FILE, or of trials a folder")
    try:
        count = export.write(archive_of(arguments), arguments.format, arguments.to)
    except (StorageError, OSError, export.MissingPackage) as error:
        raise Misuse(str(error)) from None
    tell(f"{count} games are in {arguments.to}")
    return 0


def _facts(name: str) -> dict[str, Any]:
    return {"name": name, "kind": library.find(name).parent.name, "summary": summary(name)}


def summary(name: str) -> str:
    """What a library game is, in a sentence; empty where its description cannot be read."""
    try:
        return read_metadata(parse(library.read(name), name=name))[0].text("description")
    except LudError:
        return ""
