"""What pages are told: positions, tables, histories, as the JSON of docs/web.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludens import render
from ludens.game import Game, State
from ludens.game.match import MatchState
from ludens.language import Description
from ludens.render import scene
from ludens.render.appearance import Appearance
from ludens.web.moves import moves_json
from ludens.web.timeline import Timeline, is_between
from ludens.web.visibility import HUMAN, hides, told_ply, viewer_of


def options_json(description: Description) -> list[dict[str, Any]]:
    return [
        {
            "heading": option.heading,
            "items": [
                {
                    "name": item.name,
                    "description": item.description,
                    "selected": option.full_name(item) in description.selected,
                }
                for item in option.items
            ],
        }
        for option in description.options
    ]


def rulesets_json(description: Description) -> list[dict[str, Any]]:
    active = description.active_ruleset
    return [
        {
            "heading": r.heading,
            "settings": list(r.settings),
            "selected": active is not None and r.heading == active.heading,
        }
        for r in description.rulesets
    ]


def game_json(game: Game, state: State) -> dict[str, Any]:
    """What a page says of a game beside its board; `state` tells which game of a match is played."""
    description = game.description
    rules = game.metadata.text("rules")
    return {
        "name": game.name,
        "players": game.num_players,
        "options": options_json(description),
        "rulesets": rulesets_json(description),
        "rules": [rules] if rules else [],
        "description": game.metadata.text("description"),
        "simultaneous": state.playing.is_simultaneous,
        "chance": game.is_stochastic,
        "hidden": hides(game),
        "games": [one.name for one in game.games] if isinstance(state, MatchState) else [],
    }


def seats_json(game: Game, players: Sequence[str]) -> list[dict[str, Any]]:
    appearance = Appearance(game.metadata.drawing, game.num_players)
    names = (appearance.player_name(p) or f"Player {p}" for p in range(1, len(players) + 1))
    return [
        {"player": p, "who": who, "label": name} for p, (who, name) in enumerate(zip(players, names, strict=True), 1)
    ]


def history_json(play: Timeline, players: Sequence[str], first: int = 1) -> list[dict[str, Any]]:
    """The plies from number `first` on, which is 1 for the first, as the viewer may know them."""
    viewer = viewer_of(players, play.state)
    told = [told_ply(play, n, viewer) for n in range(first, play.cursor + 1)]
    return [{"ply": n, "player": ply.player, "name": ply.name} for n, ply in enumerate(told, first)]


def position_json(play: Timeline, players: Sequence[str], ply: int | None = None) -> dict[str, Any]:
    """The position after so many plies, with the moves where it is the current one and a human chooses. IndexError."""
    number = play.cursor if ply is None else ply
    if number > play.cursor:
        raise IndexError(number)
    state = play.at(number)
    viewer = viewer_of(players, play.state)  # also of past positions: nobody looks back with another's eyes
    current, over = number == play.cursor, state.is_over
    status = render.status(state)
    asked = current and not over and asks_human(players, state)
    return {
        "ply": number,
        "plies": play.cursor,
        "mover": state.mover,
        "over": over,
        "status": status,
        "result": status if over else None,
        "ranking": state.ranking,
        "scores": state.scores if "scores" in state.playing.game.layout else None,
        "match": _match_json(state) if isinstance(state, MatchState) else None,
        "viewer": viewer,
        "pieces": scene.pieces(state, viewer),
        "moves": moves_json(state, play.names) if asked else [],
        "last": _last(play, number, viewer),
        "can_undo": play.cursor > 0,
        "can_redo": play.cursor < len(play.plies),
    }


def _match_json(state: MatchState) -> dict[str, Any]:
    number = state.finished + (not state.is_over)
    return {
        "number": number,
        "game": state.playing.game.name,
        "scores": state.match_scores,
        "between": state.is_between,
    }


def asks_human(players: Sequence[str], state: State) -> bool:
    """Whether the next move is a human's, or, where players move at once, any of the moves.

    Between two games of a match any human says when it goes on.
    """
    if is_between(state):
        return HUMAN in players
    if state.is_simultaneous:
        movers = {move.mover for move in state.legal_moves()}
        return any(players[p - 1] == HUMAN for p in movers if 1 <= p <= len(players))
    return 1 <= state.mover <= len(players) and players[state.mover - 1] == HUMAN


def _last(play: Timeline, number: int, viewer: int | None) -> dict[str, Any] | None:
    if number == 0:
        return None
    ply = told_ply(play, number, viewer)
    return {"from": ply.from_ref, "to": ply.to_ref, "text": ply.name}
