"""Finished games of Go, counted by the rules that people play by."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest

import ludens
from ludens import notation
from ludens.cli import main
from ludens.notation import NotationError, Record
from ludens.notation.counting import RULES, count, counted, komi_of, prisoners, rules_of, sites_of
from ludens.notation.go import Go
from ludens.notation.playouts import dead_stones

#: Black has the lower side, White the upper; W stands in Black's area, B in White's, and each took a stone
DIVIDED = (
    "(;GM[1]SZ[7]{};B[ad];W[ac];B[bd];W[bc];B[cd];W[cc];B[dd];W[dc];B[ed];W[ec];B[fd];W[fc];B[gd];W[gc]"
    ";B[af];W[ag];B[bg];W[da];B[eb];W[fa];B[cf];W[df];B[];W[]{})"
)


@pytest.fixture(scope="module")
def style() -> Go:
    found = notation.of(ludens.load("Go", options=["Board Size/7x7"]))
    assert isinstance(found, Go)
    return found


def divided(style: Go, heads: str = "KM[6.5]", marks: str = "") -> Record:
    [record] = style.read(DIVIDED.format(heads, marks))
    return record


@pytest.mark.parametrize(
    ("told", "points"),
    [("6.5", "13/2"), ("0.50", "1/2"), ("7", "7"), ("-5.5", "-11/2"), ("6,5", "13/2"), (" 3.75 ", "15/2"),
     ("375", "15/2"), ("650", "13/2"), ("550", "11/2"), ("", "None"), ("six", "None"), (".5", "1/2"), ("5.", "5")],
)  # fmt: skip
def test_komi_as_files_tell_it(told: str, points: str) -> None:
    assert str(komi_of(told)) == points


@pytest.mark.parametrize(
    ("told", "name"),
    [("Japanese", "japanese"), ("jp", "japanese"), ("NZ", "new zealand"), ("New Zealand", "new zealand"),
     ("AGA", "aga"), ("Chinese rules", "chinese"), ("GOE", "ing"), ("Tromp-Taylor", "tromp-taylor"),
     ("koPOSITIONALscoreAREAtaxALLsui1", "area"), ("koSIMPLEscoreTERRITORY", "territory"), ("KOREAN", "korean")],
)  # fmt: skip
def test_rules_as_files_name_them(told: str, name: str) -> None:
    rules = rules_of(told)
    assert rules is not None and rules.name == name
    assert rules_of("martian") is None


def test_one_position_by_all_rules(style: Go) -> None:
    """Four rows are Black's and three White's; D2 and E6 are dead, and Black has taken a stone before."""
    record = divided(style)
    dead = sites_of(style, "D2, e6")
    found = counted(style, record, dead=dead)
    assert found.result == counted(style, record, RULES["chinese"], dead=dead).result == "B+0.5"
    assert found.points == (Fraction(28), Fraction(55, 2))
    japanese = counted(style, record, RULES["japanese"], dead=dead)
    assert (japanese.prisoners, [len(one) for one in japanese.territory]) == ((2, 1), [18, 12])
    assert japanese.points == (Fraction(20), Fraction(39, 2)) and japanese.result == "B+0.5"


def test_dead_stones_by_agreement(style: Go) -> None:
    """What lies in the other's marked territory is dead; without marks all live."""
    marks = ";TB[ae:gg]TW[aa:gb]"
    record = divided(style, marks=marks)
    assert sorted(style.point(site) for site in counted(style, record).dead) == ["D2", "E6"]
    assert counted(style, record).result == "B+0.5"
    assert counted(style, divided(style)).dead == frozenset()


def test_dead_stones_by_playouts(style: Go) -> None:
    found = {style.point(site) for site in dead_stones(style, divided(style).final)}
    assert found == {"D2", "E6"} and not {style.point(site) for site in dead_stones(style, style.game.start())}
    again = {style.point(site) for site in dead_stones(style, divided(style).final)}
    assert found == again


def test_handicaps_are_paid_for(style: Go) -> None:
    """Chinese rules give White as many points as stones, AGA one fewer, the others nothing."""
    margins = {name: counted(style, divided(style, "KM[0.5]HA[3]"), RULES[name], dead=[]).margin for name in RULES}
    assert margins["chinese"] == margins["area"] - 3 and margins["aga"] == margins["area"] - 2
    assert margins["new zealand"] == margins["area"]


def test_prisoners_are_taken_by_moves(style: Go) -> None:
    [record] = style.read("(;GM[1]SZ[7];B[aa];W[ab];B[gg];W[ba];B[fg];AW[ee]AE[gg];B[ed];W[];B[])")
    assert prisoners(record) == (0, 1)


def test_neutral_points_are_nobodys(style: Go) -> None:
    record = divided(style)
    free = counted(style, record, RULES["japanese"], dead=[])
    some = counted(style, record, RULES["japanese"], dead=[], neutral=sites_of(style, "A7,B7"))
    assert len(free.territory[1]) - len(some.territory[1]) in (0, 2)


def test_what_cannot_be_counted(style: Go) -> None:
    with pytest.raises(NotationError, match="no stone on B7 that could be dead"):
        count(style, divided(style).final, dead=sites_of(style, "B7"))
    with pytest.raises(NotationError, match="'I5' is no point: they are A1 to G7, without I"):
        sites_of(style, "I5")


@pytest.mark.parametrize(
    ("heads", "result", "written"),
    [
        ("KM[6.5]", "0-1", "W+4.5"),
        ("KM[0]", "1-0", "B+2"),
        ("KM[2]", "1/2-1/2", "0"),
        ("KM[0]RE[W+R]", "0-1", "W+R"),
        ("RE[B+12.5]KM[6.5]", "1-0", "B+12.5"),
        ("RE[Draw]", "1/2-1/2", "Draw"),
        ("KM[6.5]RE[W+T]", "0-1", "W+T"),
        ("KM[0.5]RE[?]", "1-0", "?"),
    ],
)
def test_the_files_komi_decides_and_its_result_stands(style: Go, heads: str, result: str, written: str) -> None:
    """Ours is written only where the file has none."""
    record = divided(style, heads)
    assert record.result == result
    assert f"RE[{written}]" in style.write(Record(record.start, record.plies, tags=record.tags))


@pytest.mark.parametrize(("item", "told"), [("7.5", "W+7.5"), ("6.5", "W+6.5"), ("0.5", "W+0.5"), ("0", "0")])
def test_komi_as_an_option_of_the_game(item: str, told: str) -> None:
    """With half a point no game is drawn: what is level without it is White's."""
    style = notation.of(ludens.load("Go", options=["Board Size/7x7", f"Komi/{item}"]))
    assert isinstance(style, Go)
    [record] = style.read("(;SZ[7]AB[aa:gc]AW[ae:gg]AE[ag:gg];B[];W[])")
    assert counted(style, record).result == told
    assert record.final.winner == (0 if told == "0" else 2)


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (path := tmp_path / "game.sgf").write_text(DIVIDED.format("KM[6.5]RE[B+0.5]RU[Japanese]", ""))
    words = ["count", "Go", str(path), "--option", "Board Size/7x7"]
    assert main([*words, "--dead", "D2,E6", "--rules", "chinese"]) == 0
    assert capsys.readouterr().out == (
        "Black 28: 10 stones, 18 of territory\nWhite 27.5: 9 stones, 12 of territory, komi 6.5\n"
        "dead: D2, E6\nB+0.5 (chinese rules)\n"
    )
    assert main([*words, "--dead", "D2,E6", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["rules"], told["result"], told["written"]) == ("japanese", "B+0.5", "B+0.5")
    assert told["white"] == {"points": 19.5, "stones": 9, "territory": 12, "prisoners": 1}
    assert main([*words, "--rules", "martian"]) == 2 and "there are no rules 'martian'" in capsys.readouterr().err
    assert main([*words, "--komi", "x"]) == 2 and main([*words, "--number", "2"]) == 2
    assert main([*words, "--dead", "B7"]) == 1
    assert main(["count", "Hex", str(path)]) == 2


def test_dead_stones_as_gnugo_has_them(style: Go, tmp_path: Path) -> None:
    found = shutil.which("gnugo", path=f"{os.environ.get('PATH', '')}:/usr/games")
    if found is None:
        pytest.skip("gnugo is not installed (apt-get install gnugo)")
    (path := tmp_path / "game.sgf").write_text(DIVIDED.format("KM[6.5]", ""))
    told = f"loadsgf {path}\nfinal_status_list dead\nquit\n"
    heard = subprocess.run([found, "--mode", "gtp"], input=told, capture_output=True, text=True, timeout=60, check=True)
    theirs = {*heard.stdout.split("\n\n")[1].strip("= \n").split()}
    assert {style.point(site) for site in dead_stones(style, divided(style).final)} == theirs
