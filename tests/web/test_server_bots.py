"""The bot API: what bots listen to, how they play, what their tokens let them do."""

from __future__ import annotations

import base64
from contextlib import ExitStack, closing
from typing import Any

import pytest
from guests import Guest
from robots import Robot, upon
from web_client import Running, running

import ludens


@pytest.fixture(scope="module")
def server() -> Any:
    with running() as one:
        yield one


@pytest.fixture(scope="module")
def ann(server: Running) -> Any:
    with closing(Robot(server, "AnnBot")) as bot:
        yield bot


@pytest.fixture(scope="module")
def ben(server: Running) -> Any:
    with closing(Robot(server, "BenBot")) as bot:
        yield bot


def begun(stack: ExitStack, ann: Robot, ben: Robot, **asked: Any) -> str:
    """A game that Ben's bot has accepted; gives its id."""
    ours, theirs = stack.enter_context(ann.events()), stack.enter_context(ben.events())
    number = ann.challenge(ben, color="white", **asked)
    challenge = upon(theirs, "challenge")["challenge"]
    assert challenge["id"] == number and challenge["challenger"]["name"] == ann.name
    assert ben.post(f"/api/challenge/{number}/accept").json() == {"ok": True}
    game = upon(theirs, "gameStart")["game"]
    assert game["color"] == "black" and upon(ours, "gameStart")["game"]["color"] == "white"
    return str(game["gameId"])


def test_bots_play_any_game_by_its_own_notation(ann: Robot, ben: Robot) -> None:
    with ExitStack() as stack:
        table = begun(stack, ann, ben, game="Tic-Tac-Toe", **{"clock.limit": 60, "clock.increment": 1})
        ours, theirs = stack.enter_context(ann.game(table)), stack.enter_context(ben.game(table))
        first = upon(ours, "gameFull")
        assert first["variant"]["key"] == "tictactoe" and first["notation"] == "names" and first["you"] == 1
        assert first["white"]["name"] == "AnnBot" and first["white"]["title"] == "BOT"
        assert first["clock"] == {"initial": 60_000, "increment": 1000}
        assert len(first["state"]["legal"]) == 9 and first["state"]["yours"]
        assert upon(theirs, "gameFull")["state"]["legal"] == []
        refused = ben.move(table, "A1")
        assert refused.status_code == 400 and refused.json()["error"]["message"] == "it is not your turn"
        for player, move in ((ann, "A1"), (ben, "a2"), (ann, "B1"), (ben, "B2"), (ann, "C1")):
            assert player.move(table, move).json() == {"ok": True}
        *_, last = ours
        assert last["status"] == "variantEnd" and last["winner"] == "white" and last["moves"] == "A1 A2 B1 B2 C1"
        assert last["ranking"] == [1.0, 2.0]
        *_, last = theirs
        assert last["winner"] == "white"


def test_chess_is_written_in_uci(ann: Robot, ben: Robot) -> None:
    with ExitStack() as stack:
        table = begun(stack, ann, ben, variant="standard")
        ours = stack.enter_context(ann.game(table))
        first = upon(ours, "gameFull")
        assert first["variant"] == {"key": "standard", "name": "Chess", "short": "Chess"}
        assert first["initialFen"] == "startpos" and first["notation"] == "uci"
        assert {"e2e4", "g1f3"} <= {one["text"] for one in first["state"]["legal"]}
        chess = ludens.load("Chess")
        assert chess.from_bytes(base64.b64decode(first["state"]["position"])).notations() == chess.start().notations()
        for player, move in ((ann, "f2f3"), (ben, "e7e5"), (ann, "g2g4"), (ben, "d8h4")):
            assert player.move(table, move).json() == {"ok": True}
        *_, last = ours
        assert (last["status"], last["winner"], last["moves"]) == ("mate", "black", "f2f3 e7e5 g2g4 d8h4")


def test_a_turn_of_several_plies_is_one_move_of_uci(ann: Robot, ben: Robot) -> None:
    with ExitStack() as stack:
        table = begun(stack, ann, ben, variant="standard")
        plies = ["a2a4", "b7b5", "a4b5", "a7a6", "b5a6", "c8b7", "a6b7", "b8c6", "b7a8q"]
        for number, move in enumerate(plies):
            answer = (ann, ben)[number % 2].move(table, move)
            assert answer.json() == {"ok": True}, (move, answer.text)
        first = upon(stack.enter_context(ben.game(table)), "gameFull")
        assert first["state"]["moves"] == " ".join(plies) and first["state"]["yours"]


def test_bots_talk_resign_agree_and_abort(ann: Robot, ben: Robot) -> None:
    with ExitStack() as stack:
        table = begun(stack, ann, ben, game="Tic-Tac-Toe")
        ours, theirs = stack.enter_context(ann.game(table)), stack.enter_context(ben.game(table))
        upon(ours, "gameFull"), upon(theirs, "gameFull")
        ann.post(f"/api/bot/game/{table}/chat", data={"room": "player", "text": "hello <b>"})
        ann.post(f"/api/bot/game/{table}/chat", json={"room": "spectator", "text": "to who looks on"})
        assert upon(theirs, "chatLine") == {
            "type": "chatLine",
            "room": "player",
            "username": "AnnBot",
            "text": "hello <b>",
        }
        ann.move(table, "A1")
        assert ann.post(f"/api/bot/game/{table}/takeback/yes").json() == {"ok": True}
        assert next(line for line in theirs if line["type"] == "gameState" and line.get("wtakeback"))
        assert ben.post(f"/api/bot/game/{table}/takeback/yes").json() == {"ok": True}
        ann.move(table, "A2")
        ann.post(f"/api/bot/game/{table}/draw/yes"), ben.post(f"/api/bot/game/{table}/draw/no")
        ben.move(table, "A1")
        assert ben.post(f"/api/bot/game/{table}/abort").status_code == 400
        assert ben.post(f"/api/bot/game/{table}/resign").json() == {"ok": True}
        *_, last = ours
        assert (last["status"], last["winner"], last["moves"]) == ("resign", "white", "A2 A1")
        other = begun(stack, ann, ben, game="Tic-Tac-Toe")
        assert ann.post(f"/api/bot/game/{other}/abort").json() == {"ok": True}
        assert upon(stack.enter_context(ben.game(other)), "gameFull")["state"]["status"] == "aborted"


def test_a_person_invites_a_bot_to_a_table(server: Running, ann: Robot) -> None:
    host = Guest(server)
    with ann.events() as events:
        table = host.host({"name": "Hans"}, game="Tic-Tac-Toe")
        assert [
            json_line for json_line in host.client.get("/api/bot/online").text.splitlines() if "AnnBot" in json_line
        ]
        asked = host.client.post("/api/challenge/annbot", json={"table": table})
        assert asked.status_code == 200, asked.text
        challenge = upon(events, "challenge")["challenge"]
        assert challenge["challenger"]["name"] == "Hans" and challenge["color"] == "white"
        stranger = Guest(server)
        assert stranger.client.post("/api/challenge/annbot", json={"table": table}).status_code == 403
        ann.post(f"/api/challenge/{challenge['id']}/accept")
        assert upon(events, "gameStart")["game"]["opponent"]["name"] == "Hans"
        with host.page(table) as page:
            assert page.people["chairs"][1]["name"] == "AnnBot"
            page.play(4)
            with ann.game(table) as game:
                state = upon(game, "gameFull")["state"]
                assert state["yours"] and len(state["legal"]) == 8
                ann.move(table, state["legal"][0]["text"])
            page.until(2)
            page.ask("resign")
        assert upon(events, "gameFinish")["game"]["status"] == {"name": "resign"}


def test_challenges_are_declined_and_taken_back(ann: Robot, ben: Robot) -> None:
    with ann.events() as ours, ben.events() as theirs:
        one = ann.challenge(ben, game="Tic-Tac-Toe")
        assert [c["id"] for c in ben.get("/api/challenge")["in"]] == [one]
        assert [c["id"] for c in ann.get("/api/challenge")["out"]] == [one]
        assert ann.post(f"/api/challenge/{one}/accept").status_code == 404
        ben.post(f"/api/challenge/{one}/decline", data={"reason": "tooFast"})
        assert upon(ours, "challengeDeclined")["challenge"]["decline_reason"] == "tooFast"
        other = ann.challenge(ben, game="Tic-Tac-Toe")
        assert ben.post(f"/api/challenge/{other}/cancel").status_code == 404
        ann.post(f"/api/challenge/{other}/cancel")
        assert upon(theirs, "challengeCanceled")["challenge"]["id"] == other
        assert ann.post("/api/challenge/benbot", json={"game": "No Such Game"}).status_code == 404
    assert ann.post("/api/challenge/benbot", json={"game": "Tic-Tac-Toe"}).status_code == 409


def test_tokens_let_one_do_what_their_scopes_say(server: Running, ann: Robot) -> None:
    reader = Robot(server, "Reader", scopes=["challenge:read"])
    with closing(reader):
        check_reader(server, ann, reader)


def check_reader(server: Running, ann: Robot, reader: Robot) -> None:
    assert reader.get("/api/account")["username"] == "Reader"
    assert reader.get("/api/challenge") == {"in": [], "out": []}
    for path in ("/api/stream/event", "/api/bot/game/stream/x", "/api/account/playing"):
        assert reader.client.get(path).status_code == 403
    assert reader.post("/api/challenge/annbot", json={"game": "Tic-Tac-Toe"}).status_code == 403
    tested = reader.client.post("/api/token/test", content=f"{ann.token},ludens_x").json()
    assert tested[ann.token]["userId"] == "annbot" and tested["ludens_x"] is None
    with server.client() as client:
        assert client.post("/api/bots", json={"name": "annbot"}).status_code == 409
        for name in ("", "a", "x y", "ä" * 5, "<b>", "a" * 30):
            assert client.post("/api/bots", json={"name": name}).status_code == 400
        assert client.post("/api/bots", json={"name": "Other", "scopes": ["root"]}).status_code == 400


def test_who_made_a_bot_removes_it(server: Running) -> None:
    owner, other = Guest(server), Guest(server)
    token = owner.client.post("/api/bots", json={"name": "Mine"}).json()["token"]
    assert [one["name"] for one in owner.client.get("/api/bots").json()["bots"]] == ["Mine"]
    assert other.client.post("/api/bots/mine/remove", json={}).status_code == 404
    headers = {"Authorization": f"Bearer {token}"}
    assert other.client.get("/api/account", headers=headers).status_code == 200
    assert owner.client.post("/api/bots/mine/remove", json={}).json() == {"ok": True}
    assert other.client.get("/api/account", headers=headers).status_code == 401
