"""The pictures of a game's rules sheet, in no more room and time than a page has for them."""

from __future__ import annotations

import threading
from itertools import chain

from ludens.game import Game
from ludens.game.single import SingleGame
from ludens.lab.sheet import pictures_of
from ludens.web.schemas.rules import MOST_DRAWN, MOST_PICTURES, RulePicture, RulePictures


def drawings(game: Game, stop: threading.Event) -> RulePictures:
    """The board and the moves of the pieces, until `stop` is set or there is no more room."""
    pictures, drawn = list[RulePicture](), 0
    for picture in chain.from_iterable(pictures_of(one) for one in game.games if isinstance(one, SingleGame)):
        drawn += len(picture.svg)
        if stop.is_set() or drawn > MOST_DRAWN or len(pictures) == MOST_PICTURES:
            break
        pictures.append(RulePicture(picture.caption, picture.svg))
    return RulePictures(pictures)
