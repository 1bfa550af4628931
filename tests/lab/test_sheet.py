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


NAMED = """
(define "Step" (move Step (to if:("IsPrey") (apply (if ("IsPrey") (remove (to)))))))
(define "IsPrey" (is Enemy (who at:(to))))
(define "Throw" (if (= 0 (count Pips)) 5 (count Pips)))
(define "Row" (+ (* 3 (row of:#1)) (column of:(+ 1 1))))
(define "MayEnter" (and (is Empty #1) (!= ("Row" #1) ("Row" (last To)))))
(define "Again" (if (or (= 1 ("Throw")) (= 4 ("Throw"))) (moveAgain)))
(game "Of names" (players 2)
    (equipment {(board (square 3)) (dice d:2 from:0 num:4)
        (piece "Man" Each ("Step"))
        (piece "Wolf" Each ("Step"))
    })
    (rules
        (start (place Stack "Man1" 0 count:2))
        (play (or
            (move Add (to (sites Empty) if:("MayEnter" (to))) (then ("Again")))
            (move Select (from (sites Occupied by:Mover) if:("MayEnter" (from))) (then ("Again")))
        ))
        (end (if (= ("Throw") 5) (result Mover Win)))
    )
)
"""


def test_what_a_define_says_is_told_once() -> None:
    game = ludens.load(NAMED)
    play = [text for item in section(game, "Play").items for text in _texts(item)]
    assert any("“may enter” (the starting square) holds" in text for text in play)
    assert sum("do “again”" in text for text in play) == 2
    terms = {item.text.split("”")[0].removeprefix("“"): item.text for item in section(game, "Terms").items}
    assert terms["Throw"] == "“Throw”: 5 if the total of the dice is 0, otherwise the total of the dice."
    assert terms["May enter"].startswith(
        "“May enter” (X) holds if X is empty and the “row” (X) is other than the “row”"
    )
    assert terms["Again"] == "“Again”: if the “throw” is 1 or the “throw” is 4, move again."
    assert "the row of X" in terms["Row"]


def test_pieces_that_move_alike_are_told_together() -> None:
    [group] = section(ludens.load(NAMED), "Pieces").sections
    assert group.title == "Man and wolf (each player)"
    assert group.items[0].text.endswith(
        "provided that the target square holds an enemy piece, capturing any enemy piece there."
    )


def test_stacks_and_names_agree_with_their_verbs() -> None:
    assert section(ludens.load(NAMED), "Set-up").items[0].text.startswith("A stack of 2 of White's men on ")
    [told] = sheet.sheets(ludens.load("Bagh-Chal"), pictures=False)
    assert "and Goats begin." in told.sections[0].text
    assert told.sections[-1].items[0].text == "If Tigers' score is at least 5, Tigers win."


def _texts(item: sheet.Item) -> list[str]:
    return [item.text, *(text for inner in item.items for text in _texts(inner))]


@pytest.mark.parametrize("name", ["Senet", "Ultimate Tic-Tac-Toe", "Crazyhouse", "Kalah", "Barrage", "Cephalopod"])
def test_no_sentence_of_a_sheet_is_endless(name: str) -> None:
    [told] = sheet.sheets(ludens.load(name), pictures=False)
    texts = [text for one in told.sections for part in one.walk() for item in part.items for text in _texts(item)]
    assert texts
    assert max(map(len, texts)) < 560
    assert not any(text.count("(") > 9 or "((" in text for text in texts)
