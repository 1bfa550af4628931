"""Games of strangers in their own processes, which may die: the server, and all other tables, go on."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from test_server_at_once import THREE
from web_client import NOUGHTS, PATIENCE, Process, Running, running
from websockets.sync.client import connect

from ludens.web.engine.remote import RemoteEngine
from ludens.web.engine.requests import Analyse, Show, Start
from ludens.web.errors import ApiError
from ludens.web.limits import Limits
from ludens.web.workers.messages import Open
from ludens.web.workers.staff import Staff

BOTH = ("human", "human")
#: a move to the first site takes a while that nobody has; games that are tried out do not begin there
LONG = """(game "Long" (players 2) (equipment {(board (square 9)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)) (then (if (and (= (last To) 0) (= (count Moves) 1))
        (forEach Value min:1 max:1000000000 (forEach Value min:1 max:1000000000 (set Score P1 (value))))))))
        (end (if (> (count Moves) 20) (result Mover Win)))))"""


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running() as one:
        yield one


def children(process: int | None) -> list[int]:
    """The processes that come from one."""
    return [int(word) for word in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def workers_of(server: Running) -> set[int]:
    """The worker processes of a server."""
    source = server.lobby.services.staff.starter.pid
    return set(children(source)) if source is not None else set()


def alone(server: Running, page: Callable[[], Any]) -> int:
    """The worker that is there because of something."""
    before = workers_of(server)
    page()
    (found,) = workers_of(server) - before
    return found


def await_news(server: Running, table: str) -> None:
    """Wait until the server knows that the worker of a table has ended."""
    engine = server.lobby._sessions[table].result().state.engine
    assert isinstance(engine, RemoteEngine)
    assert engine._worker is not None
    while not engine._worker.ended:
        time.sleep(0.01)


def gone(process: int) -> bool:
    """Whether a process ends in time; a dead one that nobody buried counts as ended."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.02)
    return False


def test_games_of_strangers_are_played_elsewhere(server: Running) -> None:
    table = server.create(text=NOUGHTS, players=BOTH)
    engine = server.lobby._sessions[table].result().state.engine
    assert isinstance(engine, RemoteEngine)
    assert not server.lobby.services.games._games
    with server.page(table) as page:
        while not page.position["over"]:
            page.play()
        assert page.ask("view", ply=2)["position"]["ply"] == 2
        assert page.ask("undo")["position"]["ply"] == len(page.history)
        assert page.ask("new", seed=3)["position"]["ply"] == 0


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV])
def test_a_worker_that_died_is_replaced(server: Running, number: signal.Signals) -> None:
    table: list[str] = []
    worker = alone(server, lambda: table.append(server.create(text=NOUGHTS, players=BOTH)))
    with server.page(table[0]) as page, server.page(server.create(text=NOUGHTS, players=BOTH)) as other:
        page.play(4)
        other.play(0)
        os.kill(worker, number)
        assert gone(worker)
        await_news(server, table[0])
        assert page.play(0)["position"]["ply"] == 2
        assert [entry["name"] for entry in page.history] == ["B2", "A1"]
        assert other.play(0)["position"]["ply"] == 2


def test_a_table_whose_workers_die_one_after_the_other_is_closed(server: Running) -> None:
    table: list[str] = []
    worker = alone(server, lambda: table.append(server.create(text=NOUGHTS, players=["human", "uct:50s"])))
    with server.page(table[0]) as page, server.page(server.create(text=NOUGHTS, players=BOTH)) as other:
        page.play(4)
        page.wait("thinking")
        for last in (False, False, True):
            before = workers_of(server)
            os.kill(worker, signal.SIGSEGV)
            told = page.wait("error")
            assert (told["code"], "SIGSEGV" in told["message"]) == ("limit", True)
            assert ("is closed" in told["message"]) == last
            if not last:
                page.send("resume")
                while not (fresh := workers_of(server) - before):
                    time.sleep(0.02)
                (worker,) = fresh
        assert other.play()["position"]["ply"] == 1
    with connect(f"ws{server.address[4:]}/ws/{table[0]}", proxy=None) as again:
        assert "is closed" in str(again.recv(PATIENCE))
    assert server.lobby.services.storage.database.load(table[0]).plies  # type: ignore[union-attr]


def test_a_move_that_takes_for_ever() -> None:
    limits = Limits(pace_seconds=0.001, engine_seconds=5.0, compile_seconds=PATIENCE)
    with running(limits) as server, server.page(server.create(text=LONG, players=BOTH)) as page:
        with server.page(server.create(text=NOUGHTS, players=BOTH)) as other:
            page.send("play", ply=0, move=0)
            while not other.position["over"]:
                other.play()
        assert page.wait("error")["code"] == "limit"
        assert page.play(1)["position"]["ply"] == 1


def test_a_worker_that_is_killed_in_the_middle_of_a_move(server: Running) -> None:
    table: list[str] = []
    worker = alone(server, lambda: table.append(server.create(text=NOUGHTS, players=BOTH)))
    with server.page(table[0]) as page:
        page.play(4)
        os.kill(worker, signal.SIGSTOP)
        page.send("play", ply=1, move=0)
        time.sleep(0.1)
        os.kill(worker, signal.SIGKILL)
        assert "the system ended it" in page.wait("error")["message"]
        assert [entry["name"] for entry in page.ask("table")["history"]] == ["B2"]
        assert page.play(0)["position"]["ply"] == 2


def test_agents_of_strangers_games(server: Running) -> None:
    with server.page(server.create(text=NOUGHTS, players=["uct:50", "greedy"])) as page:
        assert page.until(11)["over"]  # a full board ends with two passes
    with server.page(server.create(text=THREE, players=["human", "random", "uct:20"], seed=1)) as page:
        page.ask("play", ply=0, moves=[0])
        assert page.until(1)["ply"] == 1


def test_analysis_of_strangers_games(server: Running) -> None:
    with server.page(server.create(text=NOUGHTS, players=BOTH)) as page:
        assert len(page.ask("hint")["name"]) == 2
        page.ask("analyse", on=True, seconds=0.3)
        while not (found := page.wait("analysis"))["done"]:
            pass
        assert found["ply"] == 0
        assert len(found["moves"]) == 9


def test_tables_share_few_workers() -> None:
    with running(Limits(workers=2)) as server:
        tables = [server.create(text=NOUGHTS, players=BOTH) for _ in range(4)]
        for ply in range(2):
            for table in tables:
                with server.page(table) as page:
                    assert page.play()["position"]["ply"] == ply + 1
        assert len(workers_of(server)) <= 3  # one of them may be about to end


def test_a_worker_that_rests_ends() -> None:
    with running(Limits(rest_seconds=0.1)) as server:
        table = server.create(text=NOUGHTS, players=BOTH)
        with server.page(table) as page:
            for ply in range(2):
                assert page.play()["position"]["ply"] == ply + 1
                await_news(server, table)
            assert all(gone(worker) for worker in workers_of(server))


def test_all_workers_are_at_work() -> None:
    with running(Limits(workers=1)) as server, server.client() as client:
        with server.page(server.create(text=NOUGHTS, players=["human", "uct:50s"])) as page:
            page.play()
            page.wait("thinking")
            answer = client.post("/api/tables", json={"text": NOUGHTS})
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "limit")
        assert client.post("/api/tables", json={"text": NOUGHTS}).status_code == 201


def test_nothing_is_left_of_a_server_that_was_killed(tmp_path: Path) -> None:
    with Process(tmp_path) as server:
        with server.page(server.create(text=NOUGHTS, players=["human", "uct:50s"])) as page:
            page.play()
            page.wait("thinking")
            (source,) = children(server.process.pid)
            left = [source, *children(source)]
            assert len(left) == 2
            server.kill()
        assert all(gone(one) for one in left)


def test_nothing_is_left_of_a_server_that_was_interrupted(tmp_path: Path) -> None:
    with Process(tmp_path) as server:
        server.create(text=NOUGHTS, players=BOTH)
        (source,) = children(server.process.pid)
        left = [source, *children(source)]
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(PATIENCE) == 0
        assert all(gone(one) for one in left)


# --- engines by themselves


def test_a_search_that_does_not_end_when_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludens.workers.worker._STOP_SECONDS", 0.1)

    async def work() -> None:
        limits = Limits()
        staff = Staff(limits)
        engine = RemoteEngine(Open(NOUGHTS, "<text>", (), limits), limits, staff)
        await engine.open()
        await engine.ask(Start(bytes(8), BOTH))
        search = await engine.begin(Analyse(players=BOTH, seconds=60), lambda _: None)
        (child,) = children(staff.starter.pid)
        os.kill(child, signal.SIGSTOP)  # it hears nothing
        engine.stop()
        with pytest.raises(ApiError, match="does not end"):
            await search
        assert (await engine.ask(Show(BOTH))).position.ply == 0
        await staff.close()

    asyncio.run(work())


def test_a_search_that_nobody_waits_for_ends() -> None:
    async def work() -> None:
        limits = Limits()
        staff = Staff(limits)
        engine = RemoteEngine(Open(NOUGHTS, "<text>", (), limits), limits, staff)
        await engine.open()
        await engine.ask(Start(bytes(8), BOTH))
        search = await engine.begin(Analyse(players=BOTH, seconds=3600), lambda _: None)
        (worker,) = staff._workers
        assert worker.is_busy
        search.cancel()
        while worker.is_busy:
            await asyncio.sleep(0.01)
        assert not worker.ended
        assert (await engine.ask(Show(BOTH))).position.ply == 0
        await staff.close()

    asyncio.run(work())
