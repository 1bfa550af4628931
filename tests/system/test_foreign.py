"""On a system without what only POSIX has (`site/sitecustomize.py`), ludens is imported, plays, referees and serves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

import ludens
from tests.system.serving import NOUGHTS, served

SITE = Path(__file__).parent / "site"
SOURCE = Path(ludens.__file__).parent
#: what only runs on Linux, and is imported there alone
LINUX_ALONE = {"ludens.system.descendants", "ludens.workers.forking", "ludens.workers.fork_server"}
#: programs, which run when they are imported: of Python's, and of Alembic's
PROGRAMS = {"__main__", "env"}
IMPORT_ALL = """
import importlib, sys
for name in sys.stdin.read().split():
    try:
        importlib.import_module(name)
    except ImportError as error:
        if (error.name or "ludens").startswith("ludens") or error.name in sys.stdlib_module_names:
            raise
"""
BOT = "import sys\nfor line in sys.stdin: print('ok', flush=True)\n"


def abroad() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(SITE), str(SOURCE.parent)])}


def run(*arguments: str, given: str = "", shelf: str = "") -> str:
    command = [sys.executable, *arguments]
    environment = abroad() | ({"LUDENS_SHELF": shelf} if shelf else {})
    done = subprocess.run(command, input=given, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_this_is_another_system() -> None:
    told = run("-c", "import os, signal, select; print(*(hasattr(*one) for one in ((os, 'fork'), (select, 'poll'))))")
    assert told.split() == ["False", "False"]


def test_every_module_is_imported() -> None:
    modules = (path.relative_to(SOURCE.parent).with_suffix("") for path in sorted(SOURCE.rglob("*.py")))
    names = {".".join(module.parts).removesuffix(".__init__") for module in modules if module.name not in PROGRAMS}
    run("-c", IMPORT_ALL, given="\n".join(sorted(names - LINUX_ALONE)))


def test_games_are_played_in_the_terminal() -> None:
    assert "wins" in run("-m", "ludens", "playouts", "Tic-Tac-Toe", "-n", "10", "--seed", "1")
    assert "o" in run("-m", "ludens", "play", "Tic-Tac-Toe", "--p1", "random", "--p2", "greedy", "--seed", "1").lower()


def test_paths_have_backslashes_and_names_any_case(tmp_path: Path) -> None:
    """What is read is found, what is written lies where it should, and pages that are written have slashes."""
    games = tmp_path / "Games" / "Mine"
    games.mkdir(parents=True)
    (games / "My Noughts.lud").write_text(NOUGHTS, encoding="utf-8")
    game, out = rf"{tmp_path}\games\MINE\my noughts.LUD", rf"{tmp_path}\Games"
    assert "no errors" in run("-m", "ludens", "check", rf"{tmp_path}\GAMES\\")
    for words in (
        ["playouts", game, "-n", "5"],
        ["rules", game, "--markdown", rf"{out}\rules.md"],
        ["disguise", game, "-o", rf"{out}\Masked.lud"],
        ["check", rf"{out}\masked.lud"],
        ["arena", game, "--player", "random", "--player", "greedy", "-n", "2", "--record", rf"{out}\games.jsonl"],
        ["library", "add", rf"{out}\mine"],
    ):
        run("-m", "ludens", *words, shelf=rf"{tmp_path}\shelf.json")
    written = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    wanted = {"rules.md", "Masked.lud", "games.jsonl", "Mine/My Noughts.lud"}
    assert {f"Games/{name}" for name in wanted} | {"shelf.json"} <= written
    assert not any("\\" in name for name in written)
    assert "\\" not in (tmp_path / "Games" / "rules.md").read_text(encoding="utf-8")
    assert "2 playouts" in run("-m", "ludens", "playouts", "my noughts", "-n", "2", shelf=rf"{tmp_path}\SHELF.json")


def test_our_bot_plays_under_the_referee() -> None:
    bot = f"{sys.executable} -m ludens bot amazons-codingame --agent random"
    players = ("--player", bot, "--player", bot)
    times = ("--first-ms", "60000", "--turn-ms", "60000")
    told = run("-m", "ludens", "referee", "amazons-codingame", *players, "--games", "1", *times, "-q")
    assert "died" not in told and "timeout" not in told


def test_a_silent_bot_is_late_and_ended() -> None:
    script = f"""
import time
from ludens.workers.programs import Died, Late, Process
with Process([r"{sys.executable}", "-c", {BOT!r}]) as bot:
    print(bot.ask("hello\\n", 60.0)[0])
with Process([r"{sys.executable}", "-c", "import time; time.sleep(100)"]) as bot:
    try:
        bot.ask("hello\\n", 0.2)
    except Late:
        print("late")
with Process([r"{sys.executable}", "-c", "raise SystemExit(3)"]) as bot:
    try:
        bot.ask("hello\\n", 60.0)
    except Died as error:
        print(error)
"""
    assert run("-c", script).splitlines() == ["ok", "late", "it ended with exit code 3"]


@pytest.mark.parametrize("asked", [{"game": "Tic-Tac-Toe"}, {"text": NOUGHTS}], ids=["library", "draft"])
def test_the_page_plays(tmp_path: Path, asked: dict[str, str]) -> None:
    with served(tmp_path, abroad()) as address:
        answer = httpx.post(f"{address}/api/tables", json={**asked, "players": ["human", "random"]}, timeout=60)
        assert answer.status_code == 201, answer.text
        with connect(f"ws{address[4:]}/ws/{answer.json()['table']}", proxy=None) as page:
            page.send(json.dumps({"type": "play", "ply": 0, "move": 4}))
            plies = 0
            while plies < 2:
                frame = json.loads(page.recv(200))
                plies = max(plies, frame.get("position", {}).get("ply", 0))


def test_a_second_server_does_not_get_the_folder(tmp_path: Path) -> None:
    with served(tmp_path, abroad()):
        command = [sys.executable, "-m", "ludens", "web", "--no-browser", "--port", "0", "--data", str(tmp_path)]
        refused = subprocess.run(command, env=abroad(), capture_output=True, text=True)
        assert refused.returncode == 2 and "in use by another server: process" in refused.stderr
