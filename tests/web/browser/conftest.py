"""A server of ludens, a Chromium, and pages whose every complaint fails the test.

The tests are skipped where Chromium or Playwright is missing. `LUDENS_TEST_SERVER` names a server that already runs, to
be driven in place of one of the tests' own.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from serving import CHROMIUM, browse, serve
from watching import TablePage, watch

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server, without a slash at its end."""
    if running := os.environ.get("LUDENS_TEST_SERVER"):
        yield running
        return
    with serve(tmp_path_factory.mktemp("web")) as address:
        yield address


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One Chromium for the tests of a module; it is closed before others run, which may want a loop of asyncio."""
    pytest.importorskip("playwright", reason="Playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed (on Debian: apt-get install chromium)")
    with browse() as browser:
        yield browser


@pytest.fixture
def viewport() -> tuple[int, int]:
    """The width and height of the window; a module or class may have its own."""
    return (1280, 800)


@pytest.fixture
def context(chromium: Browser, address: str, viewport: tuple[int, int]) -> Iterator[BrowserContext]:
    """A visitor of their own: nothing is kept from the test before. Motion is reduced, so that no test waits for it."""
    width, height = viewport
    context = chromium.new_context(
        base_url=address, viewport={"width": width, "height": height}, reduced_motion="reduce", locale="en-GB"
    )
    context.set_default_timeout(30_000)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """An empty page. Whatever it complains about, in the console or by an error that nobody caught, fails the test."""
    page = context.new_page()
    complaints = watch(page)
    yield page
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def table(page: Page) -> TablePage:
    """A table in the page, once one is opened."""
    return TablePage(page)
