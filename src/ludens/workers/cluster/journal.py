"""Records of JSON lines that are only ever added to: each line is on the disk before the next one is begun."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from ludens.formats import Format

Entry = Mapping[str, Any]
#: what the first line says
FORMAT: Final = Format("ludens journal")


class Journal:
    """A file of JSON lines. What cannot be written, on a full disk for example, waits in memory for the next chance.

    `trouble` says what is wrong while lines wait, and is None while none do. A line is there whole or not at all.
    """

    def __init__(self, path: Path | None, *, new: bool = False) -> None:
        """`new` refuses a file that exists; without a path nothing is kept. Raises OSError where it cannot open."""
        self.path = path
        self.trouble: str | None = None
        self._waiting = b""
        self._descriptor: int | None = None
        if path is not None:
            flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | (os.O_EXCL if new else 0) | getattr(os, "O_BINARY", 0)
            self._descriptor = os.open(path, flags, 0o644)
            self._mend()

    def _mend(self) -> None:
        """Begin a new line where an earlier writer was stopped inside of one; in a new file say the format."""
        assert self._descriptor is not None
        size = os.fstat(self._descriptor).st_size
        if not size:
            self._waiting = _line({"format": FORMAT.name, "version": FORMAT.version})
            return
        os.lseek(self._descriptor, size - 1, os.SEEK_SET)
        if os.read(self._descriptor, 1) != b"\n":
            self._waiting = b"\n"

    def add(self, entry: Entry) -> None:
        """Write a line. Raises nothing for a disk that is full: see `trouble`."""
        if self._descriptor is None:
            return
        self._waiting += _line(entry)
        self._flush()

    def _flush(self) -> None:
        """Write what waits; what was written of it is taken back where the rest does not fit."""
        assert self._descriptor is not None
        size = os.fstat(self._descriptor).st_size
        try:
            rest = self._waiting
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
            os.fsync(self._descriptor)
            self._waiting, self.trouble = b"", None
        except OSError as error:
            self.trouble = f"{self.path} cannot be written: {error.strerror}"
            with suppress(OSError):
                os.ftruncate(self._descriptor, size)

    def close(self) -> None:
        """Try once more what waits, and close the file; more than once is harmless."""
        if self._descriptor is not None:
            if self._waiting:
                self._flush()
            os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _line(entry: Entry) -> bytes:
    return json.dumps(entry, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def read_journal(path: Path) -> Iterator[dict[str, Any]]:
    """The entries of a file; lines that were cut off when their writer was stopped are passed over.

    :raises OSError: where the file cannot be read.
    :raises OtherVersion: where another version of ludens wrote it.
    """
    with path.open("rb") as lines:
        for line in lines:
            entry = None
            with suppress(ValueError):
                entry = json.loads(line)
            if not isinstance(entry, dict):
                continue
            if entry.get("format") == FORMAT.name:
                FORMAT.check(entry.get("version"), path)
            else:
                yield entry
