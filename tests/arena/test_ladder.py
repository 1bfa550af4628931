"""Ladders of agents: any number of players, puzzles, records that are gone on with; and the command `levels`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludens
from ludens.arena.ladder import Ladder, Rung
from ludens.cli import main
from ludens.workers.cluster.journal import Journal, read_journal

#: who is first to put a stone on site 0 wins, and the others come last
RACE = """(game "Race" (players {n})
    (equipment {{(board (rectangle 1 9)) (piece "Stone" Each)}})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Occupied 0) (result Mover Win)))))"""

#: solved by what a greedy player does at once, and lost otherwise
PUZZLE = """(game "Alone" (players 1)
    (equipment {(board (rectangle 1 2)) (piece "Stone" P1)})
    (rules (play (move Add (to (sites Empty)))) (end {
        (if (is Occupied 0) (result P1 Win)) (if (is Occupied 1) (result P1 Loss))})))"""


@pytest.mark.parametrize("players", [2, 3])
def test_the_better_one_comes_out_ahead_from_every_seat(players: int) -> None:
    game = ludens.load(RACE.format(n=players))
    ladder = Ladder([game], ["random", "uct:200"], 2 * players)
    ladder.play()
    assert ladder.total(1).games == 2 * players
    assert ladder.total(1).points > players
    assert {Rung(game, 1, number).seat for number in range(players)} == set(range(1, players + 1))


def test_a_puzzle_is_given_to_both() -> None:
    ladder = Ladder([ludens.load(PUZZLE)], ["worst", "greedy", "greedy"], 3)
    ladder.play()
    assert ladder.total(1).rate == 1.0
    assert ladder.total(2).rate == 0.5


def test_what_is_in_the_record_is_not_played_again(tmp_path: Path) -> None:
    path, game = tmp_path / "record", ludens.load(RACE.format(n=2))
    played: list[Rung] = []
    with Journal(path) as journal:
        first = Ladder([game], ["random", "greedy"], 3, journal=journal)
        first.play()
    lines = list(read_journal(path))
    with Journal(None) as journal:
        again = Ladder([game], ["random", "greedy"], 4, journal=journal, earlier=lines)
        again.points = lambda rung: played.append(rung) or 1.0  # type: ignore[method-assign,func-returns-value]
        again.play()
    assert [rung.number for rung in played] == [3]
    assert again.total(1).games == 4


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["levels"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert len(listed) == 8 and listed[0].startswith("level:1  Chick,   beginner")
    path = tmp_path / "race.lud"
    path.write_text(RACE.format(n=2))
    asked = ["levels", str(path), "-n", "2", "--up-to", "3", "--record", str(tmp_path / "record")]
    assert main(asked) == 0
    table = capsys.readouterr().out.splitlines()
    assert table[0].split() == ["2", "-", "1", "3", "-", "2"]
    assert table[1].startswith("Race") and table[-1].startswith("95 % interval")
    assert main([*asked, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert [(step["lower"], step["upper"]) for step in facts["steps"]] == [
        ("level:1", "level:2"),
        ("level:2", "level:3"),
    ]
    assert all(step["games"] == 2 and 0 <= step["points"] <= 2 for step in facts["steps"])
