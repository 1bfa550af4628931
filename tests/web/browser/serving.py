"""A server of ludens in a process of its own, and Chromium, for tests and for the pictures of the documentation."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

#: Debian's Chromium, or the one that LUDENS_CHROMIUM names; None where there is none
CHROMIUM = os.environ.get("LUDENS_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = [
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
START_SECONDS = 60.0


class NotServing(RuntimeError):
    """The server ended, or did not answer in time; the message is what it printed."""


@contextmanager
def serve(folder: Path, port: int | None = None) -> Iterator[str]:
    """The address of a server, without a slash at its end, that keeps its games in a folder. Raises NotServing."""
    port = port or _free_port()
    log = folder / "server.log"
    with log.open("w") as out:
        server = subprocess.Popen(_command(port, folder), stdout=out, stderr=subprocess.STDOUT, cwd=folder)
    try:
        _wait_for(f"http://127.0.0.1:{port}", server, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(timeout=20)


def _command(port: int, folder: Path) -> list[str]:
    options = ["--no-browser", "--port", str(port), "--data", str(folder / "data"), "--drafts", str(folder / "drafts")]
    # computers that play each other need not be followed by eye
    limits = ["--limit", "pace_seconds=0.001", "--limit", "tournament_seconds=0.1"]
    return [sys.executable, "-m", "ludens", "web", *options, *limits]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/api/agents", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise NotServing(log.read_text())


@contextmanager
def browse() -> Iterator[Browser]:
    """A headless Chromium; CHROMIUM must not be None. Raises ImportError where Playwright is missing."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()
