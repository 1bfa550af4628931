"""A rules sheet as it is before it is written down: sections of paragraphs, lists and pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Item:
    """An item of a list, with the items under it."""

    text: str
    items: tuple[Item, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {"text": self.text} | ({"items": [item.to_dict() for item in self.items]} if self.items else {})


@dataclass(frozen=True)
class Picture:
    """A picture, as an SVG document, with what stands under it."""

    name: str
    caption: str
    svg: str


@dataclass(frozen=True)
class Section:
    """A part of the sheet; of its parts, in turn, the text, the list and the pictures may be missing."""

    title: str
    text: str = ""
    items: tuple[Item, ...] = ()
    pictures: tuple[Picture, ...] = ()
    sections: tuple[Section, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The section, ready for JSON; pictures by their names and captions."""
        data: dict[str, Any] = {"title": self.title}
        if self.text:
            data["text"] = self.text
        if self.items:
            data["items"] = [item.to_dict() for item in self.items]
        if self.pictures:
            data["pictures"] = [{"name": one.name, "caption": one.caption} for one in self.pictures]
        if self.sections:
            data["sections"] = [section.to_dict() for section in self.sections]
        return data

    def walk(self) -> Iterator[Section]:
        """This section and those in it."""
        yield self
        for section in self.sections:
            yield from section.walk()


@dataclass(frozen=True)
class RulesSheet:
    """The rules of a game in words: `lead` is what its author says of it, `written` the rules that its author wrote."""

    title: str
    lead: str
    written: str
    sections: tuple[Section, ...]

    def to_dict(self) -> dict[str, Any]:
        """The sheet, ready for JSON."""
        return {
            "game": self.title,
            "description": self.lead,
            "written": self.written,
            "sections": [section.to_dict() for section in self.sections],
        }

    def pictures(self) -> list[Picture]:
        """All pictures, in turn."""
        return [one for section in self.sections for inner in section.walk() for one in inner.pictures]
