"""ludens speaks with nobody: the page, the arena and the lab run where no socket leads out of this machine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludens

SOURCE = Path(ludens.__file__).parents[1]
GUARD = """
import socket, sys

def guard(event, arguments):
    if event in ("socket.connect", "socket.sendto", "socket.bind") and isinstance(arguments[1], tuple):
        if not str(arguments[1][0]).startswith("127.") and arguments[1][0] not in ("::1", "localhost"):
            raise SystemExit(f"{event} {arguments[1]}")
    if event in ("socket.getaddrinfo", "socket.gethostbyname") and arguments[0] not in (None, "127.0.0.1", "localhost"):
        raise SystemExit(f"{event} {arguments[0]!r}")

sys.addaudithook(guard)
"""
PAGE = """
import asyncio, pathlib, sys, urllib.request
from ludens.web import server
from ludens.web.limits import Limits

async def main():
    listening = server.bind("127.0.0.1", 0)
    port = listening.getsockname()[1]
    serving = asyncio.create_task(server.run(listening, Limits(), pathlib.Path(sys.argv[1])))
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    page = await asyncio.to_thread(lambda: opener.open(f"http://127.0.0.1:{port}/", timeout=60).read())
    assert b"<html" in page
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)

asyncio.run(main())
print("served")
"""
ARENA = """
from ludens.cli import main
sys.exit(main(["arena", "Tic-Tac-Toe", "--player", "random", "--player", "greedy", "-n", "2"]))
"""
LAB = """
import ludens
print(ludens.lab.measure(ludens.load("Tic-Tac-Toe"), n=20, seed=1)["balance"])
"""


@pytest.mark.parametrize("program", [PAGE, ARENA, LAB], ids=["page", "arena", "lab"])
def test_no_socket_leads_out_of_this_machine(tmp_path: Path, program: str) -> None:
    command = [sys.executable, "-c", GUARD + program, str(tmp_path)]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(SOURCE)}, capture_output=True, text=True, timeout=240
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_guard_stops_what_leads_out() -> None:
    program = GUARD + "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(('192.0.2.1', 9))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and "192.0.2.1" in done.stderr
