"""Each page is answered in the language of who reads it: the menu's choice, else the browser's."""

from __future__ import annotations

from typing import Any

from web_client import NOUGHTS, Running

GERMAN = {"Accept-Language": "de-CH,de;q=0.9,en;q=0.5"}


def asked(server: Running, path: str, body: dict[str, Any] | None = None, **headers: str) -> Any:
    with server.client(headers=headers) as client:
        return client.post(path, json=body) if body is not None else client.get(path)


def test_the_page_and_its_texts_come_in_the_browsers_language(server: Running) -> None:
    page = asked(server, "/", **GERMAN).text
    assert '<html lang="de">' in page and ">Spiele</a>" in page
    script = asked(server, "/words.js", **GERMAN)
    assert script.headers["content-type"].startswith("text/javascript")
    assert '"Your move": "Du bist am Zug"' in script.text
    assert '<html lang="en">' in asked(server, "/", **{"Accept-Language": "xx"}).text


def test_the_menus_choice_goes_before_the_browsers(server: Running) -> None:
    page = asked(server, "/", Cookie="ludens_language=ja; other=1", **GERMAN).text
    assert '<html lang="ja">' in page
    assert '<html lang="de">' in asked(server, "/", Cookie="ludens_language=klingon", **GERMAN).text


def test_what_is_refused_is_said_in_the_language_of_who_asks(server: Running) -> None:
    told = asked(server, "/api/tables/nowhere/rules", **GERMAN).json()
    assert told["error"]["message"] == "diese Partie gibt es nicht"
    assert asked(server, "/api/tables/nowhere/rules").json()["error"]["message"] == "there is no such game"


def test_reasons_are_given_in_the_language_of_who_asks(server: Running) -> None:
    table = server.create(text=NOUGHTS, players=["human", "human"])
    question = {"about": "sites", "ply": 0, "origin": "c:0", "target": "c:1"}
    german, english = (
        asked(server, f"/api/tables/{table}/why", question, **headers).json()["reasons"][0]["words"]
        for headers in (GERMAN, {})
    )
    assert english == "the piece does not go to B1: it can place a piece of yours; here it can go to A1"
    assert german == "die Figur zieht nicht nach B1; hier geht es nach A1"


def test_opponents_of_a_game_are_called_in_the_language_of_who_asks(server: Running) -> None:
    def names(**headers: str) -> list[str]:
        listed = asked(server, "/api/agents?game=Tic-Tac-Toe", **headers).json()["agents"]
        return [one["name"] for agent in listed for one in agent["characters"]]

    assert "Katze" in names(**GERMAN) and "Cat" in names()


def test_one_table_is_read_in_several_languages(server: Running) -> None:
    table = server.create(text=NOUGHTS, players=["human", "human"])
    with server.page(table, "ludens_language=de") as german, server.page(table, "ludens_language=ja") as japanese:
        told = [page.position for page in (german, japanese)]
        assert [one["prompt"] for one in told] == ["Setz eine Scheibe", "円盤を置く"]
        assert "\ue0f0" not in str(told)
