"""What is kept of tables, and what happens where it cannot be."""

from __future__ import annotations

import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from test_storage import PLIES, table
from web_client import PATIENCE, Page, Process, running

from ludens.web.database import VERSION
from ludens.web.limits import Limits
from ludens.web.storage import Ply, Storage, StorageError


def test_a_ply_that_cannot_be_written_leaves_the_others(tmp_path: Path) -> None:
    store = Storage(tmp_path / "tables.sqlite")
    store.save(table())
    store.add("t", 0, PLIES[0])
    pages = store.database.connection.execute("PRAGMA page_count").fetchone()[0]
    store.database.connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StorageError, match="full"):
        store.add("t", 1, Ply((1,), 9, "x" * 100_000, 1, "A1"))
    loaded = store.load("t")
    assert loaded is not None
    assert loaded.plies == PLIES[:1]
    store.close()


def _no_database(place: Path) -> None:
    place.write_bytes(b"this is no database" * 1000)


def _of_another_version(place: Path) -> None:
    base = sqlite3.connect(place)
    base.execute(f"PRAGMA user_version = {VERSION + 1}")
    base.close()


def _cut_off(place: Path) -> None:
    store = Storage(place)
    store.save(table(plies=[Ply((1,), 9, "x" * 50_000, 1, "A1")]))
    store.close()
    place.write_bytes(place.read_bytes()[:9000])


def _a_folder(place: Path) -> None:
    place.mkdir()


DAMAGES: list[Callable[[Path], None]] = [_no_database, _of_another_version, _cut_off, _a_folder]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_database_that_cannot_be_used_is_an_error(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    place = tmp_path / "tables.sqlite"
    damage(place)
    with pytest.raises(StorageError, match=r"tables\.sqlite"):
        Storage(place)


def test_play_goes_on_in_memory_with_a_warning(tmp_path: Path) -> None:
    _of_another_version(tmp_path / "tables.sqlite")
    with running(data=tmp_path) as server:
        name = server.create(game="Tic-Tac-Toe", players=["human", "human"])
        with server.page(name) as page:
            assert "not being saved" in page.table["warning"]
            page.play()
        with server.page(name) as page:
            assert page.position["ply"] == 1


def test_a_disk_that_is_full_for_a_while(tmp_path: Path) -> None:
    with running(data=tmp_path) as server:
        name = server.create(game="Tic-Tac-Toe", players=["human", "human"])
        with server.page(name) as page:
            assert page.table["warning"] is None
            page.play()
            base = server.database.database.connection
            base.execute("PRAGMA query_only = ON")  # whatever is written fails
            page.play()
            assert "not being saved" in _warnings(page)[-1]
            base.execute("PRAGMA query_only = OFF")
            page.play()
            assert _warnings(page)[-1] is None
    with running(data=tmp_path) as server, server.page(name) as page:
        assert [entry["ply"] for entry in page.history] == [1, 2, 3]


def _warnings(page: Page) -> list[Any]:
    """The warnings that the page was given."""
    return [frame["message"] for frame in page.seen if frame["type"] == "warning"]


def test_tables_are_put_away_and_found_again(tmp_path: Path) -> None:
    limits = Limits(open_tables=2, pace_seconds=0.001)
    with running(limits, tmp_path) as server:
        names = [server.create(game="Tic-Tac-Toe", players=["human", "human"]) for _ in range(4)]
        assert len(server.lobby._sessions) <= 2
        for name in names:
            with server.page(name) as page:
                page.play(3)
        with server.page(names[0]) as first, server.page(names[1]), server.client() as client:
            assert first.position["ply"] == 1
            answer = client.post("/api/tables", json={"game": "Tic-Tac-Toe"})
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "limit")


def test_a_restart_keeps_games_of_all_kinds(tmp_path: Path) -> None:
    before = {}
    games = [("Amazons", ["Board Size/6x6"]), ("Snakes and Ladders", []), ("Kalah", [])]
    with running(data=tmp_path) as server:
        for game, options in games:
            name = server.create(game=game, options=options, seed=9)
            with server.page(name) as page:
                page.ask("seats", players=["human"] * len(page.table["seats"]))
                for _ in range(6):
                    page.play()
                page.ask("undo")
                before[name] = page.ask("table")
    with running(data=tmp_path) as server:
        for name, told in before.items():
            with server.page(name) as page:
                assert page.table["position"] == told["position"]
                assert page.history == told["history"]
                assert page.table["game"] == told["game"]
                assert page.ask("redo")["position"]["ply"] == 6


def test_killed_in_mid_game_and_started_again(tmp_path: Path) -> None:
    with Process(tmp_path) as first:
        name = first.create(game="Breakthrough", players=["random", "random"])
        with first.page(name) as page:
            page.until(5)
            first.kill()
            seen = page.history
    with Process(tmp_path) as second, second.page(name) as page:
        assert page.history[: len(seen)] == seen
        assert len(page.history) - len(seen) <= 3  # moves that were on their way to the page
        page.until(page.position["ply"] + 3)


def test_interrupting_ends_it_cleanly(tmp_path: Path) -> None:
    with Process(tmp_path) as server:
        name = server.create(game="Tic-Tac-Toe", players=["human", "uct:60s"])
        with server.page(name) as page:
            page.play()
            page.wait("thinking")
            server.process.send_signal(signal.SIGINT)
            assert server.process.wait(PATIENCE) == 0


def test_a_database_that_the_first_version_wrote_is_read(tmp_path: Path) -> None:
    """tables-1.sql is the dump of a database as ludens 0.1.0 wrote it."""
    base = sqlite3.connect(tmp_path / "tables.sqlite")
    base.executescript((Path(__file__).parent / "tables-1.sql").read_text(encoding="utf-8"))
    base.close()
    with running(data=tmp_path) as server:
        with server.page("library") as page:
            assert [entry["name"] for entry in page.history] == ["A1", "B1", "C1"]
            assert page.table["times"]["used"] == [0, 0]
            assert page.ask("redo")["position"]["ply"] == 4
            assert page.play()["position"]["ply"] == 5
        with server.page("stranger") as page:
            assert page.table["paused"]
            assert [seat["who"] for seat in page.table["seats"]] == ["human", "uct:1s"]
            assert page.history == [{"ply": 1, "player": 1, "name": "B2"}]
            assert page.ask("undo")["position"]["ply"] == 0
