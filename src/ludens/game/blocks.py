"""Blocks from elsewhere: what native code takes for granted of the fields of a state is checked first.

Kinds of pieces, owners, players, places, heights and lengths of lists are within the game's bounds. That the fields
agree with each other, the list of a player's pieces with what stands on the sites for example, is not checked: a block
that was made up can be a position to which no moves lead, or a senseless one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ludens.native import Block
from ludens.rules.enums import RoleType
from ludens.rules.roles import fixed_index
from ludens.rules.state.fields.declaration import Field
from ludens.rules.state.fields.sites import num_slots
from ludens.rules.state.layout import Layout
from ludens.rules.state.model import Model
from ludens.rules.state.view import StateView
from ludens.rules.turns.phases import PHASES

Bound = Callable[[Model], int]


def _seats(model: Model) -> int:
    return model.num_players + 1


def _movers(model: Model) -> int:
    """Those of moves may be players that the game does not have."""
    return max(_seats(model), *(fixed_index(role) or 0 for role in RoleType))


def _last_site(model: Model) -> int:
    return max(model.universe, num_slots(model)) - 1


def _last_component(model: Model) -> int:
    return max(len(model.components) - 1, 0)


def _last_phase(model: Model) -> int:
    return max(len(PHASES.of(model)) - 1, 0)


_P = StateView
#: the least and the greatest value of fields, beside the bounds that fields declare; others may be any numbers
_WITHIN: tuple[tuple[Field[Any], int, Bound], ...] = (
    *((field, 0, _movers) for field in (_P.last_mover, _P.recent_mover)),
    *((field, -1, _seats) for field in (_P.winner, _P.player_order)),
    *((field, 0, lambda model: 2) for field in (_P.last_type_from, _P.last_type_to)),
    (_P.active, 0, lambda model: (1 << model.num_players + 2) - 1),
    (_P.over, 0, lambda model: 1),
    (_P.phase, 0, _last_phase),
    (_P.start_what, 0, _last_component),
    (_P.dominoes, 0, _last_component),
    (_P.to_clear, 0, _last_site),
)
#: fields that count the elements in use of another one, along its last dimension
_COUNTS = (
    (_P.hash_count, _P.hashes),
    (_P.turn_hash_count, _P.turn_hashes),
    (_P.positions_count, _P.positions),
    (_P.remembered_count, _P.remembered),
    (_P.pending_count, _P.pending),
    (_P.pending_before_count, _P.pending_before),
    (_P.to_clear_count, _P.to_clear),
    (_P.propositions_count, _P.propositions),
    (_P.votes_count, _P.votes),
    (_P.dominoes_count, _P.dominoes),
)
#: sets of sites: bits in words
_SETS = (
    (_P.empty, num_slots),
    (_P.last_from_sites, lambda model: model.universe),
    (_P.last_to_sites, lambda model: model.universe),
    (_P.last_between, lambda model: model.universe),
)


class _Range(NamedTuple):
    """The values that the elements of a field may have."""

    name: str
    low: int
    high: int


class BlockCheck:
    """What the blocks of one game are held to; made once."""

    def __init__(self, model: Model, layout: Layout) -> None:
        self._dtype = layout.dtype
        self._ranges = list(_ranges(model, layout))
        self._sets = [(field.name, size(model)) for field, size in _SETS if field.name in layout and size(model) % 64]

    def check(self, block: Block) -> None:
        """Raises ValueError for what is no state of this game."""
        fields = block.view(self._dtype)[0]
        for one in self._ranges:
            values = fields[one.name]
            if not np.size(values):
                continue
            least, most = int(values.min()), int(values.max())
            if least < one.low or most > one.high:
                wrong = least if least < one.low else most
                raise ValueError(f"this is no state of the game: {one.name} is {wrong}, not {one.low} to {one.high}")
        for name, size in self._sets:
            last = int(np.atleast_1d(fields[name])[-1])
            if last & ((1 << 64) - 1) >> size % 64 << size % 64:
                raise ValueError(f"this is no state of the game: {name} has sites beyond {size - 1}")


def _ranges(model: Model, layout: Layout) -> Iterator[_Range]:
    for name, laid in layout.fields.items():
        if laid.bounds is not None:
            yield _Range(name, *laid.bounds)
    for field, low, high in _WITHIN:
        if field.name in layout:
            yield _Range(field.name, low, high(model))
    for count, items in _COUNTS:
        if count.name in layout and items.name in layout:
            yield _Range(count.name, 0, layout.fields[items.name].shape[-1])
