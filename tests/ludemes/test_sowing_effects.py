"""What happens while seeds are sown, and which track they follow (manual: effects 5)."""

from __future__ import annotations

import pytest

import ludens

# 3 4 5    the track runs around: 0 1 2 5 4 3 and on; its twin of player 2 the other way
# 0 1 2
ITEMS = (
    '(board (rectangle 2 3) {(track "Way1" "0,E,N,W" loop:True P1) (track "Way2" "2,W,N,E" loop:True P2)})'
    ' (piece "Seed" Shared)'
)


def sown(arguments: str, count: int = 2) -> tuple[dict[int, int], list[int]]:
    """How many seeds lie where, and the scores, after player 1 has sown those of the first hole."""
    state = ludens.load(
        f'(game "S" (players 2) (equipment {{{ITEMS}}}) (rules (start {{(set Count {count} at:0) (set Score Each 0)}})'
        f" (play (move Select (from (sites {{0}})) (then (sow {arguments})))) (end (if (= 1 0) (result Mover Win)))))"
    ).start(seed=1)
    state.play(state.legal_moves()[0])
    return {row[1]: row[5] for row in state.sites()}, [int(score) for score in state.field("scores")[1:3]]


@pytest.mark.parametrize(
    ("arguments", "count", "seeds", "scores"),
    [
        ("", 2, {1: 1, 2: 1}, [0, 0]),
        ('"Way1"', 2, {1: 1, 2: 1}, [0, 0]),
        ('"Way" owner:2', 2, {3: 1, 4: 1}, [0, 0]),
        ('"Way" owner:(mover)', 2, {1: 1, 2: 1}, [0, 0]),
        ('"Way"', 2, {0: 2}, [0, 0]),  # without an owner the name must be the whole one
        ("sowEffect:(addScore Mover 1)", 2, {1: 1, 2: 1}, [2, 0]),
        ("sowEffect:(addScore Mover (value))", 3, {1: 1, 2: 1, 5: 1}, [6, 0]),  # 3 + 2 + 1 still to be sown
        ("sowEffect:(addScore Next (to))", 2, {1: 1, 2: 1}, [0, 3]),
        ("numPerHole:2", 4, {1: 2, 2: 2}, [0, 0]),
        ("includeSelf:False", 7, {1: 2, 2: 2, 3: 1, 4: 1, 5: 1}, [0, 0]),  # on the second way round 0 is left out
    ],
)
def test_sowing(arguments: str, count: int, seeds: dict[int, int], scores: list[int]) -> None:
    assert sown(arguments, count) == (seeds, scores)
