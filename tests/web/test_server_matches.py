"""Matches at a table: several games, one after the other."""

from __future__ import annotations

import threading
from pathlib import Path

import httpx
import pytest
from web_client import PATIENCE, SERIES, Page, Running, running

import ludens
from ludens.web.engine.desk import Desk
from ludens.web.engine.requests import Choose, Start
from ludens.web.limits import Limits

ENDLESS = '(match "Endless" (players 2) (games (subgame "Tic-Tac-Toe" next:0)) (end (if False (result P1 Win))))'


def first_game(page: Page) -> None:
    """Play the first game to its end: A1 B1 C1 A2 B2 C2 A3, and player 1 has a diagonal."""
    while not page.position["match"]["between"]:
        page.play()


def test_the_second_game_has_another_board(server: Running) -> None:
    with server.page(server.create(text=SERIES, players=["human", "human"])) as page:
        assert page.table["game"]["games"] == ["Tic-Tac-Toe", "Amazons"]
        assert page.position["match"] == {"number": 1, "game": "Tic-Tac-Toe", "scores": [0, 0], "between": False}
        first_game(page)
        assert page.position["status"] == "Tic-Tac-Toe: Cross wins. The next game follows."
        assert (page.position["over"], page.position["result"]) == (False, None)
        (onward,) = page.position["moves"]
        assert (onward["name"], onward["kind"], onward["to"]) == ("next game", "other", None)
        answer = page.play()
        assert answer["type"] == "table"
        assert len(answer["scene"]["sites"]) == 36
        assert page.position["match"] == {"number": 2, "game": "Amazons", "scores": [1, 0], "between": False}
        assert len(page.position["pieces"]["pieces"]) == 8
        assert [entry["player"] for entry in page.history] == [1, 2, 1, 2, 1, 2, 1, 0]
        assert page.play()["type"] == "position"


def test_undo_redo_and_looking_back_reach_over_the_games(server: Running) -> None:
    with server.page(server.create(text=SERIES, players=["human", "human"])) as page:
        first_game(page)
        page.play()
        page.play()
        past = page.ask("view", ply=3)
        assert len(past["scene"]["sites"]) == 9
        assert len(past["position"]["pieces"]["pieces"]) == 3
        assert past["position"]["match"]["number"] == 1
        assert page.ask("view", ply=8)["scene"] is None
        assert page.ask("undo")["type"] == "position"
        back = page.ask("undo")
        assert (back["type"], back["position"]["ply"], len(back["scene"]["sites"])) == ("table", 7, 9)
        assert page.position["match"]["between"]
        assert page.ask("undo")["type"] == "position"
        assert page.ask("redo")["position"]["ply"] == 7
        assert page.ask("redo")["type"] == "table"
        assert page.ask("redo")["position"]["ply"] == 9


def test_agents_play_a_match_to_its_end(server: Running) -> None:
    with server.page(server.create(text=SERIES, players=["random", "greedy"], seed=2)) as page:
        page.until(200)
        assert page.position["over"]
        assert page.position["result"].startswith(("Cross wins.", "Nought wins."))
        assert page.position["match"]["number"] == 2
        assert sorted(page.position["ranking"]) == [1.0, 2.0]
        assert [frame["type"] for frame in page.seen].count("error") == 0


def test_people_say_when_it_goes_on(server: Running) -> None:
    """Also where an agent made the last move of a game."""
    with server.page(server.create(text=SERIES, players=["uct:20", "human"], seed=2)) as page:
        while not page.position["match"]["between"]:
            page.until(page.position["ply"] + 1)
            if page.position["moves"] and not page.position["match"]["between"]:
                page.play()
        assert [move["name"] for move in page.position["moves"]] == ["next game"]
        page.play()
        while not page.position["moves"]:
            page.wait("position")
        hint = page.ask("hint")
        assert hint["name"] == page.position["moves"][hint["move"]]["name"]


def test_between_games_there_is_nothing_to_think_about(server: Running) -> None:
    with server.page(server.create(text=SERIES, players=["human", "human"])) as page:
        first_game(page)
        assert page.ask("hint")["code"] == "illegal"
        assert page.ask("analyse", on=True, seconds=0.1)["type"] == "ok"
        page.play()
        while page.wait("analysis")["ply"] != 8:
            pass


def test_only_agents_that_play_all_the_games(server: Running) -> None:
    table = server.create(text=SERIES)
    with server.page(table) as page:
        offered = ["informed", "mcts", "alphabeta", "uct", "unbounded", "greedy", "random", "worst", "level"]
        assert [agent["name"] for agent in page.table["agents"]] == offered
        assert [seat["who"] for seat in page.table["seats"]] == ["human", "uct:1s"]
        assert page.ask("seats", players=["territory:1s", "human"])["code"] == "agent"


@pytest.mark.parametrize(("agent", "tells"), [("level:6", False), ("uct:2000", True)])
def test_levels_keep_their_thoughts_to_themselves(agent: str, tells: bool) -> None:
    """In a match as elsewhere: they err on purpose, and what they think is no advice."""
    desk, told = Desk(ludens.load(SERIES), Limits()), list[object]()
    desk.do(Start(bytes(8), ("human", agent)))
    asked = Choose(player=1, agent=agent, seed=1, seconds=5.0)
    desk.search(asked, threading.Event())(told.append)
    assert bool(told) is tells


def test_a_match_is_kept(tmp_path: Path) -> None:
    with running(data=tmp_path) as server:
        table = server.create(text=SERIES, players=["human", "human"], seed=3)
        with server.page(table) as page:
            first_game(page)
            page.play()
            page.play()
            page.ask("undo")
            before = page.ask("table")
    with running(data=tmp_path) as server, server.page(table) as page:
        assert page.table["position"] == before["position"]
        assert page.history == before["history"]
        assert page.table["scene"] == before["scene"]
        assert page.ask("redo")["position"]["ply"] == 9


def test_a_trial_of_a_match_is_saved_and_opened(server: Running) -> None:
    table = server.create(text=SERIES, players=["human", "human"], seed=3)
    with server.page(table) as page, server.client() as client:
        first_game(page)
        page.play()
        page.play()
        trial = client.get(f"/api/tables/{table}/trial").text
        opened = client.post("/api/tables/open", json={"trial": trial, "text": SERIES})
        assert opened.status_code == 201
        with server.page(opened.json()["table"]) as other:
            assert other.position["pieces"] == page.position["pieces"]
            assert other.position["match"] == page.position["match"]
            assert other.history == page.history


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (SERIES.replace("Tic-Tac-Toe", "Nowhere"), "Nowhere"),
        (SERIES.replace("6x6", "1x1"), "Board Size/1x1"),
    ],
)
def test_games_that_a_match_cannot_have(server: Running, text: str, message: str) -> None:
    with server.client() as client:
        (error,) = client.post("/api/check", json={"text": text}).json()["errors"]
        assert message in error["message"]
        assert text.splitlines()[error["line"] - 1][error["column"] - 1 :].startswith("(subgame")
        assert client.post("/api/tables", json={"text": text}).json()["error"]["code"] == "description"


def test_a_match_without_end(server: Running) -> None:
    with server.client() as client:
        answer = client.post("/api/tables", json={"text": ENDLESS})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "description")
    assert "not over after" in answer.json()["error"]["message"]


def test_the_games_of_ones_own_match_lie_beside_it(tmp_path: Path) -> None:
    from test_server_command import started
    from web_client import NOUGHTS

    (tmp_path / "Own Noughts.lud").write_text(NOUGHTS)
    (tmp_path / "match.lud").write_text(SERIES.replace("Tic-Tac-Toe", "Own Noughts"))
    with started("--data", str(tmp_path), str(tmp_path / "match.lud")) as address:
        table = address.rpartition("/")[2]
        server = Running(address.partition("/table/")[0], None)  # type: ignore[arg-type]
        with server.page(table) as page:
            assert page.position["match"]["game"] == "Noughts"
        assert httpx.get(f"{server.address}/api/tables/{table}/trial", timeout=PATIENCE).status_code == 200


def test_a_long_match_ends_at_the_limit() -> None:
    with running(Limits(plies=9, pace_seconds=0.001)) as server:
        table = server.create(text=SERIES, players=["random", "random"], seed=1)
        with server.page(table) as page:
            assert "come to 9 moves" in page.wait("error")["message"]
            assert page.ask("table")["paused"]
