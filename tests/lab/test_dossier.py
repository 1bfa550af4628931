"""A game on one page: what stands there, and which games are near."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludens
from ludens import library
from ludens.cli import main
from ludens.lab import measure
from ludens.lab.dossier import Dossier, nearest

#: the first player wins at once in the middle, and a piece stands nowhere
SPOILT = """(game "Spoilt" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each) (piece "Cube" Each)})
    (rules (play (move Add (to (sites Empty))))
           (end {(if (is Occupied (centrePoint)) (result Mover Win)) (if (is Line 3) (result Mover Win))})))"""


def test_what_spoils_a_game_is_named() -> None:
    game = ludens.load(SPOILT)
    page = Dossier(game, [measure(game, 40)], seconds=1.0).sheet(pictures=False)
    sections = {one.title: [item.text for item in one.items] for one in page.sections}
    assert "can force a win from the start, in 1 plies" in sections["Ways to win that spoil it"][0]
    assert any("Cube" in text for text in sections["Never of use"])
    assert any(title.startswith("Rules") for title in sections)


def test_nearest_games_use_the_same_ludemes() -> None:
    game = ludens.load(library.read("Hex").replace('(game "Hex"', '(game "Six"'))
    names = dict(nearest(game, count=3))
    assert next(iter(names)) == "Hex" and names["Hex"] > 0.7
    assert "Hex" not in dict(nearest(ludens.load("Hex")))


def test_the_command_writes_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new, old = tmp_path / "new.lud", tmp_path / "old.lud"
    old.write_text(library.read("Tic-Tac-Toe"))
    new.write_text(library.read("Tic-Tac-Toe").replace("Line 3", "Line 2"))
    page = tmp_path / "page.html"
    words = ["report", str(new), "-n", "60", "--by", "uct:5", "--seconds", "0.2", "--against", str(old)]
    assert main([*words, "--html", str(page), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    (since,) = (one for one in facts["page"]["sections"] if one["title"].startswith("Since"))
    assert any("Length" in item["text"] and "changed" in item["text"] for item in since["items"])
    assert [one["agent"] for one in facts["reports"]] == [None, "uct:5"]
    assert "<img" in page.read_text() and ": report</title>" in page.read_text()


def test_agents_are_named_by_by(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "Hex", "--agent", "uct:5"]) == 2
    assert "name the agents by --by" in capsys.readouterr().err
