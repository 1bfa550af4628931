"""`ludens referee` as people run it."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from bots import FIRST, answering, command

from ludens.cli import main
from ludens.workers.cluster.journal import read_journal

PATIENT = ["--first-ms", "60000", "--turn-ms", "60000"]


def referee(*words: str) -> int:
    return main(["referee", "amazons-codingame", *PATIENT, *words])


@pytest.fixture
def good(tmp_path: Path) -> str:
    return command(tmp_path, "good", FIRST)


def test_two_games_are_told_turn_by_turn(good: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert referee("--player", good, "--player", good, "--seed", "4") == 0
    told = capsys.readouterr().out
    assert "game 1 of 2, seed 4: player 1 has white" in told
    assert "game 2 of 2, seed 4: player 2 has white" in told
    assert "  turn 1\n" in told
    assert told.count("lost: no-moves:") == 2
    assert "95 % interval" in told
    assert told.count("first turns: median") == told.count("later turns: median") == 2
    assert "(1 turn)" in told


def test_quiet_tells_results_only(good: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert referee("--player", good, "--player", good, "--games", "3", "-q") == 0
    told = capsys.readouterr().out
    assert "turn 1\n" not in told
    assert told.count(" wins after ") == 3


def test_a_forfeit_is_a_completed_match(tmp_path: Path, good: str, capsys: pytest.CaptureFixture[str]) -> None:
    bad = answering(tmp_path, "bad", "print('oh no \\x1b[31m', file=sys.stderr) or 'z9z9z9'")
    record = tmp_path / "record"
    assert referee("--player", bad, "--player", good, "--games", "2", "--record", str(record)) == 0
    told = capsys.readouterr().out
    assert "game 1: player 2 wins after 1 turn. Player 1 lost: off-board: z9z9z9: z9 is outside of the 8x8" in told
    assert "player 1 said: oh no \\x1b[31m" in told
    assert "player 1: 0 of 2 won" in told
    assert "lost: 2 off-board" in told
    assert [list(read_journal(record / f"game-00{n}.jsonl"))[-1]["reason"] for n in (1, 2)] == ["off-board"] * 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "two players are needed, --player CMD --player CMD, not 0"),
        (["--player", "true"], "two players are needed, --player CMD --player CMD, not 1"),
        (["--player", "true", "--player", "no-such-bot"], "'no-such-bot' is not found"),
        (["--player", "'", "--player", "true"], "no closing quotation"),
        (["--player", "true", "--player", "true", "--games", "0"], "a number from 1 is expected, not '0'"),
        (["--player", "true", "--player", "true", "--record", "/dev/null/x"], "/dev/null"),
    ],
)
def test_misuse(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert referee(*words) == 2
    told = capsys.readouterr()
    assert message in told.err
    assert " wins " not in told.out


def test_another_protocol_is_not_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["referee", "chess-uci", "--player", "true", "--player", "true"]) == 2
    assert "invalid choice: 'chess-uci'" in capsys.readouterr().err


def lives(process: str) -> bool:
    """Whether a process is there, and not only its entry that nobody has read yet."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_terminated_it_kills_its_bots(tmp_path: Path) -> None:
    told = tmp_path / "pid"
    bot = command(
        tmp_path, "pid", f"import os, time; open({str(told)!r}, 'w').write(str(os.getpid())); time.sleep(300)"
    )
    words = [sys.executable, "-m", "ludens", "referee", "amazons-codingame", *PATIENT, "--player", bot, "--player", bot]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while not told.exists() or not told.read_text():
            assert process.poll() is None
        process.terminate()
        assert process.wait() == 128 + 15
    until = time.monotonic() + 30
    while lives(told.read_text()):
        assert time.monotonic() < until, "a bot outlives its referee"
        time.sleep(0.02)


def test_a_player_without_a_turn_has_no_times(tmp_path: Path, good: str, capsys: pytest.CaptureFixture[str]) -> None:
    bad = answering(tmp_path, "bad", "'no idea'")
    assert referee("--player", bad, "--player", good, "--games", "1") == 0
    told = capsys.readouterr().out
    assert "first turns: no turns" in told
    assert "median 0.0 ms" not in told


def test_a_record_that_was_cut_off_is_read(tmp_path: Path, good: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert referee("--player", good, "--player", good, "--games", "1", "--record", str(tmp_path)) == 0
    whole = (tmp_path / "game-001.jsonl").read_bytes().splitlines(keepends=True)
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(whole[:5]) + whole[5][:20])
    capsys.readouterr()
    assert main(["record", str(cut)]) == 0
    told = capsys.readouterr().out
    assert "2. " in told and '[Result "*"]' in told
    assert main(["territory", str(cut), "--after", "9", "--seconds", "0"]) == 2
    assert "the record has 3 turns" in capsys.readouterr().err
    cut.write_text("{}")
    assert main(["record", str(cut)]) == 2
    assert "is no record of a referee" in capsys.readouterr().err
