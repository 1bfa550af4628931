"""How much of a disk a search may take: a bound that is looked at before anything is written."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ludens.system.resources import free_bytes

#: without a bound of its own a search takes this share of what is free
_SHARE: Final = 0.25
#: and no more than this where rules look into the past: such a search hardly ever ends
_PAST: Final = 1 << 30
#: what is left free in any case
_RESERVE: Final = 1 << 26
_UNITS: Final = ("bytes", "kB", "MB", "GB", "TB")


def taken(folder: Path) -> int:
    """The bytes of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def bound(folder: Path, looks_back: bool) -> int:
    """The bytes that a search in a folder may take where nobody says how many, with those that it has."""
    share = taken(folder) + int(_SHARE * _free(folder))
    return min(share, _PAST) if looks_back else share


def has_room(folder: Path, used: int, more: int, most: float) -> bool:
    """Whether a folder that uses so many bytes may have more of them, and the disk has them."""
    return used + more <= most and more + _RESERVE <= _free(folder)


def _free(folder: Path) -> int:
    """The free bytes of the disk that a folder is on, or will be."""
    there = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
    return free_bytes(there)


def sized(count: float) -> str:
    """A number of bytes for people.

    >>> sized(512), sized(35120), sized(1 << 30)
    ('512 bytes', '34 kB', '1.0 GB')
    """
    unit = 0
    while count >= 1024 and unit < len(_UNITS) - 1:
        count, unit = count / 1024, unit + 1
    return f"{count:.0f} {_UNITS[unit]}" if count >= 10 or not unit else f"{count:.1f} {_UNITS[unit]}"
