"""Positions by a key that is the same for those that the symmetries of the game carry to each other."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta

from ludens import render
from ludens.game import Game, State
from ludens.game.notation import SITE_TYPES
from ludens.game.trial import read_trial, replay_trial
from ludens.notation.spelling import plain
from ludens.notation.turns import after
from ludens.render.names import player_names

#: the plies of a game whose positions are counted: openings end somewhere
MOST_PLIES: Final = 80
#: moves of a position whose games are counted
_MOST_MOVES: Final = 400
_SIZE: Final = 24


Key = Annotated[str, Meta(max_length=_SIZE)]


class SeenPosition(msgspec.Struct):
    """A position that is explored, and the moves there with the positions that they lead to."""

    game: str
    options: list[str]
    labels: list[str]
    mover: int
    over: bool
    position: Key
    svg: str
    play: list[str]
    moves: list[tuple[str, Key]]


class Reached(NamedTuple):
    """A position of a game, after so many plies."""

    position: Key
    ply: int
    mover: int


def opening_key(description: str, options: Sequence[str]) -> str:
    """What a game with its options is known by, whose description has this key."""
    return _digest([description, *options])


def position_key(state: State, images: Sequence[Sequence[int]]) -> str:
    """The key of a position: the least of those that the images of the sites give.

    What stands where counts, who moves, scores, dice and phases; how one came there does not.
    """
    playing = state.playing
    rows = playing.sites()
    layout = playing.game.layout
    scores, part = (
        list(state.scores) if "scores" in layout else [],
        "turn_moves" in layout and state.field("turn_moves"),
    )
    about = (state.mover, state.is_over, scores, playing.dice, playing.phases, int(part))
    main = playing.game.model.default_site
    is_plain = all(SITE_TYPES[row[0]] is main and not row[7] for row in rows)  # what is turned may turn further
    keys = [_digest([about, sorted(rows)])]
    for image in images if is_plain else ():
        keys.append(_digest([about, sorted((kind, image[site], *rest) for kind, site, *rest in rows)]))
    return min(keys)


def reached(game: Game, trial: str, images: Sequence[Sequence[int]]) -> list[Reached]:
    """The positions of a trial, each when it was reached first. Raises TrialError."""
    positions = dict[str, Reached]()
    for ply, (state, _) in enumerate(replay_trial(game, read_trial(trial, "trial"))):
        if ply > MOST_PLIES:
            break
        key = position_key(state, images)
        positions.setdefault(key, Reached(key, ply, 0 if state.is_over else state.mover))
    return list(positions.values())


def seen(game: Game, play: Sequence[str], images: Sequence[Sequence[int]]) -> SeenPosition:
    """The position behind these moves, and those behind each move there. Raises IllegalMove."""
    state, names = game.start(seed=0), list[str]()
    for text in play:
        listed = state.notations()
        number = next((n for n, name in enumerate(listed) if text in (name, plain(name))), None)
        move = state.parse(text) if number is None else state.legal_moves()[number]
        names.append(text)
        state.play(move)
    moves = list[tuple[str, str]]()
    listed = [] if state.is_over or state.is_simultaneous else state.notations()[:_MOST_MOVES]
    for name, move in zip(listed, state.legal_moves() if listed else (), strict=False):
        moves.append((name, position_key(after(state, [move]), images)))
    return SeenPosition(
        game.name,
        list(game.description.selected),
        list(player_names(game)),
        state.mover,
        state.is_over,
        position_key(state, images),
        render.svg(state),
        names,
        moves,
    )


def _digest(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:_SIZE]
