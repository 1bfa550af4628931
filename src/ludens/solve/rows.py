"""What a long search keeps in a folder: rows of bytes with numbers from 0 on, and a note of how far it came.

Rows are only ever added. What is in the files beyond what the note says was written when somebody pulled the plug, and
is written again.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ludens.formats import OtherVersion, refuse
from ludens.solve.errors import SolveError

#: rows in a file
SEGMENT: Final = 1 << 15
_NOTE: Final = "progress.json"


class Columns:
    """Arrays that grow, in files `NAME.bin` of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, name: str) -> Path:
        return self.folder / f"{name}.bin"

    def add(self, name: str, array: npt.NDArray[Any]) -> None:
        """Write an array behind what is there."""
        with self.path(name).open("ab") as file:
            file.write(np.ascontiguousarray(array).data)

    def read(self, name: str, kind: npt.DTypeLike, count: int) -> npt.NDArray[Any]:
        """So many elements from the beginning on, as an array that is read from the disk where it is looked at."""
        if not count:
            return np.zeros(0, kind)
        with self.path(name).open("rb") as file:
            data = mmap.mmap(file.fileno(), count * np.dtype(kind).itemsize, access=mmap.ACCESS_READ)
        return np.frombuffer(data, kind)

    def piece(self, name: str, kind: npt.DTypeLike, first: int, count: int) -> npt.NDArray[Any]:
        """So many elements from a place on. Raises SolveError where they are not there."""
        if not count:
            return np.zeros(0, kind)
        elements = np.fromfile(self.path(name), kind, count, offset=first * np.dtype(kind).itemsize)
        if len(elements) < count:
            raise _broken(self.path(name))
        return elements

    def put(self, name: str, first: int, array: npt.NDArray[Any]) -> None:
        """Write an array over what is there, from an element on, or where a file ends or is none yet."""
        path = self.path(name)
        path.touch()
        with path.open("r+b") as file:
            file.seek(first * array.itemsize)
            file.write(np.ascontiguousarray(array).data)

    def cut(self, name: str, length: int) -> None:
        """Take away what is behind so many bytes. Raises SolveError where there are fewer."""
        path = self.path(name)
        path.touch()
        size = path.stat().st_size
        if size < length:
            raise _broken(path)
        if size > length:
            os.truncate(path, length)


def _broken(path: Path) -> SolveError:
    return SolveError(f"{path} is gone or broken: begin anew, in an empty folder")


class Rows:
    """Rows of `width` bytes, in files `NAME-0.bin`, `NAME-1.bin` ... of a folder."""

    def __init__(self, folder: Path, name: str, width: int) -> None:
        self.folder, self.name, self.width = folder, name, width

    def _path(self, segment: int) -> Path:
        return self.folder / f"{self.name}-{segment}.bin"

    def has(self, first: int, end: int) -> bool:
        """Whether the rows from a number on, up to another one, are all there."""
        for segment in range(first // SEGMENT, -(-end // SEGMENT) if first < end else 0):
            path, rows = self._path(segment), min(SEGMENT, end - segment * SEGMENT)
            if not path.is_file() or path.stat().st_size < rows * self.width:
                return False
        return True

    def add(self, first: int, rows: npt.NDArray[np.uint8]) -> None:
        """Write rows, of which the first has this number; once more does no harm."""
        while len(rows):
            here, path = min(SEGMENT - first % SEGMENT, len(rows)), self._path(first // SEGMENT)
            path.touch()
            with path.open("r+b") as file:
                file.seek(first % SEGMENT * self.width)
                file.write(np.ascontiguousarray(rows[:here]).data)
            first, rows = first + here, rows[here:]

    def read(self, first: int, count: int) -> npt.NDArray[np.uint8]:
        """The rows from a number on, as many as a file has of the wanted ones."""
        count, place = min(count, SEGMENT - first % SEGMENT), first % SEGMENT * self.width
        data = np.fromfile(self._path(first // SEGMENT), np.uint8, count * self.width, offset=place)
        return data.reshape(-1, self.width)

    def drop(self, before: int) -> None:
        """Take away files all of whose rows have lower numbers."""
        for segment, path in self._files():
            if segment < before // SEGMENT:
                path.unlink()

    def keep(self, first: int, end: int) -> None:
        """Take away the rows from `end` on. Raises SolveError where those from `first` on are not all there."""
        if not self.has(first, end):
            raise SolveError(f"{self.folder} lacks positions that wait: begin anew, in an empty folder")
        self.cut(end)

    def cut(self, count: int) -> None:
        """Take away the rows from a number on."""
        for segment, path in self._files():
            if segment > count // SEGMENT:
                path.unlink()
            elif segment == count // SEGMENT:
                os.truncate(path, count % SEGMENT * self.width)

    def _files(self) -> list[tuple[int, Path]]:
        named = self.folder.glob(f"{self.name}-*.bin")
        return sorted((int(path.stem.removeprefix(f"{self.name}-")), path) for path in named)


def read_note(folder: Path, form: int) -> dict[str, Any] | None:
    """The note of a folder; None where there is none. Raises SolveError for a broken one, and one of another form."""
    try:
        note = json.loads((folder / _NOTE).read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except ValueError:
        note = None
    if not isinstance(note, dict):
        raise SolveError(f"{folder / _NOTE} is broken: begin anew, in an empty folder")
    try:
        refuse("a table of positions", note.get("form"), form, place=folder / _NOTE)
    except OtherVersion as error:
        raise SolveError(str(error)) from None
    return note


def forget_note(folder: Path) -> None:
    """Say that nothing in the folder counts any more."""
    (folder / _NOTE).unlink(missing_ok=True)


def write_note(folder: Path, note: dict[str, Any]) -> None:
    """Write it down, all at once."""
    write_whole(folder / _NOTE, json.dumps(note, indent=1).encode())


def write_whole(path: Path, data: bytes | memoryview) -> None:
    """Write a file all at once: where the disk does not take it, the old one stays."""
    beside = path.with_name(f"{path.name}.new")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


@contextlib.contextmanager
def on_disk(folder: Path) -> Iterator[None]:
    """Raises SolveError where the disk is full or the folder cannot be written: what was noted before is there yet."""
    try:
        yield
    except OSError as error:
        raise SolveError(
            f"{folder}: {error.strerror or error}. What was found before is kept there; once this is mended, the same"
            " command goes on"
        ) from error
