"""Compiled objects on disk, by key: an aid, which may be absent, damaged or read-only.

What is read is marked as used, at most once a day. Now and then a process that writes clears up: what was not used for
`KEPT_DAYS` goes, and then what was not used for longest, until the rest is within `LUDENS_CACHE_MB` (default 1024).
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

#: bytes of the digest that a file begins with, by which damage shows
DIGEST_SIZE = sha256().digest_size
DEFAULT_MB = 1024
KEPT_DAYS = 90
DAY = 86_400.0
#: a process that writes clears up at first, and again whenever it has written this share of the limit
SHARE = 0.1
#: what is left of the limit after clearing up, so that the next write does not reach it at once
LEFT = 0.9

_written: dict[Path, float] = {}


class _Entry(NamedTuple):
    used: float
    size: int
    place: str


def cache_directory() -> Path | None:
    """Where compiled objects are kept: `LUDENS_CACHE`, else the user's cache; None where that is `off` or empty."""
    place = os.environ.get("LUDENS_CACHE")
    if place is None:
        import platformdirs

        return Path(platformdirs.user_cache_dir("ludens"))
    return None if place.lower() in ("", "0", "off", "none") else Path(place)


def strangers_cache() -> str | None:
    """Where what strangers compile is kept, so that it crowds out nobody else's."""
    cache = cache_directory()
    return str(cache / "strangers") if cache is not None else None


def read_cache(key: str) -> bytes | None:
    """The cached bytes of a key; None where there are none or they are damaged."""
    directory = cache_directory()
    if directory is None:
        return None
    place = _place(directory, key)
    try:
        data = place.read_bytes()
    except OSError:
        return None
    _mark_used(place)
    content = data[DIGEST_SIZE:]
    return content if sha256(content).digest() == data[:DIGEST_SIZE] else None


def write_cache(key: str, content: bytes) -> None:
    """Keep bytes under a key; a full or read-only disk is no error."""
    directory = cache_directory()
    if directory is None:
        return
    with suppress(OSError):
        place = _place(directory, key)
        place.parent.mkdir(parents=True, exist_ok=True)
        _replace(place, sha256(content).digest() + content)
        _clear_up_now_and_then(directory, len(content))


def cache_limit() -> int:
    """The bytes that the cache may hold: `LUDENS_CACHE_MB` megabytes. Raises ValueError for what is no number."""
    text = os.environ.get("LUDENS_CACHE_MB", str(DEFAULT_MB))
    try:
        return int(float(text) * (1 << 20))
    except (ValueError, OverflowError):
        raise ValueError(f"LUDENS_CACHE_MB is a number of megabytes, not {text!r}") from None


def clear_up(directory: Path, limit: int) -> None:
    """Forget what was not used for long, and the longest unused of what is beyond the limit, in bytes."""
    entries, oldest = sorted(_entries(directory), reverse=True), time.time() - KEPT_DAYS * DAY
    within = limit if sum(entry.size for entry in entries) <= limit else limit * LEFT
    total = 0
    for entry in entries:  # the latest used first
        total += entry.size
        if total > within or entry.used < oldest:
            with suppress(OSError):
                os.unlink(entry.place)


def _clear_up_now_and_then(directory: Path, size: int) -> None:
    limit = cache_limit()
    written = _written.get(directory)
    if written is None or written + size > limit * SHARE:
        clear_up(directory, limit)
        written = 0.0
    _written[directory] = written + size


def _entries(directory: Path) -> Iterator[_Entry]:
    """The files of the cache; one that vanishes meanwhile is none."""
    for folder in os.scandir(directory):
        if len(folder.name) == 2 and folder.is_dir():
            for file in os.scandir(folder.path):
                with suppress(OSError):
                    status = file.stat()
                    yield _Entry(status.st_mtime, status.st_size, file.path)


def _mark_used(place: Path) -> None:
    with suppress(OSError):
        if time.time() - place.stat().st_mtime > DAY:
            os.utime(place)


def _replace(place: Path, data: bytes) -> None:
    """Write a file whole or not at all: others may read it meanwhile, and a failure leaves nothing behind."""
    with tempfile.NamedTemporaryFile(dir=place.parent, delete=False) as file:
        try:
            file.write(data)
            file.close()
            os.replace(file.name, place)
        except BaseException:
            with suppress(OSError):
                os.unlink(file.name)
            raise


def _place(directory: Path, key: str) -> Path:
    return directory / key[:2] / key[2:]
