"""The parts of a session by themselves: connections, their audience, tasks in the background, whose turn it is."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Coroutine

import pytest
from test_server_at_once import TWO

import ludens
from ludens.game import IllegalMove
from ludens.web import seats, visibility
from ludens.web.engine import joint
from ludens.web.engine.desk import turn_of
from ludens.web.engine.requests import Turn
from ludens.web.errors import ApiError
from ludens.web.limits import Limits
from ludens.web.routes.socket import RateLimit
from ludens.web.schemas import server
from ludens.web.session.background import Background
from ludens.web.session.broadcast import Audience
from ludens.web.session.connection import Connection, Reply
from ludens.web.sources import GameSource, library_source
from standing_in import replace_in


def drained(connection: Connection) -> list[str]:
    return [str(connection.outbox.get_nowait()) for _ in range(connection.outbox.qsize())]


def test_connections_that_do_not_listen_are_closed() -> None:
    for connection, text in ((Connection(3, 1000), "x"), (Connection(300, 20), "x" * 8)):
        for _ in range(9):
            connection.send(text)
        assert connection.closed
        assert connection.outbox.qsize() <= 3


def test_connections_that_listen_are_sent_everything() -> None:
    async def listen() -> list[str | None]:
        connection, heard = Connection(3, 20), []
        for n in range(50):
            connection.send(str(n) * 30)  # a single message may be larger than all that may wait
            heard.append(await connection.next())
        connection.close()
        return [*heard, await connection.next()]

    assert asyncio.run(listen()) == [*(str(n) * 30 for n in range(50)), None]


def test_the_one_that_asked_gets_its_mark_back() -> None:
    audience, asking, other = Audience(), Connection(9, 999), Connection(9, 999)
    audience.add(asking)
    audience.add(other)
    audience.send(server.Ok(), Reply(asking, "m"))
    assert [json.loads(drained(one)[0]) for one in (asking, other)] == [{"type": "ok", "re": "m"}, {"type": "ok"}]
    audience.remove(other)
    audience.close()
    assert (asking.closed, other.closed) == (True, False)


def test_errors_of_tasks_are_told() -> None:
    async def failing(error: Exception) -> None:
        raise error

    async def work() -> list[str]:
        told: list[str] = []
        background = Background(lambda error: told.append(error.message))
        await background.start(failing(ApiError("agent", "not today")))
        await background.start(failing(ZeroDivisionError()))
        return told

    assert asyncio.run(work()) == ["not today", "something went wrong in the server"]


def test_a_named_task_is_started_once() -> None:
    async def work() -> int:
        begun, go = [], asyncio.Event()

        async def wait() -> None:
            begun.append(1)
            await go.wait()

        background = Background(lambda _: None)
        for _ in range(3):
            background.start_once("wait", wait)
            await asyncio.sleep(0)
        assert background.is_running("wait")
        await asyncio.gather(*background.cancel(), return_exceptions=True)
        assert not background.is_running("wait")
        return len(begun)

    assert asyncio.run(work()) == 1


def test_what_comes_too_fast_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    async def work() -> None:
        limit = RateLimit(rate=10, burst=2)
        for _ in range(4):
            await limit.wait()

    clock = iter([0.0] * 9)
    replace_in(monkeypatch, "ludens.web.routes.socket", time, monotonic=lambda: next(clock))
    replace_in(monkeypatch, "ludens.web.routes.socket", asyncio, sleep=sleep)
    run(work())
    assert waited == [0.1, 0.2]


def run(work: Coroutine[object, object, None]) -> None:
    """Run what never has to wait."""
    with pytest.raises(StopIteration):
        work.send(None)


def test_whose_turn_it_is() -> None:
    state = ludens.load("Tic-Tac-Toe").start(seed=1)
    assert turn_of(state, ("human", "random")) == Turn(1, (), False, False, True)
    assert not turn_of(state, ("random", "human")).is_human
    both = ludens.load(TWO).start(seed=1)
    assert turn_of(both, ("random", "human")) == Turn(both.mover, (1, 2), False, False, True)


def test_choices_of_players_who_move_at_once() -> None:
    state = ludens.load(TWO).start(seed=1)
    moves = state.legal_moves()
    first, second = (next(n for n, move in enumerate(moves) if move.mover == p) for p in (1, 2))
    assert joint.choices(state, ("human", "human"), [first, second]) == {1: first, 2: second}
    assert joint.choices(state, ("human", "random"), [first]) == {1: first}
    for players, numbers, said in [
        (("human", "human"), [first], "a move of player 2 is missing"),
        (("human", "random"), [first, second], "player 2 does not choose here"),
        (("human", "random"), [first, first], "each player chooses one move"),
        (("human", "human"), [first, 99], "numbered from 0"),
    ]:
        with pytest.raises(IllegalMove, match=said):
            joint.choices(state, players, numbers)


def test_seats_that_are_free_are_human() -> None:
    game = ludens.load("Tic-Tac-Toe")
    assert seats.check_players(["random"], game, Limits()) == ("random", "human")
    for players, code in [(["human"] * 3, "malformed"), (["nobody"], "agent"), (["uct:9000s"], "limit")]:
        with pytest.raises(ApiError) as refused:
            seats.check_players(players, game, Limits())
        assert refused.value.code == code


def test_who_looks() -> None:
    state = ludens.load("Tic-Tac-Toe").start(seed=1)
    assert visibility.viewer_of(("random", "random"), state) is None
    assert visibility.viewer_of(("human", "human"), state) == 1
    assert visibility.viewer_of(("random", "human"), state) == 2


def test_sources_know_whether_they_are_the_librarys() -> None:
    source = library_source("tic tac toe")
    assert (source.name, source.is_library) == ("Tic-Tac-Toe", True)
    assert not GameSource(source.text + " ", source.name).is_library
    assert not GameSource(source.text).is_library
    with pytest.raises(ApiError, match="Tic-Tac-Tow"):
        library_source("Tic-Tac-Tow")
