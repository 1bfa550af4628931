"""An agent and an interface are one file each: those of `examples/extend` are found, and work everywhere at once."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

import ludens
from ludens import agents, cli
from ludens.agents.agent import Agent
from ludens.cli import main
from ludens.web import seats

EXTEND = Path(__file__).parents[2] / "examples" / "extend"


@pytest.fixture(autouse=True)
def extended(monkeypatch: pytest.MonkeyPatch) -> None:
    """The packages find the examples, and forget them after the test."""
    monkeypatch.setattr(agents, "__path__", [*agents.__path__, str(EXTEND / "agents")])
    monkeypatch.setattr(cli, "__path__", [*cli.__path__, str(EXTEND / "cli")])
    monkeypatch.setattr(Agent, "registry", dict(Agent.registry))
    for module in ("ludens.agents.central", "ludens.cli.jsonlines"):
        monkeypatch.setitem(sys.modules, module, None)
        del sys.modules[module]


def test_an_agent_in_one_file_plays() -> None:
    game = ludens.load("Hex", options=["Board Size/7x7"])
    state = game.start(seed=1)
    assert state.notation(agents.make("central", game, seed=1).choose(state)) == "D4"
    assert "central" in agents.names(game) and agents.kind_of("central").about().startswith(
        "The move that ends nearest"
    )


def test_everybody_knows_it(capsys: pytest.CaptureFixture[str]) -> None:
    listed = {agent.name: agent for agent in seats.agent_infos(ludens.load("Hex"))}
    assert (listed["central"].title, listed["central"].quick) == ("Towards the middle", "central")
    assert main(["play", "Tic-Tac-Toe", "--p1", "central", "--p2", "random", "--seed", "1"]) == 0
    assert "Cross plays B2" in capsys.readouterr().out


def test_a_command_in_one_file(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def said(*lines: Any) -> list[dict[str, Any]]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(json.dumps(line) for line in lines)))
        assert main(["jsonlines", "Tic-Tac-Toe", "--seed", "1"]) == 0
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    start, played, wrong, back, unknown = said({"play": "b2"}, {"play": "b2"}, {"undo": 1}, {"sing": 1})
    assert len(start["moves"]) == 9 and played["mover"] == 2 and "B2" not in played["moves"]
    assert wrong["error"].startswith("'b2' is no move here") and set(wrong["candidates"]) <= set(played["moves"])
    assert back == start and unknown == {"error": "a line says play, undo or load"}
    assert said({"load": played})[1] == played


def test_it_is_listed_among_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    assert "play by lines of JSON" in capsys.readouterr().out
