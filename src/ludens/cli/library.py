"""library: the user's shelf, folders of `.lud` files that join the library."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ludens import library
from ludens.cli.arguments import add_action, new_parser
from ludens.cli.common import FAILED, Misuse, counted, tell
from ludens.cli.facts import add_json, print_facts
from ludens.library import shelves


def add(commands: Any) -> None:
    command = new_parser(commands, "library")
    actions = command.add_subparsers(title="what to do", required=True, metavar="WHAT")
    addition = add_action(actions, "add", "check the games of a folder, and put it on the shelf", _add)
    addition.add_argument("folder", type=Path, metavar="DIR", help="a folder; those below it count too")
    removal = add_action(actions, "remove", "take a folder off the shelf; its files stay", _remove)
    removal.add_argument("folder", type=Path, metavar="DIR", help="a folder on the shelf")
    for one in (
        addition,
        add_action(actions, "list", "what is on the shelf, and what could not be put there", _list),
        add_action(actions, "refresh", "check what is on the shelf again", _refresh),
    ):
        add_json(one)


def _add(arguments: argparse.Namespace) -> int:
    folder = arguments.folder.resolve()
    others = [Path(root) / file for root, entry in shelves.folders().items() for file in entry["games"]]
    taken = library.shipped().keys() | {library.key(f.stem) for f in others if not f.is_relative_to(folder)}
    try:
        total = len(shelves.found_in(folder)) if folder.is_dir() else 0
        entry = _with_progress(total, lambda report: shelves.add(folder, taken, report))
    except NotADirectoryError as error:
        raise Misuse(str(error)) from None
    return _tell({str(folder): entry}, arguments.json)


def _refresh(arguments: argparse.Namespace) -> int:
    total = sum(len(shelves.found_in(Path(folder))) for folder in shelves.folders())
    entries = _with_progress(total, lambda report: shelves.refresh(library.shipped().keys(), report))
    return _tell(entries, arguments.json)


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


def _tell(entries: dict[str, dict[str, Any]], as_json: bool, *, by_name: bool = False) -> int:
    """Print what is on the shelf, and `by_name` its games; the exit code is 1 if nothing could be put there."""
    if as_json:
        folders = [
            {"folder": folder, "games": sorted(one["games"]), "refused": one["refused"]}
            for folder, one in entries.items()
        ]
        print_facts({"folders": folders})
    elif not entries:
        tell("The shelf is empty: ludens library add DIR puts a folder of .lud files there.")
    for folder, one in {} if as_json else entries.items():
        tell(f"{folder}: {counted(len(one['games']), 'game')} in the library, {len(one['refused'])} not")
        for file in sorted(one["games"]) if by_name else ():
            tell(f"  {library.title((Path(folder) / file).read_text(encoding='utf-8')) or Path(file).stem} ({file})")
        for refusal in one["refused"]:
            place = f"{refusal['file']}:{refusal['line']}" if refusal.get("line") else refusal["file"]
            tell(f"  {place}: {refusal['why']}")
    return FAILED if entries and not any(one["games"] for one in entries.values()) else 0
