"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
import sys
import threading
from pathlib import Path

import pytest

from ludens.system import files


def test_a_file_is_written_and_written_again(tmp_path: Path) -> None:
    place = tmp_path / "é.txt"
    files.write_text(place, "one\n")
    files.write_bytes(place, "zwölf\r\n".encode())
    assert place.read_bytes() == "zwölf\r\n".encode() and os.listdir(tmp_path) == ["é.txt"]


def test_after_an_error_the_old_file_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "game.lud"
    place.write_text("old")

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        files.write_text(place, "new")
    with pytest.raises(RuntimeError), files.replacing(place) as draft:
        draft.write_text("half")
        raise RuntimeError
    assert place.read_text() == "old" and os.listdir(tmp_path) == ["game.lud"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other access rights, and no such pipes")
def test_rights_links_and_pipes_stay(tmp_path: Path) -> None:
    place, link, pipe = tmp_path / "a", tmp_path / "b", tmp_path / "c"
    place.write_text("old")
    place.chmod(0o640)
    link.symlink_to(place)
    files.write_text(link, "new")
    assert place.read_text() == "new" and link.is_symlink() and stat.S_IMODE(place.stat().st_mode) == 0o640
    os.mkfifo(pipe)
    seen = list[str]()
    reader = threading.Thread(target=lambda: seen.append(pipe.read_text()))
    reader.start()
    files.write_text(pipe, "through")
    reader.join(10)
    assert seen == ["through"] and stat.S_ISFIFO(pipe.stat().st_mode)
