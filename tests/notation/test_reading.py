"""Files of many games: a bad one costs no other one, and texts are read in any encoding."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import ludens
from ludens import notation
from ludens.cli import main
from ludens.notation import Record
from ludens.notation.reading import Refused, encoding_of, lines_of, unheld
from ludens.notation.style import Style

GAMES = """\
[Event "first"]

1. e4 e5 1-0

[Event "bad"]

1. e4 e4 *

[Event "third"]

1. d4 d5 0-1
"""


@pytest.fixture(scope="module")
def style() -> Style:
    return notation.of(ludens.load("Chess"))


def convert(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main(["convert", "Chess", *(str(one) for one in arguments)])
    heard = capsys.readouterr()
    return code, heard.out, heard.err


@pytest.fixture
def games(tmp_path: Path) -> Path:
    (path := tmp_path / "games.pgn").write_text(GAMES)
    return path


def test_a_bad_game_costs_no_other(style: Style) -> None:
    first, bad, third = style.games(io.StringIO(GAMES))
    assert isinstance(first, Record) and isinstance(third, Record) and isinstance(bad, Refused)
    assert (first.tags["Event"], third.tags["Event"], third.result) == ("first", "third", "0-1")
    assert (bad.number, bad.error.line, bad.error.column) == (2, 7, 7)
    assert bad.piece.text.startswith('[Event "bad"]') and "e4 e4" in bad.piece.text
    assert [record.tags["Event"] for record in style.read(GAMES, errors="skip")] == ["first", "third"]
    [only] = style.games(io.StringIO(GAMES), only=3)
    assert isinstance(only, Record) and only.tags["Event"] == "third"


@pytest.mark.parametrize(
    "bad",
    [
        "1. e4 {never closed",
        "1. e4 (1. d4",
        "1. e4 Nf9",
        '[FEN "8/8"]\n\n1. e4 *',
        "1. e4 e5 2. Ke3 {with } a ] brace } and ) more",
    ],
)
def test_whatever_is_wrong_with_it(style: Style, bad: str) -> None:
    found = list(style.games(io.StringIO(f'[Event "a"]\n\n1. e4 *\n\n[Event "b"]\n{bad}\n\n[Event "c"]\n\n1. d4 *\n')))
    assert [isinstance(one, Record) for one in found] == [True, False, True]
    assert [one.tags["Event"] for one in found if isinstance(one, Record)] == ["a", "c"]


def test_bad_games_are_left_out(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    code, out, err = convert(capsys, games, "--to", "pgn")
    assert code == 1 and "first" in out and "third" in out and "bad" not in out
    assert f"{games}:7:7: 'e4' is no move here" in err and "(game 2)" in err
    assert f"{games}: 2 games read, 1 that cannot be read left out" in err


def test_a_bad_game_ends_the_reading(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    code, out, _ = convert(capsys, games, "--to", "pgn", "--errors", "stop")
    assert code == 1 and "first" in out and "third" not in out


def test_bad_games_stay_as_they_are(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    code, out, _ = convert(capsys, games, "--to", "pgn", "--errors", "keep")
    assert code == 1 and '[Event "bad"]\n\n1. e4 e4 *\n\n[Event "third"]' in out
    target = games.with_suffix(".out")
    code, _, err = convert(capsys, games, "--errors", "keep", "--number", 2)
    assert code == 2 and "name it with -o" in err
    code, _, err = convert(capsys, games, "--errors", "keep", "--number", 2, "-o", target)
    assert code == 1 and f"kept in {target}.refused" in err
    assert Path(f"{target}.refused").read_text() == '[Event "bad"]\n\n1. e4 e4 *\n\n'


# --- encodings


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ("Müller".encode(), "Müller"),
        ("Müller".encode("utf-8-sig"), "Müller"),
        ("Müller".encode("utf-16"), "Müller"),
        ("Müller".encode("latin-1"), "Müller"),
        ("O’Kelly – ½".encode("cp1252"), "O’Kelly – ½"),
        ("Müller ".encode() + "Müller".encode("latin-1"), "Müller Müller"),
    ],
)
def test_encodings(style: Style, data: bytes, name: str) -> None:
    whole = b'[White "' + data + b'"]\r\n\r\n1. e4 *\r\n'
    if data.startswith(b"\xff\xfe"):
        whole = f'[White "{name}"]\n\n1. e4 *\n'.encode("utf-16")
    file = io.BytesIO(whole)
    [record] = style.games(lines_of(file, encoding_of(file, [style.file()], "x")))
    assert isinstance(record, Record) and record.tags["White"].lstrip("\ufeff") == name


def test_an_encoding_by_name(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (path := tmp_path / "russian.pgn").write_bytes('[White "Таль"]\n\n1. e4 *\n'.encode("cp1251"))
    code, out, err = convert(capsys, path, "--to", "pgn", "--encoding", "cp1251")
    assert (code, err) == (0, "") and '[White "Таль"]' in out
    code, _, err = convert(capsys, path, "--to", "pgn", "--encoding", "rot13")
    assert code == 2 and "there is no encoding 'rot13'" in err
    code, out, err = convert(capsys, path, "--to", "pgn", "--encoding", "utf-8")
    assert code == 0 and r"\xd2" in out and "no text in utf-8 throughout" in err


# --- what a format cannot hold


def test_writers_say_what_they_cannot_hold(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (path := tmp_path / "game.pgn").write_text('[ECO "C20"]\n\n1. e4! $14 {Best by test.} (1. d4) *\n')
    code, _, err = convert(capsys, path, "-o", tmp_path / "game.trial")
    assert code == 0 and "files of trial do not hold the tag ECO, comments, glyphs, variations, nags (game 1)" in err
    shogi = notation.of(ludens.load("Shogi"))
    record = Record(shogi.game.start(), tags={"Event": "x"}, comments={0: "a"}, nags={0: [14, 18]})
    assert unheld(shogi.file("kif"), record) == ["2 annotations ($)"]
