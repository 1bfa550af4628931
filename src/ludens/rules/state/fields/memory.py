"""What a game remembers: variables, remembered and pending values, what is to be cleared; dice and dominoes."""

from __future__ import annotations

from ludens.rules.base import Need
from ludens.rules.state.fields.declaration import Listing, Record, by_ludemes, ints, needs, words
from ludens.rules.state.layout import FieldKind
from ludens.rules.state.model import Model
from ludens.rules.state.names import REMEMBERED, VARIABLES

#: how many values a list remembers
REMEMBERED_VALUES = 512


def _num_variables(model: Model) -> int:
    return max(len(model.numbered(VARIABLES)), 1)


def _num_lists(model: Model) -> int:
    return max(len(model.numbered(REMEMBERED)), 1)


def _most_pending(model: Model) -> int:
    return model.universe + 8


def universe(model: Model) -> int:
    return model.universe


def _visited_words(model: Model) -> int:
    return -(-max(model.universe, model.count("Cell")) // 64) + 1


class MemoryFields(Record):
    """Variables and values that ludemes leave for later."""

    variables = ints(_num_variables, name="vars", initial=-1)
    remembered = ints(_num_lists, REMEMBERED_VALUES, when=by_ludemes)
    remembered_count = ints(_num_lists, when=by_ludemes)
    pending = ints(_most_pending, when=by_ludemes)
    pending_count = ints(when=by_ludemes)
    pending_before = ints(_most_pending, when=by_ludemes)
    pending_before_count = ints(when=by_ludemes)
    to_clear = ints(universe, when=needs(Need.SEQUENCE_CAPTURE))
    to_clear_count = ints(when=needs(Need.SEQUENCE_CAPTURE))
    #: the same sites as a set, where something uses it
    clearing = words(lambda model: -(-model.universe // 64), when=by_ludemes, kind=FieldKind.DERIVED)
    next_was_set = ints(when=needs(Need.SEQUENCE_CAPTURE))
    visited = words(_visited_words, when=by_ludemes)
    removals = ints(when=needs(Need.REMOVALS))
    removed_value = ints(when=needs(Need.REMOVALS))
    trump = ints(when=needs(Need.CARD), initial=-1)


PENDING = Listing(MemoryFields.pending, MemoryFields.pending_count)
PENDING_BEFORE = Listing(MemoryFields.pending_before, MemoryFields.pending_before_count)
TO_CLEAR = Listing(MemoryFields.to_clear, MemoryFields.to_clear_count)
#: those of this move, and those of the move before
ALL_PENDING = (*PENDING.fields, *PENDING_BEFORE.fields)
REMEMBERING = (MemoryFields.remembered, MemoryFields.remembered_count)


def _has_dice(model: Model) -> bool:
    return bool(model.dice())


class DiceFields(Record):
    """What the dice show, and the dominoes that are left."""

    dice_value = ints(lambda model: sum(dice.num_sites for dice in model.dice()), when=_has_dice)
    dice_sum = ints(lambda model: len(model.dice()), when=_has_dice)
    dice_equal = ints(when=_has_dice)
    dominoes = ints(lambda model: len(model.components), element="u8", when=needs(Need.DOMINOES))
    dominoes_count = ints(when=needs(Need.DOMINOES))
