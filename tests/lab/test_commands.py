"""`ludens measure` and `ludens sweep`, as their users call them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from ludens import cli

ROW = """(define "Long" 3)
(option "Board" <Board> args:{<width>} {(item "3x3" <3> "Small.")** (item "4x4" <4> "Larger.")})
(game "Row" (players 2)
    (equipment {(board (square <Board:width>)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty))))
        (end {(if (is Line "Long") (result Mover Win)) (if (is Full) (result Mover Draw))})))
"""


@pytest.fixture
def row(tmp_path: Path) -> str:
    path = tmp_path / "Row.lud"
    path.write_text(ROW, encoding="utf-8")
    return str(path)


def _told(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> tuple[str, str]:
    assert cli.main(words) == code
    captured = capsys.readouterr()
    return captured.out, captured.err


def test_measure_tells_each_measure_with_its_interval(row: str, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = _told(capsys, "measure", row, "-n", "200")
    assert out.startswith("Row (Board/3x3): random moves, seed 1\n")
    assert "  Points of player 1 " in out and " % (" in out


def test_measure_as_json_is_what_the_lab_finds(row: str, capsys: pytest.CaptureFixture[str]) -> None:
    import ludens
    from ludens import lab

    out, _ = _told(capsys, "measure", row, "-n", "150", "--seed", "4", "--json")
    reports = json.loads(out)["reports"]
    assert lab.Report.from_dict(reports[0]) == lab.measure(ludens.load(row), n=150, seed=4)


def test_what_is_of_no_use_is_named_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "Idle.lud"
    path.write_text(ROW.replace("(if (is Full)", "(if (is Line 7) (result Mover Win)) (if (is Full)"), encoding="utf-8")
    out, _ = _told(capsys, "measure", str(path), "-n", "60")
    assert "never of use in 10 games: end rule (if (is Line 7) (result Mover Win)) at line 6, column 56" in out


def test_files_of_all_kinds(row: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ["a.json", "a.csv", "a.parquet", "a.svg", "a.png", "a.html"]
    asked = [word for name in names for word in ("-o", str(tmp_path / name))]
    _told(capsys, "measure", row, "-n", "60", *asked)
    with (tmp_path / "a.csv").open(encoding="utf-8") as file:
        assert {"points_1", "draws", "branching"} <= {line["name"] for line in csv.DictReader(file)}
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "a.png").read_bytes()[1:4] == b"PNG"
    assert "<html" in (tmp_path / "a.html").read_text(encoding="utf-8")
    assert (tmp_path / "a.parquet").read_bytes()[:4] == b"PAR1"


def test_two_versions_are_compared(row: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = str(tmp_path / "old.json")
    _told(capsys, "measure", row, "-n", "300", "-o", kept)
    out, _ = _told(capsys, "measure", row, "-n", "300", "--seed", "2", "--against", kept)
    assert out.startswith("Row -> Row: no change is seen")
    out, _ = _told(
        capsys, "measure", row, "-n", "300", "--option", "Board/4x4", "--against", kept, "-o", str(tmp_path / "c.svg")
    )
    assert "\n  * Branching: 5." in out and "changed" in out
    assert (tmp_path / "c.svg").is_file()
    out, _ = _told(capsys, "measure", row, "-n", "60", "--against", row, "--json")
    facts = json.loads(out)
    assert not any(change["significant"] for change in facts["changes"] + facts["usage"])


def test_what_is_no_longer_of_use_is_told(row: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "Other.lud"
    other.write_text(ROW.replace('(define "Long" 3)', '(define "Long" 9)'), encoding="utf-8")
    out, _ = _told(capsys, "measure", str(other), "-n", "600", "--against", row)
    assert "no longer: end rule (if (is Line 3) (result Mover Win))" in out and "only now: end rule" in out
    assert "* end rule (if (is Full) (result Mover Draw)) at line 6, column 5" in out


def test_who_judges_is_chosen_and_told(row: str, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = _told(capsys, "measure", row, "-n", "20", "--judge", "heuristic")
    assert out.startswith("Row (Board/3x3): random moves, seed 1, judged by heuristic\n") and "Lead changes" in out
    for judge, why in (("nobody", "no agent 'nobody'"), ("uct", "by the clock"), ("greedy", "cannot judge")):
        assert why in _told(capsys, "measure", row, "-n", "20", "--judge", judge, code=1)[1]


def test_a_folder_goes_on_where_it_stopped(row: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    for number in (3, 4):
        (folder / f"{number}.lud").write_text(
            ROW.replace("(item", "(item", 1).replace('"Row"', f'"Row {number}"'), "utf-8"
        )
    (folder / "wrong.lud").write_text("(game", encoding="utf-8")
    journal = str(tmp_path / "journal")
    out, err = _told(capsys, "measure", str(folder), "-n", "50", "--journal", journal, "--json", code=1)
    assert "wrong" in err
    first = json.loads(out)["reports"]
    assert [report["game"] for report in first] == ["Row 3", "Row 4"]
    lines = Path(journal).read_text(encoding="utf-8").splitlines()
    Path(journal).write_text("\n".join(lines[:3]) + "\n", encoding="utf-8")
    out, _ = _told(
        capsys, "measure", str(folder), "-n", "50", "--journal", journal, "--json", "--processes", "1", code=1
    )
    assert json.loads(out)["reports"] == first
    _, err = _told(capsys, "measure", row, "-n", "50", "--journal", journal, code=2)
    assert "another run" in err


def test_until_intervals_are_narrow(row: str, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = _told(capsys, "measure", row, "-n", "10", "--until", "3%", "--of", "draws", "--json")
    found = {one["name"]: one for one in json.loads(out)["reports"][0]["measures"]}
    assert (found["draws"]["high"] - found["draws"]["low"]) / 2 <= 0.03
    out, _ = _told(capsys, "measure", row, "-n", "10", "--until", "0.1%", "--most", "500")
    assert "still wider after 500 games" in out


def test_agents_and_duels(row: str, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--agent", "greedy", "-n", "6", "--duels", "4", "--thinking", "uct:4", "--doublings", "2")
    out, _ = _told(capsys, "measure", row, *asked)
    assert "greedy, seed 1" in out and "Points of uct:8 against uct:4" in out and "uct:16 against uct:8" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "name a game"),
        (("ROW", "-o", "x.txt"), "should end in"),
        (("ROW", "-o", "no/such/x.csv"), "there is no folder"),
        (("ROW", "ROW", "--against", "ROW"), "for one game"),
        (("ROW", "--of", "beauty", "--until", "1%"), "there is no measure 'beauty'"),
        (("ROW", "--until", "1%", "--agent", "uct"), "for random games"),
        (("No Such Game",), "No Such Game"),
    ],
)
def test_misuse(words: tuple[str, ...], said: str, row: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, err = _told(capsys, "measure", *(row if word == "ROW" else word for word in words), code=2)
    assert said in err


def test_what_is_no_agent_is_told(row: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, err = _told(capsys, "measure", row, "--agent", "nobody", code=1)
    assert "nobody" in err


def test_every_measure_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = _told(capsys, "measure", "--explain")
    assert "Drama (drama)\n" in out and "Browne 2008" in out


# --- sweep


def test_sweep_over_an_option_and_a_define(row: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--over", "Board", "--over", "Long=2..4", "-n", "100", "--good", "draws<10%")
    out, _ = _told(capsys, "sweep", row, *asked, "-o", str(tmp_path / "map.png"), "-o", str(tmp_path / "map.csv"))
    assert out.startswith("Row: 6 variants\n  Board  Long  Balance")
    lines = out.splitlines()
    assert lines[2].startswith("  3x3    2 ") and lines[2].endswith(" good")  # two in a row: no draws
    assert lines[4].startswith("  3x3    4 ") and "good" not in lines[4]  # four in a row of three: nothing but draws
    assert (tmp_path / "map.png").read_bytes()[1:4] == b"PNG"
    with (tmp_path / "map.csv").open(encoding="utf-8") as file:
        found = {(one["Board"], one["Long"], one["value"]) for one in csv.DictReader(file) if one["name"] == "draws"}
    assert ("3x3", "4", "1.0") in found and len(found) == 6


def test_sweep_over_a_number_in_its_place(row: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = _told(capsys, "sweep", row, "--over", "1:16=2,3", "-n", "50", "--json", "-o", str(tmp_path / "map.svg"))
    facts = json.loads(out)
    assert [one["labels"] for one in facts["variants"]] == [{"1:16": "2"}, {"1:16": "3"}]
    assert (tmp_path / "map.svg").is_file()


def test_an_option_of_numbers_takes_any_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "Numbers.lud"
    item = '(option "Line" <Line> args:{<long>} {(item "3" <3> "Three.")**})'
    path.write_text(ROW.replace('(define "Long" 3)', item).replace('"Long"', "<Line:long>"), encoding="utf-8")
    out, _ = _told(capsys, "sweep", str(path), "--over", "Line=2..4", "--over", "Board=4x4", "-n", "30", "--json")
    found = [
        {one["name"]: one["value"] for one in variant["report"]["measures"]} for variant in json.loads(out)["variants"]
    ]
    assert found[0]["length"] < found[1]["length"] < found[2]["length"]


def test_a_variant_that_is_no_game_is_told(row: str, capsys: pytest.CaptureFixture[str]) -> None:
    out, err = _told(capsys, "sweep", row, "--over", "Long=3,-1.5", "-n", "20", code=1)
    assert "Long=-1.5" in err and "  3     " in out


@pytest.mark.parametrize(
    ("over", "said"),
    [
        ("Bord", "'Bord' is no option and no define of a number: there are Board, Long"),
        ("Board=9x9", "has no item '9x9'; it has 3x3, 4x4"),
        ("Long", "say which values"),
        ("Long=x", "'x' is none"),
        ("Long=9..1", "is an empty range"),
        ("Long=0..1:0", "is an empty range"),
        ("Long=0..99999", "stands for"),
        ("Long=1,,2", "a value is missing"),
        ("Long=1,1", "a value twice"),
        ("1:2=3", "no number begins at line 1, column 2"),
        ("99:1=3", "no number begins"),
    ],
)
def test_axes_that_are_none(over: str, said: str, row: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, err = _told(capsys, "sweep", row, "--over", over, code=2)
    assert said in err


def test_conditions_and_measures_that_are_none(row: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "no condition" in _told(capsys, "sweep", row, "--over", "Board", "--good", "nice", code=2)[1]
    assert "no measure 'beauty'" in _told(capsys, "sweep", row, "--over", "Board", "--good", "beauty>1", code=2)[1]
    assert "no measure 'beauty'" in _told(capsys, "sweep", row, "--over", "Board", "--show", "beauty", code=2)[1]
