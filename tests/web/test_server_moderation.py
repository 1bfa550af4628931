"""Reports with their evidence, what moderators do, the log of it, and whom people have blocked."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest
from guests import Table, seated
from test_server_accounts import PATIENT, Person, player
from web_client import Running, running, with_accounts
from websockets.exceptions import InvalidStatus

from ludens.web.people.keys import COOKIE
from ludens.web.people.words import folded

pytest.importorskip("webauthn")


@pytest.fixture(scope="module")
def club() -> Iterator[Running]:
    with running(PATIENT, hosting=with_accounts()) as one:
        yield one


@pytest.fixture(scope="module")
def mona(club: Running) -> Person:
    """A moderator: she had the name before the host named her."""
    made = player(club, "Mona")
    club.lobby.signing._reserved = {"mona"}
    return made


@pytest.fixture
def table(club: Running) -> Iterator[Table]:
    with seated(club, game="Tic-Tac-Toe") as one:
        yield one


def report(table: Table, by: int = 0, status: int = 200, **about: Any) -> Any:
    body = {"table": table.id, "kind": "person", "reason": "insults", **about}
    answer = table.guests[by].client.post("/api/reports", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def person(table: Table, number: int) -> str:
    return str(table.pages[number].people["person"])


def queue(mona: Person) -> Any:
    answer = mona.client.get("/api/moderation")
    assert answer.status_code == 200, answer.text
    return answer.json()


def act(mona: Person, status: int = 200, **body: Any) -> Any:
    answer = mona.client.post("/api/moderation/act", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def newest(mona: Person) -> Any:
    return [one for one in queue(mona)["reports"] if one["open"]][-1]


# --- reports


def test_a_message_is_kept_as_evidence_when_its_table_is_gone(table: Table, mona: Person, club: Running) -> None:
    ann, ben = table.pages
    ben.ask("say", text="You fool <b>\u202e</b>")
    ann.ask("say", text="Now, now")
    table.settle()
    report(table, kind="message", line=1, words="He is rude")
    one = newest(mona)
    assert (one["kind"], one["reason"], one["name"], one["words"]) == ("message", "insults", "Ben", "He is rude")
    assert [(line["text"], line["reported"]) for line in one["lines"]] == [
        ("You fool <b></b>", True),
        ("Now, now", False),
    ]
    assert one["game"] == "Tic-Tac-Toe"
    club.database.execute(("DELETE FROM tables WHERE id = :id", {"id": table.id}))
    again = next(other for other in queue(mona)["reports"] if other["id"] == one["id"])
    assert again == one


def test_what_cannot_be_reported(table: Table, club: Running) -> None:
    report(table, 0, 400, person=person(table, 0))  # oneself
    report(table, 0, 400, person="nobody")
    report(table, 0, 404, kind="message", line=99)
    report(table, 0, 400, reason="boredom")
    report(table, 0, 400, kind="planet")
    stranger = Person(club)
    for asked in ({"table": table.id}, {"table": "nowhere"}, {"table": "../x"}):
        body = {"kind": "table", "reason": "other", **asked}
        assert stranger.client.post("/api/reports", json=body).status_code in (403, 404)
    for _ in range(10):
        last = table.guests[0].client.post("/api/reports", json={"table": table.id, "kind": "table", "reason": "spam"})
    assert last.status_code == 429


def test_reports_that_find_no_room_are_refused(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludens.web.moderation.moderation._MOST_WAITING", 0)
    report(table, 0, 503, kind="table")


def test_one_address_reports_so_much() -> None:
    few = dataclasses.replace(PATIENT, address_reports=2)
    with running(few, hosting=with_accounts()) as server, seated(server, game="Tic-Tac-Toe") as table:
        for status in (200, 200, 429):
            report(table, status % 2, status, kind="table")


def test_nobody_learns_who_somebody_is(table: Table, mona: Person, club: Running) -> None:
    """Moderators know people as all others do: by ids that open no seat."""
    report(table, person=person(table, 1))
    text = mona.client.get("/api/moderation").text
    for guest in (
        row[0] for row in club.database.query("SELECT person FROM reports UNION SELECT reporter FROM reports")
    ):
        assert not guest or guest not in text


# --- moderators


def test_the_queue_is_for_moderators(club: Running, mona: Person) -> None:
    for one in (Person(club), player(club, "Somebody")):
        assert one.client.get("/api/moderation").status_code == 403
        act(one, 403, deed="dismiss", report="x")
    assert mona.me()["moderator"]
    act(mona, 404, deed="mute", report="no such report")
    act(mona, 404, deed="unmute", subject="g-0123456789abcdef")
    act(mona, 400, deed="promote", report="x")
    assert (
        mona.client.post("/api/moderation/act", content=b"{}", headers={"Content-Type": "text/plain"}).status_code
        == 415
    )


def test_nobody_takes_the_name_of_a_moderator(club: Running, mona: Person) -> None:
    thief = player(club)
    for name in ("Mona", "MONA", "Ｍona", "m o n a"):
        thief.ask("/name", 409, name=name)
    mona.ask("/name", name="Mona")
    assert not thief.me()["moderator"]


@pytest.mark.parametrize("name", ["max@example.org", "mia＠example.org", "Moe @ Example.org"])
def test_an_address_that_is_a_name_makes_no_moderator(club: Running, mona: Person, name: str) -> None:
    thief = player(club, name)
    club.lobby.signing._reserved |= {folded(name)}  # whom the host names later
    assert thief.me()["name"] == name
    assert not thief.me()["moderator"]
    assert mona.me()["moderator"]


def test_who_is_muted_plays_on_and_says_nothing(table: Table, mona: Person) -> None:
    report(table, person=person(table, 1))
    act(mona, deed="mute", report=newest(mona)["id"], days=1, words="for a day")
    ann, ben = table.pages
    assert "muted" in ben.ask("say", text="I am here")["message"]
    assert ben.ask("rename", name="Rude words")["type"] == "error"
    ann.ask("say", text="Peace")
    table.play()
    state = queue(mona)
    lasting = next(one for one in state["measures"] if one["kind"] == "mute")
    assert lasting["name"] == "Ben"
    assert lasting["until"] > 0
    assert (state["deeds"][0]["moderator"], state["deeds"][0]["deed"], state["deeds"][0]["words"]) == (
        "Mona", "mute", "for a day",
    )  # fmt: skip
    act(mona, deed="unmute", subject=lasting["subject"])
    ben.ask("say", text="I am back")


def test_a_muted_guest_makes_a_muted_account(table: Table, mona: Person, club: Running) -> None:
    report(table, person=person(table, 1))
    act(mona, deed="mute", report=newest(mona)["id"], days=1)
    ben = Person(club)
    ben.client.cookies.set(COOKIE, table.guests[1].cookie.partition("=")[2])
    assert ben.me()["muted"]
    ben.register()
    assert ben.me()["signed_in"]
    assert ben.me()["muted"]


def test_whose_account_is_closed_may_take_their_data_and_no_more(club: Running, mona: Person) -> None:
    rude = player(club, "Rude")
    other = Person(club)
    table = rude.host({}, game="Tic-Tac-Toe")
    with rude.page(table) as page:
        key = page.people["chairs"][1]["key"]
        assert other.sit(table, key, "Ben").status_code == 200
        with other.page(table) as theirs:
            asked = {"table": table, "kind": "person", "reason": "cheating", "person": page.people["person"]}
            assert other.client.post("/api/reports", json=asked).status_code == 200
            assert rude.client.post("/api/bots", json={"name": "RudeBot"}).status_code == 201
            act(mona, deed="close", report=newest(mona)["id"])
            with pytest.raises(Exception, match=r"1000|closed"):
                for _ in range(10):
                    page.wait("people")
            theirs.ask("ping")
    assert rude.client.post("/api/tables", json={"game": "Tic-Tac-Toe", "shared": {}}).status_code == 403
    with pytest.raises(InvalidStatus), rude.page(table):
        pass
    assert rude.me()["closed"]
    assert rude.client.get("/api/me/data").status_code == 200
    again = Person(club)
    again.show_passkey(rude.device)
    assert again.client.get("/api/archive/mine").status_code == 403
    subject = next(one["subject"] for one in queue(mona)["measures"] if one["kind"] == "close")
    act(mona, deed="reopen", subject=subject)
    with rude.page(table) as page:
        page.ask("ping")


def test_moderators_are_the_hosts_business(club: Running, mona: Person) -> None:
    table = mona.host({}, game="Tic-Tac-Toe")
    with mona.page(table) as page:
        other = Person(club)
        assert other.sit(table, page.people["chairs"][1]["key"], "Ben").status_code == 200
        asked = {"table": table, "kind": "person", "reason": "other", "person": page.people["person"]}
        assert other.client.post("/api/reports", json=asked).status_code == 200
    act(mona, 403, deed="close", report=newest(mona)["id"])
    act(mona, deed="dismiss", report=newest(mona)["id"])


def test_a_closed_table_is_closed_for_all(table: Table, mona: Person) -> None:
    report(table, kind="table")
    one = newest(mona)
    act(mona, deed="close-table", report=one["id"])
    for page in table.pages:
        with pytest.raises(Exception, match=r"1000|closed"):
            for _ in range(10):
                page.wait("people")
    for guest in table.guests:
        assert guest.client.get(f"/api/tables/{table.id}/games").status_code == 410
    act(mona, deed="reopen-table", subject=table.id)
    with table.guests[0].page(table.id) as page:
        page.ask("ping")


# --- blocks


def test_nobody_hears_whom_they_have_blocked(club: Running) -> None:
    with seated(club, {"spectators": True}, game="Tic-Tac-Toe") as table:
        ann, ben = table.pages
        body = {"table": table.id, "person": ben.people["person"]}
        assert table.guests[0].client.post("/api/blocks", json=body).status_code == 200
        ben.ask("say", text="Can you hear me?")
        ben.ask("ping")
        table.settle()
        assert not any(frame["type"] == "chat" and frame["lines"] for frame in ann.seen)
        told = table.guests[0].client.get("/api/me").json()["blocked"]
        assert [one["name"] for one in told] == ["Ben"]
        with table.guests[0].page(table.id) as again:
            assert [frame["lines"] for frame in again.seen if frame["type"] == "chat"] == [[]]
        table.guests[0].client.post("/api/blocks/remove", json={"person": told[0]["person"]})
        ben.ask("say", text="And now?")
        assert ann.wait("chat")["lines"][0]["text"] == "And now?"


def test_who_is_blocked_does_not_sit_down_at_ones_table(club: Running) -> None:
    with seated(club, game="Tic-Tac-Toe") as first:
        ann, ben = first.guests
        body = {"table": first.id, "person": first.pages[1].people["person"]}
        assert ann.client.post("/api/blocks", json=body).status_code == 200
        assert (
            ann.client.post("/api/blocks", json={**body, "person": first.pages[0].people["person"]}).status_code == 400
        )
        second = ann.host({"name": "Ann"}, game="Tic-Tac-Toe")
        with ann.page(second) as page:
            key, watch = page.people["chairs"][1]["key"], page.people["watch_key"]
            for one in (key, watch):
                assert ben.sit(second, one, "Ben").status_code == 403
            assert Person(club).sit(second, key, "Cleo").status_code == 200
        with first.guests[1].page(first.id) as page:  # where he sits already he stays
            page.ask("ping")
