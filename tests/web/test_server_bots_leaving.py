"""Bots that are removed, whose owner leaves the server, or that wait for people who never come."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, ClassVar

import pytest
from guests import Guest
from robots import Robot, upon
from web_client import Page, Running, running

from ludens.web.limits import Limits

CLOCK = {"kind": "fischer", "main": 60, "step": 0}


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running() as one:
        yield one


class Host(Guest):
    """Somebody who opens tables."""

    everybody: ClassVar[list[Guest | Robot]] = []

    def __init__(self, server: Running) -> None:
        super().__init__(server)
        self.everybody.append(self)


@pytest.fixture(autouse=True)
def _let_all_go() -> Iterator[None]:
    yield
    while Host.everybody:
        Host.everybody.pop().client.close()


class Owned(Robot):
    """A bot of somebody who may remove it, or leave."""

    def __init__(self, server: Running, name: str) -> None:
        self.server, self.name, self.owner = server, name, Host(server)
        Host.everybody.append(self)
        made = self.owner.client.post("/api/bots", json={"name": name})
        self.token = made.json()["token"]
        self.client = server.client(headers={"Authorization": f"Bearer {self.token}"})

    def remove(self) -> None:
        assert self.owner.client.post(f"/api/bots/{self.name.lower()}/remove", json={}).json() == {"ok": True}

    def leave(self) -> None:
        """The owner deletes all that is kept of them."""
        assert self.owner.client.post("/api/me/delete", json={"sure": True}).status_code == 200


@contextmanager
def invited(bot: Robot, host: Guest, shared: dict[str, Any] | None = None) -> Iterator[tuple[str, Iterator[Any]]]:
    """A table where a bot has sat down, and what the bot hears."""
    with bot.events() as events:
        table = host.host({"name": "Hans", "seat": 1, **(shared or {})}, game="Tic-Tac-Toe")
        host.client.post(f"/api/challenge/{bot.name.lower()}", json={"table": table})
        number = upon(events, "challenge")["challenge"]["id"]
        assert bot.post(f"/api/challenge/{number}/accept").status_code == 200
        assert upon(events, "gameStart")["game"]["gameId"] == table
        yield table, events


def until(page: Page, condition: Any) -> None:
    while not condition():
        page.wait("people", "position")


@pytest.mark.parametrize("how", ["remove", "leave"])
def test_a_game_of_a_bot_that_is_gone_is_given_up(server: Running, how: str) -> None:
    bot, host = Owned(server, f"Gone-{how}"), Host(server)
    with invited(bot, host) as (table, _), host.page(table) as page:
        page.play(4)
        with bot.game(table) as game:
            upon(game, "gameFull")
            getattr(bot, how)()
            assert [line["type"] for line in game if line["type"] == "gameFull"] == []  # it ends
        until(page, lambda: page.position["over"])
        assert "resigns" in page.position["result"]
        assert bot.client.get("/api/account").status_code == 401


def test_a_seat_where_nothing_was_played_is_free_again(server: Running) -> None:
    bot, other, host = Owned(server, "Early"), Owned(server, "Later"), Host(server)
    with invited(bot, host) as (table, _), host.page(table) as page:
        bot.remove()
        until(page, lambda: not page.people["chairs"][1]["person"])
        assert page.people["chairs"][1]["name"] == "" and not page.people["begun"]
        with other.events() as events:
            assert host.client.post("/api/challenge/later", json={"table": table}).status_code == 200
            other.post(f"/api/challenge/{upon(events, 'challenge')['challenge']['id']}/accept")
        until(page, lambda: page.people["chairs"][1]["name"] == "Later")


def test_who_takes_the_name_of_a_bot_gets_nothing_of_it(server: Running) -> None:
    bot, host = Owned(server, "Name"), Host(server)
    with invited(bot, host) as (table, _), host.page(table) as page:
        page.play(4)
        bot.remove()
        until(page, lambda: page.position["over"])
        heir = Owned(server, "name")
        assert heir.client.get(f"/api/bot/game/stream/{table}").status_code == 403
        assert heir.get("/api/account/playing") == {"nowPlaying": []}


def test_a_bot_hears_that_a_host_has_left_who_began_nothing(server: Running) -> None:
    bot, host = Owned(server, "Waiter"), Host(server)
    with invited(bot, host) as (table, events), bot.game(table) as game:
        assert upon(game, "gameFull")["state"]["status"] == "started"
        assert host.client.post("/api/me/delete", json={"sure": True}).status_code == 200
        assert upon(events, "gameFinish")["game"]["status"] == {"name": "aborted"}
        assert [line["status"] for line in game if line["type"] == "gameState"][-1] == "aborted"


def test_nobody_waits_for_an_answer_of_who_is_gone(server: Running) -> None:
    asker, asked = Owned(server, "Asker"), Owned(server, "Asked")
    with ExitStack() as stack:
        ours, theirs = stack.enter_context(asker.events()), stack.enter_context(asked.events())
        asker.challenge(asked, game="Tic-Tac-Toe")
        upon(theirs, "challenge")
        asked.remove()
        assert upon(ours, "challengeDeclined")["challenge"]["decline_reason"]
        assert list(theirs) == []


def test_no_bot_waits_for_ever_for_a_first_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludens.web.lobby._SWEEP_SECONDS", 0.02)
    limits = Limits(pace_seconds=0.001, address_requests_at_once=1_000_000, first_move_seconds=0.1)
    with running(limits) as server:
        bot, host = Owned(server, "Patient"), Host(server)
        with invited(bot, host, {"clock": CLOCK}) as (table, events), bot.game(table) as game:
            assert [line["status"] for line in game if line["type"] == "gameState"][-1] == "aborted"
            assert upon(events, "gameFinish")["game"]["status"] == {"name": "aborted"}
        with invited(bot, host) as (table, _), host.page(table) as page, bot.game(table) as game:
            upon(game, "gameFull")
            page.play(4)  # nobody is hurried without a clock
            assert upon(game, "gameState")["yours"]
