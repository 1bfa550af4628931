"""How much a description may ask for: far beyond what games have, and little enough to be compiled and played."""

from __future__ import annotations

from typing import Final

from ludens.language import LudError
from ludens.rules.base import Ludeme

PLAYERS: Final = 16
#: kinds of pieces, cards, dice and dominoes together
COMPONENTS: Final = 2000
#: sites of one hand
HAND_SITES: Final = 1000
#: hands, decks and dice together, a hand of each player counted for each
CONTAINERS: Final = 100
DOMINO_VALUE: Final = 50
DICE: Final = 100
FACES: Final = 1000
#: the largest amount that may be bet where the description tells it: each amount is a move
BET: Final = 100_000
#: bytes of a position
STATE_BYTES: Final = 8 << 20


def within(ludeme: Ludeme, value: int, least: int, most: int, what: str) -> None:
    """Raises LudError, at the ludeme, where `value` is not among `least` to `most`; `what` is counted by it."""
    if not least <= value <= most:
        raise LudError(f"{what}: {least:,} to {most:,} are possible, not {value:,}", ludeme.node.span)
