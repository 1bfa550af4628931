"""Headers, and requests that are not heard."""

from __future__ import annotations

import json

import httpx
import pytest
from web_client import PATIENCE, Running
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from ludens.web.middleware import is_loopback

PATHS = [
    "/",
    "/design",
    "/library",
    "/table/x",
    "/static/index.html",
    "/api/games",
    "/api/agents",
    "/nowhere",
    "/static/no",
]


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_has_the_headers(server: Running, path: str) -> None:
    with server.client() as client:
        headers = client.get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


def test_the_page_has_no_inline_script(server: Running) -> None:
    with server.client() as client:
        page = client.get("/").text.lower()
    for script in page.split("<script")[1:]:
        assert "src=" in script.partition(">")[0]
        assert script.partition(">")[2].startswith("</script>")
    assert "<style" not in page
    assert " style=" not in page
    assert "javascript:" not in page


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil", "[", ""]
)
def test_a_server_on_the_loopback_has_no_other_names(server: Running, host: str) -> None:
    with server.client() as client:
        assert client.get("/api/agents", headers={"Host": host}).status_code in (400, 421)


@pytest.mark.parametrize("host", ["localhost", "localhost:99", "127.0.0.1", "[::1]:80", "a.localhost"])
def test_it_has_the_names_of_the_loopback(server: Running, host: str) -> None:
    with server.client() as client:
        assert client.get("/api/agents", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("10.0.0.1", False),
    ],
)
def test_is_loopback(host: str, expected: bool) -> None:
    assert is_loopback(host) is expected


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:1", "file://"])
def test_other_sites_change_nothing(server: Running, origin: str) -> None:
    with server.client(headers={"Origin": origin}) as client:
        answer = client.post("/api/tables", json={"game": "Tic-Tac-Toe"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "forbidden")


def test_a_form_of_another_site_cannot_post(server: Running) -> None:
    with server.client() as client:
        for kind in ["text/plain", "application/x-www-form-urlencoded", ""]:
            asked = client.post("/api/tables", content=json.dumps({"game": "Hex"}), headers={"Content-Type": kind})
            assert asked.status_code == 415


def test_the_pages_own_origin_may(server: Running) -> None:
    with server.client(headers={"Origin": server.address}) as client:
        assert client.post("/api/check", json={"text": "(game"}).status_code == 200


def test_other_sites_get_no_websocket(server: Running) -> None:
    table = server.create(game="Tic-Tac-Toe")
    address = f"ws{server.address[4:]}/ws/{table}"
    with pytest.raises(InvalidStatus) as refused, connect(address, origin="http://evil.example", proxy=None):  # type: ignore[arg-type]
        pass
    assert refused.value.response.status_code == 403
    with connect(address, origin=server.address, proxy=None) as socket:  # type: ignore[arg-type]
        assert json.loads(socket.recv(PATIENCE))["type"] == "table"


def test_an_unknown_table_is_closed_with_a_code_of_its_own(server: Running) -> None:
    for table in ["nowhere", "..", "a" * 41, "%00"]:
        with connect(f"ws{server.address[4:]}/ws/{table}", proxy=None) as socket:
            assert json.loads(socket.recv(PATIENCE))["code"] == "unknown"
            with pytest.raises(ConnectionClosed):
                socket.recv(PATIENCE)
            assert socket.close_code == 4404


@pytest.mark.parametrize(
    "path",
    ["../app.py", "..%2fapp.py", "%2e%2e/app.py", "a%00b", "/etc/passwd", ".hidden", "", "%ff", "x" * 5000],
)
def test_static_files_are_those_of_the_page(server: Running, path: str) -> None:
    with httpx.Client(timeout=PATIENCE) as client:
        assert client.get(f"{server.address}/static/{path}").status_code in (404, 307)


def test_files_are_sent_again_only_where_they_changed(server: Running) -> None:
    with server.client() as client:
        for path in ["/static/app.js", "/api/games", "/api/templates", "/api/games/Tic-Tac-Toe/picture.svg"]:
            first = client.get(path)
            again = client.get(path, headers={"If-None-Match": first.headers["etag"]})
            assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
