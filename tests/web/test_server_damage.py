"""A data folder that somebody else has, or in which something is damaged."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest
from test_server_storage import _cut_off, _no_database
from test_storage import PLIES, table
from web_client import Running, running

from ludens.cli import main
from ludens.web.async_storage import AsyncStorage
from ludens.web.folder import FolderInUse, FolderLock
from ludens.web.seats import seated
from ludens.web.storage import DamagedDatabase, DamagedSession, Ply, Storage

# --- one owner


def test_a_folder_has_one_owner(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path)
    with pytest.raises(FolderInUse, match=rf"process {os.getpid()} on .*, since 20"):
        AsyncStorage(tmp_path, 1 << 30)
    lock.release()
    lock.release()
    FolderLock(tmp_path).release()


def test_a_second_server_says_who_has_the_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lock = FolderLock(tmp_path)
    assert main(["web", "--no-browser", "--port", "0", "--data", str(tmp_path)]) == 2
    lock.release()
    said = capsys.readouterr().err
    assert f"process {os.getpid()}" in said
    assert "--data" in said


@pytest.mark.parametrize("signed", [b"", b"{", b"[1]", b"[" * 4000, b"\xff\xfe"])
def test_a_lock_that_is_not_signed_holds_too(tmp_path: Path, signed: bytes) -> None:
    lock = FolderLock(tmp_path)
    (tmp_path / "server.json").write_bytes(signed)
    with pytest.raises(FolderInUse, match="in use by another server"):
        FolderLock(tmp_path)
    lock.release()


def test_a_server_lets_go_of_its_folder(tmp_path: Path) -> None:
    for _ in range(2):
        with running(data=tmp_path), pytest.raises(FolderInUse):
            FolderLock(tmp_path)
    FolderLock(tmp_path).release()


# --- a row

DAMAGED = {
    "options": ["'{'", "'[1]'", "'{}'", "x'00'", "''"],
    "players": ["'[\"human\"'", "'null'", "3"],
    "rng": ["x'00'", "'12345678'", "zeroblob(9)"],
    "cursor": ["-1", "'x'", "1.5"],
    "name": ["cast(x'ff' as text)"],
}
DAMAGED_PLIES = {
    "moves": ["'[0'", "'[-1]'", "'[0.5]'", "'{}'", "x'5b305d'"],
    "choices": ["'many'", "-3"],
    "trial": ["cast(x'c3' as text)"],
    "number": ["9"],
}


@pytest.mark.parametrize(("column", "value"), [(name, value) for name, values in DAMAGED.items() for value in values])
def test_a_damaged_row_is_one_game_lost(column: str, value: str) -> None:
    store = Storage(None)
    store.save(table("good", plies=PLIES, cursor=4))
    store.save(table("bad"))
    store.database.connection.execute(f"UPDATE tables SET {column} = {value} WHERE id = 'bad'")
    with pytest.raises(DamagedSession, match="damaged"):
        store.load("bad")
    assert store.load("good") == table("good", plies=PLIES, cursor=4)
    store.close()


@pytest.mark.parametrize(
    ("column", "value"), [(name, value) for name, values in DAMAGED_PLIES.items() for value in values]
)
def test_a_damaged_ply_is_one_game_lost(column: str, value: str) -> None:
    store = Storage(None)
    store.save(table("bad", plies=PLIES, cursor=4))
    store.database.connection.execute(f"UPDATE plies SET {column} = {value} WHERE number = 2")
    with pytest.raises(DamagedSession):
        store.load("bad")
    store.close()


def test_a_description_that_is_gone_is_one_game_lost() -> None:
    store = Storage(None)
    store.save(table())
    store.database.connection.execute("PRAGMA foreign_keys = OFF")
    store.database.connection.execute("DELETE FROM descriptions")
    with pytest.raises(DamagedSession, match="key"):
        store.load("t")
    store.close()


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (["human"], ["human", "human"]),
        (["foo", "uct:zz"], ["human", "human"]),
        (["random", "uct:2s", "human"], ["random", "uct:2s"]),
        (["random:3", ""], ["random:3", "human"]),
    ],
)
def test_agents_that_nobody_knows_any_more_are_humans(players: list[str], expected: list[str]) -> None:
    assert list(seated(players, ["random", "uct"], 2)) == expected


def test_a_page_is_told_of_a_game_that_is_lost(tmp_path: Path) -> None:
    with running(data=tmp_path) as server:
        bad, good = (server.create(game="Tic-Tac-Toe", players=["human", "human"]) for _ in range(2))
        with server.page(bad) as page:
            page.play()
    base = sqlite3.connect(tmp_path / "tables.sqlite")
    with base:
        base.execute("UPDATE plies SET moves = '[' WHERE table_id = ?", (bad,))
    base.close()
    with running(data=tmp_path) as server, server.client() as client:
        answer = client.get(f"/api/tables/{bad}/trial")
        assert (answer.status_code, answer.json()["error"]["code"]) == (410, "storage")
        assert "ply 1" in answer.json()["error"]["message"]
        with server.page(good) as page:
            assert page.play()["position"]["ply"] == 1


# --- the whole file


@pytest.mark.parametrize("damage", [_no_database, _cut_off])
def test_a_damaged_database_is_kept_aside(tmp_path: Path, damage: object) -> None:
    place = tmp_path / "tables.sqlite"
    damage(place)  # type: ignore[operator]
    before = place.read_bytes()
    with running(data=tmp_path) as server:
        _plays(server)
    aside = [file for file in tmp_path.iterdir() if file.name.startswith("tables.sqlite.damaged-")]
    assert [file.read_bytes() for file in aside if not file.name.endswith(("-wal", "-shm"))] == [before]
    Storage(place).close()


def _plays(server: Running) -> None:
    with server.page(server.create(game="Tic-Tac-Toe", players=["human", "human"])) as page:
        assert page.table["warning"] is None
        page.play()


def test_what_can_be_read_of_a_damaged_database_is_saved(tmp_path: Path) -> None:
    place = tmp_path / "tables.sqlite"
    store = Storage(place)
    plies = [Ply((0,), 9, "x" * 2000, 1, "A1")]
    for number in range(50):
        store.save(table(f"t{number}", plies=plies, cursor=1))
    store.close()
    data = bytearray(place.read_bytes())
    at = data.rindex(b"x" * 900) // 4096 * 4096
    data[at : at + 4096] = b"\xff" * 4096
    place.write_bytes(data)
    with pytest.raises(DamagedDatabase):
        Storage(place)
    storage = AsyncStorage(tmp_path, 1 << 30)
    saved = [storage.database.load(f"t{number}") for number in range(50)]
    assert sum(one is not None and one.plies == plies for one in saved) > 40
    assert storage.warning is None
    storage.database.close()


def test_a_database_without_its_tables_is_damaged(tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / "tables.sqlite")
    base.execute("CREATE TABLE tables (id)")
    base.execute("PRAGMA user_version = 1")
    base.close()
    with pytest.raises(DamagedDatabase, match="damaged"):
        Storage(tmp_path / "tables.sqlite")
