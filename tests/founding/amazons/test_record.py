"""Records: round trips, tolerant reading, errors with their place, files."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludens
from ludens.founding.amazons.notation import turns_of
from ludens.founding.amazons.position import Position
from ludens.founding.amazons.record import Record, RecordError, is_record, load_record, read_record, standard_start
from ludens.founding.amazons.score import score
from ludens.founding.amazons.territory import territory


def random_record(size: int, seed: int, plies: int) -> Record:
    record, choose = Record.standard(size), random.Random(seed)
    position = record.start
    while len(record.turns) < plies and not position.is_over:
        record.turns.append(choose.choice(list(position.turns())))
        position = position.play(record.turns[-1])
    return record


NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["C"]), max_size=20).map(lambda s: " ".join(s.split()))


@settings(max_examples=20)
@given(st.sampled_from([6, 8, 10]), st.integers(0, 999), st.integers(0, 30), NAMES, NAMES)
def test_records_are_read_as_they_are_written(size: int, seed: int, plies: int, white: str, black: str) -> None:
    record = random_record(size, seed, plies)
    record.headers = {"White": white, "Black": black}
    again = read_record(record.text())
    assert again == record
    assert again.text() == record.text()


@settings(max_examples=20)
@given(st.integers(0, 999), st.integers(0, 12), st.sampled_from(["1-0", "0-1", "*"]))
def test_records_of_other_starts(seed: int, plies: int, ended: str) -> None:
    earlier = random_record(6, seed, 5)
    record = Record(earlier.final, ended=ended)
    position, choose = record.start, random.Random(seed)
    while len(record.turns) < plies and not position.is_over:
        record.turns.append(choose.choice(list(position.turns())))
        position = position.play(record.turns[-1])
    if position.is_over:
        record.ended = "*"
    again = read_record(record.text())
    assert again == record and again.final == record.final
    assert f'[Start "{record.start}"]' in record.text()


def test_a_record_is_a_game_of_the_engine() -> None:
    record = random_record(6, 3, 99)
    state = record.state(seed=1)
    assert state.is_over and Position.of(state) == record.final
    assert state.winner == (1 if record.result == "1-0" else 2)
    finished = record.score
    assert finished is not None and finished.winner == state.winner
    assert f'[Score "{finished.squares}"]' in record.text()


def test_moves_of_the_engine_make_a_record() -> None:
    game = ludens.load("Amazons", options=["Board Size/6x6"])
    state, moves = game.start(seed=1), []
    for _ in range(6):
        moves.append(state.play(state.legal_moves()[0]))
    record = Record.standard(6)
    for turn in turns_of(moves, 6):
        record.play(turn)
    assert Position.of(state) == record.final


def test_the_written_form() -> None:
    record = Record.standard(10)
    record.headers = {"White": 'Ann "A" \\'}
    for turn in ("d1d6g9", "a7-b6/b5", "d6-d5/d6"):
        record.play(turn)
    record.ended = "0-1"
    assert record.text() == (
        '[Game "Amazons"]\n[Board "10x10"]\n[White "Ann \\"A\\" \\\\"]\n[Result "0-1"]\n\n'
        "1. d1-d6/g9 a7-b6/b5 2. d6-d5/d6 0-1\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "d1-d6/g9 a7-b6/b5",
        "1.d1d6g9 1... A7B6B5\r\n",
        '[White "A"]\n[Date "2026"]\n\n7. d1-d6(g9) {a comment\nof two lines} a7-b6/b5 ; and the rest\n*\n',
        "\n\n1. d1-d6/g9\na7-b6/b5",
    ],
)
def test_tolerant_reading(text: str) -> None:
    assert [str(turn) for turn in read_record(text).turns] == ["d1-d6/g9", "a7-b6/b5"]


@pytest.mark.parametrize(
    ("text", "line", "column", "cause"),
    [
        ("1. d1-d6/g9\n   a7-b6/b5x", 2, 12, "nothing is expected after the arrow"),
        ("1. d1-d6/g9\n   a7-z6/b5", 2, 7, "z6 is outside of the 10x10 board"),
        ("1. d1-d6/g9 a7-d4/b5\n2. d6-d3/d7", 1, 13, "turn 2, a7-d4/b5 is not legal: d4 and b5 are not on one line"),
        ("1. d1-d6/g9 hello", 1, 13, "the amazon's square"),
        ('[White "A"]\n[White "B"]', 2, 1, "there is another White above"),
        ("[White A]", 1, 1, "a header such as"),
        ('[Board "9"]', 1, 1, "a board such as 10x10 is expected"),
        ('[Board "7x7"]', 1, 1, "needs a header Start"),
        ('[Game "Chess"]', 1, 1, "this is a record of 'Chess'"),
        ('[Start "wwwww/5/5/5/5 w"]', 1, 1, "Start, column 5: e5 is a fifth amazon"),
        ('[Board "6x6"]\n[Start "3/3/3 w"]', 2, 1, "Start has 3 rows, and the board 6"),
        ("1. d1-d6/g9 {no end", 1, 13, "this comment has no end"),
        ("1. d1-d6/g9 1/2-1/2", 1, 13, "there are no draws"),
        ("1. d1-d6/g9 1-0 a7-b6/b5", 1, 17, "the game ended with 1-0"),
        ('[Result "1-0"]\n\n1. d1-d6/g9 0-1', 3, 13, "the result is 1-0 above, and 0-1 here"),
        ('[Result "maybe"]', 1, 1, "a result is"),
    ],
)
def test_errors_name_their_place(text: str, line: int, column: int, cause: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(text, "game.txt")
    assert cause in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith(f"game.txt:{line}:{column}: ")


def test_a_finished_game_has_one_result_and_no_more_turns() -> None:
    record = random_record(6, 3, 99)
    text = record.text()
    assert read_record(text).result == record.result
    wrong = "0-1" if record.result == "1-0" else "1-0"
    with pytest.raises(RecordError, match=f"the result is {record.result}, not {wrong}"):
        read_record(text.replace(record.result, wrong))
    moves = text.split("\n\n")[1].replace(record.result, "")
    with pytest.raises(RecordError, match="the game is over"):
        read_record(f"{moves} a1-a2/a3", size=6)


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        record = read_record(text, size=6)
    except RecordError as error:
        assert error.line >= 1 and error.column >= 1
    else:
        assert read_record(record.text()) == record


# --- files


def test_a_file_holds_a_record(tmp_path: Path) -> None:
    record, path = random_record(8, 1, 20), tmp_path / "game.txt"
    record.save(path)
    assert load_record(path) == record
    record.turns.pop()
    record.save(path)
    assert load_record(path) == record
    assert list(tmp_path.iterdir()) == [path]


def test_a_record_that_cannot_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    random_record(6, 1, 5).save(path)
    before = path.read_bytes()
    broken = random_record(6, 1, 5)
    broken.turns.append(broken.turns[0])
    with pytest.raises(ValueError, match="not legal"):
        broken.save(path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]
    with pytest.raises(OSError):
        random_record(6, 1, 5).save(tmp_path / "missing" / "game.txt")


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(b"1. d1-d6/g9\n\xff\xfe")
    with pytest.raises(RecordError, match=r"game\.txt:2:1: this is no text in UTF-8"):
        load_record(path)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. d1-d6/g9", True),
        ("d1d6g9", True),
        ('[White "A"]', True),
        ("{ }", True),
        ("3b2b3/10 w", False),
        ("b2b3b2/b2 w", False),
        ("10  - . . b", False),
        ("..b\n...\nw..", False),
        ("8\nw\n........", False),
        ("", False),
    ],
)
def test_records_are_told_from_positions(text: str, expected: bool) -> None:
    assert is_record(text) == expected


# --- scores


def test_the_score_of_a_finished_game() -> None:
    # White's amazon reaches both of its squares, and can take only one of them.
    position = Position.parse("b---/----/-w--/1-1- b")
    found = score(position)
    assert found is not None and (found.winner, found.squares, found.result) == (1, 2, "1-0")
    assert str(found) == "White wins, tie-break score 2"
    assert territory(position).white.lower == 1


def test_a_game_that_goes_on_has_no_score() -> None:
    assert score(standard_start(10)) is None
    assert Record.standard(6).result == "*"
