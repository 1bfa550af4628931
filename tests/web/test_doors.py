"""The doors that came with letters, probes and several servers, and who tries them without a right to."""

from __future__ import annotations

import logging
import socket
from pathlib import Path

import pytest
from guests import Guest
from web_client import Running, running

from ludens.web.database import StorageError
from ludens.web.hosting import Hosting
from ludens.web.post.mail import Mailer, MailError, letter
from ludens.web.routes.pages import STATIC

POSTS = ("mail", "push", "remove", "confirm", "cancel")


@pytest.mark.parametrize("path", POSTS)
def test_pages_of_other_sites_change_nothing(server: Running, path: str) -> None:
    guest = Guest(server)
    guest.host({}, game="Tic-Tac-Toe")
    foreign = guest.client.post(f"/api/post/{path}", json={}, headers={"Origin": "https://evil.example"})
    assert foreign.status_code == 403
    form = guest.client.post(f"/api/post/{path}", data={"address": "ann@example.org"})
    assert form.status_code == 415
    assert guest.client.get(f"/api/post/{path}").status_code == 405


def test_who_is_nobody_has_no_contacts() -> None:
    hosting = Hosting(site="https://games.example.org", mail="smtp://127.0.0.1:9", sender="l@games.example.org")
    with running(hosting=hosting) as server, server.client() as client:
        for path, body in (
            ("mail", {"address": "ann@example.org"}),
            ("remove", {"kind": "mail", "address": "ann@example.org"}),
        ):
            assert client.post(f"/api/post/{path}", json=body).status_code == 403
        assert client.get("/api/post").json() == {"mail": True, "push": "", "contacts": []}


def test_one_visitor_does_not_write_to_everybody() -> None:
    hosting = Hosting(site="https://games.example.org", mail="smtp://127.0.0.1:9", sender="l@games.example.org")
    with running(hosting=hosting) as server:
        codes = []
        for number in range(7):
            guest = Guest(server)
            guest.host({}, game="Tic-Tac-Toe")
            asked = {"address": f"somebody{number}@example.org"}
            codes.append(guest.client.post("/api/post/mail", json=asked).status_code)
        assert codes == [200] * 5 + [429] * 2


@pytest.mark.integration  # it needs the extra server
def test_passwords_are_in_no_log_and_in_no_error(caplog: pytest.LogCaptureFixture) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    mailer = Mailer(f"smtp://ann:hunter2@127.0.0.1:{port}", "l@games.example.org")
    with caplog.at_level(logging.DEBUG), pytest.raises(MailError) as refused:
        mailer.send(letter("l@games.example.org", "ann@example.org", "s", ["token"]))
    assert "hunter2" not in f"{refused.value}{caplog.text}"
    with pytest.raises(StorageError) as failed:
        running(hosting=Hosting(database="nonsense://ann:hunter2@x/y")).__enter__()
    assert "hunter2" not in f"{failed.value}{caplog.text}"


def test_links_of_letters_are_sent_to_no_server_and_do_nothing_alone() -> None:
    """The secret stands behind the #, and a reader of mail that opens links confirms nothing."""
    text = (Path(STATIC) / "post.js").read_text(encoding="utf-8")
    assert "location.hash" in text
    assert "button(t`Yes, write to me`" in text
