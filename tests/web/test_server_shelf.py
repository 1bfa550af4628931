"""The shelf over HTTP: its games in the catalogue, and what could not join, told to the owner alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from web_client import NOUGHTS, Running, running

from ludens.cli import main


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the shelf: a game whose title is not its file's name, and a file that does not compile."""
    monkeypatch.setenv("LUDENS_SHELF", str(tmp_path / "shelf.json"))
    games = tmp_path / "games"
    games.mkdir()
    (games / "nc-3.lud").write_text(NOUGHTS.replace('"Noughts"', '"Knots on a String"'), encoding="utf-8")
    (games / "Broken.lud").write_text(NOUGHTS.replace("(sites Empty)", "\n(site Empty)"), encoding="utf-8")
    assert main(["library", "add", str(games)]) == 0
    return games


def test_what_could_not_join_is_listed_with_its_reason(server: Running, folder: Path) -> None:
    with server.client() as client:
        (told,) = client.get("/api/shelf").json()["folders"]
    assert (told["folder"], told["games"]) == (str(folder), 1)
    (broken,) = told["refused"]
    assert (broken["file"], broken["line"]) == ("Broken.lud", 3)
    assert "site" in broken["why"]


def test_others_are_not_told_of_the_owners_files(folder: Path) -> None:
    with running(names=["games.example.org"]) as server, server.client() as client:
        assert client.get("/api/shelf").json() == {"folders": []}
        assert "nc-3" in [game["name"] for game in client.get("/api/games").json()["games"]]


def test_a_game_is_found_by_its_title(server: Running, folder: Path) -> None:
    with server.client() as client:
        games = {game["name"]: game for game in client.get("/api/games").json()["games"]}
        assert games["nc-3"]["title"] == "Knots on a String" and "title" not in games["Hex"]
        assert client.get("/api/games/Knots on a String/source").status_code == 200
    table = server.create(game="knots on a string")
    with server.page(table) as page:
        assert page.table["game"]["name"] == "Knots on a String"


def test_an_empty_shelf_tells_nothing(server: Running) -> None:
    with server.client() as client:
        assert client.get("/api/shelf").json() == {"folders": []}
