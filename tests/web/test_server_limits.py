"""Descriptions and agents that ask for too much."""

from __future__ import annotations

import asyncio
import contextlib
import threading

import pytest
from web_client import NOUGHTS, PATIENCE, Running, running

from ludens.web.limits import Limits
from ludens.web.workers.thread_pool import JobTimeout, ThreadPool

#: a loop without end, in the rules of a move
ENDLESS = """(game "Endless" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)) (then (while (< (value Player Next) 5) (set Score P1 1)))))
        (end (if (is Full) (result Mover Win)))))"""
DOUBLING = "".join(f'(define "A{n + 1}" {{("A{n}") ("A{n}")}})' for n in range(40))


def test_a_pool_works_and_tells_errors() -> None:
    async def work() -> list[int]:
        pool = ThreadPool("test", 2)
        with pytest.raises(ZeroDivisionError):
            await pool.run(lambda: 1 // 0, 10)
        found = await asyncio.gather(*[pool.run(lambda n=n: n * n, 10) for n in range(20)])
        pool.shutdown()
        return found

    assert asyncio.run(work()) == [n * n for n in range(20)]


def test_a_pool_replaces_threads_that_do_not_come_back() -> None:
    async def work() -> tuple[int, list[int]]:
        pool, end = ThreadPool("test", 2), threading.Event()
        for _ in range(3):
            with pytest.raises(JobTimeout):
                await pool.run(end.wait, 0.01)
        found = await asyncio.gather(*[pool.run(lambda n=n: n, 10) for n in range(5)])
        end.set()
        pool.shutdown()
        return pool.lost, found

    assert asyncio.run(work()) == (3, [0, 1, 2, 3, 4])


def test_a_job_that_nobody_waits_for_is_not_begun() -> None:
    async def work() -> list[int]:
        pool, begun, go = ThreadPool("test", 1), [], threading.Event()
        first = asyncio.create_task(pool.run(go.wait, 10))
        second = asyncio.create_task(pool.run(lambda: begun.append(2), 10))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        go.set()
        await first
        await pool.run(lambda: begun.append(3), 10)
        pool.shutdown()
        return begun

    assert asyncio.run(work()) == [3]


@pytest.mark.slow
def test_a_description_that_takes_too_long_is_given_up() -> None:
    with running(Limits(compile_seconds=4.0)) as server, server.client() as client:
        answer = client.post("/api/tables", json={"text": NOUGHTS.replace("(square 3)", "(square 120)")})
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "limit")
        assert client.post("/api/tables", json={"game": "Tic-Tac-Toe"}).status_code == 201


@pytest.mark.parametrize(
    "text",
    [
        ENDLESS,
        DOUBLING + '(define "A0" 1)' + NOUGHTS.replace("(is Line 3)", '("A40")'),
        NOUGHTS.replace("(square 3)", "(square 4000)"),
        "(game " + "(" * 20_000,
    ],
    ids=["loop", "doubling", "board", "brackets"],
)
def test_descriptions_without_measure_are_errors(server: Running, text: str) -> None:
    with server.client() as client:
        answer = client.post("/api/tables", json={"text": text})
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "description")
        assert client.post("/api/check", json={"text": NOUGHTS}).json()["errors"] == []


def test_a_description_that_wants_too_much_memory() -> None:
    with running(Limits(compile_memory=200 << 20)) as own, own.client() as client:
        answer = client.post("/api/tables", json={"text": NOUGHTS})
        assert answer.status_code == 422
        assert client.get("/api/agents").status_code == 200


@pytest.mark.slow
def test_a_game_that_does_not_come_back_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    from ludens.web import timeline

    with running(Limits(engine_seconds=2.0)) as own:
        name = own.create(game="Tic-Tac-Toe", players=["human", "human"])
        with own.page(name) as page:
            release = threading.Event()
            with monkeypatch.context() as patch:
                patch.setattr(timeline.Timeline, "play", lambda *_: release.wait())
                page.send("play", ply=0, move=0)
                assert "stopped" in page.wait("error")["message"]
            release.set()
        with own.page(name) as page:
            assert page.play()["position"]["ply"] == 1


def test_too_many_pages() -> None:
    with running(Limits(pages_per_table=1)) as server:
        table = server.create(game="Tic-Tac-Toe")
        with server.page(table) as page:
            import json

            from websockets.sync.client import connect

            with connect(f"ws{server.address[4:]}/ws/{table}", proxy=None) as other:
                assert json.loads(other.recv(PATIENCE))["code"] == "limit"
            assert page.ask("ping")["type"] == "pong"


def test_agents_that_think_block_no_page(server: Running) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(server.lobby.services.pools.search.size + 2):
            busy = stack.enter_context(server.page(server.create(game="Tic-Tac-Toe", players=["human", "uct:60s"])))
            busy.play()
        with server.page(server.create(game="Tic-Tac-Toe", players=["human", "human"])) as page:
            while not page.position["over"]:
                page.play()
            page.ask("new", players=["random", "random"])
            assert page.until(9)["over"]
        assert busy.ask("undo")["position"]["ply"] == 0


@pytest.mark.slow
def test_fifty_games_of_random_agents(server: Running) -> None:
    names = [server.create(game="Breakthrough", players=["random", "random"], seed=n) for n in range(50)]
    ends: dict[str, list[dict[str, object]]] = {}

    def look(name: str) -> None:
        with server.page(name) as page:
            assert page.until(10_000)["over"]
            ends[name] = [frame for frame in page.seen if frame["type"] == "error"]

    watchers = [threading.Thread(target=look, args=(name,)) for name in names]
    for watcher in watchers:
        watcher.start()
    for watcher in watchers:
        watcher.join()
    assert ends == {name: [] for name in names}


@pytest.mark.parametrize(
    ("text", "expected"),
    [("thinking_seconds=2.5", 2.5), ("open_tables=7", 7)],
)
def test_limits_are_set_by_name(text: str, expected: float) -> None:
    assert getattr(Limits().set(text), text.partition("=")[0]) == expected


@pytest.mark.parametrize(
    "text", ["nothing=1", "open_tables", "open_tables=x", "open_tables=0", "pages=-1", "pages=1.5"]
)
def test_limits_that_make_no_sense(text: str) -> None:
    with pytest.raises(ValueError, match=text.partition("=")[0]):
        Limits().set(text)
