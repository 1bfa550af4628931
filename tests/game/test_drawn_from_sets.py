"""Random moves whose conditions are tested once they are drawn: each legal one is drawn as often as the others."""

from __future__ import annotations

import pytest

import ludens

#: by name: the moves, and where the legal ones go, -1 for a pass
GENERATORS: dict[str, tuple[str, list[int]]] = {
    "a set": (
        "(do (move Add (to (sites Empty))) ifAfterwards:(not (is In (last To) (sites {0 1 2 5}))))",
        [3, 4, 6, 7, 8],
    ),
    "a set and a pass": (
        "(or (do (move Add (to (sites Empty))) ifAfterwards:(is In (last To) (sites {0 1 2 5}))) (move Pass))",
        [0, 1, 2, 5, -1],
    ),
    "a set of which few are legal": (
        "(do (move Add (to (sites Empty))) ifAfterwards:(is In (last To) (sites {4 20})))",
        [4, 20],
    ),
    "sets and loops": (
        "(or (do (move Add (to (sites {0 1 2 3}))) ifAfterwards:(!= 2 (last To)))"
        " (do (forEach Value min:4 max:7 (move Add (to (value)))) ifAfterwards:(!= 6 (last To))))",
        [0, 1, 3, 4, 5, 7],
    ),
    "loops of which few are legal": (
        "(or (do (move Add (to (sites {0 1 2 3}))) ifAfterwards:(= 2 (last To)))"
        " (do (forEach Value min:4 max:24 (move Add (to (value)))) ifAfterwards:(= 6 (last To))))",
        [2, 6],
    ),
    "nothing legal": ("(do (move Add (to (sites Empty))) ifAfterwards:(= 30 (last To)))", [-1]),
}


@pytest.mark.parametrize("name", GENERATORS)
def test_legal_moves_are_drawn_alike(name: str) -> None:
    moves, legal = GENERATORS[name]
    side, games = (5 if "few" in name else 3), 4000
    for goal in [*legal, 12]:
        end = f"(end {{(if (= {goal} (last To)) (result P1 Win)) (if (= 1 1) (result P2 Win))}})"
        game = ludens.load(
            f'(game "Draw" (players 2) (equipment {{(board (square {side})) (piece "Stone" Each)}})'
            f" (rules (play {moves}) {end}))"
        )
        assert len(game.start().legal_moves()) == len(legal)
        result = game.playouts(games, seed=goal + 2)
        share = float((result.winners == 1).mean())
        wanted = legal.count(goal) / len(legal)
        assert abs(share - wanted) <= 5 * (wanted * (1 - wanted) / games) ** 0.5
