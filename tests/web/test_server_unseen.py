"""Two games that differ only in what a player cannot see are the same at every door of the server."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from web_client import Page, Running

from hidden_pairs import PAIRS, Pair

each_pair = pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.game)
#: of every answer these fields are a table's own: its name, how long its players thought, when they began
_OWN = ("table", "times", "since", "re")


def played(server: Running, pair: Pair, answer: str) -> str:
    """A table at which the first player has moved and been answered."""
    table = server.create(game=pair.game, players=["human", "human"], seed=1)
    with server.page(table) as page:
        for said in (pair.own, answer):
            page.play(next(move["index"] for move in page.position["moves"] if move["name"] == said))
    return table


def plain(told: Any) -> Any:
    """Without what tells tables apart that are the same to their players."""
    if isinstance(told, dict):
        return {key: plain(value) for key, value in told.items() if key not in _OWN}
    return [plain(one) for one in told] if isinstance(told, list) else told


def over_the_socket(page: Page) -> dict[str, Any]:
    """What a page hears that looks at the table anew, and asks whatever can be asked."""
    told = {"table": page.table, "again": page.ask("table"), "analysis": page.ask("analyse", on=True)}
    told |= {f"view {ply}": page.ask("view", ply=ply) for ply in (0, 1, 2)}
    return told | {"seen": [frame for frame in page.seen if frame["type"] != "pong"]}


def over_http(server: Running, table: str, page: Page) -> dict[str, Any]:
    """What every address tells of a table."""
    place = f"/api/tables/{table}"
    places = {ref for site in page.table["scene"]["sites"] if (ref := site["ref"])}
    with server.client() as client:
        told: dict[str, Any] = {
            "trial": client.get(f"{place}/trial").text,
            "rules": client.get(f"{place}/rules").json(),
            "source": client.get(f"{place}/source").json(),
            "study": client.post("/api/studies", json={"table": table}).json(),
            "steps": [client.post(f"{place}/steps", json={"ply": ply}).json() for ply in (1, 2)],
            "played": [client.post(f"{place}/why", json={"ply": ply, "about": "played"}).json() for ply in (1, 2)],
        }
        for ref in sorted(places)[::7]:
            asked = {"ply": 2, "about": "move", "from": ref, "to": ref}
            told[f"why {ref}"] = client.post(f"{place}/why", json=asked).json()
        for name in ("/api/studies/{}/file", "/api/studies/{}/position"):
            told[name] = client.get(name.format(table)).status_code
    return told


@each_pair
def test_a_page_is_told_nothing_that_its_player_cannot_see(server: Running, pair: Pair) -> None:
    told = []
    for answer in pair.answers:
        with server.page(played(server, pair, answer)) as page:
            assert page.position["viewer"] == 1
            told.append(json.dumps(plain(over_the_socket(page)), sort_keys=True))
    assert told[0] == told[1]


@each_pair
def test_no_address_tells_what_the_player_cannot_see(server: Running, pair: Pair) -> None:
    told = []
    for answer in pair.answers:
        table = played(server, pair, answer)
        with server.page(table) as page:
            told.append(plain(over_http(server, table, page)))
    assert told[0] == told[1]
    assert told[0]["study"]["error"]["code"] == "forbidden"
    assert all(told[0][name] >= 400 for name in ("/api/studies/{}/file", "/api/studies/{}/position"))


@each_pair
def test_a_machines_move_is_told_as_far_as_it_is_seen(server: Running, pair: Pair) -> None:
    table = server.create(game=pair.game, players=["human", "random"], seed=2)
    with server.page(table) as page:
        page.play(next(move["index"] for move in page.position["moves"] if move["name"] == pair.own))
        page.until(2)
        other = page.history[1]
        landed = page.position["last"]["to"]
        assert (other["player"], other["name"].startswith("?-")) == (2, landed is not None)
        assert landed or other["name"] == "hidden"
        assert page.position["last"]["from"] is None


def test_the_other_hand_of_agram_is_told_nowhere(server: Running) -> None:
    table = server.create(game="Agram", players=["human", "random"], seed=3)
    with server.page(table) as page, server.client() as client:
        while not page.position["over"] and page.position["ply"] < 4:
            page.play()
            while not (page.position["moves"] or page.position["over"]):
                page.wait("position")
        heard = json.dumps(page.seen)
        trial = client.get(f"/api/tables/{table}/trial").text
    assert "on hand of player 1" in heard and "on hand of player 2" not in heard
    others = {entry["name"] for entry in page.history if entry["player"] == 2}
    assert others and all(re.fullmatch(r"(Clubs|Diamonds|Hearts|Spades)\d+@x?B1", name) for name in others)
    assert re.search(r"(clubs|diamonds|hearts|spades) \d+ on B1", heard), "what lies open is told with its value"
    assert "hand2" not in trial and "RNG" not in trial
