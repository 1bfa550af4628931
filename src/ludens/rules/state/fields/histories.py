"""The hashes of earlier positions: behind all other fields, and not copied by look-aheads."""

from __future__ import annotations

from ludens.rules.base import Need
from ludens.rules.state.fields.declaration import Listing, Record, ints, needs, words
from ludens.rules.state.fields.memory import universe
from ludens.rules.state.fields.players import seats
from ludens.rules.state.layout import FieldKind, Layout
from ludens.rules.state.model import Fact

HISTORY = 4096
TURN_HISTORY = 512
#: a power of 2, and some times as many as a long game has positions
MARKS = 1 << 14
#: how many turns back positions are counted; a power of 2
TURNS = 512
#: bits by which most positions are seen not to be among them; a power of 2
TURN_MARKS = 1 << 12

_GAME = needs(Need.REPEAT_POSITIONAL_GAME, Need.REPEAT_SITUATIONAL_GAME, Need.CYCLE)
#: those that are looked through for a position; for cycles only the last ones are compared
_SOUGHT = needs(Need.REPEAT_POSITIONAL_GAME, Need.REPEAT_SITUATIONAL_GAME)
_TURN = needs(Need.REPEAT_POSITIONAL_TURN, Need.REPEAT_SITUATIONAL_TURN)
_COUNTED = needs(Need.REPEATS)

#: how many conditions and regions are looked at when a turn ends (`turns.repeats`)
NUM_LASTING: Fact[int] = Fact(0)
NUM_LASTING_SITES: Fact[int] = Fact(0)


class HistoryFields(Record):
    """Of the whole game, and of the turn; the longest, of which little is in use, comes last (`in_use`)."""

    hash_count = ints(when=_GAME)
    #: how many turns have ended, the start being one; how often the position occurred, and after which of them first
    ended_turns = ints(when=_COUNTED)
    occurred = ints(when=_COUNTED)
    occurred_first = ints(when=_COUNTED)
    #: the latest of them with which a condition, or a piece in a region, failed, by whose turn ended
    lapsed = ints(NUM_LASTING.of, seats, when=lambda model: NUM_LASTING.of(model) > 0)
    lapsed_sites = ints(NUM_LASTING_SITES.of, seats, universe, when=lambda model: NUM_LASTING_SITES.of(model) > 0)
    turn_hash_count = ints(when=_TURN)
    #: a bit for each hash of the game, by its lowest bits: where it is not set, the hash is not among them
    hash_marks = words(MARKS // 64, when=_SOUGHT, kind=FieldKind.DERIVED)
    turn_hashes = words(TURN_HISTORY, when=_TURN)
    turn_marks = words(TURN_MARKS // 64, when=_COUNTED, kind=FieldKind.DERIVED)
    #: after each of the last turns, each at its number modulo `TURNS`; how many there are
    positions_count = ints(when=_COUNTED)
    positions = words(TURNS, when=_COUNTED)
    hashes = words(HISTORY, when=_GAME)


HASHES = Listing(HistoryFields.hashes, HistoryFields.hash_count)
TURN_HASHES = Listing(HistoryFields.turn_hashes, HistoryFields.turn_hash_count)
POSITIONS = Listing(HistoryFields.positions, HistoryFields.positions_count)


def in_use(layout: Layout) -> tuple[int, int]:
    """How many bytes of a state are always in use, and where it has the number of words behind these that are as well;
    -1 for a game without such words."""
    for listing in (HASHES, POSITIONS):
        if listing.items.name in layout:
            return layout.fields[listing.items.name].offset, layout.fields[listing.count.name].offset
    return layout.size, -1
