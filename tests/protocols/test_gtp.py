"""Our engine behind GTP: what GoGui, twogtp, KGS and GNU Go's clients send."""

from __future__ import annotations

import io
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludens
from ludens.agents.timing import TimeLeft
from ludens.arena.protocols.gtp import Gtp, handicap_points
from ludens.game import Game


@pytest.fixture(scope="module")
def go() -> Game:
    return ludens.load("Go", options=["Board Size/7x7"])


@pytest.fixture
def engine(go: Game) -> Gtp:
    return Gtp(go, "random", 1)


def said(engine: Gtp, *lines: str) -> list[str]:
    """What is answered to each command."""
    sink = io.StringIO()
    engine.run(io.StringIO("".join(f"{line}\n" for line in lines)), sink)
    return sink.getvalue().split("\n\n")[:-1]


def test_commands_and_their_numbers(engine: Gtp) -> None:
    text = ["1 protocol_version", "\t2\tname # who", "# a comment", "", "7", "fly", "9 fly", "known_command play",
            "known_command fly", "quit", "name"]  # fmt: skip
    assert said(engine, *text) == ["=1 2", "=2 ludens", "? unknown command", "?9 unknown command", "= true",
                                   "= false", "="]  # fmt: skip
    assert "kgs-genmove_cleanup" in said(engine, "list_commands")[0].split()


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("boardsize", "? syntax error"),
        ("boardsize x", "? syntax error"),
        ("boardsize 8", "? unacceptable size"),
        ("komi six", "? syntax error"),
        ("komi nan", "? syntax error"),
        ("play b", "? syntax error"),
        ("play red A1", "? invalid color or coordinate"),
        ("play b I1", "? invalid color or coordinate"),
        ("play b H9", "? invalid color or coordinate"),
        ("play b 4D", "? invalid color or coordinate"),
        ("play w d4", "? illegal move"),
        ("undo 1 2", "="),
        ("gg-undo 5", "? cannot undo"),
        ("gg-undo x", "? syntax error"),
        ("fixed_handicap 2", "? board not empty"),
        ("genmove", "? syntax error"),
        ("time_settings 1 2", "? syntax error"),
        ("time_left b soon 0", "? syntax error"),
        ("kgs-time_settings sudden 1", "? syntax error"),
        ("final_status_list gone", "? invalid status"),
        ("loadsgf /nowhere/x.sgf", "? cannot load file"),
        ("kgs-rules martian", "? unknown rules"),
        ("gogui-play_sequence b A1 w", "? syntax error"),
    ],
)
def test_what_cannot_be_obeyed(engine: Gtp, command: str, answer: str) -> None:
    """Answers are the protocol's own, and the position stays."""
    assert said(engine, "play b D4", command)[1] == answer
    assert said(engine, "list_stones b")[0] in ("= D4", "=")


def test_any_komi_counts(engine: Gtp) -> None:
    passes = ("play b pass", "play w pass", "final_score")
    assert said(engine, "komi 6.5", "get_komi", *passes)[1::3] == ["= 6.5", "= W+6.5"]
    assert said(engine, "clear_board", "komi -3.25", *passes)[-1] == "= B+3.25"
    assert said(engine, "clear_board", "komi 0", *passes)[-1] == "= 0"


def test_a_game_that_has_not_begun_is_counted(engine: Gtp) -> None:
    assert said(engine, "clear_board", "komi 0.5", "final_score", "final_status_list alive") == [
        "=",
        "=",
        "= W+0.5",
        "=",
    ]


def test_whatever_is_sent_is_answered(engine: Gtp, capsys: pytest.CaptureFixture[str]) -> None:
    """Random words behind every command: nothing of Python's is said, and the engine goes on."""
    chance = random.Random(1)
    words = [
        "b",
        "w",
        "x",
        "D4",
        "A1",
        "pass",
        "0",
        "3",
        "-1",
        "7",
        "6.5",
        "1e5",
        "dead",
        "none",
        "byoyomi",
        "99999999999",
    ]
    for _ in range(1500):
        command = chance.choice([one for one in engine.commands if one not in ("loadsgf", "printsgf")])
        _, told = engine.answer(command, chance.choices(words, k=chance.randrange(4)))
        assert not told.endswith("failed") and "Error" not in told, (command, told)
    assert capsys.readouterr().err == ""


def test_board_sizes_are_those_of_the_game(engine: Gtp) -> None:
    assert said(engine, "boardsize 9", "query_boardsize", "play b J9", "list_stones b") == ["=", "= 9", "=", "= J9"]
    assert said(engine, "boardsize 7", "play b J9")[1] == "? invalid color or coordinate"


def test_players_need_not_alternate(engine: Gtp) -> None:
    assert said(engine, "play b D4", "play b C4", "play w pass", "play b pass", "play b E4", "play w C3") == ["="] * 6
    assert said(engine, "list_stones b", "list_stones w") == ["= C4 D4 E4", "= C3"]
    assert said(engine, *["undo"] * 3, "list_stones b", *["undo"] * 3, "undo", "list_stones b")[3:] == [
        "= C4 D4", "=", "=", "=", "? cannot undo", "=",
    ]  # fmt: skip


def test_sequences_are_played_whole_or_not_at_all(engine: Gtp) -> None:
    assert said(engine, "gogui-play_sequence b A1 w B1 b C1", "list_stones b") == ["=", "= A1 C1"]
    assert said(engine, "gogui-play_sequence w D1 w A1", "list_stones w") == ["? illegal move", "= B1"]


def test_handicaps(engine: Gtp) -> None:
    assert said(engine, "fixed_handicap 5", "fixed_handicap 3", "genmove w", "fixed_handicap 2")[:2] == [
        "? invalid number of stones", "= C3 E5 C5",
    ]  # fmt: skip
    assert said(engine, "clear_board", "set_free_handicap A1 pass", "set_free_handicap A1 A1") == [
        "=", "? invalid color or coordinate", "? bad vertex list",
    ]  # fmt: skip
    told = said(engine, "set_free_handicap A1 B2 C3", "kgs-rules chinese", "komi 0.5", "printsgf")[-1]
    assert "HA[3]AB[ag][bf][ce]PL[W]" in told
    assert said(engine, "final_score") == ["= B+45.5"]  # all of the 49 points but half a point and three
    assert said(engine, "clear_board", "place_free_handicap 9")[1].split()[1:] == ["C3", "E5", "C5", "E3"]


@pytest.mark.parametrize("size", [7, 8, 9, 13, 18, 19])
def test_fixed_handicaps_are_those_of_another_program(size: int) -> None:
    points = handicap_points(size)
    commands = "".join(f"boardsize {size}\nclear_board\nfixed_handicap {number}\n" for number in range(2, 10))
    found = subprocess.run(
        [gnugo(), "--mode", "gtp"], input=commands + "quit\n", capture_output=True, text=True, check=True, timeout=60
    )
    answers = found.stdout.split("\n\n")[2::3]
    for number, answer in zip(range(2, 10), answers, strict=False):
        ours = {f"{'ABCDEFGHJKLMNOPQRST'[column]}{row + 1}" for column, row in points.get(number, ())}
        assert ours == ({*answer[1:].split()} if answer.startswith("=") else set())


def test_dead_stones_are_told_and_cleaned_up(engine: Gtp) -> None:
    wall = [f"play b {column}2" for column in "ABCDEFG"]
    assert set(said(engine, *wall, "play b B6", "play b F6", "play w D1", "komi 0")) == {"="}
    assert said(engine, "final_status_list dead", "final_status D1", "final_status A2", "final_status A7") == [
        "= D1", "= dead", "= alive", "= black_territory",
    ]  # fmt: skip
    assert said(engine, "final_score", "kgs-rules japanese", "final_score") == ["= B+49", "=", "= B+41"]
    answers = said(engine, *["kgs-genmove_cleanup b"] * 60)
    assert "= pass" in answers and said(engine, "list_stones w") == ["="]


def test_a_move_may_be_thought_of_and_not_made(engine: Gtp) -> None:
    [told] = said(engine, "reg_genmove b")
    assert re.fullmatch(r"= [A-HJ]\d", told) and said(engine, "list_stones b") == ["="]
    assert said(engine, "is_legal b D4", "play b D4", "is_legal w D4", "all_legal w")[:3] == ["= 1", "=", "= 0"]


def test_files_are_loaded_and_written(engine: Gtp, tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text("(;GM[1]SZ[9]KM[5.5]HA[2];AB[cc][gg];W[ee]C[x];B[ef];W[ed])")
    assert said(engine, f"loadsgf {tmp_path}/game.sgf 3", "query_boardsize", "get_komi", "list_stones w") == [
        "= white", "= 9", "= 5.5", "= E5",
    ]  # fmt: skip
    assert said(engine, f"loadsgf {tmp_path}/game.sgf", "undo", f"printsgf {tmp_path}/out.sgf")[0] == "= black"
    text = (tmp_path / "out.sgf").read_text()
    assert "AB[gg][cc]PL[W]" in text and text.endswith(";W[ee];B[ef])\n")
    (tmp_path / "bad.sgf").write_text("(;SZ[9];B[aa];W[zz])")
    assert said(engine, f"loadsgf {tmp_path}/bad.sgf") == ["? cannot load file: there is no point 'zz'"]


def test_clocks(go: Game) -> None:
    engine = Gtp(go, "uct", 1)
    assert engine._clocks.left(1) is None
    said(engine, "time_settings 60 30 5")
    assert engine._clocks.left(1) == TimeLeft(60, byoyomi=6)
    said(engine, "time_left b 20 0", "time_left w 12.5 3")
    assert (engine._clocks.left(1), engine._clocks.left(2)) == (TimeLeft(20, byoyomi=6), TimeLeft(12.5, turns=3))
    said(engine, "time_settings 1 0 0", "genmove b")
    told = engine._clocks.left(1)
    assert told is not None and told.seconds < 1
    for unlimited in ("time_settings 0 1 0", "kgs-time_settings none"):
        said(engine, "time_settings 60 30 5", unlimited)
        assert engine._clocks.left(1) is None
    said(engine, "kgs-time_settings byoyomi 30 5 3")
    assert engine._clocks.left(1) == TimeLeft(30, byoyomi=5)
    said(engine, "time_left b 4 3")
    assert engine._clocks.left(1) == TimeLeft(0, byoyomi=4)  # of the first of three periods
    said(engine, "kgs-time_settings canadian 30 50 10")
    assert engine._clocks.left(1) == TimeLeft(30, byoyomi=5)


def test_the_kin_of_go_is_scored_by_its_rules() -> None:
    engine = Gtp(ludens.load("Gonnect"), "random", 1)
    assert said(engine, "play b D4", "final_score", "komi 0.5", "genmove w")[:3] == ["=", "? cannot score", "="]


# --- at the table of another program


class Talk:
    """A program that speaks GTP, as a controller has it."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen([*command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def __call__(self, command: str) -> str:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{command}\n")
        lines = [self.process.stdout.readline().strip()]
        while line := self.process.stdout.readline().strip():
            lines.append(line)
        assert lines[0].startswith("="), (command, lines)
        return "\n".join(lines)[1:].strip()


def gnugo() -> str:
    found = shutil.which("gnugo", path=f"{os.environ.get('PATH', '')}:/usr/games")
    if found is None:
        pytest.skip("gnugo is not installed (apt-get install gnugo)")
    return found


@pytest.fixture
def talks() -> Iterator[list[Talk]]:
    ours = [sys.executable, "-m", "ludens", "bot", "gtp", "Go", "--agent", "random", "--seed", "1"]
    found = [Talk(*ours), Talk(gnugo(), "--mode", "gtp", "--level", "1", "--chinese-rules")]
    yield found
    for one in found:
        one("quit")
        one.process.communicate(timeout=60)


def test_a_game_against_gnugo(talks: list[Talk]) -> None:
    """As twogtp plays it: both see the same stones after each move, and both count the same in the end."""
    for talk in talks:
        for command in ("boardsize 7", "clear_board", "komi 6.5", "fixed_handicap 2"):
            talk(command)
    passes, colours = 0, "wb"
    for number in range(120):
        colour = colours[number % 2]
        mine, other = talks[number % 2], talks[1 - number % 2]
        vertex = mine(f"genmove {colour}")
        if vertex.lower() == "resign":
            break
        other(f"play {colour} {vertex}")
        passes = passes + 1 if vertex.lower() == "pass" else 0
        if number % 5 == 0 or passes == 2:
            for side in ("black", "white"):
                assert {*talks[0](f"list_stones {side}").split()} == {*talks[1](f"list_stones {side}").split()}
        if passes == 2:
            break
    assert talks[0]("get_komi") == talks[1]("get_komi") == "6.5"
