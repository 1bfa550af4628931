"""What programs are told: `--json`, `--version`, and scripts of completion."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import pytest

import ludens
from ludens import library
from ludens.cli import main, screen, whole_parser
from ludens.cli.catalogue import FIRST, SUMMARIES
from ludens.cli.completion import SHELLS
from ludens.game.trial import Recorder, write_trial
from standing_in import replace_in

#: the first player sees nothing of the board
VEIL = """(game "Veil" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (start {(place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) (set Hidden (sites Board) to:P1)})
        (play (forEach Piece (move Step (to if:(is Empty (to))))))
        (end (if (no Moves Next) (result Mover Win)))))"""
SEATS = {"mover": (), "1": ("--seat", 1), "2": ("--seat", 2), "all": ("--all",)}

BROKEN = '(game "Broken"\n    (playrs 2)\n    (equipment { (board (square 3)) })\n)\n'


def facts(capsys: pytest.CaptureFixture[str], *arguments: object, code: int = 0) -> dict[str, Any]:
    """What a command tells with `--json`: one object, and nothing beside it."""
    assert main([*map(str, arguments), "--json"]) == code
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


def test_games(capsys: pytest.CaptureFixture[str]) -> None:
    told = facts(capsys, "games")["games"]
    assert [game["name"] for game in told] == library.names()
    assert next(game for game in told if game["name"] == "Hex")["kind"] == "connection"


def test_the_keys_of_games_find_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--keys"]) == 0
    keys = capsys.readouterr().out.split()
    assert [library.find(key).stem for key in keys] == library.names()


def test_moves(capsys: pytest.CaptureFixture[str]) -> None:
    told = facts(capsys, "moves", "Tic-Tac-Toe", "--plies", 2, "--seed", 3)
    assert told["mover"] == 1 and told["winner"] is None and len(told["moves"]) == 7
    assert told["moves"][0]["trial"].startswith("[Move:mover=1")


def test_notation(capsys: pytest.CaptureFixture[str]) -> None:
    told = facts(capsys, "notation", "Chess", "--position", "6k1/4Pppp/8/8/8/8/8/6K1 w - - 0 1")
    assert told["notation"] == "chess" and "fen" in told["positions"] and "Kg2" in told["moves"]
    assert told["position"].startswith("6k1/4Pppp") and told["mover"] == 1
    assert facts(capsys, "notation", "Tic-Tac-Toe")["position"] is None


def test_what_is_hidden_is_shown_to_whom_it_is_asked_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Commands show a position as the player to move sees it, as another one does, or all of it."""
    file = tmp_path / "veil.lud"
    file.write_text(VEIL)
    shown = {seat: facts(capsys, "show", file, *words)["position"] for seat, words in SEATS.items()}
    assert shown["mover"] == shown["1"] != shown["all"] == shown["2"]
    assert shown["1"].count("O") == 0 and "X X X" in shown["all"]
    picture = tmp_path / "veil.svg"
    drawn = []
    for words in ((), ("--all",)):
        assert main(["show", str(file), "--svg", str(picture), *words]) == 0
        drawn.append(picture.read_text())
    assert drawn[0] != drawn[1]
    assert str(ludens.load(VEIL).start(seed=1)) == shown["mover"]
    assert main(["show", str(file), "--seat", "3"]) == 2
    assert "Veil has 2 players, and no player 3" in capsys.readouterr().err
    assert main(["moves", str(file), "--plies", "1", "--seed", "2", "--seat", "1"]) == 0
    assert "X" not in capsys.readouterr().out.partition("\n\n")[0]


def test_the_last_turn_is_told_and_marked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["show", "Amazons", "--plies", "2", "--seed", "1"]
    assert main(words) == 0
    turn = capsys.readouterr().out.split("last turn: ")[1].splitlines()[0]
    assert "/" in turn and "-" in turn
    pictures = []
    for plies in ("0", "1", "2"):
        assert main([*words[:3], plies, *words[4:], "--svg", "-"]) == 0
        pictures.append(capsys.readouterr().out.count("#ffd200"))
    assert pictures[0] < pictures[1] < pictures[2]


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    assert facts(capsys, "perft", "Tic-Tac-Toe", 3)["leaves"] == 504
    told = facts(capsys, "perft", "Tic-Tac-Toe", 3, "--divide")
    assert told["leaves"] == 504 and told["moves"]["B2"] == 56 and len(told["moves"]) == 9


def test_perft_divides_nothing_where_there_is_no_first_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "Tic-Tac-Toe", "0", "--divide"]) == 2
    assert "a depth of 1 or more" in capsys.readouterr().err


def test_playouts(capsys: pytest.CaptureFixture[str]) -> None:
    told = facts(capsys, "playouts", "Tic-Tac-Toe", "-n", 50, "--seed", 4)
    played = ludens.load("Tic-Tac-Toe").playouts(50, seed=4)
    assert told["wins"] == [int((played.winners == player).sum()) for player in (1, 2)]
    assert sum(told["wins"]) + told["draws"] + told["unfinished"] == told["playouts"] == 50
    assert told["length"]["mean"] == pytest.approx(played.lengths.mean())


def test_show(capsys: pytest.CaptureFixture[str]) -> None:
    told = facts(capsys, "show", "Amazons", "--option", "Board Size/6x6")
    sizes = next(option for option in told["options"] if option["heading"] == "Board Size")["items"]
    assert [item["name"] for item in sizes if item["selected"]] == ["6x6"]
    assert told["players"] == 2 and "arrow" in told["rules"]


def test_check(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    broken = tmp_path / "broken.lud"
    broken.write_text(BROKEN)
    told = facts(capsys, "check", broken, "Hex", tmp_path / "none.lud", code=1)["files"]
    assert [file["ok"] for file in told] == [False, True, False]
    (slip,) = told[0]["findings"]
    assert (slip["line"], slip["column"], slip["end_line"], slip["end_column"]) == (2, 5, 2, 15)
    assert "(players ...)" in slip["hint"]
    assert told[2]["findings"][0]["line"] is None


def test_a_hostile_name_reaches_no_terminal_and_is_read_back(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    hostile = tmp_path / "hostile.lud"
    hostile.write_text(library.read("Tic-Tac-Toe").replace('"Tic-Tac-Toe"', '"A\x9b31mB\u202eC"'))
    assert main(["moves", str(hostile), "--json"]) == 0
    out = capsys.readouterr().out
    assert out.isprintable() or not set(out) & {"\x9b", "\u202e"}
    assert json.loads(out)["game"] == "A\x9b31mB\u202eC"


@pytest.fixture
def trial(tmp_path: Path) -> Path:
    """A game of Tic-Tac-Toe that the first player wins."""
    state = ludens.load("Tic-Tac-Toe").start(seed=1)
    recorder = Recorder(state.game, state.rng_state)
    for text in ("A1", "A2", "B1", "B2", "C1"):
        choices = len(state.legal_moves())
        recorder.add(state.play(state.parse(text)), choices)
    path = tmp_path / "won.trl"
    path.write_text(write_trial(recorder.trial(state)))
    return path


def test_replay(capsys: pytest.CaptureFixture[str], trial: Path) -> None:
    told = facts(capsys, "replay", trial)
    assert told["moves"] == ["A1", "A2", "B1", "B2", "C1"]
    assert told["winner"] == 1 and told["ranking"] == [1.0, 2.0] and told["differences"] == []


def test_arena(capsys: pytest.CaptureFixture[str]) -> None:
    told = facts(capsys, "arena", "Tic-Tac-Toe", "--player", "random", "--player", "greedy", "-n", 4)
    assert told["games"] == 4 and {player["name"] for player in told["players"]} == {"random", "greedy"}
    scores = [player["score"] for player in told["players"]]
    assert scores[0]["wins"] == scores[1]["losses"]


def test_territory(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    sealed = tmp_path / "sealed.txt"
    sealed.write_text("w.-b/..-./..-./..-. w")
    told = facts(capsys, "territory", sealed)
    assert told["moves"]["Black"] == {"lower": 3, "upper": 3} and told["winner"] == "White"


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"ludens {ludens.__version__}\n"


@pytest.mark.parametrize("shell", SHELLS)
def test_completion(capsys: pytest.CaptureFixture[str], shell: str) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "playouts" in script and "ludens games --keys" in script


#: commands that say nothing that could be a fact: they play, serve, or write what is asked for as it is
_TELL_NOTHING = {"bot", "completion", "convert", "grammar", "greener", "mcp", "play", "record", "seat", "web"}


def test_every_command_that_tells_facts_tells_them_as_json() -> None:
    (commands,) = (action for action in whole_parser()._actions if isinstance(action, argparse._SubParsersAction))
    without = {name for name, parser in commands.choices.items() if "--json" not in parser.format_help()}
    assert without - _TELL_NOTHING == {"library", "suite"}  # their actions have it


def test_progress_is_told_in_lines_where_there_is_no_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line now and then, on standard error; none of work that is soon done."""
    now = [0.0]
    replace_in(monkeypatch, screen.__name__, time, monotonic=lambda: now[0])
    with screen.progress_bar() as bar:
        task = bar.add_task(screen.shown("[Hex]"), total=30)
        for _ in range(30):
            now[0] += 1
            bar.advance(task)
    assert capsys.readouterr() == ("", "[Hex]: 10 of 30\n[Hex]: 20 of 30\n[Hex]: 30 of 30\n")
    with screen.progress_bar() as bar:
        bar.update(bar.add_task("quick", total=5), completed=5)
    assert capsys.readouterr().err == ""


def test_the_catalogue_has_every_command() -> None:
    (commands,) = (action for action in whole_parser()._actions if isinstance(action, argparse._SubParsersAction))
    assert set(commands.choices) == set(SUMMARIES) and set(FIRST) <= set(SUMMARIES)
