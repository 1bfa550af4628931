"""What the commands share: how they fail, where descriptions come from, how counts are read and written."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ludens import library
from ludens.cli.arguments import NET, OPTION, add_command, add_language, count, positive
from ludens.cli.errors import FAILED, MISUSED, Misuse, say
from ludens.game import Game, compile_text
from ludens.language import printed, read_file
from ludens.library import shelves

__all__ = [
    "FAILED",
    "MISUSED",
    "NET",
    "OPTION",
    "Misuse",
    "Named",
    "add_command",
    "add_language",
    "count",
    "counted",
    "filled",
    "games_of",
    "load",
    "offer",
    "positive",
    "read_text",
    "say",
    "source_of",
    "tell",
]


def source_of(name: str) -> tuple[str, str]:
    """The text of a description and the name of its file. Raises Misuse where there is none."""
    if name == "-":
        return sys.stdin.read(), "<stdin>"
    path = Path(name)
    if path.suffix == ".lud" or {"/", os.sep} & set(name) or path.is_file():
        return read_file(path), name
    try:
        file = library.find(name)
    except library.UnknownGame as error:
        raise Misuse(f"there is no such file, and {error}") from None
    return file.read_text(encoding="utf-8"), file.name


def read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Misuse(f"{path} is no text in UTF-8: {error.reason} at byte {error.start}") from None


class Named(NamedTuple):
    """The name of a game, for `source_of`, and the folder that it was listed from, if any."""

    name: str
    folder: Path | None = None


def games_of(names: Sequence[str]) -> list[Named]:
    """The games that are named: of a folder all descriptions in it, of `all` the library. Raises Misuse."""
    games = list[Named]()
    for name in names:
        if name == "all":
            games += map(Named, library.names())
        elif Path(name).is_dir():
            inside = shelves.found_in(Path(name))
            if not inside:
                raise Misuse(f"there is no .lud file in {name}")
            games += (Named(str(path), Path(name)) for path in inside)
        else:
            games.append(Named(name))
    return games


def load(name: str, options: Sequence[str]) -> Game:
    """The game of this name, path or `-`, compiled with these options."""
    text, source = source_of(name)
    return compile_text(text, source, options)


def tell(text: str) -> None:
    """Print a line of text that others wrote; what a terminal would obey in it shows as an escape."""
    print(printed(text))


def counted(n: int, noun: str) -> str:
    return f"{n} {noun}" + ("" if n == 1 else "s")


def offer(nets: Sequence[str]) -> None:
    """Make agents of nets. Raises Misuse, and AgentError for a file that holds no net."""
    for text in nets:
        name, sign, path = text.partition("=")
        if not sign:
            raise Misuse(f"--net needs a name and a file, as in hex=hex.net, not {text!r}")
        from ludens.learning import player

        player.offer(Path(path), name)


def filled(paragraph: str) -> str:
    """A paragraph of rules in lines that are not too long."""
    lines = paragraph.splitlines()
    return "\n".join(
        textwrap.fill(line, 100, subsequent_indent=" " * (len(line) - len(line.lstrip()) + 2 * (len(lines) > 1)))
        for line in lines
    )
