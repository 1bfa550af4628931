"""What a move does beside its way: what it takes, and what becomes of the piece."""

from __future__ import annotations

from ludens.game import Game, Move, State


def captures(state: State, move: Move) -> bool:
    """Whether a legal move of a state takes a piece of another player: off the board, or into a hand."""
    return any(_is_enemy(state, site) for site in emptied(move)) or _replaces(state, move)


def emptied(move: Move) -> list[int]:
    """The sites that a move takes pieces from."""
    return [action.site_to for action in move.actions if action.name == "Remove"]


def _replaces(state: State, move: Move) -> bool:
    return move.from_site != move.to_site and _is_enemy(state, move.to_site)


def _is_enemy(state: State, site: int) -> bool:
    """Whether a piece of another player stands on a site of the board."""
    owner = owner_at(state, site)
    return owner not in (0, state.mover)


def owner_at(state: State, site: int) -> int:
    """Whose piece stands on a site, the top one of a stack; 0 for nobody's, and where nothing stands."""
    game = state.game
    if not 0 <= site < game.model.total_sites:
        return 0
    name = "who" if "who" in game.layout else "what"
    values = state.field(name)
    if values.ndim == 1:
        value = int(values[site])
    else:
        size = int(state.field("size")[site])
        value = int(values[site][size - 1]) if size else 0
    if name == "who":
        return value
    return game.components[value - 1].owner if value else 0


def piece_at(state: State, site: int) -> int:
    """The component on a site, the top one of a stack; 0 where nothing stands."""
    if not 0 <= site < state.game.model.total_sites:
        return 0
    values = state.field("what")
    if values.ndim == 1:
        return int(values[site])
    size = int(state.field("size")[site])
    return int(values[site][size - 1]) if size else 0


def becomes(game: Game, move: Move) -> str:
    """The name of what a piece is promoted to by a move that does so; "" for others."""
    for action in move.actions:
        if action.name == "Promote":
            what = dict(action.fields).get("what", "")
            return game.components[int(what) - 1].base_name if what.isdigit() else ""
    return ""
