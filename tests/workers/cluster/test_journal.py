"""Records that survive: a killed writer, a full disk, a line cut off."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ludens.workers.cluster.journal import Journal, read_journal


def test_lines_are_read_back(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    with Journal(path) as journal:
        journal.add({"turn": 1, "text": "d8d1d7 ü"})
        journal.add({"turn": 2})
    assert list(read_journal(path)) == [{"turn": 1, "text": "d8d1d7 ü"}, {"turn": 2}]


def test_a_line_is_on_the_disk_at_once(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    journal = Journal(path)
    journal.add({"turn": 1})
    assert path.read_text() == '{"format": "ludens journal", "version": 1}\n{"turn": 1}\n'
    journal.close()
    journal.close()


def test_a_killed_writer_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    script = (
        "import sys, time; from pathlib import Path; from ludens.workers.cluster.journal import Journal\n"
        "journal = Journal(Path(sys.argv[1]))\n"
        "for turn in range(5): journal.add({'turn': turn})\n"
        "print('written', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"written\n"
        writer.send_signal(signal.SIGKILL)
    assert [entry["turn"] for entry in read_journal(path)] == [0, 1, 2, 3, 4]


def test_a_line_cut_off_spoils_no_other(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    path.write_text('{"turn": 1}\n{"turn": 2, "te')
    with Journal(path) as journal:
        journal.add({"turn": 3})
    assert [entry["turn"] for entry in read_journal(path)] == [1, 3]


FULL = """
import resource, signal, sys
from pathlib import Path
from ludens.workers.cluster.journal import Journal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (140, resource.RLIM_INFINITY))
journal = Journal(Path(sys.argv[1]))
journal.add({"turn": 1, "text": "x" * 40})
assert journal.trouble is None
journal.add({"turn": 2, "text": "y" * 60})
print(journal.trouble)
if sys.argv[2] == "room again":
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    journal.add({"turn": 3})
    assert journal.trouble is None
journal.close()
"""


@pytest.mark.parametrize(("later", "kept"), [("still full", [1]), ("room again", [1, 2, 3])])
def test_a_full_disk_loses_no_line_that_is_written(tmp_path: Path, later: str, kept: list[int]) -> None:
    path = tmp_path / "record.jsonl"
    done = subprocess.run([sys.executable, "-c", FULL, path, later], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout == f"{path} cannot be written: File too large\n"
    head, *lines = path.read_text().splitlines()
    assert json.loads(head)["version"] == 1
    assert [json.loads(line)["turn"] for line in lines] == kept


def test_a_record_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    path.write_text("precious\n")
    with pytest.raises(FileExistsError):
        Journal(path, new=True)
    assert path.read_text() == "precious\n"


def test_without_a_file_nothing_is_kept() -> None:
    with Journal(None) as journal:
        journal.add({"turn": 1})
    assert journal.trouble is None


def test_a_folder_that_is_not_there_is_an_error_at_once(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Journal(tmp_path / "nowhere" / "record.jsonl")
    assert os.listdir(tmp_path) == []
