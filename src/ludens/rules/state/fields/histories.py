"""The hashes of earlier positions: behind all other fields, and not copied by look-aheads."""

from __future__ import annotations

from ludens.rules.base import Need
from ludens.rules.state.fields.declaration import Listing, Record, ints, needs, words
from ludens.rules.state.layout import Layout, Told

HISTORY = 4096
TURN_HISTORY = 512
#: a power of 2, and some times as many as a long game has positions
MARKS = 1 << 14

_GAME = needs(Need.REPEAT_POSITIONAL_GAME, Need.REPEAT_SITUATIONAL_GAME, Need.CYCLE)
#: those that are looked through for a position; for cycles only the last ones are compared
_SOUGHT = needs(Need.REPEAT_POSITIONAL_GAME, Need.REPEAT_SITUATIONAL_GAME)
_TURN = needs(Need.REPEAT_POSITIONAL_TURN, Need.REPEAT_SITUATIONAL_TURN)


class HistoryFields(Record):
    """Of the whole game, and of the turn; the longest, of which little is in use, comes last (`in_use`)."""

    hash_count = ints(when=_GAME)
    turn_hash_count = ints(when=_TURN)
    #: a bit for each hash of the game, by its lowest bits: where it is not set, the hash is not among them
    hash_marks = words(MARKS // 64, when=_SOUGHT, tells=Told.DERIVED)
    turn_hashes = words(TURN_HISTORY, when=_TURN)
    hashes = words(HISTORY, when=_GAME)


HASHES = Listing(HistoryFields.hashes, HistoryFields.hash_count)
TURN_HASHES = Listing(HistoryFields.turn_hashes, HistoryFields.turn_hash_count)


def in_use(layout: Layout) -> tuple[int, int]:
    """How many bytes of a state are always in use, and where it has the number of words behind these that are as well;
    -1 for a game without such words."""
    if HASHES.items.name not in layout:
        return layout.size, -1
    return layout.fields[HASHES.items.name].offset, layout.fields[HASHES.count.name].offset
