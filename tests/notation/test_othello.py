"""Transcripts and positions of Othello as people and programs write them."""

from __future__ import annotations

import pytest

import ludens
from ludens import notation
from ludens.notation import NotationError
from ludens.notation.othello import Othello
from tests.notation.playing import cause, random_record


@pytest.fixture(scope="module")
def style() -> Othello:
    found = notation.of(ludens.load("Reversi"))
    assert isinstance(found, Othello)
    return found


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3d3c4",
        "F5D6C3D3C4",
        "f5 d6 c3 d3 c4",
        "1. f5 d6 2. c3 d3 3. c4",
        "1.f5 2.d6 3.c3 4.d3 5.c4",
        "1) f5, d6, c3, d3, c4",
        "f5-d6-c3-d3-c4",
        "+f5-d6+c3-d3+c4",
        "f5;d6;c3;d3;c4",
        "f5 | d6 | c3 | d3 | c4",
    ],
)
def test_transcripts(style: Othello, text: str) -> None:
    [record] = style.read(text + "\n", "transcript")
    assert style.write(record) == "f5d6c3d3c4\n"


@pytest.mark.parametrize(
    ("told", "result", "tag"),
    [(" 40-24", "1-0", "40-24"), (" 31 - 33", "0-1", "31 - 33"), (": +04 -02 3", "1-0", "+04 -02 3"),
     (" 32:32", "1/2-1/2", "32:32"), (" -6", "0-1", "-6")],
)  # fmt: skip
def test_results_behind_a_transcript(style: Othello, told: str, result: str, tag: str) -> None:
    [record] = style.read(f"f5d6{told}\n", "transcript")
    assert (record.tags["Result"], len(record.plies)) == (tag, 2)
    assert record.result == result or told.startswith(":")


def test_passes_may_be_written(style: Othello) -> None:
    records = (random_record(style.game, seed, 99) for seed in range(100))
    record = next(one for one in records if any(move.to_site < 0 for move in one.plies[:-3]))
    squares = [style.vertex(state, turn[0]) for state, turn in record.states()]
    for said in ("", "pa", " pass ", "--", " PS "):
        text = "".join(said if square == "pa" else square for square in squares)
        assert style.read(text, "transcript")[0].plies == record.plies, text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("f5d6x", "game:1:5: a square is expected, not 'x'"),
        ("f5 a1", "game:1:4: 'a1' is no move here"),
        ("f5 pa", "game:1:4: 'pass' is no move here"),
        ("+f5+d6", "game:1:4: d6 is said to be +'s move, and it is the other's turn"),
        ("f5d6\nf5f5", "game:2:3: 'f5' is no move here"),
    ],
)
def test_what_is_wrong_in_a_transcript(style: Othello, text: str, told: str) -> None:
    assert cause(style, text, "transcript").startswith(told)


START = "---------------------------OX------XO---------------------------"


@pytest.mark.parametrize(
    "text",
    [
        f"{START} X",
        f"{START.replace('-', '.').lower()}x",
        f"{START} X; f5:+0; d6:-2",
        f"{START.replace('X', '*')} *",
        f"{START.replace('X', 'B').replace('O', 'W')} black to move",
        "X to move " + START,
        "8/8/8/3OX3/3XO3/8/8/8 X",
        "\n".join(START[n : n + 8] for n in range(0, 64, 8)) + "\nX",
    ],
)
def test_positions(style: Othello, text: str) -> None:
    state = style.state(text)
    assert style.position(state) == f"{START} X"
    assert state.sites() == style.game.start(rng_state=bytes(8)).sites()


def test_texts_that_mean_harm(style: Othello) -> None:
    for text in (f"{'9' * 5000}/ X", f"{'9' * 50}/8 X"):
        with pytest.raises(NotationError, match="a position has 64 squares"):
            style.state(text)
    assert cause(style, f"f5 {'9' * 5000}-{'9' * 5000}", "transcript").startswith("game:1:4: a square is expected")


def test_what_is_no_position(style: Othello) -> None:
    with pytest.raises(NotationError, match="a position has 64 squares and the player to move, not 64 signs"):
        style.state(START)
    with pytest.raises(NotationError, match="not 'Q'"):
        style.state(START.replace("XO", "QO") + " X")
