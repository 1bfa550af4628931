"""Several servers on one database: any of them answers for each table, and one that goes loses nothing."""

from __future__ import annotations

import asyncio
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from crowd import Pair, Tally
from guests import Guest, seated
from postgres_server import Postgres
from robots import Robot, upon
from test_storage import PLIES, table
from web_client import PATIENCE, Process, Running, running
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ludens.web.hosting import Hosting
from ludens.web.limits import Limits
from ludens.web.nodes import leases
from ludens.web.nodes.bus import Bus
from ludens.web.nodes.buses import bus_of
from ludens.web.nodes.leases import Claim
from ludens.web.session.shared import SharedSession
from ludens.web.storage import HeldElsewhere, Storage, StorageError, StoredParty

Opened = Callable[..., Storage]
LIMITS = Limits(pace_seconds=0.001, address_requests_at_once=1_000_000)


# --- leases


def test_a_table_is_its_nodes_while_that_is_there(open_store: Opened) -> None:
    ours, theirs = open_store("ours"), open_store("theirs")
    leases.renew(ours, "http://ours", 60)
    assert leases.peers(theirs) == {"ours": "http://ours"}
    ours.save(table())
    assert leases.claim(ours, "t") == Claim()
    assert leases.claim(theirs, "t") == Claim("http://ours")
    assert [leases.holder(one, "t") for one in (ours, theirs)] == ["", "http://ours"]
    assert [leases.address(one, "ours") for one in (ours, theirs)] == ["", "http://ours"]
    assert leases.claim(theirs, "nowhere") is None
    leases.release(ours, "t")
    assert leases.claim(theirs, "t") == Claim()
    theirs.add("t", 0, PLIES[0])
    with pytest.raises(HeldElsewhere):
        ours.add("t", 0, PLIES[1])


def test_a_node_that_is_gone_has_lost_its_tables(open_store: Opened) -> None:
    ours, theirs = open_store("ours"), open_store("theirs")
    assert not leases.renew(ours, "http://ours", 60)
    assert leases.renew(ours, "http://ours", 60)
    ours.save(table(plies=PLIES, cursor=4))
    leases.renew(ours, "http://ours", -1)  # its time is over
    assert not leases.renew(ours, "http://ours", -1)
    assert leases.claim(theirs, "t") == Claim(was_lost=True)
    with pytest.raises(HeldElsewhere):  # it was only asleep
        ours.change("t", cursor=1, paused=False, players=[])
    assert theirs.load("t") == table(plies=PLIES, cursor=4)
    leases.renew(ours, "http://ours", 60)
    leases.leave(ours)
    assert leases.peers(theirs) == {}


def test_clocks_of_tables_that_nobody_has_are_looked_at(open_store: Opened) -> None:
    ours, theirs = open_store("ours"), open_store("theirs")
    leases.renew(ours, "http://ours", 60)
    for name, due, began in (("live", 9e9, 1.0), ("days", 9e9, None), ("over", 5.0, None), ("none", None, None)):
        ours.save(table(name, party=StoredParty(b"{}", due, began)))
    assert leases.orphans(theirs, 10.0) == []
    leases.leave(ours)
    assert leases.orphans(theirs, 10.0) == ["over", "live"]
    for name in ("live", "over"):
        leases.claim(theirs, name)
    assert leases.orphans(theirs, 10.0) == []


def test_open_tables_of_other_nodes_are_not_forgotten(open_store: Opened) -> None:
    ours, theirs = open_store("ours"), open_store("theirs")
    leases.renew(ours, "http://ours", 60)
    ours.save(table())
    assert theirs.forget("all", -1) == 0
    leases.leave(ours)
    assert theirs.forget("all", -1) == 1


def test_nodes_share_a_secret(open_store: Opened) -> None:
    first, second = leases.shared_secret(open_store("ours")), leases.shared_secret(open_store("theirs"))
    assert first == second
    assert len(first) > 30


# --- buses


@contextmanager
def nats() -> Iterator[str]:
    """The address of a NATS server."""
    if shutil.which("nats-server") is None:
        pytest.skip("there is no NATS here: apt-get install nats-server")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        ["nats-server", "-a", "127.0.0.1", "-p", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with socket.socket() as trial:
                if trial.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield f"nats://127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait()


@pytest.fixture(params=["local", *(pytest.param(kind, marks=pytest.mark.integration) for kind in ("database", "nats"))])
def buses(request: pytest.FixtureRequest) -> Iterator[Callable[[], Bus]]:
    """Makes buses that hear each other."""
    with ExitStack() as stack:
        if request.param == "local":
            shared = bus_of("", "")
            yield lambda: shared
        elif request.param == "database":
            address = request.getfixturevalue("postgres").database()
            yield lambda: bus_of("", address)
        else:
            place = stack.enter_context(nats())
            yield lambda: bus_of(place, "")


def test_all_nodes_hear_a_notice(buses: Callable[[], Bus]) -> None:
    notices = [bytes(range(256)), b"", "Grüße".encode(), b"x" * 5000]

    async def talk() -> list[list[bytes]]:
        first, second, heard = buses(), buses(), [list[bytes](), list[bytes]()]
        for bus, ears in zip((first, second), heard, strict=True):
            bus.on("topic", ears.append)
            bus.on("topic", lambda _: 1 / 0)  # who errs keeps nobody else from hearing
            await bus.start()
        for notice in notices:
            await first.publish("topic", notice)
        await second.publish("other", b"nobody listens")
        end = time.monotonic() + PATIENCE
        while min(map(len, heard)) < len(notices) and time.monotonic() < end:
            await asyncio.sleep(0.01)
        await first.close()
        await second.close()
        return heard

    heard = asyncio.run(talk())
    assert all(sorted(set(one)) == sorted(notices) for one in heard)


# --- nodes


@contextmanager
def nodes(postgres: Postgres, *, is_public: bool = False) -> Iterator[list[Running]]:
    """Two servers on one database."""
    hosting = Hosting(database=postgres.database())
    with ExitStack() as stack:
        yield [stack.enter_context(running(LIMITS, hosting=hosting, is_public=is_public)) for _ in range(2)]


@pytest.mark.integration
def test_any_node_answers_for_a_table(postgres: Postgres) -> None:
    with nodes(postgres) as (first, second):
        name = first.create(game="Tic-Tac-Toe", players=["human", "human"])
        with first.page(name) as here, second.page(name) as there:
            here.play(3)
            assert there.until(1)["ply"] == 1
            there.play(3)
            assert here.until(2)["ply"] == 2
            assert there.ask("undo")["position"]["ply"] == 1
        with second.client() as client:
            assert client.get(f"/api/tables/{name}/trial").text.startswith("game=")
            assert client.get("/api/tables/nowhere/trial").status_code == 404
            question = {"ply": 1, "about": "played"}
            assert client.post(f"/api/tables/{name}/why", json=question).status_code == 200
            assert client.post(f"/api/tables/{name}/why", json={"ply": "x"}).status_code == 400
            study = client.post("/api/studies", json={"table": name})  # the table stands in the body
            assert study.status_code == 201, study.text
        assert not second.lobby.has_open(name)
        with (
            connect(f"ws{second.address[4:]}/ws/nowhere", proxy=None) as socket,
            pytest.raises(ConnectionClosed) as end,
        ):
            while socket.recv(PATIENCE):
                pass
        assert end.value.rcvd is not None
        assert end.value.rcvd.code == 4404


@pytest.mark.integration
def test_people_at_several_nodes_play_each_other(postgres: Postgres) -> None:
    with nodes(postgres) as (first, second):
        host, guest = Guest(first), Guest(second)
        name = host.host({"name": "Ann"}, game="Tic-Tac-Toe")
        with host.page(name) as ann:
            assert guest.sit(name, ann.people["chairs"][1]["key"], "Ben").json() == {"seat": 2}
            assert guest.cookie
            with guest.page(name) as ben:
                ann.play(4)
                ben.until(1)
                ben.play(0)
                ben.ask("say", text="hello from the other node")
                assert ann.wait("chat")["lines"][0]["text"] == "hello from the other node"
        stranger = Guest(second)
        assert stranger.client.get(f"/api/tables/{name}/trial").status_code == 403


@pytest.mark.integration
def test_nobody_is_taken_for_who_came_by_the_same_node_before(postgres: Postgres) -> None:
    """A node that hands requests on keeps nothing of them: neither a cookie, nor what programs send by themselves."""
    with nodes(postgres) as (first, second):
        host, guests = Guest(first), [Guest(second), Guest(second)]
        names = [host.host({"name": "Ann"}, game="Tic-Tac-Toe") for _ in guests]
        for name, guest in zip(names, guests, strict=True):
            with host.page(name) as ann:
                assert guest.sit(name, ann.people["chairs"][1]["key"]).json() == {"seat": 2}
            assert guest.cookie
            with guest.page(name) as page:
                assert page.people["seat"] == 2
        assert guests[0].cookie != guests[1].cookie
        with second.client() as nobody:
            nobody.headers.clear()
            assert nobody.get(f"/api/tables/{names[0]}/trial").status_code == 403


@pytest.mark.integration
def test_a_clock_waits_for_the_node_that_goes_on(postgres: Postgres) -> None:
    """Whoever comes first, be it by a socket: while there was no server, nobody's time has run."""
    with nodes(postgres) as (first, second):
        clock = {"kind": "fischer", "main": 300, "step": 0}
        with seated(first, {"clock": clock}, game="Tic-Tac-Toe") as table:
            table.play(4)
            table.play(0)
            with second.database.database.writing() as run:  # as if it had been killed
                run("DELETE FROM nodes WHERE id = ?", (first.database.node,))
            killed = time.time()
            with second.page(table.id, table.guests[0].cookie):
                session = second.lobby._sessions[table.id].result()
                assert isinstance(session, SharedSession)
                assert [since for since in session.party.clock.since if since is not None and since < killed] == []


@pytest.mark.integration
def test_a_tournament_is_one_at_all_nodes_and_goes_on_without_its_own(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludens.web.tournaments.manager._LOOK_SECONDS", 0.05)
    hosting = Hosting(database=postgres.database())
    with running(LIMITS, hosting=hosting) as second:
        with running(LIMITS, hosting=hosting) as first:
            host, ann, ben = Guest(first), Guest(second), Guest(first)
            made = host.client.post("/api/tournaments", json={"game": "Tic-Tac-Toe", "clock": {"kind": "none"}})
            place = f"/api/tournaments/{made.json()['id']}"
            for guest, name in ((ann, "Ann"), (ben, "Ben")):
                assert guest.client.post(f"{place}/join", json={"name": name}).json() == {"ok": True}
            with second.client(cookies=host.client.cookies) as there:
                assert there.post(f"{place}/start", json={}).json() == {"ok": True}
                assert [one["name"] for one in there.get(place).json()["standings"]] == ["Ann", "Ben"]
            (pairing,) = ann.client.get(place).json()["pairings"][0]
            with ann.page(pairing["table"]) as page:
                if page.position["moves"]:
                    page.play(0)
        with second.page(pairing["table"], ann.cookie) as page:  # the first node has ended
            page.wait("chat")
            page.ask("resign")
        until(lambda: ann.client.get(place).json()["status"] == "over")
        assert [one["points"] for one in ann.client.get(place).json()["standings"]] == [1.0, 0.0]


@pytest.mark.integration
def test_bots_that_listen_to_different_nodes_play_each_other(postgres: Postgres) -> None:
    """One hears of the other, challenges it, and both are told of the game, which one node has."""
    with nodes(postgres) as (first, second), ExitStack() as stack:
        ann = stack.enter_context(closing(Robot(first, "AnnBot")))
        ben = stack.enter_context(closing(Robot(second, "BenBot")))
        ours, theirs = stack.enter_context(ann.events()), stack.enter_context(ben.events())
        asked = {"game": "Tic-Tac-Toe", "color": "white"}
        until(lambda: ann.post("/api/challenge/benbot", json=asked).status_code == 200)
        challenge = upon(theirs, "challenge")["challenge"]
        assert challenge["challenger"]["name"] == "AnnBot"
        assert ben.post(f"/api/challenge/{challenge['id']}/accept").json() == {"ok": True}
        table = upon(theirs, "gameStart")["game"]["gameId"]
        assert upon(ours, "gameStart")["game"]["gameId"] == table
        moves, back = stack.enter_context(ann.game(table)), stack.enter_context(ben.game(table))
        assert upon(moves, "gameFull")["state"]["yours"] and upon(back, "gameFull")
        assert ann.move(table, "A1").json() == {"ok": True}
        assert upon(back, "gameState")["yours"]
        assert ben.post(f"/api/bot/game/{table}/resign").json() == {"ok": True}
        for events in (ours, theirs):
            assert upon(events, "gameFinish")["game"]["status"] == {"name": "resign"}
        until(lambda: "BenBot" in first.client().get("/api/bot/online").text)


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.integration
def test_what_a_visitor_says_of_nodes_is_not_believed(postgres: Postgres) -> None:
    with nodes(postgres) as (first, second), second.client() as client:
        name = first.create(game="Tic-Tac-Toe")
        forged = {"ludens-node": "guess", "ludens-client": "10.9.9.9", "ludens-scheme": "https"}
        assert client.get(f"/api/tables/{name}/trial", headers=forged).status_code == 200
        seen = set(first.lobby.visitors._requests._left) | set(second.lobby.visitors._requests._left)
        assert seen == {"127.0.0.1"}
        real = forged | {"ludens-node": first.lobby.services.node.secret}  # type: ignore[union-attr]
        assert client.get("/api/agents", headers=real).status_code == 200
        assert "10.9.9.9" in second.lobby.visitors._requests._left


@pytest.mark.integration
def test_a_node_that_ends_leaves_its_tables_to_the_others(postgres: Postgres) -> None:
    hosting = Hosting(database=postgres.database())
    with running(LIMITS, hosting=hosting) as second:
        with running(LIMITS, hosting=hosting) as first, seated(first, game="Tic-Tac-Toe") as seats:
            name, cookies = seats.id, [guest.cookie for guest in seats.guests]
            seats.play(4)
            seats.play(0)
        with second.page(name, cookies[0]) as ann, second.page(name, cookies[1]) as ben:
            assert [entry["ply"] for entry in ann.history] == [1, 2]
            ann.play(0)
            assert ben.until(3)["ply"] == 3
        assert second.lobby.has_open(name)


@pytest.mark.integration
def test_a_node_that_slept_too_long_writes_nothing(postgres: Postgres) -> None:
    with nodes(postgres) as (first, second):
        name = first.create(game="Tic-Tac-Toe", players=["human", "human"])
        with first.page(name) as page:
            page.play(0)
            store = second.database  # as if the first had been away: the table is the second's by now
            with store.database.writing() as run:
                run("UPDATE tables SET node = ? WHERE id = ?", (store.node, name))
            page.send("play", id="late", ply=1, move=0)
            with pytest.raises(ConnectionClosed):
                while page.wait("position")["position"]["ply"] < 2:
                    pass
        with first.page(name) as back:  # it is sent to where the table is
            assert back.position["ply"] == 1
            back.play(1)
        assert second.lobby.has_open(name)
        assert not first.lobby.has_open(name)


@pytest.mark.integration
def test_the_lobby_lists_the_seats_of_all_nodes(postgres: Postgres) -> None:
    with nodes(postgres, is_public=True) as (first, second):
        host, guest = Guest(first), Guest(second)
        names = [host.host({"name": "Ann", "listed": True}, game="Tic-Tac-Toe") for _ in range(20)]
        with ExitStack() as stack:
            for name in names:
                stack.enter_context(host.page(name))
            end = time.monotonic() + PATIENCE
            listed: list[dict[str, str]] = []
            while len(listed) < len(names) and time.monotonic() < end:
                listed = guest.client.get("/api/challenges").json()["challenges"]
            assert sorted(one["table"] for one in listed) == sorted(names)
            assert guest.sit(names[0], next(one["key"] for one in listed if one["table"] == names[0])).json() == {
                "seat": 2
            }


@pytest.mark.integration
def test_a_node_killed_under_load_loses_nothing_acknowledged(postgres: Postgres, tmp_path: Path) -> None:
    """Pairs sit at both nodes; all go on at the one that is left, and every move that anybody was told of stands."""
    database = postgres.database()
    with Process(tmp_path, "--database", database) as first, Process(tmp_path, "--database", database) as second:
        cuts, missing, plies = asyncio.run(_load_and_kill(first, second))
    assert cuts > 0
    assert missing == [{}] * len(missing)
    assert min(plies) >= 24


async def _load_and_kill(first: Process, second: Process) -> tuple[int, list[dict[int, str]], list[int]]:
    tally, addresses = Tally(), (first.address, second.address)
    pairs = [Pair(addresses, number, tally) for number in range(8)]
    await asyncio.gather(*(pair.open("Breakthrough") for pair in pairs))
    playing = asyncio.gather(*(pair.play(24, 0.05) for pair in pairs))
    while len(tally.answers) < 40:
        await asyncio.sleep(0.01)
    first.kill()
    await playing
    assert not tally.errors
    history = []
    for pair in pairs:  # as the node that is left has it
        await pair.host.come()
        history.append(pair.host.history)
        await pair.leave()
    return (
        len(tally.cuts),
        [pair.missing(one) for pair, one in zip(pairs, history, strict=True)],
        list(map(len, history)),
    )


def test_who_comes_to_an_address_has_the_place_of_who_was_there(open_store: Opened) -> None:
    before, now = open_store("before"), open_store("now")
    leases.renew(before, "http://here", 60)
    before.save(table())
    leases.renew(now, "http://here", 60)  # it was killed, and begun again at once
    assert leases.peers(now) == {"now": "http://here"}
    assert leases.claim(now, "t") == Claim(was_lost=True)
    assert leases.own(now) == ["t"]
    assert leases.own(before) == []


@pytest.mark.integration
def test_a_move_that_cannot_be_written_is_not_told(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another node may go on with the table: whoever was told of a move finds it there."""
    monkeypatch.setattr("ludens.web.postgres.database._PATIENCE", 0.1)
    with nodes(postgres) as (first, second):
        name = first.create(game="Tic-Tac-Toe", players=["human", "human"])
        with first.page(name) as page:
            page.play(0)
            with monkeypatch.context() as broken:
                broken.setattr(Storage, "add", _fail)
                answers = []
                page.send("play", id="lost", ply=1, move=0)
                with pytest.raises(ConnectionClosed):
                    while True:
                        answers.append(page.wait("position", "error"))
                assert [one for one in answers if one["type"] == "position"] == []
        with second.page(name) as back:
            assert back.position["ply"] == 1
            back.play(0)


def _fail(*_: object) -> None:
    raise StorageError("the line is cut")


@pytest.mark.integration
def test_a_node_that_may_have_lost_its_tables_shows_nothing_of_them(postgres: Postgres) -> None:
    """Somebody may have sat down at another node meanwhile, whom this one would turn away."""
    with nodes(postgres) as (first, _), first.client() as client:
        name, node = first.create(game="Tic-Tac-Toe"), first.lobby.services.node
        assert node is not None
        place = f"/api/tables/{name}/trial"
        renewed, node._renewed = node._renewed, node._renewed - 1e6
        assert client.get(place).status_code == 503
        assert client.get("/ready").status_code == 503
        node._renewed = renewed
        assert client.get(place).status_code == 200
