"""What ships of the library beside its descriptions is there and up to date, and a first visit waits for nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from web_client import Running

import ludens
from ludens import library
from ludens.library import entries
from ludens.web import catalogue, prebuild, prebuilt
from ludens.web.routes.library import LibraryRoutes

RENEW = "run make pictures"


def test_every_game_has_a_picture_and_an_entry() -> None:
    texts = {name: library.read(name) for name in library.names()}
    assert [name for name, text in texts.items() if prebuilt.picture(name, text) is None] == [], RENEW
    assert [name for name, text in texts.items() if prebuilt.entry(name, text) is None] == [], RENEW


@pytest.mark.parametrize("name", ["Hex", "Chess", "Kalah", "Backgammon"])
def test_the_pictures_are_what_is_drawn_today(name: str) -> None:
    drawn = catalogue.start_picture(ludens.load(name))
    assert prebuilt.picture(name, library.read(name)) == (drawn.encode(), entries.digest(drawn)), RENEW


@pytest.mark.slow
def test_all_pictures_are_what_is_drawn_today() -> None:
    for name in library.names():
        drawn = catalogue.start_picture(ludens.load(name))
        assert prebuilt.picture(name, library.read(name)) == (drawn.encode(), entries.digest(drawn)), (name, RENEW)


def test_entries_say_what_descriptions_say() -> None:
    entry = prebuilt.entry("Backgammon", library.read("Backgammon"))
    read = catalogue.read_entry("Backgammon")
    assert entry is not None
    assert (entry.name, entry.category, entry.players) == (read.name, read.category, read.players)
    assert entry.chance is True
    plain = prebuilt.entry("Hex", library.read("Hex"))
    assert plain is not None
    assert plain.chance is False


def test_what_was_made_of_another_description_is_not_used() -> None:
    text = library.read("Hex") + "\n"
    assert prebuilt.picture("Hex", text) is prebuilt.entry("Hex", text) is None
    assert prebuilt.picture("No such game", text) is None


def test_only_what_is_wanting_is_made(tmp_path: Path) -> None:
    assert prebuild.wanting(tmp_path) == library.names()
    prebuild.make(["Hex", "Chess"], tmp_path)
    assert prebuild.wanting(tmp_path) == [name for name in library.names() if name not in ("Hex", "Chess")]
    prebuilt.write_pictures({"Chess": prebuilt.read_pictures(tmp_path)["Chess"], "Gone": "<svg/>"}, tmp_path)
    assert "Hex" in prebuild.wanting(tmp_path)
    prebuild.make(["Hex"], tmp_path)
    assert sorted(prebuilt.read_pictures(tmp_path)) == ["Chess", "Hex"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index.json", "pictures.xz"]
    (tmp_path / "pictures.xz").write_bytes(b"no pictures")
    assert prebuild.wanting(tmp_path) == library.names()
    (tmp_path / "index.json").write_text("no index")
    assert prebuild.wanting(tmp_path) == library.names()


def test_a_first_visit_compiles_nothing(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that the pages of the library ask for is there at once, also where no cache is."""

    async def refuse(*_: object) -> bytes:
        raise AssertionError("a picture is drawn")

    def unread(name: str) -> object:
        raise AssertionError(f"{name} is read")

    monkeypatch.setattr(LibraryRoutes, "_draw", refuse)
    monkeypatch.setattr(catalogue, "read_entry", unread)
    monkeypatch.setattr(catalogue, "read_cache", lambda key: None)
    with server.client() as client:
        games = client.get("/api/games").json()["games"]
        assert len(games) == len(library.names())
        for game in games:
            answer = client.get(f"/api/games/{game['name']}/picture.svg")
            assert answer.status_code == 200
            assert answer.text.startswith("<svg")
            again = client.get(
                f"/api/games/{game['name']}/picture.svg", headers={"If-None-Match": answer.headers["etag"]}
            )
            assert again.status_code == 304
