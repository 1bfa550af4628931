"""`ludens greener` from its questions to the end of a game: three modes, three levels, good and bad input."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from ludens.cli import main

from .positions import FINAL, INITIAL, INTERMEDIATE

DRAWN = f"""[ [{[1] * 9 + [2] * 9},[3],[3],[3],[3],[3]],
  [[3],{[0] * 9 + [2] * 9},[3],[3],[3],[3]],
  [[3],[3],[3],[3],[3],[3]], [[3],[3],[3],[3],[3],[3]],
  [[3],[3],[3],[3],[3],[3]], [[3],[3],[3],[3],[3],[3]] ], 1
"""


class Session:
    """Runs the command with what a person types."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys
        self.code, self.err = 0, ""

    def __call__(self, typed: str, *arguments: object) -> str:
        """What is printed; `code` and `err` hold the rest."""
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        self.code = main(["greener", *map(str, arguments)])
        said = self.capsys.readouterr()
        self.err = said.err
        return said.out


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Session:
    return Session(monkeypatch, capsys)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "position.txt"


def test_two_people(session: Session) -> None:
    out = session("1\n" * 60, "--mode", "pvp", "--seed", 4, "--once")
    assert session.code == 0 and "thinks" not in out
    assert "Black plays pass, as there is nothing else" in out and "White plays pass, as there is nothing else" in out
    assert out.rstrip().endswith(("wins by green pyramids.", "wins by the highest stack."))


def test_two_people_from_the_menu(session: Session) -> None:
    out = session("1\nquit\n", "--seed", 4)
    assert "Who plays?" in out and "Black, 34 moves> " in out and out.endswith("Bye.\n")
    assert "How well" not in out and "Which colour" not in out


@pytest.mark.parametrize("level", ["easy", "hard", "dumb"])
def test_a_person_and_the_computer(session: Session, level: str) -> None:
    out = session("1\n" * 60, "--mode", "pvc", "--colour", "black", "--level", level, "--seed", 2, "--once")
    assert session.code == 0 and "Black, " in out and "White, " not in out
    assert out.count("White plays") > 5 and "wins by" in out


def test_a_person_with_white_from_the_menu(session: Session) -> None:
    out = session("pvc\nwhite\nhard\nquit\n", "--seed", 2)
    assert "How well does the computer play Black?" in out and "Black plays" in out and "White, " in out


@pytest.mark.parametrize("level", ["easy", "hard", "dumb", "hard,dumb"])
def test_two_computers(session: Session, level: str) -> None:
    out = session("", "--mode", "cvc", "--level", level, "--seed", 6)
    first, _, second = level.partition(",")
    assert out.startswith(f"Greener: {first} against {second or first}\n")
    assert "> " not in out and out.count("+------+") > 50  # nobody is asked, and every position is shown
    assert session.code == 0 and "wins by" in out and "Play again? (yes or no)" in out


def test_two_computers_from_the_menu_play_again_and_again(session: Session) -> None:
    out = session("3\n2\n3\nyes\nperhaps\ny\nno\n", "--seed", 6)
    assert "How well does the computer play Black?" in out and "How well does the computer play White?" in out
    assert out.count("Greener: hard against dumb") == 3
    assert "'perhaps' is neither: say yes or no." in out
    boards = [game.split("\n\n")[1] for game in out.split("Greener: ")[1:]]
    assert len(set(boards)) == 3  # each game has a start of its own


def test_equal_seeds_give_equal_games(session: Session) -> None:
    first, again, other = (session("", "--mode", "cvc", "--level", "easy", "--once", "--seed", s) for s in (8, 8, 9))
    assert first == again != other


@pytest.mark.parametrize("answer", ["", "4", "0", "pv", "c v c", "-1", "²"])
def test_answers_that_are_none_of_the_choices(session: Session, answer: str) -> None:
    out = session(f"{answer}\n1\nquit\n")
    assert f"{answer!r} is none of these: say 1 to 3, or pvp, pvc, cvc; quit leaves." in out
    assert "Black, " in out and out.endswith("Bye.\n")


@pytest.mark.parametrize("typed", ["", "quit\n", "2\n", "2\nq\n", "2\n1\n", "2\n1\n1\n", "3\n1\nexit\n"])
def test_leaving_anywhere(session: Session, typed: str) -> None:
    assert session(typed).endswith("Bye.\n")
    assert (session.code, session.err) == (0, "")


def test_moves_that_are_none(session: Session, file: Path) -> None:
    file.write_text(INTERMEDIATE)
    typed = "a6\nE6-C6\ne6 a6\nzz\nE6\n99\nundo\nmoves e6\nhelp\nE6e5\n"
    out = session(typed, "--mode", "pvp", "--position", file)
    for said in (
        "'a6' is no move here: the stack on A6 is Black's, and White is to move.",
        "'E6-C6' is no move here: C6 is empty: a move captures a stack.",
        "'e6 a6' is no move here: the stack on D6 stands between.",
        "'zz' is no move here: say moves to list them, or help.",
        "That may be E6-",
        "The moves have the numbers 1 to 26.",
        "There is no move of yours to take back.",
        "make this move, by its name or its number",
        "White plays E6-E5",
    ):
        assert said in out


def test_undo_takes_back_the_computers_answer_too(session: Session, file: Path) -> None:
    file.write_text(INTERMEDIATE)
    out = session("E3-A3\nundo\nB1-C1\n", "--mode", "pvc", "--colour", "white", "--level", "hard", "--position", file)
    assert "White plays E3xA3" in out and "White plays B1-C1" in out and out.count("Black plays") == 2


def test_the_final_state_is_won_by_black(session: Session, file: Path) -> None:
    file.write_text(FINAL)
    out = session("", "--mode", "pvp", "--position", file, "--once")
    assert "White plays pass, as there is nothing else" in out and "Black plays pass" in out
    assert out.endswith(
        "Black: 15 green, highest stack 7   White: 3 green, highest stack 6\nBlack wins by green pyramids.\n"
    )


def test_a_draw_calls_for_another_game(session: Session, file: Path) -> None:
    file.write_text(DRAWN)
    out = session("y\nn\n", "--mode", "cvc", "--level", "easy", "--position", file)
    assert out.count("A draw: as many green pyramids, and the highest stacks are equal.") == 2
    assert out.count("A draw calls for another game. Play again? (yes or no)") == 2


def test_a_game_from_a_position_is_saved_as_the_position_it_has_come_to(
    session: Session, file: Path, tmp_path: Path
) -> None:
    file.write_text(INITIAL)
    saved = tmp_path / "saved.txt"
    session(f"A3-B3\nsave {saved}\nquit\n", "--mode", "pvp", "--position", file)
    out = session("quit\n", "--mode", "pvp", "--position", saved)
    assert "White, 30 moves> " in out
    assert "Black: 1 green, highest stack 2" in out


def test_a_saved_game_can_be_replayed(session: Session, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trial = tmp_path / "game.trial"
    session(f"1\n1\nsave {trial}\nquit\n", "--mode", "pvp", "--seed", 3)
    assert main(["replay", str(trial)]) == 0
    assert capsys.readouterr().out.endswith("Black to move.\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[[2]]", "line 1, column 1: this [ is never closed"),
        (INITIAL.replace("[0]", "[1]", 1), "the board holds 8 white pyramids, not 9; 10 black pyramids, not 9"),
        (INITIAL.replace("[0],", "[0],[3],", 1), "line 2, column 4: row 1 has 7 cells, not 6"),
        (INITIAL.replace("[0]", "[7]", 1), "line 2, column 10: there is no pyramid 7"),
    ],
)
def test_positions_that_are_none(session: Session, file: Path, text: str, message: str) -> None:
    file.write_text(text)
    assert session("", "--mode", "pvp", "--position", file) == ""
    assert session.code == 1 and session.err.startswith(f"{file}: {message}")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--mode", "solo"], "invalid choice: 'solo'"),
        (["--level", "expert"], "there is no level 'expert'; there are easy, hard, dumb"),
        (["--mode", "cvc", "--level", "easy,hard,dumb"], "one level or two, not 3"),
        (["--mode", "pvp", "--level", "easy"], "two people play"),
        (["--mode", "pvc", "--level", "easy,hard"], "two levels are for two computers"),
        (["--mode", "cvc", "--colour", "white"], "--colour is for a person against the computer"),
        (["--position", "/nowhere/at/all"], "/nowhere/at/all: No such file"),
    ],
)
def test_misuse(session: Session, arguments: list[str], message: str) -> None:
    session("", *arguments)
    assert session.code == 2 and message in session.err


def test_the_general_command_plays_it_as_well(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    trial = tmp_path / "game.trial"
    arguments = ["play", "Greener", "--p1", "hard", "--p2", "dumb", "--seed", "5", "--save", str(trial)]
    assert main(arguments) == 0
    out = capsys.readouterr().out
    assert "Black plays" in out and "highest stack" in out and "wins by" in out
    assert main(["replay", str(trial)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] in out


def test_a_terminal_shows_colours() -> None:
    """In a real terminal, with what a person types echoed and the board painted."""
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "ludens", "greener", "--mode", "pvc", "--colour", "black", "--level", "dumb"]
    environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"TERM": "xterm"}
    process = subprocess.Popen([*command, "--seed", "1"], stdin=slave, stdout=slave, stderr=slave, env=environment)
    os.close(slave)
    os.write(master, b"1\nquit\n")
    shown = b""
    while chunk := _chunk(master):
        shown += chunk
    os.close(master)
    assert process.wait(timeout=60) == 0
    for code in (b"\x1b[1;97;40mB 0\x1b[0m", b"\x1b[1;30;107mW 0\x1b[0m", b"\x1b[1;30;42mG 1\x1b[0m"):
        assert code in shown
    assert b"White plays" in shown and b"Bye." in shown


def _chunk(descriptor: int) -> bytes:
    """What a terminal shows next; nothing at the end, which Linux reports as an error."""
    try:
        return os.read(descriptor, 65536)
    except OSError:
        return b""
