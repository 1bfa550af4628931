"""Positions, observations and actions as OpenSpiel 2 has them as data: structs with `to_dict` and `to_json`.

OpenSpiel's own structs are made in C++ alone; these have the same methods, and its Python programs take them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from ludens.game import State
from ludens.game.hidden import seen_rows
from ludens.game.notation import SITE_TYPES, site_name

__all__ = ["ActionStruct", "ObservationStruct", "StateStruct", "action_of", "observed"]


@dataclass(frozen=True)
class _Struct:
    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    def to_json(self) -> str:
        return json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"))

    def __str__(self) -> str:
        return self.to_json()


@dataclass(frozen=True)
class ActionStruct(_Struct):
    """A move by its name."""

    move: str


@dataclass(frozen=True)
class StateStruct(_Struct):
    """A position: players are numbered from 0, -1 is chance and -4 the end, as in OpenSpiel.

    `pieces` has what stands where, from the bottom up: `{"A1": [{"piece": "Disc", "owner": 0, "count": 1}]}`; what a
    player does not see of a piece is null.
    """

    game: str
    current_player: int
    pieces: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    scores: list[int] = field(default_factory=list)
    dice: list[list[int]] = field(default_factory=list)
    returns: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class ObservationStruct(StateStruct):
    """A position as a player sees it."""

    player: int = 0


def action_of(given: object) -> ActionStruct:
    """An action from a struct, a mapping, or its JSON. Raises ValueError."""
    try:
        value = json.loads(given) if isinstance(given, str) else given
        value = value.to_dict() if isinstance(value, _Struct) else value
        if isinstance(value, Mapping) and isinstance(value["move"], str):
            return ActionStruct(value["move"])
    except (ValueError, KeyError):
        pass
    raise ValueError(f'an action is {{"move": "..."}}, not {given!r}')


def observed(state: State | None, name: str, current: int, returns: list[float], player: int | None) -> StateStruct:
    """What a player of OpenSpiel sees of a position; all of it without a player. There is none before the deal."""
    own: dict[str, Any] = {"game": name, "current_player": current, "returns": returns}
    if state is not None:
        own |= {"scores": list(state.scores), "dice": [list(one) for one in state.dice]}
        own["pieces"] = _pieces(state, None if player is None else player + 1)
    return StateStruct(**own) if player is None else ObservationStruct(**own, player=player)


def _pieces(state: State, viewer: int | None) -> dict[str, list[dict[str, Any]]]:
    game, pieces = state.playing.game, dict[str, list[dict[str, Any]]]()
    names = {component.index: component.name for component in game.components}
    rows: Sequence[tuple[Any, ...]] = state.sites() if viewer is None else seen_rows(state.playing, viewer)
    for kind, site, _, what, who, count, *_ in rows:
        if what != 0:
            label = site_name(game, site, SITE_TYPES[kind])
            owner = None if who is None else int(who) - 1
            piece = None if what is None else names.get(int(what))
            pieces.setdefault(label, []).append({"piece": piece, "owner": owner, "count": count})
    return pieces
