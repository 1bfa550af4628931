"""Files of the heuristics that come with ludens: a header of comments, then the text in lines of bounded length."""

from __future__ import annotations

import lzma
import re
import textwrap
from pathlib import Path
from typing import Final

_WIDTH: Final = 120
_COMMENT: Final = "//"
_HEADER: Final = """\
// Heuristics of {game}, learnt from searches by `ludens tune` and put here by `benchmarks/strongest.py`.
// In each pattern: lists of sites, then what each arrangement of the pieces on them is worth to the first player.
"""


def path_of(game: str) -> Path:
    """The file of a game of that name."""
    return Path(__file__).with_name("tuned_heuristics") / f"{re.sub(r'[^a-z0-9]+', '-', game.lower()).strip('-')}.txt"


def read(path: Path) -> str:
    """The heuristics in a file, as one line; a wheel has it packed."""
    packed = path.with_name(f"{path.name}.xz")
    text = path.read_bytes() if path.exists() else lzma.decompress(packed.read_bytes())
    lines = text.decode().splitlines()
    return " ".join(line.strip() for line in lines if not line.startswith(_COMMENT))


def write(path: Path, game: str, text: str) -> None:
    """Write the heuristics of a game, which are one line, to a file: each pattern begins a line."""
    patterns = re.split(r" (?=\(pattern )", text)
    lines = [line for part in patterns for line in _wrapped(part)]
    path.parent.mkdir(exist_ok=True)
    path.write_text(_HEADER.format(game=game) + "\n".join(lines) + "\n", encoding="utf-8")


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
