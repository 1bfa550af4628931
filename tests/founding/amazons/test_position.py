"""Positions as text and as states."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludens
from ludens.founding.amazons.notation import turns
from ludens.founding.amazons.position import Position, PositionError, after, game
from ludens.founding.amazons.turn import parse_turn


@st.composite
def positions(draw: st.DrawFn, sizes: tuple[int, ...] = (3, 6, 8, 10, 11)) -> Position:
    """Any position, with up to four amazons of each side."""
    size = draw(st.sampled_from(sizes))
    sites = draw(st.permutations(range(size * size)))
    white, black = draw(st.integers(0, 4)), draw(st.integers(0, 4))
    arrows = draw(st.integers(0, size * size))
    boards = [sites[:white], sites[white : white + black], sites[white + black : white + black + arrows]]
    return Position(size, *(sum(1 << site for site in board) for board in boards), draw(st.integers(1, 2)))


@given(positions())
def test_every_text_is_read_as_it_is_written(position: Position) -> None:
    mover = "wb"[position.mover - 1]
    assert Position.parse(str(position)) == position
    assert Position.parse("\n".join([*position.rows(), mover])) == position
    assert Position.parse(f"{position.size}\n{mover}\n" + "\n".join(position.rows())) == position
    assert Position.parse(position.diagram() + f"\n{mover}  # to move\n") == position


@given(positions((6, 8)))
def test_a_state_holds_the_position(position: Position) -> None:
    state = position.state(seed=1)
    assert Position.of(state) == position
    assert set(turns(state)) == set(position.turns())
    assert position.is_over == (not turns(state))


@pytest.mark.parametrize(
    ("text", "line", "column", "cause"),
    [
        ("", 1, 1, "there is no position"),
        ("\n# nothing\n", 1, 1, "there is no position"),
        ("5/5/5/wwwww/5 w", 1, 11, "e2 is a fifth amazon of White's, after a2, b2, c2, d2: 4 is all"),
        ("bb..\n....\n..bb\n...b\n", 4, 4, "d1 is a fifth amazon of Black's, after a4, b4, c2, d2: 4 is all"),
        ("...\n.x.\n...", 2, 2, "not 'x'"),
        ("...\n..\n...", 2, 1, "row 2 has 2 squares, and there are 3 rows"),
        ("3/2/3", 1, 3, "row 2 has 2 squares"),
        ("3/3/3 x", 1, 7, "w or b is expected for the side to move, not 'x'"),
        ("3/3/3 w\n3", 2, 1, "ends there"),
        ("3/99/3", 1, 3, "99 empty squares are more than a row holds"),
        (".", 1, 1, "a board has 2 to 26 rows, not 1"),
        ("4\n...\n...\n...", 4, 1, "4 rows are expected, and here are 3"),
    ],
)
def test_bad_positions(text: str, line: int, column: int, cause: str) -> None:
    with pytest.raises(PositionError) as caught:
        Position.parse(text, "file.txt")
    assert cause in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith(f"file.txt:{line}:{column}: ")


@given(st.text("0123456789wb-./ \nx#", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        position = Position.parse(text)
    except PositionError as error:
        assert error.line >= 1 and error.column >= 1
    else:
        assert Position.parse(str(position)) == position


def test_other_games_are_refused() -> None:
    with pytest.raises(ValueError, match="Hex is not Amazons"):
        Position.of(ludens.load("Hex").start(seed=1))


def test_a_board_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        Position(6, 1, 2, 4).state_of(game(8))
    with pytest.raises(ludens.LudError):
        Position(5, 1, 2, 4).state()


def test_after_plays_turns() -> None:
    start = Position.of(game(6).start(seed=1))
    assert after(start, []) == start
    moved = after(start, [parse_turn("a3-a2/a3"), parse_turn("a4-b4/a4")])
    assert moved.mover == 1 and moved.names(moved.arrows) == ["a3", "a4"]


@pytest.mark.parametrize("size", [6, 8, 10])
def test_a_random_start_has_four_amazons_each(size: int) -> None:
    found = {str(Position.of(game(size, "Random").start(seed=seed))) for seed in range(20)}
    assert len(found) == 20
    for text in found:
        position = Position.parse(text)
        assert position.white.bit_count() == position.black.bit_count() == 4 and not position.arrows


def test_the_standard_starts() -> None:
    assert str(Position.of(game(10).start(seed=5))) == "3b2b3/10/10/b8b/10/10/w8w/10/10/3w2w3 w"
    assert game(8).start(seed=1).sites() == game(8).start(seed=2).sites()
