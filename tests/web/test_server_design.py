"""What the editor is told of a draft, message by message, and that its process ends with whoever asked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from test_server_stops import LARGE
from test_server_workers import gone, workers_of
from web_client import NOUGHTS, SERIES, Running, running

import ludens
from ludens import library
from ludens.web.limits import Limits
from ludens.web.routes.pages import STATIC
from ludens.web.schemas.design import DraftEvent
from ludens.web.templates import templates

VENDOR = Path(ludens.__file__).parent / "web" / "vendor"


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running(Limits(measuring_seconds=1.0)) as one:
        yield one


def told(client: httpx.Client, **asked: Any) -> list[dict[str, Any]]:
    """All that is told of a draft; each message is of a declared form."""
    answer = client.post("/api/design", json=asked)
    assert answer.headers["content-type"] == "application/x-ndjson"
    lines = answer.text.splitlines()
    for line in lines:
        msgspec.json.decode(line, type=DraftEvent)
    return [json.loads(line) for line in lines]


def test_a_draft_is_read_then_drawn_then_measured(server: Running) -> None:
    with server.client() as client:
        checked, compiling, board, measuring, *rest = told(client, text=NOUGHTS)
    numbers = [one for one in rest if one["type"] == "numbers"]
    assert [one["warnings"] for one in rest if one["type"] == "doubts"] == [[]]
    assert checked["report"]["name"] == "Noughts"
    assert (compiling["stage"], measuring["stage"]) == ("compiling", "measuring")
    assert board["svg"].startswith("<svg")
    assert board["facts"] == {
        "players": 2,
        "sites": 9,
        "pieces": [{"name": "Disc1", "owner": 1, "sites": []}, {"name": "Disc2", "owner": 2, "sites": []}],
        "moves": 9,
        "replies": 72,
        "again": False,
        "graphics": [],
    }
    assert [one["games"] for one in numbers] == sorted(one["games"] for one in numbers)
    balance = next(one for one in numbers[-1]["measures"] if one["name"] == "balance")
    assert balance["low"] <= balance["value"] <= balance["high"]
    assert balance["change"] is None


def test_facts_tell_where_pieces_stand_and_what_follows(server: Running) -> None:
    with server.client() as client:
        *_, board, doubts = told(client, text=library.read("Amazons"), measured=False)
    facts = board["facts"]
    assert doubts["warnings"] == []
    first, second, dot = facts["pieces"]
    assert (first["name"], sorted(first["sites"])) == ("Queen1", ["A4", "D1", "G1", "J4"])
    assert (second["name"], sorted(second["sites"])) == ("Queen2", ["A7", "D10", "G10", "J7"])
    assert (dot["name"], dot["owner"], dot["sites"]) == ("Dot0", 0, [])
    # published: 2176 first turns of a queen and an arrow
    assert (facts["moves"], facts["replies"], facts["again"]) == (80, 2176, True)
    assert facts["graphics"] == ["piece Scale", "board Style"]


def test_nothing_follows_an_error(server: Running) -> None:
    with server.client() as client:
        (checked,) = told(client, text=NOUGHTS.replace("square", "squre"))
    (error,) = checked["report"]["errors"]
    start = NOUGHTS.index("square")
    assert error["line"] == 1
    assert error["fixes"][0] == {
        "title": "Change to square",
        "edits": [{"from": start, "to": start + 5, "text": "square"}],
    }


def test_a_match_and_a_puzzle_are_followed_too(server: Running) -> None:
    with server.client() as client:
        for text in (SERIES, library.read("Latin Square")):
            *_, board, _ = told(client, text=text, measured=False)
            assert (board["type"], board["errors"]) == ("board", [])


def test_numbers_are_compared_with_those_of_another_version(server: Running) -> None:
    with server.client() as client:
        before = told(client, text=NOUGHTS)[-1]
        after = told(client, text=NOUGHTS.replace("Line 3", "Line 2"), against=before["report"])[-1]
        draws = next(one for one in after["measures"] if one["name"] == "draws")
        assert draws["change"]["significant"]
        assert draws["change"]["low"] <= draws["change"]["difference"] <= draws["change"]["high"] < 0
        for nonsense in ("", "[]", '{"measures": [1]}'):
            other = told(client, text=NOUGHTS, against=nonsense)[-1]
            assert other["measures"]
            assert all(one["change"] is None for one in other["measures"])


def test_the_process_ends_when_the_client_leaves_while_it_measures() -> None:
    with running(Limits(measuring_seconds=1000.0)) as own, own.client() as client:
        with client.stream("POST", "/api/design", json={"text": NOUGHTS}) as answer:
            lines = answer.iter_lines()  # kept: without it the answer would be closed
            assert any(json.loads(line)["type"] == "numbers" for line in lines)
            (worker,) = workers_of(own)
        assert gone(worker)


def test_the_process_ends_when_the_client_leaves_while_it_compiles() -> None:
    with running(Limits(compile_seconds=1000.0)) as own, own.client() as client:
        told(client, text=NOUGHTS, measured=False)
        with pytest.raises(httpx.ReadTimeout):
            client.post("/api/design", json={"text": LARGE}, timeout=1.0)
        assert all(gone(worker) for worker in workers_of(own))


def test_drafts_that_are_measured_are_bounded() -> None:
    limits = Limits(measuring_seconds=1000.0, address_measured_drafts=1)
    with running(limits) as own, own.client() as client:
        with client.stream("POST", "/api/design", json={"text": NOUGHTS}) as answer:
            lines = answer.iter_lines()  # kept: without it the answer would be closed
            assert any(json.loads(line)["type"] == "numbers" for line in lines)
            last = told(client, text=NOUGHTS)[-1]
        assert last["error"]["code"] == "limit"
        assert "drafts that are being measured" in last["error"]["message"]


def test_the_text_may_be_asked_about(server: Running) -> None:
    with server.client() as client:

        def asked(**body: Any) -> Any:
            return client.post("/api/language", json=body).json()

        found = asked(ask="completion", text='(game "x" (pl', offset=13)["answer"]
        assert "players" in [item["label"] for item in found["items"]]
        # places are told in units of UTF-16
        assert asked(ask="format", text="// 🂡\n(game   x)")["answer"] == {"text": "// 🂡\n(game x)\n"}
        text = '// 🂡\n(define "A" 1)\n(game "x" (players ("A")))'
        (place,) = asked(ask="definition", text=text, offset=len(text) - 4 + 1)["answer"]["places"]
        assert (place["from"], place["predefined"]) == (text.index('"A"') + 1 + 1, False)
        assert asked(ask="diagnostics", text="")["error"]["code"] == "malformed"


@pytest.mark.parametrize("body", [{}, {"text": 1}, {"text": "", "options": 3}, {"text": "", "against": "x" * 70_000}])
def test_wrong_requests_are_refused(server: Running, body: dict[str, Any]) -> None:
    with server.client() as client:
        answer = client.post("/api/design", json=body)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "malformed"


def test_there_is_a_template_for_every_family_and_each_is_a_whole_game() -> None:
    families = {path.parent.name for path in library.shipped().values()}
    assert {one.family for one in templates()} == families
    for one in templates():
        game = ludens.load(one.text)  # of a match: its games too
        assert game.name == one.name
        assert one.description
        assert not game.warnings
        assert len(game.playouts(20, seed=1).lengths) == 20


def test_codemirror_is_vendored_with_its_licences() -> None:
    bundle = (STATIC / "vendor" / "codemirror.js").read_text(encoding="utf-8")
    licences = (STATIC / "vendor" / "codemirror.licences.txt").read_text(encoding="utf-8")
    wanted = json.loads((VENDOR / "package.json").read_text(encoding="utf-8"))["dependencies"]
    for name, version in wanted.items():
        assert f"{name} {version}" in bundle.splitlines()[0]
        assert f"{name} {version} (MIT)" in licences
    assert len(bundle) < 400_000
    assert '"codemirror.js"' not in (STATIC / "index.html").read_text(encoding="utf-8")
