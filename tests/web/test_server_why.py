"""Why a move is not there, as a page asks it: `POST /api/tables/{table}/why`."""

from __future__ import annotations

from typing import Any

from web_client import NOUGHTS, SERIES, Running

SLIDES = """(game "Slides" (players 2)
    (equipment {(board (square 4)) (piece "Rook" Each (move Slide Orthogonal))})
    (rules (start {(place "Rook1" {"A1" "A3"}) (place "Rook2" {"D4"})})
        (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"""


def _asked(server: Running, table: str, origin: str, target: str, ply: int = 0, status: int = 200) -> dict[str, Any]:
    return _post(server, f"{table}/why", status, ply=ply, origin=origin, target=target)


def _post(server: Running, path: str, status: int = 200, **asked: Any) -> dict[str, Any]:
    with server.client() as client:
        told = client.post(f"/api/tables/{path}", json=asked)
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


def test_a_legal_move_by_its_number(server: Running) -> None:
    table = server.create(text=SLIDES, players=["human", "human"])
    told = _post(server, f"{table}/why", ply=0, about="move", move=0)
    assert told["legal"] and told["reasons"][-1]["text"] == "(move Slide Orthogonal)"
    assert told["reasons"][-1]["words"].startswith("for from ")
    assert "numbered" in _post(server, f"{table}/why", 400, ply=0, about="move", move=99)["error"]["message"]


def test_the_move_that_was_played_and_what_it_did(server: Running) -> None:
    table = server.create(text=SLIDES, players=["human", "human"])
    with server.page(table) as page:
        name = page.position["moves"][0]["name"]
        page.play(0)
        page.until(1)
    told = _post(server, f"{table}/why", ply=1, about="played")
    assert (told["move"], told["legal"]) == (name, True)
    assert told["reasons"][0]["text"] == "(forEach Piece)"
    did = _post(server, f"{table}/steps", ply=1)
    (step,) = did["steps"]
    assert step["words"] == name.replace("-", " to ") and step["clause"] is None
    assert {piece["ref"] for piece in did["before"]["pieces"]} != {piece["ref"] for piece in step["pieces"]["pieces"]}
    assert _post(server, f"{table}/steps", 400, ply=0)["error"]["message"] == "no move led to the start"
    assert _post(server, f"{table}/steps", 400, ply=2)["error"]["code"] == "stale"


def test_actions_have_the_clause_that_asked_for_them(server: Running) -> None:
    table = server.create(game="Oware", players=["human", "human"])
    with server.page(table) as page:
        page.play(0)
        page.until(1)
    did = _post(server, f"{table}/steps", ply=1)
    clauses = {step["clause"]["text"].split()[0] for step in did["steps"] if step["clause"]}
    assert len(did["steps"]) > 4 and "(sow" in clauses


def test_what_ended_a_game(server: Running) -> None:
    table = server.create(text=NOUGHTS, players=["human", "human"])
    with server.page(table) as page:
        for ply, site in enumerate((0, 3, 1, 4, 2)):
            page.play(next(m["index"] for m in page.position["moves"] if m["to"] == f"c:{site}"))
            page.until(ply + 1)
    told = _post(server, f"{table}/why", ply=5, about="end")
    assert told["words"] == "three in a row"
    first, *_, result = told["reasons"]
    assert first["text"] == "(is Line 3)" and first["words"] == "(is Line 3) holds"
    assert NOUGHTS[result["start"] : result["end"]] == "(result Mover Win)"
    assert _post(server, f"{table}/why", 400, ply=4, about="end")["error"]["message"] == "the game is not over"


def test_the_text_that_is_played(server: Running) -> None:
    table = server.create(text=SLIDES, players=["human", "human"])
    with server.client() as client:
        assert client.get(f"/api/tables/{table}/source").json() == {"text": SLIDES}


def test_while_something_is_hidden_only_what_is_seen_is_told(server: Running) -> None:
    table = server.create(game="Phantom Tic-Tac-Toe", players=["human", "human"])
    assert "you may choose" in _asked(server, table, "c:4", "c:4")["words"]
    with server.page(table) as page:
        page.play(4)
        page.until(1)
        # the second player does not see what stands in the middle: that a move there fails is not told either
        legal = {move["to"] for move in page.position["moves"]}
    told = _asked(server, table, "c:4", "c:4", ply=1)
    assert told["legal"] is ("c:4" in legal)
    assert not any(reason["text"] for reason in told["reasons"])
    assert "you see no piece on C3" in str(_asked(server, table, "c:8", "c:0", ply=1))
    words = str(_post(server, f"{table}/why", ply=1, about="played"))
    assert "what is hidden" in words and "B2" not in words
    assert "hidden" in _post(server, f"{table}/steps", 400, ply=1)["error"]["message"]


def test_what_was_hidden_is_told_at_the_end(server: Running) -> None:
    table = server.create(game="Phantom Tic-Tac-Toe", players=["random", "random"])
    with server.page(table) as page:
        ply = page.until(1000)["ply"]
    assert _post(server, f"{table}/why", ply=ply, about="end")["reasons"]
    assert _post(server, f"{table}/why", ply=ply, about="played")["reasons"]
    assert _post(server, f"{table}/steps", ply=ply)["steps"]


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
