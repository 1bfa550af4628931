"""Accounts: signing in by letters, passkeys and providers; what an account keeps of a guest; being signed out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from guests import Guest, seated
from keyring import Device, encoded
from postgres_server import Postgres
from provider import CLIENT, SECRET, Sayer, saying
from test_post import LIMITS, Letters, letters, text_of  # noqa: F401
from test_server_command import started
from web_client import PATIENCE, Running, running, with_accounts

from ludens.cli import main
from ludens.web.accounts import choices
from ludens.web.accounts.middleware import SESSION
from ludens.web.accounts.signing import own_path
from ludens.web.hosting import Hosting, Provider
from ludens.web.limits import Limits
from ludens.web.people.keys import COOKIE

pytest.importorskip("webauthn")
pytest.importorskip("authlib")
PATIENT = Limits(
    pace_seconds=0.001, address_requests_at_once=1_000_000, engine_seconds=60.0, compile_seconds=PATIENCE,
    address_sign_ins=100_000, address_archives=100_000, address_tables=100_000, address_reports=100_000,
)  # fmt: skip
SITE = "https://games.example.org"


@pytest.fixture(scope="module")
def sayer() -> Iterator[Sayer]:
    with saying() as one:
        yield one


@pytest.fixture(scope="module")
def home(sayer: Sayer) -> Iterator[Running]:
    """A server whose people may have accounts, by passkeys and providers."""
    plain = {f"{name}_url": f"{sayer.issuer}/{place}" for name, place in
             (("authorize", "authorization"), ("token", "token"), ("userinfo", "user"))}  # fmt: skip
    providers = (
        Provider("example", "Example", CLIENT, SECRET, issuer=sayer.issuer),
        Provider("plain", "Plain", CLIENT, SECRET, subject="id", **plain),
    )
    hosting = with_accounts(providers=providers, moderators=("Mona",))
    with running(PATIENT, hosting=hosting) as one:
        yield one


class Person(Guest):
    """A browser whose person may sign in; it calls the server localhost, which passkeys want."""

    def __init__(self, server: Running) -> None:
        super().__init__(server)
        self.client.base_url = httpx.URL(server.address.replace("127.0.0.1", "localhost"))
        self.device = Device(str(self.client.base_url).rstrip("/"))

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())

    def ask(self, place: str, status: int = 200, /, **body: Any) -> Any:
        answer = self.client.post(f"/api/me{place}", json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def me(self) -> Any:
        return self.client.get("/api/me").json()

    def register(self, device: Device | None = None, status: int = 200) -> Any:
        """Make a passkey, and be signed in by it."""
        options = self.ask("/passkeys/new", name="Ann")["options"]
        return self.ask("/passkeys", status, credential=(device or self.device).make(options), label="phone")

    def show_passkey(self, device: Device | None = None, status: int = 200) -> Any:
        options = self.ask("/passkeys/ask")["options"]
        return self.ask("/passkeys/answer", status, credential=(device or self.device).answer(options))

    def by_provider(self, sayer: Sayer, person: str, name: str = "example", path: str = "/account") -> httpx.Response:
        code, state = sayer.agree(self.ask(f"/providers/{name}", path=path)["url"], person)
        return self.client.get(f"/signed-in/{name}", params={"code": code, "state": state})


def player(server: Running, name: str = "") -> Person:
    """Somebody with an account, perhaps of a name."""
    person = Person(server)
    person.register()
    if name:
        person.ask("/name", name=name)
    return person


# --- guests stay guests


def test_without_accounts_nobody_signs_in(server: Running) -> None:
    guest = Person(server)
    told = guest.me()
    assert (told["on"], told["signed_in"], told["mail"], told["passkeys"], told["providers"]) == (False,) * 4 + ([],)
    for path in ("/passkeys/ask", "/leave", "/name", "/passkeys/new"):
        guest.ask(path, 404, name="Ann")
    assert guest.client.post("/api/me/letter", json={"address": "a@b.cd"}).status_code == 404
    assert guest.client.get("/api/moderation").status_code == 404


def test_a_guest_of_a_server_with_accounts_plays_as_ever(home: Running) -> None:
    with seated(home, game="Tic-Tac-Toe") as table:
        table.play()
        assert all(SESSION not in guest.client.cookies for guest in table.guests)


# --- passkeys


def test_a_passkey_makes_an_account_and_signs_in_again(home: Running) -> None:
    ann = Person(home)
    assert ann.register() == {"path": "/account"}
    first = ann.me()
    assert first["signed_in"]
    assert [(way["kind"], way["label"]) for way in first["ways"]] == [("passkey", "phone")]
    assert first["browsers"] == 1
    elsewhere = Person(home)
    elsewhere.device = ann.device
    elsewhere.show_passkey()
    assert elsewhere.me()["id"] == first["id"]
    assert ann.me()["browsers"] == 2


def test_an_account_has_several_passkeys_and_keeps_one(home: Running) -> None:
    ann = player(home)
    second = Device(ann.device.origin)
    ann.register(second)
    ways = ann.me()["ways"]
    assert len(ways) == 2
    ann.ask("/ways/remove", kind="passkey", subject=encoded(ann.device.id))
    ann.ask("/ways/remove", 409, kind="passkey", subject=encoded(second.id))
    other = Person(home)
    other.show_passkey(ann.device, 403)
    other.show_passkey(second)
    assert other.me()["id"] == ann.me()["id"]


def test_what_a_passkey_has_answered_is_good_once(home: Running) -> None:
    ann, thief = player(home), Person(home)
    options = thief.ask("/passkeys/ask")["options"]
    answered = ann.device.answer(options)
    thief.ask("/passkeys/answer", credential=answered)
    Person(home).ask("/passkeys/answer", 403, credential=answered)
    made = Person(home)
    options = made.ask("/passkeys/new")["options"]
    credential = made.device.make(options)
    made.ask("/passkeys", credential=credential)
    Person(home).ask("/passkeys", 403, credential=credential)


@pytest.mark.parametrize("what", ["origin", "host", "key", "count", "kind", "challenge", "nonsense", "signature"])
def test_a_passkey_that_is_not_right_is_refused(home: Running, what: str) -> None:
    ann, thief = player(home), Person(home)
    device, options = ann.device, thief.ask("/passkeys/ask")["options"]
    match what:
        case "origin":
            device.origin = "https://evil.example"
        case "host":
            device.host = "evil.example"
        case "key":
            device.key = Device("").key
        case "count":
            device.count = -1
        case "challenge":
            options["challenge"] = encoded(b"of my own choosing, 32 bytes ...")
        case "kind":
            options = thief.ask("/passkeys/new")["options"]
    credential: dict[str, Any] = device.answer(options)
    if what == "nonsense":
        wrong: list[Any] = [{}, {"clientDataJSON": 1}, {"clientDataJSON": "e30"}, {"clientDataJSON": "W10"}, [], None]
        for response in wrong:
            thief.ask("/passkeys/answer", 403, credential={"id": "x", "response": response})
        credential["response"]["authenticatorData"] = "AA"
    if what == "signature":
        credential["response"]["signature"] = encoded(b"\x30\x06\x02\x01\x01\x02\x01\x01")
    thief.ask("/passkeys/answer", 403, credential=credential)
    assert not thief.me()["signed_in"]


def test_a_passkey_is_made_by_whose_account_it_was_begun_for(home: Running) -> None:
    ann, thief = player(home), player(home)
    options = ann.ask("/passkeys/new")["options"]
    thief.ask("/passkeys", 403, credential=Device(ann.device.origin).make(options))
    options = ann.ask("/passkeys/new")["options"]
    guest = Person(home)
    guest.ask("/passkeys", 403, credential=Device(ann.device.origin).make(options))
    assert len(ann.me()["ways"]) == 1


def test_nobody_takes_a_passkey_of_another_account(home: Running) -> None:
    ann, thief = player(home), Person(home)
    copied = Device(ann.device.origin, id=ann.device.id)  # the id is no secret
    thief.register(copied, 403)
    assert not thief.me()["signed_in"]


# --- providers


def test_a_provider_says_who_one_is(home: Running, sayer: Sayer) -> None:
    for name in ("example", "plain"):
        ann = Person(home)
        back = ann.by_provider(sayer, "ann-1", name, "/table/x?y=1")
        assert (back.status_code, back.headers["location"]) == (303, "/table/x?y=1")
        assert [way["kind"] for way in ann.me()["ways"]] == ["provider"]
        again = Person(home)
        again.by_provider(sayer, "ann-1", name)
        assert again.me()["id"] == ann.me()["id"]
        other = Person(home)
        other.by_provider(sayer, "ben-1", name)
        assert other.me()["id"] != ann.me()["id"]


def test_a_provider_is_one_more_way_into_an_account(home: Running, sayer: Sayer) -> None:
    ann = player(home)
    ann.by_provider(sayer, "ann-2")
    assert sorted(way["kind"] for way in ann.me()["ways"]) == ["passkey", "provider"]
    ben = player(home)
    refused = ben.by_provider(sayer, "ann-2")  # which is Ann's already
    assert refused.headers["location"] == "/account#error=409"
    assert [way["kind"] for way in ben.me()["ways"]] == ["passkey"]


@pytest.mark.parametrize(
    "path",
    ["https://evil.example/", "//evil.example", "/\\evil.example", "\\\\evil.example", "/ /evil.example",
     "javascript:x", "/\t/evil.example", "/\n/evil.example", "evil.example", "", "/ä",
     "///evil.example", "http:evil.example"],
)  # fmt: skip
def test_one_comes_back_to_this_site_alone(home: Running, sayer: Sayer, path: str) -> None:
    assert own_path(path) == "/account"
    assert Person(home).by_provider(sayer, "ann-3", path=path).headers["location"] == "/account"


@pytest.mark.parametrize(
    "bend",
    [{"aud": "another site"}, {"iss": "https://evil.example"}, {"exp": 1}, {"nonce": "of another time"}, {"sub": ""},
     {"sub": True}, {"sub": None}, {"azp": "another site"}, {"sub": "x" * 300}],
    ids=str,
)  # fmt: skip
def test_a_token_that_is_not_right_is_refused(home: Running, sayer: Sayer, bend: dict[str, Any]) -> None:
    ann = Person(home)
    sayer.bend = bend
    try:
        back = ann.by_provider(sayer, "ann-4")
    finally:
        sayer.bend = {}
    assert back.headers["location"].startswith("/account#error=")
    assert not ann.me()["signed_in"]


def test_a_token_that_somebody_else_has_signed_is_refused(home: Running, sayer: Sayer) -> None:
    from joserfc.jwk import RSAKey

    ann = Person(home)
    sayer.signer = RSAKey.generate_key(2048, {"kid": "one"})
    try:
        assert "#error=" in ann.by_provider(sayer, "ann-5").headers["location"]
    finally:
        sayer.signer = sayer.key
    assert not ann.me()["signed_in"]


def test_who_comes_back_is_who_went(home: Running, sayer: Sayer) -> None:
    """Nobody is signed in to another's account by a link of theirs, nor twice by one, nor by a made-up state."""
    thief, ann = Person(home), Person(home)
    code, state = sayer.agree(thief.ask("/providers/example")["url"], "thief")
    lured = ann.client.get("/signed-in/example", params={"code": code, "state": state})
    assert lured.headers["location"].startswith("/account#error=")
    assert not ann.me()["signed_in"]
    back = ann.by_provider(sayer, "ann-6")
    assert back.headers["location"] == "/account"
    code, state = sayer.agree(ann.ask("/providers/example")["url"], "ann-6")
    for params in ({"code": code, "state": "made up"}, {"code": "made up", "state": state},
                   {"code": code, "state": state}, {"error": "denied", "state": state}, {}):  # fmt: skip
        assert "#error=" in ann.client.get("/signed-in/example", params=params).headers["location"]
    code, state = sayer.agree(ann.ask("/providers/plain")["url"], "ann-6")
    assert "#error=" in ann.client.get("/signed-in/example", params={"code": code, "state": state}).headers["location"]
    ann.ask("/providers/nobody", 404)


# --- letters


@pytest.fixture
def post(letters: tuple[Letters, str]) -> Iterator[tuple[Running, Letters]]:  # noqa: F811
    sink, host = letters
    moderators = ("Ann@example.org",)
    more: dict[str, Any] = {"accounts": True, "moderators": moderators}
    hosting = Hosting(site=SITE, mail=host, sender="ludens@games.example.org", **more)
    with running(LIMITS, hosting=hosting) as server:
        yield server, sink


def link_in(text: str) -> str:
    match = re.search(r"https://games\.example\.org/account#link=([0-9a-f]{64})\s", text)
    assert match is not None, text
    return match[1]


@pytest.mark.integration
def test_a_letter_signs_in_once(post: tuple[Running, Letters], caplog: pytest.LogCaptureFixture) -> None:
    server, sink = post
    ann = Person(server)
    ann.ask("/letter", address=" Ann@example.org ")
    made = sink.wait(1)[0]
    assert made["To"] == "ann@example.org"
    token = link_in(text_of(made))
    assert token not in str(server.database.query("SELECT * FROM once"))  # nor in the job that sent it
    assert ann.ask("/link/owner", token=token) == {"address": "ann@example.org"}
    assert ann.ask("/link", token=token) == {"path": "/account"}
    assert [(way["kind"], way["subject"]) for way in ann.me()["ways"]] == [("mail", "ann@example.org")]
    Person(server).ask("/link", 403, token=token)
    Person(server).ask("/link/owner", 403, token=token)
    assert ann.me()["moderator"]
    ann.ask("/name", 409, name="ann@example.org")  # by which the host names a moderator, and no name makes one
    phone = Person(server)
    phone.ask("/letter", address="ANN@example.org")
    phone.ask("/link", token=link_in(text_of(sink.wait(2)[1])))
    assert phone.me()["id"] == ann.me()["id"]
    assert token not in caplog.text


@pytest.mark.integration
def test_a_letter_for_an_account_is_used_by_its_owner(post: tuple[Running, Letters]) -> None:
    """Nobody's address is brought into another's account by a letter that they did not ask for."""
    server, sink = post
    thief, ann = Person(server), Person(server)
    thief.ask("/letter", address="thief@example.org")
    thief.ask("/link", token=link_in(text_of(sink.wait(1)[0])))
    thief.ask("/letter", address="ann@example.org")
    token = link_in(text_of(sink.wait(2)[1]))
    ann.ask("/link", 403, token=token)
    assert not ann.me()["signed_in"]
    assert len(thief.me()["ways"]) == 1


@pytest.mark.integration
def test_letters_are_few_and_say_nothing_of_who_is_here(post: tuple[Running, Letters]) -> None:
    server, sink = post
    ann = Person(server)
    ann.ask("/letter", address="ann@example.org")
    ann.ask("/link", token=link_in(text_of(sink.wait(1)[0])))
    answers = [Person(server).client.post("/api/me/letter", json={"address": f"{name}@example.org"})
               for name in ("ann", "nobody")]  # fmt: skip
    assert answers[0].content == answers[1].content
    assert answers[0].headers.keys() == answers[1].headers.keys()
    for _ in range(3):
        Person(server).ask("/letter", address="ann@example.org")
    Person(server).ask("/letter", 429, address="Ann@Example.org")
    for number in range(3):
        Person(server).ask("/letter", address=f"x{number}@example.org")
    Person(server).ask("/letter", 429, address="another@example.org")
    for address in ("ann", "ann@example.org\nBcc: x@y.zz", "a@b.cd, c@d.ef"):
        assert Person(server).client.post("/api/me/letter", json={"address": address}).status_code == 400


@pytest.mark.integration
def test_a_letter_is_good_for_a_while(post: tuple[Running, Letters], monkeypatch: pytest.MonkeyPatch) -> None:
    server, sink = post
    monkeypatch.setattr("ludens.web.accounts.signing.LETTER_SECONDS", -1.0)
    ann = Person(server)
    ann.ask("/letter", address="ann@example.org")
    ann.ask("/link", 403, token=link_in(text_of(sink.wait(1)[0])))


@pytest.mark.integration
def test_a_letter_is_in_the_language_of_who_asks(post: tuple[Running, Letters]) -> None:
    server, sink = post
    ann = Person(server)
    ann.client.headers["Accept-Language"] = "de"
    ann.ask("/letter", address="ann@example.org")
    text = text_of(sink.wait(1)[0])
    assert "Minuten" in text
    link_in(text)


# --- sessions


@pytest.mark.parametrize(
    "secret", ["", "x", "x" * 43, "x" * 5000, "ä" * 43, "../../etc/passwd", "' OR 1=1 --" + "x" * 30]
)
def test_a_forged_session_is_nobodys(home: Running, secret: str) -> None:
    with home.client() as client:
        told = client.get("/api/me", headers={"Cookie": f"{SESSION}={secret}".encode()}).json()
    assert not told["signed_in"]


def test_what_the_database_holds_signs_nobody_in(home: Running) -> None:
    player(home)
    digests = [row[0] for row in home.database.query("SELECT digest FROM signed_in UNION SELECT guest FROM accounts")]
    for digest in digests:
        for name in (SESSION, COOKIE):
            with home.client() as client:
                assert not client.get("/api/me", headers={"Cookie": f"{name}={digest}"}).json()["signed_in"]


def test_cookies_are_for_this_site_alone(home: Running) -> None:
    ann = Person(home)
    options = ann.ask("/passkeys/new")["options"]
    answer = ann.client.post("/api/me/passkeys", json={"credential": ann.device.make(options)})
    set_one = next(one for one in answer.headers.get_list("set-cookie") if one.startswith(SESSION))
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(set_one.split("; "))
    assert "Secure" not in set_one  # there is no TLS here
    for kind in ("application/x-www-form-urlencoded", "text/plain", "multipart/form-data"):
        sent = ann.client.post("/api/me/delete", content=b'{"sure": true}', headers={"Content-Type": kind})
        assert sent.status_code == 415
    other = {"Origin": "https://evil.example", "Content-Type": "application/json"}
    assert ann.client.post("/api/me/delete", content=b'{"sure": true}', headers=other).status_code == 403
    assert ann.me()["signed_in"]


def test_behind_tls_cookies_go_nowhere_else() -> None:
    import ipaddress

    hosting = Hosting(site="https://games.example.org", accounts=True)
    local = (ipaddress.ip_network("127.0.0.1/32"),)
    with running(hosting=hosting, proxies=local, names=["games.example.org"]) as server:
        ann = Person(server)
        ann.client.headers.update({"Host": "games.example.org", "X-Forwarded-Proto": "https"})
        ann.device = Device("https://games.example.org", "games.example.org")
        options = ann.ask("/passkeys/new")["options"]
        answer = ann.client.post("/api/me/passkeys", json={"credential": ann.device.make(options)})
        assert answer.status_code == 200, answer.text
        set_one = next(one for one in answer.headers.get_list("set-cookie") if one.startswith(SESSION))
        assert "Secure" in set_one.split("; ")


def test_one_signs_out_here_and_everywhere(home: Running) -> None:
    ann, phone = player(home), Person(home)
    phone.show_passkey(ann.device)
    stolen = dict(ann.client.cookies)
    ann.ask("/leave")
    assert not ann.me()["signed_in"]
    assert phone.me()["signed_in"]
    with home.client(cookies=stolen) as client:
        assert not client.get("/api/me").json()["signed_in"]
    ann.show_passkey(ann.device)
    table = ann.host({}, game="Tic-Tac-Toe")
    with ann.page(table) as page:
        phone.ask("/leave", everywhere=True)
        with pytest.raises(Exception, match=r"1000|closed|4404"):
            for _ in range(10):
                page.wait("people")
    assert not ann.me()["signed_in"]
    assert not phone.me()["signed_in"]


def test_a_name_is_one_persons(home: Running) -> None:
    ann, ben = player(home, "Ann Smith"), player(home)
    for name in ("Ann Smith", "annsmith", "ＡＮＮ Smith"):
        ben.ask("/name", 409, name=name)
    for name in ("", " ", "\u200b\u202e"):
        ben.client.post("/api/me/name", json={"name": name})
        assert ben.me()["name"] == ""
    for name in ("Ωmega", "משה", "محمد", "太郎", "<b>x</b>", "O'Brien\"; --", "🎲"):
        ben.ask("/name", name=name)
        assert ben.me()["name"] == name
    ben.ask("/name", 409, name="mona")  # which the host has named a moderator
    ann.ask("/name", name="Ann Smith")


def test_who_has_an_account_is_called_by_its_name(home: Running) -> None:
    ann = player(home, "Anna Livia")
    table = ann.host({"name": "Somebody else"}, game="Tic-Tac-Toe")
    with ann.page(table) as page:
        page.wait("people") if not page.people else None
        assert page.people["chairs"][0]["name"] == "Anna Livia"


# --- what an account keeps of a guest


def test_an_account_keeps_a_guests_seat_games_and_ratings(home: Running, sayer: Sayer) -> None:
    rated = {"rated": True, "public": True}
    ann, ben = Person(home), Person(home)
    table = ann.host({"name": "Ann", **rated}, game="Tic-Tac-Toe")
    with ann.page(table) as page:
        key = page.people["chairs"][1]["key"]
        assert ben.sit(table, key, "Ben").status_code == 200
        with ben.page(table) as other:
            for one in (page, other, page, other):
                one.ask("ping")
                one.play()
    guest_id = ann.me()["id"]
    ann.register()
    account_id = ann.me()["id"]
    assert account_id != guest_id
    assert COOKIE not in ann.client.cookies
    with ann.page(table) as page:  # the seat, and the table, are the account's
        assert (page.people["seat"], page.people["host"]) == (1, True)
        page.play()
        while not page.position["over"]:
            with ben.page(table) as other:
                other.play()
            page.ask("ping")
            page.position["over"] or page.play()
    games: list[Any] = []
    for _ in range(200):
        games = ann.client.get("/api/archive/mine").json()["games"]
        if games and ann.client.get("/api/profile/me").json()["ratings"]:
            break
        ann.client.get("/health")
    assert [one["id"] for one in games[0]["people"]] == [account_id, ben.me()["id"]]
    before = ben.me()["id"]
    ben.by_provider(sayer, "ben-7")
    profile = ben.client.get("/api/profile/me").json()
    assert [one["games"] for one in profile["ratings"]] == [1]
    assert profile["games"][0]["people"][1]["id"] == ben.me()["id"] != before
    assert len(ben.client.get("/api/archive/mine").json()["games"]) == 1


def test_a_second_guest_of_the_same_person_gets_no_second_seat(home: Running) -> None:
    ann, phone = player(home), Person(home)
    table = ann.host({}, game="Tic-Tac-Toe")
    with ann.page(table) as page:
        key = page.people["chairs"][1]["key"]
        assert phone.sit(table, key, "Ann, too").status_code == 200
        phone.show_passkey(ann.device)
        page.ask("table")
    with ann.page(table) as page:
        assert [bool(chair["person"]) for chair in page.people["chairs"]] == [True, False]


@pytest.mark.integration
def test_what_happens_at_one_node_holds_at_the_others(postgres: Postgres) -> None:
    """A guest gets an account, signs out and leaves at one node, while another has their table open."""
    hosting = Hosting(database=postgres.database(), accounts=True)
    with running(PATIENT, hosting=hosting) as first, running(PATIENT, hosting=hosting) as second:
        ann, ben = Person(first), Guest(first)
        table = ann.host({"name": "Ann"}, game="Tic-Tac-Toe")
        with ann.page(table) as page:
            key = page.people["chairs"][1]["key"]
            assert ben.sit(table, key, "Ben").status_code == 200
            page.ask("ping")
            page.play()
        there = Person(second)
        there.client.cookies.update(ann.client.cookies)
        there.register()
        with there.page(table) as page:  # by way of the first node
            assert (page.people["seat"], page.people["host"]) == (1, True)
            there.ask("/name", name="Annabel")
            there.ask("/leave", everywhere=True)
            with pytest.raises(Exception, match=r"1000|closed"):
                for _ in range(10):
                    page.wait("people")
        there.show_passkey()
        with ben.page(table) as page:
            assert there.client.post("/api/me/delete", json={"sure": True}).status_code == 200
            while not page.position["over"]:
                page.wait("position", "table")
        with ben.page(table) as page:
            assert "a player who left" in [chair["name"] for chair in page.people["chairs"]]


# --- what a host says


def written(tmp_path: Path, text: str) -> Path:
    place = tmp_path / "accounts.toml"
    place.write_text(text, encoding="utf-8")
    return place


def test_a_file_and_the_environment_name_providers(tmp_path: Path) -> None:
    text = """
        moderators = ["Mona", "max@example.org"]
        [providers.example]
        label = "Example"
        issuer = "https://id.example.org"
        client_id = "ludens"
    """
    environment = {"LUDENS_OAUTH_EXAMPLE_CLIENT_SECRET": "s", "LUDENS_OAUTH_OTHER_ISSUER": "https://other.example",
                   "LUDENS_OAUTH_OTHER_CLIENT_ID": "x", "PATH": "/bin"}  # fmt: skip
    providers, moderators = choices.read(written(tmp_path, text), environment)
    assert moderators == ("Mona", "max@example.org")
    assert [(one.name, one.label, one.client_secret) for one in providers] == [
        ("example", "Example", "s"), ("other", "Other", ""),
    ]  # fmt: skip
    assert "'s'" not in repr(providers)
    assert choices.read(None, {}) == ((), ())


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("moderators = 3", "moderators"),
        ("moderator = []", "moderator"),
        ("[providers.x]\nissuer = 'https://x.example'", "client_id"),
        ("[providers.x]\nclient_id = 'x'", "issuer"),
        ("[providers.x]\nclient_id = 'x'\nissuer = 'http://x.example'", "https"),
        ("[providers.x]\nclient_id = 'x'\nissuer = 'file:///etc/passwd'", "https"),
        ("[providers.X-Y]\nclient_id = 'x'", "small letters"),
        ("[providers.x]\nclient_id = 'x'\nsecrets = 'y'", "secrets"),
        ("[providers.x]\nclient_id = 3", "client_id is a text"),
        ("providers = 3", "table"),
        ("moderators = [", "accounts.toml"),
    ],
)
def test_what_is_wrong_in_the_file_is_named(tmp_path: Path, text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        choices.read(written(tmp_path, text), {})


def test_a_host_switches_accounts_on(tmp_path: Path) -> None:
    with started("--data", str(tmp_path), "--accounts", "--moderator", "Mona") as address:
        told = httpx.get(f"{address.replace('127.0.0.1', 'localhost')}api/me").json()
    assert (told["on"], told["passkeys"], told["mail"], told["signed_in"]) == (True, True, False, False)


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (["--moderator", "Mona"], "--accounts"),
        (["--accounts-file", "missing.toml"], "cannot read"),
        (["--accounts-file", "providers.toml"], "--site"),
        (["--accounts", "--host", "0.0.0.0"], "nobody could sign in"),
    ],
)
def test_what_a_host_forgets_is_named(
    arguments: list[str],
    wrong: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "[providers.x]\nclient_id = 'x'\nissuer = 'https://x.example'\n"
    (tmp_path / "providers.toml").write_text(text, encoding="utf-8")
    assert main(["web", "--no-browser", "--port", "0", "--data", str(tmp_path), *arguments]) == 2
    assert wrong in capsys.readouterr().err
