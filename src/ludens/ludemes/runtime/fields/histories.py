"""The hashes of earlier positions: behind all other fields, and not copied by look-aheads."""

from __future__ import annotations

from ludens.ludemes.base import Need
from ludens.ludemes.runtime.fields.declaration import Listing, Record, ints, needs, words
from ludens.ludemes.runtime.layout import Layout, Told

HISTORY = 4096
TURN_HISTORY = 512
#: a power of 2, and some times as many as a long game has positions
MARKS = 1 << 14

_GAME = needs(Need.REPEAT_POSITIONAL_GAME, Need.REPEAT_SITUATIONAL_GAME, Need.CYCLE)
#: those that are looked through for a position; for cycles only the last ones are compared
_SOUGHT = needs(Need.REPEAT_POSITIONAL_GAME, Need.REPEAT_SITUATIONAL_GAME)
_TURN = needs(Need.REPEAT_POSITIONAL_TURN, Need.REPEAT_SITUATIONAL_TURN)


class HistoryFields(Record):
    """Of the whole game, and of the turn; the longest, of which little is in use, comes last (`growing`)."""

    hash_count = ints(when=_GAME)
    turn_hash_count = ints(when=_TURN)
    #: a bit for each hash of the game, by its lowest bits: where it is not set, the hash is not among them
    hash_marks = words(MARKS // 64, when=_SOUGHT, tells=Told.DERIVED)
    turn_hashes = words(TURN_HISTORY, when=_TURN)
    hashes = words(HISTORY, when=_GAME)


HASHES = Listing(HistoryFields.hashes, HistoryFields.hash_count)
TURN_HASHES = Listing(HistoryFields.turn_hashes, HistoryFields.turn_hash_count)


def growing(layout: Layout) -> tuple[int, int] | None:
    """Where the words begin that are the end of a state and in use as far as the game has come, and where their number
    is; None for a game without them."""
    if HASHES.items.name not in layout:
        return None
    return layout.fields[HASHES.items.name].offset, layout.fields[HASHES.count.name].offset
