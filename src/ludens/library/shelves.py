"""The shelf: folders of anyone's `.lud` files that join the library once their games have been checked.

What was checked is kept in a file of the user's own, with the contents of each game: a file that has changed since then
leaves the library until the folder is checked again.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from ludens.library.keys import key

__all__ = ["add", "checked", "files", "folders", "found_in", "refresh", "remove", "stamp", "standing"]

#: what keeps a file of anyone's from being a game: its last file, its line where that is known, and why
Refusal = dict[str, Any]
_VERSION: Final = 1
_CHANGED: Final = "it has changed since it was checked: ludens library refresh checks it again"
_GONE: Final = "the file is gone, or cannot be read"
_UNNAMED: Final = "its name is no text in UTF-8"


def kept_in() -> Path:
    """The file that says what is on the shelf; the environment's LUDENS_SHELF names another one."""
    named = os.environ.get("LUDENS_SHELF")
    if named:
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_data_dir("ludens", appauthor=False)) / "shelf.json"


def stamp() -> int:
    """A number that changes when the shelf does."""
    try:
        return kept_in().stat().st_mtime_ns
    except OSError:
        return 0


def folders() -> dict[str, dict[str, Any]]:
    """What is told of each folder on the shelf: its `games`, as file and digest, and what was `refused`."""
    import json

    try:
        told = json.loads(kept_in().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(told, dict) or told.get("version") != _VERSION:
        return {}
    return dict(told["folders"])


def standing() -> dict[str, dict[str, Any]]:
    """What `folders` tells, as it is now: a game whose file has changed since it was checked is among the refused."""
    now = {}
    for folder, told in folders().items():
        found = {file: _digest(Path(folder) / file) for file in told["games"]}
        left = {file: digest for file, digest in told["games"].items() if found[file] == digest}
        gone = [{"file": file, "why": _CHANGED if found[file] else _GONE} for file in found if file not in left]
        now[folder] = {"games": left, "refused": [*told["refused"], *gone]}
    return now


def files() -> list[Path]:
    """The files of the games on the shelf that are as they were when they were checked."""
    return [Path(folder) / file for folder, told in standing().items() for file in told["games"]]


def found_in(folder: Path) -> list[Path]:
    """The descriptions in a folder and the folders below it, in order."""
    return sorted((path for path in folder.rglob("*.lud") if path.is_file()), key=lambda path: str(path).casefold())


def add(folder: Path, taken: Iterable[str], report: Callable[[Path], None] = lambda path: None) -> dict[str, Any]:
    """Check every game of a folder, and put it on the shelf in place of what was known of it.

    :param taken: keys of the names that are given away already
    :param report: told of every file that has been checked
    :raises NotADirectoryError: where there is no such folder.
    """
    folder = folder.resolve()
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is no folder")
    told = checked(folder, taken, report)
    _keep(folders() | {str(folder): told})
    return told


def checked(folder: Path, taken: Iterable[str], report: Callable[[Path], None]) -> dict[str, Any]:
    """The games of a folder that compile, and why the others do not."""
    games: dict[str, str] = {}
    refused: list[Refusal] = []
    known = set(taken)
    for path in found_in(folder):
        file = str(path.relative_to(folder)).encode(errors="backslashreplace").decode()
        why = _refusal(path) if key(path.stem) not in known else {"why": "the library has a game of this name already"}
        if why:
            refused.append({"file": file} | why)
        else:
            known.add(key(path.stem))
            games[file] = _digest(path)
        report(path)
    return {"games": games, "refused": refused}


def remove(folder: Path) -> bool:
    """Take a folder off the shelf; whether it was there. Its files stay as they are."""
    told = folders()
    gone = told.pop(str(folder.resolve()), None) is not None
    if gone:
        _keep(told)
    return gone


def refresh(taken: Iterable[str], report: Callable[[Path], None] = lambda path: None) -> dict[str, dict[str, Any]]:
    """Check all folders on the shelf again; those that are gone leave it."""
    known, told = set(taken), {}
    for folder in map(Path, folders()):
        if folder.is_dir():
            told[str(folder)] = found = checked(folder, known, report)
            known |= {key(Path(file).stem) for file in found["games"]}
    _keep(told)
    return told


def _refusal(path: Path) -> Refusal:
    """Why a file is no game that can be played; empty if it is one."""
    from ludens.game import compile_file
    from ludens.language import LudError

    try:
        str(path).encode()
    except UnicodeEncodeError:
        return {"why": _UNNAMED}
    try:
        compile_file(path).start(seed=0).legal_moves()
    except LudError as error:
        return {"line": error.line, "why": error.message}
    except (ValueError, OSError, RecursionError, MemoryError) as error:
        return {"why": str(error) or type(error).__name__}
    return {}


def _digest(path: Path) -> str:
    """That of the file's contents; empty where it cannot be read."""
    import hashlib

    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def _keep(told: dict[str, dict[str, Any]]) -> None:
    """Write what is on the shelf, whole or not at all."""
    import json

    file = kept_in()
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=file.parent, delete=False, encoding="utf-8") as written:
        json.dump({"version": _VERSION, "folders": told}, written, indent=1)
    os.replace(written.name, file)
