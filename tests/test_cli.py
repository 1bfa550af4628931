"""The `ludens` command, from its arguments to its output."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import ludens
from ludens import library
from ludens.cli import background, main

BROKEN = '(game "Broken"\n    (playrs 2)\n    (equipment { (board (square 3)) })\n)\n'


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """Sets what standard input holds."""
    yield lambda text: monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """The exit code of a command line, and what it says on standard output and on standard error."""
    code = main([str(a) for a in arguments])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_games(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "games")
    assert code == 0
    assert len(out.splitlines()) == len(library.names())
    assert any(line.startswith("Amazons  ") for line in out.splitlines())


def test_describe(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "describe", "Tic-Tac-Toe", "--encoding")
    assert code == 0
    assert "players    2" in out and "9 cells" in out
    assert "11 x 3 x 3, float32" in out and "0  own Cross" in out and "at the start 0 A1, 1 B1" in out


def test_describe_tells_the_rules_that_nobody_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "row.lud"
    path.write_text(
        '(game "Row" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})'
        " (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"
    )
    code, out, _ = run(capsys, "describe", str(path))
    assert code == 0 and "If there is a line of 3 with the piece just played, you win." in out
    _, out, _ = run(capsys, "describe", str(path), "--json")
    assert "Place a piece of yours on any empty square." in json.loads(out)["rules"]


def test_describe_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "describe", "Tic-Tac-Toe", "--encoding", "--json")
    told = json.loads(out)
    assert told["games"][0]["players"] == 2
    assert told["encodings"][0]["actions"]["count"] == ludens.load("Tic-Tac-Toe").encoding.num_actions


def test_show(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "show", "Amazons", "--coordinates")
    assert code == 0
    assert "Board Size: 10x10*" in out and " 4  X . . ." in out and "a b c d" in out


def test_show_with_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "show", "Amazons", "--option", "Board Size/6x6", "--indices")
    assert "6x6*" in out and "35" in out and "36" not in out


def test_show_writes_a_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = run(capsys, "show", "Hex", "--svg", tmp_path / "hex.svg", "--coordinates")
    assert (code, out) == (0, "")
    assert ElementTree.parse(tmp_path / "hex.svg").getroot().tag.endswith("svg")


def test_show_the_board_of_what_cannot_be_compiled(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "broken.lud").write_text(BROKEN)
    assert run(capsys, "show", tmp_path / "broken.lud", "--board") == (0, ". . .\n. . .\n. . .\n", "")


def test_check_shows_place_and_hint(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "broken.lud"
    file.write_text(BROKEN)
    code, out, _ = run(capsys, "check", file, "Hex")
    assert code == 1
    assert f"{file}:2:5:" in out and "^^^^" in out and "hint: did you mean (players" in out
    assert "Hex: no errors" in out


def test_check_says_of_which_file_it_speaks(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "empty.lud").touch()
    code, out, err = run(capsys, "check", tmp_path / "empty.lud", tmp_path / "none.lud")
    assert code == 1 and "empty.lud: the description is empty" in out
    assert err == f"ludens: {tmp_path / 'none.lud'}: No such file or directory\n"


def test_check_of_a_folder_counts_which_files_fail_and_why(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = library.read("Tic-Tac-Toe")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "remark.lud").write_text(f"{game}\n/-----\nmine, not theirs")
    (tmp_path / "latin.lud").write_bytes(game.replace("Tic-Tac-Toe", "Tic-Tac-To\xe9").encode("latin-1"))
    (tmp_path / "three.lud").write_text(game.replace("Line 3", "Lin 3"))
    (tmp_path / "four.lud").write_text(game.replace("Line 3", "Lina 3"))
    code, out, _ = run(capsys, "check", tmp_path)
    assert code == 1 and "4 files: 2 with errors, 2 with warnings alone" in out
    assert "     2  (is ...) has no form ..." in out and "     1  warning: the file is no text in UTF-8" in out


def test_check_tells_slips_of_the_metadata_as_warnings(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "slip.lud"
    file.write_text(library.read("Tic-Tac-Toe").partition("(metadata")[0] + "(metadata (graphics (board Stile Chess)))")
    code, out, _ = run(capsys, "check", file)
    assert code == 0 and "warning: (board ...) has no form `Stile`" in out and "^^^^^" in out
    assert "hint: did you mean Style?" in out and f"{file}: no errors, 1 warning" in out


def test_check_s_help_tells_what_its_exit_code_means(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "check", "--help")
    assert code == 0 and "the exit code is 0 all the same" in " ".join(out.split())


def test_check_the_tutorial(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    code, out, _ = run(capsys, "check", *sorted((data / "tutorial").glob("*.lud")))
    assert code == 0 and out.count("no errors") == 11


def test_standard_input(capsys: pytest.CaptureFixture[str], say: object) -> None:
    say(library.read("Tic-Tac-Toe"))  # type: ignore[operator]
    assert run(capsys, "perft", "-", 2) == (0, "72\n", "")


def test_a_path(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "mine.lud").write_text(library.read("Tic-Tac-Toe"))
    assert run(capsys, "perft", tmp_path / "mine.lud", 1)[1] == "9\n"


def test_moves(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "moves", "Amazons")
    assert code == 0 and out.splitlines()[0] == "White to move. 80 moves" and "A4-A5" in out.splitlines()


def test_moves_after_random_plies_are_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (run(capsys, "moves", "Amazons", "--plies", 5, "--seed", 3) for _ in range(2))
    assert first == second and "*" in first[1]


def test_moves_in_trial_format(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "moves", "Tic-Tac-Toe", "--trial")[1].splitlines()[1:]
    assert len(lines) == 9 and all(line.startswith("[Move:mover=1,") for line in lines)


def test_playouts(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "playouts", "Tic-Tac-Toe", "-n", 500, "--seed", 1, "--threads", 2)
    assert code == 0 and "moves a second" in out
    winners = ludens.load("Tic-Tac-Toe").playouts(500, seed=1).winners
    assert f"player 1 wins: {(winners == 1).sum()} (" in out


def test_play_and_replay(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.trial"
    code, out, _ = run(capsys, "play", "Tic-Tac-Toe", "--p1", "random", "--p2", "random", "--seed", 5, "--save", file)
    assert code == 0
    result = out.splitlines()[-2]
    code, again, err = run(capsys, "replay", file)
    assert (code, err) == (0, "") and again.splitlines()[-1] == result


def test_a_human_plays(capsys: pytest.CaptureFixture[str], say: object) -> None:
    say("moves b\nhelp\nnonsense\nb2\nundo\n1\nquit\n")  # type: ignore[operator]
    code, out, _ = run(capsys, "play", "Tic-Tac-Toe", "--p2", "random", "--seed", 1)
    assert code == 0
    assert "'nonsense' is no move here" in out and "Cross plays B2" in out and "Bye." in out
    assert out.count("Cross plays") == 2 and out.count("Cross, 9 moves>") >= 4


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("a3-b4/zz", "'zz' is no move here"),  # the shot is none: the amazon does not move either
        ("a3-b4/b5/b6", "The turn is over after"),
        ("b4", "Do you mean "),
        ("zz a3-b4", "Do you mean "),
        ("a3", "That may be "),
        ("#9999", "The moves have the numbers 1 to "),
    ],
)
def test_play_makes_no_move_that_was_not_said(
    said: str, told: str, capsys: pytest.CaptureFixture[str], say: object
) -> None:
    say(f"{said}\nquit\n")  # type: ignore[operator]
    code, out, _ = run(capsys, "play", "Amazons", "--option", "Board Size/6x6", "--p2", "human", "--seed", 1)
    assert code == 0 and told in out and "plays" not in out


def test_a_number_that_is_the_start_of_a_name_is_no_number(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from ludens.cli.play import _choose

    names = ["7-2", "1-5", "1-6", "30-2"]
    assert [_choose(said, names, lambda: None) for said in ("#2", "2", "30-2", "7", "1", "30")] == [
        1,
        1,
        3,
        None,
        None,
        None,
    ]
    out = capsys.readouterr().out
    assert "That may be 7-2 (#1)." in out and "That may be 1-5 (#2), 1-6 (#3), 7-2 (#1)." in out


def test_moves_are_listed_in_the_game_s_notation(capsys: pytest.CaptureFixture[str], say: object) -> None:
    say("moves\nd\n32-28\nquit\n")  # type: ignore[operator]
    _, chess, _ = run(capsys, "play", "Chess", "--p2", "random", "--seed", 1)
    assert ": Nf3" in chess and "That may be d3 (#7), d4 (#8)." in chess
    say("moves\n32-28\nquit\n")  # type: ignore[operator]
    _, draughts, _ = run(capsys, "play", "International Draughts", "--p2", "random", "--seed", 1)
    assert ": 34-30" in draughts and "White plays 32-28" in draughts


def test_a_human_gets_a_hint(capsys: pytest.CaptureFixture[str], say: object) -> None:
    say("hint\n")  # type: ignore[operator]
    code, out, _ = run(capsys, "play", "Tic-Tac-Toe", "--seed", 1)
    assert code == 0 and "hint: " in out


def test_who_plays_best_is_found_out_beside_a_game(
    capsys: pytest.CaptureFixture[str], say: object, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file, begun = tmp_path / "mine.lud", list[tuple[list[str], subprocess.Popen[bytes]]]()
    file.write_text("""(game "Mine" (players 2) (equipment {(board (square 4)) (piece "Disc" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))""")
    start = subprocess.Popen

    def began(command: list[str], **rest: Any) -> subprocess.Popen[bytes]:
        begun.append((command, start([sys.executable, "-c", "import time; time.sleep(600)"])))
        return begun[-1][1]

    monkeypatch.setattr(background.subprocess, "Popen", began)
    for known in (["Breakthrough"], [file, "--p2", "uct:20"]):  # measured; said
        say("quit\n")  # type: ignore[operator]
        assert run(capsys, "play", *known)[0] == 0 and not begun
    say("quit\n")  # type: ignore[operator]
    assert run(capsys, "play", file)[0] == 0
    ((command, process),) = begun
    assert command[1:] == ["-m", "ludens", "choose", "--", str(file)]
    assert process.poll() is not None


def test_damaged_trials(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.trial"
    run(capsys, "play", "Tic-Tac-Toe", "--p1", "random", "--p2", "random", "--seed", 5, "--save", file)
    text = file.read_text()
    file.write_text(text[: text.index("actions=")])
    code, _, err = run(capsys, "replay", file)
    assert code == 1 and "game.trial:5: this" in err


def test_a_trial_with_an_illegal_move(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.trial"
    run(capsys, "play", "Tic-Tac-Toe", "--p1", "random", "--p2", "random", "--seed", 5, "--save", file)
    lines = file.read_text().splitlines()
    lines[5] = lines[4].replace("mover=1", "mover=2")
    file.write_text("\n".join(lines))
    code, _, err = run(capsys, "replay", file)
    assert code == 1 and "game.trial:6: this move is not legal here" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "Amazon"], "'Amazons'"),
        (["show", "no/such.lud"], "No such file"),
        (["moves", "Hex", "--plies", "x"], "a number from 0 is expected"),
        (["playouts", "Hex", "-n", "0"], "a number from 1 is expected"),
        (["play", "Hex", "--p1", "nobody"], "there is no agent 'nobody'"),
        (["play", "Hex", "--p1", "uct:fast"], "'fast' is no limit"),
        (["nothing"], "'nothing' is no command"),
        (["plya"], "close to it: play"),
        ([], "required"),
    ],
)
def test_misuse(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    code, out, err = run(capsys, *arguments)
    assert code == 2 and message in err and out == "" and "Traceback" not in err


def test_an_unknown_option(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "show", "Amazons", "--option", "Board Size/7x7")
    assert code == 1 and 'there is no option "Board Size/7x7"' in err


def test_a_file_that_is_no_text(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "bad.lud").write_bytes(b"\xff\xfe\x00")
    code, out, _ = run(capsys, "check", tmp_path / "bad.lud")
    assert code == 1 and "UTF-16" in out


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f'"{sys.executable}" -m ludens games | head -n 1'
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60)
    assert done.stderr == "" and done.stdout.count("\n") == 1


def test_python_m_ludens() -> None:
    done = subprocess.run([sys.executable, "-m", "ludens", "perft", "Tic-Tac-Toe", "1"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "9\n")


def test_a_match_is_played_saved_replayed_and_measured(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    place, trial = tmp_path / "Series.lud", tmp_path / "series.trl"
    place.write_text("""(match "Twice" (players 2)
        (games {(subgame "Tic-Tac-Toe" next:1) (subgame "Hex" "Board Size/5x5" next:0)})
        (end (if (>= (count Trials) 2) (result P1 Win))))""")
    code, out, _ = run(capsys, "play", place, "--p1", "random", "--p2", "greedy", "--seed", 1, "--save", trial)
    assert code == 0
    assert "plays next game" in out
    assert "Cross wins. Match: " in out
    code, out, _ = run(capsys, "replay", trial)
    assert (code, out.count("next game")) == (0, 2)
    code, out, _ = run(capsys, "playouts", place, "-n", 3, "--seed", 1)
    assert "player 1 wins: 3 (100.0 %)" in out
    code, out, _ = run(capsys, "arena", place, "--player", "random", "--player", "greedy", "-n", 2)
    assert (code, out.startswith("Twice: 2 games")) == (0, True)
