"""What is unpacked once: the package where it runs from a zip, since games, pages and workers are files; and the games
of a wheel, which has them in one file, a third as large as alone."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path


def unpacked(archive: str, prefix: str) -> str:
    """The folder of what a zip holds below a prefix: in the user's cache, or one that goes with this process."""
    with open(archive, "rb") as file:
        key = sha256(prefix.encode() + file.read()).hexdigest()[:32]
    return os.path.join(_place(key, lambda folder: _extract(archive, prefix, folder)), *prefix.split("/"))


def folder_of_texts(folder: Path) -> Path:
    """A folder of texts, or where they were unpacked from the file that a wheel has in its place.

    `packaging/packing.py` makes that file: JSON, texts by their paths, as xz.
    """
    if folder.is_dir():
        return folder
    packed = folder.with_name(f"{folder.name}.xz").read_bytes()
    return Path(_place(sha256(packed).hexdigest()[:32], lambda place: _write_texts(packed, Path(place))))


def _place(key: str, fill: Callable[[str], object]) -> str:
    """The folder of this key, filled whole or not at all; another process may do the same."""
    import shutil

    place = os.path.join(_cache(), "unpacked", key)
    if os.path.isdir(place):
        return place
    os.makedirs(os.path.dirname(place), exist_ok=True)
    beside = tempfile.mkdtemp(dir=os.path.dirname(place))
    try:
        fill(beside)
        os.rename(beside, place)
    except OSError:
        if not os.path.isdir(place):
            raise
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return place


def _extract(archive: str, prefix: str, folder: str) -> None:
    import zipfile

    with zipfile.ZipFile(archive) as source:
        parts = [f"{prefix}/"]
        if prefix.endswith("src/ludens"):  # a whole repository
            parts.append(f"{prefix.removesuffix('src/ludens')}docs/reference/")
        source.extractall(folder, [name for name in source.namelist() if name.startswith(tuple(parts))])


def _write_texts(packed: bytes, folder: Path) -> None:
    import json
    import lzma

    for name, text in json.loads(lzma.decompress(packed)).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode())


def _cache() -> str:
    """Where compiled games are kept (`ludens.stage.cache`); without such a folder one that is removed at the end."""
    place = os.environ.get("LUDENS_CACHE")
    if place is None:
        import platformdirs

        place = platformdirs.user_cache_dir("ludens")
    try:
        if place.lower() not in ("", "0", "off", "none"):
            os.makedirs(place, exist_ok=True)
            with tempfile.TemporaryFile(dir=place):
                return place
    except OSError:  # a disk that is full or not ours to write to
        pass
    return _temporary()


@cache
def _temporary() -> str:
    """A folder that goes with this process."""
    import atexit
    import shutil

    place, maker = tempfile.mkdtemp(prefix="ludens-"), os.getpid()
    atexit.register(lambda: os.getpid() == maker and shutil.rmtree(place, ignore_errors=True))
    return place
