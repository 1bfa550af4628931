"""Every format that ludens writes says its version, and another version is refused with the way to read it."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

import ludens
from ludens import library
from ludens.bench.report import Report
from ludens.cli import main
from ludens.formats import VERSIONS, Format, OtherVersion
from ludens.game import Game
from ludens.learning.nets import file as net_file
from ludens.library import remote
from ludens.solve.rows import read_note, write_note
from ludens.study import Study
from ludens.suite import lists, transcripts
from ludens.testing.certificates.certificate import Certificate
from ludens.web.database import VERSION, FileDatabase, StorageError
from ludens.workers.cluster.journal import Journal, read_journal

ROOT = Path(__file__).parents[1]
NEW, OLD = 99, 0


@pytest.fixture(scope="module")
def game() -> Game:
    return ludens.load("Tic-Tac-Toe")


def as_json(game: Game, version: int, folder: Path) -> None:
    ludens.load(game.to_dict() | {"version": version})


def state(game: Game, version: int, folder: Path) -> None:
    game.from_dict(game.start(seed=1).to_dict() | {"version": version})


def study(game: Game, version: int, folder: Path) -> None:
    Study.from_dict(game, Study(game).to_dict() | {"version": version})


def certificate(game: Game, version: int, folder: Path) -> None:
    certified = Certificate("Tic-Tac-Toe", (), (), "", "", "", "", "", {}, ())
    assert Certificate.from_dict(certified.to_dict()) == certified
    Certificate.from_dict(certified.to_dict() | {"format": f"ludens certificate {version}"})


def shelf_index(game: Game, version: int, folder: Path) -> None:
    source = folder / "published"
    source.mkdir()
    (source / "Game.lud").write_text(library.read("Tic-Tac-Toe"))
    text = remote.index_of(source, "Games", "CC0").replace('"format": 1', f'"format": {version}')
    (source / remote.INDEX).write_text(text)
    remote.clean_copy(source, folder / "clean")


def journal(game: Game, version: int, folder: Path) -> None:
    path = folder / "journal.jsonl"
    with Journal(path) as lines:
        lines.add({"turn": 1})
    path.write_text(path.read_text().replace('"version": 1', f'"version": {version}'))
    list(read_journal(path))


def transcript(game: Game, version: int, folder: Path) -> None:
    path = folder / "transcripts.jsonl"
    path.write_text(json.dumps({"format": f"ludens transcript {version}", "result": "win"}))
    transcripts.read(path)


def net(game: Game, version: int, folder: Path) -> None:
    net_file.write(folder / "agent.net", {"format": f"ludens-net {version}"}, {})
    net_file.read(folder / "agent.net")


def suite_list(game: Game, version: int, folder: Path) -> None:
    path = folder / "list.json"
    path.write_text(json.dumps(lists.load("v1").to_dict() | {"format": version}))
    lists.load(str(path))


def bench(game: Game, version: int, folder: Path) -> None:
    path = folder / "run.json"
    path.write_text(json.dumps(Report({}, [], "").to_dict() | {"format": version}))
    Report.read(path)


def table(game: Game, version: int, folder: Path) -> None:
    write_note(folder, {"form": version})
    read_note(folder, VERSIONS["a table of positions"])


def database(game: Game, version: int, folder: Path) -> None:
    path = folder / "games.sqlite"
    with closing(sqlite3.connect(path)) as made:
        made.execute(f"PRAGMA user_version = {version or -1}")
    FileDatabase(path, 1 << 20)


READERS: dict[str, Callable[[Game, int, Path], None]] = {
    "ludens game": as_json,
    "ludens state": state,
    "ludens study": study,
    "ludens certificate": certificate,
    "ludens journal": journal,
    "ludens transcript": transcript,
    "ludens-net": net,
    "a list of games": suite_list,
    "a run of benchmarks": bench,
    "a table of positions": table,
    "an index of a shelf": shelf_index,
    "a database of games": database,
}


@pytest.mark.parametrize("name", READERS)
def test_other_versions_are_refused(name: str, game: Game, tmp_path: Path) -> None:
    for version, way in ((NEW, 'pip install --upgrade "ludens"'), (OLD, "an older ludens wrote it")):
        folder = tmp_path / str(version)
        folder.mkdir()
        with pytest.raises((ValueError, RuntimeError, StorageError)) as refused:
            READERS[name](game, version, folder)
        message = str(refused.value)
        assert name in message and "is read here" in message and way in message


def test_every_format_is_tried_and_stands_in_the_manual() -> None:
    #: what is only written, or has a test of its own
    others = {"ludens checkpoint", "ludens facts", "a shelf", "an export"}
    assert VERSIONS.keys() == READERS.keys() - {"a database of games"} | others
    page = (ROOT / "docs/stability.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| [^|]* \| `?([\w -]+?)`? \| (\d+) \|", page, re.MULTILINE))
    assert {name: int(version) for name, version in rows.items()} == VERSIONS | {"a database of games": VERSION}


def test_names_that_are_no_format_are_no_version() -> None:
    kind = Format("ludens-net")
    assert kind.check_words("ludens-net 1") and not kind.check_words("nets 1") and not kind.check_words(None)
    with pytest.raises(OtherVersion, match="True"):
        kind.check(True)


def test_a_newer_shelf_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The library goes on without it; nothing is written over it."""
    shelf = tmp_path / "shelf.json"
    shelf.write_text('{"version": 99, "folders": {}}')
    monkeypatch.setenv("LUDENS_SHELF", str(shelf))
    with pytest.warns(UserWarning, match=r"the shelf is left out: .*shelf\.json: this is version 99"):
        assert "Chess" in library.names()
    assert main(["library", "add", str(tmp_path)]) == 2
    assert "--upgrade" in capsys.readouterr().err
    assert json.loads(shelf.read_text())["version"] == 99


def test_states_that_another_game_saved_are_not_restored(game: Game) -> None:
    rows = game.vector(2, seed=1)
    saved = rows.save()
    rows.restore(saved)
    with pytest.raises(ValueError, match="another game than Tic-Tac-Toe, or were saved by another ludens"):
        rows.restore(saved | {"game": np.zeros(4, np.uint8)})


def test_facts_say_their_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["moves", "Tic-Tac-Toe", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["schema"] == VERSIONS["ludens facts"]
