"""A server of ludens, a Chromium, and pages whose every complaint fails the test.

The tests are skipped where Chromium or Playwright is missing. `LUDENS_TEST_SERVER` names a server that already runs, to
be driven in place of one of the tests' own.
"""

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
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

CHROMIUM = os.environ.get("LUDENS_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = [
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
START_SECONDS = 60.0


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server, without a slash at its end."""
    if running := os.environ.get("LUDENS_TEST_SERVER"):
        yield running
        return
    folder = tmp_path_factory.mktemp("web")
    port = _free_port()
    log = folder / "server.log"
    with log.open("w") as out:
        server = subprocess.Popen(_command(port, folder), stdout=out, stderr=subprocess.STDOUT, cwd=folder)
    try:
        _wait_for(f"http://127.0.0.1:{port}", server, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(timeout=10)


def _command(port: int, folder: Path) -> list[str]:
    return [sys.executable, "-m", "ludens", "web", "--no-browser", "--port", str(port), "--data", str(folder / "data")]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if server.poll() is not None:
            break
        try:
            with urllib.request.urlopen(f"{address}/api/agents", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    pytest.fail(f"the server did not start:\n{log.read_text()}")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One Chromium for all tests of a worker."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed (on Debian: apt-get install chromium)")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def viewport() -> dict[str, int]:
    """The size of the window; a module or class may have its own."""
    return {"width": 1280, "height": 800}


@pytest.fixture
def context(chromium: Browser, address: str, viewport: Any) -> Iterator[BrowserContext]:
    """A visitor of their own: nothing is kept from the test before. Motion is reduced, so that nothing has to be waited for."""
    context = chromium.new_context(base_url=address, viewport=viewport, reduced_motion="reduce", locale="en-GB")
    context.set_default_timeout(15_000)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """An empty page. Whatever it complains about, in the console or by an error that nobody caught, fails the test."""
    page = context.new_page()
    complaints = watch(page)
    yield page
    assert not complaints, "\n".join(complaints)


def watch(page: Page) -> list[str]:
    """The list that a page's complaints go to, as they come: breaches of the content security policy among them."""
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
    page.on(
        "console",
        lambda message: (
            message.type in {"error", "warning"}
            and complaints.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")
        ),
    )
    return complaints
