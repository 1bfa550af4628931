"""Bots in the arena of all games: what they are told, what they answer, how they lose."""

from __future__ import annotations

from pathlib import Path

import pytest
from bots import command

import ludens
from ludens.arena.match import Outcome, play_game
from ludens.arena.protocols.anygame import Illegal, Malformed, choice, maker, position
from ludens.arena.protocols.seat import Clock
from ludens.cli import main
from ludens.game import Game
from ludens.workers.cluster.journal import read_journal
from ludens.workers.programs import CommandError

PATIENT = Clock(60, 60)
FIRST = """
import sys
moves = []
for line in sys.stdin:
    print(line, end="", file=sys.stderr)
    word, _, rest = line.strip().partition(" ")
    if word == "move":
        moves.append(rest)
    elif word == "go":
        print(moves[0].lower(), flush=True)
        moves = []
"""


@pytest.fixture(scope="module")
def tic_tac_toe() -> Game:
    return ludens.load("Tic-Tac-Toe")


def played(game: Game, *specs: str, clock: Clock = PATIENT) -> Outcome:
    outcome = play_game(game, specs, 1, make=maker(clock))
    assert outcome is not None
    return outcome


def test_bots_play_a_game(tmp_path: Path, tic_tac_toe: Game) -> None:
    bot = "bot: " + command(tmp_path, "first", FIRST)
    outcome = played(tic_tac_toe, bot, bot)
    assert (outcome.winner, outcome.reason, len(outcome.moves)) == (1, "rules", 7)
    assert outcome.moves == played(tic_tac_toe, bot, bot).moves


def test_a_bot_is_told_the_game_once_and_then_what_is_new(tmp_path: Path, tic_tac_toe: Game) -> None:
    outcome = played(tic_tac_toe, "random", f"bot:{command(tmp_path, 'first', FIRST)}")
    told = outcome.said[1].splitlines()
    assert told[:5] == ["ludens 1", "game Tic-Tac-Toe", "seat 2", "first-ms 60000", "turn-ms 60000"]
    assert told[5].startswith("played 1 ")
    turns = "\n".join(told).split("go")
    assert sum(line == "go" for line in told) == len(outcome.seconds[1])
    assert [turn.count("played 1") for turn in turns[:-1]] == [1] * (len(turns) - 1)
    assert [turn.count("played 2") for turn in turns[:-1]] == [0] + [1] * (len(turns) - 2)
    assert [turn.count("\nmove ") for turn in turns[:-1]] == list(range(8, 8 - 2 * (len(turns) - 1), -2))


def test_options_are_told_and_turns_of_two_moves_are_asked_for_one_by_one(tmp_path: Path) -> None:
    game = ludens.load("Amazons", options=["Board Size/6x6"])
    outcome = played(game, f"bot:{command(tmp_path, 'first', FIRST)}", "random")
    assert outcome.reason == "rules"
    assert len(outcome.seconds[0]) >= 2 * len(outcome.seconds[1])


def test_a_position_tells_pieces_dice_and_scores() -> None:
    backgammon = list(position(ludens.load("Backgammon").start(seed=1)))
    assert sum(line.startswith("piece Disc1 1 1 ") for line in backgammon) == 15
    assert sum(line.startswith("dice ") for line in backgammon) == 1
    assert "score 1 0" in list(position(ludens.load("Oware").start(seed=1)))


@pytest.mark.parametrize(("said", "number"), [("A2-A3", 0), ("b2-b3 ", 1), ("pass", 2)])
def test_an_answer_is_a_move_by_its_name(said: str, number: int) -> None:
    assert choice(said, ["A2-A3", "B2-B3", "pass"]) == number


@pytest.mark.parametrize(
    ("said", "error", "message"),
    [
        ("", Malformed, "one of the legal moves is expected, not ''"),
        ("a\x1b[31m", Malformed, r"not 'a\\x1b"),
        ("A2-A4", Illegal, "'A2-A4' is none of the 2 legal moves"),
    ],
)
def test_other_answers(said: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        choice(said, ["A2-A3", "B2-B3"])


@pytest.mark.parametrize(
    ("body", "reason", "detail"),
    [
        ("print('hello')", "illegal", "'hello' is none of the 9 legal moves"),
        ("print()", "malformed", "one of the legal moves is expected"),
        ("import os; os.write(1, bytes(range(128, 256)) + b'\\n')", "illegal", "none of the 9"),
        ("print('x' * 5000)", "flood", "more than 4096 bytes"),
        ("import sys; sys.exit('I give up')", "died", "exit code 1"),
    ],
)
def test_a_bot_at_fault_loses_by_name(tmp_path: Path, tic_tac_toe: Game, body: str, reason: str, detail: str) -> None:
    outcome = played(tic_tac_toe, f"bot:{command(tmp_path, 'bad', body)}", "random")
    assert (outcome.winner, outcome.reason) == (2, reason)
    assert detail in outcome.detail
    assert outcome.said[0] == ("I give up\n" if reason == "died" else "")


def test_a_bot_without_an_answer_loses_by_time(tmp_path: Path, tic_tac_toe: Game) -> None:
    silent = command(tmp_path, "silent", "import sys; sys.stdin.read()")
    outcome = played(tic_tac_toe, "random", f"bot:{silent}", clock=Clock(0.2, 60))
    assert (outcome.winner, outcome.reason, outcome.detail) == (1, "timeout", "no answer within 200 ms")


def test_a_command_that_starts_nothing_is_found_out_before_the_game(tic_tac_toe: Game) -> None:
    with pytest.raises(CommandError, match="'no-such-bot' is not found"):
        played(tic_tac_toe, "random", "bot:no-such-bot")


def test_the_command_rates_bots_and_agents(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = f"bot:{command(tmp_path, 'first', FIRST)}"
    bad = f"bot:{command(tmp_path, 'bad', 'print(1)')}"
    record = tmp_path / "games.jsonl"
    words = ["arena", "Tic-Tac-Toe", "--player", good, "--player", bad, "--player", "random", "-n", "2"]
    for _ in range(2):  # the second time all games are there already
        assert main([*words, "--record", str(record), "--first-ms", "60000", "--turn-ms", "60000"]) == 0
        told = capsys.readouterr().out
        assert f"{bad} lost 4 by illegal: '1' is none of the " in told
    entries = list(read_journal(record))
    assert len(entries) == 6
    assert sum("go\n" in said for entry in entries for said in entry["said"]) == 3  # once the other lost at once
    assert main(["arena", "Tic-Tac-Toe", "--player", "bot:no-such-bot", "--player", "random"]) == 2
    assert "'no-such-bot' is not found" in capsys.readouterr().err
