"""Pictures that go with the rules: `GET /api/tables/{table}/rules`."""

from __future__ import annotations

from web_client import NOUGHTS, Running

TWO = """(game "Two" (players 2)
    (equipment {(board (square 4)) (piece "Rook" Each (move Slide Orthogonal)) (piece "Stone" Each)})
    (rules (start {(place "Rook1" {"A1" "A3"}) (place "Rook2" {"D4"})})
        (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"""


def _captions(server: Running, table: str) -> list[str]:
    with server.client() as client:
        told = client.get(f"/api/tables/{table}/rules")
    assert told.status_code == 200, told.text
    pictures = told.json()["pictures"]
    assert all(picture["svg"].startswith("<svg") for picture in pictures)
    return [picture["caption"] for picture in pictures]


def test_the_board_and_each_piece_that_moves(server: Running) -> None:
    assert _captions(server, server.create(text=TWO, players=["human", "human"])) == [
        "The board at the start.",
        "Moves of the rook.",
    ]
    assert _captions(server, server.create(text=NOUGHTS, players=["human", "human"])) == ["The board at the start."]


def test_a_table_that_is_not_there(server: Running) -> None:
    with server.client() as client:
        assert client.get("/api/tables/nowhere/rules").status_code == 404
