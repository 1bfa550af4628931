"""Many trial files: found in folders, matched with their games, replayed with a summary, and gone on with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludens
from ludens.cli import main
from ludens.game.trial import Recorder, write_trial
from ludens.testing.certificates.trials import Descriptions, trial_files


def written(name: str, game: str, plies: int = 3) -> str:
    loaded = ludens.load(game)
    state, recorder = loaded.start(rng_state=bytes(8)), Recorder(loaded, bytes(8), name)
    for _ in range(plies):
        moves = state.legal_moves()
        recorder.add(state.play(moves[0]), len(moves))
    return write_trial(recorder.trial(state))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two whole files of two games, one that is cut off, one of a game that nobody knows, and what is no trial."""
    there = tmp_path / "trials"
    (there / "deep").mkdir(parents=True)
    good = written("../lud/line/Tic-Tac-Toe.lud", "Tic-Tac-Toe")
    (there / "a.trl").write_text(good, encoding="utf-8")
    (there / "deep" / "b.txt").write_text(written("Hex", "Hex"), encoding="utf-8")
    (there / "c.txt").write_text(good[: good.index("what=2") + 3], encoding="utf-8")
    (there / "d.txt").write_text(good.replace("Tic-Tac-Toe", "Nobody's Game"), encoding="utf-8")
    (there / "README.txt").write_text("no trial", encoding="utf-8")
    (there / "e.lud").write_text("", encoding="utf-8")
    return there


def test_a_folder_has_a_summary(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(folder)]) == 1
    out = capsys.readouterr().out
    assert out.splitlines()[-1] == (
        "4 files of 3 games, 7 moves: 2 replay, 1 damaged, 1 of games that are not found or do not compile"
    )
    assert f"damaged  {folder / 'c.txt'}:" in out and "this move is cut off" in out
    assert f'no game  {folder / "d.txt"}: "../lud/line/Nobody\'s Game.lud" is not found' in out
    assert "a.trl" not in out


def test_what_replays_altogether_ends_with_code_0(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(folder / "a.trl"), str(folder / "deep"), "-v"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == f"replays  {folder / 'a.trl'}: 3 moves"


def test_facts_and_processes_and_going_on(
    folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ["replay", str(folder), "--json", "--journal", str(tmp_path / "journal")]
    assert main([*asked, "--processes", "1"]) == 1
    first = json.loads(capsys.readouterr().out)
    assert first["counts"] == {"replays": 2, "skipped": 0, "differs": 0, "stops": 0, "damaged": 1, "no game": 1}
    told = {Path(one["file"]).name: one for one in first["files"]}
    assert (told["a.trl"]["moves"], told["a.trl"]["of"], told["a.trl"]["verdict"]) == (3, 3, "replays")
    assert (told["c.txt"]["moves"], told["c.txt"]["line"], told["c.txt"]["verdict"]) == (1, 6, "damaged")
    monkeypatch.setattr("ludens.testing.certificates.trials.follow", lambda *_: pytest.fail("it is done already"))
    assert main(asked) == 1
    again = json.loads(capsys.readouterr().out)
    assert sorted(again["files"], key=str) == sorted(first["files"], key=str)
    (folder / "f.trl").write_text(written("Hex", "Hex"), encoding="utf-8")
    assert main(asked) == 2
    assert "other files" in capsys.readouterr().err


def test_games_are_found_by_the_longest_end_of_a_path(tmp_path: Path) -> None:
    for place in ("war/Chess", "hunt/Chess", "line/Row"):
        (tmp_path / place).with_suffix(".lud").parent.mkdir(exist_ok=True)
        (tmp_path / place).with_suffix(".lud").write_text("", encoding="utf-8")
    found = Descriptions(tmp_path)
    assert found.find("../Common/res/lud/board/hunt/Chess.lud") == tmp_path / "hunt" / "Chess.lud"
    assert found.find("C:\\games\\WAR\\chess.lud") == tmp_path / "war" / "Chess.lud"
    assert found.find("anywhere/Row") == tmp_path / "line" / "Row.lud"
    assert found.find("Chess") is None and found.find("Go") is None


def test_games_of_a_folder_come_before_those_of_the_library(
    folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    other = ludens.library.read("Tic-Tac-Toe").replace("(square 3)", "(square 4)")
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "Tic-Tac-Toe.lud").write_text(other, encoding="utf-8")
    assert main(["replay", str(folder / "a.trl"), "--games", str(tmp_path / "games")]) == 1
    assert "line 5: after move 0 the file has 9 legal moves, here are 16" in capsys.readouterr().err


def test_a_file_that_is_cut_off_is_played_as_far_as_it_goes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(folder / "c.txt")]) == 1
    out, err = capsys.readouterr()
    assert "Cross: A1" in out and "Nought:" not in out
    assert "this move is cut off" in err and "1 move before it was played again" in err


def test_mistakes_are_told(folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert main(["replay", str(tmp_path / "empty")]) == 2
    assert "no trial file in" in capsys.readouterr().err
    assert main(["replay", str(folder), str(tmp_path / "gone")]) == 2
    assert f"there is no {tmp_path / 'gone'}" in capsys.readouterr().err
    assert main(["replay", str(folder / "a.trl"), "--journal", "x"]) == 2


def test_files_that_are_named_need_not_look_like_trials(folder: Path) -> None:
    named = folder / "README.txt"
    assert list(trial_files([named])) == [named]
    assert named not in trial_files([folder])
