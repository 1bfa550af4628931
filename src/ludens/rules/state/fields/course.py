"""The course of play: whose turn it is, counters, the last move."""

from __future__ import annotations

from ludens.rules.base import Need
from ludens.rules.state.fields.declaration import Initial, Record, by_ludemes, ints, needs, words
from ludens.rules.state.layout import FieldKind
from ludens.rules.state.model import Model
from ludens.stage import FULL

MOST = FULL[1]


def _first_mover(model: Model) -> Initial:
    return 0 if model.mode == "Simulation" else 1


def _first_next(model: Model) -> Initial:
    return 0 if model.mode == "Simulation" else 1 if model.num_players == 1 else 2


def _last_seat(model: Model) -> int:
    return model.num_players + 1


def _everybody(model: Model) -> Initial:
    return (1 << model.num_players + 1) - 2


def _site_words(model: Model) -> int:
    return -(-model.universe // 64)


def _recent_moves(model: Model) -> int:
    """How many moves decide whether everybody passed."""
    return 3 * max(model.num_players, 1) + 4


class CourseFields(Record):
    """The generator of random numbers, turn order, counters, results so far, and the last move."""

    rng = words(kind=FieldKind.CHANCE)
    rng_legal = words(kind=FieldKind.CHANCE)
    mover = ints(initial=_first_mover, high=_last_seat)
    next = ints(initial=_first_next, high=_last_seat)
    prev = ints(high=_last_seat)
    #: a bit for each player who still plays
    active = ints(initial=_everybody)
    counter = ints(initial=-1)
    temp = ints(initial=-1)
    turn = ints(initial=1)
    turn_moves = ints()
    passes = ints()
    num_moves = ints()
    num_placements = ints()
    over = ints()
    winner = ints()
    #: what the actions of the move being applied were (`actions.kinds.Acted`)
    acted = ints(kind=FieldKind.DERIVED)
    num_winners = ints()
    num_losers = ints()
    losers = ints()
    losses_decided = ints()
    last_mover = ints(kind=FieldKind.PAST)
    last_from = ints(initial=-1, kind=FieldKind.PAST)
    last_to = ints(initial=-1, kind=FieldKind.PAST)
    last_level_from = ints(kind=FieldKind.PAST)
    last_level_to = ints(kind=FieldKind.PAST)
    last_type_from = ints(when=by_ludemes, kind=FieldKind.PAST)
    last_type_to = ints(when=by_ludemes, kind=FieldKind.PAST)
    last_from_after = ints(when=needs(Need.LAST_MOVE_ACTIONS), initial=-1, kind=FieldKind.PAST)
    last_to_after = ints(when=needs(Need.LAST_MOVE_ACTIONS), initial=-1, kind=FieldKind.PAST)
    latest_from = ints(when=needs(Need.LAST_MOVE_ACTIONS), initial=-1, kind=FieldKind.PAST)
    latest_to = ints(when=needs(Need.LAST_MOVE_ACTIONS), initial=-1, kind=FieldKind.PAST)
    last_from_sites = words(_site_words, when=by_ludemes, kind=FieldKind.PAST)
    last_to_sites = words(_site_words, when=by_ludemes, kind=FieldKind.PAST)
    #: the origin of the first move of a player's run, and who moved before it; both plus 1
    turn_from = ints(when=needs(Need.TURN_START), kind=FieldKind.PAST)
    before_turn = ints(when=needs(Need.TURN_START), kind=FieldKind.PAST)
    last_between = words(_site_words, when=by_ludemes, kind=FieldKind.PAST)
    stalemated = ints(when=needs(Need.STALEMATE, Need.STOCHASTIC))
    recent_mover = ints(_recent_moves, element="u8")
    recent_pass = ints(_recent_moves, element="u8")
    recent_count = ints(high=lambda model: MOST)


#: who moved last, and where
LAST_MOVE = (
    CourseFields.last_mover,
    CourseFields.last_from,
    CourseFields.last_to,
    CourseFields.last_level_from,
    CourseFields.last_level_to,
)
#: where, with the consequences
LAST_AFTER = (CourseFields.last_from_after, CourseFields.last_to_after)
#: the site types of the last move
LAST_TYPES = (CourseFields.last_type_from, CourseFields.last_type_to)
#: all sites of the last move's actions
LAST_SITES = (CourseFields.last_from_sites, CourseFields.last_to_sites)
