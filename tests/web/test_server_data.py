"""One's own data: taken away as a file, and deleted, in all columns of all tables of either database."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from guests import Guest
from test_server_accounts import PATIENT, Person, home, player, sayer  # noqa: F401
from web_client import Running, running

from ludens.web.accounts import store as rows
from ludens.web.accounts import tables, traces
from ludens.web.archive import ratings
from ludens.web.database import COLUMNS
from ludens.web.people.keys import browser_of, new_guest, public_id
from ludens.web.post import jobs
from ludens.web.salvage import _salvage
from ludens.web.storage import Storage

Opened = Callable[..., Storage]
NAME, SAID, THOUGHT, BOT = "Annabel the Unmistakable", "Xylophones in the chat", "Zebras in the form", "QuaggaBot"


def everything(store: Storage) -> Iterator[tuple[str, str, str]]:
    """Each value of each column of each table, as text: a new table is looked at, too."""
    if store.database.is_shared:
        text = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
    else:
        text = (
            "SELECT m.name, c.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c WHERE m.type = 'table'"
        )
    columns = store.query(text)
    assert {table for table, _ in columns} >= set(COLUMNS)
    for table, column in columns:
        for (value,) in store.query(f'SELECT "{column}" FROM "{table}"'):
            shown = bytes(value).decode(errors="replace") if isinstance(value, bytes | memoryview) else str(value)
            yield table, column, shown


def traces_of(store: Storage, *marks: str) -> set[tuple[str, str]]:
    """The columns in which something of somebody stands, as it is or as JSON has it."""
    forms = [form for mark in marks for form in (mark, json.dumps(mark)[1:-1])]
    return {(table, column) for table, column, text in everything(store) if any(form in text for form in forms)}


def play_out(ann: Guest, ben: Guest, **shared: Any) -> str:
    """A game that Ann gives up, with words of both."""
    table = ann.host({"name": NAME, "public": True, "rated": True, **shared}, game="Tic-Tac-Toe")
    with ann.page(table) as page:
        assert ben.sit(table, page.people["chairs"][1]["key"], "Ben").status_code == 200
        with ben.page(table) as other:
            page.ask("say", text=SAID)
            other.ask("say", text="Hello there")
            page.ask("ping")
            page.play()
            page.ask("resign")
    return table


def until(condition: Callable[[], Any]) -> Any:
    for _ in range(500):
        if value := condition():
            return value
        import time

        time.sleep(0.02)
    raise AssertionError("it does not come")


def lived(server: Running, ann: Guest, ben: Guest) -> str:
    """Somebody who has done whatever one can do here; gives a table where a game goes on."""
    table = play_out(ann, ben)
    game = until(lambda: ann.client.get(f"/api/tables/{table}/games").json()["games"])[0]["id"]
    until(lambda: ann.client.get("/api/profile/me").json()["ratings"])
    answers = {"fun": 5, "clear": 4, "words": THOUGHT}
    assert ann.client.post(f"/api/archive/{game}/answers", json=answers).status_code == 200
    assert ann.client.post("/api/bots", json={"name": BOT}).status_code == 201
    made = ann.client.post("/api/tournaments", json={"game": "Tic-Tac-Toe", "name": f"{NAME}'s cup"})
    id_ = made.json()["id"]
    for one in (ann, ben):
        assert one.client.post(f"/api/tournaments/{id_}/join", json={"name": NAME if one is ann else "Ben"}).is_success
    going_on = ann.host({"name": NAME}, game="Tic-Tac-Toe")
    with ann.page(going_on) as page:
        assert ben.sit(going_on, page.people["chairs"][1]["key"], "Ben").status_code == 200
        with ben.page(going_on) as other:
            person = page.people["person"]
            page.play()
            page.ask("say", text=SAID)
            if server.lobby.signing.is_on:
                theirs = other.people["person"]
                reports = [
                    (ann, {"kind": "person", "person": theirs, "reason": "other", "words": THOUGHT}),
                    (ben, {"kind": "person", "person": person, "reason": "insults", "words": "He said it"}),
                    (ben, {"kind": "table", "reason": "other"}),
                ]
                for reporter, report in reports:
                    sent = reporter.client.post("/api/reports", json={"table": going_on, **report})
                    assert sent.status_code == 200, sent.text
                for blocker, blocked in ((ann, theirs), (ben, person)):
                    sent = blocker.client.post("/api/blocks", json={"table": going_on, "person": blocked})
                    assert sent.status_code == 200, sent.text
    return going_on


def files_of(person: Guest) -> dict[str, list[Any]]:
    answer = person.client.get("/api/me/data")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        return {
            name.removesuffix(".jsonl"): [json.loads(line) for line in archive.read(name).decode().splitlines()]
            for name in archive.namelist()
        }


def test_all_that_is_kept_is_taken_away_and_deleted(home: Running) -> None:  # noqa: F811
    ann, ben = player(home, NAME), Person(home)
    going_on = lived(home, ann, ben)
    account = home.database.query("SELECT id, guest FROM accounts WHERE name = :name", {"name": NAME})[0]
    ids = (*account, public_id(account[1]), NAME, SAID, THOUGHT, BOT, BOT.lower())

    files = files_of(ann)
    assert [one["name"] for one in files["account"]] == [NAME]
    assert [one["kind"] for one in files["sign-in"]] == ["passkey"]
    assert [one["text"] for one in files["messages"]] == [SAID, SAID]
    assert [one["reason"] for one in files["games"]] == ["resigned"]
    assert [one["words"] for one in files["answers"]] == [THOUGHT]
    assert [one["words"] for one in files["reports"]] == [THOUGHT]
    assert [one["name"] for one in files["bots"]] == [BOT]
    assert [one["game"] for one in files["ratings"]] == ["Tic-Tac-Toe"]
    assert [one["as"] for one in files["tournaments"]] == [[NAME]]
    assert len(files["tables"]) == 2
    text = json.dumps(files)
    secrets = [
        value for name in ("signed_in", "bots") for (value,) in home.database.query(f"SELECT digest FROM {name}")
    ]
    assert account[1] not in text
    assert not any(one in text for one in [*secrets, *ann.client.cookies.values()])
    assert "public_key" not in text
    assert "Hello there" not in text

    with ben.page(going_on) as page:
        assert ann.client.post("/api/me/delete", json={"sure": True}).json() == {"ok": True}
        until(lambda: page.ask("table")["position"]["over"])
        assert NAME not in json.dumps(page.people)
        names = [chair["name"] for chair in page.wait("people")["chairs"]] if not page.people else [
            chair["name"] for chair in page.people["chairs"]
        ]  # fmt: skip
        assert "a player who left" in names
    until(lambda: not traces_of(home.database, *ids) or print(traces_of(home.database, *ids)))
    assert not ann.me()["signed_in"]
    ann.show_passkey(status=403)
    games = ben.client.get("/api/archive/mine").json()["games"]
    assert {"a player who left", "Ben"} == {person["name"] for person in games[0]["people"]}
    assert len(until(lambda: ben.client.get("/api/profile/me").json()["ratings"])) == 1


def test_a_guest_takes_and_deletes_their_data_too() -> None:
    """Without accounts as with them."""
    with running(PATIENT) as server:
        ann, ben = Guest(server), Guest(server)
        assert files_of(ann)["you"] == []
        lived(server, ann, ben)
        guest = browser_of(dict(ann.client.cookies))
        files = files_of(ann)
        assert len(files["games"]) == len(files["answers"]) == 1
        assert ann.client.post("/api/me/delete", json={"sure": False}).status_code == 400
        assert ann.client.post("/api/me/delete", json={}).status_code == 400
        assert files_of(ann)["games"]
        assert ann.client.post("/api/me/delete", json={"sure": True}).status_code == 200
        marks = (guest, public_id(guest), NAME, SAID, THOUGHT, BOT)
        until(lambda: not traces_of(server.database, *marks))
        assert files_of(ann)["games"] == []


def test_nobody_takes_or_deletes_what_is_nobodys(home: Running) -> None:  # noqa: F811
    """Machines, and people who have left, stand in the same columns without an id."""
    insert(home.database, "finished_people", "game_id, seat, person, name, agent", ("n", 1, "", "", "random"))
    reports = "id, reporter, kind, table_id, person, name, reason, words, evidence, made, done"
    insert(home.database, "reports", reports, ("n", "", "table", "t", "", "", "other", "", "{}", 1.0, 0.0))
    before = list(everything(home.database))
    stranger = Person(home)
    assert not any(files_of(stranger).values())
    assert stranger.client.post("/api/me/delete", json={"sure": True}).status_code == 200
    assert list(everything(home.database)) == before
    home.database.execute(("DELETE FROM reports WHERE id = 'n'", {}))


# --- in either database


def filled(store: Storage, guest: str) -> tuple[str, str]:
    """A row of somebody in each table that may have one; gives the account, and an address of theirs."""
    from test_storage import table

    address = "annabel@example.org"
    owner = rows.enter(store, "mail", address, address, 1.0)
    store.execute(("UPDATE accounts SET guest = :guest WHERE id = :id", {"guest": guest, "id": owner.id}))
    rows.enter(store, "passkey", "key-of-annabel", "phone", 1.0, account_id=owner.id, details="{}")
    rows.rename(store, owner.id, NAME)
    rows.sign_in(store, owner.id, 1e12)
    rows.remember(store, "x", "secret", rows.Once(guest, owner.id, "{}"), 1e12, 1.0)
    rows.remember(store, "y", "another", rows.Once("", "", address), 1e12, 1.0)
    jobs.put(store, f"turns:{guest}", "turns", 1.0, guest)
    jobs.put(store, "sign in:x", "sign in", 1.0, json.dumps({"address": address}))
    store.save(table("t"))
    record = {"id": public_id(guest), "name": NAME, "seat": 1, "label": "P1", "agent": ""}
    game = {
        "id": "g", "game": "Hex", "library": "Hex", "description": "d", "options": [], "ended": 1, "over": True,
        "public": True, "rated": True, "reason": "rules", "result": "", "winner": 1, "ranking": [1.0, 2.0],
        "people": [record], "moves": [], "ms": [], "trial": "",
    }  # fmt: skip
    state = {"id": "c", "host": guest, "name": NAME, "game": "Hex", "kind": "swiss",
             "players": [{"guest": guest, "name": NAME}]}  # fmt: skip
    evidence = {"game": "Hex", "line": 1, "people": [{"guest": guest, "name": NAME}],
                "lines": [{"number": 1, "guest": guest, "at": 1, "name": NAME, "text": SAID},
                          {"number": 2, "guest": "ben", "at": 1, "name": "Ben", "text": "Hello"}]}  # fmt: skip
    texts = {
        "contacts": ("guest, kind, address, details, confirmed, token, made, told",
                     (guest, "mail", address, "", 1, "t", 1.0, 1.0)),
        "turns": ("guest, table_id, title, ply, sent", (guest, "t", "Hex", 1, 0)),
        "bots": ("id, name, owner, digest, scopes, created", (BOT.lower(), BOT, guest, "d", "[]", 1.0)),
        "seated": ("person, table_id, since", (guest, "t", 1)),
        "finished": ("id, table_id, game, library, description, options, ended, is_over, is_public, is_rated, plies,"
                     " winner, reason, record",
                     ("g", "t", "Hex", "Hex", "d", "[]", 1.0, 1, 1, 1, 0, 1, "rules", json.dumps(game))),
        "finished_people": ("game_id, seat, person, name, agent", ("g", 1, guest, NAME, "")),
        "ratings": ("game, person, name, system, value, error, volatility, games, changed",
                    ("Hex", guest, NAME, "glicko2", 1500.0, 100.0, 0.06, 3, 1.0)),
        "tournaments": ("id, created, is_over, state", ("c", 1.0, 1, json.dumps(state))),
        "answers": ("game_id, person, description, given, fun, clear, words", ("g", guest, "d", 1.0, 5, 5, THOUGHT)),
        "public_ids": ("id, person", (public_id(guest), guest)),
        "measures": ("kind, subject, until, name", ("mute", guest, 1e12, NAME)),
    }  # fmt: skip
    for name, (columns, values) in texts.items():
        insert(store, name, columns, values)
    reports = "id, reporter, kind, table_id, person, name, reason, words, evidence, made, done"
    for number, (reporter, person, name) in enumerate(
        ((guest, "ben", "Ben"), ("ben", guest, NAME), ("cleo", "ben", "B"))
    ):
        values = (f"r{number}", reporter, "person", "t", person, name, "other", THOUGHT if reporter == guest else "",
                  json.dumps(evidence), 1.0, 0.0)  # fmt: skip
        insert(store, "reports", reports, values)
    deeds = "id, at, moderator, moderator_name, deed, subject, name, words"
    insert(store, "deeds", deeds, ("d1", 1.0, guest, NAME, "mute", "ben", "Ben", THOUGHT))
    insert(store, "deeds", deeds, ("d2", 1.0, "ben", "Ben", "mute", guest, NAME, f"what {NAME} wrote"))
    for person, blocked, name in ((guest, "ben", "Ben"), ("ben", guest, NAME)):
        insert(store, "blocks", "person, blocked, name, made", (person, blocked, name, 1.0))
    return owner.id, address


def insert(store: Storage, table: str, columns: str, values: tuple[Any, ...]) -> None:
    names = columns.split(", ")
    listed = ", ".join(f":{name.strip()}" for name in names)
    row = dict(zip((name.strip() for name in names), values, strict=True))
    store.execute((f"INSERT INTO {table} ({columns}) VALUES ({listed})", row))


def test_nothing_is_left_of_somebody_in_any_column(open_store: Opened) -> None:
    store, guest = open_store(), new_guest()
    account, address = filled(store, guest)
    marks = (guest, public_id(guest), account, address, NAME, SAID, THOUGHT, BOT, BOT.lower(), "key-of-annabel")
    before = {table for table, _ in traces_of(store, *marks)}
    assert before >= {*tables.COLUMNS, "contacts", "turns", "bots", "seated", "finished", "finished_people", "ratings",
                      "tournaments", "answers", "jobs"}  # fmt: skip
    traces.erase(store, guest, account)
    assert traces_of(store, *marks) == set()
    assert store.query("SELECT count(*) FROM finished") == [(1,)]
    ((evidence,),) = store.query("SELECT evidence FROM reports WHERE id = 'r2'")
    assert [one["text"] for one in json.loads(evidence)["lines"]] == ["Hello"]  # of others it stays


def test_letters_to_others_are_sent_yet(open_store: Opened) -> None:
    store, guest = open_store(), new_guest()
    account, address = filled(store, guest)
    jobs.put(store, "sign in:y", "sign in", 1.0, json.dumps({"address": f"jo{address}"}))
    traces.erase(store, guest, account)
    assert store.query("SELECT key FROM jobs") == [("sign in:y",)]


def test_a_guest_becomes_an_accounts_person_in_every_column(open_store: Opened) -> None:
    store, guest, other = open_store(), new_guest(), new_guest()
    account, _ = filled(store, guest)
    before = {
        place for place in traces_of(store, guest, public_id(guest)) if place[0] not in ("accounts", "once", "jobs")
    }
    for name, value, error, games in (("Hex", 1600.0, 50.0, 2), ("Go", 1700.0, 90.0, 1)):
        values = (name, other, NAME, "glicko2", value, error, 0.06, games, 1.0)
        insert(store, "ratings", "game, person, name, system, value, error, volatility, games, changed", values)
    insert(store, "blocks", "person, blocked, name, made", (other, "ben", "Ben", 1.0))
    store.execute(("UPDATE accounts SET guest = :other WHERE id = :id", {"other": other, "id": account}),
                  ("DELETE FROM once", {}))  # fmt: skip
    traces.adopt(store, guest, other)
    assert traces_of(store, guest, public_id(guest)) == set()
    assert before <= traces_of(store, other, public_id(other))
    listed = store.query("SELECT game, value, games FROM ratings WHERE person = :one ORDER BY game", {"one": other})
    assert listed == [("Go", 1700.0, 1), ("Hex", 1600.0, 5)]  # the surer one stays, and all games count


def test_who_was_rated_before_is_looked_up_too(open_store: Opened) -> None:
    store, guest = open_store(), new_guest()
    filled(store, guest)
    store.execute(("DELETE FROM public_ids", {}))
    for _ in range(2):
        ratings.fill(store)
        assert store.query("SELECT id, person FROM public_ids") == [(public_id(guest), guest)]


def test_a_game_that_makes_room_takes_its_answers_along(open_store: Opened) -> None:
    from ludens.web.archive.keeper import forget_oldest

    store = open_store()
    filled(store, new_guest())
    forget_oldest(store, 0)
    counts = [store.query(f"SELECT count(*) FROM {name}")[0][0] for name in ("finished", "finished_people", "answers")]
    assert counts == [0, 0, 0]


def test_accounts_outlive_a_damaged_database(tmp_path: Path) -> None:
    before, after = Storage(tmp_path / "before.sqlite"), Storage(tmp_path / "after.sqlite")
    account, _ = filled(before, new_guest())
    before.close()
    _salvage(tmp_path / "before.sqlite", after)
    assert [one.kind for one in rows.ways(after, account)] == ["mail", "passkey"]
    assert after.query("SELECT count(*) FROM finished") == [(1,)]
    assert after.query("SELECT count(*) FROM turns") == [(1,)]
    after.close()
