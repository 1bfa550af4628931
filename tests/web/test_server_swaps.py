"""The pie rule at a table: who swaps sides plays the other player from then on."""

from __future__ import annotations

from web_client import Page, Running

#: three in a row wins; instead of a first move the second player may swap sides
THREE = """(game "Three" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (meta (swap)) (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))))"""

#: Hex on a board so small that all of it is looked at: the centre wins
SMALL = """(game "Small Hex" (players 2)
    (equipment {(board (hex Diamond 3)) (piece "Stone" Each)
        (regions P1 {(sites Side NE) (sites Side SW)}) (regions P2 {(sites Side NW) (sites Side SE)})})
    (rules (meta (swap)) (play (move Add (to (sites Empty)))) (end (if (is Connected Mover) (result Mover Win)))))"""


def swap(page: Page) -> None:
    number = next(n for n, move in enumerate(page.position["moves"]) if move["kind"] == "swap")
    page.play(number)


def who(page: Page) -> list[str]:
    """Who plays each player, as the page was told last."""
    told = [frame["seats"] for frame in page.seen if frame["type"] in ("table", "seats")]
    return [seat["who"] for seat in told[-1]]


def test_a_person_who_swaps_plays_the_opening_and_the_machine_moves(server: Running) -> None:
    with server.page(server.create(text=THREE, players=["random", "human"], seed=1)) as page:
        page.until(1)
        assert who(page) == ["random", "human"] and page.position["mover"] == 2
        swap(page)
        page.until(3)
        assert who(page) == ["human", "random"]
        assert [entry["player"] for entry in page.history] == [1, 2, 2]
        assert page.position["mover"] == 1 and page.position["moves"]
        with server.page(page.table["table"]) as other:
            assert who(other) == ["human", "random"]


def test_taking_a_swap_back_gives_everybody_their_own_side_again(server: Running) -> None:
    with server.page(server.create(text=THREE, players=["random", "human"], seed=1)) as page:
        page.until(1)
        swap(page)
        page.until(3)
        page.ask("undo")
        assert page.position["ply"] == 1 and who(page) == ["random", "human"]
        page.ask("redo")
        assert page.position["ply"] == 3 and who(page) == ["human", "random"]


def test_a_machine_that_swaps_leaves_the_other_colour_to_the_person(server: Running) -> None:
    with server.page(server.create(text=SMALL, players=["human", "alphabeta:9"], seed=1)) as page:
        page.play(4)  # the centre
        page.until(2)
        assert page.history[1]["name"] == "swap" and who(page) == ["alphabeta:9", "human"]
        assert page.position["mover"] == 2 and page.position["moves"], "who opened is to move, as player 2"
        page.play()
        page.until(4)
        assert page.position["mover"] == 2 and page.position["moves"]


def test_who_sits_where_is_kept_over_other_players_and_again(server: Running) -> None:
    with server.page(server.create(text=THREE, players=["random", "human"], seed=1)) as page:
        page.until(1)
        swap(page)
        page.until(3)
        page.ask("seats", players=["human", "human"])
        assert who(page) == ["human", "human"]
        page.ask("seats", players=["human", "worst"])
        assert who(page) == ["human", "worst"]
        page.play()
        page.until(5)
        assert [entry["player"] for entry in page.history] == [1, 2, 2, 1, 2]
        page.ask("new")
        assert who(page) == ["worst", "human"], "seats, not colours, begin again"


def test_the_time_of_who_swapped_goes_with_them(server: Running) -> None:
    with server.page(server.create(text=THREE, players=["human", "human"], seed=1)) as page:
        page.play(4)
        swap(page)
        used = page.seen[-1]["times"]["used"]
        page.play()
        later = page.seen[-1]["times"]["used"]
        assert later[0] == used[0] and later[1] >= used[1], "seat 1 thinks on as player 2"
