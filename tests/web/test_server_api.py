"""What a page asks over HTTP: docs/web.md."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from web_client import NOUGHTS, Running

from ludens import agents, library

WRONG = """(game "Wrong" (players 2)
    (equipment {(board (squar 3)) (piece "Disc" Eac)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""


def test_the_library(server: Running) -> None:
    with server.client() as client:
        games = client.get("/api/games").json()["games"]
    assert [game["name"] for game in games] == library.names()
    by_name = {game["name"]: game for game in games}
    assert by_name["Amazons"]["category"] == "blocking"
    assert by_name["Peg Solitaire"]["players"] == 1
    sizes = next(option for option in by_name["Amazons"]["options"] if option["heading"] == "Board Size")
    assert [item["selected"] for item in sizes["items"]].count(True) == 1
    assert not [game["name"] for game in games if "error" in game]


def test_pictures_and_sources(server: Running) -> None:
    with server.client() as client:
        picture = client.get("/api/games/Tic-Tac-Toe/picture.svg")
        assert picture.headers["content-type"] == "image/svg+xml"
        assert ElementTree.fromstring(picture.text).tag.endswith("svg")
        assert client.get("/api/games/Tic-Tac-Toe/source").json()["text"] == library.read("Tic-Tac-Toe")
        assert client.get("/api/games/Tic-Tac-Tow/source").status_code == 404
        assert client.get("/api/games/Tic-Tac-Tow/picture.svg").status_code == 404


def test_an_address_that_leads_nowhere_is_a_page_for_people_and_a_message_for_programs(server: Running) -> None:
    with server.client() as client:
        shown = client.get("/games", headers={"Accept": "text/html,*/*"})
        assert (shown.status_code, shown.headers["content-type"]) == (404, "text/html; charset=utf-8")
        for path in ("/games", "/api/nothing", "/static/nothing.js"):
            asked = client.get(path, headers={"Accept": "text/html" if path != "/games" else "application/json"})
            assert asked.json()["error"]["code"] == "unknown"


def offered() -> list[str]:
    """The agents that need no file."""
    return [name for name in agents.names() if not agents.kinds()[name].from_file]


def test_agents(server: Running) -> None:
    with server.client() as client:
        listed = client.get("/api/agents").json()["agents"]
    assert [agent["name"] for agent in listed] == offered()
    assert next(agent for agent in listed if agent["name"] == "uct")["limits"]


def test_strongest_agent_of_a_game(server: Running) -> None:
    with server.client() as client:
        for game, name in (("Amazons", "territory"), ("Hex", "informed"), ("Breakthrough", "tuned")):
            listed = client.get("/api/agents", params={"game": game}).json()["agents"]
            assert [agent["name"] for agent in listed if agent["strongest"]] == [name]


def test_agents_of_a_game(server: Running) -> None:
    with server.client() as client:
        listed = {
            game: [agent["name"] for agent in client.get("/api/agents", params={"game": game}).json()["agents"]]
            for game in ("Amazons", "Tic-Tac-Toe", "Amazons")
        }
        checked = client.post("/api/check", json={"text": NOUGHTS}).json()
        assert client.get("/api/agents?game=Nowhere").status_code == 404
    assert listed["Amazons"] == offered()
    assert listed["Tic-Tac-Toe"] == [agent["name"] for agent in checked["agents"]]
    assert "territory" not in listed["Tic-Tac-Toe"]


def test_checking_tells_every_error_with_its_place(server: Running) -> None:
    with server.client() as client:
        found = client.post("/api/check", json={"text": WRONG}).json()
        first, second = found["errors"]
        assert (first["line"], first["column"], first["end_line"], first["end_column"]) == (2, 24, 2, 33)
        assert "square" in first["hint"]
        assert (second["line"], second["hint"]) == (2, "did you mean Each?")
        good = client.post("/api/check", json={"text": NOUGHTS}).json()
        assert (good["errors"], good["name"]) == ([], "Noughts")


def test_checking_tells_slips_of_the_metadata_as_warnings(server: Running) -> None:
    with server.client() as client:
        found = client.post("/api/check", json={"text": NOUGHTS + "\n(metadata (graphics (board Stile Go)))"}).json()
    (warning,) = found["warnings"]
    assert (found["errors"], found["name"]) == ([], "Noughts")
    assert (warning["severity"], warning["hint"]) == ("warning", "did you mean Style?")
    assert warning["line"] == NOUGHTS.count("\n") + 2 and warning["end_column"] - warning["column"] == len("Stile")


def test_checking_tells_options(server: Running) -> None:
    with server.client() as client:
        found = client.post("/api/check", json={"text": library.read("Amazons"), "options": ["Board Size/6x6"]}).json()
    items = next(option for option in found["options"] if option["heading"] == "Board Size")["items"]
    assert [item["name"] for item in items if item["selected"]] == ["6x6"]


def test_a_wrong_description_opens_no_table(server: Running) -> None:
    with server.client() as client:
        answer = client.post("/api/tables", json={"text": WRONG})
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "description"
    assert len(answer.json()["error"]["errors"]) == 2


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"game": 3},
        {"game": "Hex", "text": NOUGHTS},
        {"game": "Tic-Tac-Toe", "players": "human"},
        {"game": "Tic-Tac-Toe", "players": ["human"] * 3},
        {"game": "Tic-Tac-Toe", "players": ["human", "deep thought"]},
        {"game": "Tic-Tac-Toe", "players": ["human", "uct:-1s"]},
        {"game": "Tic-Tac-Toe", "options": [1]},
        {"game": "Tic-Tac-Toe", "seed": -1},
        {"game": "Tic-Tac-Toe", "seed": 1 << 63},
        {"game": "Tic-Tac-Toe", "seed": True},
    ],
)
def test_what_makes_no_sense_is_malformed(server: Running, asked: dict[str, object]) -> None:
    with server.client() as client:
        answer = client.post("/api/tables", json=asked)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] in ("malformed", "agent", "limit")


@pytest.mark.parametrize("path", ["/api/tables", "/api/check", "/api/tables/open"])
def test_half_characters_are_refused(server: Running, path: str) -> None:
    body = '{"text": "\\ud800", "trial": "\\ud800"}'
    with server.client() as client:
        answer = client.post(path, content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "malformed")


def test_options_that_do_not_exist(server: Running) -> None:
    with server.client() as client:
        answer = client.post("/api/tables", json={"game": "Tic-Tac-Toe", "options": ["Board/Round"]})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "description")


@pytest.mark.parametrize("who", ["net:/etc/passwd", "NET:/etc/passwd:1s", "uct:/etc/passwd"])
def test_visitors_name_no_files_as_agents(server: Running, who: str) -> None:
    with server.client() as client:
        answer = client.post("/api/tables", json={"game": "Tic-Tac-Toe", "players": [who, "human"]})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "agent")
