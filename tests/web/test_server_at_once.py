"""Games in which all players move at once: agents that think, humans who wait for them."""

from __future__ import annotations

import pytest
from web_client import Page, Running

#: player 1 wins by taking the second site in the first turn; after the second turn it is a draw
GRAB = """(game "Grab" (players 2) (mode Simultaneous)
    (equipment {(board (rectangle 1 4)) (piece "Disc" Each)})
    (rules
        (play (if (is Mover P1)
            (move Add (to (intersection (sites Empty) (sites {0 1 2 3}))))
            (move Pass)))
        (end {
            (if (is In 1 (sites Occupied by:P1)) (result P1 Win))
            (if (> (count Turns) 1) (result P1 Draw))})))"""
THREE = """(game "Three" (players 3) (mode Simultaneous)
    (equipment {(board (rectangle 1 3)) (piece "Disc" Each)})
    (rules
        (play (or {
            (move Select (from (sites Board)) P1)
            (move Select (from (sites Board)) P2)
            (move Select (from (sites Board)) P3)}))
        (end (if (>= (count Turns) 6) (result Mover Draw)))))"""
TWO = """(game "Both" (players 2) (mode Simultaneous)
    (equipment {(board (rectangle 1 3)) (piece "Disc" Each)})
    (rules (play (or (move Select (from (sites Board)) P1) (move Select (from (sites Board)) P2)))
        (end (if (>= (count Turns) 3) (result Mover Draw)))))"""


def own(page: Page, player: int) -> list[int]:
    """The numbers of a player's moves."""
    return [move["index"] for move in page.position["moves"] if move["player"] == player]


def test_people_alone_are_answered_by_the_position(server: Running) -> None:
    with server.page(server.create(text=THREE, players=["human"] * 3)) as page:
        chosen = [own(page, player)[0] for player in (1, 2, 3)]
        assert page.ask("play", ply=0, moves=chosen)["position"]["ply"] == 1
        assert page.history[0]["player"] == 0


@pytest.mark.parametrize("who", ["random", "uct:50"])
def test_agents_choose_after_the_humans(server: Running, who: str) -> None:
    with server.page(server.create(text=THREE, players=["human", who, "human"], seed=1)) as page:
        one, two, three = (own(page, player) for player in (1, 2, 3))
        assert page.ask("play", ply=0, moves=[one[0]])["code"] == "illegal"
        assert page.ask("play", ply=0, moves=[one[0], two[0], three[0]])["code"] == "illegal"
        assert page.ask("play", ply=0, moves=[one[0], one[1], three[0]])["code"] == "illegal"
        assert page.ask("play", ply=0, moves=[one[0], 99])["code"] == "illegal"
        assert page.ask("play", ply=0, moves=[three[0], one[0]])["type"] == "ok"
        page.until(1)
        assert page.history[0]["name"].split(", ")[0] == "1:A1"
        assert page.history[0]["name"].split(", ")[2] == "3:A1"
        assert [f["player"] for f in page.seen if f["type"] == "thinking"] == [2]


def test_agents_among_themselves(server: Running) -> None:
    with server.page(server.create(text=THREE, players=["uct:20", "random", "uct:20"], seed=1)) as page:
        assert page.until(100)["over"]


def test_an_agent_finds_its_move(server: Running) -> None:
    with server.page(server.create(text=GRAB, players=["uct:200", "human"], seed=1)) as page:
        page.ask("play", ply=0, moves=own(page, 2))
        assert page.until(1)["result"] == "White wins. White reached the goal."


def test_the_same_seed_gives_the_same_game(server: Running) -> None:
    games = []
    for _ in range(2):
        with server.page(server.create(text=THREE, players=["uct:30", "random", "uct:40"], seed=5)) as page:
            page.until(100)
            games.append(page.ask("table")["history"])
    assert games[0] == games[1]


def test_a_choice_is_kept_until_the_agents_are_ready(server: Running) -> None:
    table = server.create(text=GRAB, players=["human", "uct:50s"])
    with server.page(table) as page:  # player 2 can only pass, which needs no thought
        page.ask("play", ply=0, moves=[own(page, 1)[0]])
        page.until(1)
    table = server.create(text=GRAB, players=["uct:50s", "human"])
    with server.page(table) as page:
        page.ask("play", ply=0, moves=own(page, 2))
        page.wait("thinking")
        with server.page(table) as other:
            assert other.position["ply"] == 0
            assert other.ask("view", ply=0)["position"]["ply"] == 0
            assert other.ask("play", ply=0, moves=own(other, 2))["type"] == "ok"
        assert page.ask("pause")["paused"]
        page.ask("resume")
        page.wait("thinking")
        page.ask("seats", players=["random", "human"])
        assert page.position["ply"] == 0
        page.ask("play", ply=0, moves=own(page, 2))
        page.until(1)


def test_who_leaves_while_agents_think_finds_the_choice_kept(server: Running) -> None:
    table = server.create(text=GRAB, players=["uct:50s", "human"])
    with server.page(table) as page:
        page.ask("play", ply=0, moves=own(page, 2))
        page.wait("thinking")
    with server.page(table) as page:
        page.wait("thinking")


def test_thinking_about_a_joint_move_ends_with_undo(server: Running) -> None:
    with server.page(server.create(text=THREE, players=["human", "random", "human"], seed=1)) as page:
        page.ask("play", ply=0, moves=[own(page, 1)[0], own(page, 3)[0]])
        page.until(1)
        page.ask("seats", players=["human", "uct:50s", "human"])
        page.ask("play", ply=1, moves=[own(page, 1)[0], own(page, 3)[0]])
        page.wait("thinking")
        assert page.ask("undo")["position"]["ply"] == 0
        assert len(page.position["moves"]) == 9


def test_hints_and_analysis(server: Running) -> None:
    with server.page(server.create(text=GRAB, players=["human", "human"], seed=1)) as page:
        hint = page.ask("hint")
        assert hint["move"] in own(page, 1)
        page.ask("analyse", on=True, seconds=0.2)
        while not (found := page.wait("analysis"))["done"]:
            pass
        assert sorted(move["index"] for move in found["moves"]) == [0, 1, 2, 3, 4]
        assert found["line"] == [found["moves"][0]["name"]]
        page.ask("analyse", on=False)
    with server.page(server.create(text=GRAB, players=["random", "human"], seed=1)) as page:
        assert page.ask("hint")["name"] == "2:pass"


def test_which_agents_play(server: Running) -> None:
    with server.page(server.create(text=THREE)) as page:
        assert [agent["name"] for agent in page.table["agents"]] == ["uct", "random", "level"]
        assert [seat["who"] for seat in page.table["seats"]] == ["human", "uct:1s", "uct:1s"]
        refused = page.ask("seats", players=["greedy"])
        assert (refused["code"], "move at once" in refused["message"]) == ("agent", True)
    with server.client() as client:
        checked = client.post("/api/check", json={"text": THREE}).json()
    assert [agent["name"] for agent in checked["agents"]] == ["uct", "random", "level"]


#: a game in turns, then one in which both move at once
MIXED = """(match "Mixed" (players 2) (games {(subgame "Tic-Tac-Toe" next:1) (subgame "Both" next:0)})
    (end (if (>= (count Trials) 2) (result P1 Win))))"""


def test_a_match_with_such_a_game(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    from web_client import running

    from ludens.game import match
    from ludens.web.sources import GameSource

    place = tmp_path_factory.mktemp("games") / "Both.lud"
    place.write_text(TWO)
    find = match.find_game
    monkeypatch.setattr(match, "find_game", lambda name: place if name == "Both" else find(name))
    with running() as server:
        server.lobby.services.games.trust(GameSource(MIXED))
        monkeypatch.setattr(
            server.lobby.services.games, "_compile_apart", _compiled
        )  # another process has no such game
        with server.page(server.create(text=MIXED, players=["uct:20", "human"], seed=2)) as page:
            assert not page.table["game"]["simultaneous"]
            while page.position["match"]["number"] == 1:
                while not page.position["moves"]:
                    page.wait("position")
                page.play()
            assert page.ask("table")["game"]["simultaneous"]
            while not page.position["over"] and not page.position["match"]["between"]:
                ply = page.position["ply"]
                page.ask("play", ply=ply, moves=[own(page, 2)[0]])
                page.until(ply + 1)
            page.play()
            assert page.position["result"].startswith("Cross wins. Match: ")


async def _compiled(*_: object) -> None:
    """Leave the compiling to who asks."""
