"""What decides what is made of a description: the files of rooms of the package, and ludemes from elsewhere."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from ludens import ludemes
from ludens.stage.cache import read_cache, write_cache

_PACKAGE = str(Path(__file__).parents[1])

_File = tuple[str, int, int]


def sources_key(*rooms: str) -> str:
    """A hash of the contents of the files of these rooms, of all where none is named; and of ludemes from elsewhere.

    It is remembered by the sizes and times of the files.
    """
    own = [os.path.join(_PACKAGE, room) for room in rooms] or [_PACKAGE]
    return _key((*own, *ludemes.__path__[1:]))


@functools.cache
def _key(folders: tuple[str, ...]) -> str:
    files_by_folder = [(folder, sorted(_files(folder))) for folder in folders]
    files = sorted(file for _, within in files_by_folder for file in within)
    seen = sha256("\n".join(map(str, files)).encode()).hexdigest()
    cached = read_cache(seen)
    if cached is not None:
        return cached.decode()
    contents = _contents_key(files_by_folder)
    write_cache(seen, contents.encode())
    return contents


def _files(folder: str) -> Iterator[_File]:
    """The path, size and time of change of each Python file."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _files(entry.path)
            elif entry.name.endswith(".py"):
                status = entry.stat()
                yield entry.path, status.st_size, status.st_mtime_ns


def _contents_key(folders: Iterable[tuple[str, list[_File]]]) -> str:
    """A hash of what the files of each folder hold."""
    hashed = sha256()
    for folder, files in folders:
        for path, _, _ in files:
            with open(path, "rb", buffering=0) as file:
                content = file.read()
            hashed.update(f"{path[len(folder) + 1 :]} {len(content)}\n".encode() + content)
    return hashed.hexdigest()
