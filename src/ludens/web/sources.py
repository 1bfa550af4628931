"""Where games come from: the library, or a description that somebody wrote."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from ludens import library
from ludens.web.errors import ApiError


@dataclass(frozen=True)
class GameSource:
    """A description: its text, and the name of the library's game that it is, empty for others.

    `path` is that of the owner's own file that it comes from: a match may have its games beside it.
    """

    text: str
    name: str = ""
    path: str = ""

    @property
    def key(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def is_library(self) -> bool:
        """Whether the text is that of the library's game of this name."""
        try:
            return bool(self.name) and library.read(self.name) == self.text
        except library.UnknownGame:
            return False


def library_source(name: str) -> GameSource:
    """The description of a library game. Raises ApiError."""
    try:
        path = library.find(name)
    except library.UnknownGame as error:
        raise ApiError("unknown", str(error), 404) from None
    return GameSource(path.read_text(encoding="utf-8"), path.stem)
