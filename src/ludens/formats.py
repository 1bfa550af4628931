"""The formats of what ludens writes for later: each says its name and version, and all refuse another one alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

#: each format: its name as its files have it, or what it is, and the version that is written
VERSIONS: Final = {
    "ludens game": 1,
    "ludens state": 1,
    "ludens study": 1,
    "ludens certificate": 1,
    "ludens journal": 1,
    "ludens transcript": 1,
    "ludens-net": 1,
    "ludens checkpoint": 1,
    "ludens facts": 1,
    "a list of games": 1,
    "a run of benchmarks": 1,
    "a shelf": 1,
    "an index of a shelf": 1,
    "a table of positions": 3,
    "an export": 1,
}
#: how a program gets what reads newer files
_NEWER: Final = 'a newer ludens wrote it, which reads it: python -m pip install --upgrade "ludens"'
_OLDER: Final = "an older ludens wrote it: make it anew, or read it with that one"


class OtherVersion(ValueError):
    """A file of a version that is not read here; the message says how to read it."""


@dataclass(frozen=True)
class Format:
    """A format, by the name that `VERSIONS` has."""

    name: str

    @property
    def version(self) -> int:
        return VERSIONS[self.name]

    @property
    def words(self) -> str:
        """The name and the version as one text, where a file has them together."""
        return f"{self.name} {self.version}"

    def check(self, version: object, place: object = "") -> None:
        """Raises OtherVersion for all but the version that is written; `place` is where it was read."""
        refuse(self.name, version, self.version, place=place)

    def check_words(self, words: object, place: object = "") -> bool:
        """Whether a text is a name and version of this format. Raises OtherVersion for another version."""
        name, _, number = words.rpartition(" ") if isinstance(words, str) else ("", "", "")
        if name != self.name or not number.isdigit():
            return False
        self.check(int(number), place)
        return True


def refuse(name: str, version: object, *read: int, place: object = "") -> None:
    """Raises OtherVersion for a version that is none of those that are read, in order; `place` is where it stands."""
    if isinstance(version, int) and not isinstance(version, bool) and version in read:
        return
    versions = f"{read[0]} to {read[-1]}" if len(read) > 1 else str(read[0])
    where = f"{place}: " if place else ""
    how = _NEWER if isinstance(version, int) and version > max(read) else _OLDER
    raise OtherVersion(f"{where}this is version {version!r} of {name}, and version {versions} is read here: {how}")
