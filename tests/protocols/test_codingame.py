"""The lines of the protocol, in both directions."""

from __future__ import annotations

import io

import pytest

from ludens.founding.amazons.codingame.protocol import (
    Answer,
    ProtocolError,
    Request,
    plain,
    read_answer,
    read_request,
    read_size,
    write_answer,
    write_request,
)

REQUEST = Request("w", ("b..", ".-.", "..w"), None, 4)


def lines(text: str) -> io.StringIO:
    return io.StringIO(text)


def test_a_request_is_the_lines_of_the_statement() -> None:
    assert write_request(REQUEST) == "w\nb..\n.-.\n..w\nnull\n4\n"


@pytest.mark.parametrize("request_", [REQUEST, Request("b", ("ww", "b-"), "a1b2a2", 0)])
def test_a_request_is_read_back(request_: Request) -> None:
    text = lines(write_request(request_) * 2)
    assert [read_request(text.readline, len(request_.rows)) for _ in range(3)] == [request_, request_, None]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("white\n", "the colour w or b is expected, not 'white'"),
        ("w\nb..\n.x.\n...\nnull\n4\n", "row 2 from the top has 3 of the characters '.wb-', not '.x.'"),
        ("w\nb..\n", "row 2 from the top has 3 of the characters '.wb-', not ''"),
        ("w\n...\n...\n...\nd8\n4\n", "the last action or null is expected, not 'd8'"),
        ("w\n...\n...\n...\nnull\nmany\n", "the number of legal actions is expected, not 'many'"),
    ],
)
def test_requests_that_are_none(text: str, message: str) -> None:
    with pytest.raises(ProtocolError, match=f"^{message}$"):
        read_request(lines(text).readline, 3)


@pytest.mark.parametrize("text", ["", "eight", "0", "27", "-8", "8 8", "\N{SUPERSCRIPT TWO}"])
def test_sizes_that_are_none(text: str) -> None:
    with pytest.raises(ProtocolError, match="the number of rows is expected first"):
        read_size(text)


def test_a_size_is_read() -> None:
    assert read_size("8\n") == 8


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("d8d1d7", Answer("d8d1d7")),
        ("  d8d1d7  ", Answer("d8d1d7")),
        ("d8d1d7 msg", Answer("d8d1d7")),
        ("d8d1d7 msg message", Answer("d8d1d7", "message")),
        ("d8d1d7  msg  two  words ", Answer("d8d1d7", "two  words")),
        ("z99a0b1", Answer("z99a0b1")),
        ("a10b10c10 msg \x1b[31mred", Answer("a10b10c10", "\\x1b[31mred")),
    ],
)
def test_answers(line: str, answer: Answer) -> None:
    assert read_answer(line) == answer


@pytest.mark.parametrize(
    "line", ["", " ", "d8", "d8d1", "d8d1d7d6", "D8D1D7", "d8-d1/d7", "msg d8d1d7", "d8d1d7 message", "null", "d٣d1d7"]
)
def test_answers_that_are_not_recognised(line: str) -> None:
    with pytest.raises(ProtocolError, match="is expected"):
        read_answer(line)


def test_the_message_names_no_more_than_a_line_of_garbage() -> None:
    with pytest.raises(ProtocolError) as caught:
        read_answer("x" * 4000 + "\x1b")
    assert len(str(caught.value)) < 150
    assert "\x1b" not in str(caught.value)


def test_the_places_of_an_answer() -> None:
    assert read_answer("d8d1h10").places == ((3, 7), (3, 0), (7, 9))


@pytest.mark.parametrize("answer", [Answer("d8d1d7"), Answer("d8d1d7", "take that")])
def test_an_answer_is_read_back(answer: Answer) -> None:
    assert read_answer(write_answer(answer)) == answer


def test_a_message_of_many_lines_stays_one_line() -> None:
    assert write_answer(Answer("d8d1d7", "one\ntwo")) == "d8d1d7 msg one two\n"


def test_what_a_terminal_obeys_is_escaped() -> None:
    assert plain("ü\x07\x9b\u202e") == "ü\\x07\\x9b\\u202e"
