"""What happens while seeds are sown, and which track they follow (manual: effects 5)."""

from __future__ import annotations

import random

import pytest

import ludens
from ludens.game.single import SingleGame

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


LAPS = '(board (rectangle 2 3) (track "Way" "0,E,N,W" loop:True)) (piece "Seed" Shared)'
ENDS = '(board (rectangle 2 3) (track "Way" "0,E,N,W")) (piece "Seed" Shared)'
KINDS = '(board (rectangle 2 3) (track "Way" "0,E,N,W" loop:True)) (piece "Seed" Shared) (piece "Stone" Each)'
TWICE = '(board (rectangle 2 3) (track "Way" {0 1 2 1 0 3 4 5} loop:True)) (piece "Seed" Shared)'


@pytest.mark.parametrize("items", [LAPS, ENDS, KINDS, TWICE])
@pytest.mark.parametrize(
    "how",
    [
        "",
        "includeSelf:False",
        "count:2",
        "count:(+ 1 (count at:(last To)))",
        "apply:(remove (to))",
        "if:(= 2 (count at:(to))) apply:(fromTo (from (to)) (to 0) count:(count at:(to)))",
        "apply:(and (addScore Mover (value)) (remove (to))) backtracking:(< 1 (count at:(to)))",
    ],
)
def test_seeds_handed_out_at_once_lie_where_those_sown_one_by_one_do(items: str, how: str) -> None:
    """The module that logs each seed sows one by one."""
    again = "(then (if (< 0 (count at:5)) (moveAgain)))"
    add = "(move Add (piece 2) (to (sites Empty)))" if "Stone" in items else "(move Pass)"
    game = ludens.load(
        f'(game "S" (players 2) (equipment {{{items}}}) (rules (start {{(set Count 4 to:(sites {{0 2 5}})) (set Score'
        f" Each 0)}}) (play (or {add} (move Select (from (sites Board) if:(< 0 (count at:(from)))) (then (sow {how})))"
        f" {again})) (end (if (< 30 (count Turns)) (result Mover Win)))))"
    )
    assert isinstance(game, SingleGame)
    for seed in range(4):
        state, draw = game.start(seed=seed), random.Random(seed)
        while not state.is_over:
            twin, records = state.copy(), game.fast.legal(state)
            number = draw.randrange(len(records))
            game.fast.play(twin, records[number])
            state.play(state.legal_moves()[number])
            assert twin.block.tolist() == state.block.tolist()
