"""Clocks at a table: the server decides, with nobody looking on and after a restart too; moves that play themselves."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from guests import Guest, seated
from test_server_at_once import TWO
from web_client import NOUGHTS, PATIENCE, Running, running

from ludens.web.nodes import leases
from ludens.web.storage import StoredParty

#: a stone goes to the right of the last one: there is never another move
FORCED = """(game "Forced" (players 2)
    (equipment {(board (rectangle 1 6)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites {(count Moves)})))) (end (if (is Full) (result Mover Win)))))"""
#: a second each, no more
BRIEF = {"clock": {"kind": "fischer", "main": 1, "step": 0}}


#: long enough for every machine
LONG = {"clock": {"kind": "fischer", "main": 600, "step": 0}}


def until(condition: Callable[[], object]) -> None:
    """Wait for what happens by itself."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def party_of(server: Running, table: str) -> StoredParty:
    """What is stored of a table's people."""
    stored = server.database.load(table)
    assert stored is not None and stored.party is not None
    return stored.party


def put_back(server: Running, table: str, seconds: float) -> None:
    """Let a stored turn have begun so many seconds ago."""
    stored = server.database.load(table)
    assert stored is not None and stored.party is not None
    party, data = stored.party, msgspec.json.decode(stored.party.party)
    data["clock"]["since"] = [None if one is None else one - seconds for one in data["clock"]["since"]]
    assert party.deadline is not None
    began = None if party.began is None else party.began - seconds
    stored.party = StoredParty(msgspec.json.encode(data), party.deadline - seconds, began)
    leases.claim(server.database, stored.id)
    server.database.save(stored)


def test_the_first_move_is_free_and_then_a_flag_falls(server: Running) -> None:
    with seated(server, BRIEF, text=NOUGHTS) as table:
        ann, ben = table.pages
        assert not any(chair["clock"]["runs"] for chair in ann.people["chairs"])
        assert party_of(server, table.id).deadline is None
        ann.play()
        while not ann.position["over"]:
            ann.wait("position")
        assert ann.position["result"] == "Black has no time left. White wins."
        assert ben.play(1)["code"] in ("illegal", "stale")


def test_a_flag_falls_with_nobody_there(server: Running) -> None:
    with seated(server, BRIEF, text=NOUGHTS) as table:
        table.play()
        for page in table.pages:
            page.socket.close()
        until(lambda: b'"why":"time"' in party_of(server, table.id).party)
        with table.guests[1].page(table.id) as page:
            assert page.position["over"] and page.position["ranking"] == [1.0, 2.0]


def test_a_table_that_was_put_away_is_opened_when_its_flag_falls() -> None:
    with running() as server, seated(server, BRIEF, text=NOUGHTS) as table:
        table.play()
        server.lobby._sessions.clear()
        until(lambda: b'"why":"time"' in party_of(server, table.id).party)
        assert party_of(server, table.id).deadline is None


def test_the_time_without_a_server_counts_for_nobody_at_a_live_game(tmp_path: Path) -> None:
    with running(data=tmp_path) as server, seated(server, LONG, text=NOUGHTS) as table:
        table.play()
        cookies = table.guests[0].client.cookies
    with running(data=tmp_path) as server:
        put_back(server, table.id, 3600)
    with running(data=tmp_path) as server:
        guest = Guest(server)
        guest.client.cookies = cookies
        with guest.page(table.id) as page:
            clock = page.people["chairs"][1]["clock"]
            assert clock["runs"] and clock["left"] > 500_000 and not page.position["over"]


def test_flags_fall_after_a_restart_that_nobody_comes_back_from(tmp_path: Path) -> None:
    with running(data=tmp_path) as server, seated(server, BRIEF, text=NOUGHTS) as table:
        table.play()
    with running(data=tmp_path) as server:
        until(lambda: b'"why":"time"' in party_of(server, table.id).party)
    with running(data=tmp_path) as server:
        assert party_of(server, table.id).deadline is None


def test_a_game_by_days_is_lost_while_the_server_is_down(tmp_path: Path) -> None:
    with running(data=tmp_path) as server, seated(server, {"clock": {"kind": "days"}}, text=NOUGHTS) as table:
        table.play()
    with running(data=tmp_path) as server:
        put_back(server, table.id, 86_401)
    with running(data=tmp_path) as server:
        until(lambda: b'"why":"time"' in party_of(server, table.id).party)


def test_days_a_move_run_on_without_a_server(server: Running) -> None:
    with seated(server, {"clock": {"kind": "days", "days": 2}}, text=NOUGHTS) as table:
        table.play()
        party = party_of(server, table.id)
        assert party.began is None and party.deadline is not None
        assert abs(party.deadline - time.time() - 2 * 86_400) < 3600


def test_who_has_chosen_at_once_thinks_no_more(server: Running) -> None:
    with seated(server, {"clock": {"kind": "fischer", "main": 60}}, text=TWO) as table:
        ann, ben = table.pages
        ann.ask("play", ply=0, move=0), ben.ask("play", ply=0, move=0)
        ann.ask("play", ply=1, move=0)
        table.settle()
        assert [chair["clock"]["runs"] for chair in ben.people["chairs"]] == [False, True]


def test_the_only_move_plays_itself_where_that_was_chosen(server: Running) -> None:
    with seated(server, {"lone": True}, text=FORCED) as table:
        table.pages[0].play()
        table.settle()
        assert table.pages[1].position["over"] and len(table.pages[1].history) == 6
    with seated(server, text=FORCED) as table:
        table.pages[0].play()
        table.settle()
        assert table.pages[1].position["ply"] == 1


def test_a_move_that_was_chosen_before_is_played_if_it_can_be(server: Running) -> None:
    with seated(server, text=NOUGHTS) as table:
        ann, ben = table.pages
        assert ann.ask("premove", to="c:4")["code"] == "illegal"
        assert ben.ask("premove", to="c:4")["type"] == "ok"
        table.settle()
        assert ben.people["premove"] == [None, "c:4"] and ann.people["premove"] is None
        ann.play(0)
        table.settle()
        assert [entry["name"] for entry in ann.history] == ["A1", "B2"]
        ben.ask("premove", **{"from": "c:8", "to": "c:1"}), ben.ask("premove", to="c:1")
        ann.play(next(move["index"] for move in ann.position["moves"] if move["to"] == "c:1"))
        table.settle()
        assert ann.position["ply"] == 3 and ben.people["premove"] is None, "what is not legal is forgotten"
        ann.ask("premove", to="c:6"), ann.ask("premove")
        ben.play()
        table.settle()
        assert ann.position["ply"] == 4


def test_a_line_is_measured_where_a_clock_runs(server: Running) -> None:
    with seated(server, {"clock": {"kind": "fischer", "main": 60}}, text=NOUGHTS) as table:
        probes = [frame["number"] for frame in table.pages[0].seen if frame["type"] == "probe"]
        assert probes == [1]
        table.pages[0].send("probed", number=1)
        table.pages[0].send("probed", number=77)
        table.settle()
        (connection,) = [
            one
            for task in server.lobby._sessions.values()
            for one in task.result().state.audience.connections
            if task.result().id == table.id and one.line.lag > 0
        ]
        assert connection.line.lag < 60_000


def test_who_has_planned_an_answer_need_not_be_there(server: Running) -> None:
    with seated(server, text=NOUGHTS) as table:
        ann, ben = table.pages
        assert ben.people["may_plan"]
        assert ann.ask("plan", lines=["A1 A2"])["code"] == "illegal", "it is her turn"
        for lines, words in ((["A1"], "no answer"), (["A1 A1"], "A1"), (["nonsense B2"], "nonsense")):
            assert words in ben.ask("plan", lines=lines)["message"]
        assert ben.ask("plan", lines=["B2 A1 C3 C1", "A1 B2"])["type"] == "ok"
        table.settle()
        assert ben.people["plans"] == [["B2", "A1", "C3", "C1"], ["A1", "B2"]] and ann.people["plans"] == []
        ann.play(4)
        table.settle()
        assert [ply["name"] for ply in ann.history] == ["B2", "A1"] and ben.people["plans"] == [["C3", "C1"]]
        ann.play(next(move["index"] for move in ann.position["moves"] if move["name"] == "A2"))
        table.settle()
        assert len(ann.history) == 3 and ben.people["plans"] == [], "something else has come"


def test_no_plans_are_made_where_they_would_tell_something(server: Running) -> None:
    for shared, more in (({}, {"game": "Phantom Tic-Tac-Toe"}), (LONG, {"text": NOUGHTS})):
        with seated(server, shared, **more) as table:
            assert table.pages[1].ask("plan", lines=["A1 A2"])["code"] == "illegal"
            assert not table.pages[1].people["may_plan"]
