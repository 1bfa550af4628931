"""Telling people who are away that it is their turn: letters and messages, to hosts on this machine."""

from __future__ import annotations

import base64
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import Message
from email.parser import BytesParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from guests import Guest
from test_storage import table
from web_client import PATIENCE, Running, running

from ludens.web.errors import ApiError
from ludens.web.hosting import Hosting
from ludens.web.limits import Limits
from ludens.web.post import contacts, jobs
from ludens.web.post.contacts import Contact, WaitingTurn
from ludens.web.post.mail import Mailer, checked_address, letter
from ludens.web.post.push import checked_endpoint
from ludens.web.storage import Storage

Opened = Callable[..., Storage]
LIMITS = Limits(pace_seconds=0.001, post_delay_seconds=0.01, post_pause_seconds=0.01)
DAYS = {"name": "Ann", "clock": {"kind": "days", "days": 3}}


# --- jobs


def test_a_job_is_one_servers_until_it_is_done_or_its_time_is_over(open_store: Opened) -> None:
    ours, theirs = open_store("ours"), open_store("theirs")
    jobs.put(ours, "later", "tea", 200.0)
    jobs.put(ours, "now", "tea", 90.0, "milk")
    jobs.put(ours, "now", "tea", 50.0, "lemon")  # there is one already
    assert jobs.take(theirs, 80.0) is None
    assert jobs.take(ours, 100.0) == jobs.Job("now", "tea", "milk", 1)
    assert jobs.take(theirs, 100.0) is None
    assert jobs.take(theirs, 101.0 + jobs.HELD_SECONDS) == jobs.Job("now", "tea", "milk", 2)  # ours died over it
    jobs.put_off(theirs, "now", 1000.0)
    later = jobs.take(ours, 300.0)
    assert later is not None
    assert later.key == "later"
    jobs.end(ours, "later")
    assert jobs.take(ours, 999.0) is None
    assert jobs.take(ours, 1000.0) == jobs.Job("now", "tea", "milk", 3)


def test_who_has_agreed_is_told_of_all_their_tables_at_once(open_store: Opened) -> None:
    store = open_store()
    for name in ("a", "b"):
        store.save(table(name))
    mail = Contact("mail", "ann@example.org", "")
    contacts.add(store, "ann", mail, "token", 100.0, confirmed=False)
    contacts.wait(store, "a", "Hex", {"ann": 1}, 100.0, 10.0, 60.0)
    assert contacts.waiting(store, "ann") == []  # nobody asked for letters yet
    assert contacts.confirm(store, "token", 100.0)
    assert not contacts.confirm(store, "other", 100.0)
    for name, title in (("a", "Hex"), ("b", "Go")):
        contacts.wait(store, name, title, {"ann": 3, "nobody": 3}, 100.0, 10.0, 60.0)
    assert jobs.take(store, 109.0) is None
    assert jobs.take(store, 110.0) == jobs.Job("turns:ann", "turns", "ann", 1)
    turns = contacts.waiting(store, "ann")
    assert turns == [WaitingTurn("b", "Go", 3), WaitingTurn("a", "Hex", 3)]
    contacts.sent(store, "ann", turns, 110.0)
    jobs.end(store, "turns:ann")
    contacts.wait(store, "a", "Hex", {"ann": 3}, 111.0, 10.0, 60.0)  # the same turn is told once
    assert contacts.waiting(store, "ann") == []
    contacts.wait(store, "a", "Hex", {}, 112.0, 10.0, 60.0)
    contacts.wait(store, "a", "Hex", {"ann": 5}, 113.0, 10.0, 60.0)
    jobs.end(store, "turns:ann")
    contacts.wait(store, "b", "Go", {"ann": 9}, 113.0, 10.0, 60.0)
    assert jobs.take(store, 169.0) is None  # not more often than once a minute
    assert jobs.take(store, 170.0) is not None
    assert contacts.cancel(store, "token")
    assert contacts.listed(store, "ann") == []


def test_a_turn_that_comes_while_a_letter_is_sent_is_told_later(open_store: Opened) -> None:
    store = open_store()
    store.save(table("a"))
    contacts.add(store, "ann", Contact("mail", "ann@example.org", ""), "token", 100.0, confirmed=True)
    contacts.wait(store, "a", "Hex", {"ann": 1}, 100.0, 0.0, 0.0)
    assert contacts.confirm(store, "token", 100.0)
    contacts.wait(store, "a", "Hex", {"ann": 1}, 100.0, 0.0, 0.0)
    turns = contacts.waiting(store, "ann")
    contacts.wait(store, "a", "Hex", {"ann": 3}, 101.0, 0.0, 0.0)  # the other was fast
    contacts.sent(store, "ann", turns, 102.0)
    assert contacts.waiting(store, "ann") == [WaitingTurn("a", "Hex", 3)]


def test_a_letter_is_good_for_a_day(open_store: Opened) -> None:
    store = open_store()
    contacts.add(store, "ann", Contact("mail", "ann@example.org", ""), "token", 100.0, confirmed=False)
    assert not contacts.confirm(store, "token", 101.0 + contacts.CONFIRM_SECONDS)


def test_a_person_has_a_few_contacts(open_store: Opened) -> None:
    store = open_store()
    for number in range(contacts.MOST):
        contacts.add(store, "ann", Contact("mail", f"ann{number}@example.org", ""), "t", 1.0, confirmed=False)
    with pytest.raises(ApiError, match="at most 5"):
        contacts.add(store, "ann", Contact("mail", "more@example.org", ""), "t", 1.0, confirmed=False)


# --- what visitors write


@pytest.mark.parametrize(
    "text",
    [
        "", "ann", "ann@", "@example.org", "ann@localhost", "a b@example.org", "ann@example.org,ben@example.org",
        "ann@example.org\nBcc: all@example.org", "ann@example.org\r\n\r\nbody", '"ann"@example.org',
        "<ann@example.org>", "ann@exam\x00ple.org", "ann@-example.org", "ann@example..org", "a" * 65 + "@example.org",
        "ann@" + "x." * 200 + "org",
        "änn@example.org", "ann@example.org%0aBcc:x@y.z", "ann@[127.0.0.1]", "ann(comment)@example.org",
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ApiError):
        checked_address(text)


@pytest.mark.parametrize("word", ["Ann\nBcc: all@example.org", "Ann\r\nSubject: win", "x\x00y"])
def test_no_header_comes_of_what_stands_in_another(word: str) -> None:
    for sender, to, subject in ((word, "b@c.de", "s"), ("a@b.cd", word, "s"), ("a@b.cd", "b@c.de", word)):
        try:
            text = letter(sender, to, subject, ["body"]).as_bytes()
        except ValueError:
            continue
        made = BytesParser().parsebytes(text)
        assert made["Bcc"] is None
        assert made.get_all("Subject") == [made["Subject"]]


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x", "https://127.0.0.1/x", "https://169.254.169.254/latest", "https://example.org/x",
        "https://fcm.googleapis.com.example.org/", "https://fcm.googleapis.com@example.org/", "file:///etc/passwd",
        "https://evilfcm.googleapis.com.evil/", "https://xfcm.googleapis.com:80@10.0.0.1/", "https://[::1", "",
        "https://user@fcm.googleapis.com/x", "https://fcm.googleapis.com/" + "x" * 1000,
    ],
)  # fmt: skip
def test_a_push_service_is_one_of_browsers_makers(endpoint: str) -> None:
    with pytest.raises(ApiError):
        checked_endpoint(endpoint)
    assert checked_endpoint("https://web.push.apple.com/abc")


@pytest.mark.parametrize("address", ["", "http://x", "smtp://", "mail.example.org"])
def test_a_host_of_mail_has_an_address(address: str) -> None:
    with pytest.raises(ValueError, match="smtp://"):
        Mailer(address, "a@b.cd")


# --- a game by the way


class Letters:
    """A host of mail, which keeps what it is given; it refuses the next `refusals` letters."""

    def __init__(self) -> None:
        self.letters: list[Message] = []
        self.refusals = 0

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if self.refusals:
            self.refusals -= 1
            return "451 come again"
        self.letters.append(BytesParser().parsebytes(envelope.content))
        return "250 thank you"

    def wait(self, count: int) -> list[Message]:
        """The letters, once there are so many."""
        end = time.monotonic() + PATIENCE
        while len(self.letters) < count and time.monotonic() < end:
            time.sleep(0.02)
        assert len(self.letters) == count
        return self.letters


@pytest.fixture
def letters() -> Iterator[tuple[Letters, str]]:
    controller = pytest.importorskip("aiosmtpd.controller")
    sink = Letters()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    host = controller.Controller(sink, hostname="127.0.0.1", port=port)
    host.start()
    try:
        yield sink, f"smtp://127.0.0.1:{port}"
    finally:
        host.stop()


def text_of(made: Message) -> str:
    body = made.get_payload(decode=True)
    assert isinstance(body, bytes)
    return body.decode()


@contextmanager
def games_by_the_way(hosting: Hosting, data: Path | None = None) -> Iterator[tuple[Running, Guest, Guest, str]]:
    """A server, Ann and Ben, and their table, at which neither has a page open; Ann is to move."""
    with running(LIMITS, data, hosting=hosting) as server:
        ann, ben = Guest(server), Guest(server)
        name = ann.host(DAYS, game="Tic-Tac-Toe")
        with ann.page(name) as page:
            key = page.people["chairs"][1]["key"]
        assert ben.sit(name, key, "Ben Bcc: x@y.zz").status_code == 200
        yield server, ann, ben, name


@pytest.mark.integration
def test_a_game_over_mail(letters: tuple[Letters, str]) -> None:
    """Each is told by letter when the other has moved, and comes by its link; whoever has the page open is not."""
    sink, host = letters
    hosting = Hosting(site="https://games.example.org", mail=host, sender="ludens@games.example.org")
    with games_by_the_way(hosting) as (_, ann, ben, name):
        for guest, address in ((ann, "ann@example.org"), (ben, "ben@example.org")):
            asked = guest.client.post("/api/post/mail", json={"address": address})
            assert asked.json()["contacts"] == [{"kind": "mail", "address": address, "confirmed": False}]
        for made in sink.wait(2):
            link = re.search(r"https://games\.example\.org/mail#confirm=([0-9a-f]{64})", text_of(made))
            assert link is not None
            assert ann.client.post("/api/post/confirm", json={"token": link[1]}).status_code == 200
        players, count = [(ann, "ann@example.org"), (ben, "ben@example.org")], 2
        for ply in range(4):
            (mover, _), (_, told) = players[ply % 2], players[(ply + 1) % 2]
            with mover.page(name) as page:
                page.play(0)
            count += 1
            newest = sink.wait(count)[-1]
            assert newest["To"] == told
            assert newest["Subject"] == "It is your turn"
            assert newest["From"] == "ludens@games.example.org"
            assert newest["Bcc"] is None
            assert f"Tic-Tac-Toe: https://games.example.org/table/{name}" in text_of(newest)
            cancel = re.search(r"mail#cancel=([0-9a-f]{64})", text_of(newest))
            assert cancel is not None
            assert cancel[1] in str(newest["List-Unsubscribe"])
        assert ben.client.post("/api/post/cancel", json={"token": cancel[1]}).status_code == 200
        assert ann.client.get("/api/post").json()["contacts"] == []
        with ann.page(name) as page:
            page.play(0)
        sink.refusals = 1  # ben's letter comes with the next try
        assert ben.client.get("/api/post").json()["contacts"][0]["confirmed"]


@pytest.mark.integration
def test_letters_are_in_the_language_of_who_reads_them(letters: tuple[Letters, str]) -> None:
    sink, host = letters
    hosting = Hosting(site="https://games.example.org", mail=host, sender="ludens@games.example.org")
    with games_by_the_way(hosting) as (_, ann, ben, name):
        german = {"Accept-Language": "de"}
        assert ben.client.post("/api/post/mail", json={"address": "ben@example.org"}, headers=german).status_code == 200
        asking = text_of(sink.wait(1)[0])
        assert "Ja, schreibt mir: https://games.example.org/mail#confirm=" in asking
        token = asking.partition("#confirm=")[2].split()[0]
        assert ben.client.post("/api/post/confirm", json={"token": token}).status_code == 200
        with ann.page(name) as page:
            page.play(0)
        letter = sink.wait(2)[1]
        assert letter["Subject"] == "Du bist am Zug"
        assert "Keine solchen E-Mails mehr: https://" in text_of(letter)


@pytest.mark.integration
def test_a_host_of_mail_that_is_busy_is_asked_again(
    letters: tuple[Letters, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sink, host = letters
    monkeypatch.setattr("ludens.web.post.post._AGAIN_SECONDS", 0.01)
    hosting = Hosting(site="https://games.example.org", mail=host, sender="ludens@games.example.org")
    sink.refusals = 2
    with games_by_the_way(hosting, tmp_path) as (_, ann, _, _):
        ann.client.post("/api/post/mail", json={"address": "ann@example.org"})
        sink.wait(1)
        assert sink.refusals == 0


class _Sink(BaseHTTPRequestHandler):
    """A push service, which keeps what it is given; some of its browsers are gone."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.seen.append((self.path, dict(self.headers), body))  # type: ignore[attr-defined]
        self.send_response(410 if self.path == "/gone" else 201)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.integration
def test_a_game_over_push() -> None:
    """The message is for the browser alone; a browser that is gone is told no more."""
    http_ece = pytest.importorskip("http_ece")
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    service = ThreadingHTTPServer(("127.0.0.1", 0), _Sink)
    service.seen = []  # type: ignore[attr-defined]
    threading.Thread(target=service.serve_forever, daemon=True).start()
    place = f"127.0.0.1:{service.server_port}"
    key, auth = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    keys = {"p256dh": _base64(point), "auth": _base64(auth)}
    hosting = Hosting(site="https://games.example.org", push=True, push_services=(place,))
    try:
        with games_by_the_way(hosting) as (_, ann, ben, name):
            assert len(base64.urlsafe_b64decode(ben.client.get("/api/post").json()["push"] + "==")) == 65
            for path in ("browser", "gone"):
                subscription = {"endpoint": f"http://{place}/{path}", **keys}
                added = ben.client.post("/api/post/push", json=subscription)
                assert added.status_code == 200, added.text
            with ann.page(name) as page:
                page.play(0)
            end = time.monotonic() + PATIENCE
            while len(ben.client.get("/api/post").json()["contacts"]) > 1 and time.monotonic() < end:
                time.sleep(0.02)
            contacts_left = ben.client.get("/api/post").json()["contacts"]
            assert [one["address"] for one in contacts_left] == [f"http://{place}/browser"]
    finally:
        service.shutdown()
        service.server_close()
    seen = {path: (headers, body) for path, headers, body in service.seen}  # type: ignore[attr-defined]
    headers, body = seen["/browser"]
    assert headers["authorization"].startswith("vapid t=")
    assert b"Tic-Tac-Toe" not in body
    message = http_ece.decrypt(body, private_key=key, auth_secret=auth, version="aes128gcm")
    assert b'"It is your turn"' in message
    assert name.encode() in message


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def test_nobody_is_written_to_unless_the_host_wants_it(server: Running) -> None:
    guest = Guest(server)
    assert guest.client.get("/api/post").json() == {"mail": False, "push": "", "contacts": []}
    assert guest.client.post("/api/post/mail", json={"address": "ann@example.org"}).status_code == 403
    guest.host(DAYS, game="Tic-Tac-Toe")
    assert guest.client.post("/api/post/mail", json={"address": "ann@example.org"}).status_code == 404
    keys = {"endpoint": "https://fcm.googleapis.com/x", "p256dh": "AA", "auth": "AA"}
    assert guest.client.post("/api/post/push", json=keys).status_code == 404
    assert guest.client.post("/api/post/confirm", json={"token": "00"}).status_code == 403
