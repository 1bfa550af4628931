"""The package where it runs from a zip: it is unpacked once, since games, pages and workers are files."""

from __future__ import annotations

import os
import tempfile
from hashlib import sha256


def unpacked(archive: str, prefix: str) -> str:
    """The folder of what a zip holds below a prefix: in the user's cache, or one that goes with this process."""
    with open(archive, "rb") as file:
        key = sha256(prefix.encode() + file.read()).hexdigest()[:32]
    cache = _cache()
    place = os.path.join(cache, "unpacked", key)
    folder = os.path.join(place, *prefix.split("/"))
    if not os.path.isdir(folder):
        os.makedirs(os.path.dirname(place), exist_ok=True)
        _unpack(archive, prefix, place)
    return folder


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
    import atexit
    import shutil

    place = tempfile.mkdtemp(prefix="ludens-")
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    return place


def _unpack(archive: str, prefix: str, place: str) -> None:
    """Unpack whole or not at all; another process may do the same."""
    import shutil
    import zipfile

    with zipfile.ZipFile(archive) as source:
        parts = [f"{prefix}/"]
        if prefix.endswith("src/ludens"):  # a whole repository
            parts.append(f"{prefix.removesuffix('src/ludens')}docs/reference/")
        inside = [name for name in source.namelist() if name.startswith(tuple(parts))]
        beside = tempfile.mkdtemp(dir=os.path.dirname(place))
        try:
            source.extractall(beside, inside)
            os.rename(beside, place)
        except OSError:
            if not os.path.isdir(place):
                raise
        finally:
            shutil.rmtree(beside, ignore_errors=True)
