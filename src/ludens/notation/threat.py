"""Whether a piece could be taken, asked of the moves of the game itself."""

from __future__ import annotations

from collections.abc import Set

from ludens.game import State


def is_attacked(state: State, owner: int, names: Set[str]) -> bool:
    """Whether the other one of two players could take a piece of `owner` of these names, if it were their turn.

    Their own pieces of these names are put aside for that: in their places stand others, which do not move, so that no
    move is ruled out by what it lays open.
    """
    game, enemy = state.game, 3 - owner
    kinds = {c.index: c for c in game.components}
    rows = state.sites()
    watched = {row[1] for row in rows if row[4] == owner and kinds[row[3]].base_name in names}
    guarded = {row[1] for row in rows if row[4] == enemy and kinds[row[3]].base_name in names}
    others = [row[3] for row in rows if row[4] == enemy and row[1] not in guarded]
    if not watched or not others:
        return False
    changed = [(*row[:3], others[0], *row[4:]) if row[1] in guarded else row for row in rows]
    position = game.position(changed, mover=enemy, next=owner, seed=0)
    return any(m.to_site in watched and m.from_site not in guarded for m in position.legal_moves())
