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


def test_a_game_that_a_format_cannot_hold_costs_no_other(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    board = "BO[8 -------- -------- -------- -------- -------- -------- ------O- ------*- O]"
    usual = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
    (path := tmp_path / "games.ggf").write_text(
        f"(;GM[Othello]{usual}B[f5];)(;GM[Othello]{board};)(;GM[Othello]RE[+64:r]{usual}B[d3];)"
    )
    out = tmp_path / "out.txt"
    arguments = ["convert", "Othello", str(path), "--to", "transcript", "-o", str(out)]
    assert main(arguments) == 1 and out.read_text() == "f5\nd3\n"
    heard = capsys.readouterr().err
    assert "cannot hold this game: a transcript begins as the game does" in heard and "(game 2)" in heard
    assert "do not hold the tag Result, the result 1-0" in heard and "2 games read, 1 that cannot be read" in heard
    assert main([*arguments, "--errors", "stop"]) == 1 and out.read_text() == "f5\n"
    assert main([*arguments, "--errors", "keep"]) == 1 and out.read_text() == "f5\nd3\n"
    assert "------*-" in (tmp_path / "out.txt.refused").read_text()


def test_a_file_is_not_written_over_itself(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    assert convert(capsys, games, "--to", "pgn", "-o", games)[0] == 2
    assert games.read_text() == GAMES


def test_what_a_session_of_usi_does_not_hold(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (path := tmp_path / "game.kif").write_text(
        "先手：Anna\n手合割：平手\n1 ７六歩(77)\n*good\n2 投了\n", encoding="utf-8"
    )
    assert main(["convert", "Shogi", str(path), "--to", "usi"]) == 0
    assert "do not hold the tag Black, the result 1-0, 1 comment (game 1)" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "encoding", "named"),
    [
        ("1. e4 *", "utf-16-le", "utf-16-le"),
        ("1. e4 *", "utf-16-be", "utf-16-be"),
        ("(;CA[GBK]SZ[9]PB[\u67ef\u6d01])", "utf-8", "utf-8"),
        ("(;CA[GBK]SZ[9]PB[\u67ef\u6d01])", "gbk", "gb18030"),
        ("(;CA[x-sjis]SZ[9]PB[\u30bd])", "cp932", "cp932"),
        ("(;CA[UTF-8]SZ[9]PB[M\xfcller])", "latin-1", "utf-8"),
    ],
)
def test_encodings_that_files_show(text: str, encoding: str, named: str) -> None:
    form = notation.of(ludens.load("Go", options=["Board Size/9x9"])).file("sgf")
    assert encoding_of(io.BytesIO(text.encode(encoding)), [form], "x.sgf").name == named
