"""Drafts in files of the server's owner: `/api/drafts`, and `ludens web --drafts`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from web_client import NOUGHTS, running

from ludens.cli import main
from ludens.web.drafts import DraftFolder
from ludens.web.errors import ApiError


@pytest.fixture
def folder(tmp_path: Path) -> DraftFolder:
    return DraftFolder(tmp_path / "drafts", 1000)


def test_a_draft_is_saved_listed_and_read(folder: DraftFolder) -> None:
    assert folder.names() == []
    saved = folder.write("Small Line", "(game 1)", "")
    assert folder.names() == ["Small Line"]
    assert folder.read("Small Line") == saved
    again = folder.write("Small Line", "(game 2)", saved.stamp)
    assert folder.read("Small Line").text == "(game 2)" and again.stamp != saved.stamp
    assert sorted(os.listdir(folder.folder)) == ["Small Line.lud"]


def test_what_was_changed_meanwhile_is_not_written_over(folder: DraftFolder) -> None:
    saved = folder.write("Mine", "(game 1)", "")
    (folder.folder / "Mine.lud").write_text("(game by another editor)")
    with pytest.raises(ApiError, match="changed since you opened it"):
        folder.write("Mine", "(game 2)", saved.stamp)
    with pytest.raises(ApiError, match="is there already"):
        folder.write("Mine", "(game 2)", "")
    assert folder.read("Mine").text == "(game by another editor)"
    assert folder.write("Mine", "(game by another editor)", "").stamp == folder.read("Mine").stamp


@pytest.mark.parametrize("name", ["", "../Mine", "a/b", "a\\b", ".hidden", "a\0", "a\n", "x" * 101])
def test_names_stay_in_the_folder(folder: DraftFolder, name: str) -> None:
    with pytest.raises(ApiError, match="is no name of a file here"):
        folder.write(name, "(game)", "")
    assert not folder.folder.exists()


def test_what_cannot_be_saved_says_why_and_leaves_what_was_there(
    folder: DraftFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = folder.write("Mine", "(game 1)", "")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ApiError, match=r"cannot save .*Mine\.lud: No space left on device"):
        folder.write("Mine", "(game 2)", saved.stamp)
    assert os.listdir(folder.folder) == ["Mine.lud"] and folder.read("Mine") == saved


def test_a_server_without_a_folder_says_so() -> None:
    with running() as server, server.client() as client:
        assert client.get("/api/drafts").json() == {"folder": None, "files": []}
        told = client.post("/api/drafts", json={"name": "Mine", "text": NOUGHTS})
        assert told.status_code == 404 and "in your browser" in told.json()["error"]["message"]


def test_files_are_written_for_the_owner_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for more in (["--host", "0.0.0.0"], ["--proxy", "10.0.0.1"]):
        assert main(["web", "--drafts", str(tmp_path), "--no-browser", *more]) == 2
        assert "--drafts lets the page write files" in capsys.readouterr().err
