"""What happens while looking ahead is not logged: a traced move tells what it did, and nothing else."""

from __future__ import annotations

import pytest

import ludens

STEP = """(move Step (to if:(not (is Friend (who at:(to))))
    (apply (if (is Enemy (who at:(to))) (remove (to))))))"""


def stacking(end: str, play: str = "(do (forEach Piece) ifAfterwards:(is Empty 13))", phases: str = "") -> str:
    """A game of stacks whose moves have effects chained to them, which log marks of their own."""
    rules = f"phases:{{{phases}}}" if phases else f"(play {play})"
    return f"""(game "Looks ahead" (players 2)
        (equipment {{(board (square 5)) (piece "P" Each {STEP})}})
        (rules
            (start {{(place "P1" (sites Bottom)) (place "P2" (sites Top)) (place Stack "P1" 12 count:2)}})
            {rules} (end (if {end} (result Mover Win)))))"""


PHASES = """(phase "A" (play (do (forEach Piece) ifAfterwards:(is Empty 13)))
                (nextPhase (not (can Move (do (forEach Piece) ifAfterwards:(is Empty 13)))) "B"))
            (phase "B" (play (forEach Piece)))"""


@pytest.mark.parametrize(
    "game",
    [
        stacking("(no Moves Next)"),
        stacking("(not (can Move (do (forEach Piece) ifAfterwards:(is Empty 13))))"),
        stacking("(= 0 (count Sites in:(sites To (do (forEach Piece) ifAfterwards:(is Empty 13)))))"),
        stacking("(is Full)", play="(avoidStoredState (do (forEach Piece) ifAfterwards:(is Empty 13)))"),
        stacking("(is Full)", phases=PHASES),
    ],
    ids=["end", "condition", "region", "stored", "phase"],
)
def test_a_traced_move_logs_what_it_did(game: str) -> None:
    state = ludens.load(game).start(seed=1)
    for ply in range(40):
        moves = state.legal_moves()
        if state.is_over or not moves:
            break
        chosen = moves[ply * 7 % len(moves)]
        target, seen = chosen.to_site, {row[1]: row[4] for row in state.sites()}
        played = state.play(chosen)
        names = [action.name for action in played.actions]
        assert names == (["Remove"] if seen.get(target) else []) + ["Move"], played.actions
    assert ply > 5
