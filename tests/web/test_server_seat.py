"""Agents and engines of another machine at a server's tables: `ludens seat`."""

from __future__ import annotations

import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from robots import Robot
from web_client import NOUGHTS, Running

from ludens.arena.remote import AgentThinker, ProcessThinker, Server, ServerError, Sitter
from ludens.cli import main

#: a bot of any game, by the lines of `ludens arena`: it plays the last legal move
LAST = """import sys
moves = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "move":
        moves.append(rest)
    elif word == "go":
        print(moves[-1], flush=True)
        moves = []
"""


def played(server: Running, game: str, makers: list[Any]) -> list[str]:
    """What two sitters report of a game; the first one challenges the second."""
    reports: list[str] = []
    key = "".join(char for char in game if char.isascii() and char.isalnum())[:12]
    with closing(Robot(server, f"{key}-1")) as one, closing(Robot(server, f"{key}-2")) as two:
        sitters = [
            Sitter(Server(server.address, robot.token), make, 1, reports.append)
            for robot, make in zip((one, two), makers, strict=True)
        ]
        threads = [threading.Thread(target=sitter.run, daemon=True) for sitter in sitters]
        for thread in threads:
            thread.start()
        challenged = {"game": game, "color": "white"}
        while (made := one.post(f"/api/challenge/{two.name}", json=challenged)).status_code != 200:
            assert "it is not online" in made.text  # yet, or while its line is made again
            threads[0].join(0.02)
        for thread in threads:
            thread.join(300)
        assert not any(thread.is_alive() for thread in threads), reports
    return reports


def test_an_agent_and_a_bot_of_lines_play_each_other(server: Running, tmp_path: Path) -> None:
    (tmp_path / "last.py").write_text(LAST)
    command = f"{sys.executable} {tmp_path / 'last.py'}"
    makers = [lambda game: AgentThinker("uct:50", game, 1.0), lambda game: ProcessThinker("bot", command, game, 5.0)]
    reports = played(server, "Tic-Tac-Toe", makers)
    assert "gives up" not in "".join(reports) and sum("wins" in one or "draw" in one for one in reports) == 2, reports


def test_an_engine_of_another_kind_sits_at_a_table(server: Running) -> None:
    """UCI: the engine is a process that knows nothing of the server."""
    game = "Gardner's Minichess"
    command = f'{sys.executable} -m ludens bot uci "{game}" --agent uct:30'
    makers = [
        lambda game: AgentThinker("random", game, 1.0),
        lambda game: ProcessThinker("uci", command, game, 30.0),
    ]
    reports = played(server, game, makers)
    assert "gives up" not in "".join(reports) and reports


@pytest.mark.parametrize("game", ["Rock Paper Scissors", "EinStein würfelt nicht!"])
def test_agents_play_what_is_drawn_and_what_all_choose_at_once(server: Running, game: str) -> None:
    makers = [lambda game: AgentThinker("random", game, 1.0)] * 2
    reports = played(server, game, makers)
    assert "given up" not in "".join(reports) and len(reports) >= 2, reports


def test_what_hides_something_is_given_up_with_the_reason(server: Running) -> None:
    reports = played(server, "Phantom Tic-Tac-Toe", [lambda game: AgentThinker("random", game, 1.0)] * 2)
    assert any("hides something" in line for line in reports)


def test_a_token_that_is_none_ends_it(server: Running, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with pytest.raises(ServerError, match="no bot of this token"):
        Sitter(Server(server.address, "ludens_x"), lambda game: AgentThinker("random", game, 1.0)).run()
    arguments = ["seat", "--url", server.address]
    for more, message in (
        (["--agent", "random"], "a token is needed"),
        (["--token", "x"], "either --agent"),
        (["--token", "x", "--agent", "random", "--", "cat"], "either --agent"),
        (["--token-file", str(tmp_path / "none"), "--agent", "random"], "cannot be read"),
        (["--token", "x", "--", "no-such-program"], "is not found"),
        (["--token", "x", "--agent", "random", "--challenge", "y"], "wants --game"),
    ):
        assert main([*arguments, *more]) != 0
        assert message in capsys.readouterr().err, more
    assert main(["seat", "--url", "nowhere", "--token", "x", "--agent", "random"]) != 0
    assert main([*arguments, "--token", "ludens_x", "--agent", "random"]) == 1
    assert "no bot of this token" in capsys.readouterr().err


def test_a_description_of_ones_own_is_played_too(server: Running) -> None:
    """The bot is told the text of the game, and compiles it."""
    from guests import Guest

    with closing(Robot(server, "Own")) as robot:
        sitter = Sitter(Server(server.address, robot.token), lambda game: AgentThinker("random", game, 1.0), 1)
        thread = threading.Thread(target=sitter.run, daemon=True)
        thread.start()
        host = Guest(server)
        table = host.host({"name": "Ann"}, text=NOUGHTS)
        while "Own" not in host.client.get("/api/bot/online").text:
            thread.join(0.02)
        assert host.client.post("/api/challenge/own", json={"table": table}).status_code == 200
        with host.page(table) as page:
            while not page.position["over"]:
                while not page.position["moves"] and not page.position["over"]:
                    page.wait("position", "people")
                if page.position["moves"]:
                    page.play()
        thread.join(60)
        assert not thread.is_alive()
