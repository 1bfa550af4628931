"""Rules in words: sheets from descriptions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludens
from ludens.cli import main
from ludens.lab import sheet
from ludens.lab.sheet import Section
from ludens.lab.sheet.pictures import _Explored, _middle

TEXT = """
(game "Of a test" (players 2)
    (equipment {(board (square 5)) (piece "Man" Each (or
        (move Step Forward (to if:(is Empty (to))))
        (move Hop Orthogonal
            (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to)))
            (then (if (is In (last To) (sites Mover)) (moveAgain)))
        )
    )) (regions P1 (sites Top)) (regions P2 (sites Bottom))})
    (rules (start {(place "Man1" (sites Bottom)) (place "Man2" (sites Top))})
        (play (forEach Piece))
        (end {
            (if (no Moves Next) (if (is Full) (result Mover Draw)) (result Mover Win))
            (if (no Pieces P1) (result P2 Win))
        })
    )
)
"""


def section(game: ludens.Game, title: str) -> Section:
    [told] = sheet.sheets(game, pictures=False)
    return next(one for one in told.sections if one.title == title)


@pytest.fixture(scope="module")
def game() -> ludens.Game:
    return ludens.load(TEXT)


def test_a_sheet_has_all_parts(game: ludens.Game) -> None:
    [told] = sheet.sheets(game, pictures=False)
    assert [one.title for one in told.sections] == ["Players", "Board", "Pieces", "Set-up", "Play", "End"]


def test_alternatives_stand_under_each_other_with_their_consequences(game: ludens.Game) -> None:
    [man] = section(game, "Pieces").sections
    [choice] = man.items
    assert choice.text == "One of these:"
    assert choice.items[0].text == "Step straight forwards to an empty square."
    jump = choice.items[1]
    assert jump.text == "Jump orthogonally over an enemy piece, capturing it, to an empty square."
    assert [item.text for item in jump.items] == ["Then, if the square last reached is in your region, move again."]


def test_cases_of_an_ending_stand_under_it(game: ludens.Game) -> None:
    first, second = section(game, "End").items
    assert first.text == "If your opponent cannot move:"
    assert [item.text for item in first.items] == ["If the board is full, the game is drawn.", "Otherwise, you win."]
    assert second.text == "If White has no pieces left, Black wins."


def test_sites_are_called_as_players_call_them() -> None:
    assert "81 points" in section(ludens.load("Go", options=["Board Size/9x9"]), "Board").text
    assert "cell" in section(ludens.load("Hex"), "Play").items[0].text
    assert section(ludens.load("Kalah"), "Set-up").items[0].text == "4 pieces on each of the pits B1 to G2."


def test_a_sheet_of_a_match_tells_each_of_its_games() -> None:
    told = sheet.sheets(ludens.load("Tic-Tac-Toe"), pictures=False)
    assert [one.title for one in told] == ["Tic-Tac-Toe"]


def test_a_piece_is_seen_moving_and_taking(game: ludens.Game) -> None:
    found = _Explored.of(game, game.components[0])
    middle = _middle(game)
    assert middle == 12
    assert sorted({move.to_site for move in found.moves}) == [2, 10, 14, 17, 22]
    assert sorted(found.enemies) == [7, 11, 13, 17]


def test_a_page_has_pictures_and_no_tag_of_a_description(game: ludens.Game) -> None:
    hostile = ludens.load(TEXT.replace('"Of a test"', '"<script>alert(1)</script>"'))
    page = sheet.as_html(sheet.sheets(hostile))
    assert page.count("<img ") == 2 and "<script" not in page
    assert "\\<script" in sheet.as_markdown(sheet.sheets(hostile, pictures=False)[0])


def test_what_an_author_wrote_comes_first() -> None:
    assert sheet.rules_of(ludens.load("Hex"))[0].startswith("Players take turns to place a stone")
    told = sheet.rules_of(ludens.load(TEXT))
    assert told[0].startswith("Players. Two players") and any(text.startswith("- One of these:\n  - ") for text in told)


def test_the_command_writes_each_kind(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.lud"
    path.write_text(TEXT, encoding="utf-8")
    assert main(["rules", str(path)]) == 0
    assert "- If White has no pieces left, Black wins." in capsys.readouterr().out
    assert main(["rules", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"][0]["sections"][0]["title"] == "Players"
    assert main(["rules", str(path), "--markdown", str(tmp_path / "told.md")]) == 0
    assert "](told/board.svg)" in (tmp_path / "told.md").read_text(encoding="utf-8")
    assert (tmp_path / "told" / "piece-Man1.svg").read_text(encoding="utf-8").startswith("<svg")
    assert main(["rules", str(path), "--html", "-"]) == 0
    assert capsys.readouterr().out.startswith("<!doctype html>")
    assert main(["rules", str(path), "--html", "-", "--json"]) == 2


def test_show_tells_the_rules_that_nobody_wrote(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.lud"
    path.write_text(TEXT, encoding="utf-8")
    assert main(["show", str(path)]) == 0
    assert "- If White has no pieces left, Black wins." in capsys.readouterr().out
