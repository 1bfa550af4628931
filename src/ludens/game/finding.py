"""Where the games of a match are looked for, besides the files around it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

#: a name to a file, KeyError for a name that is unknown
finders: Final[list[Callable[[str], Path]]] = []
