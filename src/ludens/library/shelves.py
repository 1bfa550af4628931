"""The shelf: folders of anyone's `.lud` files that join the library once their games have been checked.

A file of the user's own lists the checked games, with digests of their contents: a file that has changed since then
leaves the library until the folder is checked again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from ludens.formats import Format
from ludens.library.checks import Refusal, confined_refusal, refusal
from ludens.library.keys import key
from ludens.system.files import write_text

__all__ = [
    "add", "checked", "files", "folders", "found_in", "origin_of", "refresh", "remove", "stamp", "standing",
]  # fmt: skip

_FORMAT: Final = Format("a shelf")
_CHANGED: Final = "it has changed since it was checked: ludens library refresh checks it again"
_GONE: Final = "the file is gone, or cannot be read"


def shelf_file() -> Path:
    """The file that lists the shelf; the environment's LUDENS_SHELF names another one."""
    path = os.environ.get("LUDENS_SHELF")
    if path:
        return Path(path)
    import platformdirs

    return Path(platformdirs.user_data_dir("ludens", appauthor=False)) / "shelf.json"


def stamp() -> int:
    """A number that changes when the shelf does."""
    try:
        return shelf_file().stat().st_mtime_ns
    except OSError:
        return 0


def folders() -> dict[str, dict[str, Any]]:
    """The entry of each folder on the shelf: its `games`, as file and digest, and what was `refused`.

    :raises OtherVersion: where another version of ludens wrote the file.
    """
    import json

    try:
        data = json.loads(shelf_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(data, dict):
        return {}
    _FORMAT.check(data.get("version"), shelf_file())
    return dict(data["folders"])


def standing() -> dict[str, dict[str, Any]]:
    """The entries of `folders` as of now: a game whose file has changed since it was checked is among the refused."""
    now = {}
    for folder, entry in folders().items():
        digests = {file: _digest(Path(folder) / file) for file in entry["games"]}
        games = {file: digest for file, digest in entry["games"].items() if digests[file] == digest}
        gone = [{"file": file, "why": _CHANGED if digests[file] else _GONE} for file in digests if file not in games]
        now[folder] = entry | {"games": games, "refused": [*entry["refused"], *gone]}
    return now


def files() -> list[Path]:
    """The files of the games on the shelf that are as they were when they were checked."""
    return [Path(folder) / file for folder, entry in standing().items() for file in entry["games"]]


def origin_of(path: Path) -> str:
    """The address that a game's file was fetched from; empty for files of the user's own."""
    for folder, entry in folders().items():
        if "origin" in entry and path.is_relative_to(folder):
            return str(entry["origin"]["address"])
    return ""


def found_in(folder: Path) -> list[Path]:
    """The descriptions in a folder and the folders below it, in order."""
    return sorted((path for path in folder.rglob("*.lud") if path.is_file()), key=lambda path: str(path).casefold())


def add(
    folder: Path,
    taken: Iterable[str],
    report: Callable[[Path], None] = lambda path: None,
    origin: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Check every game of a folder, and put it on the shelf in place of its earlier entry.

    :param taken: keys of the names that are taken already
    :param report: called with every file that has been checked
    :param origin: where a stranger's folder was fetched from (`remote`); its games are checked in confined processes
    :raises NotADirectoryError: where there is no such folder.
    """
    folder = folder.resolve()
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is no folder")
    entry = checked(folder, taken, report, origin)
    _keep(folders() | {str(folder): entry})
    return entry


def checked(
    folder: Path, taken: Iterable[str], report: Callable[[Path], None], origin: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """The games of a folder that compile, and why the others do not."""
    check = confined_refusal if origin else refusal
    games: dict[str, str] = {}
    refused: list[Refusal] = []
    names = set(taken)
    for path in found_in(folder):
        file = str(path.relative_to(folder)).encode(errors="backslashreplace").decode()
        why = check(path) if key(path.stem) not in names else {"why": "the library has a game of this name already"}
        if why:
            refused.append({"file": file} | why)
        else:
            names.add(key(path.stem))
            games[file] = _digest(path)
        report(path)
    return {"games": games, "refused": refused} | ({"origin": dict(origin)} if origin else {})


def remove(folder: Path) -> bool:
    """Take a folder off the shelf; whether it was there. Its files stay as they are."""
    entries = folders()
    gone = entries.pop(str(folder.resolve()), None) is not None
    if gone:
        _keep(entries)
    return gone


def refresh(taken: Iterable[str], report: Callable[[Path], None] = lambda path: None) -> dict[str, dict[str, Any]]:
    """Check all folders on the shelf again; those that are gone leave it."""
    names, entries = set(taken), {}
    for name, before in folders().items():
        if (folder := Path(name)).is_dir():
            entries[name] = entry = checked(folder, names, report, before.get("origin"))
            names |= {key(Path(file).stem) for file in entry["games"]}
    _keep(entries)
    return entries


def _digest(path: Path) -> str:
    """That of the file's contents; empty where it cannot be read."""
    import hashlib

    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def _keep(entries: dict[str, dict[str, Any]]) -> None:
    """Write what is on the shelf, whole or not at all."""
    import json

    file = shelf_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    write_text(file, json.dumps({"version": _FORMAT.version, "folders": entries}, indent=1))
