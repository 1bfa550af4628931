"""Shelves from an address: fetched whole or not at all, held to a version and to their index."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import tarfile
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import HTTPServer, SimpleHTTPRequestHandler
from pathlib import Path

import pytest

from ludens import library
from ludens.cli import main
from ludens.library import checks, remote, shelves

GAME = """(game "{}" (players 2) (equipment {{(board (square 3)) (piece "Disc" Each)}})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture(autouse=True)
def own_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_SHELF", str(tmp_path / "data" / "shelf.json"))


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder that somebody publishes: a game, one that does not compile, and a program that nobody wants."""
    folder = tmp_path / "published"
    (folder / "line").mkdir(parents=True)
    (folder / "line" / "Row of Three.lud").write_text(GAME.format("Row of Three"))
    (folder / "Broken.lud").write_text("(game")
    (folder / "setup.py").write_text("raise SystemExit")
    (folder / "LICENSE").write_text("free")
    return folder


def commit(folder: Path) -> str:
    """Commit all of a folder; the commit."""
    git = ["git", "-C", str(folder), "-c", "user.name=n", "-c", "user.email=e"]
    if not (folder / ".git").exists():
        subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "-A"], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "games"], check=True)
    return subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def server(games: Path) -> Iterator[str]:
    """A server of files, among them those beside the folder."""

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(games.parent))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@needs_git
def test_a_repository_joins_the_library_and_is_renewed(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, address = commit(games), games.as_uri()
    assert main(["library", "add", address]) == 0
    said = capsys.readouterr().out
    assert first[:12] in said and "1 game in the library, 1 not" in said and "Broken.lud" in said
    assert "Row of Three" in library.names() and not list(remote.folder_of(address).rglob("setup.py"))
    (games / "Four.lud").write_text(GAME.format("Four"))
    second = commit(games)
    assert "Four" not in library.names()  # what was fetched stays until somebody asks
    assert main(["library", "update"]) == 0
    assert f"{first[:12]} to {second[:12]}: 1 new" in capsys.readouterr().out and "Four" in library.names()
    assert main(["library", "add", address, "--at", first]) in (0, 2)  # servers may refuse single commits
    assert main(["library", "remove", address]) == 0
    assert "Row of Three" not in library.names() and not remote.folder_of(address).exists()


@needs_git
def test_an_index_holds_files_to_their_digests(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (games / "Broken.lud").unlink()
    assert main(["library", "publish", str(games), "--name", "Rows", "--licence", "CC0"]) == 0
    commit(games)
    assert main(["library", "add", games.as_uri(), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out.partition("\n")[2])
    (entry,) = facts["folders"]
    assert (entry["origin"]["name"], entry["origin"]["licence"]) == ("Rows", "CC0")
    before = shelves.folders()
    (games / "line" / "Row of Three.lud").write_text(GAME.format("Other"))
    commit(games)
    assert main(["library", "update"]) == 2
    assert "is not the file that the index lists" in capsys.readouterr().err
    assert shelves.folders() == before and "Row of Three" in library.names()


def test_archives_are_fetched_and_held_to_their_digest(
    games: Path, server: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with zipfile.ZipFile(games.parent / "shelf.zip", "w") as archive:
        archive.write(games / "line" / "Row of Three.lud", "top/line/Row of Three.lud")
        archive.writestr("../escape.lud", "(game)")
        archive.writestr("top/run.sh", "rm")
    address = f"{server}/shelf.zip"
    assert main(["library", "add", address]) == 0
    folder = remote.folder_of(address)
    assert [path.name for path in folder.rglob("*") if path.is_file()] == ["Row of Three.lud"]
    assert main(["library", "add", address, "--at", "0" * 12]) == 2
    assert "is another version now" in capsys.readouterr().err


def test_links_and_devices_of_an_archive_are_left_out(games: Path, server: str) -> None:
    with tarfile.open(games.parent / "shelf.tar.gz", "w:gz") as archive:
        link = tarfile.TarInfo("passwd.lud")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
        text = GAME.format("Row").encode()
        game = tarfile.TarInfo("Row.lud")
        game.size = len(text)
        archive.addfile(game, io.BytesIO(text))
    fetched = remote.fetch(f"{server}/shelf.tar.gz")
    assert [path.name for path in fetched.folder.iterdir()] == ["Row.lud"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("nowhere.zip", "not found|Not Found"), ("published/LICENSE.zip", "no archive"), ("empty.zip", "no description")],
)
def test_what_is_no_shelf_is_refused(games: Path, server: str, name: str, expected: str) -> None:
    (games / "LICENSE.zip").write_bytes(b"no zip")
    with zipfile.ZipFile(games.parent / "empty.zip", "w") as archive:
        archive.writestr("readme.txt", "")
    with pytest.raises(remote.ShelfError, match=expected):
        remote.fetch(f"{server}/{name}")
    assert shelves.folders() == {}


def test_a_stranger_is_checked_in_a_process_of_its_own(tmp_path: Path) -> None:
    good, bad = tmp_path / "Good.lud", tmp_path / "Bad.lud"
    good.write_text(GAME.format("Good"))
    bad.write_text("(game")
    assert checks.confined_refusal(good) == {} and "why" in checks.confined_refusal(bad)


def test_folders_are_no_addresses() -> None:
    assert not any(map(remote.is_address, ["games", "~/games", "C:\\games", "./a.git"]))
    assert all(map(remote.is_address, ["https://a.org/b", "git@a.org:b/c.git", "ssh://a/b", "file:///a"]))


@needs_git
def test_the_page_says_where_a_game_comes_from(games: Path) -> None:
    from ludens.web.catalogue import read_entry

    commit(games)
    assert main(["library", "add", games.as_uri()]) == 0
    assert read_entry("Row of Three").origin == games.as_uri()
    assert shelves.origin_of(library.find("Hex")) == ""
