"""`ludens bench`, from its arguments to what it prints and keeps."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import ludens
from ludens.bench import systems
from ludens.bench.report import Report
from ludens.cli import main

QUICK = ["--seconds", "0.01", "--rounds", "2"]


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of one small game, and its picture beside it."""
    path = tmp_path_factory.mktemp("bench") / "run.json"
    words = ["bench", "--game", "tic tac toe", "--alone", *QUICK, "--json", str(path), "--svg", f"{path}.svg"]
    assert main(words) == 0
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main(["bench", *map(str, arguments)])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_run_is_kept_and_drawn(saved: Path) -> None:
    told = json.loads(saved.read_text())
    assert [(row["game"], row["metric"], row["system"]) for row in told["rows"]] == [
        ("Tic-Tac-Toe", name, "ludens") for name in ("plies", "games", "two threads")
    ]
    assert all(len(row["samples"]) == len(row["yardstick"]) == 2 for row in told["rows"])
    assert ElementTree.parse(f"{saved}.svg").getroot() is not None


def test_a_saved_run_is_shown_again(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "--read", saved, "--compare", saved)
    assert code == 0 and err == ""
    assert "| Tic-Tac-Toe            | plies " in out and "x saved" in out
    assert "geometric mean, playouts, plies: x saved 1.00 (1 game)" in out


def test_a_slower_run_fails(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(saved.read_text())
    for row in told["rows"]:
        row["samples"] = [1000 * (1 + k / 1000) for k in range(9)]
        row["yardstick"] = [1.0] * 9
    (tmp_path / "then.json").write_text(json.dumps(told))
    for row in told["rows"]:
        row["samples"] = [sample / 2 for sample in row["samples"]]
    told["rows"][0]["played"] = "others"
    (tmp_path / "now.json").write_text(json.dumps(told))
    code, out, _ = run(capsys, "--read", tmp_path / "now.json", "--compare", tmp_path / "then.json")
    assert code == 1 and "0.50 (" in out and ") slower" in out
    assert "not the same games as saved, by equal seeds: Tic-Tac-Toe" in out
    code, out, _ = run(capsys, "--read", tmp_path / "then.json", "--compare", tmp_path / "now.json")
    assert code == 0 and "2.00 (" in out and ") faster" in out


def test_what_the_saved_run_has_not_is_told(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(saved.read_text())
    for row in told["rows"]:
        row["game"] = "Hex"
    (tmp_path / "then.json").write_text(json.dumps(told))
    code, out, _ = run(capsys, "--read", saved, "--compare", tmp_path / "then.json")
    assert code == 1 and "not in the saved run: Tic-Tac-Toe (playouts)" in out


def test_another_tree_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    tree = Path(ludens.__file__).parents[1]
    _, out, err = run(capsys, "--game", "Tic-Tac-Toe", "--alone", "--against", tree, *QUICK)
    assert err == "" and "x other" in out and out.count("unclear") + out.count("same") + out.count("er ") >= 3
    assert "not the same games" not in out


def test_what_is_not_installed_is_left_out(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(systems.PACKAGES, "openspiel", ("no_such_package",))
    code, out, err = run(capsys, "--game", "Tic-Tac-Toe", *QUICK, "--json", tmp_path / "run.json")
    assert code == 0 and err == "openspiel is left out: no_such_package is not installed\n"
    assert "openspiel" not in out and {row.system for row in Report.read(tmp_path / "run.json").rows} == {"ludens"}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["Hex"], "there is no suite 'Hex'; there are playouts, load, python, search, learning, perft, and all"),
        (["--game", "Hexx"], "no game of the library is called 'Hexx'; did you mean 'Hex'"),
        (["--game", "nowhere.lud"], "nowhere.lud: No such file"),
        (["--compare", "nowhere.json"], "nowhere.json: No such file"),
        (["--read", "damaged.json"], "damaged.json is no run that was saved"),
        (["--peers", "damaged.json"], "damaged.json has no figures"),
        (["--against", "nowhere"], "nowhere: No such file"),
        (["--against", "."], ". has no package ludens"),
        (["--json", "nowhere/run.json"], "nowhere/run.json: No such file"),
        (["--seconds", "0"], "a positive number is expected, not '0'"),
        (["--rounds", "none"], "a number from 1 is expected, not 'none'"),
    ],
)
def test_misuse_is_told_before_anything_is_measured(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    words: list[str],
    expected: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("damaged.json").write_text('{"format": 1, "rows": [')
    code, out, err = run(capsys, *words)
    assert code == 2 and out == "" and expected in err


def test_a_game_that_does_not_load_is_told_of(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "Broken.lud").write_text('(game "Broken" (playrs 2))')
    code, out, err = run(capsys, "--game", tmp_path / "Broken.lud", "--game", "Tic-Tac-Toe", "--alone", *QUICK)
    assert code == 1 and "| Tic-Tac-Toe " in out
    assert err.startswith("ludens: playouts, Broken, ludens: ") and "playrs" in err


def test_a_full_disk_is_told_of_and_costs_no_result(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole = Report.write

    def full(report: Report, path: Path) -> None:
        if report.rows:
            raise OSError(28, "No space left on device", str(path))
        whole(report, path)

    monkeypatch.setattr(Report, "write", full)
    code, out, err = run(capsys, "--game", "Tic-Tac-Toe", "--alone", *QUICK, "--json", tmp_path / "run.json")
    assert code == 1 and "| Tic-Tac-Toe " in out
    assert err == f"ludens: the run is not saved: {tmp_path / 'run.json'}: No space left on device\n"
