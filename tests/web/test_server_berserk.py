"""The bot API as `berserk`, the library with which bots of lichess are written, sees it: nothing of it is changed."""

from __future__ import annotations

import threading
from contextlib import closing
from typing import Any

import pytest
from robots import Robot
from web_client import Running

berserk = pytest.importorskip("berserk")


def client_of(server: Running, robot: Robot) -> Any:
    return berserk.Client(session=berserk.TokenSession(robot.token), base_url=server.address)


def play(client: Any, events: Any, wins: dict[str, str]) -> None:
    """Accept what one is challenged to, and play the first legal move, to the end of a game."""
    name = client.account.get()["username"]
    for event in events:
        if event["type"] == "challenge" and event["challenge"]["destUser"]["name"] == name:
            client.bots.accept_challenge(event["challenge"]["id"])
        if event["type"] != "gameStart":
            continue
        game = event["game"]["gameId"]
        for line in client.bots.stream_game_state(game):
            state = line["state"] if line["type"] == "gameFull" else line
            if state["type"] == "gameState" and state["yours"]:
                client.bots.make_move(game, state["legal"][0]["text"])
            if state["type"] == "gameState" and state["status"] != "started":
                wins[name] = state.get("winner", "")
        return


def test_two_bots_written_with_berserk_play_a_game(server: Running) -> None:
    with closing(Robot(server, "BerserkA")) as one, closing(Robot(server, "BerserkB")) as two:
        clients = [client_of(server, robot) for robot in (one, two)]
        streams = [client.bots.stream_incoming_events() for client in clients]
        wins: dict[str, str] = {}
        pairs = zip(clients, streams, strict=True)
        threads = [threading.Thread(target=play, args=(client, events, wins), daemon=True) for client, events in pairs]
        for thread in threads:
            thread.start()
        while {"BerserkA", "BerserkB"} - {bot["name"] for bot in clients[0].bots.get_online_bots()}:
            threads[0].join(0.02)
        with pytest.raises(berserk.exceptions.ResponseError):
            clients[0].challenges.create("BerserkB", rated=False, variant="no such game")
        made = clients[0].challenges.create(
            "BerserkB", rated=True, variant="tictactoe", clock_limit=60, clock_increment=0
        )
        assert made["challenge"]["timeControl"]["show"] == "1+0"
        for thread in threads:
            thread.join(60)
        assert wins["BerserkA"] == wins["BerserkB"] != ""


def test_berserk_reads_the_rest(server: Running) -> None:
    with closing(Robot(server, "BerserkC")) as robot:
        client = client_of(server, robot)
        account = client.account.get()
        assert account["title"] == "BOT" and account["createdAt"].year > 2000
        assert client.challenges.get_mine() == {"in": [], "out": []}
        assert client.account.upgrade_to_bot() is None
        game = client.challenges.create_ai(level=1, variant="tictactoe", color="white")
        assert next(iter(client.bots.stream_game_state(game["id"])))["type"] == "gameFull"
        client.bots.post_message(game["id"], "hello")
        assert [one["gameId"] for one in client.games.get_ongoing()] == [game["id"]]
        client.bots.resign_game(game["id"])
        assert client.games.get_ongoing() == []
        with pytest.raises(berserk.exceptions.ResponseError):
            client.bots.make_move(game["id"], "A1")
