"""Hostile visitors of bots and the archive: forged tokens, other people's games, floods, names in every script."""

from __future__ import annotations

import json
import logging
import secrets
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from guests import Guest, seated
from robots import Robot, upon
from test_server_bots import begun
from web_client import NOUGHTS, Running, running

from ludens.web.bots.accounts import PREFIX
from ludens.web.limits import Limits

NAMES = [
    "أحمد\u202e",
    "<script>alert(1)</script>",
    "名前",
    "Zo\u0308e\u200b",
    "'; DROP TABLE bots; --",
    "\x00a",
    "🙂" * 40,
]


@pytest.fixture(scope="module")
def server() -> Any:
    with running() as one:
        yield one


def test_forged_tokens_open_nothing(server: Running) -> None:
    with closing(Robot(server, "Real")) as real, server.client() as client:
        forged = [
            "", "x", PREFIX, PREFIX + secrets.token_urlsafe(32), real.token[:-1], real.token + "A", real.token.upper(),
            f"{real.token} {real.token}", "bot:real", "real", real.token.replace("_", "-", 1), "ü" * 50, "' OR 1=1 --",
        ]  # fmt: skip
        for token in forged:
            for header in (f"Bearer {token}", f"Basic {token}", token):
                answer = client.get("/api/account", headers={"Authorization": header.strip().encode()})
                assert answer.status_code == 401 and real.name not in answer.text, token
        assert client.get("/api/account").status_code == 401
        assert client.get(f"/api/account?token={real.token}").status_code == 401, "tokens stand in headers alone"
        client.cookies.set("ludens-guest", real.token)
        assert client.get("/api/account").status_code == 401


def test_a_bot_reads_no_table_but_its_own(server: Running) -> None:
    with closing(Robot(server, "Nosy")) as nosy, seated(server, {"public": False}, text=NOUGHTS) as table:
        alone = server.create(text=NOUGHTS)
        for id_ in (table.id, alone, "nothing", "../../etc", "a" * 400):
            for path in (f"stream/{id_}", f"{id_}/source"):
                assert nosy.client.get(f"/api/bot/game/{path}").status_code in (403, 404), path
            for path in ("move/A1", "chat", "abort", "resign", "draw/yes", "takeback/no"):
                answer = nosy.post(f"/api/bot/game/{id_}/{path}", json={"text": "x"})
                assert answer.status_code in (403, 404), (path, answer.text)
        assert nosy.post("/api/challenge/nosy", json={"table": table.id}).status_code in (400, 403, 409)
        table.pages[0].play(), table.pages[1].ask("resign")
        for _ in range(200):
            games = table.guests[0].client.get("/api/archive/mine").json()["games"]
            if games:
                break
        for place in (f"/api/archive/{games[0]['id']}", f"/api/archive/{games[0]['id']}/trial"):
            assert nosy.client.get(place).status_code == 404
        assert nosy.client.get(f"/api/tables/{table.id}/games").status_code == 403
        assert table.guests[0].cookie.partition("=")[2] not in json.dumps(games)
        assert "bot:" not in json.dumps(games)


def test_what_is_sent_is_taken_as_text(server: Running) -> None:
    with closing(Robot(server, "Ann-x")) as ann, closing(Robot(server, "Ben-x")) as ben, ExitStack() as stack:
        for name in NAMES:
            assert ann.post("/api/bots", json={"name": name}).status_code == 400, name
        table = begun(stack, ann, ben, game="Tic-Tac-Toe")
        theirs = stack.enter_context(ben.game(table))
        upon(theirs, "gameFull")
        for text in ("<b>x</b>", "'; DROP TABLE seated; --"):
            assert ann.post(f"/api/bot/game/{table}/chat", json={"text": text}).status_code == 200
            assert upon(theirs, "chatLine")["text"] == text
        assert ann.post(f"/api/bot/game/{table}/chat", json={"text": "a\u202eb"}).status_code == 400
        for text in ("%00", "A1%0aB1", "..%2f..%2f", "%3Cb%3E", "A1%3Fx", "a" * 20_000, "%F0%9F%99%82", "A1/B2/C3"):
            answer = ann.move(table, text)
            assert 400 <= answer.status_code < 500 and answer.headers["content-type"] == "application/json", text
        for body in (b"[]", b"{", b'{"rated": 7}', b"\xff\xfe", b'{"clock.limit": -1}', b'{"days": 1e99}'):
            assert ann.post("/api/challenge/ben-x", content=body).status_code == 400, body
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        for body in (b"rated=perhaps", b"clock.limit=x", b"&".join([b"a=1"] * 200), b"\xff=\xff"):
            assert ann.post("/api/challenge/ben-x", content=body, headers=form).status_code == 400, body


def test_a_host_is_called_what_they_may_be_called(server: Running) -> None:
    with closing(Robot(server, "Callee")) as bot, bot.events() as events:
        for name in NAMES:
            host = Guest(server)
            asked = {"game": "Tic-Tac-Toe", "name": name}
            answer = host.client.post("/api/challenge/callee", json=asked)
            if answer.status_code == 400:  # controls and characters of direction are refused
                continue
            told = upon(events, "challenge")["challenge"]["challenger"]["name"]
            assert len(told) <= 24 and "\u202e" not in told and "\u200b" not in told and "\x00" not in told


def test_floods_are_refused(tmp_path: Path) -> None:
    limits = Limits(address_requests_at_once=60, address_requests=1.0, address_tables=12, address_pages=2)
    with running(limits, tmp_path) as server:
        one, two = Robot(server, "Flood1"), Robot(server, "Flood2")
        with ExitStack() as stack:
            third = stack.enter_context(closing(Robot(server, "Flood3")))
            for robot in (one, two):
                stack.enter_context(robot.events())
            with third.events() as refused:
                assert "error" in next(iter(refused))
        made = [one.post("/api/bots", json={"name": f"More{n}"}).status_code for n in range(11)]
        assert made[0] == 201 and made[-1] == 429
        statuses = [one.client.get("/api/account").status_code for _ in range(60)]
        assert statuses[-1] == 429
        for robot in (one, two):
            robot.close()


def test_no_token_is_logged_or_stored(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG), running(data=tmp_path) as server, closing(Robot(server, "Quiet")) as robot:
        for path in ("/api/account", "/api/stream/event?x", "/api/bot/game/stream/none", "/api/none"):
            with robot.client.stream("GET", path):
                pass
        robot.post("/api/challenge/none", content=b"{")
        token = robot.token
    ours = [record.getMessage() for record in caplog.records if not record.name.startswith(("httpx", "httpcore"))]
    assert token not in "\n".join(ours)
    for file in tmp_path.rglob("*"):
        if file.is_file():
            assert token.encode() not in file.read_bytes(), file
