"""Information on a game: what it is, its rules in words, where it comes from."""

from __future__ import annotations

from ludens.language import LudError
from ludens.ludemes.sections import Section
from ludens.rules.base import Ludeme


class InfoItem(Ludeme):
    """An item of the information."""


class InfoText(InfoItem):
    """A text; the keyword says what it is about.

    `description`: what the game is. `rules`: the rules in words. `source`: where they come from. `id`: the identifier
    in the reference data base. `version`: the version of the language. `classification`: the path of categories.
    `notation`: how players write the game, by a name that `ludens notation` knows (`"draughts"`, `"standard"`).
    `credit`: who wrote the file or drew the images. `author`, `date`, `publisher`, `origin`: of the game.
    """

    spellings = (
        "description",
        "rules",
        "source",
        "id",
        "version",
        "classification",
        "credit",
        "author",
        "date",
        "publisher",
        "origin",
        "notation",
    )
    text: str


class Semantics(InfoItem):
    """How the rules are read.

    `"reference"`, as without this item: as the reference implementation reads them, with its quirks. `"plain"`: without
    those that the manual lists, as who has not read of them would expect.
    """

    spellings = ("semantics",)
    which: str

    def check(self) -> None:
        if self.which not in ("plain", "reference"):
            raise LudError(f'there are no semantics "{self.which}"', self.node.span, 'they are "plain" or "reference"')


class Requires(InfoItem):
    """What a program has to know beyond the language of the reference implementation.

    `"ludens"`: the forms that only ludens has. A description that uses one of these has to say so.
    """

    spellings = ("requires",)
    which: str

    def check(self) -> None:
        if self.which != "ludens":
            raise LudError(f'nothing is known that is called "{self.which}"', self.node.span, 'it can be "ludens"')


class Aliases(InfoItem):
    """Other names of the game."""

    spellings = ("aliases",)
    names: tuple[str, ...]


class Info(Section):
    """Information on the game."""

    spellings = ("info",)
    content: tuple[InfoItem, ...] | InfoItem

    def texts(self, keyword: str) -> tuple[str, ...]:
        """The texts of a keyword (`"rules"`), each on one line."""
        items = (item for item in self.listed if isinstance(item, InfoText) and item.spelling == keyword)
        return tuple(" ".join(item.text.split()) for item in items)

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other names of the game."""
        return tuple(name for item in self.listed if isinstance(item, Aliases) for name in item.names)

    @property
    def listed(self) -> tuple[InfoItem, ...]:
        return self.content if isinstance(self.content, tuple) else (self.content,)
