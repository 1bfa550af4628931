"""Abalone, Seega and Qubic against their rules written down a second time."""

from __future__ import annotations

import itertools
import random

import pytest

import ludens
from ludens.game import Game, State
from ludens.notation.turns import after, whole_turns
from ludens.study import Placed, arranged

Place = tuple[int, int]
#: the six directions, as steps along the row and up
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
PLACES = [(q, r) for r in range(-4, 5) for q in range(-4, 5) if abs(q + r) <= 4]


def abalone_board(state: State) -> dict[Place, int]:
    return {PLACES[row[1]]: row[4] for row in state.sites()}


def shifted(place: Place, by: Place, steps: int = 1) -> Place:
    return place[0] + steps * by[0], place[1] + steps * by[1]


def abalone_results(board: dict[Place, int], mover: int) -> set[frozenset[tuple[Place, int]]]:
    """The boards that a turn may lead to: of every group of up to three marbles, in every direction."""
    found = set()
    for last, axis, size in itertools.product(board, DIRECTIONS, (1, 2, 3)):
        group = [shifted(last, axis, step) for step in range(size)]
        if any(board.get(place) != mover for place in group):
            continue
        for direction in DIRECTIONS:
            if size == 1 or direction == axis:
                moved = pushed(board, group, direction, mover)
            elif direction == shifted((0, 0), axis, -1):
                continue  # the same group from its other end
            else:
                beside = [shifted(place, direction) for place in group]
                free = all(place in PLACES and place not in board for place in beside)
                moved = dict.fromkeys(beside, mover) if free else None
            if moved is not None:
                rest = {place: who for place, who in board.items() if place not in group and place not in moved}
                new = rest | {place: who for place, who in moved.items() if place in PLACES}
                found.add(frozenset(new.items()))
    return found


def pushed(board: dict[Place, int], group: list[Place], direction: Place, mover: int) -> dict[Place, int] | None:
    """Where the marbles of a line and those that it pushes come to stand, over the rim too; None where it may not."""
    front = group[-1] if len(group) > 1 else group[0]
    enemies = []
    while board.get(here := shifted(front, direction, len(enemies) + 1)) == 3 - mover:
        enemies.append(here)
    if len(enemies) >= len(group) or here in board or (here not in PLACES and not enemies):
        return None
    return {shifted(place, direction): board[place] for place in [*group, *enemies]}


@pytest.mark.parametrize(("start", "turns"), [("Lines", 44), ("Belgian Daisy", 52)])
def test_marbles_move_as_the_rules_say(start: str, turns: int) -> None:
    game = ludens.load("Abalone", options=[f"Start/{start}"])
    state, choose, over_the_rim = game.start(seed=0), random.Random(start), 0
    assert len(list(whole_turns(state))) == turns
    for _ in range(150):
        made = [(turn, abalone_board(after(state, turn))) for turn in whole_turns(state)]
        results = {frozenset(board.items()) for _, board in made}
        assert results == abalone_results(abalone_board(state), state.mover)
        assert len(results) == len(made)
        fewest = min(len(board) for _, board in made)
        turn, board = choose.choice([one for one in made if len(one[1]) == fewest])
        over_the_rim += len(board) < len(state.sites())
        state = after(state, turn)
        if state.is_over:
            break
    assert over_the_rim > 3


# --- Seega


@pytest.fixture(scope="module")
def seega() -> Game:
    return ludens.load("Seega")


def standing(game: Game, white: str, black: str) -> State:
    """A position of the second phase, White to move."""
    placed = [
        Placed(f"c:{ord(square[0]) - ord('a') + 5 * (int(square[1]) - 1)}", what)
        for what, squares in ((1, white), (2, black))
        for square in squares.split()
    ]
    return arranged(game, placed, mover=1, phases=("Moving", "Moving"))


def played(state: State, *moves: str) -> State:
    for said in moves:
        state.play(state.parse(said))
    return state


def black_stones(state: State) -> int:
    return sum(row[4] == 2 for row in state.sites())


def test_who_put_down_the_last_stones_moves_first(seega: Game) -> None:
    state, movers = seega.start(seed=0), []
    while len(movers) < 24:
        movers.append(state.mover)
        state.play(state.legal_moves()[0])
    assert movers == [1, 1, 2, 2] * 6
    assert state.mover == 2
    assert {row[1] for row in state.sites()} == set(range(25)) - {12}


def test_a_stone_that_takes_goes_on_only_to_take_again(seega: Game) -> None:
    state = played(standing(seega, "a2 c1 d3", "b1 e5 d2 a5"), "a2-a1")
    assert (state.mover, black_stones(state)) == (2, 3)
    state = played(standing(seega, "b1 d2 b4 a5", "c2 b3 e5 e4"), "b1-b2")
    assert (state.mover, black_stones(state)) == (2, 2)  # both at once, and no more
    state = played(standing(seega, "a1 c2 c3", "b2 a4 b3 e5"), "a1-a2")
    assert (state.mover, black_stones(state)) == (1, 3)
    assert set(state.notations()) == {"A2-A3", "pass"}
    state.play(state.parse("A2-A3"))
    assert (state.mover, black_stones(state)) == (2, 2)


def test_the_middle_and_what_goes_between_enemies_are_safe(seega: Game) -> None:
    assert black_stones(played(standing(seega, "b2 d3", "c3 e5"), "b2-b3")) == 2
    assert black_stones(played(standing(seega, "b2 d4", "c4 e5"), "b2-b3")) == 2
    state = played(standing(seega, "b2 e1", "a3 c3 e5"), "b2-b3")
    assert sum(row[4] == 1 for row in state.sites()) == 2


def test_a_last_stone_is_lost(seega: Game) -> None:
    state = played(standing(seega, "a2 c1", "b1 e5"), "a2-a1")
    assert state.is_over and state.winner == 1


# --- Qubic


def lines_of_a_cube() -> set[frozenset[int]]:
    steps = [step for step in itertools.product((-1, 0, 1), repeat=3) if any(step)]
    ways = [
        [tuple(at + n * by for at, by in zip(first, step, strict=True)) for n in range(4)]
        for first in itertools.product(range(4), repeat=3)
        for step in steps
    ]
    inside = [way for way in ways if all(0 <= at < 4 for place in way for at in place)]
    return {frozenset(16 * row + 4 * floor + column for column, floor, row in way) for way in inside}


def test_the_lines_of_a_cube_win_and_nothing_else() -> None:
    game, lines, choose = ludens.load("Qubic"), lines_of_a_cube(), random.Random(1)
    assert len(lines) == 76

    def wins(sites: frozenset[int], last: int) -> bool:
        rows = [("C", site, 0, 1, 1, 1, 0, 0, 0) for site in sorted(sites - {last})]
        state = game.position(rows, mover=1, seed=0)
        state.play(next(move for move in state.legal_moves() if move.to_site == last))
        return state.winner == 1

    assert all(wins(line, last) for line in lines for last in line)
    for _ in range(100):
        sites = frozenset(choose.sample(range(64), choose.randint(8, 20)))
        if not any(line <= sites for line in lines):
            assert not wins(sites, min(sites))
