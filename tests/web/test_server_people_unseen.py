"""Two games that differ only in what somebody cannot see are the same to them at a table of several people, too."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from guests import Guest, seated
from test_server_unseen import plain
from web_client import Page, Running

from hidden_pairs import PAIRS, Pair

each_pair = pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.game)
#: what tells two tables apart whatever is played there
_OWN = ("person", "key", "watch_key", "number", "at", "clock")
#: who looks at the games: one of the seats, or nobody of them
Look = Callable[[Guest, Page], str]


def own(told: Any) -> Any:
    """Without what tells tables apart that are the same to their players."""
    if isinstance(told, dict):
        return {key: own(value) for key, value in told.items() if key not in _OWN}
    return [own(one) for one in told] if isinstance(told, list) else told


def heard(guest: Guest, table: str, page: Page) -> str:
    """All that somebody was sent since they came, and what they are answered whatever they ask."""
    asked = [page.ask("table"), *(page.ask("view", ply=ply) for ply in (0, 1, 2))]
    for kind, more in (("hint", {}), ("analyse", {"on": True}), ("play", {"ply": 2, "move": 10_000})):
        asked.append(page.ask(kind, **more))
    place, client = f"/api/tables/{table}", guest.client
    refs = sorted({site["ref"] for site in page.table["scene"]["sites"] if site["ref"]})
    bodies: list[dict[str, Any]] = [
        {"ply": 2, "about": "end"},
        {"ply": 1, "about": "played"},
        {"ply": 2, "about": "played"},
    ]
    bodies += [{"ply": 2, "about": "move", "move": number} for number in (0, 7, 10_000)]
    bodies += [{"ply": 2, "about": "sites", "origin": ref, "target": ref} for ref in refs[::9]]
    told = {
        "asked": [answer for answer in asked if answer.get("code") != "limit"],
        "seen": [frame for frame in page.seen if frame["type"] not in ("people", "probe", "pong")],
        "people": page.people,
        "trial": client.get(f"{place}/trial").text,
        "why": [client.post(f"{place}/why", json=body).json() for body in bodies],
        "steps": [client.post(f"{place}/steps", json={"ply": ply}).json() for ply in (1, 2)],
        "study": client.post("/api/studies", json={"table": table}).json(),
    }
    return json.dumps(own(plain(told)), sort_keys=True)


def played(server: Running, pair: Pair, answer: str) -> list[str]:
    """What the first player hears, somebody who looks on and the crowd, when the second one has given an answer."""
    with seated(server, {"broadcast": True}, game=pair.game) as table:
        onlooker = Guest(server)
        onlooker.sit(table.id, table.pages[0].people["watch_key"], "Otto")
        with onlooker.page(table.id) as watching, server.page(table.id) as crowd:
            for page, name in zip(table.pages, (pair.own, answer), strict=True):
                page.until(0 if page is table.pages[0] else 1)
                page.play(next(move["index"] for move in page.position["moves"] if move["name"] == name))
            for page in (table.pages[0], watching, crowd):
                page.until(2)
            own_name, *others = (page.history[1]["name"] for page in (table.pages[1], table.pages[0], watching, crowd))
            assert own_name not in others
            pages = ((table.guests[0], table.pages[0]), (onlooker, watching), (Guest(server), crowd))
            return [heard(guest, table.id, page) for guest, page in pages]


@each_pair
def test_neither_the_other_seat_nor_who_looks_on_is_sent_what_is_hidden(server: Running, pair: Pair) -> None:
    first, second = (played(server, pair, answer) for answer in pair.answers)
    assert first[0] == second[0], "the first player"
    assert first[1] == second[1], "somebody who looks on"
    assert first[2] == second[2], "the crowd"


def test_at_the_end_everything_is_open(server: Running) -> None:
    with seated(server, game="Phantom Tic-Tac-Toe") as table:
        ann, ben = table.pages
        ann.play(0)
        ben.until(1)
        assert not ben.position["pieces"]["pieces"]
        ben.ask("resign")
        ann.until(2)
        assert ben.position["viewer"] is None and len(ben.position["pieces"]["pieces"]) == 1
        assert table.guests[1].client.get(f"/api/tables/{table.id}/trial").text.startswith("game=")


def test_what_is_drawn_for_all_is_the_same_for_all(server: Running) -> None:
    with seated(server, game="Agram") as table:
        hands = []
        for seat, page in enumerate(table.pages, 1):
            labels = [piece["label"] for piece in page.position["pieces"]["pieces"]]
            assert all(f"player {seat}," in label for label in labels) and len(labels) == 6
            hands.append({label.partition(" on ")[0] for label in labels})
        assert not hands[0] & hands[1]
        for page, others in zip(table.pages, reversed(hands), strict=True):
            text = json.dumps(page.seen)
            assert not [card for card in others if f'"{card} on' in text]
