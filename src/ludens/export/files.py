"""Files that are written whole or not at all, and checks of their places before they are made."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from ludens.export.errors import ExportError
from ludens.system.files import replacing


def require_file(path: Path) -> None:
    """Raise ExportError where a file cannot be written."""
    if path.is_dir():
        raise ExportError(f"{path} is a folder: name a file in it")
    if not path.parent.is_dir():
        raise ExportError(f"there is no folder {path.parent}, in which {path.name} would be")
    if path.exists() and not os.access(path, os.W_OK):
        raise ExportError(f"{path} cannot be written to: its permissions forbid it")
    _require_writable(path.parent)


def require_folder(folder: Path) -> None:
    """Raise ExportError where a folder is none, or cannot be made, or cannot be written into."""
    there = folder
    while not there.exists() and there != there.parent:
        there = there.parent
    if not there.is_dir():
        raise ExportError(f"{there} is a file, and no folder")
    _require_writable(there)


def write_all(files: Mapping[Path, bytes]) -> list[Path]:
    """Write files, all of them or none: they are put in place when all have been written. Raises ExportError."""
    try:
        with ExitStack() as stack:
            for path, data in files.items():
                stack.enter_context(replacing(path)).write_bytes(data)
    except OSError as error:
        place = Path(error.filename or next(iter(files))).parent
        raise ExportError(f"{place}: {error.strerror or error}") from None
    return list(files)


def _require_writable(folder: Path) -> None:
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ExportError(f"nothing can be written into {folder}: its permissions forbid it")
