"""Finished games: kept, read by those who may, counted among openings, downloaded, and what playtests tell."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from guests import Guest, Table, seated
from postgres_server import Postgres
from web_client import NOUGHTS, Running, running

from ludens.cli import main
from ludens.game.trial import read_trial
from ludens.web.archive import keeper
from ludens.web.hosting import Hosting
from ludens.web.sources import GameSource
from ludens.web.storage import Storage, StoredSession

TIC = "Tic-Tac-Toe"


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running() as one:
        yield one


def play(table: Table, *moves: str) -> None:
    """Play moves by name."""
    for name in moves:
        table.settle()
        page = next(page for page in table.pages if page.position["moves"])
        page.play(next(move["index"] for move in page.position["moves"] if move["name"] == name))
    table.settle()


def archived(guest: Guest, count: int) -> list[dict[str, Any]]:
    """Somebody's games, once there are so many."""
    for _ in range(400):
        games: list[dict[str, Any]] = guest.client.get("/api/archive/mine").json()["games"]
        if len(games) >= count:
            return games
    raise AssertionError(count)


def counted(server: Running, at_least: int, play: str = "") -> dict[str, Any]:
    """What the explorer tells of a position, once so many games are counted there."""
    with server.client() as client:
        for _ in range(400):
            told: dict[str, Any] = client.get(f"/api/explorer/{TIC}", params={"play": play}).json()
            if told["counted"]["games"] >= at_least:
                return told
    raise AssertionError(told)


def test_a_finished_game_is_kept_and_read_by_who_played(server: Running) -> None:
    with seated(server, game=TIC) as table:
        ann, stranger = table.guests[0], Guest(server)
        assert archived(ann, 0) == []
        play(table, "A1", "A2", "B1", "B2", "C1")
        (game,) = archived(ann, 1)
        assert game["moves"] == ["A1", "A2", "B1", "B2", "C1"] and game["winner"] == 1 and game["ranking"] == [1.0, 2.0]
        assert [one["name"] for one in game["people"]] == ["Ann", "Ben"] and game["reason"] == "rules"
        assert len(read_trial(game["trial"], "trial").moves) == 5
        assert not game["public"]
        place = f"/api/archive/{game['id']}"
        assert table.guests[1].client.get(f"{place}/trial").text == game["trial"]
        for path in (place, f"{place}/trial", f"/api/tables/{table.id}/games"):
            assert stranger.client.get(path).status_code in (403, 404), path
        lines = ann.client.get("/api/archive/mine.jsonl").text.splitlines()
        assert [json.loads(line) for line in lines] == [game]
        assert stranger.client.get("/api/archive/mine.jsonl").text == ""


def test_public_games_are_counted_with_their_mirror_images(server: Running) -> None:
    with seated(server, {"public": True, "rated": True}, game=TIC) as table:
        play(table, "A1", "A2", "B1", "B2", "C1")
        table.pages[0].ask("offer", matter="rematch"), table.pages[1].ask("answer", accept=True)
        play(table, "C3", "C2", "B3", "B2", "A3")
        games = archived(table.guests[0], 2)
        assert Guest(server).client.get(f"/api/archive/{games[0]['id']}").json() == games[0]
        told = counted(server, 2)
        assert told["counted"] == {"games": 2, "wins": [2, 0], "draws": 0}
        corners = {move["name"]: move["counted"]["games"] for move in told["moves"]}
        assert [corners[name] for name in ("A1", "C1", "A3", "C3")] == [2] * 4 and corners["B2"] == 0
        after = counted(server, 2, "C1,C2")
        assert {sample["ply"] for sample in after["games"]} == {2} and "<svg" in after["svg"]
        assert after["play"] == ["C1", "C2"] and after["mover"] == 1
        profile = table.guests[0].client.get("/api/profile/me").json()
        # with the rematch they have exchanged their seats
        assert profile["statistics"] == [{"game": TIC, "games": 2, "wins": 1, "draws": 0, "losses": 1}]
        assert profile["ratings"][0]["games"] == 2 and profile["you"] and len(profile["games"]) == 2
        other = Guest(server).client.get(f"/api/profile/{profile['id']}").json()
        assert other["name"] == "Ann" and not other["you"] and table.guests[0].cookie not in json.dumps(other)


def test_openings_of_a_description_that_somebody_wrote(server: Running) -> None:
    """They are known by the digest of its text, and kept with the games that anybody may read."""
    text = NOUGHTS.replace("Noughts", "Own Openings")
    key = GameSource(text).key
    with server.client() as client:
        assert client.get(f"/api/explorer/{key}").status_code == 404
        for public, moves in ((False, ["B2", "A2", "B1", "A1", "B3"]), (True, ["A1", "A2", "B1", "B2", "C1"])):
            with seated(server, {"public": public}, text=text) as table:
                play(table, *moves)
                (game,) = archived(table.guests[0], 1)
                assert game["description"] == key and game["library"] == ""
            if not public:
                assert client.get(f"/api/explorer/{key}").status_code == 404
        for _ in range(400):
            answer = client.get(f"/api/explorer/{key}").json()
            if answer["counted"]["games"]:
                break
        assert answer["game"] == "Own Openings" and answer["counted"] == {"games": 1, "wins": [1, 0], "draws": 0}
        corners = {move["name"]: move["counted"]["games"] for move in answer["moves"]}
        assert [corners[name] for name in ("A1", "C1", "A3", "C3", "B2")] == [1, 1, 1, 1, 0]
        after = client.get(f"/api/explorer/{key}", params={"play": "C1,C2"}).json()
        assert [sample["ply"] for sample in after["games"]] == [2] and "<svg" in after["svg"]
        assert client.get(f"/api/explorer/{key}", params={"play": "Z9"}).status_code in (400, 422)
        assert client.get(f"/api/explorer/{key[:-1]}x").status_code == 404


def test_rules_of_public_games_are_kept(open_store: Callable[..., Storage]) -> None:
    store = open_store()
    for name, public in (("private", 0), ("public", 1)):
        store.save(StoredSession(name, "", name, f"(game {name})", (), (), bytes(8)))
        store.execute((
            "INSERT INTO finished (id, table_id, game, library, description, options, ended, is_over, is_public,"
            " is_rated, plies, winner, reason, record) VALUES (:id, :id, '', '', :id, '[]', 0, 1, :public, 0, 0, 0, '',"
            " '{}')",
            {"id": name, "public": public},
        ))  # fmt: skip
    assert store.forget("all", -1) == 2
    assert store.query("SELECT key FROM descriptions") == [("public",)]


def test_what_is_asked_of_openings_in_a_wrong_way_is_said(server: Running) -> None:
    with server.client() as client:
        assert client.get("/api/explorer/Nothing").status_code == 404
        assert client.get(f"/api/explorer/{TIC}", params={"play": "Z9"}).status_code == 422
        assert client.get(f"/api/explorer/{TIC}", params={"play": ",".join(["A1"] * 100)}).status_code == 422
        assert client.get(f"/api/explorer/{TIC}", params={"option": "No/Such"}).status_code == 422
        assert client.get("/api/profile/g-0123456789abcdef").status_code == 404
        assert client.get("/api/profile/me").json()["games"] == []


def test_the_games_of_a_draft_are_told_to_who_has_its_text(server: Running) -> None:
    text = NOUGHTS.replace("Noughts", "Draft 1")
    for moves in (["A1", "A2", "B1", "B2", "C1"], ["A1", "A2", "B1"]):
        with seated(server, text=text) as table:
            play(table, *moves)
            if len(moves) == 5:
                (game,) = archived(table.guests[0], 1)
                answers = {"fun": 4, "clear": 5, "words": "more <b>\u202eroom"}
                place = f"/api/archive/{game['id']}/answers"
                assert table.guests[0].client.post(place, json=answers).status_code == 200
                stranger = Guest(server)
                refused = stranger.client.post(f"/api/archive/{game['id']}/answers", json=answers)
                assert refused.status_code == 403
            else:
                table.pages[0].ask("resign")
                archived(table.guests[0], 1)
    with server.client() as client:
        told = client.post("/api/playtests", json={"text": text}).json()
        assert told["games"] == 2 and told["wins"] == [1, 1] and told["resigned"] == 1
        assert (told["fun"], told["clear"], told["words"]) == (4.0, 5.0, ["more <b>room"])
        assert (told["shortest"], told["longest"]) == (3, 5)
        assert 0 < told["intervals"][0][0] < 0.5 < told["intervals"][0][1] < 1
        other = client.post("/api/playtests", json={"text": text + " "}).json()
        assert other["games"] == 0, "each version has its own games"


def test_measures_show_peoples_games_beside_random_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = NOUGHTS.replace("Noughts", "Measured")
    file = tmp_path / "measured.lud"
    file.write_text(text)
    data = tmp_path / "data"
    with running(data=data) as server:
        for moves in (["A1", "A2", "B1", "B2", "C1"], ["A1", "A2"]):
            with seated(server, text=text) as table:
                play(table, *moves)
                if len(moves) == 2:
                    table.pages[0].ask("resign")
                archived(table.guests[0], 1)
    arguments = ["measure", str(file), "--people", "--data", str(data), "-n", "20"]
    assert main(arguments) == 0
    shown = capsys.readouterr().out
    assert "people: 2 games played to their end, 1 of them resigned" in shown
    assert "seat 1 wins 50% [" in shown and "plies 2 to 5, median 3.5" in shown
    assert main([*arguments, "--json"]) == 0
    (people,) = json.loads(capsys.readouterr().out)["people"]
    assert people["games"] == 2 and people["wins"] == [1, 1]
    assert main([*arguments[:-3], str(tmp_path / "none"), "-n", "20"]) == 2


@pytest.mark.integration
def test_games_of_a_database_are_exported(
    postgres: Postgres, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = postgres.database()
    with (
        running(hosting=Hosting(database=address)) as server,
        seated(server, {"public": True}, game=TIC) as table,
    ):
        play(table, "A1", "A2", "B1", "B2", "C1")
        (game,) = archived(table.guests[0], 1)
        target = tmp_path / "games.jsonl"
        assert main(["games", "export", "--database", address, "--to", str(target)]) == 0
        assert json.loads(target.read_text()) == game
        profile = table.guests[0].client.get("/api/profile/me").json()
        assert profile["statistics"] == [{"game": TIC, "games": 1, "wins": 1, "draws": 0, "losses": 0}]
    assert main(["games", "export", "--database", "postgresql://nobody@127.0.0.1:9/none", "--to", str(target)]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_all_games_of_a_server_are_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from pyarrow import parquet

    with running(data=tmp_path / "data") as server, seated(server, game=TIC) as table:
        play(table, "A1", "A2", "B1", "B2", "C1")
        (game,) = archived(table.guests[0], 1)
        arguments = ["games", "export", "--data", str(tmp_path / "data"), "--format"]
        assert main([*arguments, "jsonl", "--to", str(tmp_path / "games.jsonl")]) == 0
    assert json.loads((tmp_path / "games.jsonl").read_text()) == game
    assert main([*arguments, "trials", "--to", str(tmp_path / "trials")]) == 0
    assert [file.read_text() for file in (tmp_path / "trials").iterdir()] == [game["trial"]]
    assert main([*arguments, "parquet", "--to", str(tmp_path / "games.parquet")]) == 0
    assert parquet.read_table(tmp_path / "games.parquet").to_pylist() == [game]
    assert main(["games", "export"]) != 0 and "FILE" in capsys.readouterr().err
    assert main(["games", "export", "--to", str(tmp_path / "games.jsonl"), "--data", str(tmp_path)]) != 0
    assert "holds no games" in capsys.readouterr().err and json.loads((tmp_path / "games.jsonl").read_text()) == game


def test_a_table_that_is_opened_again_writes_nothing_down_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(data=tmp_path) as server, seated(server, game=TIC) as table:
        play(table, "A1", "A2", "B1", "B2", "C1")
        archived(table.guests[0], 1)
    looked, written = list[str](), list[object]()
    is_written, record = keeper._is_written, keeper._record
    monkeypatch.setattr(keeper, "_is_written", lambda store, id_: looked.append(id_) or is_written(store, id_))
    monkeypatch.setattr(keeper, "_record", lambda session: written.append(session) or record(session))
    with running(data=tmp_path) as again, again.client(cookies=dict(table.guests[0].client.cookies)) as client:
        assert client.get(f"/api/tables/{table.id}/games").status_code == 200
        for _ in range(400):
            if looked:
                break
            client.get("/health")
    assert looked
    assert not written
