"""docs/web.md says what the server does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from web_client import SERIES, Running

PAGE = (Path(__file__).parents[2] / "docs" / "web.md").read_text(encoding="utf-8")


def documented(name: str) -> set[str]:
    """The names of the fields of an object, as the page lists them."""
    found = re.search(rf"^- {name} = `(\{{.*?\}})`", PAGE, re.MULTILINE | re.DOTALL)
    assert found, name
    listed = found[1][1:-1]
    while (inner := re.sub(r"\{[^{}]*\}|\[[^][]*\]", "", listed)) != listed:
        listed = inner
    return set(re.findall(r'"(\w+)"', re.sub(r'"(\w+)": "[^"]*"', r'"\1"', listed)))


def frame(kind: str) -> set[str]:
    """The names of the fields of a frame of the server."""
    listed = re.search(rf'^\| `\{{"type": "{kind}"(.*?)\}}` \|', PAGE.partition("From the server:")[2], re.MULTILINE)
    assert listed, kind
    text = listed[1]
    while (inner := re.sub(r"\{[^{}]*\}|\[[^][]*\]", "", text)) != text:
        text = inner
    return {"type", *re.findall(r'"(\w+)"', text)}


@pytest.fixture(scope="module")
def seen(server: Running) -> dict[str, dict[str, Any]]:
    """A frame of each kind."""
    with server.page(server.create(game="Amazons", players=["human", "random"], options=["Board Size/6x6"])) as page:
        page.play()
        page.play()
        page.until(4)
        page.ask("view", ply=1)
        page.ask("hint")
        page.ask("analyse", on=True, seconds=0.1)
        page.wait("analysis")
        page.ask("seats", players=["human", "human"])
        page.ask("pause")
        page.ask("play", ply=99, move=0)
        page.ask("table")
        return {told["type"]: told for told in page.seen}


@pytest.mark.parametrize(
    "kind", ["table", "position", "view", "thinking", "analysis", "hint", "paused", "seats", "ok", "error"]
)
def test_frames(seen: dict[str, dict[str, Any]], kind: str) -> None:
    assert set(seen[kind]) - {"re"} == frame(kind)


def test_what_frames_are_made_of(seen: dict[str, dict[str, Any]]) -> None:
    table = seen["table"]
    assert set(table["game"]) == documented("GAME")
    assert set(table["game"]["options"][0]) == documented("OPTION")
    assert set(table["seats"][0]) == documented("SEAT")
    assert set(table["agents"][0]) == documented("AGENT")
    assert set(table["position"]) == documented("POSITION")
    assert set(table["position"]["moves"][0]) == documented("MOVE")
    assert set(table["history"][0]) == documented("PLY")


def test_what_matches_are_made_of(server: Running) -> None:
    with server.page(server.create(text=SERIES, players=["human", "human"])) as page:
        assert set(page.table["position"]["match"]) == documented("MATCH")
        assert set(page.ask("view", ply=0)) - {"re"} == frame("view")


def test_errors_of_descriptions(server: Running) -> None:
    with server.client() as client:
        errors = client.post("/api/check", json={"text": "(game"}).json()["errors"]
    assert set(errors[0]) == documented("ERROR")


def test_every_message_is_described() -> None:
    from ludens.web.messages import Simple

    said = PAGE.partition("From the page:")[2].partition("From the server:")[0]
    described = set(re.findall(r'\{"type": "(\w+)"', said))
    assert described == {*Simple.KINDS, "play", "view", "new", "seats", "analyse"}


def test_every_address_is_described(server: Running) -> None:
    from ludens.web.app import make_app

    for route in make_app().routes:
        path = re.sub(r"\{[a-z:]+\}", "", route.path)  # type: ignore[attr-defined]
        if path not in ("/static/", "/favicon.ico"):
            assert path in re.sub(r"\{\w+\}", "", PAGE), path
