"""Playing over the WebSocket: what docs/web-messages.md says of it."""

from __future__ import annotations

import time
from typing import Any

import pytest
from web_client import NOUGHTS, WAITING, Running

import ludens
from ludens import library
from ludens.web import seats


def test_a_game_between_people(server: Running) -> None:
    table = server.create(game="Tic-Tac-Toe", players=["human", "human"], seed=1)
    with server.page(table) as page:
        assert page.table["game"]["name"] == "Tic-Tac-Toe"
        assert [seat["who"] for seat in page.table["seats"]] == ["human", "human"]
        assert page.table["scene"]["sites"]
        assert len(page.position["moves"]) == 9
        for _ in range(5):  # the first move is always the first free cell: A1 B1 C1 A2 B2 C2 A3, a diagonal wins
            page.play()
        assert [entry["ply"] for entry in page.history] == [1, 2, 3, 4, 5]
        assert [entry["player"] for entry in page.history] == [1, 2, 1, 2, 1]
        page.play()
        page.play()
        assert page.position["over"]
        assert page.position["result"] == page.position["status"] == "Cross wins. Three in a row."
        assert page.position["ranking"] == [1.0, 2.0]
        assert page.position["moves"] == []


def test_an_agent_answers(server: Running) -> None:
    with server.page(server.create(game="Tic-Tac-Toe", players=["human", "uct:200"], seed=1)) as page:
        page.play(4)
        assert page.position["moves"] == []
        assert page.wait("thinking")["player"] == 2
        assert page.until(2)["mover"] == 1
        assert page.history[1]["player"] == 2


def test_an_agent_may_begin(server: Running) -> None:
    with server.page(server.create(game="Tic-Tac-Toe", players=["random", "human"])) as page:
        assert page.until(1)["moves"]


def test_computers_among_themselves_can_be_paused(server: Running) -> None:
    with server.page(server.create(game="Breakthrough", players=["random", "random"])) as page:
        page.until(3)
        assert page.ask("pause")["paused"]
        stopped = page.position["ply"]
        assert page.ask("ping")["type"] == "pong"
        assert page.ask("table")["position"]["ply"] == stopped
        page.ask("resume")
        page.until(stopped + 2)


def test_undo_goes_back_to_the_human_decision_and_redo_forth(server: Running) -> None:
    with server.page(server.create(game="Tic-Tac-Toe", players=["human", "random"], seed=3)) as page:
        page.play()
        page.until(2)
        page.play()
        page.until(4)
        played = page.history
        answer = page.ask("undo")
        assert (answer["position"]["ply"], answer["history_from"], answer["history"]) == (2, 3, [])
        assert answer["position"]["can_redo"]
        assert page.position["moves"]
        page.ask("redo")
        assert page.history == played
        assert not page.position["can_redo"]
        page.ask("undo")
        page.ask("undo")
        assert page.ask("undo")["code"] == "illegal"
        assert page.position["ply"] == 0


def test_another_move_forgets_what_was_taken_back(server: Running) -> None:
    with server.page(server.create(game="Tic-Tac-Toe", players=["human", "human"])) as page:
        page.play(0)
        page.ask("undo")
        page.play(5)
        assert not page.position["can_redo"]
        assert [entry["name"] for entry in page.history] == ["C2"]


def test_past_positions_have_no_moves(server: Running) -> None:
    with server.page(server.create(game="Tic-Tac-Toe", players=["human", "human"])) as page:
        page.play()
        page.play()
        past = page.ask("view", ply=1)
        assert past["type"] == "view"
        assert past["position"]["ply"] == 1
        assert past["position"]["plies"] == 2
        assert past["position"]["moves"] == []
        assert len(past["position"]["pieces"]["pieces"]) == 1
        assert page.ask("view", ply=3)["code"] == "illegal"


def test_stale_and_illegal_moves_are_refused(server: Running) -> None:
    with server.page(server.create(game="Tic-Tac-Toe", players=["human", "human"])) as page:
        page.play()
        assert page.ask("play", ply=0, move=0)["code"] == "stale"
        assert page.ask("play", ply=1, move=8)["code"] == "illegal"
        assert page.ask("play", ply=1, moves=[0, 1])["code"] == "illegal"
        assert page.position["ply"] == 1


def test_all_pages_of_a_table_see_the_same(server: Running) -> None:
    table = server.create(game="Tic-Tac-Toe", players=["human", "human"])
    with server.page(table) as one, server.page(table) as other:
        one.play(4)
        seen = other.wait("position")
        assert "re" not in seen
        assert seen["position"] == one.position


def test_new_games_with_other_options_and_players(server: Running) -> None:
    with server.page(server.create(game="Amazons", players=["human", "human"], options=["Board Size/6x6"])) as page:
        assert _selected(page.table) >= {"Board Size/6x6"}
        page.play()
        answer = page.ask("new", options=["Board Size/8x8"], players=["human", "random"])
        assert answer["type"] == "table"
        assert _selected(answer) >= {"Board Size/8x8"}
        assert answer["position"]["ply"] == 0
        assert answer["seats"][1]["who"] == "random"
        assert page.ask("new", options=["Board Size/9x9"])["code"] == "description"


def _selected(table: dict[str, Any]) -> set[str]:
    options = table["game"]["options"]
    return {f"{o['heading']}/{item['name']}" for o in options for item in o["items"] if item["selected"]}


def test_seats_can_change_hands(server: Running) -> None:
    with server.page(server.create(game="Tic-Tac-Toe", players=["human", "human"])) as page:
        assert page.ask("seats", players=["random", "human"])["seats"][0]["who"] == "random"
        page.until(1)
        assert page.ask("seats", players=["nobody"])["code"] == "agent"
        assert page.ask("seats", players=["uct:9000s", "human"])["code"] == "limit"
        assert page.ask("seats", players=["human"] * 3)["code"] == "malformed"


def test_hints_and_analysis(server: Running) -> None:
    with server.page(server.create(game="Tic-Tac-Toe", players=["human", "human"])) as page:
        hint = page.ask("hint")
        assert hint["name"] == page.position["moves"][hint["move"]]["name"]
        assert page.ask("analyse", on=True, seconds=0.3)["type"] == "ok"
        while not (found := page.wait("analysis"))["done"]:
            pass
        assert found["ply"] == 0
        assert 0 <= found["value"] <= 1
        assert found["line"][0] == found["moves"][0]["name"]
        assert len(found["moves"]) == 9 and found["iterations"] > 0
        page.play(4)
        while page.wait("analysis")["ply"] != 1:
            pass
        page.ask("analyse", on=False)


def test_an_agent_is_interrupted_by_undo(server: Running) -> None:
    with server.page(server.create(game="Tic-Tac-Toe", players=["human", "uct:50s"])) as page:
        page.play(4)
        page.wait("thinking")
        assert page.ask("undo")["position"]["ply"] == 0
        assert len(page.position["moves"]) == 9
        page.play(0)
        page.wait("thinking")
        page.ask("new", players=["human", "human"])
        assert page.play()["position"]["ply"] == 1


@pytest.mark.parametrize("game", ["Kalah", "Peg Solitaire", "Snakes and Ladders"])
def test_games_of_other_kinds(server: Running, game: str) -> None:
    _plays_on(server, game)


@pytest.mark.slow
@pytest.mark.parametrize("game", library.names())
def test_every_game_of_the_library(server: Running, game: str) -> None:
    _plays_on(server, game)


def _plays_on(server: Running, game: str) -> None:
    with server.page(server.create(game=game, seed=5)) as page:
        page.ask("seats", players=["random"] * len(page.table["seats"]))
        page.until(12)


def test_the_same_seed_gives_the_same_game(server: Running) -> None:
    starts = []
    for _ in range(2):
        with server.page(server.create(game="Backgammon", players=["human", "human"], seed=11)) as page:
            for _ in range(4):
                page.play()
            starts.append((page.history, page.position["pieces"]))
    assert starts[0] == starts[1]


def test_the_same_seed_gives_the_same_agents(server: Running) -> None:
    games = []
    for seed in (4, 4, 5):
        with server.page(server.create(game="Breakthrough", players=["random", "random"], seed=seed)) as page:
            page.until(1000)
            games.append(page.ask("table")["history"])
    assert games[0] == games[1] != games[2]


def test_a_trial_is_saved_and_opened(server: Running) -> None:
    table = server.create(game="Amazons", players=["human", "human"], options=["Board Size/6x6"], seed=2)
    with server.page(table) as page, server.client() as client:
        for _ in range(4):
            page.play()
        saved = client.get(f"/api/tables/{table}/trial")
        assert saved.headers["content-disposition"] == 'attachment; filename="Amazons.trl"'
        opened = client.post("/api/tables/open", json={"trial": saved.text})
        assert opened.status_code == 201
        with server.page(opened.json()["table"]) as other:
            assert other.history == page.history
            assert other.position["pieces"] == page.position["pieces"]
            assert _selected(other.table) == _selected(page.table)


def test_a_game_is_saved_as_other_programs_know_it(server: Running) -> None:
    table = server.create(game="Go", players=["human", "human"], options=["Board Size/9x9"], seed=1)
    with server.page(table) as page, server.client() as client:
        assert page.table["game"]["files"] == ["sgf"]
        page.play(0)
        saved = client.get(f"/api/tables/{table}/trial", params={"form": "sgf"})
        assert saved.headers["content-type"].startswith("application/x-go-sgf") and ";B[ai]" in saved.text
        assert f"DT[{time.strftime('%Y-%m-%d')}]" in saved.text and "PB[Human]" in saved.text
        wrong = client.get(f"/api/tables/{table}/trial", params={"form": "pgn"})
    assert wrong.status_code == 404 and wrong.json()["error"]["message"] == "this game is saved as sgf, trial"


def test_a_game_that_is_saved_tells_who_played_and_when(server: Running) -> None:
    table = server.create(game="Chess", players=["human", "random"], seed=1)
    with server.page(table) as page, server.client() as client:
        page.play(0)
        page.until(2)
        saved = client.get(f"/api/tables/{table}/trial", params={"form": "pgn"}).text
    assert f'[Date "{time.strftime("%Y.%m.%d")}"]' in saved
    assert '[White "Human"]' in saved and '[Black "ludens, random"]' in saved


def test_a_trial_of_a_description_of_ones_own(server: Running) -> None:
    table = server.create(text=NOUGHTS, players=["human", "human"])
    with server.page(table) as page, server.client() as client:
        page.play()
        trial = client.get(f"/api/tables/{table}/trial").text
        assert client.post("/api/tables/open", json={"trial": trial}).status_code == 404
        assert client.post("/api/tables/open", json={"trial": trial, "text": NOUGHTS}).status_code == 201


def test_damaged_trials_are_refused(server: Running) -> None:
    good = "game=Tic-Tac-Toe\nRNG internal state=1,2,3,4,5,6,7,8\n"
    with server.client() as client:
        for trial in ["", "game=Nowhere", good + "Move=[Move:mover=9,actions=[]]\n", good + "Move=x\n"]:
            assert client.post("/api/tables/open", json={"trial": trial}).json()["error"]["code"] == "trial"


def test_a_position_that_cannot_be_told_does_not_stand(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    with server.page(server.create(game="Tic-Tac-Toe", players=["human", "human"])) as page:
        page.play()
        with monkeypatch.context() as patch:
            patch.setattr("ludens.web.views.legal_moves", lambda *_: 1 // 0)
            assert page.ask("play", ply=1, move=0)["code"] == "unknown"
        assert page.play()["position"]["ply"] == 2


VEIL = """(game "Veil" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (start {(place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) (set Hidden (sites Board) to:P1)})
        (play (forEach Piece (move Step (to if:(is Empty (to))))))
        (end (if (no Moves Next) (result Mover Win)))))"""


def test_who_can_only_pass_does_so_unasked(server: Running) -> None:
    with server.page(server.create(text=WAITING, players=["human", "human"])) as page:
        page.ask("pause")
        page.play()
        assert page.until(2)["mover"] == 1
        assert page.position["moves"]
        assert [entry["name"] for entry in page.history] == [page.history[0]["name"], "pass"]
        page.play()
        page.until(4)
        assert page.ask("undo")["position"]["ply"] == 2
        assert page.ask("undo")["position"]["ply"] == 0
        assert page.ask("redo")["position"]["ply"] == 2


def test_the_whole_last_turn_is_told(server: Running) -> None:
    with server.page(server.create(game="Amazons", players=["human", "human"], options=["Board Size/6x6"])) as page:
        page.play()
        moved = page.position["last"]
        assert moved["sites"] == [moved["from"], moved["to"]]
        page.play()
        shot = page.position["last"]
        assert shot["sites"] == [*moved["sites"], shot["to"]]
        assert shot["text"] == "".join(entry["name"] for entry in page.history)
        assert page.ask("view", ply=1)["position"]["last"]["sites"] == moved["sites"]
        page.play()
        assert page.position["last"]["sites"] == [page.position["last"]["from"], page.position["last"]["to"]]


PASSING = """(game "Passing" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (or (move Add (to (sites Empty))) (move Pass))) (end (if (is Line 3) (result Mover Win)))))"""


def test_what_moved_stays_marked_while_others_pass(server: Running) -> None:
    with server.page(server.create(text=PASSING, players=["human", "human"])) as page:
        for name in ("B2", "pass", "C3"):
            page.play(next(move["index"] for move in page.position["moves"] if move["name"] == name))
            assert page.position["last"]["text"] == name
            assert page.position["last"]["sites"] == ["c:8" if name == "C3" else "c:4"]


def test_times_are_told_to_whoever_comes(server: Running) -> None:
    """What a move took is kept with it, and what its turn has taken so far is told."""
    table = server.create(game="Tic-Tac-Toe", players=["human", "human"])
    with server.page(table) as page:
        assert page.table["times"]["used"] == [0, 0]
        page.play()
        page.play()
    kept = server.database.load(table)
    assert kept is not None
    with server.page(table) as page:
        assert page.table["times"]["used"] == [ply.ms for ply in kept.plies]
        assert page.table["times"]["turn"] >= 0
        page.ask("undo")
        page.ask("undo")
        assert page.ask("table")["times"]["used"] == [0, 0]


def test_a_simulation_goes_on_by_itself(server: Running) -> None:
    text = """(game "Grow" (players 0) (mode Simulation) (equipment {(board (square 3)) (piece "Moss" Neutral)})
        (rules (start (place "Moss0" (sites Centre)))
            (play (move Add (piece "Moss0")
                (to (intersection (sites Empty) (sites Around (sites Occupied by:Neutral))))))
            (end (if (is Full) (result P1 Draw)))))"""
    with server.page(server.create(text=text)) as page:
        assert page.table["seats"] == []
        assert page.until(9)["over"]


def test_what_is_hidden_from_a_player_is_not_told(server: Running) -> None:
    with server.page(server.create(text=VEIL, players=["human", "random"])) as page:
        assert page.table["game"]["hidden"]
        assert page.position["viewer"] == 1
        assert page.position["pieces"]["pieces"] == []
        assert page.ask("hint")["move"] < len(page.position["moves"])
        assert page.ask("analyse", on=True, seconds=0.3)["type"] == "ok"
        assert page.wait("analysis")["ply"] == 0
        page.play()
        page.until(2)
        while page.wait("analysis")["ply"] != 2:
            pass
        assert {frame["ply"] for frame in page.seen if frame["type"] == "analysis"} == {0, 2}  # the other's turn never
        own, other = page.history
        assert own["name"] != "hidden"
        assert other["name"] == page.position["last"]["text"] == "hidden"
        assert page.position["last"]["from"] is page.position["last"]["to"] is None
        page.ask("seats", players=["random", "random"])
        page.ask("pause")
        table = page.ask("table")
        assert table["position"]["viewer"] is None
        assert len(table["position"]["pieces"]["pieces"]) == 6
        assert "hidden" not in [entry["name"] for entry in table["history"]]


@pytest.mark.integration
def test_what_is_hidden_is_not_saved_before_the_end(server: Running) -> None:
    """A trial would tell the start and the generator, and with them everything."""
    table = server.create(text=VEIL, players=["human", "random"], seed=4)
    with server.page(table) as page, server.client() as client:
        page.play()
        page.until(2)
        saved = client.get(f"/api/tables/{table}/trial")
        assert saved.headers["content-disposition"] == 'attachment; filename="Veil.txt"'
        own, _ = page.history
        told = [line for line in saved.text.splitlines() if line.startswith(("1. ", "2. "))]
        assert [line.partition(": ")[2] for line in told] == [own["name"], "hidden"]
        assert "can be saved once it is over" in saved.text
        assert "RNG" not in saved.text and "Move=" not in saved.text
        assert client.post("/api/tables/open", json={"trial": saved.text}).json()["error"]["code"] == "trial"
        while not page.position["over"]:
            if page.position["moves"]:
                page.play()
            else:
                page.wait("position")
        over = client.get(f"/api/tables/{table}/trial")
        assert over.headers["content-disposition"] == 'attachment; filename="Veil.trl"'
        assert over.text.startswith("game=") and "RNG internal state=" in over.text


def test_nobody_looks_back_with_anothers_eyes(server: Running) -> None:
    with server.page(server.create(text=VEIL, players=["human", "human"])) as page:
        assert page.position["viewer"] == 1
        page.play()
        assert page.position["viewer"] == 2
        assert len(page.ask("view", ply=0)["position"]["pieces"]["pieces"]) == 6
        page.play()
        assert page.position["viewer"] == 1
        assert page.ask("view", ply=1)["position"]["pieces"]["pieces"] == []
        assert [entry["name"] for entry in page.history][1] == "hidden"


def test_the_machine_plays_its_best_unless_asked_otherwise() -> None:
    wanted = {"Amazons": "territory:1s", "Tic-Tac-Toe": "informed:1s", "Hex": "informed:1s"}
    assert {name: seats.strongest(ludens.load(name)) for name in wanted} == wanted
