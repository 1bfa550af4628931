"""library: the user's shelf, folders of `.lud` files that join the library."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ludens import library
from ludens.cli.arguments import add_action, new_parser
from ludens.cli.common import FAILED, Misuse, tell
from ludens.cli.facts import add_json, print_facts
from ludens.library import shelves


def add(commands: Any) -> None:
    command = new_parser(commands, "library")
    doing = command.add_subparsers(title="what to do", required=True, metavar="WHAT")
    put = add_action(doing, "add", "check the games of a folder, and put it on the shelf", _add)
    put.add_argument("folder", type=Path, metavar="DIR", help="a folder; those below it count too")
    take = add_action(doing, "remove", "take a folder off the shelf; its files stay", _remove)
    take.add_argument("folder", type=Path, metavar="DIR", help="a folder on the shelf")
    for one in (
        put,
        add_action(doing, "list", "what is on the shelf, and what could not be put there", _list),
        add_action(doing, "refresh", "check what is on the shelf again", _refresh),
    ):
        add_json(one)


def _add(arguments: argparse.Namespace) -> int:
    folder = arguments.folder.resolve()
    others = [Path(known) / file for known, told in shelves.folders().items() for file in told["games"]]
    taken = library.shipped().keys() | {library.key(f.stem) for f in others if not f.is_relative_to(folder)}
    try:
        found = len(shelves.found_in(folder)) if folder.is_dir() else 0
        told = _with_progress(found, lambda report: shelves.add(folder, taken, report))
    except NotADirectoryError as error:
        raise Misuse(str(error)) from None
    return _tell({str(folder): told}, arguments.json)


def _refresh(arguments: argparse.Namespace) -> int:
    found = sum(len(shelves.found_in(Path(folder))) for folder in shelves.folders())
    told = _with_progress(found, lambda report: shelves.refresh(library.shipped().keys(), report))
    return _tell(told, arguments.json)


def _list(arguments: argparse.Namespace) -> int:
    _tell(shelves.standing(), arguments.json, by_name=True)
    return 0


def _remove(arguments: argparse.Namespace) -> int:
    if not shelves.remove(arguments.folder):
        raise Misuse(f"{arguments.folder} is not on the shelf")
    return 0


def _with_progress(total: int, check: Any) -> Any:
    from ludens.cli.screen import progress_bar, shown

    with progress_bar() as progress:
        task = progress.add_task("", total=total)
        return check(lambda path: progress.update(task, advance=1, description=shown(path.name)))


def _tell(told: dict[str, dict[str, Any]], as_json: bool, *, by_name: bool = False) -> int:
    """Say what is on the shelf, with its games `by_name` where asked; fails where nothing could be put there."""
    if as_json:
        folders = [
            {"folder": folder, "games": sorted(one["games"]), "refused": one["refused"]} for folder, one in told.items()
        ]
        print_facts({"folders": folders})
    elif not told:
        tell("The shelf is empty: ludens library add DIR puts a folder of .lud files there.")
    for folder, one in {} if as_json else told.items():
        tell(f"{folder}: {_counted(len(one['games']), 'game')} in the library, {len(one['refused'])} not")
        for file in sorted(one["games"]) if by_name else ():
            tell(f"  {library.title((Path(folder) / file).read_text(encoding='utf-8')) or Path(file).stem} ({file})")
        for refusal in one["refused"]:
            place = f"{refusal['file']}:{refusal['line']}" if refusal.get("line") else refusal["file"]
            tell(f"  {place}: {refusal['why']}")
    return FAILED if told and not any(one["games"] for one in told.values()) else 0


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
