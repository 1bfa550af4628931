"""Pictures beside the rules of a game, as pages are told them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ludens.web.schemas.base import Outgoing, doc

#: so many pictures, and characters of them together, are sent
MOST_PICTURES, MOST_DRAWN = 40, 3_000_000


class RulePicture(Outgoing):
    """The board at the start, or the moves of a piece."""

    caption: Annotated[str, Meta(max_length=300)]
    svg: Annotated[str, Meta(max_length=MOST_DRAWN), doc("the picture, as a document")]


class RulePictures(Outgoing):
    """The board of a game, and how each kind of piece moves on it."""

    pictures: Annotated[list[RulePicture], Meta(max_length=MOST_PICTURES)]
