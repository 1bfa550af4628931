"""Several people at a table: who holds which seat, who may do what there, what they agree on."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from guests import Guest, Table, seated
from test_server_at_once import TWO
from test_server_swaps import THREE
from web_client import NOUGHTS, PATIENCE, Running, running
from websockets.exceptions import ConnectionClosed

from ludens.web.limits import Limits


def names(table: Table) -> list[list[str]]:
    table.settle()
    return [[chair["name"] for chair in page.people["chairs"]] for page in table.pages]


def test_each_moves_the_own_seat_alone(server: Running) -> None:
    with seated(server, text=NOUGHTS) as table:
        ann, ben = table.pages
        assert [page.people["seat"] for page in table.pages] == [1, 2]
        assert [len(page.position["moves"]) for page in table.pages] == [9, 0]
        assert ben.play()["message"] == "it is not your turn"
        assert ann.play(4)["position"]["ply"] == 1
        table.settle()
        assert [len(page.position["moves"]) for page in table.pages] == [0, 8]
        assert ann.play()["code"] == "illegal"
        assert ben.play()["position"]["ply"] == 2


def test_nobody_plays_before_all_are_there(server: Running) -> None:
    host = Guest(server)
    table = host.host(text=NOUGHTS)
    with host.page(table) as page:
        assert not page.people["begun"]
        assert page.play()["message"] == "not everybody is at the table yet"


def test_a_table_of_one_person_is_everybodys_as_before(server: Running) -> None:
    table = server.create(text=NOUGHTS, players=["human", "human"])
    with server.page(table) as page, server.page(table) as other:
        page.play()
        other.wait("position")
        other.play()
        assert page.ask("undo")["position"]["ply"] == 1
        assert not [frame for frame in page.seen + other.seen if frame["type"] in ("people", "chat", "probe")]
        assert page.ask("offer", matter="draw")["code"] == "illegal"


def test_who_looks_on_sees_and_does_nothing_else(server: Running) -> None:
    with seated(server, text=NOUGHTS) as table:
        onlooker = Guest(server)
        assert onlooker.sit(table.id, table.pages[0].people["watch_key"], "Otto").json() == {"seat": 0}
        with onlooker.page(table.id) as page:
            table.pages[0].play(4)
            page.until(1)
            assert page.position["moves"] == [] and page.people["seat"] == 0
            asked = [("play", {"ply": 1, "move": 0}), ("resign", {}), ("undo", {}), ("offer", {"matter": "draw"})]
            for kind, more in [*asked, ("new", {}), ("seats", {"players": []}), ("invite", {"seat": 2}), ("pause", {})]:
                assert page.ask(kind, **more)["code"] == "forbidden", kind
            assert page.ask("view", ply=0)["position"]["ply"] == 0
            assert "key" not in page.people["chairs"][0] and "watch_key" not in page.people
            table.until(lambda: [one["name"] for one in table.pages[1].people["watching"]] == ["Otto"])
            table.pages[0].ask("spectators", allowed=False)
            with pytest.raises(ConnectionClosed):
                while True:
                    page.socket.recv(PATIENCE)
        assert onlooker.client.get(f"/api/tables/{table.id}/trial").status_code == 403


def test_whoever_was_not_invited_is_told_nothing(server: Running) -> None:
    with seated(server, text=NOUGHTS) as table:
        stranger = Guest(server)
        for path in ("trial", "source", "rules"):
            assert stranger.client.get(f"/api/tables/{table.id}/{path}").status_code == 403
        for path, body in (
            ("why", {"ply": 0}),
            ("steps", {"ply": 1}),
            ("sit", {"key": "x" * 32}),
            ("invitation", {"key": ""}),
        ):
            assert stranger.client.post(f"/api/tables/{table.id}/{path}", json=body).status_code == 403, path
        assert stranger.client.post("/api/studies", json={"table": table.id}).status_code == 403
        from websockets.sync.client import connect

        with connect(f"ws{server.address[4:]}/ws/{table.id}", proxy=None) as socket:
            assert '"forbidden"' in str(socket.recv(PATIENCE))
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(PATIENCE)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4403


def test_an_invitation_says_what_it_is_and_a_seat_is_taken_once(server: Running) -> None:
    host, guest, other = Guest(server), Guest(server), Guest(server)
    table = host.host({"name": "Ann", "clock": {"kind": "fischer", "main": 60, "step": 1}}, game="Tic-Tac-Toe")
    with host.page(table) as page:
        key = page.people["chairs"][1]["key"]
        told = guest.client.post(f"/api/tables/{table}/invitation", json={"key": key}).json()
        assert (told["game"], told["host"], told["seat"], told["free"]) == ("Tic-Tac-Toe", "Ann", 2, True)
        assert told["yours"] is None and told["clock"]["main"] == 60
        assert guest.sit(table, key, "Ben").json() == guest.sit(table, key, "Ben").json() == {"seat": 2}
        assert other.sit(table, key).json()["error"]["message"] == "somebody else sits there already"
        assert host.sit(table, key).json()["error"]["code"] == "forbidden"
        assert other.client.post(f"/api/tables/{table}/invitation", json={"key": key}).json()["free"] is False


def test_a_link_of_somebody_who_was_sent_away_leads_nowhere(server: Running) -> None:
    with seated(server, text=NOUGHTS) as table:
        host, gone = table.pages
        key, person = host.people["chairs"][1]["key"], host.people["chairs"][1]["person"]
        assert gone.ask("dismiss", person=host.people["person"])["code"] == "forbidden"
        assert host.ask("dismiss", person=person)["type"] == "ok"
        with pytest.raises(ConnectionClosed):
            while True:
                gone.socket.recv(PATIENCE)
        guest = table.guests[1]
        assert guest.client.get(f"/api/tables/{table.id}/trial").status_code == 403
        assert guest.sit(table.id, key).json()["error"]["message"].startswith("this link leads nowhere")
        host.ask("ping")
        new = host.people["chairs"][1]
        assert new["person"] == "" and new["key"] != key
        assert Guest(server).sit(table.id, new["key"], "Cleo").json() == {"seat": 2}


def test_the_host_closes_seats_and_makes_new_links(server: Running) -> None:
    host, guest = Guest(server), Guest(server)
    table = host.host(text=NOUGHTS)
    with host.page(table) as page:
        key = page.people["chairs"][1]["key"]
        page.ask("chair", seat=2, open=False)
        assert guest.sit(table, key).json()["error"]["message"] == "the host has closed this seat"
        page.ask("chair", seat=2, open=True)
        page.ask("invite", seat=2)
        page.ask("ping")
        assert guest.sit(table, key).status_code == 403
        assert guest.sit(table, page.people["chairs"][1]["key"]).status_code == 200
        assert page.ask("chair", seat=9, open=True)["code"] == page.ask("invite", seat=9)["code"] == "illegal"
        assert page.ask("seats", players=["human", "random"])["message"].startswith("somebody sits on seat 2")


def test_a_machine_takes_the_seat_that_nobody_has(server: Running) -> None:
    host = Guest(server)
    table = host.host({"seat": None}, text=NOUGHTS, players=["random", "human"])
    with host.page(table) as page:
        assert page.people["seat"] == 2 and page.people["chairs"][0]["machine"]
        page.until(1)
        page.play()
        page.until(3)
        assert page.ask("undo")["position"]["ply"] == 1, "a machine lets moves be taken back"


def test_resigning_ends_the_game_for_all_and_a_rematch_exchanges_seats(server: Running) -> None:
    with seated(server, text=NOUGHTS) as table:
        ann, ben = table.pages
        table.play(0)
        assert ann.ask("offer", matter="rematch")["message"] == "the game is not over yet"
        assert ben.ask("resign")["position"]["over"]
        table.settle()
        for page in table.pages:
            assert page.position["result"] == "Black resigns. White wins.", page.position["result"]
            assert page.position["ranking"] == [1.0, 2.0] and page.position["moves"] == []
        assert ann.play()["message"] == ben.ask("resign")["message"] == "the game is over"
        ann.ask("offer", matter="rematch")
        table.settle()
        assert ben.people["offer"] == {"matter": "rematch", "seat": 1, "agreed": [1]}
        assert ben.ask("answer", accept=True)["type"] == "table"
        assert names(table) == [["Ben", "Ann"]] * 2
        assert [page.people["seat"] for page in table.pages] == [2, 1]
        assert ben.position["moves"] and not ann.position["moves"] and not ann.position["over"]


def test_draws_are_agreed_on_and_a_move_declines(server: Running) -> None:
    with seated(server, text=NOUGHTS) as table:
        ann, ben = table.pages
        assert ann.ask("answer", accept=True)["message"] == "nothing is proposed any more"
        ann.ask("offer", matter="draw")
        assert ann.ask("offer", matter="draw")["code"] == "illegal"
        ann.play()
        table.settle()
        assert ben.people["offer"]["matter"] == "draw", "a draw may be proposed with one's move"
        assert ben.ask("offer", matter="takeback")["message"].startswith("something else is proposed")
        ben.play()
        table.settle()
        assert ben.people["offer"] is None
        ben.ask("offer", matter="draw")
        assert ann.ask("answer", accept=False)["type"] == "ok"
        ben.ask("offer", matter="draw")
        assert ann.ask("offer", matter="draw")["position"]["result"] == "Draw by agreement."
        assert ann.position["ranking"] == [1.5, 1.5]


def test_moves_are_taken_back_by_agreement(server: Running) -> None:
    with seated(server, text=NOUGHTS) as table:
        ann, ben = table.pages
        assert ben.ask("undo")["message"] == "you have made no move that could be taken back"
        table.play(0), table.play(0)
        assert ann.ask("undo")["type"] == "ok"
        assert ann.position["ply"] == 2
        table.settle()
        assert ben.people["offer"]["matter"] == "takeback"
        assert ben.ask("answer", accept=True)["position"]["ply"] == 0
        table.settle()
        assert ann.position["ply"] == 0 and len(ann.position["moves"]) == 9


def test_a_game_is_adjourned_and_goes_on(server: Running) -> None:
    with seated(server, {"clock": {"kind": "fischer", "main": 60}}, text=NOUGHTS) as table:
        ann, ben = table.pages
        table.play()
        table.settle()
        assert ben.people["chairs"][1]["clock"]["runs"]
        ann.ask("pause")
        assert ben.ask("answer", accept=True)["type"] == "paused"
        assert ben.play()["message"].startswith("the game is adjourned")
        table.settle()
        assert not ben.people["chairs"][1]["clock"]["runs"]
        ben.ask("resume")
        assert ann.ask("resume")["type"] == "paused"
        table.play()


def test_who_swaps_sides_keeps_the_own_seat(server: Running) -> None:
    with seated(server, text=THREE) as table:
        ann, ben = table.pages
        ann.play(4)
        table.settle()
        ben.play(next(move["index"] for move in ben.position["moves"] if move["kind"] == "swap"))
        table.settle()
        assert [chair["player"] for chair in ann.people["chairs"]] == [2, 1]
        assert ann.position["moves"] and not ben.position["moves"], "who opened moves now, as player 2"
        assert ben.play()["code"] == "illegal"
        ann.play()


def test_who_move_at_once_are_held_until_all_have_chosen(server: Running) -> None:
    with seated(server, text=TWO) as table:
        ann, ben = table.pages
        assert [sorted({move["player"] for move in page.position["moves"]}) for page in table.pages] == [[1], [2]]
        assert ann.ask("play", ply=0, move=2)["type"] == "ok"
        table.settle()
        assert [chair["chosen"] for chair in ben.people["chairs"]] == [True, False]
        assert ben.position["ply"] == 0
        assert ann.ask("play", ply=0, move=1)["type"] == "ok", "a choice may be changed until then"
        assert ben.ask("play", ply=0, move=0)["position"]["ply"] == 1
        assert ben.history[0]["name"] == "1:B1, 2:A1"


def test_four_people_and_one_who_gives_up(server: Running) -> None:
    with seated(server, people=3, game="Ludo", players=["human", "human", "human", "random"]) as table:
        ann, ben, cleo = table.pages
        assert cleo.people["seat"] == 3
        ben.ask("resign")
        table.until(lambda: ben.people["seat"] == 0 and ann.people["chairs"][1]["machine"])
        assert not ann.position["over"]
        table.until(lambda: "notice" in [frame["type"] for frame in ann.seen])
        assert next(frame["message"] for frame in ann.seen if frame["type"] == "notice").endswith("in their place.")


def test_nobody_is_helped_and_the_host_alone_decides_about_games(server: Running) -> None:
    with seated(server, game="Tic-Tac-Toe") as table:
        ann, ben = table.pages
        assert ann.ask("hint")["code"] == ann.ask("analyse", on=True)["code"] == "forbidden"
        assert ben.ask("new")["code"] == "forbidden"
        assert ann.ask("new", seed=5)["code"] == "illegal", "who knows the seed knows the dice"
        assert ann.ask("new")["type"] == "table"
        table.play()
        assert ann.ask("new")["message"].startswith("a game is going on")
        assert ann.ask("redo")["code"] == ann.ask("goto", node=0)["code"] == "illegal"
        client = table.guests[1].client
        assert client.post("/api/studies", json={"table": table.id}).status_code == 403
        assert client.get(f"/api/tables/{table.id}/trial").status_code == 403, "it holds the generator"
        ben.ask("resign")
        assert client.post("/api/studies", json={"table": table.id}).status_code == 201
        assert client.get(f"/api/tables/{table.id}/trial").status_code == 200


def test_people_come_and_go_and_are_called_what_they_like(server: Running) -> None:
    with seated(server, text=NOUGHTS) as table:
        ann, ben = table.pages
        assert ben.ask("rename", name="ANN")["type"] == "ok"
        assert names(table) == [["Ann", "ANN 2"]] * 2
        ben.socket.close()
        deadline = time.monotonic() + PATIENCE
        while ann.people["chairs"][1]["here"] and time.monotonic() < deadline:
            ann.wait("people")
        assert not ann.people["chairs"][1]["here"]
        with table.guests[1].page(table.id) as again:
            assert again.people["seat"] == 2
            while not ann.people["chairs"][1]["here"]:
                ann.wait("people")


def test_a_restart_keeps_people_seats_and_what_was_said(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("people")
    with running(Limits(), folder) as server, seated(server, text=TWO) as table:
        ann, ben = table.pages
        ann.ask("say", text="Good luck!")
        ann.ask("play", ply=0, move=1)
        ben.ask("offer", matter="draw")
        cookies = [guest.client.cookies for guest in table.guests]
    with running(Limits(), folder) as server:
        guests = [Guest(server), Guest(server)]
        for guest, cookie in zip(guests, cookies, strict=True):
            guest.client.cookies = cookie
        with guests[0].page(table.id) as ann, guests[1].page(table.id) as ben:
            assert [page.people["seat"] for page in (ann, ben)] == [1, 2]
            assert ann.people["host"] and not ben.people["host"]
            assert ann.people["offer"]["matter"] == "draw"
            assert [chair["chosen"] for chair in ben.people["chairs"]] == [True, False]
            assert ben.seen[-1]["lines"][0]["text"] == "Good luck!" or ben.ask("ping")
            assert ben.ask("play", ply=0, move=0)["position"]["ply"] == 1
            assert ben.history[0]["name"] == "1:B1, 2:A1"


def test_each_person_has_so_many_pages_and_onlookers_take_nobodys_place() -> None:
    with running(Limits(onlookers=1)) as server, seated(server, text=NOUGHTS) as table:
        key = table.pages[0].people["watch_key"]
        first, second = Guest(server), Guest(server)
        first.sit(table.id, key), second.sit(table.id, key)
        with first.page(table.id):
            with pytest.raises((AssertionError, ConnectionClosed)), second.page(table.id):
                pass
            guest = table.guests[1]
            with ExitStack() as stack:
                for _ in range(3):
                    stack.enter_context(guest.page(table.id))
                with pytest.raises((AssertionError, ConnectionClosed)):
                    stack.enter_context(guest.page(table.id))


def test_seats_are_listed_only_where_server_and_host_want_that() -> None:
    with running(is_public=True) as server, server.client() as anybody:
        host, shy = Guest(server), Guest(server)
        table, other = host.host({"name": "Ann", "listed": True}, text=NOUGHTS), shy.host({}, text=NOUGHTS)
        assert anybody.get("/api/challenges").json() == {"on": True, "challenges": []}, "the host is not there"
        with host.page(table) as page, shy.page(other):
            (one,) = anybody.get("/api/challenges").json()["challenges"]
            assert (one["table"], one["host"], one["label"]) == (table, "Ann", "Black")
            assert Guest(server).sit(table, one["key"], "Ben").json() == {"seat": 2}
            assert anybody.get("/api/challenges").json()["challenges"] == []
            page.ask("ping")


def standing(server: Running) -> list[object]:
    """The challenges that are written."""
    return list(server.database.query("SELECT data FROM jobs WHERE kind = 'standing'"))


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_challenges_to_games_by_days_stand_while_the_host_is_away(tmp_path: Path) -> None:
    days = {"kind": "days", "days": 3}
    with running(data=tmp_path, is_public=True) as server, server.client() as anybody:
        host = Guest(server)
        table = host.host({"name": "Ann", "listed": True, "clock": days}, text=NOUGHTS)
        with host.page(table) as page:
            page.ask("ping")
        (one,) = anybody.get("/api/challenges").json()["challenges"]
        cookie = host.cookie
        until(lambda: standing(server))
    with running(data=tmp_path, is_public=True) as server, server.client() as anybody:
        assert not server.lobby.has_open(table)
        assert anybody.get("/api/challenges").json()["challenges"] == [one]
        guest = Guest(server)
        assert guest.sit(table, one["key"], "Ben").json() == {"seat": 2}
        until(lambda: not standing(server))
        assert anybody.get("/api/challenges").json()["challenges"] == []
        with server.page(table, cookie) as page:
            page.play(0)


def test_who_leaves_takes_their_challenges_along(tmp_path: Path) -> None:
    with running(data=tmp_path, is_public=True) as server, server.client() as anybody:
        host = Guest(server)
        table = host.host({"name": "Ann", "listed": True, "clock": {"kind": "days", "days": 1}}, text=NOUGHTS)
        with host.page(table) as page:
            page.ask("ping")
        until(lambda: standing(server))
        assert len(anybody.get("/api/challenges").json()["challenges"]) == 1
        assert host.client.post("/api/me/delete", json={"sure": True}).status_code == 200
        assert anybody.get("/api/challenges").json()["challenges"] == []
        assert standing(server) == []


def test_most_servers_have_no_lobby(server: Running) -> None:
    host = Guest(server)
    with host.page(host.host({"listed": True}, text=NOUGHTS)):
        assert host.client.get("/api/challenges").json() == {"on": False, "challenges": []}


def test_a_crowd_looks_on_by_the_address_and_only_looks(server: Running) -> None:
    with seated(server, {"broadcast": True}, game="Tic-Tac-Toe") as table:
        ann, ben = table.pages
        stranger = Guest(server)
        with server.page(table.id) as first, server.page(table.id, stranger.cookie) as second:
            table.until(lambda: ann.people["crowd"] == 2)
            ann.play(4)
            assert [page.until(1)["moves"] for page in (first, second)] == [[], []]
            assert first.people["person"] == ""
            assert first.people["chairs"][0].get("key") is None
            for kind, more in (("say", {"text": "boo"}), ("rename", {"name": "Ann"}), ("resign", {}), ("undo", {})):
                assert first.ask(kind, **more)["code"] == "forbidden"
            assert first.ask("play", ply=1, move=0)["code"] == "forbidden"
            ann.ask("spectators", allowed=True)
            with pytest.raises(ConnectionClosed):
                while first.wait("position", "people", "error"):
                    pass
        assert ben.people["watching"] == []


#: what a pawn becomes on the last row is a ply of its own
PAWNS = """(game "Pawns" (players {(player N) (player S)}) (equipment {(board (rectangle 4 2))
        (piece "Pawn" Each (move Step Forward (to if:(is Empty (to)))
            (then (if (is In (last To) (sites Mover)) (moveAgain)))))
        (piece "Queen" Each (move Slide (to if:(is Empty (to))))) (piece "Rook" Each (move Slide Orthogonal))
        (regions P1 (sites Top)) (regions P2 (sites Bottom))})
    (rules (start {(place "Pawn1" coord:"A3") (place "Pawn2" coord:"B3")})
        (play (if (is Prev Mover) (move Promote (last To) (piece {"Queen" "Rook"}) Mover) (forEach Piece)))
        (end (if (no Moves Next) (result Mover Win)))))"""


def test_who_does_not_choose_what_a_pawn_becomes_has_not_moved(server: Running) -> None:
    with seated(server, text=PAWNS) as table:
        ann, ben = table.pages
        ben.ask("premove", **{"from": "c:5", "to": "c:3"})
        ann.play()
        table.settle()
        assert len(ann.position["moves"]) == 2 and ann.position["part"] > 0
        assert ann.ask("undo")["position"]["ply"] == 0
        table.settle()
        assert ben.people["offer"] is None and ben.people["premove"] == ["c:5", "c:3"]
        ben.ask("premove")
        for _ in range(2):
            ann.play()
            table.settle()
        ann.ask("undo")  # a whole turn: the other one is asked, as ever
        table.until(lambda: ben.people["offer"] is not None)


def test_a_turn_that_is_not_over_is_not_gone_back_to_by_the_other_one(server: Running) -> None:
    with seated(server, text=PAWNS) as table:
        ann, ben = table.pages
        ann.play()
        table.settle()
        assert ben.ask("undo")["code"] == "illegal"
        assert ann.position["ply"] == 1
