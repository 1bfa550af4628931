"""What ships of the library beside its descriptions: a picture of each game, and what is told of it.

Without it a first visit would wait for every game to be compiled. It is made by `ludens.web.prebuild`; what is of
another description than the one at hand is not used.
"""

from __future__ import annotations

import lzma
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Raw, Struct

from ludens.library.entries import FOLDER, INDEX, digest
from ludens.web.schemas.http import CatalogueEntry

PICTURES: Final = "pictures.xz"
#: of text, whose bytes do not depend on where they stand
_FILTERS: Final = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 24, "pb": 0}]


class Made(Struct):
    """What was made of a description: digests of it and of the picture, and what the catalogue tells."""

    text: str
    picture: str
    entry: Raw


class Index(Struct):
    """All that was made, by the names of games; `drawing` is a digest of what pictures were drawn by."""

    drawing: str
    games: dict[str, Made]


def read_index(folder: Path = FOLDER) -> Index:
    """What is there; nothing where it cannot be read."""
    try:
        return msgspec.json.decode((folder / INDEX).read_bytes(), type=Index)
    except (OSError, msgspec.DecodeError):
        return Index("", {})


def read_pictures(folder: Path = FOLDER) -> dict[str, str]:
    """The pictures that are there, by the names of games: together in one file, a third as large as alone."""
    try:
        return msgspec.json.decode(lzma.decompress((folder / PICTURES).read_bytes()), type=dict[str, str])
    except (OSError, EOFError, lzma.LZMAError, msgspec.DecodeError):
        return {}


def write_pictures(pictures: dict[str, str], folder: Path = FOLDER) -> None:
    """Write what `read_pictures` reads."""
    (folder / PICTURES).write_bytes(lzma.compress(msgspec.json.encode(pictures, order="sorted"), filters=_FILTERS))


@cache
def _index() -> Index:
    return read_index()


@cache
def _pictures() -> dict[str, str]:
    return read_pictures()


def _made(name: str, text: str) -> Made | None:
    item = _index().games.get(name)
    return item if item is not None and item.text == digest(text) else None


def picture(name: str, text: str) -> tuple[bytes, str] | None:
    """The picture of a game that has this description, and a digest of it; None where none was made."""
    item = _made(name, text)
    drawn = _pictures().get(name)
    return None if item is None or drawn is None else (drawn.encode(), item.picture)


def entry(name: str, text: str) -> CatalogueEntry | None:
    """What the catalogue tells of a game that has this description; None where nothing was made."""
    item = _made(name, text)
    try:
        return None if item is None else msgspec.json.decode(item.entry, type=CatalogueEntry)
    except msgspec.DecodeError:  # it was made before more was told
        return None
