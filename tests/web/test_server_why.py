"""Why a move is not there, as a page asks it: `POST /api/tables/{table}/why`."""

from __future__ import annotations

from typing import Any

from web_client import NOUGHTS, SERIES, Running

SLIDES = """(game "Slides" (players 2)
    (equipment {(board (square 4)) (piece "Rook" Each (move Slide Orthogonal))})
    (rules (start {(place "Rook1" {"A1" "A3"}) (place "Rook2" {"D4"})})
        (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"""


def _asked(server: Running, table: str, origin: str, target: str, ply: int = 0, status: int = 200) -> dict[str, Any]:
    with server.client() as client:
        told = client.post(f"/api/tables/{table}/why", json={"ply": ply, "origin": origin, "target": target})
    assert told.status_code == status, told.text
    answer: dict[str, Any] = told.json()
    return answer


def test_a_way_that_is_blocked(server: Running) -> None:
    table = server.create(text=SLIDES, players=["human", "human"])
    told = _asked(server, table, "c:0", "c:12")
    assert (told["move"], told["legal"]) == ("A1-A4", False)
    (reason,) = told["reasons"]
    assert reason["words"] == "the way is blocked: A3 is not empty"
    assert (reason["line"], SLIDES[reason["start"] : reason["end"]]) == (2, "(move Slide Orthogonal)")


def test_a_library_game_and_a_legal_move(server: Running) -> None:
    table = server.create(game="Chess", players=["human", "human"])
    told = _asked(server, table, "c:12", "c:28")
    assert told["legal"] and told["reasons"][-1]["text"].startswith("(move Slide Forward")
    assert not _asked(server, table, "c:2", "c:38")["legal"]


def test_a_position_of_the_past(server: Running) -> None:
    table = server.create(text=NOUGHTS, players=["human", "human"])
    with server.page(table) as page:
        page.play(4)
        page.until(1)
    assert _asked(server, table, "c:4", "c:4", ply=0)["legal"]
    assert not _asked(server, table, "c:4", "c:4", ply=1)["legal"]
    assert _asked(server, table, "c:4", "c:4", ply=2, status=400)["error"]["code"] == "stale"


def test_nothing_is_told_where_something_is_hidden(server: Running) -> None:
    table = server.create(game="Phantom Tic-Tac-Toe", players=["human", "human"])
    assert "hides" in _asked(server, table, "c:0", "c:0", status=400)["error"]["message"]


def test_questions_that_cannot_be(server: Running) -> None:
    table = server.create(text=NOUGHTS, players=["human", "human"])
    assert _asked(server, table, "c:0", "c:99", status=400)["error"]["code"] == "illegal"
    assert _asked(server, table, "v:0", "v:1", status=400)["error"]["code"] == "illegal"
    assert _asked(server, table, "here", "c:1", status=400)["error"]["code"] == "malformed"
    assert _asked(server, "nowhere", "c:0", "c:1", status=404)["error"]["code"] == "unknown"


def test_a_game_of_a_match(server: Running) -> None:
    table = server.create(text=SERIES, players=["human", "human"])
    assert _asked(server, table, "c:0", "c:0")["legal"]


def test_the_game_goes_on_beside_the_question(server: Running) -> None:
    table = server.create(text=NOUGHTS, players=["human", "human"])
    with server.page(table) as page:
        page.play(4)
        assert not _asked(server, table, "c:4", "c:4", ply=1)["legal"]
        page.play(0)
        assert page.until(2)["ply"] == 2
