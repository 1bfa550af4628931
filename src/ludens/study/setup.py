"""Positions set up by hand: pieces, whose turn it is, hands, dice, scores; for every game by one mechanism.

>>> import ludens
>>> chess = ludens.load("Chess")
>>> kings = [Placed("c:6", piece_named(chess, "king", 1)), Placed("c:62", piece_named(chess, "king", 2))]
>>> state = arranged(chess, kings)
>>> len(state.sites()), state.mover
(2, 1)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from ludens.game import Game, State
from ludens.game.match import Match
from ludens.game.state import Row
from ludens.rules.state.fields.declaration import declared_in
from ludens.rules.state.fields.histories import HistoryFields
from ludens.rules.state.fields.links import LinkFields
from ludens.rules.state.fields.memory import DiceFields
from ludens.rules.state.fields.sites import SiteFields
from ludens.rules.state.view import StateView
from ludens.study.hidden_parts import enter, hidden_from, hide
from ludens.study.hidden_parts import phases as phases_of
from ludens.study.tree import StudyError

#: how many seeds are tried for the dice of a position
_TRIES: Final = 50_000
#: the fields that a position does not take over from another one
_OWN: Final = frozenset(
    field.name
    for record in (SiteFields, LinkFields, HistoryFields, DiceFields)
    for field in declared_in(record)
    if field is not SiteFields.hidden
) | {
    field.name
    for field in (StateView.rng, StateView.rng_legal, StateView.mover, StateView.next, StateView.over, StateView.winner)
}


class Placed(NamedTuple):
    """A piece on a site, such as "c:12"; pieces of a stack in turn, from below.

    The `piece` is the number of its component; a site holds a `number` of them where a game counts. Where its owner is
    not given it is the component's; where state, rotation or value are not given, they are those that the piece has at
    the start if it stands there then, else 0.
    """

    site: str
    piece: int
    owner: int | None = None
    number: int = 1
    state: int | None = None
    rotation: int | None = None
    value: int | None = None


@dataclass(frozen=True)
class Position:
    """The parts of a position: all that `arranged` takes."""

    placed: tuple[Placed, ...]
    mover: int = 1
    next: int | None = None
    dice: tuple[tuple[int, ...], ...] = ()
    scores: tuple[int, ...] = ()
    phases: tuple[str, ...] = ()
    hidden: tuple[tuple[str, ...], ...] | None = None


def position_of(state: State) -> Position:
    """The parts of a state, from which it can be set up again."""
    state, dice = state.playing, _dice_sites(state.playing.game)
    placed = tuple(
        Placed(f"{kind.lower()}:{site}", what, who, count, *rest)
        for kind, site, _, what, who, count, *rest in state.sites()
        if (kind, site) not in dice
    )
    scores = tuple(state.scores) if "scores" in state.game.layout else ()
    phased = tuple(state.phases) if phases_of(state.game) else ()
    rolled = tuple(map(tuple, state.rolled))
    return Position(placed, state.mover, state.next, rolled, scores, phased, hidden_from(state))


def piece_named(game: Game, name: str, owner: int | None = None) -> int:
    """The number of the piece of that name, in capitals or not, and of that owner, if one is given.

    Raises StudyError where there is none, or several.
    """
    stems = {c.index: c.name.rstrip("0123456789").casefold() for c in game.components}
    folded = name.casefold()
    numbers = [
        c.index
        for c in game.components
        if (c.name.casefold() == folded or stems[c.index] == folded) and owner in (None, c.owner)
    ]
    if len(numbers) != 1:
        names = ", ".join(c.name for c in game.components)
        raise StudyError(f"{name!r} is {'several pieces' if numbers else 'no piece'} of {game.name}; there are {names}")
    return numbers[0]


def arranged(
    game: Game,
    placed: Iterable[Placed],
    *,
    mover: int = 1,
    next: int | None = None,
    dice: Sequence[Sequence[int]] = (),
    scores: Sequence[int] = (),
    phases: Sequence[str] = (),
    hidden: Sequence[Iterable[str]] | None = None,
    base: State | None = None,
    seed: int = 0,
) -> State:
    """The state with these pieces and nothing else on the board.

    What follows from the pieces (lists, sets, hashes) is made anew. What a game remembers beside them, such as
    counters, is that of a start, or of `base`, a state of the same game; earlier positions are forgotten. `dice` are
    what the mover has rolled, as `State.rolled` has it, `phases` the names of those that the players are in, `hidden`
    the sites that are hidden from each player (see `study.hidden_parts`); where these two are not given they are as
    everything else. Raises StudyError for what the game cannot hold, with the reason.
    """
    single = _single(game)
    rows = _rows(single, placed)
    old = None if base is None else base.playing

    def remember(state: State) -> None:
        _remember(state, old, scores)
        enter(state, phases)
        if hidden is not None:
            hide(state, hidden, old or single.start(seed=0))

    try:
        return _build(game, single, rows, mover, next, dice, remember, base, seed)
    except ValueError as error:
        raise StudyError(str(error)) from None


def _single(game: Game) -> Game:
    return game.instance(0) if isinstance(game, Match) else game


def _build(
    game: Game,
    single: Game,
    rows: list[Row],
    mover: int,
    following: int | None,
    dice: Sequence[Sequence[int]],
    remember: Callable[[State], object],
    base: State | None,
    seed: int,
) -> State:
    _check_dice(single, dice)
    lying = _dice_rows(base.playing if base is not None else single.start(seed=0))
    rolls = [tuple(one) for one in dice]

    def at(seed: int, thrown: list[Row]) -> State:
        state = game.position([*rows, *thrown], mover=mover, next=following, seed=seed)
        remember(state.playing)
        if not state.legal_moves():
            raise StudyError("there is no move here: the game is over, or something is missing")
        return state

    state = at(seed, lying)
    if not dice or _shows(state, rolls):
        return state
    if _shows(shown := at(seed, _shown(single, lying, rolls)), rolls) and shown.rolled == shown.dice:
        return shown  # the dice lie there, and are not thrown before a move
    for other in range(seed + 1, seed + _TRIES):
        if _shows(state := at(other, lying), rolls):
            return state
    raise StudyError(f"the dice never show {' and '.join(' '.join(map(str, one)) for one in rolls)} here")


def _remember(state: State, base: State | None, scores: Sequence[int]) -> None:
    """What a state takes over from another one; and the scores of the players, from the first on."""
    layout = state.game.layout
    for name in layout.fields if base is not None else ():
        if name not in _OWN and base is not None:
            state.set_field(name, base.field(name))
    if base is not None:
        state.set_field("ranking", 0.0)
    if not scores:
        return
    if "scores" not in layout:
        raise StudyError(f"{state.game.name} has no scores")
    if len(scores) != state.game.num_players or any(not -(1 << 31) <= one < 1 << 31 for one in scores):
        raise StudyError(f"scores are {state.game.num_players} numbers, one of each player")
    values = state.field("scores").copy()
    values[1 : len(scores) + 1] = scores
    state.set_field("scores", values)


# --- pieces


def _rows(game: Game, placed: Iterable[Placed]) -> list[Row]:
    """The rows of `Game.position`. Raises StudyError for a site or a piece that the game does not have."""
    slots, dice = set(game.slots), _dice_sites(game)
    owners = {c.index: c.owner for c in game.components}
    first = {(row[0], row[1], row[3]): row for row in game.start(seed=0).sites()}
    heights: dict[tuple[str, int], int] = {}
    rows = list[tuple[tuple[str, int], Row]]()
    for one in placed:
        kind, _, number = one.site.partition(":")
        place = kind.upper(), int(number) if number.isdigit() and len(number) < 9 else -1
        if place not in slots:
            raise StudyError(f"{game.name} has no site {one.site[:32]!r}")
        if one.piece not in owners:
            raise StudyError(f"{game.name} has no piece {one.piece}: they are numbered 1 to {len(owners)}")
        if place in dice:
            raise StudyError(f"{one.site} is a place for dice: say what they show")
        content_at_start = first.get((*place, one.piece), (0,) * 9)[6:]
        content = [a if a is not None else b for a, b in zip(one[4:], content_at_start, strict=True)]
        level = heights[place] = heights.get(place, -1) + 1
        owner = owners[one.piece] if one.owner is None else one.owner
        row: Any = (*place, level, one.piece, owner, one.number, *content)
        rows.append((place, row))
    return [row for _, row in sorted(rows, key=lambda each: (each[0], each[1][2]))]


def _dice_sites(game: Game) -> set[tuple[str, int]]:
    return {("C", site) for container in game.model.dice() for site in container.sites}


# --- dice


def _check_dice(game: Game, dice: Sequence[Sequence[int]]) -> None:
    """Raises StudyError where a game has no such dice."""
    sets = list(game.model.dice())
    if dice and [len(one) for one in dice] != [container.num_sites for container in sets]:
        counts = " and ".join(str(container.num_sites) for container in sets) or "no"
        raise StudyError(f"{game.name} has {counts} dice")
    for container, values in zip(sets, dice, strict=False):
        for faces, value in zip(container.faces, values, strict=True):
            if value and value not in faces:
                raise StudyError(f"a die of {game.name} shows one of {', '.join(map(str, faces))}, not {value}")


def _dice_rows(state: State) -> list[Row]:
    """The dice as they lie there."""
    sites = _dice_sites(state.game)
    return [row for row in state.sites() if row[:2] in sites]


def _shown(game: Game, lying: Sequence[Row], dice: Sequence[Sequence[int]]) -> list[Row]:
    """The same dice, showing these values."""
    sides = {
        site: faces.index(value)
        for container, values in zip(game.model.dice(), dice, strict=True)
        for site, faces, value in zip(container.sites, map(list, container.faces), values, strict=True)
        if value in faces
    }
    return [(*row[:6], sides.get(row[1], row[6]), *row[7:]) for row in lying]


def _shows(state: State, dice: Sequence[Sequence[int]]) -> bool:
    """Whether the mover has rolled these values, in whatever order the dice of a set lie."""
    return [sorted(one) for one in state.rolled] == [sorted(one) for one in dice]


def position_bytes(state: State) -> bytes:
    """A position as it is stored; `found_again` reads it, also with another version of ludens."""
    return json.dumps(state.to_dict(), ensure_ascii=False, separators=(",", ":")).encode()


def found_again(game: Game, data: bytes) -> State:
    """The position that was kept: exactly, or, where states are laid out in another way now, its pieces.

    Raises StudyError where it is damaged, or nothing that this game can hold.
    """
    try:
        fields = json.loads(data)
        if fields.get("fingerprint") != game.fingerprint:
            fields.pop("block", None)
        return game.from_dict(fields)
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise StudyError(f"the position that this began with cannot be set up any more: {error}") from None
