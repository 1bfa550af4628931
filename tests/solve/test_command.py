"""`ludens solve`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludens
from ludens import cli
from ludens.game.trial import Recorder, write_trial

from .test_known_results import HEX


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludens.solve.table.cache_directory", lambda: tmp_path / "cache")


def test_who_wins_and_how(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", "Dodgem", "--verify"]) == 0
    told = capsys.readouterr().out
    assert "Dodgem: player 1 wins in 19 plies." in told and "the values of all 1,865 positions agree" in told
    assert "no defence holds out longer" in told


def test_facts(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", "Dodgem", "--json", "--verify"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["winner"], facts["plies"], facts["positions"], len(facts["line"])) == (1, 19, 1865, 19)
    assert facts["moves"][0] == {"move": facts["line"][0], "winner": 1, "plies": 19}
    assert [one["wrong"] for one in facts["checked"]] == [None, None]


def test_positions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", "Tic-Tac-Toe", "--moves", "A1 A2 B2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["plies"] == 4
    trial = tmp_path / "one.trl"
    game = ludens.load("Tic-Tac-Toe")
    state = game.start(rng_state=bytes(8))
    recorder = Recorder(game, bytes(8))
    for text in ("A1", "A2", "B2", "B1", "C3"):
        count = len(state.legal_moves())
        recorder.add(state.play(state.parse(text)), count)
    trial.write_text(write_trial(recorder.trial(state)))
    capsys.readouterr()
    assert cli.main(["solve", "Tic-Tac-Toe", "--trial", str(trial), "--ply", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["plies"] == 4
    after = tmp_path / "position.json"
    after.write_text(json.dumps(_after(game, "A1 A2 B2").to_dict()))
    assert cli.main(["solve", "Tic-Tac-Toe", "--position", str(after), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["plies"] == 4
    after.write_text("{}")
    assert cli.main(["solve", "Tic-Tac-Toe", "--position", str(after)]) == 2
    assert "position.json" in capsys.readouterr().err
    assert cli.main(["solve", "Tic-Tac-Toe", "--trial", str(trial)]) == 1
    assert "the game is over" in capsys.readouterr().err
    assert cli.main(["solve", "Tic-Tac-Toe", "--trial", str(trial), "--ply", "77"]) == 2
    assert "plies, and not 77" in capsys.readouterr().err


def _after(game: ludens.Game, moves: str) -> ludens.State:
    state = game.start(seed=0)
    for text in moves.split():
        state.play(state.parse(text))
    return state


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["Tic-Tac-Toe", "--moves", "A1 Z9"], "Z9"),
        (["Tic-Tac-Toe", "--position", "8/8"], "position"),
        (["Tic-Tac-Toe", "--ply", "3"], "--trial"),
        (["Tic-Tac-Toe", "--memory", "much"], "500M"),
        (["Tic-Tac-Toe", "--time", "0"], "seconds above 0"),
    ],
)
def test_misuse(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", *words]) == 2
    assert told in capsys.readouterr().err


def test_games_that_cannot_be_solved(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", "Backgammon"]) == 1
    assert "game of chance" in capsys.readouterr().err


def test_a_limit_is_told_with_how_far_one_came(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", "Hexpawn", "--memory", "1K"]) == 1
    told = capsys.readouterr().out
    assert "not solved yet: the index of positions would need more memory" in told and "goes on from there" in told
    assert cli.main(["solve", "Hexpawn"]) == 0


def test_a_game_with_an_end_by_repetition_does_not_fill_the_disk(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["solve", "Oware", "--disk", "20M", "--folder", str(tmp_path / "oware")]
    assert cli.main(command) == 1
    told = capsys.readouterr()
    assert "the rules of Oware look into the past" in told.err and "34 kB" in told.err and "20 MB (--disk)" in told.err
    assert "more of the disk than they may" in told.out and "remove that folder" in told.out
    assert 0 < sum(path.stat().st_size for path in (tmp_path / "oware").iterdir()) < 21 << 20
    assert cli.main([*command, "--json"]) == 1
    facts = json.loads(capsys.readouterr().out)
    assert (facts["stopped"], facts["disk"]) == ("disk", 20 << 20)


def test_a_win_is_proved(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", "Dodgem", "--prove", "--verify"]) == 0
    told = capsys.readouterr().out
    assert "player 1 wins in" in told and "at most" in told and "no defence holds out longer" in told
    assert cli.main(["solve", "Tic-Tac-Toe", "--prove", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["won"] is False
    assert cli.main(["solve", "Tic-Tac-Toe", "--prove", "3"]) == 2
    assert "no player 3" in capsys.readouterr().err


def test_a_win_by_connection_is_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "hex.lud"
    file.write_text(HEX.format(size=4))
    command = ["solve", str(file), "--prove", "1", "--verify", "--folder", str(tmp_path / "found")]
    for _ in range(2):
        assert cli.main(command) == 0
        told = capsys.readouterr().out
        assert "player 1 wins in 11 plies at most (1 positions)" in told and "in all 34 positions" in told
    assert cli.main([*command, "--moves", "a1"]) == 1
    assert "from another position on" in capsys.readouterr().err


def test_processes_solve_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", "Hexpawn", "--processes", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["plies"] == 6
    assert cli.main(["solve", "Hexpawn", "--processes", "2", "--prove"]) == 2
    assert "--prove is one search" in capsys.readouterr().err


def test_a_proof_that_is_not_done_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["solve", "Connect Four", "--prove", "--memory", "50K"]
    assert cli.main([*command, "--folder", str(tmp_path / "four")]) == 1
    told = capsys.readouterr().out
    assert "not known yet" in told and "are decided" in told and "goes on from there" in told
    assert cli.main([*command, "--json"]) == 1
    first = json.loads(capsys.readouterr().out)
    assert cli.main([*command, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["positions"] > first["positions"] > first["decided"] > 0


def test_what_was_found_is_kept_when_somebody_interrupts(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object, **__: object) -> bool:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("ludens.solve.exploration.is_quiet", interrupt)
        assert cli.main(["solve", "Hexpawn"]) == 130
    assert "goes on from there" in capsys.readouterr().err
    assert cli.main(["solve", "Hexpawn"]) == 0
