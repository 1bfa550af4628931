"""Puzzles at a table, as docs/web-messages.md tells of them."""

from __future__ import annotations

from typing import Any

import pytest
from web_client import Page, Running

#: a square of the numbers 1 to 3, each once in a row and in a column; two are given
SQUARE = """(game "Square" (players 1)
    (equipment {(board (square 3) (values Cell (range 1 3))) (regions {Columns Rows})})
    (rules (start (set {{0 1} {4 3}})) (play (satisfy (all Different))) (end (if (is Solved) (result P1 Win)))))"""
SOLUTION = {"c:1": "2", "c:2": "3", "c:3": "2", "c:5": "1", "c:6": "3", "c:7": "1", "c:8": "2"}


@pytest.fixture
def table(server: Running) -> str:
    return server.create(text=SQUARE)


def at(page: Page, ref: str) -> dict[str, dict[str, Any]]:
    """The moves of a site by their labels."""
    return {move["label"]: move for move in page.position["moves"] if move["to"] == ref}


def shown(page: Page) -> dict[str, str]:
    """What stands where, in words."""
    return {piece["ref"]: piece["label"].partition(" on ")[0] for piece in page.position["pieces"]["pieces"]}


def test_each_site_has_a_move_for_each_value(server: Running, table: str) -> None:
    with server.page(table) as page:
        assert [seat["who"] for seat in page.table["seats"]] == ["human"]
        assert shown(page) == {"c:0": "value 1", "c:4": "value 3"}
        assert at(page, "c:0") == {}
        assert {"2", "3", "~1", "~2", "~3"} >= set(at(page, "c:1")) >= {"2", "~2"}
        assert all(move["from"] is None and move["kind"] == "move" for move in page.position["moves"])


def test_a_value_is_set_changed_and_taken_back(server: Running, table: str) -> None:
    with server.page(table) as page:
        page.play(at(page, "c:8")["2"]["index"])
        assert shown(page)["c:8"] == "value 2"
        page.play(at(page, "c:8")["1"]["index"])
        assert shown(page)["c:8"] == "value 1"
        page.ask("undo")
        assert shown(page)["c:8"] == "value 2"
        page.ask("undo")
        assert "c:8" not in shown(page)
        page.play(at(page, "c:8")["~2"]["index"])
        assert "c:8" not in shown(page)


def test_a_puzzle_is_solved(server: Running, table: str) -> None:
    with server.page(table) as page:
        for ref, value in SOLUTION.items():
            assert not page.position["over"]
            page.play(at(page, ref)[value]["index"])
        assert page.position["over"]
        assert page.position["result"] == "Player 1 wins. It is solved."


def test_the_agents_of_a_puzzle(server: Running, table: str) -> None:
    with server.page(table) as page:
        assert "random" in [agent["name"] for agent in page.table["agents"]]
        hint = page.ask("hint")
        assert hint["name"] == page.position["moves"][hint["move"]]["name"]
        page.ask("seats", players=["random"])
        page.until(5)
