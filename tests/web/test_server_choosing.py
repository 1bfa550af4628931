"""Who plays a game best is found out beside its first game."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from tests.web.web_client import running

from ludens import agents, library
from ludens.agents import champion
from ludens.arena.selection import candidates
from ludens.game import compile_text
from ludens.stage.cache import strangers_cache
from ludens.web.agent_choice import Choosing
from ludens.web.limits import Limits
from ludens.web.sources import GameSource
from ludens.web.workers.jobs import ChooseAgent

#: a game that no table knows, and that is too large to be solved beside one
TEXT = """(game "Push and Pass" (players 2)
    (equipment {(board (rectangle 5 6)) (piece "Pawn" Each
        (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))})
    (rules (start {(place "Pawn1" (sites Bottom)) (place "Pawn2" (sites Top))})
        (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"""
LIMITS = Limits(tournament_seconds=3.0, address_requests_at_once=1_000_000)
PATIENCE = 90.0


def within(found: Callable[[], object]) -> bool:
    until = time.monotonic() + PATIENCE
    while not found():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def test_of_a_strangers_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))
    kept = strangers_cache()
    assert kept is not None
    with running(LIMITS, tournaments=True) as server:
        server.create(text=TEXT)
        monkeypatch.setenv("LUDENS_CACHE", kept)
        game = compile_text(TEXT, "<text>")
        assert within(lambda: champion.read_champion(game)), "no tournament was played"
    found = champion.read_champion(game)
    assert found is not None and [met.challenger for met in found.matches] == candidates(game)[1:]
    agents.forget(game)
    assert agents.strongest(game) == found.agent
    assert not list(Path(kept).glob("solved/*")), "strangers' tables would fill the disk"
    agents.forget(game)


def test_of_the_owners_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))
    source = GameSource(TEXT)
    with running(LIMITS, tournaments=True) as server:
        server.lobby.services.games.trust(source)
        server.create(text=TEXT)
        game = compile_text(TEXT, "<text>")
        assert within(lambda: champion.read_champion(game)), "no tournament was played"


@pytest.mark.parametrize(
    ("asked", "played"),
    [({"game": "Breakthrough"}, library.read("Breakthrough")), ({"text": TEXT, "players": ["human", "human"]}, TEXT)],
    ids=["measured", "people among themselves"],
)
def test_not_of_others(asked: dict[str, object], played: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))
    with running(LIMITS, tournaments=True) as server:
        server.create(**asked)
        assert within(lambda: not server.lobby.services.choosing._tasks)
    for cache in (str(tmp_path), str(strangers_cache())):
        monkeypatch.setenv("LUDENS_CACHE", cache)
        assert champion.read_champion(compile_text(played, "<text>")) is None


def test_no_more_than_wait() -> None:
    """What finds too many waiting is not forgotten for ever."""
    begun, go = list[str](), asyncio.Event()

    class Slow:
        async def ask(self, asked: ChooseAgent, answer: type, seconds: float) -> bool:
            begun.append(asked.text)
            await go.wait()
            return True

    class Theirs:
        def is_ours(self, source: GameSource) -> bool:
            return False

    async def work() -> None:
        limits = Limits(waiting_tournaments=1)
        choosing: Any = Choosing(limits, cast(Any, Theirs()), cast(Any, Slow()), cast(Any, Slow()))
        for text in ("one", "one", "two"):
            choosing.begin(GameSource(text), ())
        await asyncio.sleep(0)
        assert begun == ["one"]
        go.set()
        await asyncio.gather(*choosing._tasks)
        await asyncio.sleep(0)
        for text in ("one", "two"):
            choosing.begin(GameSource(text), ())
        await asyncio.gather(*choosing._tasks)
        assert begun == ["one", "two"]

    asyncio.run(work())
