"""Boxes: a game as a folder that can be handed in to an arena of language models.

>>> from ludens.envs import boxes
>>> [file.name for file in boxes.files("Tic-Tac-Toe", "gymnasium")]
['__init__.py', 'game.lud', 'pyproject.toml', 'README.md']

A folder has the description itself, so that it plays the same game for ever, and thin code that hands it to `ludens`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from string import Template

from ludens.envs.boxes.templates import ABOUT, SETUP, TEMPLATES
from ludens.envs.kaggle import slug
from ludens.envs.play import Source, game_of
from ludens.version import __version__

__all__ = ["ARENAS", "BoxError", "BoxFile", "files", "write"]

#: the arenas that there are boxes for, and what each is
ARENAS = {name: about.partition("\n")[0] for name, about in ABOUT.items()}


class BoxError(ValueError):
    """A box that cannot be made; the message says why."""


@dataclass(frozen=True)
class BoxFile:
    """A file of a box: where it lies in the folder, and its text."""

    path: PurePosixPath
    text: str

    @property
    def name(self) -> str:
        return self.path.name


def files(game: Source, arena: str, options: Sequence[str] = ()) -> list[BoxFile]:
    """The files of a box. Raises BoxError for an arena that there is not, LudError, and ValueError for a match."""
    if arena not in TEMPLATES:
        raise BoxError(f"there are no boxes for {arena!r}; there are {', '.join(ARENAS)}")
    loaded = game_of(game, options)
    name = slug(loaded.name)
    facts = {
        "name": name,
        "title": loaded.name.replace('"', "'").replace("\\", "/"),  # it stands in strings
        "class": "".join(part.capitalize() for part in name.split("_")[1:]) or "Game",
        "options": repr(list(loaded.options)),
        "players": str(loaded.num_players),
        "version": __version__.partition("+")[0],
        "arena": arena,
        "rules": loaded.description.source.text,
    }

    def filled(template: str) -> str:
        return Template(template).substitute(facts)

    texts = {"README.md": _readme(arena), **TEMPLATES[arena]}
    made = [BoxFile(PurePosixPath(filled(path)), filled(text)) for path, text in texts.items()]
    return sorted(made, key=lambda file: (file.path.name.casefold(), str(file.path)))


def _readme(arena: str) -> str:
    about = ABOUT[arena].partition("\n")[2].strip()
    return f"# $title\n\n{about}\n\n{SETUP}"


def write(game: Source, arena: str, folder: Path, options: Sequence[str] = ()) -> Iterator[Path]:
    """Write a box to a folder that there is not, or that is empty; gives each file.

    Raises BoxError, OSError, and what `files` does, before anything is written.
    """
    made = files(game, arena, options)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BoxError(f"{folder} is there already, and not empty")
    for file in made:
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text, encoding="utf-8")
        yield path
