"""The reference of the protocol says what the server does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import msgspec
import pytest
from guests import seated
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from test_server_at_once import THREE
from web_client import SERIES, Running

from ludens.web import reference
from ludens.web.app import make_app
from ludens.web.routes.pages import STATIC
from ludens.web.schemas import http


@pytest.mark.parametrize("made", [reference.document, reference.constants])
def test_what_is_made_from_the_schemas_is_up_to_date(made: Callable[[], str]) -> None:
    written = {reference.document: reference.DOCUMENT, reference.constants: reference.CONSTANTS}[made]
    assert written.read_text(encoding="utf-8") == made(), "run python -m ludens.web.reference"


def test_every_schema_has_a_section_of_its_own() -> None:
    headings = re.findall(r"^### (\w+)$", reference.document(), re.MULTILINE)
    links = set(re.findall(r"\]\(#(\w+)\)", reference.document()))
    assert len(headings) == len(set(headings))
    assert links <= {heading.lower() for heading in headings}


def paths(routes: list[BaseRoute]) -> Iterator[str]:
    for route in routes:
        if isinstance(route, Mount):
            yield f"{route.path}/..."
        elif isinstance(route, Route | WebSocketRoute):
            yield route.path


def test_every_address_is_described() -> None:
    described = {path for endpoint in http.ENDPOINTS for path in endpoint.path.split(", ")}
    assert described == {*paths(make_app().routes)} - {"/favicon.ico"}


def test_the_server_says_everything_that_it_may_say(server: Running) -> None:
    """That each message is of its schema is checked wherever tests hear one."""
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
        page.ask("ping")
        heard = {told["type"] for told in page.seen}
    with server.client() as client:
        study = client.post("/api/studies", json={"game": "Tic-Tac-Toe"}).json()["table"]
    with server.page(study) as page:
        page.wait("study")
        page.send("comment", node=0, text="said")
        page.send("review", on=True, seconds=0.05)
        page.wait("nodes")
        page.wait("progress")
        heard |= {told["type"] for told in page.seen}
    clock = {"clock": {"kind": "fischer", "main": 600}}
    with seated(server, clock, people=3, text=THREE) as table:
        table.pages[1].ask("resign")
        table.until(lambda: "notice" in {told["type"] for told in table.pages[0].seen})
        heard |= {told["type"] for told in table.pages[0].seen}
    assert heard == tags() - {"warning"}


def tags() -> set[str]:
    return {message.__struct_config__.tag for message in reference.server_messages()}


def test_what_matches_are_made_of(server: Running) -> None:
    with server.page(server.create(text=SERIES, players=["human", "human"])) as page:
        assert page.table["position"]["match"]["number"] == 1
        assert page.ask("view", ply=0)["scene"] is None


ANSWERS = {
    "/api/games": http.Catalogue,
    "/api/agents": http.Agents,
    "/api/agents?game=Hex": http.Agents,
    "/api/games/Hex/source": http.Source,
    "/api/nothing": http.ErrorAnswer,
    "/api/games/Hexx/source": http.ErrorAnswer,
}


@pytest.mark.parametrize("path", ANSWERS)
def test_answers_are_of_their_schemas(server: Running, path: str) -> None:
    with server.client() as client:
        assert msgspec.json.decode(client.get(path).content, type=ANSWERS[path])


def test_checks_are_of_their_schema(server: Running) -> None:
    with server.client() as client:
        for text in ("(game", SERIES):
            answer = client.post("/api/check", json={"text": text})
            report = msgspec.json.decode(answer.content, type=http.CheckReport)
            assert bool(report.errors) == (text != SERIES)


def test_the_page_uses_only_constants_that_there_are() -> None:
    made = reference.constants()
    known = {
        f"{name}.{key}"
        for name, body in re.findall(r"const (\w+) = Object.freeze\({(.*?)}\)", made, re.DOTALL)
        for key in re.findall(r"^  (\w+):", body, re.MULTILINE)
    }
    scripts = "\n".join(path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.js")))
    used = set(re.findall(r"\b(?:Client|Server|ErrorCode|CloseCode|Limit)\.[A-Z_]+\b", scripts))
    assert used
    assert used <= known


def test_the_page_names_no_message_by_itself() -> None:
    kinds = "|".join(message.__struct_config__.tag for message in reference.client_messages())
    for path in sorted(STATIC.glob("*.js")):
        assert not re.search(rf'\btype: "({kinds})"', path.read_text(encoding="utf-8")), path.name
