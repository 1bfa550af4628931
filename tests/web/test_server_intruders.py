"""Strangers at tables of several people: forged and stolen secrets, other tables, and where secrets must not be."""

from __future__ import annotations

import hashlib
import json
import logging
import secrets

import pytest
from guests import Guest, seated
from test_server_fuzz import send_frames
from web_client import NOUGHTS, PATIENCE, Running
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ludens.web.people import keys
from ludens.web.people.keys import COOKIE


def is_turned_away(server: Running, table: str, cookie: str) -> bool:
    """Whether a page with this cookie hears nothing of a table but that it is for others."""
    headers = {"Cookie": cookie} if cookie else None
    with connect(f"ws{server.address[4:]}/ws/{table}", proxy=None, additional_headers=headers) as socket:
        frames = []
        with pytest.raises(ConnectionClosed):
            while True:
                frames.append(json.loads(socket.recv(PATIENCE)))
    return [frame.get("code") for frame in frames] == ["forbidden"]


@pytest.mark.parametrize(
    "cookie",
    [
        "",
        f"{COOKIE}=",
        f"{COOKIE}=x",
        f"{COOKIE}={'A' * 43}",
        f"{COOKIE}={'é' * 40}",
        f"{COOKIE}={'x' * 5000}",
        "a=b; ; =",
    ],
)
def test_forged_cookies_are_nobody(server: Running, cookie: str) -> None:
    with seated(server, text=NOUGHTS) as table:
        assert is_turned_away(server, table.id, cookie.encode("ascii", "ignore").decode())


def test_a_stored_digest_is_no_secret_to_come_in_with(server: Running) -> None:
    with seated(server, text=NOUGHTS) as table:
        stored = server.database.load(table.id)
        assert stored is not None and stored.party is not None
        digest = json.loads(stored.party.party)["host"]
        assert table.guests[0].cookie.partition("=")[2] not in stored.party.party.decode()
        assert digest == hashlib.sha256(table.guests[0].cookie.partition("=")[2].encode()).hexdigest()
        assert is_turned_away(server, table.id, f"{COOKIE}={digest}")


@pytest.mark.parametrize("key", ["", "x", "A" * 32, "null", "-" * 100, "A" * 101, "\x00", "ä" * 9])
def test_forged_links_lead_nowhere(server: Running, key: str) -> None:
    with seated(server, text=NOUGHTS) as table:
        stranger = Guest(server)
        assert stranger.sit(table.id, key).status_code in (400, 403)
        assert not stranger.cookie, "who is refused is nobody"
        assert is_turned_away(server, table.id, stranger.cookie)


def test_secrets_of_one_table_are_none_of_another(server: Running) -> None:
    with seated(server, text=NOUGHTS) as one, seated(server, text=NOUGHTS) as other:
        key = one.pages[0].people["watch_key"]
        assert Guest(server).sit(other.id, key).status_code == 403
        for guest in one.guests:
            assert is_turned_away(server, other.id, guest.cookie)
            for path in ("trial", "source", "rules"):
                assert guest.client.get(f"/api/tables/{other.id}/{path}").status_code == 403
        person = other.pages[1].people["person"]
        assert one.pages[0].ask("dismiss", person=person)["code"] == "unknown"


def test_only_the_host_is_told_links_and_nobody_who_others_are(server: Running) -> None:
    with seated(server, text=NOUGHTS) as table:
        host, guest = table.pages
        onlooker = Guest(server)
        onlooker.sit(table.id, host.people["watch_key"], "Otto")
        with onlooker.page(table.id) as page:
            page.ask("table"), guest.ask("say", text="hello"), host.ask("rename", name="Anna")
            table.settle(), page.ask("ping")
            links = [chair["key"] for chair in host.people["chairs"]] + [host.people["watch_key"]]
            cookies = [one.cookie.partition("=")[2] for one in (*table.guests, onlooker)]
            digests = [keys.browser_of({COOKIE: cookie}) for cookie in cookies]
            for told in (guest.seen, page.seen):
                assert not [secret for secret in links + cookies + digests if secret in json.dumps(told)]
            assert not [secret for secret in cookies + digests if secret in json.dumps(host.seen)]


def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(server: Running) -> None:
    guest = Guest(server)
    made = guest.client.post("/api/tables", json={"text": NOUGHTS, "shared": {}})
    said = made.headers["set-cookie"].lower()
    assert "httponly" in said and "samesite=strict" in said and "secure" not in said
    assert "set-cookie" not in guest.client.post("/api/tables", json={"text": NOUGHTS, "shared": {}}).headers
    with server.client() as client:
        assert "set-cookie" not in client.post("/api/tables", json={"text": NOUGHTS}).headers, (
            "who plays alone is nobody"
        )
        foreign = client.post(
            f"/api/tables/{made.json()['table']}/sit", json={"key": "x"}, headers={"Origin": "https://evil.example"}
        )
    assert foreign.status_code == 403 and foreign.json()["error"]["message"].startswith(
        "this request comes from another"
    )


def test_secrets_are_in_no_log(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="ludens.web"), seated(server, text=NOUGHTS) as table:
        key = table.pages[0].people["chairs"][1]["key"]
        Guest(server).sit(table.id, key), Guest(server).sit(table.id, key[:-1])
        session = server.lobby._sessions[table.id].result()
        session.talk.say = None  # a defect of ours
        assert table.pages[1].ask("say", text="hello")["message"] == "something went wrong in the server"
        cookies = [guest.cookie.partition("=")[2] for guest in table.guests]
        assert "say" in caplog.text.lower()
        assert not [secret for secret in [key, *cookies] if secret in caplog.text]


def test_comparing_secrets_is_not_by_where_they_differ() -> None:
    key = keys.new_key()
    assert keys.same(key, key) and not keys.same(key, keys.new_key()) and not keys.same("", "")
    assert len(key) == 32 and len({keys.new_key() for _ in range(100)}) == 100
    assert not keys.same(key, "é") and secrets.compare_digest(key.encode(), key.encode())


def test_wrong_messages_by_the_hundred_leave_a_table_as_it_is(server: Running) -> None:
    with seated(server, {"clock": {"kind": "fischer", "main": 600}}, text=NOUGHTS) as table:
        onlooker = Guest(server)
        onlooker.sit(table.id, table.pages[0].people["watch_key"])
        send_frames(server, table.id, 300, seed=3, cookie=onlooker.cookie)
        table.settle()
        assert [page.people["seat"] for page in table.pages] == [1, 2]
        assert table.pages[0].position["ply"] == 0
        send_frames(server, table.id, 300, seed=4, cookie=table.guests[1].cookie)
        table.settle()
        assert table.pages[0].people["host"] and table.pages[0].people["chairs"][0]["name"] == "Ann"
