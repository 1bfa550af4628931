"""Compiled objects on disk, by key: an aid, which may be absent, damaged or read-only."""

from __future__ import annotations

import hashlib
import os
import tempfile
from contextlib import suppress
from pathlib import Path

import platformdirs


def cache_directory() -> Path | None:
    """Where compiled objects are kept: `LUDENS_CACHE`, else the user's cache; None where that is `off` or empty."""
    place = os.environ.get("LUDENS_CACHE")
    if place is None:
        return Path(platformdirs.user_cache_dir("ludens"))
    return None if place.lower() in ("", "0", "off", "none") else Path(place)


def read_cache(key: str) -> bytes | None:
    """The cached bytes of a key; None where there are none or they are damaged."""
    directory = cache_directory()
    if directory is None:
        return None
    try:
        data = _place(directory, key).read_bytes()
    except OSError:
        return None
    digest, content = data[:32], data[32:]
    return content if hashlib.sha256(content).digest() == digest else None


def write_cache(key: str, content: bytes) -> None:
    """Keep bytes under a key; a full or read-only disk is no error."""
    directory = cache_directory()
    if directory is None:
        return
    with suppress(OSError):
        place = _place(directory, key)
        place.parent.mkdir(parents=True, exist_ok=True)
        _replace(place, hashlib.sha256(content).digest() + content)


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
