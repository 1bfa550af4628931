"""Files that are written whole or not at all: after an error, or on a full disk, the old file is there still."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(target: str | os.PathLike[str]) -> Iterator[Path]:
    """The path of a file that takes the place of `target` once the block ends without an error.

    It gets the access rights of the file that was there. What is no file (a pipe, a terminal), or stands in a folder
    where nothing new can be made, is written to itself. Raises OSError.
    """
    place = Path(target).resolve()
    was_there = place.exists()
    if was_there and not (place.is_file() and os.access(place.parent, os.W_OK)):
        yield place
        return
    draft = place.with_name(f".{os.urandom(8).hex()}.part")
    try:
        draft.touch(exist_ok=False)
        yield draft
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        if was_there:
            draft.chmod(place.stat().st_mode)
        draft.replace(place)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def write_text(target: str | os.PathLike[str], text: str, *, newline: str | None = None) -> None:
    """Write a text as UTF-8; `newline` is what ends of lines become, as for `open`. Raises OSError."""
    with replacing(target) as draft:
        draft.write_text(text, encoding="utf-8", newline=newline)


def write_bytes(target: str | os.PathLike[str], data: bytes) -> None:
    """Write bytes. Raises OSError."""
    with replacing(target) as draft:
        draft.write_bytes(data)
