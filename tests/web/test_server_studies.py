"""Studies over HTTP and the WebSocket: trees, positions set up by hand, reviews, puzzles, and their bounds."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from web_client import NOUGHTS, PATIENCE, Page, Running, running

from ludens.web.limits import Limits

PGN = "1. e4 {Best by test.} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 *"
MATE = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# *"


def open_study(server: Running, **asked: Any) -> str:
    with server.client() as client:
        answer = client.post("/api/studies", json=asked)
    assert answer.status_code == 201, answer.text
    study: str = answer.json()["table"]
    return study


class StudyPage:
    """A page at a study: the tree as it is told."""

    def __init__(self, page: Page) -> None:
        self.page = page
        told = page.wait("study")
        self.nodes: dict[int, dict[str, Any]] = {node["id"]: node for node in told["nodes"]}
        self.told, self.current = told, told["current"]

    def ask(self, kind: str, **more: Any) -> dict[str, Any]:
        """The direct answer, after which the tree is as it was told."""
        mark, seen = f"{kind}{len(self.page.seen)}", len(self.page.seen)
        self.page.send(kind, id=mark, **more)
        while True:
            frame = self.page.wait("table", "position", "nodes", "study", "ok", "error", "hint", "progress", "analysis")
            self._hear(self.page.seen[seen:])
            seen = len(self.page.seen)
            if frame.get("re") == mark:
                return frame

    def _hear(self, frames: list[dict[str, Any]]) -> None:
        for frame in frames:
            if frame["type"] == "nodes":
                self.nodes |= {node["id"]: node for node in frame["nodes"]}
                for gone in frame["gone"]:
                    del self.nodes[gone]
                self.current = frame["current"]
            elif frame["type"] == "study":
                self.nodes, self.current = {node["id"]: node for node in frame["nodes"]}, frame["current"]

    def until(self, kind: str, condition: Any) -> dict[str, Any]:
        while True:
            seen = len(self.page.seen)
            frame = self.page.wait(kind, "nodes")
            self._hear(self.page.seen[seen:])
            if frame["type"] == kind and condition(frame):
                return frame

    def play(self, name: str) -> dict[str, Any]:
        move = next(one for one in self.page.position["moves"] if one["name"] == name)
        return self.ask("play", ply=self.page.position["ply"], move=move["index"])

    def line(self) -> list[str]:
        found, node = [], self.nodes[0]
        while node["children"]:
            node = self.nodes[node["children"][0]]
            found.append(node["ply"]["name"])
        return found


@contextmanager
def at(server: Running, study: str) -> Iterator[StudyPage]:
    with server.page(study) as page:
        yield StudyPage(page)


def test_other_moves_become_variations(server: Running) -> None:
    with at(server, open_study(server, game="Tic-Tac-Toe")) as study:
        for name in ("B2", "A1", "C3"):
            assert study.play(name)["type"] == "position"
        centre = study.nodes[0]["children"][0]
        study.ask("goto", node=centre)
        assert study.page.position["ply"] == 1 and study.page.position["mover"] == 2
        study.play("C1")
        assert len(study.nodes[centre]["children"]) == 2 and study.line() == ["B2", "A1", "C3"]
        other = study.current
        study.ask("promote", node=other)
        assert study.line() == ["B2", "C1"]
        study.ask("prune", node=other)
        assert study.line() == ["B2", "A1", "C3"] and study.current == centre
        assert study.page.position["ply"] == 1
        study.play("A1")
        assert len(study.nodes) == 4  # it is known


def test_what_is_told_is_text_and_stays(server: Running) -> None:
    name = open_study(server, game="Tic-Tac-Toe")
    with at(server, name) as study:
        study.play("B2")
        node = study.current
        study.ask("comment", node=node, text="<b>centre</b>")
        study.ask("glyph", node=node, glyph="!")
        study.ask("draw", node=node, marks=[{"site": "c:4", "colour": "red"}, {"site": "c:0", "origin": "c:4"}])
        assert study.nodes[node]["comment"] == "<b>centre</b>"
        for wrong in (
            {"kind": "glyph", "node": node, "glyph": "x"},
            {"kind": "comment", "node": 99, "text": ""},
            {"kind": "draw", "node": node, "marks": [{"site": "c:1", "colour": "pink"}]},
            {"kind": "promote", "node": 77},
            {"kind": "prune", "node": 0},
            {"kind": "goto", "node": 12345},
        ):
            kind = str(wrong.pop("kind"))
            assert study.ask(kind, **wrong)["code"] == "study"
        assert study.ask("undo")["code"] == "illegal" and study.ask("seats", players=[])["code"] == "illegal"
    with at(server, name) as again:
        assert again.nodes[node]["glyph"] == "!" and again.nodes[node]["marks"][0]["colour"] == "red"
        assert again.current == node


def test_a_game_is_no_study(server: Running) -> None:
    table = server.create(game="Tic-Tac-Toe", players=["human", "human"])
    with server.page(table) as page:
        assert page.ask("goto", node=0)["code"] == "illegal"
    with server.client() as client:
        assert client.get(f"/api/studies/{table}/position").status_code == 404


def test_a_study_of_a_table(server: Running) -> None:
    table = server.create(game="Tic-Tac-Toe", players=["human", "human"])
    with server.page(table) as page:
        page.play(0)
        page.play(0)
        page.ask("undo")
    with at(server, open_study(server, table=table)) as study:
        assert len(study.nodes) == 3 and study.page.position["ply"] == 1


def test_files_in_and_out(server: Running) -> None:
    name = open_study(server, game="Chess", file=PGN)
    with at(server, name) as study:
        assert study.line() == ["e4", "e5", "Nf3", "Nc6", "Bb5"] and len(study.nodes) == 8
        assert study.told["formats"] == ["json", "pgn", "trial"]
    with server.client() as client:
        pgn = client.get(f"/api/studies/{name}/file", params={"form": "pgn"})
        assert "1. e4 {Best by test.} 1... e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 *" in " ".join(pgn.text.split())
        assert pgn.headers["content-disposition"].endswith('"Chess.pgn"')
        kept = client.get(f"/api/studies/{name}/file", params={"form": "json"}).text
        assert client.get(f"/api/studies/{name}/file", params={"form": "sgf"}).status_code == 404
        trial = client.get(f"/api/studies/{name}/file", params={"form": "trial"}).text
    for file in (kept, trial):
        with at(server, open_study(server, file=file)) as study:
            assert study.line() == ["e4", "e5", "Nf3", "Nc6", "Bb5"]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"file": "hello"}, "study"),
        ({"file": '{"format": "ludens study"}'}, "study"),
        ({"game": "Tic-Tac-Toe", "file": "hello"}, "study"),
        ({"game": "Chess", "file": "1. e4 e9"}, "trial"),
        ({"game": "Chess", "text": "x"}, "malformed"),
        ({}, "malformed"),
        ({"table": "nothing"}, "unknown"),
        ({"game": "No such game"}, "unknown"),
    ],
)
def test_what_cannot_be_opened(server: Running, asked: dict[str, Any], code: str) -> None:
    with server.client() as client:
        answer = client.post("/api/studies", json=asked)
    assert answer.status_code >= 400 and answer.json()["error"]["code"] == code


def test_a_position_set_up_by_hand(server: Running) -> None:
    name = open_study(server, game="Chess")
    with server.client() as client, at(server, name) as study:
        address = f"/api/studies/{name}/position"
        begun = client.get(address).json()
        assert len(begun["placed"]) == 32 and begun["mover"] == 1 and len(begun["palette"]) == 12
        kings = [one for one in begun["placed"] if one["site"] in ("c:4", "c:60")]
        wrong = client.post(address, json={"placed": [*kings, {"site": "c:99", "piece": 1}]}).json()
        assert "no site" in wrong["problem"] and wrong["pieces"] is None
        queen = next(one["piece"] for one in begun["palette"] if "queen" in one["name"].lower() and one["owner"] == 1)
        body = {"placed": [*kings, {"site": "c:27", "piece": queen}], "mover": 2}
        drawn = client.post(address, json=body).json()
        assert drawn["problem"] is None and len(drawn["pieces"]["pieces"]) == 3
        assert study.page.position["mover"] == 1  # nothing is changed yet
        assert client.post(address, json=body | {"keep": True}).json()["problem"] is None
        frame = study.until("study", lambda frame: True)
        assert not frame["begins_as_usual"] and len(frame["nodes"]) == 1
        assert study.page.position["mover"] == 2 and len(study.page.position["pieces"]["pieces"]) == 3
        study.play(study.page.position["moves"][0]["name"])
        [move] = study.line()
        answer = client.post(f"/api/studies/{name}/try", json={"players": ["human", "human"]})
        assert answer.status_code == 201
        assert client.get(f"/api/studies/{name}/file", params={"form": "trial"}).status_code == 422
        kept = client.get(f"/api/studies/{name}/file", params={"form": "json"}).text
    with server.page(answer.json()["table"]) as page:
        assert page.position["ply"] == 1 and len(page.position["pieces"]["pieces"]) == 3
        assert page.ask("undo")["position"]["mover"] == 2
        page.ask("new")
        assert page.position["mover"] == 2 and len(page.position["pieces"]["pieces"]) == 3
    with at(server, open_study(server, file=kept)) as study:
        assert study.line() == [move] and not study.told["begins_as_usual"]


def test_dice_and_scores_are_said(server: Running) -> None:
    name = open_study(server, game="Backgammon")
    with server.client() as client:
        address = f"/api/studies/{name}/position"
        begun = client.get(address).json()
        assert [len(faces) for faces in begun["faces"]] == [2]
        body = {key: begun[key] for key in ("placed", "mover", "next", "scores")} | {"dice": [[6, 5]], "keep": True}
        assert sorted(client.post(address, json=body).json()["dice"][0]) == [5, 6]
    with server.page(name) as page:
        assert sorted(page.position["pieces"]["dice"][0]) == [5, 6]


def test_phases_and_what_is_hidden_are_said(server: Running) -> None:
    name = open_study(server, game="Barrage")
    with server.client() as client:
        address = f"/api/studies/{name}/position"
        begun = client.get(address).json()
        assert begun["phases"] == ["Array", "Array"] and len(begun["phase_choices"]) == 2
        assert len(begun["hidden"]) == 2 and begun["hidden"][0] and begun["hidden"][1]
        body = {key: begun[key] for key in ("placed", "mover", "next", "phases")} | {"hidden": [[], begun["hidden"][1]]}
        assert client.post(address, json=body).json()["hidden"] == [[], begun["hidden"][1]]
        wrong = client.post(address, json=body | {"phases": ["Array", "Dinner"]}).json()
        assert "no phase 'Dinner'" in wrong["problem"]


def test_a_review_finds_the_blunder_and_ends_with_the_last_page(server: Running) -> None:
    name = open_study(server, game="Chess", file=MATE)
    with at(server, name) as study:
        assert study.ask("review", on=True, seconds=0.2)["type"] == "ok"
        study.ask("goto", node=2)  # somebody goes elsewhere meanwhile
        done = study.until("progress", lambda frame: not frame["progress"]["on"])
        assert done["progress"]["done"] == done["progress"]["total"] == 8
        found = {node["ply"]["name"]: node for node in study.nodes.values() if node["ply"]}
        assert found["Nf6"]["judgement"] == "blunder" and found["Nf6"]["lost"] > 0.3
        assert found["Qxf7#"]["evaluation"]["unit"] == "end" and found["Nf6"]["evaluation"]["moves"][0]["line"]
    again = open_study(server, table=name)  # with all that was found
    with at(server, again) as study:
        assert sum(node["evaluation"] is not None for node in study.nodes.values()) == 8
    name = open_study(server, game="Chess", file=MATE)
    with at(server, name) as study:
        study.ask("review", on=True, seconds=5)
    services = server.lobby.services
    deadline = time.monotonic() + PATIENCE
    while services.reviews:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_review_can_be_stopped(server: Running) -> None:
    with at(server, open_study(server, game="Chess", file=MATE)) as study:
        study.ask("review", on=True, seconds=8)
        study.until("progress", lambda frame: frame["progress"]["on"])
        study.ask("review", on=False)
        study.until("progress", lambda frame: not frame["progress"]["on"])
        assert study.ask("goto", node=0)["type"] == "position"


def test_puzzles_of_a_game(server: Running) -> None:
    with at(server, open_study(server, game="Tic-Tac-Toe")) as study:
        for name in ("B2", "B1", "A1", "C3", "A3", "A2", "C1"):
            study.play(name)
        study.ask("puzzles", on=True, turns=3)
        done = study.until("progress", lambda frame: frame["work"] == "puzzles" and not frame["progress"]["on"])
        assert done["progress"]["total"] == 8
        for puzzle in done["found"]:
            assert puzzle["turns"] >= 2 and puzzle["solution"] and puzzle["node"] in study.nodes
    with at(server, open_study(server, game="Backgammon")) as study:
        study.ask("puzzles", on=True)
        assert "proved" in study.page.wait("error")["message"]


def test_analysis_of_a_study(server: Running) -> None:
    with at(server, open_study(server, game="Tic-Tac-Toe")) as study:
        study.ask("analyse", on=True, seconds=0.2)
        assert study.page.wait("analysis")["moves"]
        study.ask("analyse", on=False)


def test_studies_survive_the_server(tmp_path: Path) -> None:
    with running(data=tmp_path) as server:
        name = open_study(server, game="Chess", file=PGN)
        with at(server, name) as study:
            study.ask("goto", node=3)
            study.ask("comment", node=3, text="kept")
        with server.client() as client:
            address = f"/api/studies/{name}/position"
            other = open_study(server, game="Chess")
            begun = client.get(address).json()
            kings = [one for one in begun["placed"] if one["site"] in ("c:4", "c:60")]
            rook = {"site": "c:0", "piece": next(one["piece"] for one in begun["palette"] if "ook" in one["name"])}
            asked = {"placed": [*kings, rook], "keep": True}
            assert client.post(f"/api/studies/{other}/position", json=asked).json()["problem"] is None
            table = client.post(f"/api/studies/{other}/try", json={"players": ["human", "human"]}).json()["table"]
    with running(data=tmp_path) as server:
        with at(server, name) as study:
            assert study.current == 3 and study.nodes[3]["comment"] == "kept" and len(study.nodes) == 8
        with server.page(table) as page:
            assert len(page.position["pieces"]["pieces"]) == 3
            page.play()


def test_bounds_of_studies() -> None:
    with running(Limits(study_moves=4, reviews=1, address_requests_at_once=1_000_000)) as server:
        with server.client() as client:
            answer = client.post("/api/studies", json={"game": "Chess", "file": PGN})
            assert answer.status_code == 422 and "at most 4 moves" in answer.json()["error"]["message"]
        with at(server, open_study(server, game="Tic-Tac-Toe")) as study:
            for name in ("A1", "A2", "A3"):
                study.play(name)
            study.ask("goto", node=0)
            refused = study.play("B2")
            assert refused["code"] == "study" and study.page.ask("ping")["type"] == "pong"
            study.play("A1")
            assert study.page.position["ply"] == 1
            study.ask("review", on=True, seconds=5)
            with at(server, open_study(server, game="Tic-Tac-Toe")) as other:
                other.page.send("review", on=True)
                while (frame := json.loads(other.page.socket.recv(PATIENCE)))["type"] != "error":
                    pass
                assert "being reviewed" in frame["message"]


HIDING = """(game "Hiding" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (start {(place "Disc1" (sites {0})) (set Hidden (sites {0}) to:P2)})
        (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""


def test_what_a_game_hides_is_not_shown_before_its_end(server: Running) -> None:
    table = server.create(text=HIDING, players=["human", "human"])
    with server.client() as client:
        answer = client.post("/api/studies", json={"table": table})
        assert answer.status_code == 403 and "once it is over" in answer.json()["error"]["message"]
    with at(server, open_study(server, text=HIDING)) as study:
        assert study.page.position["viewer"] is None
        study.ask("eyes", seat=2)
        assert study.page.position["viewer"] == 2 and study.page.position["moves"] == []
        assert study.ask("analyse", on=True, seconds=0.1)["type"] == "ok"
        study.ask("eyes", seat=1)
        assert study.page.wait("analysis")["ply"] == 0
        study.play(study.page.position["moves"][0]["name"])  # now the second player moves, whose turn is not looked at
        study.ask("eyes", seat=2)
        while study.page.wait("analysis")["ply"] != 1:
            assert study.page.position["ply"] == 1
        study.ask("eyes", seat=1)
        study.ask("goto", node=0)
        assert study.page.position["moves"]
        assert study.ask("eyes", seat=3)["code"] == "illegal"


def test_a_strangers_game_is_studied_in_a_process_of_its_own(server: Running) -> None:
    with at(server, open_study(server, text=NOUGHTS)) as study:
        move = study.page.position["moves"][4]["name"]
        study.play(move)
        study.ask("goto", node=0)
        study.play(study.page.position["moves"][0]["name"])
        assert len(study.nodes) == 3
        study.ask("review", on=True, seconds=0.1)
        study.until("progress", lambda frame: not frame["progress"]["on"])
        assert study.nodes[0]["evaluation"]
