"""The hashes of earlier positions: behind all other fields, and not copied by look-aheads."""

from __future__ import annotations

from ludens.ludemes.base import Need
from ludens.ludemes.runtime.fields.declaration import Listing, Record, ints, needs, words

HISTORY = 4096
TURN_HISTORY = 512

_GAME = needs(Need.REPEAT_POSITIONAL_GAME, Need.REPEAT_SITUATIONAL_GAME, Need.CYCLE)
_TURN = needs(Need.REPEAT_POSITIONAL_TURN, Need.REPEAT_SITUATIONAL_TURN)


class HistoryFields(Record):
    """Of the whole game, and of the turn."""

    hash_count = ints(when=_GAME)
    hashes = words(HISTORY, when=_GAME)
    turn_hash_count = ints(when=_TURN)
    turn_hashes = words(TURN_HISTORY, when=_TURN)


HASHES = Listing(HistoryFields.hashes, HistoryFields.hash_count)
TURN_HASHES = Listing(HistoryFields.turn_hashes, HistoryFields.turn_hash_count)
