"""Folders of anyone's games on the shelf: checked, found by name, listed with what keeps others away."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import ludens
from ludens import library
from ludens.cli import main
from ludens.library import shelves

GAME = '(game "Three" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)}) (rules (play (move Add'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game, a game below it, one that does not compile, and one whose name is taken."""
    monkeypatch.setenv("LUDENS_SHELF", str(tmp_path / "kept" / "shelf.json"))
    whole = f"{GAME} (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"
    games = tmp_path / "games"
    (games / "below").mkdir(parents=True)
    (games / "Three Here.lud").write_text(whole, encoding="utf-8")
    (games / "below" / "Drei in der Tiefe.lud").write_text(whole, encoding="utf-8")
    (games / "Broken.lud").write_text(f"{GAME}\n (to (site Empty)))) (end)))", encoding="utf-8")
    (games / "Hex.lud").write_text(whole, encoding="utf-8")
    return games


def test_an_empty_shelf(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shelves.folders() == {} and shelves.files() == [] and shelves.stamp() == 0
    assert main(["library", "list"]) == 0
    assert "The shelf is empty" in capsys.readouterr().out


def test_games_of_a_folder_join_the_library(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shipped = library.names()
    assert main(["library", "add", str(folder)]) == 0
    said = capsys.readouterr().out
    assert "2 games in the library, 2 not" in said
    assert "Broken.lud:2: " in said and "Hex.lud: the library has a game of this name already" in said
    assert set(library.names()) - set(shipped) == {"Three Here", "Drei in der Tiefe"}
    assert library.names() == sorted(library.names(), key=str.casefold)
    assert library.find("three-here") == folder / "Three Here.lud" and not library.is_shipped(folder / "Three Here.lud")
    assert library.is_shipped(library.find("Hex"))
    assert len(ludens.load("drei in der tiefe").start(seed=1).legal_moves()) == 9
    assert main(["perft", "Three Here", "1"]) == 0


def test_a_file_that_changes_leaves_the_library_until_it_is_checked(folder: Path) -> None:
    main(["library", "add", str(folder)])
    file = folder / "Three Here.lud"
    file.write_text(file.read_text(encoding="utf-8").replace("Line 3", "Line 2"), encoding="utf-8")
    assert file not in shelves.files()
    (folder / "Broken.lud").write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    assert main(["library", "refresh"]) == 0
    assert file in shelves.files() and "Broken" in library.names()


def test_facts_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["library", "add", str(folder), "--json"])
    (told,) = json.loads(capsys.readouterr().out)["folders"]
    assert told["folder"] == str(folder) and told["games"] == ["Three Here.lud", "below/Drei in der Tiefe.lud"]
    assert [(one["file"], one.get("line")) for one in told["refused"]] == [("Broken.lud", 2), ("Hex.lud", None)]
    main(["library", "list", "--json"])
    assert json.loads(capsys.readouterr().out)["folders"] == [told]


def test_a_folder_is_taken_off(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["library", "add", str(folder)])
    assert main(["library", "remove", str(folder)]) == 0
    assert "Three Here" not in library.names() and (folder / "Three Here.lud").exists()
    assert main(["library", "remove", str(folder)]) == 2
    assert "is not on the shelf" in capsys.readouterr().err


def test_where_there_is_no_folder_or_no_game(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["library", "add", str(folder / "nowhere")]) == 2
    assert "is no folder" in capsys.readouterr().err
    bad = folder.parent / "bad"
    bad.mkdir()
    (bad / "No.lud").write_text("(", encoding="utf-8")
    assert main(["library", "add", str(bad)]) == 1


def test_a_damaged_shelf_is_an_empty_one(folder: Path) -> None:
    main(["library", "add", str(folder)])
    shelves.shelf_file().write_text("{", encoding="utf-8")
    assert shelves.folders() == {} and "Three Here" not in library.names()


def test_a_game_is_found_by_its_title(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = folder / "below" / "Drei in der Tiefe.lud"
    broken.write_text(broken.read_text(encoding="utf-8").replace('"Three"', '"Drei gewinnt"'), encoding="utf-8")
    main(["library", "add", str(folder)])
    assert library.find("drei gewinnt") == broken and library.find("three") == folder / "Three Here.lud"
    assert ludens.load("Drei gewinnt").name == "Drei gewinnt"
    assert main(["perft", "Drei gewinnt", "1"]) == 0
    with pytest.raises(library.UnknownGame, match="Drei in der Tiefe"):
        library.find("drei gewint")


def test_a_title_that_several_games_have_finds_none_of_them(folder: Path) -> None:
    main(["library", "add", str(folder)])
    with pytest.raises(library.UnknownGame):
        library.find("Three")


def test_a_game_of_the_shelf_takes_no_name_of_a_game_that_ships(folder: Path) -> None:
    file = folder / "Three Here.lud"
    file.write_text(file.read_text(encoding="utf-8").replace('"Three"', '"Othello"'), encoding="utf-8")
    main(["library", "add", str(folder)])
    assert library.find("Othello").stem == "Reversi"


def test_what_has_changed_is_told_with_its_reason(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["library", "add", str(folder)])
    (folder / "Three Here.lud").write_text("(", encoding="utf-8")
    (folder / "below" / "Drei in der Tiefe.lud").unlink()
    capsys.readouterr()
    main(["library", "list"])
    said = capsys.readouterr().out
    assert "0 games in the library, 4 not" in said
    assert "Three Here.lud: it has changed since" in said and "Drei in der Tiefe.lud: the file is gone" in said


def test_a_file_whose_name_is_no_text_is_refused(folder: Path) -> None:
    named = os.fsencode(folder) + b"/B\xfccher.lud"
    with open(named, "wb") as file:
        file.write(b"(")
    main(["library", "add", str(folder)])
    (told,) = shelves.folders().values()
    assert {"file": "B\\udcfccher.lud", "why": "its name is no text in UTF-8"} in told["refused"]
