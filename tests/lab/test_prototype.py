"""Games to cut out: sizes in millimetres, pages, counts, and the command."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import ludens
from ludens.cli import main
from ludens.game import Game
from ludens.lab.prototype import PAPERS, Prototype

GAME = """
(game "Corners"
    (players 2)
    (equipment {
        (board (square 4)) (hand Each) (piece "Disc" Each (move Step (to if:(is Empty (to))))) (dice d:6 num:2)
    })
    (rules
        (start {(place "Disc1" {"A1" "D4"}) (place "Disc2" {"A4" "D1"})})
        (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))
    )
)
"""


@pytest.fixture(scope="module")
def game() -> Game:
    return ludens.load(GAME)


def test_sites_have_their_size(game: Game) -> None:
    narrow, wide = (Prototype(game, site=site).board for site in (20.0, 40.0))
    assert wide.width == pytest.approx(2 * narrow.width)
    assert narrow.width == pytest.approx(4 * 20.0, abs=12)  # four squares, labels and a rim
    assert re.search(rf'width="{narrow.width:.2f}mm" height="{narrow.height:.2f}mm"', narrow.sized)


def test_pieces_are_as_many_as_at_the_start(game: Game) -> None:
    prototype = Prototype(game, counts={"Disc2": 5})
    assert [(one.component.name, one.count, one.supply) for one in prototype.pieces] == [
        ("Disc1", 2, False),
        ("Disc2", 5, False),
    ]
    assert prototype.dice == [(2, 6)]
    supply = Prototype(ludens.load("Hex", options=["Board Size/5x5"])).pieces
    assert all(one.supply and one.count == 13 for one in supply)


@pytest.mark.parametrize("paper", PAPERS)
def test_tiles_cover_the_board_and_fit_the_paper(game: Game, paper: str) -> None:
    prototype = Prototype(game, paper=paper, site=90.0)
    tiles = prototype.tiles()
    assert len(tiles) > 1
    assert sum(width * height for _, _, width, height in tiles) == pytest.approx(
        prototype.board.width * prototype.board.height
    )
    longest, shortest = sorted(PAPERS[paper], reverse=True)
    assert all(max(tile[2:]) < longest and min(tile[2:]) < shortest for tile in tiles)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"paper": "a5"}, "paper is one of a4, letter"),
        ({"site": 1.0}, "5 to 100 millimetres"),
        ({"counts": {"Dog": 3}}, "there is no piece Dog, but .*Disc1, Disc2"),
    ],
)
def test_what_cannot_be_printed_is_said(game: Game, settings: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Prototype(game, **settings)  # type: ignore[arg-type]


def test_texts_are_set_as_they_are() -> None:
    quoted = GAME.replace('"Corners"', '"Corners #1 *a* $x"')
    text = Prototype(ludens.load(quoted)).files()["page.typ"]
    assert '#"Corners #1 *a* $x"' in text


def test_the_command_writes_drawings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "corners.lud"
    file.write_text(GAME, encoding="utf-8")
    assert main(["print", str(file), "--svg", str(tmp_path / "parts"), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["pieces"] == {"Disc1": 2, "Disc2": 2} and facts["board"]["pages"] == 1
    assert {path.name for path in (tmp_path / "parts").iterdir()} == {"board.svg", "piece-Disc1.svg", "piece-Disc2.svg"}
    assert main(["print", str(file)]) == 2
    assert main(["print", str(file), "--svg", str(tmp_path), "--count", "Dog=2"]) == 2


@pytest.mark.integration
def test_the_pages(game: Game, tmp_path: Path) -> None:
    pdf = Prototype(game, site=60.0).pdf()
    assert pdf.startswith(b"%PDF") and len(pdf) > 10_000
    assert main(["print", "Tic-Tac-Toe", "--pdf", str(tmp_path / "t.pdf"), "--paper", "letter"]) == 0
    assert (tmp_path / "t.pdf").read_bytes().startswith(b"%PDF")
