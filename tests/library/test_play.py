"""The library's games compile and can be played to an end, and have the published numbers of move sequences."""

from __future__ import annotations

import math

import pytest

import ludens
from ludens import library
from ludens.testing.certificates.published import TABLE
from shelf import each_game

#: so many sequences are counted by way of states, more by native code
FEW = 2_000
#: (game, turns, sequences) where one turn may be several moves: jumps, or a promotion, the last two dear.
#: Halbersma, Perft for all recognized draughts variants; Fairy-Stockfish, tests/perft.sh; Frisian: counted by another
#: program of a hundred lines
TURNS = [("Brazilian Draughts", 6, 37628), ("Minishogi", 5, 533203), ("Kyoto Shogi", 5, 225903),
         ("Italian Draughts", 6, 36473), ("Frisian Draughts", 5, 21345)]  # fmt: skip


def perft_cases() -> list[object]:
    """(game, depth, leaves) of the table, whose rows name their source; those marked so are slow tests."""
    rows = [line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines()[1:]]
    return [
        pytest.param(row[0], int(row[1]), int(row[2]), id=f"{row[0]}-{row[1]}", marks=marks_of(row)) for row in rows
    ]


def test_every_number_names_its_source() -> None:
    rows = [line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines()]
    assert rows[0] == ["game", "depth", "leaves", "source", "slow"]
    assert all(len(row) in (4, 5) and row[3] for row in rows[1:])


def marks_of(row: list[str]) -> list[pytest.MarkDecorator]:
    """The tests of a game run in the same process, which compiles it once."""
    return [pytest.mark.xdist_group(row[0]), *([pytest.mark.slow] if "slow" in row[4:] else [])]


def leaves(state: ludens.State, depth: int) -> int:
    """How many sequences of `depth` moves there are; those that end earlier do not count."""
    if state.is_over:
        return 0
    moves = state.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = state.copy()
        after.play(move)
        total += leaves(after, depth - 1)
    return total


@pytest.mark.parametrize(("name", "depth", "expected"), perft_cases())
def test_numbers_of_move_sequences(name: str, depth: int, expected: int) -> None:
    game = ludens.load(name)
    assert (leaves(game.start(seed=1), depth) if expected <= FEW else game.perft(depth)) == expected


def turns(state: ludens.State, number: int) -> int:
    """How many sequences of so many turns there are; a turn lasts until somebody else is to move."""
    total = 0
    for move in state.legal_moves():
        after = state.copy()
        after.play(move)
        if not after.is_over and after.mover == state.mover:
            total += turns(after, number)
        elif number == 1:
            total += 1
        elif not after.is_over:
            total += turns(after, number - 1)
    return total


@pytest.mark.parametrize(
    ("name", "number", "expected"),
    [pytest.param(*row, marks=[] if row in TURNS[:3] else [pytest.mark.integration]) for row in TURNS],
)
def test_numbers_of_sequences_of_turns(name: str, number: int, expected: int) -> None:
    assert turns(ludens.load(name).start(seed=1), number) == expected


@pytest.mark.parametrize("name", each_game(rest="integration"))
def test_plays_to_an_end_or_goes_on_without_fault(name: str) -> None:
    game = ludens.load(name)
    state = game.start(seed=11)
    for ply in range(100):
        if state.is_over:
            break
        moves = state.legal_moves()
        assert len(moves) > 0
        movers = sorted({m.mover for m in moves}) if state.is_simultaneous else []
        own = [[m for m in moves if m.mover == mover] for mover in movers] or [moves]
        state.play([part[ply * 7 % len(part)] for part in own])
    assert len(state.ranking) == game.num_players
    if state.is_over:
        assert all(1.0 <= rank <= game.num_players or game.num_players == 1 for rank in state.ranking)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Amazons", "Hex", "Go", "Gomoku"])
def test_every_option_compiles(name: str) -> None:
    from ludens.language import parse

    for option in parse(library.read(name)).options:
        for item in option.items:
            game = ludens.load(name, options=[f"{option.heading}/{item.name}"])
            assert len(game.start(seed=1).legal_moves()) > 0


@pytest.mark.parametrize(("name", "row"), [("Gomoku", 5), ("Connect6", 6), ("Pente", 5)])
def test_rows_of_stones_on_points_count_along_diagonals(name: str, row: int) -> None:
    game = ludens.load(name)
    side = math.isqrt(game.model.topology.count("Vertex"))
    state, middle = game.start(seed=1), side // 2
    diagonal = [(side + 1) * (middle + step) for step in range(row)]
    others = iter(range(1, side * side, 3 * side + 5))
    while not state.is_over:
        wanted = diagonal if state.mover == 1 else others
        site = diagonal.pop(0) if wanted is diagonal else next(others)
        state.play(next(move for move in state.legal_moves() if move.to_site == site))
    assert state.winner == 1 and not diagonal
