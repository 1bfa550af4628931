"""library: the user's shelf, folders of `.lud` files that join the library."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ludens import library
from ludens.cli.arguments import add_action, new_parser
from ludens.cli.common import FAILED, Misuse, counted, tell
from ludens.cli.facts import add_json, print_facts
from ludens.library import remote, shelves
from ludens.system import files


def add(commands: Any) -> None:
    command = new_parser(commands, "library")
    actions = command.add_subparsers(title="actions", required=True, metavar="WHAT")
    addition = add_action(actions, "add", "check the games of a folder or an address, and put them on the shelf", _add)
    what = "a folder, those below it too; or the address of a shelf: a git repository, an archive (.zip, .tar.gz)"
    addition.add_argument("folder", metavar="DIR|URL", help=what)
    addition.add_argument("--at", default="", metavar="VERSION", help="of an address: this commit, tag, or digest")
    removal = add_action(actions, "remove", "take a folder off the shelf; its files stay", _remove)
    removal.add_argument("folder", metavar="DIR|URL", help="a folder or an address on the shelf")
    renewal = add_action(actions, "update", "fetch the newest version of shelves that came from an address", _update)
    renewal.add_argument("addresses", nargs="*", metavar="URL", help="these alone")
    index = add_action(actions, "publish", "write the index of a folder that is to be a shelf: shelf.json", _publish)
    index.add_argument("folder", type=Path, metavar="DIR", help="a folder of .lud files")
    index.add_argument("--name", required=True, help="what the shelf is called")
    index.add_argument("--licence", required=True, help="how others may use it, as CC-BY-4.0")
    for one in (
        addition,
        renewal,
        add_action(actions, "list", "what is on the shelf, and what could not be put there", _list),
        add_action(actions, "refresh", "check what is on the shelf again", _refresh),
    ):
        add_json(one)


def _add(arguments: argparse.Namespace) -> int:
    if remote.is_address(arguments.folder):
        return _tell(_fetched(arguments.folder, arguments.at), arguments.json)
    if arguments.at:
        raise Misuse("--at goes with an address")
    folder = Path(arguments.folder).resolve()
    try:
        return _tell(_put(folder), arguments.json)
    except NotADirectoryError as error:
        raise Misuse(str(error)) from None


def _put(folder: Path, origin: Mapping[str, str] | None = None) -> dict[str, dict[str, Any]]:
    """Put a folder on the shelf; its entry. Raises NotADirectoryError."""
    others = [Path(root) / file for root, entry in shelves.folders().items() for file in entry["games"]]
    taken = library.shipped().keys() | {library.key(f.stem) for f in others if not f.is_relative_to(folder)}
    total = len(shelves.found_in(folder)) if folder.is_dir() else 0
    entry = _with_progress(total, lambda report: shelves.add(folder, taken, report, origin))
    return {str(folder): entry}


def _fetched(address: str, at: str = "") -> dict[str, dict[str, Any]]:
    try:
        fetched = remote.fetch(address, at)
    except remote.ShelfError as error:
        raise Misuse(str(error)) from None
    return _put(fetched.folder, fetched.to_dict())


def _update(arguments: argparse.Namespace) -> int:
    origins = {one["origin"]["address"]: one for one in shelves.folders().values() if "origin" in one}
    if unknown := [address for address in arguments.addresses if address not in origins]:
        raise Misuse(f"{unknown[0]} is not on the shelf")
    entries: dict[str, dict[str, Any]] = {}
    for address in arguments.addresses or origins:
        before, renewed = origins[address], _fetched(address)
        (after,) = renewed.values()
        entries |= renewed
        if not arguments.json:
            tell(f"{address}: {_changes(before, after)}")
    return _tell(entries, arguments.json)


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """What a newer version of a shelf has, in words."""
    if before["origin"]["version"] == after["origin"]["version"]:
        return f"nothing new, {after['origin']['version'][:12]}"
    old, new = before["games"], after["games"]
    counts = {
        "new": len(new.keys() - old.keys()),
        "changed": sum(old[file] != new[file] for file in old.keys() & new.keys()),
        "gone": len(old.keys() - new.keys()),
    }
    words = ", ".join(f"{count} {word}" for word, count in counts.items() if count) or "the same games"
    return f"{before['origin']['version'][:12]} to {after['origin']['version'][:12]}: {words}"


def _publish(arguments: argparse.Namespace) -> int:
    if not arguments.folder.is_dir():
        raise Misuse(f"{arguments.folder} is no folder")
    target = arguments.folder / remote.INDEX
    files.write_text(target, remote.index_of(arguments.folder, arguments.name, arguments.licence))
    tell(f"{target}: commit it with the games; `ludens library add URL` then holds others to it")
    return 0


def _refresh(arguments: argparse.Namespace) -> int:
    total = sum(len(shelves.found_in(Path(folder))) for folder in shelves.folders())
    entries = _with_progress(total, lambda report: shelves.refresh(library.shipped().keys(), report))
    return _tell(entries, arguments.json)


def _list(arguments: argparse.Namespace) -> int:
    _tell(shelves.standing(), arguments.json, by_name=True)
    return 0


def _remove(arguments: argparse.Namespace) -> int:
    is_remote = remote.is_address(arguments.folder)
    folder = remote.folder_of(arguments.folder) if is_remote else Path(arguments.folder)
    if not shelves.remove(folder):
        raise Misuse(f"{arguments.folder} is not on the shelf")
    if is_remote:
        shutil.rmtree(folder, ignore_errors=True)
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
            | ({"origin": one["origin"]} if "origin" in one else {})
            for folder, one in entries.items()
        ]
        print_facts({"folders": folders})
    elif not entries:
        tell("The shelf is empty: ludens library add DIR puts a folder of .lud files there.")
    for folder, one in {} if as_json else entries.items():
        tell(f"{_called(folder, one)}: {counted(len(one['games']), 'game')} in the library, {len(one['refused'])} not")
        for file in sorted(one["games"]) if by_name else ():
            tell(f"  {library.title((Path(folder) / file).read_text(encoding='utf-8')) or Path(file).stem} ({file})")
        for refusal in one["refused"]:
            place = f"{refusal['file']}:{refusal['line']}" if refusal.get("line") else refusal["file"]
            tell(f"  {place}: {refusal['why']}")
    return FAILED if entries and not any(one["games"] for one in entries.values()) else 0


def _called(folder: str, entry: Mapping[str, Any]) -> str:
    """A folder; or the address, version and licence of one that was fetched."""
    if (origin := entry.get("origin")) is None:
        return folder
    parts = [origin["name"], origin["version"][:12], origin["licence"] or "no licence is named"]
    return f"{origin['address']} ({', '.join(filter(None, parts))})"
