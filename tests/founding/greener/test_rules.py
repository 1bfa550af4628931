"""The description of Greener against an independent implementation of its rules, on random games and positions."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import ludens
from ludens.founding import greener

from .reference import BLACK, GREEN, WHITE, Board, Game, board_of, random_board, site

PLAYER = {BLACK: 1, WHITE: 2}


@pytest.fixture(scope="module")
def game() -> ludens.Game:
    return ludens.load("Greener")


def placed(game: ludens.Game, board: Board, mover: int = BLACK) -> ludens.State:
    """The state at a board of the reference."""
    rows = tuple(tuple(() if stack == [3] else tuple(stack) for stack in row) for row in board)
    return greener.state_of(game, greener.Position(rows, mover), seed=1)


def assert_alike(state: ludens.State, expected: Game) -> None:
    """Everything that both know about a position is the same."""
    assert board_of(state) == expected.board
    assert state.is_over == expected.is_over
    assert state.scores == [expected.score(BLACK), expected.score(WHITE)]
    if expected.is_over:
        winner = expected.winner()
        assert state.winner == (0 if winner is None else PLAYER[winner])
        assert state.ranking == ([1.5, 1.5] if winner is None else [1.0, 2.0] if winner == BLACK else [2.0, 1.0])
        assert len(state.legal_moves()) == 0
        return
    assert state.mover == PLAYER[expected.mover]
    captures = sorted((site(*c[:2]), site(*c[2:])) for c in expected.captures())
    assert sorted((m.from_site, m.to_site) for m in state.legal_moves()) == (captures or [(-1, -1)])


def play_out(state: ludens.State, expected: Game, choose: random.Random) -> None:
    """Play both to the end with the same random moves, and compare every position."""
    assert_alike(state, expected)
    while not expected.is_over:
        if captures := expected.captures():
            taken = choose.choice(captures)
            ends = (site(*taken[:2]), site(*taken[2:]))
            state.play(next(m for m in state.legal_moves() if (m.from_site, m.to_site) == ends))
            expected.capture(*taken)
        else:
            state.play(state.legal_moves()[0])
            expected.skip()
        assert_alike(state, expected)


@pytest.mark.parametrize("seed", range(8))
def test_random_games_are_those_of_the_reference(game: ludens.Game, seed: int) -> None:
    choose = random.Random(seed)
    for number in range(25):
        state = game.start(seed=25 * seed + number)
        play_out(state, Game(board_of(state)), choose)


@pytest.mark.parametrize("mover", [BLACK, WHITE])
@pytest.mark.parametrize("stacks", [1, 2, 3, 4, 6, 9, 14, 20])
def test_games_from_random_stacks_are_those_of_the_reference(game: ludens.Game, stacks: int, mover: int) -> None:
    choose = random.Random(100 * stacks + mover)
    for _ in range(10):
        board = random_board(choose, stacks)
        play_out(placed(game, board, mover), Game([list(row) for row in board], mover), choose)


def test_the_start_is_random_and_full(game: ludens.Game) -> None:
    boards = [board_of(game.start(seed=seed)) for seed in range(40)]
    for board in boards:
        assert Counter(tuple(stack) for row in board for stack in row) == {(WHITE,): 9, (BLACK,): 9, (GREEN,): 18}
    assert len({str(board) for board in boards}) == 40
    for row in range(6):  # every colour comes to every cell
        for column in range(6):
            assert {board[row][column][0] for board in boards} == {WHITE, BLACK, GREEN}


def test_black_begins(game: ludens.Game) -> None:
    assert game.start(seed=1).mover == PLAYER[BLACK]


def test_the_start_alone_is_a_matter_of_chance(game: ludens.Game) -> None:
    assert not game.is_stochastic


def diagonal(*stacks: list[int]) -> Board:
    """Stacks of which no two share a row or a column: nobody can capture."""
    return [
        [list(stacks[row]) if row == column and row < len(stacks) else [3] for column in range(6)] for row in range(6)
    ]


def ended(game: ludens.Game, board: Board, mover: int) -> ludens.State:
    """The end of a game that goes on from here with passes alone."""
    state = placed(game, board, mover)
    for _ in range(2):
        assert not state.is_over
        (only,) = state.legal_moves()
        assert (only.from_site, only.to_site) == (-1, -1)
        state.play(only)
    assert state.is_over
    return state


@pytest.mark.parametrize("mover", [BLACK, WHITE])
@pytest.mark.parametrize(
    ("stacks", "winner"),
    [
        # 10 green against 8 in another, higher stack
        (([1] * 3 + [2] * 10, [0] * 9 + [1] * 6 + [2] * 8), 1),
        (([1] * 9 + [0] * 3 + [2] * 8, [0] * 6 + [2] * 10), 2),
        # green in stacks that nobody controls does not count
        (([1] * 9 + [2] * 3, [0] * 9 + [2] * 4, [2] * 11), 2),
        # 9 green each: the highest stack decides, not how much stands in all of them
        (([1] * 9 + [2] * 9, [0] * 5 + [2] * 5, [0] * 4 + [2] * 4), 1),
        (([1] * 4 + [2] * 5, [1] * 5 + [2] * 4, [0] * 2 + [2] * 9, [0] * 7), 2),
        # as many green, and as high
        (([1] * 9 + [2] * 9, [0] * 9 + [2] * 9), 0),
        (([1] * 5 + [2] * 9, [1] * 4, [0] * 4 + [2] * 1, [0] * 5 + [2] * 8), 1),
        (([1] * 4 + [2] * 6, [1] * 5 + [2] * 3, [0] * 6 + [2] * 4, [0] * 3 + [2] * 5), 0),
    ],
)
def test_who_wins(game: ludens.Game, stacks: tuple[list[int], ...], winner: int, mover: int) -> None:
    state = ended(game, diagonal(*stacks), mover)
    assert state.winner == winner


def test_a_pass_and_a_capture_after_it(game: ludens.Game) -> None:
    """White has nothing to move with, Black goes on until one stack is left; only then the game ends."""
    board = diagonal()
    board[0][:3] = [[1] * 8 + [0] * 9 + [2] * 16, [2], [1, 2]]
    state = placed(game, board, WHITE)
    movers = []
    while not state.is_over:
        movers.append((state.mover, state.legal_moves()[0].from_site >= 0))
        state.play(state.legal_moves()[0])
    assert movers == [(2, False), (1, True), (2, False), (1, True), (2, False), (1, False)]
    assert (state.winner, state.scores) == (1, [18, 0])


def test_a_stack_of_all_pyramids_fits(game: ludens.Game) -> None:
    board = diagonal()
    board[0][0], board[0][5] = [1] * 9 + [0] * 9 + [2] * 17, [2]
    state = placed(game, board)
    (capture,) = state.legal_moves()
    state.play(capture)
    assert state.scores == [18, 0] and len(state.sites()) == 36


def test_numbers_of_move_sequences_are_those_of_the_reference(game: ludens.Game) -> None:
    state = game.start(seed=5)
    assert game.perft(2, state) == leaves(Game(board_of(state)), 2)


def leaves(position: Game, depth: int) -> int:
    """The number of sequences of `depth` captures; the board is too full for passes."""
    if depth == 0:
        return 1
    total = 0
    for capture in position.captures():
        after = Game([list(row) for row in position.board], position.mover)
        after.capture(*capture)
        total += leaves(after, depth - 1)
    return total


def test_the_playouts_of_native_code_end_alike(game: ludens.Game) -> None:
    result = game.playouts(2000, seed=3)
    wins = Counter(result.winners.tolist())
    assert set(wins) == {0, 1, 2} and wins[0] < 100 and min(wins[1], wins[2]) > 800
    assert result.lengths.max() <= 2 * 35 + 2
