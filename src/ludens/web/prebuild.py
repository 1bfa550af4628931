"""Makes what ships of the library beside its descriptions (`make pictures`): what has changed, and no more.

`python -m ludens.web.prebuild [--check]`: with `--check` it only says what is not up to date, and fails where something
is.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec
from msgspec import UNSET, Raw

from ludens import library, render
from ludens.game import compile_text
from ludens.library.entries import FOLDER, INDEX, digest
from ludens.web import catalogue, views
from ludens.web.prebuilt import Index, Made, read_index, read_pictures, write_pictures


def drawing() -> str:
    """A digest of the code that draws pictures."""
    files = [Path(catalogue.__file__), *sorted(Path(render.__file__).parent.rglob("*.py"))]
    return digest("\n".join(file.read_text(encoding="utf-8") for file in files))


def wanting(folder: Path = FOLDER) -> list[str]:
    """The games of which nothing is there, or what was made of another description, or drawn by other code."""
    index = read_index(folder)
    pictures = read_pictures(folder)
    return [
        name
        for name in library.names()
        if index.drawing != drawing()
        or (made := index.games.get(name)) is None
        or made.text != digest(library.read(name))
        or name not in pictures
    ]


def make(names: list[str], folder: Path = FOLDER) -> None:
    """Make what is wanting of these games, and throw away what is of none."""
    folder.mkdir(exist_ok=True)
    games = {name: made for name, made in read_index(folder).games.items() if name in library.names()}
    pictures = {name: picture for name, picture in read_pictures(folder).items() if name in games}
    for number, name in enumerate(names, 1):
        sys.stderr.write(f"{number} of {len(names)}: {name}\n")
        text = library.read(name)
        game = compile_text(text, f"{name}.lud")
        pictures[name] = drawn = catalogue.start_picture(game)
        entry = catalogue.read_entry(name)
        if entry.error is UNSET:
            entry = msgspec.structs.replace(entry, chance=views.draws(game), traits=list(game.traits))
        games[name] = Made(digest(text), digest(drawn), Raw(msgspec.json.encode(entry)))
    write_pictures(pictures, folder)
    index = Index(drawing(), dict(sorted(games.items())))
    (folder / INDEX).write_bytes(msgspec.json.format(msgspec.json.encode(index), indent=1) + b"\n")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say what is not up to date")
    check = parser.parse_args(argv).check
    names = wanting()
    if not check:
        make(names)
        return 0
    for name in names:
        sys.stderr.write(f"{name}: its picture is not up to date: make pictures\n")
    return 1 if names else 0


if __name__ == "__main__":
    sys.exit(main())
