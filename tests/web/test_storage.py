"""What is kept of tables, in both kinds of database."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from ludens.web.accounts.tables import PEOPLE
from ludens.web.database import COLUMNS, StorageError
from ludens.web.ledger import LEDGER
from ludens.web.storage import HeldElsewhere, Ply, Storage, StoredParty, StoredSession

Opened = Callable[..., Storage]
PLIES = [Ply((n,), 9 - n, f"[Move {n}]", 1 + n % 2, f"A{n}", None, f"c:{n}", 100 * n) for n in range(4)]


def table(name: str = "t", **more: object) -> StoredSession:
    made = StoredSession(name, "Hex", "key", "(game)", ("A/b",), ("human", "uct:1s"), b"12345678")
    for field, value in more.items():
        setattr(made, field, value)
    return made


def test_what_is_saved_is_loaded(open_store: Opened) -> None:
    store, whole = open_store(), table(paused=True, cursor=2, plies=PLIES, text="Über 将棋 \\ % ? 'x'")
    store.save(whole)
    again = open_store()
    assert again.load("t") == whole
    assert again.load("other") is None
    assert again.count() == 1


def test_people_chat_and_studies_are_loaded(open_store: Opened) -> None:
    store = open_store()
    party = StoredParty(b'{"host":"\\u0000"}', 12.5, 1.25)
    whole = table(party=party, chat=[b"one", b"two"], start=b"\0start", study=b"\0study")
    store.save(whole)
    assert open_store().load("t") == whole
    store.save(table())
    assert store.load("t") == table()


def test_plies_are_added_one_by_one_and_forgotten_with_another_move(open_store: Opened) -> None:
    store = open_store()
    store.save(table())
    for number, ply in enumerate(PLIES):
        store.add("t", number, ply)
    store.change("t", cursor=1, paused=True, players=["random"])
    loaded = store.load("t")
    assert loaded is not None
    assert (loaded.cursor, loaded.paused, loaded.players, loaded.plies) == (1, True, ("random",), PLIES)
    store.add("t", 1, PLIES[3], StoredParty(b"{}", 5.0, None))
    loaded = store.load("t")
    assert loaded is not None
    assert (loaded.cursor, loaded.plies) == (2, [PLIES[0], PLIES[3]])
    assert loaded.party == StoredParty(b"{}", 5.0, None)


def test_saving_again_replaces_the_plies(open_store: Opened) -> None:
    store = open_store()
    store.save(table(plies=PLIES, cursor=4))
    store.save(table(options=()))
    assert store.load("t") == table(options=())


def test_what_was_said_last_stays(open_store: Opened) -> None:
    store = open_store()
    store.save(table(party=StoredParty(b"{}")))
    for number in range(5):
        store.say("t", str(number).encode(), 3)
    loaded = store.load("t")
    assert loaded is not None
    assert loaded.chat == [b"2", b"3", b"4"]


def test_clocks_begin_their_turn_again_where_people_sat_at_the_table(open_store: Opened) -> None:
    store = open_store()
    store.save(table("live", party=StoredParty(b"{}", 110.0, 100.0)))
    store.save(table("days", party=StoredParty(b"{}", 500.0, None)))
    store.save(table("none", party=StoredParty(b"{}", None, None)))
    assert sorted(store.deadlines(1000.0)) == [("days", 500.0), ("live", 1010.0)]


def test_unplayed_tables_are_forgotten(open_store: Opened) -> None:
    store = open_store()
    store.save(table("played", plies=PLIES))
    store.save(table("study", study=b"tree"))
    store.save(table("empty"))
    assert store.forget("unplayed", 3600) == 0
    assert store.forget("unplayed", -1) == 1
    assert store.load("played") is not None


def test_strangers_make_room_first_and_those_that_are_open_stay(open_store: Opened) -> None:
    store = open_store()
    for name in ("stranger's", "open", "own"):
        store.save(dataclasses.replace(table(name), name="", key=name, text=name))
    store.save(table("library's"))
    assert store.forget("strangers", -1, ["open"], ["own"]) == 1
    assert store.load("stranger's") is None
    assert store.forget("all", -1, ["open"]) == 2
    assert store.count() == 1
    assert store.shortage(1) == "there are 1 games already"
    assert store.shortage(2) is None


def test_what_fails_leaves_all_as_it_was(open_store: Opened) -> None:
    store = open_store()
    store.save(table(plies=PLIES[:1], cursor=1))
    with pytest.raises(StorageError):
        store.save(table(plies=[PLIES[1], dataclasses.replace(PLIES[2], name=None)]))
    with pytest.raises(StorageError, match="not stored any more"):
        store.add("nowhere", 0, PLIES[0])
    assert store.load("t") == table(plies=PLIES[:1], cursor=1)


def test_what_another_server_has_is_not_written(open_store: Opened) -> None:
    ours, theirs = open_store("ours"), open_store("theirs")
    ours.save(table(cursor=0))
    for write in (
        lambda: theirs.save(table(cursor=9)),
        lambda: theirs.add("t", 0, PLIES[0]),
        lambda: theirs.change("t", cursor=3, paused=True, players=[]),
        lambda: theirs.say("t", b"line", 9),
    ):
        with pytest.raises(HeldElsewhere, match="on another server"):
            write()
    assert theirs.load("t") == table()


def test_the_steps_of_postgresql_make_the_columns_of_the_file() -> None:
    """Each table of the one is one of the other, column by column."""
    steps = Path(__file__).parents[2] / "src" / "ludens" / "web" / "postgres" / "migrations" / "versions"
    text = "".join(place.read_text(encoding="utf-8") for place in sorted(steps.glob("v*.py")))
    for name, columns in COLUMNS.items():
        if f"TABLE IF NOT EXISTS {name} (" in LEDGER + PEOPLE:  # one text makes it in both
            assert all(column in LEDGER + PEOPLE for column in columns.split(", "))
            continue
        made = re.search(rf'"{name}",(.*?)\n    \)\n|create_table\("{name}"(.*)\)\n', text, re.DOTALL)
        assert made is not None, name
        body = made[0]
        for column in columns.split(", "):
            assert f'Column("{column}"' in body or (column == "table_id" and "_table()" in body), (name, column)


@pytest.mark.integration
@pytest.mark.parametrize("address", ["mysql://x/y", "postgresql://u:secret@127.0.0.1:1/x", "nonsense", "sqlite:///x"])
def test_an_address_that_leads_to_no_database_is_an_error_without_its_password(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ludens.web.postgres import database

    monkeypatch.setattr(database, "_PATIENCE", 0.0)
    with pytest.raises(StorageError) as refused:
        database.PostgresDatabase(address)
    assert "secret" not in str(refused.value)


@pytest.mark.integration
def test_a_database_that_is_started_again_is_waited_for(open_store: Opened, request: pytest.FixtureRequest) -> None:
    if "sqlite" in request.node.name:
        pytest.skip("a file does not go away")
    store, server = open_store(), request.getfixturevalue("postgres")
    store.save(table())
    server.stop("fast")  # whoever is connected is sent away
    server.start()
    store.add("t", 0, PLIES[0])
    loaded = store.load("t")
    assert loaded is not None
    assert loaded.plies == PLIES[:1]
