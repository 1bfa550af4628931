"""What a player may be told of a move while something is hidden: nothing that does not follow from what it sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludens.explain.answers import Refusal, Why, WhyNot
from ludens.explain.refusals import explained
from ludens.explain.sites import query_of
from ludens.explain.values import label
from ludens.game.hidden import hides, seen_rows

if TYPE_CHECKING:
    from ludens.game.state import State

#: the clauses that a move owes itself to, or fails by, would tell what stands where one may not look
_LATER: Final = "the rules that decide are told once the game is over: now they would tell what is hidden"


def told_to(state: State, player: int | None, from_site: int | str | None, to_site: int | str | None) -> Why | WhyNot:
    """Why the move between two sites is legal, or is not, as far as a player may know; None may know all.

    Of a game that hides something only what the player sees is told, and whether a move is among its own legal ones.
    Raises ValueError for a site that is not there.
    """
    playing = state.playing
    if player is None or not hides(playing.game) or playing.is_over:
        return explained(state, from_site, to_site)
    query = query_of(playing.game, from_site, to_site)
    sites = list(dict.fromkeys(label(playing.game, site) for site in (query.origin, query.target) if site >= 0))
    name = "-".join(sites) or "pass"
    own = [move for move in playing.legal_moves() if move.mover == player]
    if any((move.from_site, move.to_site) == (query.origin, query.target) for move in own):
        return Why(name, (), f"it is one of the moves that you may choose; {_LATER}.")
    return WhyNot(name, (_seen_refusal(playing, player, query.origin, query.target, may_move=bool(own)),))


def _seen_refusal(state: State, player: int, origin: int, target: int, *, may_move: bool) -> Refusal:
    """What keeps a move from being made, as the player sees it."""
    game = state.game
    if not may_move:
        return Refusal("turn", "it is not your turn, and what others may do is not told")
    if origin != target and origin >= 0:
        here = [row for row in seen_rows(state, player) if row[1] == origin]
        if not here:
            return Refusal("empty", f"you see no piece on {label(game, origin)}")
        owner = here[-1][4]
        if isinstance(owner, int) and owner != player and 1 <= owner <= game.num_players:
            whose = f"the piece on {label(game, origin)} is player {owner}'s, and you are player {player}"
            return Refusal("turn", whose)
    return Refusal("hidden", f"a rule refuses it; {_LATER}")
