"""What stands on the sites, and for each component where it stands.

Arrays by site have an element for each slot (`StateView.slot`), in stacking games one for each level of it.
"""

from __future__ import annotations

from ludens.rules.base import Need
from ludens.rules.state.fields.declaration import Initial, Record, by_ludemes, ints, needs, words
from ludens.rules.state.layout import FieldKind
from ludens.rules.state.model import Model
from ludens.rules.state.words import signed
from ludens.stage import narrowest

STACK_HEIGHT = 32
LARGE_STACK_HEIGHT = 128
#: the most entries that the list of a component's positions can count
MOST_OWNED = (1 << 15) - 1
_POSITIONS_COMPARED = frozenset(
    {
        Need.REPEAT_POSITIONAL_GAME,
        Need.REPEAT_SITUATIONAL_GAME,
        Need.REPEAT_POSITIONAL_TURN,
        Need.REPEAT_SITUATIONAL_TURN,
        Need.CYCLE,
        Need.REPEATS,
    }
)


def num_slots(model: Model) -> int:
    """The number of slots: the sites of all containers, then those of further site types in use."""
    return model.total_sites + sum(model.count(t) for t in model.site_types[1:])


def _levels(model: Model) -> int | None:
    """The number of levels that are kept for each stack; None where nothing stacks."""
    if not model.stacking:
        return None
    if Need.CARD in model.needs:
        return max(LARGE_STACK_HEIGHT, len(model.components))
    return LARGE_STACK_HEIGHT if model.large_stacks else STACK_HEIGHT


#: places in the lists of all components together, where stacks may fill up
_STACKED_PLACES = 2048


def owned_capacity(model: Model) -> int:
    """Duplicate entries occur in games that move piles; stacks hold several pieces a site.

    Where pieces become more all stacks may become full of them: as long as the lists are small, there is room.
    """
    slots = num_slots(model)
    if model.stacking:
        usual = max(128, min(slots * 4, 4096))
        highest = (_levels(model) or 1) * slots if model.makes_pieces else 0
        return max(usual, min(highest, _STACKED_PLACES // len(model.components)))
    if model.counts and model.moves_piles:
        slots = max(slots, 1024)
    return min(slots * 2 if model.counts else slots, MOST_OWNED)


def _loops_inside(model: Model) -> bool:
    """Whether some track visits a site twice."""
    return any(track.internal_loop for track in model.tracks)


def num_places(model: Model) -> int:
    """The number of places of all tracks."""
    return sum(len(track.elements) for track in model.tracks)


def _num_components(model: Model) -> int:
    return len(model.components)


def _any_component(model: Model) -> str:
    return narrowest(max(len(model.components), 2))


def _last_component(model: Model) -> int | None:
    """A deduction puzzle keeps its values where other games keep their pieces."""
    return len(model.components) - 1 if Need.DEDUCTION not in model.needs else None


def _everybody(model: Model) -> int:
    return model.num_players + 1


def _keeps_owners(model: Model) -> bool:
    return not model.merged_owner


def _stacks(model: Model) -> bool:
    return model.stacking


def _height(model: Model) -> int:
    return _levels(model) or 1


def _last_level(model: Model) -> int:
    return _height(model) - 1


def _last_slot(model: Model) -> int:
    return max(num_slots(model) - 1, 0)


def _any_owner(model: Model) -> str:
    return narrowest(model.num_players + 1)


def _any_slot(model: Model) -> str:
    return narrowest(num_slots(model))


def _any_number(model: Model) -> str:
    """Of counts and states: wide where the rules name large numbers; elsewhere those that do not fit are an error."""
    return "i32" if max(model.max_count, model.largest_number) > 30_000 else "i16"


def _any_rotation(model: Model) -> str:
    return "i32" if model.largest_number > 255 else "u8"


def _any_height(model: Model) -> str:
    return narrowest(_levels(model) or 0)


def _keeps_states(model: Model) -> bool:
    return Need.STATE in model.needs or Need.LARGE_PIECE in model.needs or len(model.containers) > 1


def _keeps_hash(model: Model) -> bool:
    """Whether the hash of what stands on the sites follows each change of them."""
    odd = {Need.LARGE_PIECE, Need.DOMINOES, Need.DEDUCTION, Need.HIDDEN}
    flat = not model.stacking and not model.counts and model.needs.isdisjoint(odd)
    return flat and not model.needs.isdisjoint(_POSITIONS_COMPARED)


def _hidden_flags(model: Model) -> int:
    return num_slots(model) * (model.num_players + 1)


def _centre(model: Model) -> Initial:
    """The one site of a board without bounds where a first piece can be played."""
    return dict.fromkeys(model.topology.region("Cell", "centre")[:1], 1)


def _empty_words(model: Model) -> int:
    return -(-num_slots(model) // 64)


def _all_empty(model: Model) -> Initial:
    """A bit for each slot, in words that are signed."""
    bits = [(1 << min(64, num_slots(model) - 64 * index)) - 1 for index in range(_empty_words(model))]
    return {index: signed(word) for index, word in enumerate(bits)}


def _lists_places(model: Model) -> bool:
    return model.lists_places


class SiteFields(Record):
    """The contents of the sites, the set of empty sites, and the owned lists (manual: runtime 3.3 to 3.9)."""

    pieces = ints(num_slots, _levels, name="what", element=_any_component, high=_last_component)
    owners = ints(num_slots, _levels, name="who", element=_any_owner, when=_keeps_owners, high=_everybody)
    sizes = ints(num_slots, name="size", element=_any_height, when=_stacks, high=_height)
    counts = ints(
        num_slots, _levels, name="count", element=_any_number, when=lambda model: model.counts, unbounded=True
    )
    states = ints(num_slots, _levels, name="state", element=_any_number, when=_keeps_states, unbounded=True)
    rotations = ints(
        num_slots, _levels, name="rotation", element=_any_rotation, when=needs(Need.ROTATION), unbounded=True
    )
    values = ints(num_slots, _levels, name="value", when=needs(Need.VALUE, Need.DOMINOES))
    hidden = ints(_hidden_flags, element="u8", when=needs(Need.HIDDEN))
    playable = ints(num_slots, element="u8", when=lambda model: model.boardless, initial=_centre)
    #: a hash of the pieces and their owners (`runtime.hashing`)
    position_hash = words(when=_keeps_hash, kind=FieldKind.DERIVED)
    empty = words(_empty_words, initial=_all_empty, kind=FieldKind.DERIVED)
    domain = words(num_slots, when=needs(Need.DEDUCTION))
    owned_counts = ints(_num_components, name="owned_count", element="i16", high=owned_capacity)
    owned_slots = ints(
        _num_components,
        owned_capacity,
        name="owned_slot",
        element=_any_slot,
        when=_lists_places,
        high=_last_slot,
        kind=FieldKind.DERIVED,
    )
    owned_levels = ints(
        _num_components,
        owned_capacity,
        name="owned_level",
        element=_any_height,
        when=_stacks,
        high=_last_level,
        kind=FieldKind.DERIVED,
    )
    on_track = ints(
        _num_components,
        num_places,
        element="i16",
        when=_loops_inside,
        unbounded=True,
    )
    start_what = ints(
        num_slots,
        element=lambda model: narrowest(len(model.components)),
        when=by_ludemes,
    )


#: what a piece has besides its kind and its owner
SIDES = (SiteFields.states, SiteFields.rotations, SiteFields.values)
