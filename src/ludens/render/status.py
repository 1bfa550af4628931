"""How a game stands, in a sentence."""

from __future__ import annotations

from ludens.game import State


def status(state: State) -> str:
    """Whose turn it is, or how the game ended; with the scores, where there are any."""
    scores = f" Scores: {', '.join(map(str, state.scores))}." if "scores" in state.game.layout else ""
    if not state.is_over:
        who = "all players" if state.game.is_simultaneous else f"player {state.mover}"
        return f"{who.capitalize()} to move.{scores}"
    if 1 <= state.winner <= state.game.num_players:
        return f"Player {state.winner} wins.{scores}"
    best = [p for p, rank in enumerate(state.ranking, 1) if rank == min(state.ranking, default=0)]
    tied = len(best) == state.game.num_players
    return ("Draw." if tied else f"Over; best: {', '.join(f'player {p}' for p in best)}.") + scores
