"""What a move does beside its way: what it takes, and what becomes of the piece."""

from __future__ import annotations

from collections.abc import Callable

from ludens.game import Game, Move, State


def captures(state: State, move: Move) -> bool:
    """Whether a legal move of a state takes a piece of another player: off the board, or into a hand."""
    return any(_is_enemy(state, site) for site in emptied(move)) or _replaces(state, move)


def emptied(move: Move) -> list[int]:
    """The sites that a move takes pieces from."""
    return [action.site_to for action in move.actions if action.name == "Remove"]


def takes(before: State, after: State, move: Move) -> bool:
    """Whether a move took a piece of another player, seen by the states before and after it, whatever rule did so.

    Fewer sites show pieces of others, and one that did is empty now, or lower, or the one that was gone to: who only
    turns pieces, or pushes them elsewhere, takes none.
    """
    sizes = _sizes(before), _sizes(after)
    seen = [
        site for site in range(before.game.containers[0].num_sites) if owner_at(before, site) not in (0, before.mover)
    ]
    left = [
        site for site in range(before.game.containers[0].num_sites) if owner_at(after, site) not in (0, before.mover)
    ]
    if len(left) >= len(seen):
        return False
    return any(
        not owner_at(after, site) or sizes[1](site) < sizes[0](site) or site == move.to_site != move.from_site
        for site in set(seen) - set(left)
    )


def _sizes(state: State) -> Callable[[int], int]:
    """How many pieces stand on a site."""
    if "size" not in state.game.layout:
        return lambda site: int(owner_at(state, site) != 0)
    size = state.field("size")
    return lambda site: int(size[site])


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


def becomes(game: Game, move: Move, site: int | None = None) -> str:
    """The name of what a piece is promoted to by a move that does so, on that site where one is said; "" for others."""
    for action in move.actions:
        if action.name == "Promote" and site in (None, action.site_to):
            what = dict(action.fields).get("what", "")
            return game.components[int(what) - 1].base_name if what.isdigit() else ""
    return ""
