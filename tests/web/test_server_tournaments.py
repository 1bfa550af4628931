"""Tournaments of bots and people, played to their end over the bot API and at pages."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from guests import Guest
from web_client import NOUGHTS, PATIENCE, Running, running

from ludens.web.limits import Limits
from ludens.web.sources import GameSource

TIC = "Tic-Tac-Toe"


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running() as one:
        yield one


class Player:
    """A bot that plays at random, as light as can be: all of them share a loop."""

    def __init__(self, server: Running, name: str) -> None:
        with server.client() as client:
            made = client.post("/api/bots", json={"name": name})
        assert made.status_code == 201, made.text
        headers = {"Authorization": f"Bearer {made.json()['token']}"}
        limits = httpx.Limits(max_connections=None)
        self.name, self.rng = name, random.Random(name)
        self.client = httpx.AsyncClient(base_url=server.address, headers=headers, timeout=PATIENCE, limits=limits)

    async def run(self) -> None:
        """Play whatever begins."""
        games: set[asyncio.Task[None]] = set()
        try:
            async for event in self.lines("/api/stream/event"):
                if event["type"] == "gameStart":
                    games.add(asyncio.create_task(self.play(event["game"]["id"])))
        finally:
            for game in games:
                game.cancel()

    async def play(self, table: str) -> None:
        async for line in self.lines(f"/api/bot/game/stream/{table}"):
            state = line["state"] if line["type"] == "gameFull" else line
            if state.get("yours") and state["status"] == "started":
                text = self.rng.choice(state["legal"])["text"]
                answer = await self.client.post(f"/api/bot/game/{table}/move/{text}")
                assert answer.status_code == 200, answer.text

    async def lines(self, path: str) -> Any:
        async with self.client.stream("GET", path) as answer:
            assert answer.status_code == 200
            async for line in answer.aiter_lines():
                if line.strip():
                    yield json.loads(line)


def play_out(server: Running, names: list[str], **asked: Any) -> dict[str, Any]:
    """A tournament of bots, played to its end; gives how it stands then."""
    host = Guest(server)
    made = host.client.post("/api/tournaments", json={"game": TIC, "clock": {"kind": "none"}, **asked})
    assert made.status_code == 201, made.text
    id_ = made.json()["id"]

    async def run() -> None:
        players = [Player(server, name) for name in names]
        listening = [asyncio.create_task(player.run()) for player in players]
        for player in players:
            joined = await player.client.post(f"/api/tournaments/{id_}/join", json={})
            assert joined.json() == {"ok": True}, joined.text
        loop = asyncio.get_running_loop()
        started = await loop.run_in_executor(None, lambda: host.client.post(f"/api/tournaments/{id_}/start", json={}))
        assert started.json() == {"ok": True}, started.text
        while (await players[0].client.get(f"/api/tournaments/{id_}")).json()["status"] != "over":
            for task in listening:
                assert not task.done(), task.exception()
            await asyncio.sleep(0.1)
        for task in listening:
            task.cancel()
        for player in players:
            await player.client.aclose()

    asyncio.run(run())
    told: dict[str, Any] = host.client.get(f"/api/tournaments/{id_}").json()
    return told


def test_four_bots_play_each_other(server: Running) -> None:
    told = play_out(server, [f"Robin{n}" for n in range(4)], kind="roundrobin")
    assert told["rounds"] == 3 and [len(listed) for listed in told["pairings"]] == [2, 2, 2]
    assert sum(one["points"] for one in told["standings"]) == 6
    assert all(game["result"] and game["table"] for listed in told["pairings"] for game in listed)
    points = [one["points"] for one in told["standings"]]
    assert points == sorted(points, reverse=True) and [one["place"] for one in told["standings"]] == [1, 2, 3, 4]
    with server.client() as client:
        profile = client.get(f"/api/profile/{told['standings'][0]['id']}").json()
        assert profile["bot"] and profile["ratings"][0]["game"] == TIC


def test_a_tournament_of_a_description_that_somebody_wrote(server: Running) -> None:
    text = NOUGHTS.replace("Noughts", "Own Cup")
    told = play_out(server, [f"Own{n}" for n in range(3)], game="", text=text, kind="roundrobin", rated=True)
    assert told["game"] == "Own Cup" and told["name"] == "Own Cup, Everybody plays everybody" and not told["rated"]
    assert sum(one["points"] for one in told["standings"]) == 6  # who pauses has a point
    with server.client(headers={"Accept-Language": "de"}) as client:
        listed = client.get("/api/tournaments").json()["tournaments"]
        assert listed[0]["name"] == "Own Cup, Jeder gegen jeden"
        assert client.get(f"/api/explorer/{GameSource(text).key}").json()["counted"]["games"] == 3
        refused = client.post("/api/tournaments", json={"text": text.replace("(players 2)", "(players 3)")})
        assert refused.status_code == 422 and refused.json()["error"]["message"].startswith("game: Turniere")
        assert client.post("/api/tournaments", json={"text": "(game"}).status_code == 422
        assert client.post("/api/tournaments", json={"text": "x" * (300 << 10)}).status_code == 413


@pytest.mark.slow
def test_a_swiss_of_32_bots_is_played_to_its_end(tmp_path: Path) -> None:
    limits = Limits(address_requests_at_once=1_000_000, address_tables=1_000, address_sockets=1_000)
    with running(limits, tmp_path) as server:
        told = play_out(server, [f"Swiss{n:02d}" for n in range(32)], kind="swiss", rated=True)
        assert told["rounds"] == 5 and [len(listed) for listed in told["pairings"]] == [16] * 5
        assert sum(one["points"] for one in told["standings"]) == 80
        pairs = {frozenset((game["first"], game["second"])) for listed in told["pairings"] for game in listed}
        assert len(pairs) == 80, "nobody meets anybody twice"


def test_people_take_part_and_who_does_not_come_loses(server: Running) -> None:
    host, ann, ben = Guest(server), Guest(server), Guest(server)
    asked = {"game": TIC, "kind": "knockout", "clock": {"kind": "none"}, "name": "Cup <b>", "patience": 5}
    id_ = host.client.post("/api/tournaments", json=asked).json()["id"]
    place = f"/api/tournaments/{id_}"
    assert ann.client.post(f"{place}/start", json={}).status_code == 403
    assert host.client.post(f"{place}/start", json={}).status_code == 400
    for guest, name in ((ann, "Ann"), (ben, "Ben")):
        assert guest.client.post(f"{place}/join", json={"name": name}).json() == {"ok": True}
    ben.client.post(f"{place}/leave", json={})
    assert [one["name"] for one in host.client.get(place).json()["standings"]] == ["Ann"]
    ben.client.post(f"{place}/join", json={"name": "Ann"})
    assert host.client.post(f"{place}/start", json={}).json() == {"ok": True}
    told = ann.client.get(place).json()
    (pairing,) = told["pairings"][0]
    assert {pairing["first"], pairing["second"]} == {"Ann", "Ann 2"} and pairing["yours"]
    assert host.client.get(place).json()["pairings"][0][0]["table"] is None
    assert host.client.get(f"/api/tables/{pairing['table']}/trial").status_code == 403
    assert host.client.post(f"{place}/join", json={}).status_code == 400
    with ann.page(pairing["table"]) as page:
        assert page.people["seat"] in (1, 2) and not page.people["host"] and page.people["begun"]
        while not page.position["over"]:
            page.wait("position")
        assert "has no time left" in page.position["status"]
    while (told := host.client.get(place).json())["status"] != "over":
        pass
    assert told["standings"][0]["points"] == 1.0 and told["name"] == "Cup <b>"
    assert host.client.get("/api/tournaments").json()["tournaments"][0]["id"] == id_


def test_what_no_tournament_can_be_of_is_refused(server: Running) -> None:
    host = Guest(server)
    for asked in ({"game": "Ludo"}, {"game": "None"}, {"game": TIC, "kind": "other"}, {"game": TIC, "rounds": -1}):
        assert host.client.post("/api/tournaments", json=asked).status_code in (400, 404, 422), asked
    assert host.client.get("/api/tournaments/none").status_code == 404


def test_a_tournament_goes_on_where_the_server_ends_and_begins_again(tmp_path: Path) -> None:
    with running(data=tmp_path) as server:
        host, ann = Guest(server), Guest(server)
        asked = {"game": TIC, "kind": "simul", "clock": {"kind": "none"}}
        place = f"/api/tournaments/{host.client.post('/api/tournaments', json=asked).json()['id']}"
        for guest, name in ((ann, "Ann"), (host, "Host")):
            guest.client.post(f"{place}/join", json={"name": name})
        assert host.client.post(f"{place}/start", json={}).json() == {"ok": True}
        table = ann.client.get(place).json()["pairings"][0][0]["table"]
        cookie = ann.cookie
    with running(data=tmp_path) as server:
        with server.page(table, cookie) as page:
            page.wait("chat")
            page.ask("resign")
        with server.client() as client:
            while (told := client.get(place).json())["status"] != "over":
                pass
        assert told["pairings"][0][0]["first"] == "Host" and told["pairings"][0][0]["result"] == "1-0"
