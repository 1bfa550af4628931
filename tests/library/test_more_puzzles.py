"""Puzzles that came later: their solutions are accepted, and what breaks a rule is not."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Sequence

import pytest

import ludens
from laying import labels_of, play
from ludens.game import State


def given(state: State) -> dict[int, int]:
    """The values that are fixed: no move changes them."""
    free = {move.to_site for move in state.legal_moves()}
    return {row[1]: row[3] for row in state.sites() if row[1] not in free}


def enter(state: State, site: int, value: int) -> bool:
    text = f"[Set:type=Cell,var={site},value={value},decision=true]"
    move = next((move for move in state.legal_moves() if text in str(move)), None)
    if move is not None:
        state.play(move)
    return move is not None


ROWS = [[9 * row + column for column in range(9)] for row in range(9)]
COLUMNS = [list(column) for column in zip(*ROWS, strict=True)]
BOXES = [[9 * (y + b) + x + a for a in range(3) for b in range(3)] for x in (0, 3, 6) for y in (0, 3, 6)]
WINDOWS = [[9 * (y + b) + x + a for a in range(3) for b in range(3)] for x in (1, 5) for y in (1, 5)]
DIAGONALS = [[10 * n for n in range(9)], [8 * n + 8 for n in range(9)]]


def solutions(fixed: dict[int, int], regions: list[list[int]]) -> list[dict[int, int]]:
    """At most two ways to fill the squares."""
    peers = [set().union(*(region for region in regions if site in region)) - {site} for site in range(81)]
    ways: list[dict[int, int]] = []

    def go(filled: dict[int, int]) -> None:
        if len(filled) == 81:
            ways.append(dict(filled))
        if len(ways) == 2 or len(filled) == 81:
            return
        left = set(range(81)) - set(filled)
        free = {site: set(range(1, 10)) - {filled.get(peer) for peer in peers[site]} for site in left}
        site = min(free, key=lambda one: len(free[one]))
        for value in free[site]:
            go(filled | {site: value})

    go(fixed)
    return ways


@pytest.mark.parametrize(("name", "more"), [("Diagonal Sudoku", DIAGONALS), ("Windoku", WINDOWS)])
def test_a_sudoku_with_more_regions_has_one_solution(name: str, more: list[list[int]]) -> None:
    state = ludens.load(name).start(seed=1)
    fixed = given(state)
    (solution,) = solutions(fixed, ROWS + COLUMNS + BOXES + more)
    region = more[0]
    free = [site for site in region if site not in fixed]
    assert not enter(state, free[0], next(fixed[site] for site in region if site in fixed))
    for site in sorted(solution.keys() - fixed.keys()):
        assert enter(state, site, solution[site])
    assert state.is_over and state.winner == 1


def test_takuzu_has_one_solution() -> None:
    state = ludens.load("Takuzu").start(seed=1)
    fixed = given(state)
    lines = [
        line
        for line in itertools.product((1, 2), repeat=6)
        if line.count(1) == 3 and all(len(set(line[n : n + 3])) > 1 for n in range(4))
    ]

    def fits(row: int, line: Sequence[int]) -> bool:
        return all(fixed.get(6 * row + column, value) == value for column, value in enumerate(line))

    choices = [[line for line in lines if fits(row, line)] for row in range(6)]
    solved = [
        grid
        for grid in itertools.product(*choices)
        if len(set(grid)) == 6 and len(columns := set(zip(*grid, strict=True))) == 6 and columns <= set(lines)
    ]
    assert len(solved) == 1
    for site in range(36):
        assert site in fixed or enter(state, site, solved[0][site // 6][site % 6])
    assert state.is_over and state.winner == 1


def test_stars_do_not_touch_and_each_field_has_one() -> None:
    state = ludens.load("Star Battle").start(seed=1)
    for site in (0, 10, 15, 26, 30, 39, 48):
        assert enter(state, site, 1)
    assert state.is_over and state.winner == 1
    state = ludens.load("Star Battle").start(seed=1)
    assert enter(state, 10, 1)
    assert not any(enter(state, site, 1) for site in (2, 4, 9, 11, 12, 13, 16, 17, 18, 24))


def shortest(start: State, limit: int = 200_000) -> int:
    """How many moves the nearest solution takes."""
    todo, seen = deque([(start, 0)]), {str(start.sites())}
    while todo:
        state, depth = todo.popleft()
        for move in state.legal_moves():
            after = state.copy()
            after.play(move)
            if after.is_over and after.winner == 1:
                return depth + 1
            if not after.is_over and (key := str(after.sites())) not in seen:
                seen.add(key)
                todo.append((after, depth + 1))
        assert len(seen) < limit
    raise AssertionError("there is no solution")


@pytest.mark.parametrize(
    ("name", "options", "moves"),
    [
        ("Wolf, Goat and Cabbage", [], 7),
        ("Guarini's Knights", [], 16),
        ("Leapfrogs", [], 15),
        ("Warehouse", ["Level/Practice"], 7),
        ("Fifteen Puzzle", ["Start/Easy"], 8),
    ],
)
def test_a_puzzle_is_solved_in_so_many_moves(name: str, options: list[str], moves: int) -> None:
    assert shortest(ludens.load(name, options=options).start(seed=1)) == moves


def test_only_the_goat_may_cross_first() -> None:
    state = ludens.load("Wolf, Goat and Cabbage").start(seed=1)
    assert [move.from_site for move in state.legal_moves()] == [2]


def test_one_crate_is_pushed_and_none_is_pulled() -> None:
    game = ludens.load("Warehouse", options=["Level/Practice"])
    state, labels = game.start(seed=1), labels_of(game)
    assert {labels[move.to_site] for move in state.legal_moves()} == {"b2", "c3"}
    play(state, "c2-c3")
    crate = next(c.index for c in game.components if c.name == "Crate0")
    before = [row[1] for row in state.sites() if row[3] == crate]
    assert before == [labels.index("d4")]
    play(state, "c3-c4", "c4-d4")
    assert [row[1] for row in state.sites() if row[3] == crate] == [labels.index("e4")]
    play(state, "d4-c4")
    assert [row[1] for row in state.sites() if row[3] == crate] == [labels.index("e4")]


def test_the_answer_to_a_guess_counts_places_and_colours() -> None:
    game = ludens.load("Code Breaker")
    names = {component.index: component.name for component in game.components}
    state = game.start(seed=4)
    code = [names[row[3]] for row in sorted(state.sites(), key=lambda row: row[1]) if 60 <= row[1] < 64]

    rows = [-1]

    def put(*colours: str) -> None:
        for colour in colours:
            index = next(number for number, name in names.items() if name == colour)
            state.play(next(move for move in state.legal_moves() if f"what={index}," in str(move)))

    def guess(*colours: str) -> tuple[int, int]:
        rows[0] += 1
        put(*colours)
        answers = {names[row[3]]: row[6] for row in state.sites() if row[1] // 6 == rows[0]}
        return answers["Exact0"], answers["Near0"]

    other = next(name for name in names.values() if name not in code and not name.endswith("0"))
    assert guess(code[0], code[2], code[1], other) == (1, 2)
    assert guess(*[code[3]] * 4) == (1, 0)
    assert guess(other, code[0], code[0], code[0]) == (0, 1)
    assert not state.is_over
    put(*code)
    assert state.is_over and state.winner == 1
