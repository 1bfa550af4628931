"""The server for language models, asked by the SDK's own client: in this process, and over the standard streams."""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters, stdio_client

from envs.games import MATCHING, SIGNS
from ludens import cli, library
from ludens.envs import mcp
from ludens.envs.mcp.server import _guard
from ludens.envs.tables.service import GameService
from ludens.native.limits import current
from ludens.workers import worker

NOUGHTS = """(game "Noughts" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
#: a start that takes far too long
ENDLESS = """(game "Endless" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules
        (start (place "Disc1" (sites {0})))
        (play (move Add (to (sites Empty)) (then (while (>= (count Pieces) 0) (set Score Mover 1)))))
        (end (if (is Line 3) (result Mover Win)))))"""
#: a first move that takes longer than anyone waits
LONG = """(game "Long" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty)) (then (forEach Value min:1 max:1000000000 (forEach Value min:1 max:10000000
            (if (= (value) (state at:1)) (set Score Mover (value))))))))
        (end (if (is Line 3) (result Mover Win)))))"""
TWICE = """(match "Twice" (players 2)
    (games {(subgame "Tic-Tac-Toe" next:1) (subgame "Tic-Tac-Toe" next:0)})
    (end (if (>= (count Trials) 2) (if (> (matchScore P1) (matchScore P2)) (result P1 Win)) (result P2 Win))))"""
#: what the first player puts down, the second one does not see
VEILED = """(game "Veiled" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty)) (then (set Hidden at:(last To) to:P2))))
        (end (if (is Line 3) (result Mover Win)))))"""
DOCUMENT = Path(__file__).parents[2] / "docs" / "environments" / "mcp.md"


class Model:
    """What a language model does with the tools."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def use(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The structured answer of a tool."""
        found = await self.client.call_tool(tool, arguments)
        assert not found.is_error, found.content
        assert found.structured_content is not None
        return found.structured_content

    async def refusal(self, tool: str, **arguments: Any) -> str:
        """The error of a tool."""
        found = await self.client.call_tool(tool, arguments)
        assert found.is_error, found.structured_content
        text: str = found.content[0].text
        assert "Traceback" not in text and "defect" not in text
        return text


def talk(talking: Callable[[Model], Awaitable[None]], bounds: mcp.Bounds | None = None) -> None:
    """Let a model use a server of its own."""

    async def connected() -> None:
        async with Client(mcp.server(bounds)) as client:
            await talking(Model(client))

    anyio.run(connected)


# --- what there is


def test_tools_say_what_they_take_and_give() -> None:
    async def talking(model: Model) -> None:
        tools = (await model.client.list_tools()).tools
        assert [tool.name for tool in tools] == list(mcp.TOOLS)
        for tool in tools:
            assert tool.description and tool.output_schema and tool.annotations
            told = tool.input_schema["properties"].values()
            assert all(one.get("description") for one in told), tool.name
        prompts = (await model.client.list_prompts()).prompts
        told = {"play_a_game", "design_a_game", "explain_a_game", "think_about_a_position"}
        assert {prompt.name for prompt in prompts} == told

    talk(talking)


def size(tools: list[Any]) -> int:
    """The characters of a list of tools, as a client gets it."""
    return sum(len(tool.model_dump_json(by_alias=True, exclude_none=True)) for tool in tools)


def test_a_group_of_tools_is_a_small_list_and_more_are_switched_on() -> None:
    async def talking() -> None:
        async with Client(mcp.server(groups=["play"])) as client:
            model = Model(client)
            tools = (await client.list_tools()).tools
            assert [tool.name for tool in tools] == [*mcp.GROUPS["play"], "switch_on"] and size(tools) < 6_000
            assert "moves" in (await model.use("look_up"))["text"]  # what is not listed is there all the same
            found = await client.call_tool("switch_on", {"group": "design"})
            assert "look_up, check, measure" in found.content[0].text
            assert "there is no group" in (await client.call_tool("switch_on", {"group": "x"})).content[0].text
            names = {tool.name for tool in (await client.list_tools()).tools}
            assert names >= {*mcp.GROUPS["play"], *mcp.GROUPS["design"]} and "why" not in names
        async with Client(mcp.server()) as client:
            assert size((await client.list_tools()).tools) < 30_000

    anyio.run(talking)
    with pytest.raises(ValueError, match="no group of tools 'all'; there are play, review, design"):
        mcp.server(groups=["all"])
    assert sorted(tool for group in mcp.GROUPS.values() for tool in group) == sorted(mcp.TOOLS)


def test_rules_and_positions_are_resources_and_prompts() -> None:
    async def talking(model: Model) -> None:
        client = model.client
        rules = (await client.read_resource("ludens://rules/Tic-Tac-Toe")).contents[0].text
        assert "Three in a row" in rules and "(is Line 3)" in rules
        table = (await model.use("start_table", game="Tic-Tac-Toe", opponents=["random"], seed=1))["table"]
        text = (await client.read_resource(f"ludens://table/{table}")).contents[0].text
        assert text.startswith("Tic-Tac-Toe, ply 0: player 1 to move") and "9 legal moves" in text
        prompt = await client.get_prompt("think_about_a_position", {"table": table})
        assert text in prompt.messages[0].content.text
        for address in ("ludens://rules/Hexx", "ludens://table/nowhere"):
            with pytest.raises(Exception, match=r"Hex|nowhere"):
                await client.read_resource(address)

    talk(talking)


def test_the_page_has_every_tool() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
    assert listed == list(mcp.TOOLS)


def test_games_and_the_language_are_looked_up() -> None:
    async def talking(model: Model) -> None:
        assert len((await model.use("library"))["games"]) == len(library.names())
        found = await model.use("library", query="connection opposite capture")
        assert [one["name"] for one in found["games"]] == ["Gonnect"]
        rules = await model.use("rules", game="tic tac toe")
        assert "Three in a row" in rules["about"] and "(is Line 3)" in rules["description"]
        assert "B2" in rules["notation"] and "uct" in rules["agents"] and "net" not in rules["agents"]
        assert "removes" in (await model.use("look_up", topic="remove"))["text"].casefold()
        assert "hop" in await model.refusal("look_up", topic="hopp")
        assert "moves" in (await model.use("look_up"))["text"]
        assert "did you mean 'Hex'" in await model.refusal("rules", game="Hexx")
        entry = await model.client.read_resource("ludens://ludeme/is%20Line")
        assert entry.contents[0].text.startswith("(is Line")
        chapter = await model.client.read_resource("ludens://manual/moves")
        assert chapter.contents[0].text.startswith("# Moves")
        text = await model.client.read_resource("ludens://library/Nine%20Men's%20Morris")
        assert text.contents[0].text == library.read("Nine Men's Morris")

    talk(talking)


# --- playing


def test_a_whole_game_and_its_review() -> None:
    async def talking(model: Model) -> None:
        at = await model.use("start_table", game="Tic-Tac-Toe", opponents=["random"], seed=3)
        table = at["table"]
        assert at["your_turn"] and at["legal_count"] == 9 and at["opponents"] == {"2": "random"}
        assert "there are 9, such as A1" in await model.refusal("play", table=table, move="e9")
        assert (await model.use("legal_moves", table=table, containing="a"))["moves"] == ["A1", "A2", "A3"]
        at = await model.use("play", table=table, move="b2")
        assert [one["player"] for one in at["moves_since"]] == [1, 2] and "X" in at["board"]
        why = await model.use("why", table=table, from_site="b2")
        assert not why["legal"] and why["reasons"][0]["words"] == "B2 is not empty"
        assert "no site 'B9'" in await model.refusal("why", table=table, from_site="B9")
        assert (await model.use("undo", table=table))["legal_count"] == 9
        assert "nothing to take back" in await model.refusal("undo", table=table)
        hint = await model.use("hint", table=table, agent="uct", seconds=0.1)
        assert hint["move"] in {one["move"] for one in hint["candidates"]}
        while not at["over"]:
            at = await model.use("play", table=table, move=at["legal_moves"][0])
        assert at["result"] and len(at["ranking"]) == 2 and not at["legal_moves"]
        assert "the game is over" in await model.refusal("play", table=table, move="a1")
        found = await model.use("review_table", table=table, seconds=0.5)
        assert [one["ply"] for one in found["moves"]] == list(range(1, at["ply"] + 1))
        assert all(one["best"] for one in found["moves"])
        record = await model.use("export_trial", table=table)
        again = await model.use("review_game", game="Tic-Tac-Toe", trial=record["trial"], seconds=0.2, seats=[1])
        assert {one["player"] for one in again["moves"]} == {1} and again["result"] == at["result"]
        assert "begins with" in await model.refusal("review_game", game="Tic-Tac-Toe", trial="nonsense")

    talk(talking)


def test_a_review_finds_what_lost_the_game() -> None:
    async def talking(model: Model) -> None:
        at = await model.use("start_table", game="Tic-Tac-Toe", seats=[1, 2])
        for move in ("a1", "b2", "c1", "a3", "b1"):  # at the fourth ply B1 had to be taken
            at = await model.use("play", table=at["table"], move=move)
        assert at["over"] and at["winner"] == 1
        found = await model.use("review_table", table=at["table"], agent="alphabeta", seconds=2)
        worst = found["turning_points"][0]
        assert (worst["ply"], worst["move"], worst["best"], worst["verdict"]) == (4, "A3", "B1", "blunder")

    talk(talking)


def test_what_chance_brought_is_in_the_record() -> None:
    async def talking(model: Model) -> None:
        at = await model.use("start_table", game="Greener", seats=[1, 2], seed=5)
        for _ in range(3):
            at = await model.use("play", table=at["table"], move=at["legal_moves"][-1])
        found = await model.use("review_table", table=at["table"], seconds=0.1)
        assert found["plies"] == 3 and found["moves"][2]["move"] == at["moves_since"][0]["move"]

    talk(talking)


def test_tables_are_bounded() -> None:
    async def talking(model: Model) -> None:
        at = await model.use("start_table", game="Tic-Tac-Toe", opponents=["random"])
        assert "may be no more" in await model.refusal("start_table", game="Hex")
        assert (await model.use("close_table", table=at["table"]))["open_tables"] == 0
        assert "there is no table" in await model.refusal("state", table=at["table"])
        assert "different numbers" in await model.refusal("start_table", game="Hex", seats=[3])
        assert "may think 2 seconds" in await model.refusal(
            "start_table", game="Hex", opponents=["uct:1h", "uct:9s"][1:]
        )
        assert "reads a file" in await model.refusal("start_table", game="Hex", opponents=["net:/etc/passwd"])
        assert "no agent" in await model.refusal("start_table", game="Hex", opponents=["nobody"])

    talk(talking, mcp.Bounds(tables=1, thinking_seconds=2))


def test_files_are_read_from_one_folder_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "noughts.lud").write_text(NOUGHTS)
    (tmp_path / "secret.lud").write_text(NOUGHTS)

    async def outside(model: Model) -> None:
        assert "files are not read here" in await model.refusal("rules", game=str(tmp_path / "secret.lud"))

    async def inside(model: Model) -> None:
        assert (await model.use("rules", game="noughts.lud"))["name"] == "Noughts"
        for name in ("../secret.lud", str(tmp_path / "secret.lud")):
            assert "there is no file" in await model.refusal("rules", game=name)

    talk(outside)
    talk(inside, mcp.Bounds(folder=tmp_path / "mine"))


# --- what anybody may have written


def test_descriptions_are_checked_and_played() -> None:
    async def talking(model: Model) -> None:
        wrong = await model.use("check", description=NOUGHTS.replace("Empty", "Emty"))
        assert not wrong["is_playable"]
        assert (wrong["errors"][0]["line"], wrong["errors"][0]["hint"]) == (2, "did you mean Empty?")
        at = await model.use("start_table", description=NOUGHTS, opponents=["random"], seed=1)
        at = await model.use("play", table=at["table"], move="B2")
        assert at["ply"] == 2 and at["game"] == "Noughts"
        assert "close to it: C1" in await model.refusal("play", table=at["table"], move="Z1")
        assert "(sites ...)" in await model.refusal("start_table", description=NOUGHTS.replace("Empty", "Emty"))
        assert "either the name" in await model.refusal("rules")

    talk(talking)


def test_a_description_has_bounds() -> None:
    async def talking(model: Model) -> None:
        assert "characters at most" in await model.refusal("check", description=" " * 2000)
        found = await model.use("check", description=ENDLESS)
        assert "without" in found["errors"][0]["message"] and "line 4" in found["errors"][0]["message"]

    talk(talking, mcp.Bounds(description_size=1000))


@pytest.mark.parametrize("grace", [60.0, 0.0])
def test_a_call_has_an_end(grace: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """With grace the process stops its native code; without, it is ended."""
    monkeypatch.setattr(worker, "_LATE_SECONDS", grace)
    monkeypatch.setattr(worker, "_LATE_SHARE", grace / 0.01)

    async def talking(model: Model) -> None:
        assert "takes more than 0.01 seconds" in await model.refusal("check", description=LONG)

    talk(talking, mcp.Bounds(call_seconds=0.01))


def test_a_cancelled_call_stops() -> None:
    begun, stopped = threading.Event(), threading.Event()

    def working() -> None:
        begun.set()
        limits = current()
        while not limits.reason:
            time.sleep(0.001)
        stopped.set()

    async def cancelled() -> None:
        async with anyio.create_task_group() as calls:
            calls.start_soon(_guard(working, mcp.Bounds()))
            await anyio.to_thread.run_sync(begun.wait)
            calls.cancel_scope.cancel()

    anyio.run(cancelled)
    assert stopped.wait(60)


def test_a_match_is_played_and_reviewed() -> None:
    service = GameService(TWICE, "Twice", (), mcp.Bounds())
    at = service.begin(seats=[1], opponents=["random"], seed=1)
    while not at.over:
        at = service.play(at.legal_moves[0])
    found = service.review_table("uct", 0.5, [], 1, None)
    assert "next game" in [one.move for one in found.moves] and found.result == at.result
    assert service.rules().kinds == ["match"]


def test_what_is_hidden_stays_hidden() -> None:
    async def talking(model: Model) -> None:
        at = await model.use("start_table", description=SIGNS, seats=[2], opponents=["random"], seed=2)
        table = at["table"]
        assert at["board"].split()[1:4] == [".", ".", "."] and at["your_turn"]
        assert "would show" in await model.refusal("export_trial", table=table)
        assert "would show" in await model.refusal("review_table", table=table)
        why = await model.use("why", table=table, from_site="A1")
        assert "would tell what is hidden" in why["reasons"][0]["words"] and not any(c["text"] for c in why["reasons"])
        hint = await model.use("hint", table=table, seconds=0.2)
        assert hint["move"] == "G1" and hint["value"] < 0.9  # two of three, whatever the sign and wherever the ace
        assert "nothing is taken back" in await model.refusal("undo", table=table)
        at = await model.use("play", table=table, move=at["legal_moves"][0])
        assert at["over"] and sorted(at["board"].split()[1:4]) == ["*", ".", "."]
        assert (await model.use("export_trial", table=table))["trial"].startswith("game=")

    talk(talking)


def test_hidden_moves_are_not_told() -> None:
    async def talking(model: Model) -> None:
        at = await model.use("start_table", description=VEILED, seats=[2], opponents=["random"], seed=2)
        assert [(one["player"], one["move"]) for one in at["moves_since"]] == [(1, "hidden")]
        own = at["legal_moves"][0]
        at = await model.use("play", table=at["table"], move=own)
        assert [one["move"] for one in at["moves_since"]] == [own, "hidden"]

    talk(talking)


def test_players_move_at_once() -> None:
    async def talking(model: Model) -> None:
        at = await model.use("start_table", description=MATCHING, opponents=["random"], seed=2)
        assert at["to_move"] == [1, 2] and all(move.startswith("1:") for move in at["legal_moves"])
        at = await model.use("play", table=at["table"], move=at["legal_moves"][0].removeprefix("1:"))
        assert at["over"] and len(at["moves_since"][0]["move"].split(",")) == 2

    talk(talking)


# --- the command


def test_the_command_speaks_the_protocol() -> None:
    async def talking() -> None:
        words = ["-m", "ludens", "mcp", "--tables", "2"]
        started = StdioServerParameters(command=sys.executable, args=words, env=dict(os.environ))
        async with Client(stdio_client(started)) as client:
            model = Model(client)
            at = await model.use("start_table", game="Tic-Tac-Toe", opponents=["random"])
            at = await model.use("play", table=at["table"], move="b2")
            assert at["ply"] == 2

    anyio.run(talking)


@pytest.mark.parametrize(
    ("words", "told"), [(["--files", "/nowhere/at/all"], "is no folder"), (["--http", "99999"], "a port is a number")]
)
def test_the_command_says_what_is_wrong(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["mcp", *words]) == 2
    said = capsys.readouterr()
    assert told in said.err and not said.out


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    for name in [name for name in sys.modules if name.startswith("ludens.envs.mcp")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(ImportError, match=r'mcp is not installed: pip install "ludens\[mcp\]"'):
        import_module("ludens.envs.mcp")
