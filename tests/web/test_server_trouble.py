"""What goes wrong around a game: a disk, an agent, a page that does not listen, an end in the middle of a thought."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import socket
import threading
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from guests import Guest
from web_client import NOUGHTS, Page, Process, Running, running
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ludens import agents
from ludens.agents import AgentError
from ludens.web import search
from ludens.web.engine import desk
from ludens.web.errors import ApiError
from ludens.web.limits import Limits
from ludens.web.session.shared import SharedSession
from ludens.web.sources import GameSource
from ludens.web.storage import Ply, Storage, StorageError, StoredSession


def on_loop(server: Running, work: Any) -> Any:
    """What a coroutine gives, in the server's own loop."""
    return asyncio.run_coroutine_threadsafe(work, server.lobby._sweeper.get_loop()).result(30)  # type: ignore[union-attr]


# --- the disk


def fill_disk(store: Storage, full: bool) -> None:
    """Let the database grow no more, or again."""
    pages = store.database.connection.execute("PRAGMA page_count").fetchone()[0]
    store.database.connection.execute(f"PRAGMA max_page_count = {pages if full else 1 << 30}")


def play_until_warned(page: Page) -> None:
    """Play until the database's last page is full."""
    while not any(frame["type"] == "warning" for frame in page.seen):
        assert not page.position["over"]
        page.play()


def test_a_full_disk_stops_no_game(tmp_path: Path) -> None:
    with running(data=tmp_path) as server:
        table = server.create(game="Amazons", players=["human", "human"])
        with server.page(table) as page:
            fill_disk(server.database, full=True)
            play_until_warned(page)
            assert page.ask("table")["warning"].startswith("This game is not being saved")
            whole = page.ask("table")
        fill_disk(server.database, full=False)
        on_loop(server, server.lobby._sweep())
        with server.page(table) as page:
            assert page.table["warning"] is None
    with running(data=tmp_path) as server, server.page(table) as page:
        assert page.history == whole["history"]


def test_a_new_table_on_a_full_disk_is_told_so(tmp_path: Path) -> None:
    with running(data=tmp_path) as server:
        server.create(game="Tic-Tac-Toe")
        fill_disk(server.database, full=True)
        long = NOUGHTS + " " * 200_000  # needs pages of its own
        with server.page(server.create(text=long, players=["human", "human"])) as page:
            assert "not being saved" in page.table["warning"]
            assert page.play()["position"]["ply"] == 1


def test_a_size_that_the_database_does_not_exceed(tmp_path: Path) -> None:
    with running(Limits(stored_size=300_000), tmp_path) as server:
        with server.page(server.create(text=NOUGHTS + " " * 200_000)) as page:
            assert "not being saved" in page.table["warning"]
        with server.page(server.create(text=NOUGHTS)) as page:
            assert page.table["warning"] is None


def test_a_table_that_cannot_be_read(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: str) -> None:
        raise StorageError("the disk is gone")

    with monkeypatch.context() as patch, server.client() as client:
        patch.setattr(server.database, "load", fail)
        answer = client.get("/api/tables/lost/trial")
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "storage")
        assert client.get("/api/tables/lost/trial").status_code == 503
    with server.client() as client:
        assert client.get("/api/tables/lost/trial").status_code == 404


def test_tables_that_are_kept_in_memory_alone_are_put_away_too(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").mkdir()
    with running(Limits(open_tables=2), tmp_path) as server:
        names = [server.create(game="Tic-Tac-Toe", players=["human", "human"]) for _ in range(4)]
        assert len(server.lobby._sessions) <= 2
        for name in names:
            with server.page(name) as page:
                assert "not being saved" in page.table["warning"]


# --- room for new tables


def stored(name: str, text: str, plies: int = 0) -> StoredSession:
    listed = [Ply((0,), 9, "", 1, "A1") for _ in range(plies)]
    return StoredSession(name, "", text, text, (), ("human",), bytes(8), False, plies, listed)


def test_tables_that_nobody_touched_make_room() -> None:
    store = Storage(None)
    store.save(stored("played", "one", 2))
    store.save(stored("open", "two"))
    store.save(stored("empty", "three"))
    assert store.forget("unplayed", -1, ["open"]) == 1
    assert [store.load(name) is not None for name in ("played", "open", "empty")] == [True, True, False]
    assert store.forget("all", 3600) == 0
    assert store.forget("all", -1, ["open"]) == 1
    assert store.count() == 1
    kept = store.database.connection.execute("SELECT text FROM descriptions").fetchall()
    assert kept == [("two",)]
    store.close()


def test_a_server_that_is_full_forgets_the_old() -> None:
    """All tables are old here; an open one stays."""
    with running(Limits(stored_tables=2, kept_days=1e-12)) as server:
        first = server.create(game="Tic-Tac-Toe", players=["human", "human"])
        with server.page(first) as page:
            page.play()
            second = server.create(game="Tic-Tac-Toe", players=["human", "human"])
            with server.page(second) as other:
                other.play()
            on_loop(server, server.lobby._sweep(keep=1))
            third = server.create(game="Tic-Tac-Toe", players=["human", "human"])
            with server.client() as client:
                found = [client.get(f"/api/tables/{name}/trial").status_code for name in (first, second, third)]
            assert found == [200, 404, 200]


def test_what_strangers_wrote_makes_room_first() -> None:
    store = Storage(None)
    for name, library in (("ours", "Hex"), ("mine", ""), ("theirs", "")):
        store.save(replace(stored(name, name, 2), name=library))
    assert store.forget("strangers", 3600, [], ["mine"]) == 0
    assert store.forget("strangers", -1, [], ["mine"]) == 1
    assert [store.load(name) is not None for name in ("ours", "mine", "theirs")] == [True, True, False]
    store.close()


def test_there_is_room_until_the_disk_or_the_quota_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Storage(tmp_path / "tables.sqlite", 1 << 30)
    assert store.shortage(1) is None
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=4_096_000))
        assert "full" in str(store.shortage(1))
    store.save(stored("one", "text"))
    assert "1 games" in str(store.shortage(1))
    store.close()
    small = Storage(tmp_path / "tables.sqlite", 1_300_000)
    assert small.shortage(9) is None
    small.save(stored("two", "x" * 300_000))
    assert "full" in str(small.shortage(9))
    small.forget("all", -1, ["one"])
    assert small.shortage(9) is None
    small.close()


def test_a_full_folder_makes_room_by_itself(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """All tables are old here. What strangers wrote goes; what is played stays, and is saved again."""
    with running(Limits(stored_size=1_300_000, strangers_days=1e-12), tmp_path) as server:
        for number in range(4):
            server.lobby.services.storage.database.save(stored(f"old{number}", f"{number}" * 75_000, 2))
        with server.page(server.create(text=NOUGHTS + " " * 200_000, players=["human", "human"])) as page:
            assert page.table["warning"] is None
            assert page.play()["position"]["ply"] == 1
        assert server.database.count() == 1
    assert "games deleted to make room" in caplog.text


def test_a_server_that_is_full_of_games_says_so() -> None:
    with running(Limits(stored_tables=1)) as server:
        table = server.create(game="Tic-Tac-Toe", players=["human", "human"])
        with server.page(table) as page, server.client() as client:
            page.play()
            answer = client.post("/api/tables", json={"game": "Tic-Tac-Toe"})
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "limit")


# --- agents


@pytest.mark.parametrize(
    ("error", "code"),
    [(AgentError("not today"), "agent"), (RuntimeError("a defect"), "unknown")],
    ids=["agent", "defect"],
)
def test_an_agent_that_fails(server: Running, monkeypatch: pytest.MonkeyPatch, error: Exception, code: str) -> None:
    def fail(*_: object) -> int:
        raise error

    with server.page(server.create(game="Tic-Tac-Toe", players=["human", "uct:50"])) as page:
        with monkeypatch.context() as patch:
            patch.setattr(search, "choose", fail)
            page.play()
            assert page.wait("paused")["paused"]
            assert page.wait("error")["code"] == code
            assert page.ask("undo")["position"]["ply"] == 0
            page.play()
        assert page.position["ply"] == 1
        page.ask("resume")
        assert page.until(2)["moves"]


def test_one_of_several_agents_that_fails(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    from test_server_at_once import THREE

    def fail(*_: object) -> int:
        raise RuntimeError("a defect")

    server.lobby.services.games.trust(GameSource(THREE))  # it is played in this process
    with server.page(server.create(text=THREE, players=["human", "random", "uct:50s"], seed=1)) as page:
        with monkeypatch.context() as patch:
            patch.setattr(agents.Random, "choose_for", fail)
            page.ask("play", ply=0, moves=[0])
            assert page.wait("paused")["paused"]
            assert page.wait("error")["code"] == "unknown"
        page.ask("seats", players=["human", "random", "random"])
        page.ask("resume")
        page.ask("play", ply=0, moves=[0])
        assert page.until(1)["ply"] == 1


# --- pages


@pytest.mark.slow
def test_a_page_that_does_not_read_is_let_go() -> None:
    with running(Limits(unsent_frames=8, unsent_size=1 << 20)) as server:
        table = server.create(game="Amazons", players=["human", "human"])
        address = f"ws{server.address[4:]}/ws/{table}"
        with server.page(table) as page, connect(address, max_queue=1, max_size=1 << 26, proxy=None) as slow:
            while server.lobby.num_connections < 2:
                page.ask("ping")
            with contextlib.suppress(ConnectionClosed):  # it may be let go before this is noticed
                while server.lobby.num_connections == 2:
                    slow.send('{"type": "table"}')
                    assert page.ask("ping")["type"] == "pong"
            slow.socket.shutdown(socket.SHUT_RDWR)
            assert page.play()["position"]["ply"] == 1


def test_each_page_looks_where_it_wants(server: Running) -> None:
    table = server.create(game="Tic-Tac-Toe", players=["human", "human"])
    with server.page(table) as one, server.page(table) as other:
        for _ in range(3):
            one.play()
        assert one.ask("view", ply=1)["position"]["ply"] == 1
        other.wait("position")
        assert other.ask("view", ply=2)["position"]["ply"] == 2
        other.until(3)
        other.play()
        assert [frame["type"] for frame in other.seen].count("view") == 1
        assert one.wait("position")["position"]["ply"] == 4
        assert one.ask("view", ply=3)["position"]["plies"] == 4


# --- trials


def test_opening_large_trials_keeps_nobody_waiting(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    table = server.create(game="Tic-Tac-Toe", players=["human", "human"])
    release, answers = threading.Event(), []
    with server.page(table) as page, server.client() as client:
        page.play()
        trial = client.get(f"/api/tables/{table}/trial").text
        opened = desk.timeline_of_trial

        def slowly(*arguments: Any) -> Any:
            release.wait()
            return opened(*arguments)

        def post() -> None:
            with server.client() as own:
                answers.append(own.post("/api/tables/open", json={"trial": trial}).status_code)

        with monkeypatch.context() as patch:
            patch.setattr(desk, "timeline_of_trial", slowly)
            posts = [threading.Thread(target=post) for _ in range(6)]
            for one in posts:
                one.start()
            try:
                while not page.position["over"]:
                    page.play()
            finally:
                release.set()
                for one in posts:
                    one.join()
    assert answers == [201] * 6


def test_trials_of_more_plies_than_a_game_may_have() -> None:
    with running(Limits(plies=3)) as server, server.client() as client:
        table = server.create(game="Tic-Tac-Toe", players=["human", "human"])
        with server.page(table) as page:
            for _ in range(3):
                page.play()
            trial = client.get(f"/api/tables/{table}/trial").text
            assert page.ask("play", ply=3, move=0)["code"] == "limit"
        assert client.post("/api/tables/open", json={"trial": trial}).status_code == 201
        last = trial.rindex("Move=")
        longer = trial[:last] + trial[last : trial.index("\n", last) + 1] * 2 + trial[trial.index("\n", last) + 1 :]
        assert client.post("/api/tables/open", json={"trial": longer}).json()["error"]["code"] == "trial"
        assert client.post("/api/tables/open", json={"trial": "x" * (5 << 20)}).status_code == 413


# --- the end


def test_killed_while_an_agent_thinks(tmp_path: Path) -> None:
    with Process(tmp_path) as first:
        name = first.create(game="Tic-Tac-Toe", players=["human", "uct:50s"], seed=1)
        with first.page(name) as page:
            page.play(4)
            page.wait("thinking")
            first.kill()
    with Process(tmp_path) as second, second.page(name) as page:
        assert [entry["name"] for entry in page.history] == ["B2"]
        page.wait("thinking")
        page.ask("seats", players=["human", "random"])
        assert page.until(2)["moves"]


def test_a_session_that_went_elsewhere_changes_nothing_any_more(server: Running) -> None:
    """Who waited for it is refused; the session that is read again has waited for what was being written."""
    host, guest = Guest(server), Guest(server)
    table = host.host({"name": "Ann"}, text=NOUGHTS)
    lobby, order = server.lobby, list[str]()

    async def sit_while_it_goes() -> ApiError:
        old = await lobby.find(table)
        assert isinstance(old, SharedSession)
        key = old.party.seats[1].key
        async with old.state.change():
            sitting = asyncio.ensure_future(old.sit("ben", key, "Ben"))
            lobby.services.on_moved(table)
            finding = asyncio.ensure_future(lobby.find(table))
            await asyncio.sleep(0.05)
            order.append("written")
            assert not finding.done()
        assert await finding is not old
        order.append("read again")
        with pytest.raises(ApiError) as refused:
            await sitting
        return refused.value

    assert on_loop(server, sit_while_it_goes()).status == 503
    assert order == ["written", "read again"]
    with host.page(table) as page:
        key = page.people["chairs"][1]["key"]
        assert guest.sit(table, key).json() == {"seat": 2}
